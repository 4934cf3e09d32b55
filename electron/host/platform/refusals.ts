/** What a refusal of the platform proves to the payment engine. "Refused" is said only of what will not be done. */
import type { PlatformOutcome } from '../payments/index.ts';
import type { ApiOutcome } from './call.ts';
import type { ErrorDetails } from './errors.ts';

export type Refused = Extract<ApiOutcome<never>, { kind: 'refused' }>;

/** An input that was refused before anything was sent (API_INVALID) will be refused again: to the engine, a refusal. */
export function plain<Value>(outcome: ApiOutcome<Value>): PlatformOutcome<Value> {
  if (outcome.kind === 'answered') return { kind: 'answered', record: outcome.value };
  const isOurInput = outcome.kind === 'not-sent' && outcome.error.code === 'API_INVALID';
  return { kind: isOurInput ? 'refused' : outcome.kind, failure: outcome.error.toFailure() };
}

/**
 * Conflicts, unprocessable requests and upstream errors: the specification does not say which of them a repeated
 * `idempotency_id` gets (facts, section 5). One that names another field is about that field.
 */
export function mayBeRepeatedKey({ status, field }: ErrorDetails): boolean {
  return (status === 402 || status === 409 || status === 422) && (field === null || field === 'idempotency_id');
}

/**
 * A refused create of which the platform shows nothing yet. A conflict, or one about the key itself, says that a first
 * request is known there ("is being processed"): what becomes of that one is looked for as long as after no answer at all.
 */
export function notFoundAfter(outcome: Refused): PlatformOutcome<never> {
  const { status, field } = outcome.details;
  return status === 409 || field === 'idempotency_id' ? unknown(outcome) : plain(outcome);
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
 * A refused capture. Final is only what the platform itself gives a reason for that will not pass; a gateway's page, and a
 * 404 or 409 that names none, may be gone the next moment, and the sale is approved and complete: it is read, and captured
 * again.
 */
export function afterCapture(outcome: Refused): PlatformOutcome<never> {
  const { platformCode, failureCode, field } = outcome.details;
  const isDecline = platformCode === 'PAYMENT_DECLINED' || platformCode === 'DECLINED';
  const isFinal =
    platformCode !== null &&
    (failureCode === null ? isDecline || field === 'capture_amount' : neverCaptured.has(failureCode));
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

function unknown({ error }: Refused): PlatformOutcome<never> {
  return { kind: 'unknown', failure: error.toFailure() };
}
