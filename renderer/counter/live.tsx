import { useState } from 'react';
import {
  chargeTotalOf,
  wasBankApproved,
  type AttemptView,
  type PlatformView,
  type Prompt,
  type Reader,
} from '../../electron/contract/index.ts';
import { ApplicationKeys } from '../components/application-keys.tsx';
import { useFirstWords, useSpeakOnce } from '../components/announcer.tsx';
import { GiantAmount } from '../components/giant.tsx';
import { Key, Keys, LockedPlate, Spacer } from '../components/keys.tsx';
import type { MarkShape } from '../components/mark.tsx';
import { OnePicture, WaysPictures, type Picture } from '../components/prompt-picture.tsx';
import { Steps } from '../components/steps.tsx';
import { FirstLine, PromptTitle, Say, Strip, Window } from '../components/window.tsx';
import {
  formerChipPayment,
  screenKeyOf,
  useCardInSlot,
  useCommands,
  useNow,
  useReaders,
  useTill,
  type ChargeSubmission,
} from '../store/index.ts';
import { useTexts, type Texts, textOf } from '../text/index.ts';
import { cardName, partsOf, presentTitle, leadOf } from '../text/payment-words.ts';
import { sentences } from '../sale/message.ts';
import { Problem, useIsOtherShown } from '../sale/problem.tsx';
import { stepsOf } from './steps-of.ts';
import * as keysCss from '../components/keys.module.css';
import * as windowCss from '../components/window.module.css';

/** Time after which a prompt calls the bank slow. */
const SLOW_BANK_MS = 10_000;

