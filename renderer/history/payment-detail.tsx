import { useState, type ReactNode } from 'react';
import {
  aboutReversal,
  decisionWord,
  type AttemptView,
  type OtherTender,
  type ReversalView,
} from '../../electron/contract/index.ts';
import { useAnnounce, useSpeakOnce } from '../components/announcer.tsx';
import { CloseKey } from '../components/close-key.tsx';
import { DecideForm } from '../sale/decide-form.tsx';
import { Key, Keys, LockedPlate, Plate, Spacer } from '../components/keys.tsx';
import { useHeading } from '../components/use-heading.ts';
import { Mark } from '../components/mark.tsx';
import { PaymentFacts } from '../components/payment-facts.tsx';
import { amountMinorOf, remainingMinorOf, rowOf } from '../components/payment-rows.ts';
import { Problem, useProblem } from '../components/problem.tsx';
import { goTo, goToTab } from '../frame/routes.ts';
import { DECIDE_AFTER_MS, DecideKey } from '../sale/decide-key.tsx';
import { Problem as SecondPress } from '../sale/problem.tsx';
import { OrderNotes } from '../sale/order-notes.tsx';
import { TakeBackForm } from '../sale/take-back-form.tsx';
import { ReceiptKeys } from '../receipts/receipt-keys.tsx';
import { useAge, useCommands, useNow } from '../store/index.ts';
import type { ShownPayment } from '../store/use-payment.ts';
import { useTexts, whatHappened, type Texts } from '../text/index.ts';
import { partsOf, orderAt } from '../text/payment-words.ts';
import { More } from './payment-more.tsx';
import { ReverseForm } from './reverse-form.tsx';
import * as formCss from '../components/form.module.css';
import * as listCss from '../components/list.module.css';

/** State of the shown payment: its keys, or one of the forms. */
export type Doing = 'keys' | 'reverse' | 'decide';

/** One payment: its facts, its reversals, and the keys of the possible actions. */
export function PaymentDetail({
  attempt,
  wanted,
  doing,
  onDoing,
  onAnswer,
  onClose,
}: {
  attempt: AttemptView | undefined;
  /** Loading state of the chosen payment, or null without a choice. */
  wanted: ShownPayment['state'] | null;
  doing: Doing;
  onDoing: (doing: Doing) => void;
  onAnswer: (attempt: AttemptView) => void;
  onClose: () => void;
}) {
  const text = useTexts().words.payments;
  if (!attempt) {
    return (
      <Keys>
        <Plate title={wanted === null ? text.choose : undefined}>
          <p>{wanted === null ? text.chooseSay : wanted === 'gone' ? text.gone : text.loading}</p>
        </Plate>
        <Spacer />
        {wanted === null ? null : (
          <Key name="close" icon="back" shortcut="Escape" onPress={onClose}>
            {text.close}
          </Key>
        )}
      </Keys>
    );
  }
  return <Detail attempt={attempt} doing={doing} onDoing={onDoing} onAnswer={onAnswer} onClose={onClose} />;
}

interface DetailParts {
  attempt: AttemptView;
  doing: Doing;
  onDoing: (doing: Doing) => void;
  onAnswer: (attempt: AttemptView) => void;
  onClose: () => void;
}

