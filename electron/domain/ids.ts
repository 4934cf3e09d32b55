const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'; // Crockford's base 32: no i, l, o, u

/**
 * Creates an attempt id, such as `A-1jd4k2x9q-7f3k9m2p`: 9 digits of time (sortable), 8 of randomness. Created once per
 * charge request; sending the same id twice means the same payment.
 * @param now milliseconds since 1970
 * @param random at least 8 random bytes from a cryptographic source
 */
export function newAttemptId(now: number, random: Uint8Array): string {
  let time = '';
  for (let rest = now, i = 0; i < 9; i += 1, rest = Math.floor(rest / 32)) time = `${alphabet[rest % 32]}${time}`;
  const tail = Array.from(random.subarray(0, 8), (byte) => alphabet[byte % 32]).join('');
  return `A-${time}-${tail}`;
}

const ownId = new RegExp(`^A-[${alphabet}]{9}-[${alphabet}]{8}$`);

/** Order as people know it, or null if the till generated the name for an order without a reference. */
export function orderNameOf({ order }: { order: string | null }): string | null {
  return order === null || ownId.test(order) ? null : order;
}

/** Idempotency key of an attempt's authorization. One attempt, one key (money rule 2). */
export function idempotencyIdOf(attempt: string): string {
  return `tillbridge-${attempt}`;
}

/** Idempotency key of one reversal of an attempt (money rule 2: one reversal, one key). */
export function reversalIdempotencyIdOf(attempt: string, reversal: string): string {
  return `tillbridge-${attempt}-r-${reversal}`;
}

/** Tag that identifies a payment link on the platform, because links have no idempotency keys. */
export const LINK_TAG = 'pay_link';
