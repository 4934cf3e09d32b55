/** Reads batches for the Account Updater, and finds the result of each instrument in them. Pure. */
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { limits } from '../../platform-api/index.ts';
import type { InstrumentUpdateResult, InstrumentUpdateRow, PaymentInstrumentType } from '../../platform-api/index.ts';
import { invalidField } from './refusal.ts';
import type { Refusal } from './refusal.ts';
import type { TestCardId } from './test-cards.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The platform may take a day; a short time keeps tests fast. */
export const INSTRUMENT_UPDATE_MS = 5_000;
/** A card that expires within this time has a successor (assumed). */
const RENEWED_BEFORE_MS = 60 * DAY_MS;
/** Additional years for which the successor is valid. */
const RENEWED_YEARS = 4;

const HEADER = ['payment_instrument_original', 'payment_instrument_new', 'result'] as const;
/** Accepted headings in the first line. */
const headings = ['payment_instrument', 'payment_instrument_id', 'payment_instruments', 'id'];
/** Every other text is rejected, because it may be a card number. */
const idPattern = /^PI[A-Za-z0-9]{4,40}$/;

const malformed = (why: string) => invalidField('file', `The file is no CSV of Payment Instrument ids: ${why}.`);

/** Reads the ids of a batch in order. Returns a refusal for an invalid file; its message never repeats values. */
export function readBatch(bytes: Uint8Array): string[] | Refusal {
  let rows: string[][];
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    rows = parse(text, {
      bom: true,
      skip_empty_lines: true,
      trim: true,
      relax_column_count: true,
      max_record_size: 256,
    });
  } catch {
    return malformed('it cannot be parsed');
  }
  const isHeading = headings.includes(rows[0]?.[0]?.toLowerCase() ?? '');
  const lines = isHeading ? rows.slice(1) : rows;
  if (lines.length === 0) return malformed('it is empty');
  if (lines.length > limits.instrumentUpdateLines) {
    return invalidField('file', `A batch has at most ${limits.instrumentUpdateLines} instruments.`);
  }
  const ids: string[] = [];
  for (const [index, [id = '', ...more]] of lines.entries()) {
    const line = index + (isHeading ? 2 : 1);
    if (more.length > 0) return malformed(`record ${line} has more than one column`);
    if (!idPattern.test(id)) return malformed(`record ${line} is no id`);
    ids.push(id);
  }
  return ids;
}

export interface UpdatableFacts {
  type: PaymentInstrumentType;
  /** Owner, or null if the platform created it; then every merchant may use it. */
  merchant: string | null;
  account_updater_enabled: boolean;
  test_card: TestCardId | null;
  expiration_month: number | null;
  expiration_year: number | null;
}

/** Results of special test cards. The result of any other card depends on its expiration date. */
const byTestCard: Readonly<Partial<Record<TestCardId, InstrumentUpdateResult>>> = {
  'no-funds': 'CLOSED_ACCOUNT',
  partial: 'CONTACT_CARDHOLDER',
  'lost-reply': 'INVALID_CARD',
};

/**
 * The result for one instrument of a merchant's batch (assumed: the specification lists the results without reasons).
 */
export function findUpdate(
  instrument: UpdatableFacts | undefined,
  merchant: string,
  now: number,
): InstrumentUpdateResult {
  if (!instrument || (instrument.merchant !== null && instrument.merchant !== merchant)) return 'CARD_NOT_FOUND';
  if (instrument.type === 'BANK_ACCOUNT') return 'INVALID_CARD';
  if (!instrument.account_updater_enabled) return 'UNKNOWN';
  const known = instrument.test_card === null ? 'UNKNOWN' : byTestCard[instrument.test_card];
  if (known) return known;
  const { expiration_month: month, expiration_year: year } = instrument;
  if (month === null || year === null) return 'UNKNOWN';
  return Date.UTC(year, month, 1) - now <= RENEWED_BEFORE_MS ? 'CARD_EXPIRATION_UPDATED' : 'NO_CHANGE_FOUND';
}

/** The expiration year of a renewed card: four years later, or four years from now if the card expired long ago. */
export function renewedYear(year: number, now: number): number {
  return Math.max(year, new Date(now).getUTCFullYear()) + RENEWED_YEARS;
}

/** The results as CSV, with the header of the specification. */
export function writeResults(rows: readonly InstrumentUpdateRow[]): string {
  return stringify([...rows], { header: true, columns: [...HEADER] });
}

export function readResults(csv: string): InstrumentUpdateRow[] {
  const rows = parse(csv, { columns: true }) as Record<(typeof HEADER)[number], string>[];
  return rows.map(({ payment_instrument_original, payment_instrument_new, result }) => ({
    payment_instrument_original,
    payment_instrument_new: payment_instrument_new === '' ? null : payment_instrument_new,
    result,
  }));
}
