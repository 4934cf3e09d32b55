import { isOpenAttempt, SETUP_TEST_MINOR, type AttemptView, type SetupTest } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { ApplicationKeys } from '../components/application-keys.tsx';
import { promptForCustomer } from '../components/customer-prompt.ts';
import { failureSentence } from '../components/form.tsx';
import { GiantAmount } from '../components/giant.tsx';
import { Icon } from '../components/icon.tsx';
import { Key, LockedPlate } from '../components/keys.tsx';
import { OnePicture, WaysPictures } from '../components/prompt-picture.tsx';
import { Fact, Facts, Foot, Next, Say } from '../components/window.tsx';
import { outcomeMessage } from '../sale/outcome-message.ts';
import { sentences } from '../sale/message.ts';
import { outcomeOf, tillCurrency, useCommands, useNow, useReaders, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { brandName } from '../text/payment-words.ts';
import { BusyLine, Finding, Step } from './step.tsx';
import type { StepRun } from './use-step.ts';
import { setupWords, type SetupTexts } from '../text/setup-words.ts';
import * as css from './setup.module.css';

/** Authorizes the smallest amount on one of the shop's own cards, voids it, and verifies the void. */
export function TestStep({ run }: { run: StepRun }) {
  const { test } = run.view;
  const attempt = useTill(({ mirror }) => mirror.host?.attempts.find(({ id }) => id === test?.attempt));
  if (test?.state === 'planned' || test?.state === 'held') return <Running run={run} test={test} attempt={attempt} />;
  if (test?.state === 'voided') return <Proven run={run} test={test} attempt={attempt} />;
  return <Begin run={run} attempt={test ? attempt : undefined} isAgain={test !== null} />;
}

function Begin({ run, attempt, isAgain }: { run: StepRun; attempt: AttemptView | undefined; isAgain: boolean }) {
  const texts = useTexts(setupWords);
  const readers = useReaders(undefined);
  const { setup, counter } = texts.words;
  const { test: text } = setup;
  const currency = useTill(tillCurrency);
  const cardTimeoutMs = useTill(({ mirror }) => mirror.host?.till.cardTimeoutMs ?? 0);
  const outcome = attempt && outcomeOf(attempt);
  const message = outcome && attempt ? outcomeMessage(outcome, attempt, texts, cardTimeoutMs) : null;
  const why = message ? sentences([message.heading, message.charged ?? text.notPaidSay, message.say]) : text.notPaidSay;
  return (
    <Step
      run={run}
      name={isAgain ? 'test/not-paid' : 'test'}
      title={isAgain ? text.notPaid : text.title}
      later={text.later}
      go={{ label: isAgain ? text.again : text.go, press: () => void run.send({ step: 'test', again: isAgain }) }}
    >
      {isAgain ? <Finding state="warn" say={why} /> : null}
      {run.mistake ? <Finding state="bad" say={run.mistake.sentence} /> : null}
      <Say>{text.say({ amount: texts.money(SETUP_TEST_MINOR, currency) })}</Say>
      <WaysPictures words={counter.pictures} readers={readers} />
      <Foot>
        <Next>{text.next}</Next>
        {run.view.answers.mode === 'sandbox' ? (
          <Facts>
            <Fact label={text.sandboxCard} />
          </Facts>
        ) : null}
      </Foot>
    </Step>
  );
}

/** Shows the terminal's prompts, then the void of the hold. */
function Running({ run, test, attempt }: { run: StepRun; test: SetupTest; attempt: AttemptView | undefined }) {
  const texts = useTexts(setupWords);
  const { test: text } = texts.words.setup;
  const readers = useReaders(attempt);
  const now = useNow();
  const { cancel, chooseApplication } = useCommands();
  const amount = texts.money(test.amountMinor, test.currency);
  const isPrompting = attempt?.state === 'working' && test.state === 'planned';
  const waitedMs = attempt ? now - Date.parse(attempt.updatedAt) : 0;
  const prompt = isPrompting ? promptForCustomer(attempt, waitedMs, texts, readers) : null;
  useSpeakOnce(
    `setup/prompt/${prompt?.title ?? test.state}`,
    prompt ? `${prompt.title}. ${prompt.say}` : text.givingBack,
  );
  const { failure } = run.view;
  // The payment itself is under way: its keys stay enabled.
  const free = { ...run, isBusy: false };
  return (
    <Step
      run={free}
      name={`test/${isPrompting ? 'prompt' : 'giving-back'}`}
      title={prompt?.title ?? text.title}
      state={isPrompting ? 'live' : 'idle'}
      back={null}
      keys={
        attempt && isOpenAttempt(attempt) ? (
          <>
            <ApplicationKeys attempt={attempt} onChoose={(index) => void chooseApplication(attempt.id, index)} />
            <CancelKey attempt={attempt} onCancel={() => void cancel(attempt.id)} />
          </>
        ) : null
      }
      go={{ label: text.running, press: () => undefined, hold: text.running }}
    >
      {prompt ? (
        <>
          <p className={css.lead}>{amount}</p>
          <Say>{prompt.say}</Say>
          {prompt.picture === 'three' ? (
            <WaysPictures words={texts.words.counter.pictures} readers={readers} />
          ) : prompt.picture ? (
            <OnePicture picture={prompt.picture} />
          ) : null}
        </>
      ) : (
        <>
          <Proof lines={linesOf(test, attempt, texts)} />
          {attempt?.state === 'checking' ? <Finding state="warn" say={text.noMoney} /> : null}
          <BusyLine>{test.state === 'held' ? text.asking : attempt ? text.givingBack : text.waiting}</BusyLine>
          {failure && attempt?.state !== 'checking' ? (
            <Finding state="warn" say={failureSentence(failure, texts)} />
          ) : null}
        </>
      )}
    </Step>
  );
}

function CancelKey({ attempt, onCancel }: { attempt: AttemptView; onCancel: () => void }) {
  const { test: text } = useTexts(setupWords).words.setup;
  if (attempt.cancelAsked) {
    return (
      <LockedPlate isGo={false} icon="cross">
        {text.cancelled}
      </LockedPlate>
    );
  }
  if (!attempt.canCancel) return null;
  return (
    <Key name="cancel" icon="cross" shortcut="Escape" onPress={onCancel}>
      {text.cancel}
    </Key>
  );
}

/** The hold was made and voided, and the platform confirmed the void when it was queried again. */
function Proven({ run, test, attempt }: { run: StepRun; test: SetupTest; attempt: AttemptView | undefined }) {
  const texts = useTexts(setupWords);
  const { test: text } = texts.words.setup;
  useSpeakOnce(
    `setup/proven/${test.attempt}`,
    sentences([text.taken, texts.spoken(0, test.currency), text.proven, text.notInDay]),
  );
  return (
    <Step
      run={run}
      name="test/proven"
      title={text.title}
      keys={
        run.isBusy ? null : (
          <Key name="once-more" icon="refresh" onPress={() => void run.send({ step: 'test', again: true })}>
            {text.onceMore}
          </Key>
        )
      }
      go={{ label: text.on, press: () => void run.send({ step: 'test' }) }}
    >
      {run.mistake ? <Finding state="bad" say={run.mistake.sentence} /> : null}
      <p className={css.lead}>{text.taken}</p>
      <GiantAmount amountMinor={0} currency={test.currency} />
      <Proof lines={linesOf(test, attempt, texts)} />
      <Foot>
        <Facts>
          <Fact label={text.notInDay} />
        </Facts>
      </Foot>
    </Step>
  );
}

interface Line {
  text: string;
  time: string;
}

/** Steps of the hold so far, with their times. */
function linesOf(
  { amountMinor, currency, state, provenAt }: SetupTest,
  attempt: AttemptView | undefined,
  texts: SetupTexts,
): Line[] {
  const { test: text } = texts.words.setup;
  const amount = texts.money(amountMinor, currency);
  const lines: Line[] = [];
  const answered = attempt?.timings.find(({ step }) => step === 'bank-answered' || step === 'bank-approved');
  if (attempt && attempt.authorization !== null) {
    const { card, startedAt, updatedAt } = attempt;
    const named = card?.lastFour ? `${brandName(card.brand)} ${card.lastFour}`.trim() : null;
    const atMs = answered ? Date.parse(startedAt) + answered.atMs : Date.parse(updatedAt);
    lines.push({
      text: named === null ? text.approved({ amount }) : text.approvedCard({ amount, card: named }),
      time: texts.clockTime(atMs),
    });
  }
  if (attempt?.finishedAt && (attempt.state === 'released' || attempt.state === 'voided'))
    lines.push({ text: text.voided, time: texts.clockTime(attempt.finishedAt) });
  if (state === 'voided' && provenAt) lines.push({ text: text.proven, time: texts.clockTime(provenAt) });
  return lines;
}

function Proof({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return null;
  return (
    <ol className={css.proof}>
      {lines.map(({ text, time }) => (
        <li key={text}>
          <Icon name="tick" />
          <span>{text}</span>
          <time>{time}</time>
        </li>
      ))}
    </ol>
  );
}
