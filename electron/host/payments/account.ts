/**
 * The merchant account of a payment. "None under this key" is proof only within that account. A till that was set up
 * again, or started for practice on the same data folder, must still search for a payment of another account.
 */
import { createHash } from 'node:crypto';
import { isLoopback } from '../../domain/index.ts';

/**
 * Account of a till: a checksum of the user's id, the merchant's id if set, and the platform's host. An account
 * contains no secret. A platform on this computer has no port in it, because the sandbox takes any free port.
 */
export function accountOf(username: string, merchant: string | null, url: string): string {
  const user = createHash('sha256').update(username).digest('hex').slice(0, 8);
  const { host, hostname } = new URL(url);
  return `${user}/${merchant === null ? '-' : encodeURIComponent(merchant)}/${isLoopback(hostname) ? 'local' : encodeURIComponent(host)}`;
}

/**
 * True for the same user, or the same merchant under new credentials, at the same platform. Accounts written by earlier
 * versions name no platform.
 */
export function isSameAccount(one: string, other: string): boolean {
  const [user, merchant, platform] = one.split('/');
  const [otherUser, otherMerchant, otherPlatform] = other.split('/');
  if (platform !== undefined && otherPlatform !== undefined && platform !== otherPlatform) return false;
  return user === otherUser || (merchant !== '-' && merchant === otherMerchant);
}
