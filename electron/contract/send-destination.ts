import type { SendMethod } from './receipts.ts';

/** E-mail: something, one @, a host with a dot. */
const emailPattern = /^[^\s@<>"(),:;[\]\\]{1,64}@[^\s@]{1,190}\.[^\s@.]{2,63}$/;
const MAX_EMAIL = 254;

/**
 * What was typed as the platform takes it: an e-mail address, or a telephone number in international form (E.164).
 * A number without a country code belongs to none, so it is refused. Null: neither.
 */
export function sendDestination(method: SendMethod, typed: string): string | null {
  const text = typed.trim();
  if (method === 'EMAIL') return text.length <= MAX_EMAIL && emailPattern.test(text) ? text : null;
  const digits = text.replace(/[\s().\-/\u00a0]/g, '').replace(/^00/, '+');
  return /^\+[1-9][0-9]{7,14}$/.test(digits) ? digits : null;
}
