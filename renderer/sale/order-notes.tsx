import { useEffect, useState, type ReactNode } from 'react';
import { orderKeyOf, type AttemptView, type OtherTender } from '../../electron/contract/index.ts';
import { Key, Plate } from '../components/keys.tsx';
import { OrderSumList, useOrderSum } from './order-sum.tsx';
import { useCommands, useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { orderAt } from '../text/payment-words.ts';
import * as listCss from '../components/list.module.css';

const none: readonly OtherTender[] = [];

/**
 * The other parts of a payment's order, and the notes of money received with another tender, with name and time. A
 * mistaken note can be withdrawn, and is then marked.
 */
export function OrderNotes({
  attempt,
  onTakeBack,
}: {
  attempt: AttemptView;
  onTakeBack: (noted: OtherTender) => void;
}) {
  const texts = useTexts();
  const { links } = texts.words;
  const order = useOrderSum(attempt);
  const notes = useNotes(attempt);
  if (!order && notes.length === 0) return null;
  return (
    <Plate title={links.sum.title}>
      {order ? <OrderSumList sum={order.sum} currency={attempt.currency} /> : null}
      {notes.length === 0 ? null : (
        <ul className={listCss.orderNotes}>
          {notes.map((one) => (
            <NoteLine key={one.id} noted={one} onTakeBack={onTakeBack} />
          ))}
        </ul>
      )}
    </Plate>
  );
}

/** One part of the paid total: its kind, amount and further facts. */
export function OrderLine({
  name,
  money,
  facts,
  children,
}: {
  name: string;
  money: string;
  facts: readonly (string | null)[];
  children?: ReactNode;
}) {
  return (
    <li>
      <p className={listCss.orderNote}>
        <b>{name}</b>
        <b>{money}</b>
      </p>
      <span className="tb-quiet">{facts.filter(Boolean).join(', ')}</span>
      {children}
    </li>
  );
}

/**
 * A note: tender, amount, name and time, with the key that withdraws the note, or the name of the person who withdrew
 * it.
 */
export function NoteLine({
  noted,
  saysOrder = false,
  onTakeBack,
}: {
  noted: OtherTender;
  /** True when the order must be shown, because the context does not show it. */
  saysOrder?: boolean;
  onTakeBack: (noted: OtherTender) => void;
}) {
  const texts = useTexts();
  const { otherTender: text } = texts.words.links;
  const now = useNow();
  const time = texts.shortTime(noted.at, now);
  const by = text.notedBy({ name: noted.by });
  const facts = saysOrder ? [orderAt(noted.order, time, texts), by] : [by, time];
  const money = texts.money(noted.amountMinor, noted.currency);
  return (
    <OrderLine name={text.ways[noted.way]} money={money} facts={[...facts, noted.note]}>
      {noted.takenBack ? (
        <span>
          <b>{text.takenBackBy({ name: noted.takenBack.by })}</b>, {texts.shortTime(noted.takenBack.at, now)}:{' '}
          {noted.takenBack.reason}
        </span>
      ) : (
        <Key
          name={`take-back/${noted.id}`}
          variant="small"
          label={`${text.takeBack}, ${money}`}
          onPress={() => onTakeBack(noted)}
        >
          {text.takeBack}
        </Key>
      )}
    </OrderLine>
  );
}

/**
 * Notes of the whole journal, and newer notes from the mirror; only the mirror's notes when the host does not answer.
 */
function useNotes(attempt: AttemptView): readonly OtherTender[] {
  const recent = useTill((state) => state.mirror.host?.otherTenders ?? none);
  const { listOtherTenders } = useCommands();
  const key = orderKeyOf(attempt);
  const [found, setFound] = useState<{ key: string; notes: readonly OtherTender[] } | null>(null);
  useEffect(() => {
    let isShown = true;
    listOtherTenders(key).then(
      (notes) => {
        if (isShown) setFound({ key, notes });
      },
      () => setFound(null),
    );
    return () => {
      isShown = false;
    };
  }, [key, listOtherTenders]);
  const known = found?.key === key ? found.notes : none;
  const news = recent.filter(({ id, order }) => order === key && !known.some((one) => one.id === id));
  // The mirror has the newer state of a note that was withdrawn since.
  return [...news, ...known.map((one) => recent.find(({ id }) => id === one.id) ?? one)];
}
