import { orderNameOf } from '../../electron/domain/index.ts';
import { type AttemptView } from '../../electron/contract/index.ts';
import { Fact, Facts } from '../components/window.tsx';
import { useTexts } from '../text/index.ts';
import { brandName } from '../text/payment-words.ts';

/** Order, card, approval and time of a payment, for the foot of an outcome. */
export function AttemptFacts({ attempt, children }: { attempt: AttemptView; children?: React.ReactNode }) {
  const texts = useTexts();
  const { facts } = texts.words.outcomes;
  const { card } = attempt;
  const order = orderNameOf(attempt);
  const entry = card ? facts.entry[card.entryMode] : '';
  return (
    <Facts>
      {order ? <Fact label={facts.order} value={order} /> : null}
      {card?.brand || card?.lastFour ? (
        <span>
          {brandName(card.brand)} <b>{card.lastFour}</b>
          {entry ? `, ${entry}` : ''}
        </span>
      ) : null}
      {children}
      {card?.approvalCode ? <Fact label={facts.approval} value={card.approvalCode} isCode /> : null}
      {attempt.finishedAt ? <Fact label={texts.clockTime(attempt.finishedAt)} isWideOnly /> : null}
    </Facts>
  );
}

/** Amount and order in line 1 of an outcome in which no money moved. */
export function AmountLine({ attempt }: { attempt: AttemptView }) {
  const texts = useTexts();
  const amount = texts.money(attempt.totalMinor, attempt.currency);
  const order = orderNameOf(attempt);
  return <span>{order ? `${amount}, ${texts.words.counter.order({ order })}` : amount}</span>;
}
