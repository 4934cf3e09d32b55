import { useEffect, useState } from 'react';
import { lazyWithRetry } from '../components/lazy-with-retry.ts';
import type { AttemptView, DoubtReason, FailureCode } from '../../electron/contract/index.ts';
import { useAnnounce, useSpeakOnce } from '../components/announcer.tsx';
import { Evidence, Keys, LockedPlate, Spacer } from '../components/keys.tsx';
import { ChargedSentence, Fact, Facts, Foot, FirstLine, Next, Say, Window, Heading } from '../components/window.tsx';
import { screenKeyOf, useCommands, useAge, useNow } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { AmountLine } from './facts.tsx';
import { DecideKey } from '../sale/decide-key.tsx';
import { sentences } from '../sale/message.ts';
import { Problem } from '../sale/problem.tsx';
import { inquiryWords } from '../sale/refund-message.ts';
import { evidenceOf } from './steps-of.ts';
import * as windowCss from '../components/window.module.css';

const DecideForm = lazyWithRetry(async () => (await import('../sale/decide-form.tsx')).DecideForm, <Spacer />);

/** Time after which the screen no longer asks the customer to wait. */
const LONG_MS = 5 * 60_000;
const REPEAT_MS = 30_000;

/** Reasons with their own remedy, each with the failure whose message contains the remedy. */
const failureOfReason: Partial<Record<DoubtReason, FailureCode>> = {
  'other-account': 'API_OTHER_ACCOUNT',
  'other-currency': 'API_OTHER_CURRENCY',
  'other-record': 'API_OTHER_RECORD',
};

/** Payment in doubt: why, for how long, and what is being done. Charge is locked, and no key retries the payment. */
export function Checking({ attempt }: { attempt: AttemptView }) {
  const texts = useTexts();
  const { counter, outcomes } = texts.words;
  const { checking: text } = outcomes;
  const now = useNow();
  const announce = useAnnounce();
  const [isDeciding, setIsDeciding] = useState(false);
  const { checking } = attempt;
  const forMs = useAge(checking?.since ?? attempt.updatedAt);
  const inquiry = inquiryWords(attempt, texts);
  // Further polling may not help: the manager has to come, or to check the platform's own pages.
  const forPerson = checking ? failureOfReason[checking.reason] : undefined;
  const nextOwn = forMs >= LONG_MS ? inquiry.nextLong : inquiry.next;
  const next = forPerson ? texts.words.failures[forPerson].next : nextOwn;
  const why = checking ? counter.checkingReasons[checking.reason] : null;
  const say = why === null || forPerson ? why : text.say({ reason: why });
  const screenKey = screenKeyOf({ kind: 'checking', attempt });
  useSpeakOnce(screenKey, sentences([text.heading, inquiry.notKnown, say, next]), 'assertive');
  useEffect(() => {
    const timer = setInterval(() => announce(sentences([text.spokenAgain, next]), 'polite'), REPEAT_MS);
    return () => clearInterval(timer);
  }, [announce, text, next]);
  const untilNext = checking?.nextTryAt ? Date.parse(checking.nextTryAt) - now : null;
  return (
    <>
      <Window state="checking" label={counter.outcomeRegion} screenKey={screenKey}>
        <FirstLine mark="checking">
          <AmountLine attempt={attempt} />
        </FirstLine>
        <Heading length={text.heading.length}>{text.heading}</Heading>
        <ChargedSentence icon="help">{inquiry.notKnown}</ChargedSentence>
        {say ? <Say>{say}</Say> : null}
        <Foot>
          <Next>{next}</Next>
          <Facts>
            <Fact label={text.forFact} value={texts.stopwatch(forMs)} />
            {checking ? (
              <span>
                {text.askedFact} <b>{text.times({ count: checking.tries })}</b>
                {untilNext === null
                  ? ''
                  : `, ${untilNext >= 1000 ? text.againIn({ age: texts.duration(untilNext) }) : text.againNow}`}
              </span>
            ) : null}
            {checking ? <Fact label={text.reasonFact} value={checking.reason} isCode isWideOnly /> : null}
          </Facts>
        </Foot>
      </Window>
      {isDeciding && attempt.canDecide ? (
        <Deciding attempt={attempt} onBack={() => setIsDeciding(false)} />
      ) : (
        <Keys>
          <Evidence title={outcomes.evidence.whatWeKnow} lines={evidenceOf(attempt, texts)} />
          {checking?.reason === 'terminal-lost' ? (
            <p className={`${windowCss.small} tb-only-wide`} data-part="small">
              {text.plugIn}
            </p>
          ) : null}
          <Problem />
          <Spacer />
          <DecideKey attempt={attempt} forMs={forMs} onPress={() => setIsDeciding(true)} />
          <LockedPlate onEnter={() => announce(sentences([counter.locks.charge, inquiry.notKnown, next]), 'assertive')}>
            {counter.locks.charge}
          </LockedPlate>
        </Keys>
      )}
    </>
  );
}

/** Form in place of the keys. If the answer comes in between, the outcome takes the whole screen. */
function Deciding({ attempt, onBack }: { attempt: AttemptView; onBack: () => void }) {
  const { decide } = useCommands();
  return (
    <Keys>
      <DecideForm about={attempt} decide={(word) => decide({ attempt: attempt.id, ...word })} onBack={onBack} />
    </Keys>
  );
}
