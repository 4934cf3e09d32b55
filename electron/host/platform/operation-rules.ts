/**
 * What may be tried again by itself, and how long it may take, operation by operation:
 *
 * | Operation                                        | Tried again                                   | Time            |
 * | ------------------------------------------------ | --------------------------------------------- | --------------- |
 * | GET                                              | whatever may pass (`read`)                    | 30 s            |
 * | GET of a list                                    | each page so                                  | 60 s in all     |
 * | download                                         | whatever may pass                             | 5 min           |
 * | a write with an `idempotency_id`, capture, void  | never: it is looked up first                  | 60 s, see below |
 * | a write that makes something payable             | never: it is looked up first                  | 60 s            |
 * | a write to a Device                              | never: the Device is read back                | 60 s            |
 * | any other write                                  | no byte left, or the platform's own 429       | 60 s            |
 * | upload                                           | as any other write                            | 5 min           |
 *
 * So no write is ever sent twice after it may have arrived. A new operation falls under these by itself; one that needs
 * another rule stands in a table here.
 */
import { operations, limits, type OperationId } from '../../platform-api/index.ts';
import { LIST_TIMEOUT_MS, READ_TIMEOUT_MS, type RetryRule } from './call.ts';

const WRITE_TIMEOUT_MS = 60_000;

/** Writes without a key of ours that move money, make it payable or wake a terminal up: what they did is read back instead. */
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
 * A terminal may be asking a customer meanwhile: the platform holds the request open for up to five minutes. On the cable
 * route, where the card was read before, the caller gives it less time (payments-port.ts).
 */
const heldOpen: ReadonlySet<string> = new Set<OperationId>(['createAuthorization', 'createTransfer']);

/** An operation as its rules see it. */
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

/** The key itself, or a part of a multipart body that is JSON and holds it. */
function namesKey(body: object): boolean {
  return Object.entries(body).some(
    ([name, value]) => name === 'idempotency_id' || (typeof value === 'string' && /"idempotency_id"\s*:/.test(value)),
  );
}

/** Milliseconds, from the first try to the last byte. */
export function timeoutOf({ id, method, bodyType, rawReplyTypes, isList }: RuledOperation): number {
  const hasFile = rawReplyTypes.length > 0 || (bodyType !== null && bodyType !== 'application/json');
  if (hasFile || heldOpen.has(id)) return limits.requestTimeoutMs;
  if (method !== 'GET') return WRITE_TIMEOUT_MS;
  return isList ? LIST_TIMEOUT_MS : READ_TIMEOUT_MS;
}

/** The rules of every operation, for documentation and for the coverage table. */
export function ruleTable(): readonly { id: OperationId; retry: RetryRule; timeoutMs: number }[] {
  return (Object.keys(operations) as OperationId[]).map((id) => {
    const { method, bodyType, rawReplyTypes, queryParameters } = operations[id];
    const isList = (queryParameters as readonly string[]).includes('limit');
    const operation = { id, method, bodyType, rawReplyTypes, isList };
    return { id, retry: retryRuleOf(operation, null), timeoutMs: timeoutOf(operation) };
  });
}
