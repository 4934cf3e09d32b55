/** Masks the destination of a link for the journal: enough to identify it, too little to write to it. */
import { TillError, type LinkDelivery } from '../../contract/index.ts';

const emailPattern = /^([^\s@]+)@([^\s@]+\.[^\s@]+)$/;

/**
 * `m•••@example.com`, `•••0134`.
 * @throws RECEIPT_ADDRESS when `to` is not an e-mail address or a telephone number
 */
export function maskedDestination(way: LinkDelivery['way'], to: string): string {
  if (way === 'EMAIL') {
    const [, name, domain] = emailPattern.exec(to) ?? [];
    if (!name || !domain) throw invalid(way);
    return `${name.slice(0, 1)}•••@${domain}`;
  }
  const digits = to.replaceAll(/[^0-9]/g, '');
  if (digits.length < 7 || digits.length > 15 || /[^0-9+().\s-]/.test(to)) throw invalid(way);
  return `•••${digits.slice(-4)}`;
}

function invalid(way: LinkDelivery['way']): TillError {
  const what = way === 'EMAIL' ? 'an e-mail address' : 'a telephone number';
  return new TillError('RECEIPT_ADDRESS', `That is not ${what}.`, { context: { method: way } });
}
