/**
 * Interprets refusals of the platform for the payment engine. "Refused" is reported only for requests that will never
 * take effect.
 */
import type { PlatformOutcome } from '../payments/index.ts';
import { detailsOf, type ApiOutcome } from './call.ts';
import type { ErrorDetails } from './errors.ts';

export type Refused = Extract<ApiOutcome<never>, { kind: 'refused' }>;

/** An input refused before sending (API_INVALID) would be refused again, so the engine sees a refusal. */
export function toPlatformOutcome<Value>(outcome: ApiOutcome<Value>): PlatformOutcome<Value> {
  if (outcome.kind === 'answered') return { kind: 'answered', record: outcome.value };
  const isOurInput = outcome.kind === 'not-sent' && outcome.error.code === 'API_INVALID';
  return { kind: isOurInput ? 'refused' : outcome.kind, failure: outcome.error.toFailure() };
}

/**
 * Outcome of a request that may have moved money: one rule for payments, refunds and reversals. A refusal is the
 * platform's own (classify.ts), and is accepted once the platform also shows no record under the request's key: a
 * gateway may have sent the request twice, or have answered in the platform's form after the request took effect.
 * @param wasPasswordAccepted true if the platform accepted this till's password before the request
 */
export async function afterCreate<Value>(
  outcome: ApiOutcome<Value>,
  wasPasswordAccepted: boolean,
  find: () => Promise<ApiOutcome<Value | null>>,
): Promise<PlatformOutcome<Value>> {
  if (!isErrorAnswer(outcome)) return toPlatformOutcome(outcome);
  const found = await find();
  if (found.kind === 'answered') {
    if (found.value !== null) return { kind: 'answered', record: found.value };
    return outcome.kind === 'refused' ? notFoundAfter(outcome) : unknown(outcome);
  }
  if (isAccessDenied(outcome.details, detailsOf(found), wasPasswordAccepted))
    return { kind: 'refused', failure: outcome.error.toFailure() };
  return unknown(found);
}

type ErrorAnswer<Value> = Extract<ApiOutcome<Value>, { details: unknown }> & { details: ErrorDetails };

/** True if the outcome is a 4xx from any source; the record is read before such an answer is accepted. */
export function isErrorAnswer<Value>(outcome: ApiOutcome<Value>): outcome is ErrorAnswer<Value> {
  const status = detailsOf(outcome)?.status ?? 0;
  return status >= 400 && status < 500;
}

/**
 * True if the till's requests are denied altogether, both the create and the search, so that the create had no effect:
 * the platform itself denies both, or has never accepted the password. A gateway's page is no evidence against a
 * password that the platform had accepted.
 */
function isAccessDenied(create: ErrorDetails, lookUp: ErrorDetails | null, wasPasswordAccepted: boolean): boolean {
  const { status } = create;
  if ((status !== 401 && status !== 403) || lookUp?.status !== status) return false;
  return !wasPasswordAccepted || (create.isOwn && lookUp.isOwn);
}

/**
 * Outcome of a refused create without a visible record. A conflict, or a refusal about the key itself, means that the
 * platform has a first request ("is being processed"). The till keeps polling for that request, as it does after a
 * missing answer. A conflict about the Device concerns the terminal's activity, not this request.
 */
export function notFoundAfter(outcome: Refused): PlatformOutcome<never> {
  const { status, field, failureCode } = outcome.details;
  const isConflict = status === 409 && failureCode?.startsWith('DEVICE_') !== true;
  return isConflict || field === 'idempotency_id' ? unknown(outcome) : toPlatformOutcome(outcome);
}

/**
 * Failure codes (facts, 4.1) of holds and cards that can never be captured. Other failures may be transient, such as
 * `DEVICE_*`.
 */
const neverCaptured: ReadonlySet<string> = new Set([
  'ALLOWABLE_NUMBER_OF_PIN_ENTRY_TRIES_EXCEEDED',
  'ALREADY_VOID',
  'AUTHORIZATION_EXPIRED_OR_ALREADY_CAPTURED',
  'AUTHORIZATION_NOT_SUCCEEDED',
  'CALL_ISSUER',
  'DO_NOT_HONOR',
  'EXPIRED_CARD',
  'GENERIC_DECLINE',
  'INSUFFICIENT_FUNDS',
  'INVALID_ACCOUNT_NUMBER',
  'INVALID_AMOUNT',
  'INVALID_CARD',
  'INVALID_CARD_NUMBER',
  'INVALID_TRANSACTION',
  'MAX_TRANSACTION_AMOUNT_EXCEEDED',
  'RESTRICTED_CARD',
  'TRANSACTION_NOT_PERMITTED',
]);

/**
 * Outcome of a refused capture. Only a permanent reason from the platform itself is final. A 404 or 409 without a
 * reason may be transient, and the sale is approved: the record is read, and the capture is sent again.
 */
export function afterCapture(outcome: Refused): PlatformOutcome<never> {
  const { platformCode, failureCode, field } = outcome.details;
  const isDecline = platformCode === 'PAYMENT_DECLINED' || platformCode === 'DECLINED';
  const isFinal = failureCode === null ? isDecline || field === 'capture_amount' : neverCaptured.has(failureCode);
  if (!isFinal) return unknown(outcome);
  const { message, context } = outcome.error.toFailure();
  return {
    kind: 'refused',
    failure: {
      code: 'PAY_NOT_CAPTURED',
      message: `The platform refused the capture for good: ${message}`,
      ...(context ? { context } : {}),
    },
  };
}

function unknown({ error }: Exclude<ApiOutcome<unknown>, { kind: 'answered' }>): PlatformOutcome<never> {
  return { kind: 'unknown', failure: error.toFailure() };
}

/** True if the platform itself reports that the record does not exist. */
export function isNone(read: ApiOutcome<unknown>): boolean {
  return read.kind === 'refused' && read.details.status === 404 && read.details.isOwn;
}
