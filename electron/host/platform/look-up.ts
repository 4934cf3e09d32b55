/** Finding a payment whose id is not known (money rule 4): "none" is said only on proof. */
import { TillError } from '../../contract/index.ts';
import type { AuthorizationRecord, TransferRecord } from '../payments/index.ts';
import type { ApiOutcome } from './call.ts';
import type { Http } from './http.ts';
import { platformDate } from './limits.ts';
import { operation } from './operations.ts';
import { readAuthorization, readTransfer, readTransferAsPayment } from './payment-records.ts';
import { codeAt, momentAt, tagsAt, type Json } from './read.ts';

/** How a payment whose id is not known is looked for. */
export interface LookUp {
  idempotencyId: string;
  /** Value of the tag `attempt`. */
  attempt: string;
  /** When the request may have left, milliseconds since 1970 by the till's clock. */
  startedAt: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How far apart two clocks may be that count as the same. */
const SLACK_MS = 10 * MINUTE_MS;

/**
 * A create may be decided late: from a little before its start to a day after it, by the platform's clock.
 * @param isAlone no other filter was known, so that this look begins a day before
 */
function windowOf(http: Http, startedAt: number, isAlone: boolean) {
  const now = http.now() + http.offsetMs();
  const start = startedAt + http.offsetMs();
  // A start in the future means that the till's clock was corrected since.
  const isFromAnotherClock = start > now + SLACK_MS;
  const at = Math.min(start, now);
  const before = isAlone || isFromAnotherClock ? DAY_MS : SLACK_MS;
  return { 'created_at.gte': platformDate(at - before), 'created_at.lte': platformDate(at + DAY_MS) };
}

/** One of the records without a key may be ours: that is not "none". */
function keyless(operation: string): ApiOutcome<never> {
  const words = 'the list does not say under which keys its records stand';
  const error = new TillError('API_UNREADABLE', `${operation}: ${words}`, { context: { operation } });
  return { kind: 'unknown', error, details: null };
}

interface Candidate {
  payment: AuthorizationRecord;
  tag: string | null;
  /** Taken, or given back of what was taken: a refund is neither, though such Transfers may have neither key nor tag. */
  isOtherKind: boolean;
}

/** A record without a key is ours when it carries our tag. */
function candidate(
  kind: 'authorization' | 'refund',
  read: (record: Json) => AuthorizationRecord | null,
): (record: Json) => Candidate | null {
  return (record) => {
    const payment = read(record);
    const type = codeAt(record, 'type');
    const isOtherKind = kind === 'refund' && (type === 'DEBIT' || type === 'REVERSAL');
    return payment && { payment, tag: tagsAt(record)['attempt'] ?? null, isOtherKind };
  };
}

/**
 * Three looks, since any filter may be one the platform does not know: by key, by our tag, and through everything made
 * around the time in question, comparing keys. Key and tag are looked for at any time, so that a till whose clock was wrong
 * finds its own; a list that shows others' records does not know that filter, and is left for the next look, as is one that
 * is not found: some platforms answer so where a filter leaves nothing, some have no such list. "None" needs each list that
 * knows its filter, and the last one in any case, to have been read to its end.
 */
export async function findPayment(
  http: Http,
  kind: 'authorization' | 'refund',
  { idempotencyId, attempt, startedAt }: LookUp,
): Promise<ApiOutcome<AuthorizationRecord | null>> {
  const list =
    kind === 'refund'
      ? operation(http, 'listTransfers', candidate(kind, readTransferAsPayment))
      : operation(http, 'listAuthorizations', candidate(kind, readAuthorization));
  // No key and no tag: it may be ours.
  const isOthers = ({ payment, tag, isOtherKind }: Candidate): boolean => {
    if (payment.idempotencyId !== null) return payment.idempotencyId !== idempotencyId;
    return tag === null ? isOtherKind : tag !== attempt;
  };
  const looks = [
    // By its key there is one, or a platform that does not know the filter: a short page shows which.
    {
      filters: { idempotency_id: idempotencyId },
      pageSize: 20,
      isUnknown: (page: readonly Candidate[]) => page.length > 1 || page.some(isOthers),
    },
    {
      filters: { 'tags.key': 'attempt', 'tags.value': attempt },
      pageSize: 100,
      isUnknown: (page: readonly Candidate[]) => page.some((one) => one.tag !== attempt && isOthers(one)),
    },
  ];
  let isKeyless = false;
  let unknownFilters = 0;
  const lookAt = async (
    filters: Parameters<typeof list>[0],
    pageSize: number,
    isUnknown?: (page: readonly Candidate[]) => boolean,
  ): Promise<ApiOutcome<AuthorizationRecord> | null> => {
    let isKeylessHere = false;
    for await (const page of list(filters, { pageSize }).pages()) {
      if (isUnknown && page.kind === 'refused' && page.error.code === 'API_NOT_FOUND') {
        unknownFilters += 1;
        return null;
      }
      if (page.kind !== 'answered') return page;
      const { items } = page.value;
      const found = items.find(
        ({ payment, tag }) =>
          payment.idempotencyId === idempotencyId || (payment.idempotencyId === null && tag === attempt),
      );
      if (found) return { kind: 'answered', value: found.payment };
      if (isUnknown?.(items)) {
        unknownFilters += 1;
        return null;
      }
      isKeylessHere ||= items.some((one) => one.payment.idempotencyId === null && one.tag === null && !one.isOtherKind);
    }
    isKeyless ||= isKeylessHere;
    return null;
  };
  for (const { filters, pageSize, isUnknown } of looks) {
    const seen = await lookAt(filters, pageSize, isUnknown);
    if (seen) return seen;
  }
  const window = windowOf(http, startedAt, unknownFilters === looks.length);
  const seen = await lookAt(window, 100);
  if (seen) return seen;
  return isKeyless
    ? keyless(kind === 'refund' ? 'GET /transfers' : 'GET /authorizations')
    : { kind: 'answered', value: null };
}

/**
 * The reversal under a key, of all there are of a Transfer. One that shows no key may be ours, so that there is no saying
 * "none", unless it has another attempt's tag or another amount, or was made before ours was asked for: money
 * given back on the platform's own pages has no key.
 * @param transfer id of what is given back
 */
export async function findReversal(
  http: Http,
  transfer: string,
  { idempotencyId, attempt, amountMinor, startedAt }: LookUp & { amountMinor: number },
): Promise<ApiOutcome<TransferRecord | null>> {
  const read = (record: Json) => {
    const reversal = readTransfer(record);
    const tag = tagsAt(record)['attempt'] ?? null;
    return reversal && { reversal, tag, madeAt: momentAt(record, 'created_at') };
  };
  let isKeyless = false;
  for await (const page of operation(http, 'listReversals', read)(transfer).pages()) {
    if (page.kind !== 'answered') return page;
    const { items } = page.value;
    const found = items.find(({ reversal }) => reversal.idempotencyId === idempotencyId);
    if (found) return { kind: 'answered', value: found.reversal };
    const earliest = earliestOf(http, startedAt);
    isKeyless ||= items.some(
      ({ reversal, tag, madeAt }) =>
        reversal.idempotencyId === null &&
        reversal.amountMinor === amountMinor &&
        (tag === null || tag === attempt) &&
        (madeAt === null || madeAt >= earliest),
    );
  }
  return isKeyless ? keyless('GET /transfers/{id}/reversals') : { kind: 'answered', value: null };
}

/** Records made before this moment, by the platform's clock, cannot be what was asked for at `startedAt` or later. */
function earliestOf(http: Http, startedAt: number): number {
  const now = http.now();
  // A start in the future means that the till's clock was corrected since: the moment is not known.
  if (startedAt > now + SLACK_MS) return Number.NEGATIVE_INFINITY;
  return Math.min(startedAt, now) + http.offsetMs() - SLACK_MS;
}
