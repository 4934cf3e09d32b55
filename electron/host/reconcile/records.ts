/** The platform's records as the day's comparison needs them: reduced, each with its kind. Pure. */
import { LINK_TAG } from '../../domain/index.ts';
import { type PlatformRecord } from '../../contract/index.ts';
import { textAt } from '../platform/index.ts';

/** Fields that are read of an Authorization or Transfer; a field that is absent or unreadable is null or missing. */
export interface RawRecord {
  readonly id?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly amount?: number | null | undefined;
  readonly currency?: string | null | undefined;
  readonly created_at?: string | null | undefined;
  readonly idempotency_id?: string | null | undefined;
  readonly transfer?: string | null | undefined;
  readonly parent_transfer?: string | null | undefined;
  readonly is_void?: boolean | null | undefined;
  readonly void_state?: string | null | undefined;
  readonly tip_amount?: number | null | undefined;
  readonly tags?: object | null | undefined;
  readonly card_present_details?: object | null | undefined;
}

/** Types of Transfers that are not payments at a till (the platform's own accounting). */
const accounting: ReadonlySet<string> = new Set(['FEE', 'ADJUSTMENT', 'DISPUTE', 'RESERVE', 'SETTLEMENT']);

/** Returns null for a record that lacks id or amount and cannot be compared. */
export function authorizationRecord(raw: RawRecord): PlatformRecord | null {
  const record = common(raw, 'authorization');
  if (!record) return null;
  // A voided hold keeps SUCCEEDED (facts, 2.4). A hold whose void is not through yet is still held.
  const isVoid = raw.is_void === true && raw.void_state !== 'FAILED' && raw.void_state !== 'PENDING';
  return { ...record, state: isVoid ? 'VOIDED' : record.state, transfer: raw.transfer ?? null };
}

/** Null also for a Transfer that is not a payment. */
export function transferRecord(raw: RawRecord): PlatformRecord | null {
  if (accounting.has(raw.type ?? '')) return null;
  const kind = raw.type === 'REVERSAL' ? 'reversal' : raw.type === 'CREDIT' ? 'refund' : 'transfer';
  const record = common(raw, kind);
  return record && { ...record, transfer: raw.parent_transfer ?? null };
}

function common(raw: RawRecord, kind: PlatformRecord['kind']): PlatformRecord | null {
  const { id, amount, currency } = raw;
  if (!id || typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0) return null;
  const tag = (name: string): string | null => textAt((raw.tags ?? {}) as Record<string, unknown>, name);
  const taggedTip = tag('tip_amount');
  return {
    kind,
    id,
    state: raw.state ?? 'UNKNOWN',
    amountMinor: amount,
    tipMinor: raw.tip_amount ?? (taggedTip !== null && /^[0-9]{1,12}$/.test(taggedTip) ? Number(taggedTip) : null),
    currency: currency ?? '',
    createdAt: instant(raw.created_at),
    idempotencyId: raw.idempotency_id ?? null,
    attempt: tag('attempt'),
    order: tag('order_id'),
    payLink: tag(LINK_TAG),
    lastFour: lastFour(textAt((raw.card_present_details ?? {}) as Record<string, unknown>, 'masked_account_number')),
    transfer: null,
  };
}

/** ISO 8601 with Z, whatever the offset of the value, or null if it is not a date. */
function instant(value: string | null | undefined): string | null {
  const at = Date.parse(value ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** Last four digits of a masked number, or null for any other text. */
function lastFour(masked: string | null): string | null {
  return masked !== null && /[*xX•]/.test(masked) && /[0-9]{4}$/.test(masked) ? masked.slice(-4) : null;
}
