/**
 * The merchant account in which a payment stands. "None under this key" proves something only there: a till that was set up
 * anew, or started for practice on the same data folder, must not call a payment of another account never made.
 */
import { createHash } from 'node:crypto';

/** Nothing secret: a check sum of the user's id, and the merchant's id where one is set. */
export function accountOf(username: string, merchant: string | null): string {
  const user = createHash('sha256').update(username).digest('hex').slice(0, 8);
  return `${user}/${merchant === null ? '-' : encodeURIComponent(merchant)}`;
}

/** The same user, or the same merchant under new credentials. */
export function isSameAccount(one: string, other: string): boolean {
  const [user, merchant] = one.split('/');
  const [otherUser, otherMerchant] = other.split('/');
  return user === otherUser || (merchant !== '-' && merchant === otherMerchant);
}
