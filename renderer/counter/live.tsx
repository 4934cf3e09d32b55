import { useState } from 'react';
import {
  chargeTotalOf,
  wasBankApproved,
  type AttemptView,
  type Prompt,
  type Reader,
} from '../../electron/contract/index.ts';
import { ApplicationKeys } from '../components/application-keys.tsx';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Giant } from '../components/giant.tsx';
import { Key, Keys, LockedPlate, Room } from '../components/keys.tsx';
import type { MarkShape } from '../components/mark.tsx';
import { OnePicture, WaysPictures, type Picture } from '../components/prompt-picture.tsx';
import { Steps } from '../components/steps.tsx';
import { Line1, PromptTitle, Say, Window } from '../components/window.tsx';
import { screenKeyOf, useCommands, useNow, useReaders, useTill, type ChargeSubmission } from '../store/index.ts';
import { useTexts, type Texts } from '../text/index.ts';
import { partsOf, presentTitle } from '../text/payment-words.ts';
import { sentences } from '../sale/message.ts';
import { Problem, useIsOtherShown } from '../sale/problem.tsx';
import { stepsOf } from './steps-of.ts';

/** The bank is called slow from here on, milliseconds. */
const SLOW_BANK_MS = 10_000;

/** The picture of each prompt; `three` shows all ways to present a card. */
const pictures: Record<Prompt, Picture | 'three'> = {
  starting: 'wait',
  'present-card': 'three',
  'insert-card': 'insert',
  'swipe-card': 'swipe',
  'tap-again': 'tap',
  'one-card-only': 'one-card',
  'see-phone': 'phone',
  'choose-on-terminal': 'choose',
  'choose-application': 'keep',
  'enter-pin': 'pin',
  'confirm-amount': 'confirm',
  'choose-tip': 'choose',
  sign: 'sign',
  processing: 'keep',
  'asking-bank': 'keep',
  'remove-card': 'remove',
  cancelling: 'wait',
  'follow-terminal': 'three',
};

/** Prompts during which machines work and nobody has to do anything. */
const busyPrompts: ReadonlySet<Prompt> = new Set(['starting', 'processing', 'asking-bank', 'cancelling']);

function isCardOut(attempt: AttemptView): boolean {
  return attempt.card?.entryMode === 'contactless' || attempt.card?.entryMode === 'swipe';
}

/** Title and sentence of a live prompt. `waitedMs`: how long the prompt has stood; `readers`: what its terminal has. */
export function promptWords(
  attempt: AttemptView,
  prompt: Prompt,
  texts: Texts,
  waitedMs: number,
  readers?: readonly Reader[],
): { title: string; say: string } {
  const { counter } = texts.words;
  if (prompt === 'asking-bank' && waitedMs >= SLOW_BANK_MS) return counter.bankSlow;
  if (prompt === 'processing' && attempt.timings.some((timing) => timing.step === 'bank-answered')) {
    const { evidence } = texts.words.outcomes;
    // A no on its way to the card completes nothing.
    return wasBankApproved(attempt) ? counter.completing : { title: evidence.answered, say: counter.bankSlow.say };
  }
  const plain = counter.prompts[prompt](texts.money(attempt.totalMinor, attempt.currency));
  const words = { ...plain, title: presentTitle(prompt, readers, texts) ?? plain.title };
  if (prompt === 'remove-card' && !wasBankApproved(attempt)) return { ...words, say: counter.removeFirst };
  return prompt === 'asking-bank' && isCardOut(attempt) ? { ...words, say: counter.bankTapped } : words;
}

