/** Decides where Payment Links and Receipts may be sent. Pure; messages are never really sent. */
import { limits } from '../../platform-api/index.ts';
import type { DeliveryDestinations, DeliveryMethod } from '../../platform-api/index.ts';
import { invalidField } from './refusal.ts';
import type { Refusal } from './refusal.ts';

export const DELIVERY_MS = 1_000;

/**
 * Deliveries to this domain, or to a number that ends in 0000, fail. This is a rule of the sandbox; the domain is
 * reserved.
 */
const UNDELIVERABLE_DOMAIN = '@undeliverable.example';

export interface Destination {
  type: DeliveryMethod;
  /** Destination as given, trimmed. */
  destination: string;
  /** Two destinations with the same key are equal: email addresses ignore case, telephone numbers ignore formatting. */
  key: string;
}

const emailPattern =
  /^[^\s@"(),:;<>[\\\]]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;

/**
 * Digits of a phone number with its plus sign, or null when the text is no number. Ten digits without a plus sign are
 * read as North American.
 */
function phoneKey(text: string): string | null {
  if (!/^\+?[0-9][0-9 ().-]*$/.test(text.replace(/^\(/, ''))) return null;
  const digits = text.replaceAll(/[^0-9]/g, '');
  if (digits.length < 7 || digits.length > 15) return null;
  if (text.startsWith('+')) return `+${digits}`;
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}

const keys: Readonly<Record<DeliveryMethod, (text: string) => string | null>> = {
  EMAIL: (text) => (text.length <= 254 && emailPattern.test(text) ? text.toLowerCase() : null),
  SMS: phoneKey,
  PRINT: (text) => (/^DV\w+$/.test(text) ? text : null),
};

/** The destinations of a request, in order and without duplicates, or the refusals. */
export function readDestinations(
  methods: readonly DeliveryDestinations[],
  allowed: readonly DeliveryMethod[],
): Destination[] | Refusal {
  const found = new Map<string, Destination>();
  for (const [index, { type, destinations }] of methods.entries()) {
    const field = `requested_delivery_methods.${index}`;
    if (!allowed.includes(type)) return invalidField(`${field}.type`, `This can be sent by ${allowed.join(' or ')}.`);
    for (const [place, text] of destinations.entries()) {
      const destination = text.trim();
      const key = keys[type](destination);
      if (key === null) return invalidField(`${field}.destinations.${place}`, `That is no ${type} destination.`);
      if (!found.has(key)) found.set(key, { type, destination, key });
    }
  }
  return [...found.values()];
}

/** Allows at most 15 unique emails and phone numbers for each link, including earlier deliveries. */
export function refuseTooMany(before: readonly string[], more: readonly Destination[]): Refusal | null {
  const all = new Set([...before, ...more.map(({ key }) => key)]);
  if (all.size <= limits.paymentLinkDestinations) return null;
  return invalidField(
    'requested_delivery_methods',
    `A link has at most ${limits.paymentLinkDestinations} unique destinations; these would make ${all.size}.`,
    'TOO_MANY_DESTINATIONS',
  );
}

export function deliver(
  destination: Pick<Destination, 'type' | 'key'>,
): { state: 'SENT' } | { state: 'FAILED'; failure_code: 'UNDELIVERABLE' } {
  const { type, key } = destination;
  const isLost = type === 'EMAIL' ? key.endsWith(UNDELIVERABLE_DOMAIN) : type === 'SMS' && key.endsWith('0000');
  return isLost ? { state: 'FAILED', failure_code: 'UNDELIVERABLE' } : { state: 'SENT' };
}