function Detail({ attempt, doing, onDoing, onAnswer, onClose }: DetailParts) {
  const texts = useTexts();
  const now = useNow();
  const row = rowOf(attempt, texts, now);
  const [mistake, setMistake] = useState<{ attempt: string; noted: OtherTender } | null>(null);
  // Another payment may be shown by now.
  const noted = mistake?.attempt === attempt.id && doing === 'keys' ? mistake.noted : null;
  const heading = useHeading(`${attempt.state}/${doing === 'keys' && noted === null}`);
  // The text is spoken once for the payment, and again whenever its state or the state of a reversal changes.
  const reversals = attempt.reversals.map(({ id, state }) => `${id}=${state}`).join(',');
  useSpeakOnce(`payment/${attempt.id}/${attempt.state}/${reversals}`, spokenDetail(attempt, row.state, texts));
  const back = () => {
    setMistake(null);
    onDoing('keys');
  };
  const answered = (answer: AttemptView) => {
    onAnswer(answer);
    onDoing('keys');
  };
  const parts = partsOf(attempt, amountMinorOf(attempt), texts);
  const form = { attempt, onBack: back, onAnswered: answered };
  return (
    <Keys>
      <div className={listCss.detailHead} data-part="detail-head">
        <h2 tabIndex={-1} ref={heading}>
          <span className="tb-quiet">{orderAt(attempt.order, row.time, texts)}</span>
          <span className={listCss.detailBig}>{row.amount}</span>
          <span className="tb-sr">{row.state}</span>
        </h2>
        <CloseKey label={texts.words.payments.close} onPress={doing === 'keys' && noted === null ? onClose : back} />
        <p className={listCss.detailLine}>
          <span className={listCss.payState} data-part="pay-state" data-tone={row.tone}>
            <Mark shape={row.mark} isSmall />
            {row.state}
          </span>
          {parts === null ? null : <span className="tb-quiet">{parts}</span>}
        </p>
      </div>
      {doing === 'reverse' && attempt.state === 'captured' ? <ReverseForm {...form} /> : null}
      {doing === 'decide' && !isShowingKeys(attempt, doing) ? <Deciding {...form} /> : null}
      {noted ? <TakeBackForm key={noted.id} noted={noted} onDone={back} /> : null}
      {noted === null && isShowingKeys(attempt, doing) ? (
        <>
          <SecondPress about={attempt.id} />
          <Reversals attempt={attempt} />
          <PaymentFacts attempt={attempt} nowMs={now} />
          <OrderNotes attempt={attempt} onTakeBack={(one) => setMistake({ attempt: attempt.id, noted: one })} />
          <More attempt={attempt} />
          <Spacer />
          <DetailKeys attempt={attempt} onDoing={onDoing} />
        </>
      ) : null}
    </Keys>
  );
}

/** True when the keys must be shown: the payment is no longer in the state for which the form was opened. */
function isShowingKeys(attempt: AttemptView, doing: Doing): boolean {
  switch (doing) {
    case 'keys':
      return true;
    case 'reverse':
      return attempt.state !== 'captured';
    case 'decide':
      return !attempt.canDecide && undecidedOf(attempt) === undefined;
  }
}

/** Returns the oldest reversal that the manager may decide. */
function undecidedOf({ reversals }: AttemptView): ReversalView | undefined {
  return reversals.find(({ checking }) => checking?.canDecide);
}

/** Describes the state of a reversal. */
function reversalWord({ state, decision, failure }: ReversalView, { payments }: Texts['words']): string {
  // The till still queries the reversal, and counts it until its failure is proven.
  if (state === 'failed' && failure?.code === 'PAY_NEVER_ARRIVED') return payments.reversals.noRecord;
  if (state !== 'decided') return payments.reversals.states[state];
  return payments.decided[decisionWord(aboutReversal, decision?.verdict ?? 'paid')];
}

function spokenDetail(attempt: AttemptView, state: string, texts: Texts): string {
  const amount = texts.spoken(amountMinorOf(attempt), attempt.currency);
  const back = attempt.reversals.map(
    (one) => `${texts.spoken(one.amountMinor, attempt.currency)} ${reversalWord(one, texts.words)}.`,
  );
  return [`${amount}, ${state}.`, ...back].join(' ');
}

/** Reversals, finished or running: each with the person who requested it and its state. */
function Reversals({ attempt }: { attempt: AttemptView }) {
  const texts = useTexts();
  const text = texts.words.payments.reversals;
  if (attempt.reversals.length === 0) return null;
  return (
    <Plate title={text.title}>
      <ul className={listCss.payReversals}>
        {attempt.reversals.map((one) => (
          <li key={one.id}>
            <span>
              {one.isElsewhere
                ? text.elsewhere({ amount: texts.money(one.amountMinor, attempt.currency) })
                : text.line({ amount: texts.money(one.amountMinor, attempt.currency), by: one.by })}
            </span>
            <b>{reversalWord(one, texts.words)}</b>
            {one.reason ? <span className="tb-quiet">{one.reason}</span> : null}
            {one.decision ? (
              <span className="tb-quiet">
                {one.decision.by}: {one.decision.reason}
              </span>
            ) : null}
            {one.checking?.reason ? <span>{texts.words.counter.checkingReasons[one.checking.reason]}</span> : null}
            {one.failure ? <span>{whatHappened(one.failure, texts)}</span> : null}
          </li>
        ))}
      </ul>
    </Plate>
  );
}

