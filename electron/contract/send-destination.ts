import type { SendMethod } from './receipts.ts';

/** E-mail: any text, one @, a host with a dot. */
const emailPattern = /^[^\s@<>"(),:;[\]\\]{1,64}@[^\s@]{1,190}\.[^\s@.]{2,63}$/;
const MAX_EMAIL = 254;

/**
 * Normalizes a typed destination for the platform: an e-mail address, or a telephone number in international form
 * (E.164). A number without a country code is ambiguous, so it is refused. Returns null for any other text.
 */
export function sendDestination(method: SendMethod, typed: string): string | null {
  const text = typed.trim();
  if (method === 'EMAIL') return text.length <= MAX_EMAIL && emailPattern.test(text) ? text : null;
  const digits = text.replace(/[\s().\-/\u00a0]/g, '').replace(/^00/, '+');
  return /^\+[1-9][0-9]{7,14}$/.test(digits) ? digits : null;
}
