/** Texts that the reader displays, or asks its host to display. They are the device's texts, not Tillbridge's. */
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';

export const text = {
  welcome: 'Welcome',
  processing: 'PROCESSING',
  enterPin: 'ENTER PIN',
  authorizing: 'AUTHORIZING',
  approved: 'APPROVED',
  declined: 'DECLINED',
  cardError: 'CARD ERROR',
  timeOut: 'TIME OUT',
  cancelled: 'CANCELLED',
  removeCard: 'REMOVE CARD',
  useStripe: 'USE MAGSTRIPE',
  oneCardOnly: 'PRESENT 1 CARD ONLY',
  thankYou: 'THANK YOU',
  fail: 'FAIL',
} as const;

export function presentCardLine(readers: readonly ReadMode[]): string {
  const has = (mode: ReadMode): boolean => readers.includes(mode);
  const ways = [has('contactless') ? 'TAP' : '', has('chip') ? 'INSERT' : '', has('swipe') ? 'SWIPE' : ''].filter(
    Boolean,
  );
  const last = ways.pop() ?? '';
  return `${ways.length > 0 ? `${ways.join(', ')} OR ` : ''}${last} CARD`;
}
