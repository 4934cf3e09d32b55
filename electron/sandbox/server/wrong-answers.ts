/** Answers about something else than was asked for: the record of another payment, or another currency. */
import { equals } from '../store/collection.ts';
import { representAuthorization, representTransfer } from '../views/payments.ts';
import type { World } from '../world/world.ts';
import type { ReadyAnswer } from './reply.ts';

/**
 * The newest other record of the kind that the answer is about, and of a Transfer of its type, without the key and the tags
 * that would say whose it is. The answer itself where there is none, or where it is about another kind.
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

/** EUR in every record of the answer, and USD in its place. */
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
