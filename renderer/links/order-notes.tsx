import { useEffect, useState } from 'react';
import { orderKeyOf, type AttemptView, type OtherWay } from '../../electron/contract/index.ts';
import { Key, Plate } from '../components/keys.tsx';
import { OrderSumList, useOrderSum } from '../counter/order-sum.tsx';
import { useCommands, useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';

const none: readonly OtherWay[] = [];

/**
 * In a payment's details: the other parts of its order, and who noted what as paid another way, and when. A mistake can be
 * taken back, and then is shown as one.
 */
export function OrderNotes({ attempt, onTakeBack }: { attempt: AttemptView; onTakeBack: (noted: OtherWay) => void }) {
  const texts = useTexts();
  const { links } = texts.words;
  const order = useOrderSum(attempt);
  const notes = useNotes(attempt);
  const now = useNow();
  if (!order && notes.length === 0) return null;
  return (
    <Plate title={links.sum.title}>
      {order ? <OrderSumList sum={order.sum} currency={attempt.currency} /> : null}
      {notes.length === 0 ? null : (
        <ul className="tb-order-notes">
          {notes.map((one) => (
            <li key={one.id}>
              <p className="tb-order-note">
                <b>{links.otherWay.ways[one.way]}</b>
                <b>{texts.money(one.amountMinor, one.currency)}</b>
              </p>
              <span className="tb-quiet">
                {[links.otherWay.notedBy(one.by), texts.shortTime(one.at, now), one.note].filter(Boolean).join(', ')}
              </span>
              {one.takenBack ? (
                <span>
                  <b>{links.otherWay.takenBackBy(one.takenBack.by)}</b>, {texts.shortTime(one.takenBack.at, now)}:{' '}
                  {one.takenBack.reason}
                </span>
              ) : (
                <Key
                  name={`take-back/${one.id}`}
                  variant="small"
                  label={`${links.otherWay.takeBack}, ${texts.money(one.amountMinor, one.currency)}`}
                  onPress={() => onTakeBack(one)}
                >
                  {links.otherWay.takeBack}
                </Key>
              )}
            </li>
          ))}
        </ul>
      )}
    </Plate>
  );
}

/** Of the whole journal, and what came since; only that where the host does not answer. */
function useNotes(attempt: AttemptView): readonly OtherWay[] {
  const recent = useTill((state) => state.mirror.host?.otherWays ?? none);
  const { listOtherWays } = useCommands();
  const key = orderKeyOf(attempt);
  const [found, setFound] = useState<{ key: string; notes: readonly OtherWay[] } | null>(null);
  useEffect(() => {
    let isShown = true;
    listOtherWays(key).then(
      (notes) => {
        if (isShown) setFound({ key, notes });
      },
      () => setFound(null),
    );
    return () => {
      isShown = false;
    };
  }, [key, listOtherWays]);
  const known = found?.key === key ? found.notes : none;
  const news = recent.filter(({ id, order }) => order === key && !known.some((one) => one.id === id));
  // One that was taken back since is newer in the mirror.
  return [...news, ...known.map((one) => recent.find(({ id }) => id === one.id) ?? one)];
}