function Deciding({
  attempt,
  onBack,
  onAnswered,
}: {
  attempt: AttemptView;
  onBack: () => void;
  onAnswered: (answer: AttemptView) => void;
}) {
  const { decide } = useCommands();
  const texts = useTexts();
  // The choice is kept in state: if there are two, the other must not replace it under a form that is being filled in.
  const [reversal] = useState(() => (attempt.canDecide ? undefined : undecidedOf(attempt)));
  const which = reversal === undefined ? {} : { reversal: reversal.id };
  const subject =
    reversal &&
    texts.words.payments.reversals.line({
      amount: texts.money(reversal.amountMinor, attempt.currency),
      by: reversal.by,
    });
  return (
    <DecideForm
      about={reversal === undefined ? attempt : aboutReversal}
      {...(subject === undefined ? {} : { subject })}
      decide={async (word) => onAnswered(await decide({ attempt: attempt.id, ...which, ...word }))}
      onBack={onBack}
    />
  );
}

function DetailKeys({ attempt, onDoing }: { attempt: AttemptView; onDoing: (doing: Doing) => void }) {
  const { payments: text } = useTexts().words;
  const { pollPayments } = useCommands();
  const announce = useAnnounce();
  const { problem, run } = useProblem();
  const pollNow = async () => {
    await pollPayments();
    announce(text.lookedAgain);
  };
  const pollKey = (
    <Key name="look-again" icon="refresh" onPress={() => void run(pollNow)}>
      {text.lookAgain}
    </Key>
  );
  return (
    <div className={formCss.keys} data-part="form-keys">
      <Problem problem={problem} />
      <ReceiptKeys attempt={attempt} isCompact />
      <StateKeys attempt={attempt} pollKey={pollKey} onDoing={onDoing} />
    </div>
  );
}

interface StateKeysParts {
  attempt: AttemptView;
  pollKey: ReactNode;
  onDoing: (doing: Doing) => void;
}

/** Keys of the actions that the payment's state allows. */
function StateKeys({ attempt, pollKey, onDoing }: StateKeysParts) {
  const { history, payments } = useTexts().words;
  const forMs = useAge(attempt.checking?.since ?? attempt.updatedAt);
  switch (attempt.state) {
    case 'authorized':
      return (
        <>
          {pollKey}
          <Key name="to-tab" variant="go" shortcut="Enter" sub={history.toTabSub} onPress={() => goToTab(attempt.id)}>
            {history.toTab}
          </Key>
        </>
      );
    case 'captured':
      return (
        <>
          <DecideRefundKeys attempt={attempt} pollKey={pollKey} onDoing={onDoing} />
          <GiveBackKey attempt={attempt} onPress={() => onDoing('reverse')} />
        </>
      );
    case 'checking':
      return (
        <>
          <DecideKey attempt={attempt} forMs={forMs} onPress={() => onDoing('decide')} />
          {pollKey}
        </>
      );
    case 'decided':
      return pollKey;
    case 'working':
    case 'partial':
    case 'asking':
      return (
        <Key name="to-sale" icon="arrow" onPress={() => goTo('sale')}>
          {payments.toSale}
        </Key>
      );
    case 'cancelled':
    case 'declined':
    case 'failed':
    case 'refunded':
    case 'released':
    case 'voided':
      return null;
  }
}

/** Shown when a reversal has been in doubt for so long that a manager may decide. */
function DecideRefundKeys({ attempt, pollKey, onDoing }: StateKeysParts) {
  const texts = useTexts();
  const { decide, reversals } = texts.words.payments;
  const undecided = undecidedOf(attempt);
  const forMs = useAge(undecided?.checking?.since ?? attempt.updatedAt);
  if (!undecided?.checking || forMs < DECIDE_AFTER_MS) return null;
  return (
    <>
      <Key
        name="decide"
        icon="lock"
        sub={reversals.line({ amount: texts.money(undecided.amountMinor, attempt.currency), by: undecided.by })}
        onPress={() => onDoing('decide')}
      >
        {decide.titleRefund}
      </Key>
      {pollKey}
    </>
  );
}

function GiveBackKey({ attempt, onPress }: { attempt: AttemptView; onPress: () => void }) {
  const texts = useTexts();
  const text = texts.words.payments;
  const remainingMinor = remainingMinorOf(attempt);
  if (remainingMinor <= 0) return <LockedPlate isGo={false}>{text.allGivenBack}</LockedPlate>;
  return (
    <Key
      name="give-back"
      icon="lock"
      sub={text.giveBackUpTo({ amount: texts.money(remainingMinor, attempt.currency) })}
      onPress={onPress}
    >
      {text.giveBack}
    </Key>
  );
}
