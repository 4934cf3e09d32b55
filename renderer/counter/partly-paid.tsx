import { useState } from 'react';
import {
  askedMinorOf,
  orderKeyOf,
  type AttemptView,
  type OrderRoot,
  type OrderSum,
} from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { GiantAmount } from '../components/giant.tsx';
import { Evidence, Key, Keys, Plate, Spacer } from '../components/keys.tsx';
import {
  Foot,
  LeadTitle,
  FirstLine,
  Next,
  Say,
  SplitWindow,
  Strip,
  Window,
  WindowPart,
} from '../components/window.tsx';
import { goToPayment } from '../frame/routes.ts';
import { ReceiptKeys } from '../receipts/receipt-keys.tsx';
import { useCommands } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { ChargeKey } from '../sale/charge-key.tsx';
import { CardLeftIn, useSlotWords } from './card-left-in.tsx';
import { AttemptFacts } from './facts.tsx';
import { OrderSumList, useOrderSum } from '../sale/order-sum.tsx';
import { OtherTenderKey, OtherTenderKeys } from '../sale/other-tender-key.tsx';
import { sentences, type OutcomeMessage } from '../sale/message.ts';
import { PayLinkKey } from '../sale/pay-link-key.tsx';
import { Problem } from '../sale/problem.tsx';
import { evidenceOf } from './steps-of.ts';

interface Parts {
  message: OutcomeMessage;
  attempt: AttemptView;
  screenKey: string;
}

/**
 * Screen of a partly paid order: another card, a payment link or another tender can pay the rest; the screen shows the
 * sum.
 */
export function PartlyPaid({ message, attempt, screenKey }: Parts) {
  const [isNoting, setIsNoting] = useState(false);
  const order = useOrderSum(attempt);
  const root = order?.root ?? attempt;
  const own = {
    totalMinor: askedMinorOf(attempt),
    parts: [],
    restMinor: askedMinorOf(attempt) - (message.movedMinor ?? 0),
    excessMinor: 0,
  };
  const sum: OrderSum = order?.sum ?? own;
  if (sum.restMinor === 0) return <PaidInParts attempt={attempt} sum={sum} screenKey={screenKey} />;
  return (
    <>
      <PartlyPaidWindow message={message} attempt={attempt} sum={sum} screenKey={screenKey} />
      {isNoting ? (
        <OtherTenderKeys
          amountMinor={sum.restMinor}
          currency={attempt.currency}
          part={root}
          order={root.order}
          onDone={() => setIsNoting(false)}
        />
      ) : (
        <RestKeys attempt={attempt} root={root} sum={sum} onNote={() => setIsNoting(true)} />
      )}
    </>
  );
}

/** Two fields: the paid part in green, the part still to pay in amber. */
function PartlyPaidWindow({ message, attempt, sum, screenKey }: Parts & { sum: OrderSum }) {
  const texts = useTexts();
  const { words } = texts;
  const { partly, tooLate } = words.outcomes;
  const slot = useSlotWords(attempt);
  const next = partly.next({ rest: texts.money(sum.restMinor, attempt.currency) });
  return (
    <SplitWindow label={words.counter.outcomeRegion} screenKey={screenKey}>
      <WindowPart state="paid">
        <FirstLine mark={message.mark}>
          <LeadTitle>
            {message.heading}
            {attempt.cancelTooLate ? <span className="tb-sr">{tooLate.spoken}</span> : null}
          </LeadTitle>
        </FirstLine>
        <GiantAmount amountMinor={message.movedMinor ?? 0} currency={attempt.currency} />
        {attempt.cancelTooLate ? <Strip>{tooLate.strip}</Strip> : null}
        <CardLeftIn attempt={attempt} />
        {message.say ? <Say>{message.say}</Say> : null}
        {/* Next to the strip, the facts would push the next step off the screen. */}
        {slot ? null : (
          <Foot>
            <AttemptFacts attempt={attempt} />
          </Foot>
        )}
      </WindowPart>
      <WindowPart state="checking">
        <FirstLine>
          <h2>{partly.rest}</h2>
        </FirstLine>
        <GiantAmount amountMinor={sum.restMinor} currency={attempt.currency} />
        <Foot>
          <Next>{next}</Next>
        </Foot>
      </WindowPart>
    </SplitWindow>
  );
}

