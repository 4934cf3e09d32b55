import { askedMinorOf, type AttemptView } from '../../electron/contract/index.ts';
import { useFirstWords, useSpeakOnce } from '../components/announcer.tsx';
import { GiantAmount } from '../components/giant.tsx';
import { Evidence, Key, Keys, Plate, Spacer } from '../components/keys.tsx';
import {
  ChargedSentence,
  Fact,
  Foot,
  LeadTitle,
  FirstLine,
  Next,
  Say,
  Strip,
  Window,
  Heading,
} from '../components/window.tsx';
import { goToPayment } from '../frame/routes.ts';
import { screenKeyOf, useCommands, useTill, type ChargeDetails, type OutcomeKind } from '../store/index.ts';
import { ReceiptKeys } from '../receipts/receipt-keys.tsx';
import { useTexts } from '../text/index.ts';
import { shownDeclineCode } from '../text/payment-words.ts';
import { ChargeKey } from '../sale/charge-key.tsx';
import { AmountLine, AttemptFacts } from './facts.tsx';
import { sentences, type OutcomeMessage } from '../sale/message.ts';
import { checkedForMs, isCorrected, owedMinorOf, spokenOutcome, outcomeMessage } from '../sale/outcome-message.ts';
import { CardLeftIn, useSlotWords } from './card-left-in.tsx';
import { PartlyPaid } from './partly-paid.tsx';
import { Problem, useIsOtherShown } from '../sale/problem.tsx';
import { evidenceOf } from './steps-of.ts';
import * as windowCss from '../components/window.module.css';

/** Screen of an ended payment: the outcome or the amount, whether the customer was charged, and what to do. */
export function Outcome({ outcome, attempt }: { outcome: OutcomeKind; attempt: AttemptView }) {
  const texts = useTexts();
  const cardTimeoutMs = useTill((state) => state.mirror.host?.till.cardTimeoutMs ?? 60_000);
  const message = outcomeMessage(outcome, attempt, texts, cardTimeoutMs);
  const screenKey = screenKeyOf({ kind: 'outcome', outcome, attempt });
  const slot = useFirstWords(screenKey, useSlotWords(attempt));
  useSpeakOnce(`${screenKey}${slot}`, sentences([spokenOutcome(message, attempt, texts), slot]), message.urgency);
  if (outcome === 'partly-paid') return <PartlyPaid message={message} attempt={attempt} screenKey={screenKey} />;
  return (
    <>
      {message.movedMinor === null ? (
        <UnpaidWindow message={message} attempt={attempt} screenKey={screenKey} />
      ) : (
        <PaidWindow message={message} attempt={attempt} screenKey={screenKey} isTooLate={outcome === 'too-late'} />
      )}
      <OutcomeKeys outcome={outcome} attempt={attempt} />
    </>
  );
}

interface WindowParts {
  message: OutcomeMessage;
  attempt: AttemptView;
  screenKey: string;
}

function PaidWindow({ message, attempt, screenKey, isTooLate }: WindowParts & { isTooLate: boolean }) {
  const { words } = useTexts();
  const { tooLate } = words.outcomes;
  return (
    <Window state={message.state} label={words.counter.outcomeRegion} screenKey={screenKey}>
      <FirstLine mark={message.mark}>
        <LeadTitle>
          {message.heading}
          {isTooLate ? <span className="tb-sr">{tooLate.spoken}</span> : null}
        </LeadTitle>
        <KnownAfter attempt={attempt} />
      </FirstLine>
      <GiantAmount amountMinor={message.movedMinor ?? 0} currency={attempt.currency} />
      {isTooLate ? <Strip>{tooLate.strip}</Strip> : null}
      <Correction attempt={attempt} />
      <Whose />
      <CardLeftIn attempt={attempt} />
      {message.charged ? <ChargedSentence>{message.charged}</ChargedSentence> : null}
      {message.say ? <Say>{message.say}</Say> : null}
      <Foot>
        <Next>{message.next}</Next>
        <AttemptFacts attempt={attempt} />
      </Foot>
    </Window>
  );
}

