/** Replaces answers by wrong ones: the record of another payment, or another currency. */
import { equals } from '../store/collection.ts';
import { representAuthorization, representTransfer } from '../views/payments.ts';
import type { World } from '../world/world.ts';
import type { ReadyAnswer } from './reply.ts';

/**
 * Replaces the record by the newest other record of the same kind (and, for a Transfer, of the same type), without the
 * idempotency key and tags that would reveal the swap. Returns the answer unchanged if there is no such record, or if
 * it is of another kind.
 */
export function withOtherRecord(world: World, ready: ReadyAnswer): ReadyAnswer {
  const { id } = JSON.parse(ready.body.toString('utf8')) as { id?: string };
  const other = id === undefined ? null : otherRecord(world, id);
  return other ? withBody(ready, { ...other, idempotency_id: null, tags: {} }) : ready;
}

function otherRecord(world: World, id: string): object | null {
  const { authorizations, transfers } = world.store;
  const isOther = (one: { id: string }): boolean => one.id !== id;
  if (authorizations.find(id)) {
    const other = authorizations.all().find(isOther);
    return other ? representAuthorization(world, other) : null;
  }
  const transfer = transfers.find(id);
  const other = transfer && transfers.all(equals('type', transfer.type)).find(isOther);
  return other ? representTransfer(world, other) : null;
}

/** Replaces the currency of every record in the answer: EUR, or USD instead of EUR. */
export function inOtherCurrency(ready: ReadyAnswer): ReadyAnswer {
  const isCurrency = (key: string, value: unknown): boolean => key === 'currency' && typeof value === 'string';
  const other = (key: string, value: unknown): unknown =>
    isCurrency(key, value) ? (value === 'EUR' ? 'USD' : 'EUR') : value;
  return withBody(ready, JSON.parse(ready.body.toString('utf8'), other));
}

const withBody = (ready: ReadyAnswer, body: unknown): ReadyAnswer => ({
  ...ready,
  body: Buffer.from(JSON.stringify(body), 'utf8'),
});
