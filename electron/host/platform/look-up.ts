/** Finds a payment whose id is unknown (money rule 4). The result "none" requires proof. */
import { TillError } from '../../contract/index.ts';
import type { AuthorizationRecord, TransferRecord } from '../payments/index.ts';
import type { ApiOutcome } from './call.ts';
import type { Http } from './http.ts';
import { platformDate } from './limits.ts';
import { operation } from './operations.ts';
import { readAuthorization, readTransfer, readTransferAsPayment } from './payment-records.ts';
import { codeAt, momentAt, tagsAt, type Json } from './read.ts';

/** Search keys of a payment whose id is unknown. */
export interface LookUp {
  idempotencyId: string;
  /** Value of the tag `attempt`. */
  attempt: string;
  /** Earliest time at which the request may have been sent, in milliseconds since 1970 by the till's clock. */
  startedAt: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Maximum difference between two clocks that count as equal. */
const SLACK_MS = 10 * MINUTE_MS;

/**
 * Time window of a search, by the platform's clock: from a little before the start to a day after it, because a create
 * may be decided late.
 * @param isAlone true if this is the only usable filter; the window then begins a day before
 */
function windowOf(http: Http, startedAt: number, isAlone: boolean) {
  const now = http.now() + http.offsetMs();
  const start = startedAt + http.offsetMs();
  // A start in the future means that the till's clock was corrected since then.
  const isFromAnotherClock = start > now + SLACK_MS;
  const at = Math.min(start, now);
  const before = isAlone || isFromAnotherClock ? DAY_MS : SLACK_MS;
  return { 'created_at.gte': platformDate(at - before), 'created_at.lte': platformDate(at + DAY_MS) };
}

/**
 * Outcome of a search that found records without a key: the attempt's record may be among them, so "none" remains
 * unproven.
 */
function keyless(operation: string): ApiOutcome<never> {
  const words = 'the list does not say under which keys its records stand';
  const error = new TillError('API_UNREADABLE', `${operation}: ${words}`, { context: { operation } });
  return { kind: 'unknown', error, details: null };
}

interface Candidate {
  payment: AuthorizationRecord;
  tag: string | null;
  /** True if the Transfer is a capture or a reversal, not a refund; such Transfers may lack both key and tag. */
  isOtherKind: boolean;
}

/** Reads a record with its tag, because a record without a key is the attempt's if it has the attempt's tag. */
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
 * Searches three times, because the platform may not support a filter: by key, by tag, and through everything created
 * around the time in question, comparing keys. Key and tag searches have no time limit, so that a till with a wrong
 * clock finds its own payments. A list that returns other payments ignores the filter, so the next search decides. The
 * same applies to a 404: some platforms answer an empty result that way, and some have no such list. The result "none"
 * requires that each list that supports its filter, and the last list in any case, was read to the end.
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
  // A record without key and tag may be the attempt's.
  const isOthers = ({ payment, tag, isOtherKind }: Candidate): boolean => {
    if (payment.idempotencyId !== null) return payment.idempotencyId !== idempotencyId;
    return tag === null ? isOtherKind : tag !== attempt;
  };
  const searches = [
    // A search by key finds one record, or the platform does not support the filter; a short page shows which.
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
  const search = async (
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
  for (const { filters, pageSize, isUnknown } of searches) {
    const seen = await search(filters, pageSize, isUnknown);
    if (seen) return seen;
  }
  const window = windowOf(http, startedAt, unknownFilters === searches.length);
  const seen = await search(window, 100);
  if (seen) return seen;
  return isKeyless
    ? keyless(kind === 'refund' ? 'GET /transfers' : 'GET /authorizations')
    : { kind: 'answered', value: null };
}

/**
 * Finds the reversal with a key among all reversals of a Transfer. A reversal without a key may be the attempt's, so
 * "none" is proven only if each such reversal has another attempt's tag, another amount, or an earlier time: a reversal
 * made on the platform's own pages lacks a key.
 * @param transfer id of the Transfer to give back
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

/** Time, by the platform's clock, before which a record cannot belong to a request made at `startedAt` or later. */
function earliestOf(http: Http, startedAt: number): number {
  const now = http.now();
  // A start in the future means that the till's clock was corrected since then, so the time is unknown.
  if (startedAt > now + SLACK_MS) return Number.NEGATIVE_INFINITY;
  return Math.min(startedAt, now) + http.offsetMs() - SLACK_MS;
}
