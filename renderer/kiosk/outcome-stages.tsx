import type { ReactNode } from 'react';
import { askedMinorOf, chargeTotalOf, type AttemptView } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { GiantAmount } from '../components/giant.tsx';
import { Key, Keys, Spacer } from '../components/keys.tsx';
import { TakeCard, useSpeakWithCard, useTakeCardWords } from '../sale/take-card.tsx';
import {
  ChargedSentence,
  Fact,
  Facts,
  Foot,
  LeadTitle,
  FirstLine,
  Next,
  PromptTitle,
  Say,
  SplitWindow,
  Title,
  Window,
  WindowPart,
} from '../components/window.tsx';
import { useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import type { StageParts } from './stage-parts.ts';
import { stageKey, type KioskStage } from './kiosk-stage.ts';
import { QuietTimerBar } from './quiet-timer.tsx';
import { ReceiptOffer } from './receipt-offer.tsx';
import { customerWords } from '../text/customer-words.ts';
import { agoOf } from '../text/payment-words.ts';
import * as windowCss from '../components/window.module.css';
import * as css from './kiosk.module.css';

type StageOfKind<K extends KioskStage['kind']> = Extract<KioskStage, { kind: K }>;

/** Keys of an outcome: the timer, the easier keys, Start over, and the next step if there is one. */
function OutcomeKeys({
  timer,
  easierKeys,
  screenKey,
  words,
  isAsking = true,
  children,
}: Pick<StageParts, 'timer' | 'easierKeys'> & {
  screenKey: string;
  isAsking?: boolean;
  words: (values: { time: string }) => string;
  children: ReactNode;
}) {
  return (
    <Keys>
      <Spacer />
      <QuietTimerBar timer={timer} screenKey={screenKey} words={words} isAsking={isAsking} />
      {easierKeys}
      {children}
    </Keys>
  );
}

function StartOverKey({ onPress, isEnter = false }: { onPress: () => void; isEnter?: boolean }) {
  const { kiosk } = useTexts(customerWords).words;
  return (
    <Key name="start-over" icon="back" shortcut={isEnter ? 'Enter' : 'Escape'} onPress={onPress}>
      {kiosk.startOver}
    </Key>
  );
}

/**
 * True while the till still charges in this currency: the same number would be a different amount in another currency.
 */
function useIsCharged(currency: string | undefined): boolean {
  return useTill((state) => state.mirror.host?.till.currency === currency);
}

export function ThanksStage({
  attempt,
  isTooLate,
  timer,
  easierKeys,
  onStartOver,
}: StageParts & { attempt: AttemptView; isTooLate: boolean }) {
  const texts = useTexts(customerWords);
  const { kiosk, outcomes } = texts.words;
  const screenKey = stageKey({ kind: 'thanks', attempt, isTooLate });
  const paidMinor = attempt.capturedMinor ?? askedMinorOf(attempt);
  const say = isTooLate ? kiosk.thanks.tooLate : null;
  const { card } = attempt;
  const takeCard = useTakeCardWords(attempt);
  useSpeakWithCard(
    screenKey,
    `${kiosk.thanks.heading}. ${texts.spoken(paidMinor, attempt.currency)}. ${kiosk.thanks.title}. ${say ?? ''}`,
    takeCard,
  );
  return (
    <>
      <Window state="paid" label={kiosk.region.outcome} screenKey={screenKey}>
        <FirstLine mark="paid">
          <p className={windowCss.lead} data-part="lead">
            {kiosk.thanks.heading}
          </p>
        </FirstLine>
        <GiantAmount amountMinor={paidMinor} currency={attempt.currency} />
        <PromptTitle>{kiosk.thanks.title}</PromptTitle>
        {say ? <Say>{say}</Say> : null}
        <TakeCard words={takeCard} />
        <Foot>
          <Facts>
            {card?.brand || card?.lastFour ? (
              <Fact label={card.brand ?? ''} {...(card.lastFour ? { value: card.lastFour } : {})} />
            ) : null}
            {card?.approvalCode ? <Fact label={outcomes.facts.approval} value={card.approvalCode} isCode /> : null}
          </Facts>
        </Foot>
      </Window>
      <OutcomeKeys
        timer={timer}
        easierKeys={easierKeys}
        screenKey={screenKey}
        words={kiosk.timer.nextGuest}
        isAsking={false}
      >
        <ReceiptOffer attempt={attempt.id} />
        <Key name="done" icon="tick" shortcut="Enter" onPress={onStartOver}>
          {kiosk.thanks.done}
        </Key>
      </OutcomeKeys>
    </>
  );
}

/** A partial approval: shows both amounts; staff settle the rest. */
export function PartlyStage({ attempt, timer, easierKeys, onStartOver }: StageParts & { attempt: AttemptView }) {
  const texts = useTexts(customerWords);
  const { kiosk } = texts.words;
  const { partly } = kiosk;
  const screenKey = stageKey({ kind: 'partly', attempt });
  const paidMinor = attempt.capturedMinor ?? 0;
  const askedMinor = askedMinorOf(attempt);
  const restMinor = askedMinor - paidMinor;
  const money = (amountMinor: number) => texts.money(amountMinor, attempt.currency);
  const say = partly.say({ paid: money(paidMinor), asked: money(askedMinor) });
  const rest = `${partly.rest}: ${texts.spoken(restMinor, attempt.currency)}.`;
  const takeCard = useTakeCardWords(attempt);
  useSpeakWithCard(screenKey, `${partly.heading}. ${say} ${rest} ${partly.next}`, takeCard, 'assertive');
  return (
    <>
      <SplitWindow label={kiosk.region.outcome} screenKey={screenKey}>
        <WindowPart state="paid">
          <FirstLine mark="partly">
            <LeadTitle>{partly.heading}</LeadTitle>
          </FirstLine>
          <GiantAmount amountMinor={paidMinor} currency={attempt.currency} />
          <Say>{say}</Say>
          <TakeCard words={takeCard} />
        </WindowPart>
        <WindowPart state="checking">
          <FirstLine>
            <h2>{partly.rest}</h2>
          </FirstLine>
          <GiantAmount amountMinor={restMinor} currency={attempt.currency} />
          <Foot>
            <Next>{partly.next}</Next>
          </Foot>
        </WindowPart>
      </SplitWindow>
      <OutcomeKeys timer={timer} easierKeys={easierKeys} screenKey={screenKey} words={kiosk.timer.startsOver}>
        <StartOverKey onPress={onStartOver} isEnter />
      </OutcomeKeys>
    </>
  );
}

/** Pay was pressed for an amount that was paid here minutes ago. Enter means that the customer has already paid. */
export function RepeatStage({
  stage,
  timer,
  easierKeys,
  onStartOver,
  onAgain,
}: StageParts & { stage: StageOfKind<'repeat'>; onAgain: () => void }) {
  const texts = useTexts(customerWords);
  const { kiosk, counter } = texts.words;
  const text = kiosk.repeat;
  const screenKey = stageKey(stage);
  const { submission } = stage.repeat;
  const { currency } = submission;
  const isCharged = useIsCharged(currency);
  const amount = texts.money(chargeTotalOf(submission), currency);
  const say = text.say({ amount, ago: agoOf(counter.repeat, stage.repeat.minutes) });
  useSpeakOnce(screenKey, `${text.title} ${say} ${text.notTwice} ${text.ask}`, 'assertive');
  return (
    <>
      <Window state="idle" label={kiosk.region.outcome} screenKey={screenKey}>
        <FirstLine mark="card">
          <span>
            {kiosk.toPay} {amount}
          </span>
        </FirstLine>
        <Title className={css.heading}>{text.title}</Title>
        <ChargedSentence>{say}</ChargedSentence>
        <Say>{text.notTwice}</Say>
        <Foot>
          <Next>{text.ask}</Next>
        </Foot>
      </Window>
      <OutcomeKeys timer={timer} easierKeys={easierKeys} screenKey={screenKey} words={kiosk.timer.startsOver}>
        {isCharged ? (
          <Key name="pay-again" onPress={onAgain}>
            {text.again({ amount })}
          </Key>
        ) : null}
        <Key name="have-paid" variant="go" shortcut="Enter" onPress={onStartOver}>
          {text.done}
        </Key>
      </OutcomeKeys>
    </>
  );
}

/** Nothing was charged, for a reason that the customer knows: a cancel, no card, or a card removed too early. */
export function NotPaidStage({
  stage,
  timer,
  easierKeys,
  onStartOver,
  onTryAgain,
}: StageParts & { stage: StageOfKind<'not-paid'>; onTryAgain: () => void }) {
  const texts = useTexts(customerWords);
  const { kiosk } = texts.words;
  const { notPaid } = kiosk;
  const screenKey = stageKey(stage);
  const headings = {
    cancelled: notPaid.cancelled,
    'no-card': notPaid.noCard,
    'too-slow': notPaid.tooSlow,
    'card-in': notPaid.cardOut,
    'card-out': notPaid.cardOut,
    'not-completed': notPaid.cardOut,
  };
  const word = headings[stage.why];
  const says: Partial<typeof headings> = {
    'card-out': notPaid.cardOutSay,
    'card-in': notPaid.tooSlowSay,
    'too-slow': notPaid.tooSlowSay,
  };
  const say = says[stage.why] ?? null;
  const { attempt } = stage;
  const canTryAgain = useIsCharged(attempt.currency);
  const takeCard = useTakeCardWords(attempt);
  useSpeakWithCard(screenKey, `${word}. ${notPaid.notCharged} ${say ?? ''}`, takeCard);
  return (
    <>
      <Window state="cancelled" label={kiosk.region.outcome} screenKey={screenKey}>
        <FirstLine mark="cancelled">
          <span>
            {kiosk.toPay} {texts.money(askedMinorOf(attempt), attempt.currency)}
          </span>
        </FirstLine>
        <Title className={css.heading}>{word}</Title>
        <ChargedSentence>{notPaid.notCharged}</ChargedSentence>
        {say ? <Say>{say}</Say> : null}
        <TakeCard words={takeCard} />
      </Window>
      <OutcomeKeys timer={timer} easierKeys={easierKeys} screenKey={screenKey} words={kiosk.timer.startsOver}>
        <StartOverKey onPress={onStartOver} isEnter={!canTryAgain} />
        {canTryAgain ? (
          <Key name="try-again" variant="go" shortcut="Enter" onPress={onTryAgain}>
            {kiosk.tryAgain}
          </Key>
        ) : null}
      </OutcomeKeys>
    </>
  );
}

/** Declined, in doubt, disconnected or refused: staff help, and the screen never shows the reason. */
export function SpeakStage({
  stage,
  timer,
  easierKeys,
  onStartOver,
  onTryAnother,
}: StageParts & { stage: StageOfKind<'speak'>; onTryAnother: () => void }) {
  const texts = useTexts(customerWords);
  const { kiosk } = texts.words;
  const screenKey = stageKey(stage);
  const charged = stage.mayHaveCharged ? kiosk.speak.notKnown : kiosk.speak.notCharged;
  const { attempt } = stage;
  const isCharged = useIsCharged(attempt?.currency);
  const canTryAnother = stage.canTryAnother && isCharged;
  const takeCard = useTakeCardWords(attempt);
  useSpeakWithCard(screenKey, `${kiosk.speak.title}. ${charged}`, takeCard, 'assertive');
  return (
    <>
      <Window
        state={stage.mayHaveCharged ? 'checking' : 'cancelled'}
        label={kiosk.region.outcome}
        screenKey={screenKey}
      >
        <FirstLine {...(stage.mayHaveCharged ? { mark: 'checking' as const } : {})}>
          <span>{attempt ? `${kiosk.toPay} ${texts.money(askedMinorOf(attempt), attempt.currency)}` : null}</span>
        </FirstLine>
        <Title className={css.heading}>{kiosk.speak.title}</Title>
        <ChargedSentence icon={stage.mayHaveCharged ? 'clock' : 'card'}>{charged}</ChargedSentence>
        <TakeCard words={takeCard} />
      </Window>
      <OutcomeKeys timer={timer} easierKeys={easierKeys} screenKey={screenKey} words={kiosk.timer.startsOver}>
        {stage.isOpen ? null : <StartOverKey onPress={onStartOver} isEnter={!canTryAnother} />}
        {canTryAnother ? (
          <Key name="try-another" variant="go" shortcut="Enter" onPress={onTryAnother}>
            {kiosk.tryAnother}
          </Key>
        ) : null}
      </OutcomeKeys>
    </>
  );
}