function RestKeys({
  attempt,
  root,
  sum,
  onNote,
}: {
  attempt: AttemptView;
  root: OrderRoot;
  sum: OrderSum;
  onNote: () => void;
}) {
  const texts = useTexts();
  const { links, outcomes } = texts.words;
  const { dismiss, chargeAgain, openRestLink } = useCommands();
  const rest = texts.money(sum.restMinor, attempt.currency);
  const paid = texts.money(attempt.capturedMinor ?? 0, attempt.currency);
  // The rest belongs to the same order; an order without a number is identified by its first payment.
  const order = orderKeyOf(root);
  return (
    <Keys>
      {sum.parts.length > 1 ? (
        <Plate title={links.sum.title}>
          <OrderSumList sum={sum} currency={attempt.currency} />
        </Plate>
      ) : (
        <Evidence
          title={outcomes.evidence.whatHappened}
          lines={evidenceOf(attempt, texts, attempt.cancelTooLate)}
          isWideOnly
        />
      )}
      <PayLinkKey
        amountMinor={sum.restMinor}
        currency={attempt.currency}
        order={order}
        label={links.keyFor({ amount: rest })}
        onPress={() => void openRestLink(root, sum.restMinor)}
      />
      <OtherTenderKey onPress={onNote} />
      <ReceiptKeys attempt={attempt} isCompact />
      <Problem />
      <Spacer />
      <Key name="give-back" icon="lock" onPress={() => goToPayment(attempt.id)}>
        {links.giveBack({ amount: paid })}
      </Key>
      <Key name="end-sale" shortcut="Escape" onPress={dismiss}>
        {outcomes.partly.end}
      </Key>
      <ChargeKey
        name="charge-again"
        amountMinor={sum.restMinor}
        currency={attempt.currency}
        order={order}
        // The rest is part of the requested amount, which already includes a surcharge.
        onPress={() =>
          void chargeAgain(sum.restMinor, {
            currency: attempt.currency,
            order,
            note: attempt.note,
            surchargeMinor: 0,
          })
        }
      >
        {outcomes.keys.chargeRest({ amount: rest })}
      </ChargeKey>
    </Keys>
  );
}

/** Shown when the whole order was paid, in parts. */
function PaidInParts({ attempt, sum, screenKey }: { attempt: AttemptView; sum: OrderSum; screenKey: string }) {
  const texts = useTexts();
  const { counter, links, outcomes } = texts.words;
  const text = links.sum;
  const { dismiss } = useCommands();
  const say = text.completeSay({ amount: texts.money(sum.totalMinor, attempt.currency) });
  const excess = sum.excessMinor > 0 ? texts.money(sum.excessMinor, attempt.currency) : null;
  const strip = excess === null ? null : text.tooMuch({ amount: excess });
  const next = excess === null ? text.completeNext : text.tooMuchNext({ amount: excess });
  const key = `${screenKey}/complete${sum.excessMinor}`;
  useSpeakOnce(key, sentences([text.complete, strip, say, next]), strip === null ? 'polite' : 'assertive');
  return (
    <>
      <Window state="paid" label={counter.outcomeRegion} screenKey={key}>
        <FirstLine mark="paid">
          <LeadTitle>{text.complete}</LeadTitle>
        </FirstLine>
        <GiantAmount amountMinor={sum.totalMinor} currency={attempt.currency} />
        {strip === null ? null : <Strip>{strip}</Strip>}
        <CardLeftIn attempt={attempt} />
        <Say>{say}</Say>
        <Foot>
          <Next>{next}</Next>
          <AttemptFacts attempt={attempt} />
        </Foot>
      </Window>
      <Keys>
        <Plate title={text.title}>
          <OrderSumList sum={sum} currency={attempt.currency} />
        </Plate>
        <ReceiptKeys attempt={attempt} isCompact />
        <Problem />
        <Spacer />
        <Key name="new-sale" variant="go" shortcut="Enter" onPress={dismiss}>
          {outcomes.keys.newSale}
        </Key>
      </Keys>
    </>
  );
}
