/** Key that a reversal is sent with and looked up by. Pure. */
import { reversalIdempotencyIdOf } from '../../domain/index.ts';
import { TillError } from '../../contract/index.ts';
import type { Attempt } from './machine/index.ts';
import type { ReversalKey } from './ports.ts';

/** @throws HOST_INTERNAL when the attempt has no such reversal, which is a bug */
export function reversalKeyOf({ intent, reversals }: Attempt, reversal: string): Omit<ReversalKey, 'transfer'> {
  const asked = reversals.find(({ id }) => id === reversal);
  if (!asked) throw new TillError('HOST_INTERNAL', 'A reversal without a request was about to be sent.');
  return {
    idempotencyId: reversalIdempotencyIdOf(intent.attempt, reversal),
    attempt: intent.attempt,
    amountMinor: asked.amountMinor,
    // An adopted reversal was sent at some earlier time, but not before its payment.
    startedAt: asked.isAdopted ? intent.startedAt : asked.askedAt,
  };
}