/** A payment is running: what the customer does now, the steps so far, Cancel. */
export function Live({ attempt }: { attempt: AttemptView }) {
  const texts = useTexts();
  const { words } = texts;
  const now = useNow();
  const { cancel, chooseApplication } = useCommands();
  const isPracticeShown = useTill((state) => state.mirror.host?.practice !== null);
  const readers = useReaders(attempt);
  const prompt = attempt.prompt ?? 'starting';
  const { title, say } = promptWords(attempt, prompt, texts, now - Date.parse(attempt.updatedAt), readers);
  const screenKey = screenKeyOf({ kind: 'live', attempt });
  useSpeakOnce(
    `${screenKey}/${title}`,
    sentences([title, prompt === 'present-card' ? texts.spoken(attempt.totalMinor, attempt.currency) : null, say]),
  );
  // Nothing has to stay in a terminal that no card is in.
  const picture = isCardOut(attempt) && pictures[prompt] === 'keep' ? 'wait' : pictures[prompt];
  const mark: MarkShape = busyPrompts.has(prompt) ? 'busy' : 'card';
  const total = texts.money(attempt.totalMinor, attempt.currency);
  const parts = partsOf(attempt, attempt.totalMinor, texts);
  const isRefund = attempt.kind === 'refund';
  const running = isRefund
    ? words.counter.givingBack(total)
    : attempt.kind === 'authorization'
      ? words.counter.holding(total)
      : words.counter.charging(total);
  const isSentToBank = attempt.timings.some((timing) => timing.step === 'card-read');
  return (
    <>
      <Window state="live" label={words.counter.paymentRegion} screenKey={screenKey}>
        <Line1 mark={mark}>
          <span>{isRefund ? words.counter.toGiveBack(attempt.order) : words.counter.toPay(attempt.order)}</span>
          {parts === null ? null : <span className="tb-to-right">{parts}</span>}
        </Line1>
        <Giant amountMinor={attempt.totalMinor} currency={attempt.currency} />
        <PromptTitle>{title}</PromptTitle>
        <Say>{say}</Say>
        {picture === 'three' ? (
          <WaysPictures words={words.counter.pictures} readers={readers} />
        ) : (
          <OnePicture picture={picture} />
        )}
      </Window>
      <Keys>
        <h2 className="tb-label tb-only-wide">{words.counter.thisPayment}</h2>
        <Steps steps={stepsOf(attempt, now, texts, isPracticeShown)} />
        <Problem />
        <ApplicationKeys attempt={attempt} onChoose={(index) => void chooseApplication(attempt.id, index)} />
        <Room />
        <CancelKey attempt={attempt} isLate={isSentToBank} onCancel={() => void cancel(attempt.id)} />
        <LockedPlate>{running}</LockedPlate>
      </Keys>
    </>
  );
}

/** Cancel always stands in its place; when it cannot do anything more, it says so. Another window's payment takes two presses, and no Esc. */
function CancelKey({ attempt, isLate, onCancel }: { attempt: AttemptView; isLate: boolean; onCancel: () => void }) {
  const { counter, sale } = useTexts().words;
  const isOther = useIsOtherShown();
  const [isAsked, setIsAsked] = useState(false);
  if (attempt.cancelAsked) {
    return (
      <LockedPlate isGo={false} icon="cross" sub={counter.cancelAskedSub}>
        {counter.cancelAsked}
      </LockedPlate>
    );
  }
  if (!attempt.canCancel) return <LockedPlate isGo={false}>{counter.cannotCancel}</LockedPlate>;
  if (isOther && !isAsked) {
    return (
      <Key name="cancel-other" icon="cross" sub={sale.otherWindow.short} onPress={() => setIsAsked(true)}>
        {counter.cancel}
      </Key>
    );
  }
  if (isOther) {
    return (
      <>
        <Key name="cancel" icon="cross" onPress={onCancel}>
          {sale.otherWindow.cancel}
        </Key>
        {/* In the place of the first press, so that a second one by mistake does nothing. */}
        <Key name="leave-running" shortcut="Escape" onPress={() => setIsAsked(false)}>
          {sale.otherWindow.leave}
        </Key>
      </>
    );
  }
  return (
    <Key
      name="cancel"
      icon="cross"
      shortcut="Escape"
      onPress={onCancel}
      {...(isLate ? { sub: counter.cancelLate } : {})}
    >
      {counter.cancel}
    </Key>
  );
}

/** Charge was pressed and the host has not shown the payment yet. */
export function Sending({ submission }: { submission: ChargeSubmission }) {
  const texts = useTexts();
  const { counter } = texts.words;
  const { cancel } = useCommands();
  const screenKey = screenKeyOf({ kind: 'sending', submission });
  const total = texts.money(chargeTotalOf(submission), submission.currency);
  return (
    <>
      <Window state="live" label={counter.paymentRegion} screenKey={screenKey}>
        <Line1 mark="busy">
          <span>{counter.toPay(submission.order)}</span>
        </Line1>
        <Giant amountMinor={chargeTotalOf(submission)} currency={submission.currency} />
        <PromptTitle>{counter.unsent.title}</PromptTitle>
        <Say>{counter.unsent.say}</Say>
      </Window>
      <Keys>
        <Problem />
        <Room />
        <Key name="cancel" icon="cross" shortcut="Escape" onPress={() => void cancel(submission.id)}>
          {counter.cancel}
        </Key>
        <LockedPlate>
          {submission.kind === 'authorization' ? counter.holding(total) : counter.charging(total)}
        </LockedPlate>
      </Keys>
    </>
  );
}
