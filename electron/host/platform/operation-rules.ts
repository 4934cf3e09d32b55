/**
 * Automatic retries and time limits of each operation:
 *
 * | Operation                                     | Retry                                   | Time limit      |
 * | --------------------------------------------- | --------------------------------------- | --------------- |
 * | GET                                           | every transient failure (`read`)        | 30 s            |
 * | GET of a list                                 | the same for each page                  | 60 s in all     |
 * | download                                      | every transient failure                 | 5 min           |
 * | write with an `idempotency_id`, capture, void | never; the record is searched first     | 60 s, see below |
 * | write that creates something payable          | never; the record is searched first     | 60 s            |
 * | write to a Device                             | never; the Device is read back          | 60 s            |
 * | any other write                               | no byte left, or the platform's own 429 | 60 s            |
 * | upload                                        | like any other write                    | 5 min           |
 *
 * A write that may have arrived is never sent again. These rules also cover new operations; an operation that needs
 * another rule is listed in a table below.
 */
import { limits, type OperationId } from '../../platform-api/index.ts';
import { LIST_TIMEOUT_MS, READ_TIMEOUT_MS, type RetryRule } from './call.ts';

const WRITE_TIMEOUT_MS = 60_000;

/**
 * Writes without an idempotency key that move money, create something payable or wake a terminal: after a failure,
 * their effect is read back instead of a retry.
 */
const neverAgain: ReadonlySet<string> = new Set<OperationId>([
  'updateAuthorization',
  'releaseSettlementQueueEntries',
  'createBalanceAdjustment',
  'createBalanceTransfer',
  'createFee',
  'createPaymentLink',
  'createSubscription',
  'createSubscriptionBalanceEntry',
  'createSubscriptionLink',
  'createDevice',
  'updateDevice',
]);

/**
 * Creates during which a terminal may prompt a customer: the platform holds the request open for up to five minutes. On
 * the cable route, where the card was read before, the caller sets a shorter limit (payments-port.ts).
 */
const heldOpen: ReadonlySet<string> = new Set<OperationId>(['createAuthorization', 'createTransfer']);

/** Operation, as far as the rules need it. */
export interface RuledOperation {
  id: string;
  method: string;
  bodyType: string | null;
  rawReplyTypes: readonly string[];
  isList: boolean;
}

export function retryRuleOf({ id, method }: RuledOperation, body: unknown): RetryRule {
  if (method === 'GET') return 'read';
  const hasKey = typeof body === 'object' && body !== null && namesKey(body);
  return hasKey || neverAgain.has(id) ? 'never' : 'unsent';
}

/** True if the body contains the key itself, or a multipart field with JSON that contains it. */
function namesKey(body: object): boolean {
  return Object.entries(body).some(
    ([name, value]) => name === 'idempotency_id' || (typeof value === 'string' && /"idempotency_id"\s*:/.test(value)),
  );
}

/** Time limit in milliseconds, from the first attempt to the last byte. */
export function timeoutOf({ id, method, bodyType, rawReplyTypes, isList }: RuledOperation): number {
  const hasFile = rawReplyTypes.length > 0 || (bodyType !== null && bodyType !== 'application/json');
  if (hasFile || heldOpen.has(id)) return limits.requestTimeoutMs;
  if (method !== 'GET') return WRITE_TIMEOUT_MS;
  return isList ? LIST_TIMEOUT_MS : READ_TIMEOUT_MS;
}
