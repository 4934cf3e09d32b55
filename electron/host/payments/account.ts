/**
 * The merchant account in which a payment stands. "None under this key" proves something only there: a till that was set up
 * anew, or started for practice on the same data folder, must not call a payment of another account never made.
 */
import { createHash } from 'node:crypto';
import { isLoopback } from '../../domain/index.ts';

/**
 * Nothing secret: a check sum of the user's id, the merchant's id where one is set, and whose platform it is. A port is left
 * out on this computer itself, where the sandbox takes any that is free.
 */
export function accountOf(username: string, merchant: string | null, url: string): string {
  const user = createHash('sha256').update(username).digest('hex').slice(0, 8);
  const { host, hostname } = new URL(url);
  return `${user}/${merchant === null ? '-' : encodeURIComponent(merchant)}/${isLoopback(hostname) ? 'local' : encodeURIComponent(host)}`;
}

/** The same user, or the same merchant under new credentials, at the same platform. What was written earlier names none. */
export function isSameAccount(one: string, other: string): boolean {
  const [user, merchant, platform] = one.split('/');
  const [otherUser, otherMerchant, otherPlatform] = other.split('/');
  if (platform !== undefined && otherPlatform !== undefined && platform !== otherPlatform) return false;
  return user === otherUser || (merchant !== '-' && merchant === otherMerchant);
}