/** Picture of each prompt; `three` shows all ways to present a card. */
const pictures: Record<Prompt, Picture | 'three'> = {
  starting: 'wait',
  'card-left-in': 'remove',
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

/** Prompts during which only machines work and no person has to act. */
const busyPrompts: ReadonlySet<Prompt> = new Set(['starting', 'processing', 'asking-bank', 'cancelling']);

function isCardOut(attempt: AttemptView): boolean {
  return attempt.card?.entryMode === 'contactless' || attempt.card?.entryMode === 'swipe';
}

/** Circumstances in which a live prompt is shown. */
interface PromptSight {
  /** Time since the prompt appeared. */
  waitedMs: number;
  /** Readers of the terminal. */
  readers?: readonly Reader[] | undefined;
  platform?: PlatformView['state'] | undefined;
}

/** Title and sentence of a live prompt. */
export function promptWords(
  attempt: AttemptView,
  prompt: Prompt,
  texts: Texts,
  { waitedMs, readers, platform }: PromptSight,
): { title: string; say: string } {
  const { counter } = texts.words;
  if (prompt === 'asking-bank' && waitedMs >= SLOW_BANK_MS)
    return platform === 'unreachable' ? counter.platformOut : counter.bankSlow;
  if (prompt === 'processing' && attempt.timings.some((timing) => timing.step === 'bank-answered')) {
    const { evidence } = texts.words.outcomes;
    // A decline that is on its way to the card completes no payment.
    return wasBankApproved(attempt) ? counter.completing : { title: evidence.answered, say: counter.bankSlow.say };
  }
  const { title, say } = counter.prompts[prompt];
  const plain = { title, say: textOf(say, { amount: texts.money(attempt.totalMinor, attempt.currency) }) };
  const words = { ...plain, title: presentTitle(prompt, readers, texts) ?? plain.title };
  if (prompt === 'remove-card' && !wasBankApproved(attempt)) return { ...words, say: counter.removeFirst };
  return prompt === 'asking-bank' && isCardOut(attempt) ? { ...words, say: counter.bankTapped } : words;
}

/** Screen of a running payment: the customer's next action, the steps so far, and Cancel. */
export function Live({ attempt }: { attempt: AttemptView }) {
  const texts = useTexts();
  const { words } = texts;
  const now = useNow();
  const { cancel, chooseApplication } = useCommands();
  const isPracticeShown = useTill((state) => state.mirror.host?.practice !== null);
  const readers = useReaders(attempt);
  const prompt = attempt.prompt ?? 'starting';
  const platform = useTill((state) => state.mirror.host?.platform.state);
  const waitedMs = now - Date.parse(attempt.updatedAt);
  const { title, say } = promptWords(attempt, prompt, texts, { waitedMs, readers, platform });
  const screenKey = screenKeyOf({ kind: 'live', attempt });
  const formerCard = useFormerCardWords({ attempt, waitedMs });
  const slot = useFirstWords(screenKey, formerCard);
  const spoken = prompt === 'present-card' ? texts.spoken(attempt.totalMinor, attempt.currency) : null;
  useSpeakOnce(`${screenKey}/${title}${slot}`, sentences([title, spoken, say, slot]));
  // A tapped or swiped card is outside the terminal, so the picture must not ask to leave it in.
  const picture = isCardOut(attempt) && pictures[prompt] === 'keep' ? 'wait' : pictures[prompt];
  const mark: MarkShape = busyPrompts.has(prompt) ? 'busy' : 'card';
  const total = texts.money(attempt.totalMinor, attempt.currency);
  const parts = partsOf(attempt, attempt.totalMinor, texts);
  const isRefund = attempt.kind === 'refund';
  const running = isRefund
    ? words.counter.givingBack({ amount: total })
    : attempt.kind === 'authorization'
      ? words.counter.holding({ amount: total })
      : words.counter.charging({ amount: total });
  const isSentToBank = attempt.timings.some((timing) => timing.step === 'card-read');
  return (
    <>
      <Window state="live" label={words.counter.paymentRegion} screenKey={screenKey}>
        <FirstLine mark={mark}>
          <span>{leadOf(isRefund ? 'toGiveBack' : 'toPay', attempt.order, texts)}</span>
          {parts === null ? null : <span className={windowCss.toRight}>{parts}</span>}
        </FirstLine>
        <GiantAmount amountMinor={attempt.totalMinor} currency={attempt.currency} />
        <PromptTitle>{title}</PromptTitle>
        <Say>{say}</Say>
        {formerCard ? <Strip icon="card">{formerCard}</Strip> : null}
        {prompt === 'card-left-in' ? <FormerPayment attempt={attempt} /> : null}
        {picture === 'three' ? (
          <WaysPictures words={words.counter.pictures} readers={readers} />
        ) : (
          <OnePicture picture={picture} />
        )}
      </Window>
      <Keys>
        <h2 className={`${keysCss.label} tb-only-wide`} data-part="label">
          {words.counter.thisPayment}
        </h2>
        <Steps steps={stepsOf(attempt, now, texts, isPracticeShown)} />
        <Problem />
        <ApplicationKeys attempt={attempt} onChoose={(index) => void chooseApplication(attempt.id, index)} />
        <Spacer />
        <CancelKey attempt={attempt} isLate={isSentToBank} onCancel={() => void cancel(attempt.id)} />
        <LockedPlate>{prompt === 'card-left-in' ? words.outcomes.slot.locked : running}</LockedPlate>
      </Keys>
    </>
  );
}

/** Time within which a customer presents a card that is ready. */
const ASK_ABOUT_CARD_MS = 5_000;

/**
 * Notice while the terminal asks for a card and the previous payment's card is, or may be, in the terminal; empty
 * otherwise.
 */
function useFormerCardWords({ attempt, waitedMs }: { attempt: AttemptView; waitedMs: number }): string {
  const { slot } = useTexts().words.outcomes;
  const card = useCardInSlot(attempt);
  const isAskedFor = attempt.prompt === null || attempt.prompt === 'present-card' || attempt.prompt === 'insert-card';
  if (!isAskedFor || card === undefined || (card === 'maybe' && waitedMs < ASK_ABOUT_CARD_MS)) return '';
  return card === 'in' ? slot.in : slot.isOneIn;
}

/** Previous payment, whose card has to be removed: the card paid it, or should have paid it. */
function FormerPayment({ attempt }: { attempt: AttemptView }) {
  const texts = useTexts();
  const former = useTill(({ mirror }) => formerChipPayment(mirror.host, attempt));
  const now = useNow();
  if (!former) return null;
  const amount = texts.money(former.totalMinor, former.currency);
  const age = texts.ageAgo(now - Date.parse(former.finishedAt ?? former.updatedAt));
  const parts = [amount, cardName(former), age].filter(Boolean);
  return <Strip icon="card">{texts.words.outcomes.slot.former({ payment: parts.join(', ') })}</Strip>;
}

/**
 * Cancel always keeps its place, and shows when a cancel is no longer possible. Another window's payment needs two
 * presses, and Esc does not cancel it.
 */
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
        {/* Takes the place of the first press, so that an accidental second press does nothing. */}
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

/** Shown after Charge was pressed, until the host shows the payment. */
export function Sending({ submission }: { submission: ChargeSubmission }) {
  const texts = useTexts();
  const { counter } = texts.words;
  const { cancel } = useCommands();
  const screenKey = screenKeyOf({ kind: 'sending', submission });
  const total = texts.money(chargeTotalOf(submission), submission.currency);
  return (
    <>
      <Window state="live" label={counter.paymentRegion} screenKey={screenKey}>
        <FirstLine mark="busy">
          <span>{leadOf('toPay', submission.order, texts)}</span>
        </FirstLine>
        <GiantAmount amountMinor={chargeTotalOf(submission)} currency={submission.currency} />
        <PromptTitle>{counter.unsent.title}</PromptTitle>
        <Say>{counter.unsent.say}</Say>
      </Window>
      <Keys>
        <Problem />
        <Spacer />
        <Key name="cancel" icon="cross" shortcut="Escape" onPress={() => void cancel(submission.id)}>
          {counter.cancel}
        </Key>
        <LockedPlate>
          {submission.kind === 'authorization'
            ? counter.holding({ amount: total })
            : counter.charging({ amount: total })}
        </LockedPlate>
      </Keys>
    </>
  );
}
