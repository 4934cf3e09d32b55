/** Terminal payments of an order, from the journal's index: every hold, and the newest of the other payments. */
import type { AttemptView } from '../../contract/index.ts';
import type { Finder } from '../journal/index.ts';
import type { PaymentEngine } from '../payments/index.ts';

/** More payments than any order has; the same reference may come again every day for years. */
const NEWEST = 30;

/**
 * Reads payments by the order's key: the till's reference, or the id of its first payment. Holds are found however old
 * they are, other payments among the newest. While older payments are still being indexed, the index is used as far as
 * it is complete.
 * @throws JRNL_UNWRITABLE, JRNL_CORRUPT when the index cannot be read
 */
export function openOrderPayments(
  finder: Pick<Finder, 'ofOrder' | 'held' | 'isComplete'>,
  engine: Pick<PaymentEngine, 'getMany'>,
): (order: string) => AttemptView[] {
  return (order) => {
    // A tab may be in the earlier index, which had no references.
    const held = finder.isComplete() ? [] : finder.held();
    const ids = new Set([...finder.ofOrder(order, NEWEST), ...held, order]);
    return engine
      .getMany([...ids])
      .filter((one) => one.payLink === undefined && (one.order === order || one.id === order));
  };
}
