/** What a refusal of the platform proves to the payment engine. "Refused" is said only of what will not be done. */
import type { PlatformOutcome } from '../payments/index.ts';
import { detailsOf, type ApiOutcome } from './call.ts';
import type { ErrorDetails } from './errors.ts';

export type Refused = Extract<ApiOutcome<never>, { kind: 'refused' }>;

/** An input that was refused before anything was sent (API_INVALID) will be refused again: to the engine, a refusal. */
export function plain<Value>(outcome: ApiOutcome<Value>): PlatformOutcome<Value> {
  if (outcome.kind === 'answered') return { kind: 'answered', record: outcome.value };
  const isOurInput = outcome.kind === 'not-sent' && outcome.error.code === 'API_INVALID';
  return { kind: isOurInput ? 'refused' : outcome.kind, failure: outcome.error.toFailure() };
}

/**
 * What a request that may have moved money came to: one rule for payments, refunds and reversals. A refusal is the
 * platform's own (classify.ts), and is believed once the platform also shows nothing under the request's key: what stands
 * between may have sent the request twice, or have answered it in the platform's form after it was done.
 * @param wasLetIn whether the platform accepted this till's password before the request
 */
export async function afterCreate<Value>(
  outcome: ApiOutcome<Value>,
  wasLetIn: boolean,
  find: () => Promise<ApiOutcome<Value | null>>,
): Promise<PlatformOutcome<Value>> {
  if (!isErrorAnswer(outcome)) return plain(outcome);
  const found = await find();
  if (found.kind === 'answered') {
    if (found.value !== null) return { kind: 'answered', record: found.value };
    return outcome.kind === 'refused' ? notFoundAfter(outcome) : unknown(outcome);
  }
  if (isShutOut(outcome.details, detailsOf(found), wasLetIn))
    return { kind: 'refused', failure: outcome.error.toFailure() };
  return unknown(found);
}

type ErrorAnswer<Value> = Extract<ApiOutcome<Value>, { details: unknown }> & { details: ErrorDetails };

/** True for a 4xx of whatever gave it: what was asked for is looked at before the answer is believed. */
export function isErrorAnswer<Value>(outcome: ApiOutcome<Value>): outcome is ErrorAnswer<Value> {
  const status = detailsOf(outcome)?.status ?? 0;
  return status >= 400 && status < 500;
}

/**
 * True where this till's requests do not get in at all, a look-up as little as the create, so that nothing was done: the
 * platform says so twice in its own words, or has not accepted the password before. A gateway's page says nothing about a
 * password that the platform had accepted.
 */
function isShutOut(create: ErrorDetails, lookUp: ErrorDetails | null, wasLetIn: boolean): boolean {
  const { status } = create;
  if ((status !== 401 && status !== 403) || lookUp?.status !== status) return false;
  return !wasLetIn || (create.isOwn && lookUp.isOwn);
}

/**
 * A refused create of which the platform shows nothing yet. A conflict, or a refusal about the key itself, says that a first
 * request is known there ("is being processed"): what becomes of that one is looked for as long as after no answer at all.
 * A conflict that names the Device is about what the terminal is doing, and not about this request.
 */
export function notFoundAfter(outcome: Refused): PlatformOutcome<never> {
  const { status, field, failureCode } = outcome.details;
  const isConflict = status === 409 && failureCode?.startsWith('DEVICE_') !== true;
  return isConflict || field === 'idempotency_id' ? unknown(outcome) : plain(outcome);
}

/** Failure codes (facts, 4.1) of holds and cards of which nothing can ever be captured. Others may pass, as `DEVICE_*` do. */
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
 * A refused capture. Final is only what the platform itself gives a reason for that will not pass; a 404 or 409 that names
 * none may be gone the next moment, and the sale is approved and complete: it is read, and captured again.
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

/** "There is none", in the platform's own words. */
export function isNone(read: ApiOutcome<unknown>): boolean {
  return read.kind === 'refused' && read.details.status === 404 && read.details.isOwn;
}
