/** The payments of an order at the terminal, of the whole journal and not only of the newest. */
import type { AttemptView } from '../../contract/index.ts';
import type { Finder } from '../journal/index.ts';
import type { PaymentEngine } from '../payments/index.ts';

/** More than any order is paid in; one reference may come again every day for years. */
const NEWEST = 30;

/**
 * Reads them by the order's key: the till's reference, or the id of its first payment. What is held is found however old,
 * of the others the newest. While payments of before are still being sorted in, what is known is used. Throws
 * JRNL_UNWRITABLE, JRNL_CORRUPT where the index cannot be read.
 */
export function openOrderPayments(
  finder: Pick<Finder, 'ofOrder' | 'held' | 'isComplete'>,
  engine: Pick<PaymentEngine, 'getMany'>,
): (order: string) => AttemptView[] {
  return (order) => {
    // A tab may be in the index of before, which knew no references.
    const held = finder.isComplete() ? [] : finder.held();
    const ids = new Set([...finder.ofOrder(order, NEWEST), ...held, order]);
    return engine
      .getMany([...ids])
      .filter((one) => one.payLink === undefined && (one.order === order || one.id === order));
  };
}