/** Time for which the outcome of a payment was unknown. */
function KnownAfter({ attempt }: { attempt: AttemptView }) {
  const texts = useTexts();
  const forMs = checkedForMs(attempt);
  if (forMs === null || attempt.state === 'decided') return null;
  return (
    <span className={windowCss.toRight}>
      {texts.words.outcomes.checking.knownAfter({ time: texts.stopwatch(forMs) })}
    </span>
  );
}

/** Notice that this outcome replaces an outcome that was shown before. */
function Correction({ attempt }: { attempt: AttemptView }) {
  const { corrected } = useTexts().words.outcomes;
  if (!isCorrected(attempt)) return null;
  return (
    <>
      <Strip>{corrected.strip}</Strip>
      <Say>{corrected.say}</Say>
    </>
  );
}

/** Notice that another window's payment has ended. */
function Whose() {
  const { otherWindow } = useTexts().words.sale;
  return useIsOtherShown() ? <Strip>{otherWindow.short}</Strip> : null;
}

function UnpaidWindow({ message, attempt, screenKey }: WindowParts) {
  const texts = useTexts();
  const { counter, outcomes } = texts.words;
  const code = shownDeclineCode(attempt);
  const who = attempt.cancelPerson ?? (attempt.cancelledBy && outcomes.cancelled.who[attempt.cancelledBy]);
  return (
    <Window state={message.state} label={counter.outcomeRegion} screenKey={screenKey}>
      <FirstLine mark={message.mark}>
        <AmountLine attempt={attempt} />
        <KnownAfter attempt={attempt} />
      </FirstLine>
      <Heading length={message.heading.length}>{message.heading}</Heading>
      {message.charged ? <ChargedSentence>{message.charged}</ChargedSentence> : null}
      <Correction attempt={attempt} />
      <Whose />
      <CardLeftIn attempt={attempt} />
      {message.say ? <Say>{message.say}</Say> : null}
      <Foot>
        <Next>{message.next}</Next>
        <AttemptFacts attempt={attempt}>
          {code ? <Fact label={outcomes.declined.bankAnswer} value={code} isCode /> : null}
          {who ? <Fact label={outcomes.cancelled.whoFact} value={who} /> : null}
          {attempt.failure ? (
            <Fact label={outcomes.facts.reason} value={attempt.failure.code} isCode isWideOnly />
          ) : null}
        </AttemptFacts>
      </Foot>
    </Window>
  );
}

/** Keys of an outcome: evidence or help, alternatives, and the next step. */
function OutcomeKeys({ outcome, attempt }: { outcome: OutcomeKind; attempt: AttemptView }) {
  const texts = useTexts();
  const { outcomes } = texts.words;
  const top =
    outcome === 'declined' && attempt.kind !== 'refund' ? (
      <Plate title={outcomes.declined.youCanSay} isWideOnly>
        <p>{outcomes.declined.sentence}</p>
      </Plate>
    ) : (
      <Evidence
        title={outcomes.evidence.whatHappened}
        lines={evidenceOf(attempt, texts, outcome === 'too-late')}
        isWideOnly
      />
    );
  // Evidence is for outcomes that need an explanation; a successful outcome has receipt keys.
  const hasReceiptKeys = outcome === 'paid' || outcome === 'refunded';
  return (
    <Keys>
      {hasReceiptKeys ? null : top}
      <ReceiptKeys attempt={attempt} isCompact={!hasReceiptKeys} />
      <Problem />
      <Spacer />
      <NextKeys outcome={outcome} attempt={attempt} />
    </Keys>
  );
}

/** Next step of an outcome, and its alternatives. */
function NextKeys({ outcome, attempt }: { outcome: OutcomeKind; attempt: AttemptView }) {
  const { outcomes } = useTexts().words;
  // Whatever the outcome of a refund, no key charges the customer for it.
  if (attempt.kind === 'refund') return <NewSaleKey />;
  switch (outcome) {
    case 'paid':
    case 'refunded':
    case 'decided':
      return <NewSaleKey />;
    case 'add-tip':
      return <AddTipKeys attempt={attempt} />;
    case 'held':
      return <HeldKeys attempt={attempt} />;
    case 'too-late':
      return <TooLateKeys attempt={attempt} />;
    case 'partly-paid':
      // The component PartlyPaid has other keys.
      return null;
    case 'declined':
      return (
        <>
          <ChangeAmountKey attempt={attempt} />
          <EndSaleKey label={outcomes.declined.end} />
          <ChargeAgainKey attempt={attempt} isGo label={outcomes.declined.tryAnother} />
        </>
      );
    case 'no-card':
    case 'too-slow':
    case 'not-completed':
      return (
        <>
          <EndSaleKey label={outcomes.declined.end} />
          <ChargeAgainKey attempt={attempt} isGo />
        </>
      );
    case 'released':
    case 'cancelled':
    case 'failed':
      return (
        <>
          {outcome === 'released' && attempt.kind !== 'sale' ? null : <ChargeAgainKey attempt={attempt} />}
          <NewSaleKey />
        </>
      );
  }
}

