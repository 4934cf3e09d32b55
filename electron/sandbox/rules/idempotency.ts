/**
 * Decides the answer to a repeated `idempotency_id` on the same endpoint. The specification says that it "is rejected
 * with an exception", newer public guides disagree, and recorded traffic shows a third behaviour, so all three are
 * implemented.
 */
import { createHash } from 'node:crypto';
import type { EncryptedCardData, FailureCode } from '../../platform-api/index.ts';
import type { Refusal } from './refusal.ts';

/**
 * `reference-original` (default, observed): 422 with the original's id, and its failure code if it failed. `reject` (a
 * narrow reading of the specification): 422 without the original. `return-original` (newer guides): the original's
 * answer again, or 422 when the body differs.
 */
export const idempotencyModes = ['reference-original', 'reject', 'return-original'] as const;
export type IdempotencyMode = (typeof idempotencyModes)[number];

export interface Original {
  /** Id of the original, under the name of its kind. */
  authorization?: string;
  transfer?: string;
  failureCode: FailureCode | null;
  fingerprint: string;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}

/** Fingerprint that equal requests share. It leaves out the ciphertext, and includes its key serial number instead. */
export function fingerprintOf(body: object): string {
  const { payment_instrument: card, ...rest } = body as { payment_instrument?: EncryptedCardData };
  const ksn = card?.emv_data_key_serial_number.toUpperCase() ?? null;
  return createHash('sha256')
    .update(canonical({ ...rest, ksn }))
    .digest('hex');
}

/** The refusal of a repeat, or null when the original's answer must be returned again. */
export function refuseRepeat(mode: IdempotencyMode, original: Original, fingerprint: string): Refusal | null {
  const again: Refusal = {
    status: 422,
    code: 'UNPROCESSABLE_ENTITY',
    message: 'This idempotency_id was used before.',
    field: 'idempotency_id',
  };
  const behind = {
    ...(original.authorization === undefined ? {} : { authorization: original.authorization }),
    ...(original.transfer === undefined ? {} : { transfer: original.transfer }),
  };
  switch (mode) {
    case 'reject':
      return again;
    case 'reference-original':
      return {
        ...again,
        ...behind,
        ...(original.failureCode === null ? {} : { failureCode: original.failureCode }),
      };
    case 'return-original':
      if (original.fingerprint === fingerprint) return null;
      return {
        ...again,
        message: 'This idempotency_id was used before with another body.',
        ...behind,
      };
  }
}
