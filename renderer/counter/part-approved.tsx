import { askedMinorOf, type AttemptView } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { GiantAmount } from '../components/giant.tsx';
import { Evidence, Key, Keys, Spacer } from '../components/keys.tsx';
import { Foot, LeadTitle, FirstLine, Next, Say, SplitWindow, WindowPart } from '../components/window.tsx';
import { screenKeyOf, useCommands } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { AttemptFacts } from './facts.tsx';
import { sentences } from '../sale/message.ts';
import { Problem, useIsOtherShown } from '../sale/problem.tsx';
import { evidenceOf } from './steps-of.ts';

/** Partial approval, which is held: the cashier captures or releases the part. The capture waits for this decision. */
export function PartApproved({ attempt }: { attempt: AttemptView }) {
  const texts = useTexts();
  const { counter, outcomes } = texts.words;
  const { keepPart, release } = useCommands();
  const isOther = useIsOtherShown();
  const partMinor = attempt.authorizedMinor ?? 0;
  const part = texts.money(partMinor, attempt.currency);
  const askedMinor = askedMinorOf(attempt);
  const say = outcomes.part.say({ part, asked: texts.money(askedMinor, attempt.currency) });
  const next = outcomes.part.next({ part });
  const screenKey = screenKeyOf({ kind: 'part', attempt });
  useSpeakOnce(screenKey, sentences([outcomes.part.heading, say, next]), 'assertive');
  return (
    <>
      <SplitWindow label={counter.outcomeRegion} screenKey={screenKey}>
        <WindowPart state="paid">
          <FirstLine mark="partly">
            <LeadTitle>{outcomes.part.heading}</LeadTitle>
          </FirstLine>
          <GiantAmount amountMinor={partMinor} currency={attempt.currency} />
          <Say>{say}</Say>
          <Foot>
            <AttemptFacts attempt={attempt} />
          </Foot>
        </WindowPart>
        <WindowPart state="checking">
          <FirstLine>
            <h2>{outcomes.partly.rest}</h2>
          </FirstLine>
          <GiantAmount amountMinor={askedMinor - partMinor} currency={attempt.currency} />
          <Foot>
            <Next>{next}</Next>
          </Foot>
        </WindowPart>
      </SplitWindow>
      <Keys>
        <Evidence title={outcomes.evidence.whatWeKnow} lines={evidenceOf(attempt, texts)} isWideOnly />
        <Problem />
        <Spacer />
        <Key name="release" shortcut={isOther ? undefined : 'Escape'} onPress={() => void release(attempt.id)}>
          {outcomes.part.giveBack}
        </Key>
        <Key
          name="keep-part"
          variant="go"
          shortcut={isOther ? undefined : 'Enter'}
          onPress={() => void keepPart(attempt.id)}
        >
          {outcomes.part.take({ part })}
        </Key>
      </Keys>
    </>
  );
}
