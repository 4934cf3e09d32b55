const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'; // Crockford's base 32: no i, l, o, u

/**
 * A new attempt id, e.g. `A-1jd4k2x9q-7f3k9m2p`: 9 digits of time (sortable), 8 of randomness. Made once per charge
 * request; the same id sent twice is the same payment.
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

/** An order as people know it: null where the till made up a name itself, for an order without a reference. */
export function orderNameOf({ order }: { order: string | null }): string | null {
  return order === null || ownId.test(order) ? null : order;
}

/** The idempotency key of an attempt's authorization. One attempt, one key (money rule 2). */
export function idempotencyIdOf(attempt: string): string {
  return `tillbridge-${attempt}`;
}

/** The idempotency key of one reversal of an attempt (money rule 2: one reversal, one key). */
export function reversalIdempotencyIdOf(attempt: string, reversal: string): string {
  return `tillbridge-${attempt}-r-${reversal}`;
}

/** The tag under which a payment link is found again at the platform: there are no idempotency keys for links. */
export const LINK_TAG = 'pay_link';
