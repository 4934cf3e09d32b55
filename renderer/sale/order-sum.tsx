import { useMemo } from 'react';
import { orderRootOf, orderSumOf, type OrderRoot, type OrderSum } from '../../electron/contract/index.ts';
import { useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import * as css from './order-sum.module.css';

const none: readonly never[] = [];

/** The order that a payment is a part of, with its payments, or null if it was paid in a single payment. */
export function useOrderSum(payment: OrderRoot | undefined): { root: OrderRoot; sum: OrderSum } | null {
  const attempts = useTill((state) => state.mirror.host?.attempts ?? none);
  const payLinks = useTill((state) => state.mirror.host?.payLinks);
  const otherTenders = useTill((state) => state.mirror.host?.otherTenders);
  return useMemo(() => {
    const root = payment && orderRootOf(payment, { attempts, payLinks });
    return root ? { root, sum: orderSumOf(root, { attempts, payLinks, otherTenders }) } : null;
  }, [payment, attempts, payLinks, otherTenders]);
}

/** The parts of an order, in one column, so that they add up. */
export function OrderSumList({ sum, currency }: { sum: OrderSum; currency: string }) {
  const texts = useTexts();
  const text = texts.words.links.sum;
  const money = (amountMinor: number) => texts.money(amountMinor, currency);
  return (
    <dl className={css.orderSum} data-part="order-sum">
      {sum.parts.map((part) => (
        <div key={part.id}>
          <dt>{text.kinds[part.kind]}</dt>
          <dd>{money(part.amountMinor)}</dd>
        </div>
      ))}
      {sum.restMinor > 0 ? (
        <div>
          <dt>{text.rest}</dt>
          <dd>{money(sum.restMinor)}</dd>
        </div>
      ) : null}
      <div data-total>
        <dt>{text.total}</dt>
        <dd>{money(sum.totalMinor)}</dd>
      </div>
      {sum.excessMinor > 0 ? (
        <div>
          <dt>
            <b>{text.excess}</b>
          </dt>
          <dd>
            <b>{money(sum.excessMinor)}</b>
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