/** Keys of an approved payment that waits for its tip. */
function AddTipKeys({ attempt }: { attempt: AttemptView }) {
  const texts = useTexts();
  const { addTip } = texts.words.sale;
  const { askTip, takeWithTip } = useCommands();
  return (
    <>
      <Key name="ask-tip" shortcut="F3" onPress={askTip}>
        {addTip.add}
      </Key>
      <EndSaleKey label={addTip.later} />
      <Key name="take-without-tip" variant="go" shortcut="Enter" onPress={() => void takeWithTip(attempt.id, 0)}>
        {addTip.none({ owed: texts.money(owedMinorOf(attempt), attempt.currency) })}
      </Key>
    </>
  );
}

function HeldKeys({ attempt }: { attempt: AttemptView }) {
  const { payments } = useTexts().words;
  return (
    <>
      <Key name="to-payment" icon="arrow" onPress={() => goToPayment(attempt.id)}>
        {payments.toPayment}
      </Key>
      <NewSaleKey />
    </>
  );
}

/** Keys after a cancel that came too late: refund the money, or keep it. */
function TooLateKeys({ attempt }: { attempt: AttemptView }) {
  const { outcomes, sale } = useTexts().words;
  return (
    <>
      <Key name="to-refund" icon="lock" sub={sale.refund.sub} onPress={() => goToPayment(attempt.id)}>
        {sale.refund.key}
      </Key>
      <NewSaleKey label={outcomes.tooLate.keep} />
    </>
  );
}

function NewSaleKey({ label }: { label?: string }) {
  const { outcomes } = useTexts().words;
  const { dismiss } = useCommands();
  return (
    <Key name="new-sale" variant="go" shortcut="Enter" onPress={dismiss}>
      {label ?? outcomes.keys.newSale}
    </Key>
  );
}

/** Dismisses the outcome where dismissal is not the main step. */
function EndSaleKey({ label }: { label: string }) {
  const { dismiss } = useCommands();
  return (
    <Key name="end-sale" shortcut="Escape" onPress={dismiss}>
      {label}
    </Key>
  );
}

/** Charges the same amount again, as a new payment. `isGo`: the key is the main step. */
function ChargeAgainKey({ attempt, isGo = false, label }: { attempt: AttemptView; isGo?: boolean; label?: string }) {
  const texts = useTexts();
  const { chargeAgain } = useCommands();
  const { kind, amountMinor, tipMinor, tipRoomMinor, currency, order, note } = attempt;
  const same: ChargeDetails = {
    kind: kind === 'authorization' ? kind : 'sale',
    tipMinor,
    tipRoomMinor: tipRoomMinor ?? null,
    currency,
    order,
    note,
  };
  return (
    <ChargeKey
      name="charge-again"
      amountMinor={amountMinor}
      currency={currency}
      isGo={isGo}
      onPress={() => void chargeAgain(amountMinor, same)}
      {...(isGo ? {} : { shortcut: 'F9' })}
    >
      {label ?? texts.words.outcomes.keys.again({ amount: texts.money(askedMinorOf(attempt), currency) })}
    </ChargeKey>
  );
}

function ChangeAmountKey({ attempt }: { attempt: AttemptView }) {
  const { outcomes } = useTexts().words;
  const { changeAmount } = useCommands();
  const isOwnCurrency = useTill((state) => state.mirror.host?.till.currency === attempt.currency);
  if (!isOwnCurrency) return null;
  return (
    <Key name="change-amount" shortcut="F2" onPress={() => changeAmount(attempt.amountMinor)}>
      {outcomes.keys.changeAmount}
    </Key>
  );
}
