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
 * In a payment's details: the other parts of its order, and who noted what as paid another way, and when. A mistake can be
 * taken back, and then is shown as one.
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

/** One part of what was paid: what it is, how much, and what else is known of it. */
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

/** One note: how, how much, by whom and when; and the key that takes it back, or who did. */
export function NoteLine({
  noted,
  saysOrder = false,
  onTakeBack,
}: {
  noted: OtherTender;
  /** Where it is not plain which order it belongs to. */
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

/** Of the whole journal, and what came since; only that where the host does not answer. */
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
  // One that was taken back since is newer in the mirror.
  return [...news, ...known.map((one) => recent.find(({ id }) => id === one.id) ?? one)];
}
