import type { DayTotals, OtherTender } from '../../electron/contract/index.ts';
import { Plate } from '../components/keys.tsx';
import { NoteLine, OrderLine } from '../sale/order-notes.tsx';
import { useNow } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { dayWords } from '../text/day-words.ts';
import { orderAt } from '../text/payment-words.ts';
import * as listCss from '../components/list.module.css';

/**
 * Lists the payments without the card terminal: links, and notes of money received with another tender. A mistaken note
 * can be withdrawn here, also for an order without a card payment.
 */
export function LinksAndNotes({
  totals: { links, notes },
  onTakeBack,
}: {
  totals: Pick<DayTotals, 'links' | 'notes'>;
  onTakeBack: (noted: OtherTender) => void;
}) {
  const texts = useTexts(dayWords);
  const { day: text, payments } = texts.words;
  const now = useNow();
  if (links.length + notes.length === 0) return null;
  return (
    <Plate title={text.linksAndNotes}>
      <ul className={listCss.orderNotes}>
        {links.map(({ id, order, note, paidMinor, reversedMinor, currency, at, transfers }) => (
          <OrderLine
            key={id}
            name={texts.words.links.sum.kinds.link}
            money={texts.money(paidMinor, currency)}
            facts={[
              orderAt(order, texts.shortTime(at, now), texts),
              reversedMinor === undefined ? null : payments.givenBack({ amount: texts.money(reversedMinor, currency) }),
              ...transfers,
              note,
            ]}
          />
        ))}
        {notes.map((noted) => (
          <NoteLine key={noted.id} noted={noted} saysOrder onTakeBack={onTakeBack} />
        ))}
      </ul>
    </Plate>
  );
}
