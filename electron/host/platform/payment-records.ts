/** Reads Authorizations and Transfers for the payment engine (specification, "Authorizations"; facts, 2.3 to 2.5). */
import { maskCardNumbers } from '../../domain/index.ts';
import { type EmvView, type EntryMode } from '../../contract/index.ts';
import type { AuthorizationRecord, TransferRecord } from '../payments/index.ts';
import { isId } from './limits.ts';
import { amountAt, codeAt, flagAt, idAt, objectAt, tagsAt, textAt, type Json } from './read.ts';

type PaymentState = AuthorizationRecord['state'];

const states: ReadonlySet<string> = new Set(['PENDING', 'SUCCEEDED', 'FAILED', 'CANCELED']);

/** A missing or unknown state becomes UNKNOWN, which counts as unresolved, never as failed. */
function stateAt(record: Json): PaymentState {
  const state = codeAt(record, 'state');
  return state !== null && states.has(state) ? (state as PaymentState) : 'UNKNOWN';
}

/**
 * Reads an Authorization. Returns null if id, amount or currency is missing, or if the Transfer's id is invalid: such a
 * record decides nothing.
 */
export function readAuthorization(record: Json): AuthorizationRecord | null {
  const id = textAt(record, 'id');
  const amountMinor = amountAt(record, 'amount');
  const currency = codeAt(record, 'currency');
  const transfer = idAt(record, 'transfer');
  if (id === null || !isId(id) || amountMinor === null || currency === null) return null;
  // Reading an invalid Transfer as "not captured" could charge or release twice.
  const hasTransfer = record['transfer'] !== undefined && record['transfer'] !== null;
  if (hasTransfer && (transfer === null || !isId(transfer))) return null;
  const card = objectAt(record, 'card_present_details') ?? {};
  const emv = objectAt(card, 'emv_data') ?? {};
  const scripts = emv['issuer_scripts'];
  return {
    id,
    state: stateAt(record),
    // A voided Authorization keeps the state SUCCEEDED (facts, 2.4); only these two fields show the void.
    isVoid:
      flagAt(record, 'is_void') === true &&
      codeAt(record, 'void_state') !== 'FAILED' &&
      codeAt(record, 'void_state') !== 'PENDING',
    amountMinor,
    requestedMinor: amountAt(record, 'amount_requested') ?? amountMinor,
    tipMinor: tipAt(record),
    surchargeMinor: surchargeAt(record),
    expiresAt: instantAt(record, 'expires_at'),
    currency,
    transfer,
    failureCode: codeAt(record, 'failure_code'),
    idempotencyId: textAt(record, 'idempotency_id'),
    card: {
      brand: textAt(card, 'brand'),
      lastFour: lastFourOf(textAt(card, 'masked_account_number')),
      entryMode: entryModeOf(codeAt(card, 'entry_mode')),
      approvalCode: textAt(card, 'approval_code'),
      applicationLabel: textAt(emv, 'application_label'),
      applicationIdentifier: identifierAt(emv),
      ...receiptFacts(emv),
    },
    issuer: {
      authorizationResponseCode: textAt(emv, 'authorization_response_code'),
      authenticationData: textAt(emv, 'issuer_authentication_data'),
      scripts: Array.isArray(scripts) ? scripts.filter((script): script is string => typeof script === 'string') : [],
    },
  };
}

/** Application identifier in hexadecimal. Digits that look like a card number are masked at any alignment. */
function identifierAt(emv: Json): string | null {
  const text = textAt(emv, 'application_identifier');
  return text === null ? null : maskCardNumbers(text, { hex: 'any', inIdentifiers: true });
}

/**
 * Data that card schemes want on a receipt. Public material mentions `tags` without its form (facts, 2.5), so it is
 * read only if it is a map of tags. A value that is not hexadecimal of the tag's length is dropped.
 */
function receiptFacts(emv: Json): { emv?: EmvView } {
  const tags = objectAt(emv, 'tags') ?? {};
  const hex = (text: string | null, bytes: number): string | null =>
    text !== null && text.length === bytes * 2 && /^[0-9A-Fa-f]+$/.test(text) ? text.toUpperCase() : null;
  const facts: EmvView = {
    preferredName: textAt(emv, 'application_preferred_name'),
    transactionCounter: /^[0-9A-F]{1,5}$/i.exec(textAt(emv, 'application_transaction_counter') ?? '')?.[0] ?? null,
    cryptogram: hex(textAt(emv, 'cryptogram') ?? textAt(tags, '9F26'), 8),
    verificationResults: hex(textAt(tags, '95'), 5),
    statusInformation: hex(textAt(tags, '9B'), 2),
    cardholderVerification: hex(textAt(tags, '9F34'), 3),
    isPinVerified: flagAt(emv, 'pin_verified'),
  };
  return Object.values(facts).some((fact) => fact !== null) ? { emv: facts } : {};
}

/**
 * Tag with the requested amount of a capture, in minor units; the Transfer of a capture made elsewhere has no tag, or
 * another value.
 */
export const CAPTURE_TAG = 'capture_amount';

export function readTransfer(record: Json): TransferRecord | null {
  const id = textAt(record, 'id');
  const amountMinor = amountAt(record, 'amount');
  const currency = codeAt(record, 'currency');
  if (id === null || !isId(id) || amountMinor === null || currency === null) return null;
  return {
    id,
    state: stateAt(record),
    amountMinor,
    tipMinor: tipAt(record),
    currency,
    failureCode: codeAt(record, 'failure_code'),
    idempotencyId: textAt(record, 'idempotency_id'),
    captureAsked: tagsAt(record)[CAPTURE_TAG] ?? null,
  };
}

/** Reads a Transfer that is itself the payment (an unreferenced refund); it cannot be captured or voided. */
export function readTransferAsPayment(record: Json): AuthorizationRecord | null {
  return readAuthorization({ ...record, transfer: null, is_void: false });
}

/** The tip may be in either place (facts, 2.3). */
function tipAt(record: Json): number | null {
  return amountAt(record, 'tip_amount') ?? amountAt(objectAt(record, 'amount_breakdown') ?? {}, 'tip_amount');
}

/** Sum of all buyer charges (facts, 2.1), or null if there is none. */
function surchargeAt(record: Json): number | null {
  const charges = objectAt(record, 'additional_buyer_charges') ?? {};
  const named = [amountAt(charges, 'convenience_amount'), amountAt(charges, 'rent_surcharge_amount')];
  const known = named.filter((amount) => amount !== null);
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0);
}

function instantAt(record: Json, key: string): number | null {
  const at = Date.parse(textAt(record, key) ?? '');
  return Number.isNaN(at) ? null : at;
}

/** Last four digits of a masked number such as `************0059`, or null if the number is not masked. */
function lastFourOf(masked: string | null): string | null {
  return masked === null ? null : (/^[^0-9]+([0-9]{4})$/.exec(masked)?.[1] ?? null);
}

/** Known values: CHIP_ENTRY, SWIPED, MANUAL_KEY_ENTRY; the contactless values are an assumption (facts, 2.5). */
function entryModeOf(code: string | null): EntryMode {
  if (code === null) return 'unknown';
  if (code.includes('CHIP')) return 'chip';
  if (code.includes('SWIPE')) return 'swipe';
  if (code.includes('CONTACTLESS') || code.includes('TAP')) return 'contactless';
  return code.includes('MANUAL') ? 'manual' : 'unknown';
}
