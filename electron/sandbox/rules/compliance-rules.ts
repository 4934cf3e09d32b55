/** Decides when a Compliance Form is due, is signed, and lapses. Pure. Times in milliseconds since 1970. */
import { isIP } from 'node:net';
import type { DigitalSignature } from '../../platform-api/index.ts';
import { conflict, invalidField } from './refusal.ts';
import type { Refusal } from './refusal.ts';

const DAY_MS = 24 * 60 * 60_000;
const SIGNING_DAYS = 90;
/** Version of the form that Merchants sign. */
export const FORM_VERSION = '4.0.1';
/** Tolerance for a signature's time that is ahead of the sandbox's clock. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** The same time a year later; 29 February becomes 1 March. */
function aYearAfter(time: number): number {
  const date = new Date(time);
  return date.setUTCFullYear(date.getUTCFullYear() + 1);
}

export interface FormFacts {
  state: 'INCOMPLETE' | 'COMPLETE' | 'OVERDUE' | 'EXPIRED';
  due_at: number;
  valid_from: number | null;
  valid_until: number | null;
  pci_saq_a: DigitalSignature | null;
  signed_file: string | null;
  /** INCOMPLETE becomes OVERDUE, COMPLETE becomes EXPIRED. */
  pending: { decides_at: number; change: Partial<FormFacts> } | null;
}

export function unsignedForm(now: number): FormFacts {
  const due_at = now + SIGNING_DAYS * DAY_MS;
  return {
    state: 'INCOMPLETE',
    due_at,
    valid_from: null,
    valid_until: null,
    pci_saq_a: null,
    signed_file: null,
    pending: { decides_at: due_at, change: { state: 'OVERDUE' } },
  };
}

/** Changes that a signature makes to a form, which is then valid for a year. */
export function signedForm(signature: DigitalSignature, signedFile: string, now: number): Omit<FormFacts, 'due_at'> {
  const valid_until = aYearAfter(now);
  return {
    state: 'COMPLETE',
    valid_from: now,
    valid_until,
    pci_saq_a: signature,
    signed_file: signedFile,
    pending: { decides_at: valid_until, change: { state: 'EXPIRED' } },
  };
}

/** Allows one signature, late or not, that accepts the form and has a date in the past. */
export function refuseSignature(
  form: Pick<FormFacts, 'state'>,
  signature: DigitalSignature,
  now: number,
): Refusal | null {
  if (form.state === 'COMPLETE') return conflict('The form is signed already.');
  if (form.state === 'EXPIRED') return conflict('The form has expired; a newer one is to be signed.');
  if (signature.is_accepted === false)
    return invalidField('pci_saq_a.is_accepted', 'The form must be accepted to be signed.');
  if (isIP(signature.ip_address) === 0) return invalidField('pci_saq_a.ip_address', 'That is no IP address.');
  const signedAt = Date.parse(signature.signed_at);
  if (Number.isNaN(signedAt)) return invalidField('pci_saq_a.signed_at', 'That is no time.');
  if (signedAt > now + CLOCK_TOLERANCE_MS) return invalidField('pci_saq_a.signed_at', 'That time is still to come.');
  return null;
}
