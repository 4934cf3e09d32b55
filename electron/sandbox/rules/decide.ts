/**
 * The issuer and the processor of this sandbox, which decide by card, then by amount (README, "How payments are
 * decided"). Pure.
 */
import type { FailureCode, Processor } from '../../platform-api/index.ts';
import type { Refusal } from './refusal.ts';
import { PARTIAL_CARD_FUNDS_MINOR, SLOW_CARD_MS } from './test-cards.ts';
import type { TestCardId } from './test-cards.ts';

export type Outcome =
  /** `tipMinor` is the tip given at the terminal, included in the amount; absent if the terminal did not ask. */
  | { kind: 'approved'; amountMinor: number; responseCode: '00'; tipMinor?: number }
  | { kind: 'declined'; failureCode: FailureCode; responseCode: '05' | '51' }
  | { kind: 'cancelled'; failureCode: FailureCode; responseCode: '05' };

export interface Decision {
  outcome: Outcome;
  /** Time until the answer. The Authorization is PENDING until then. */
  delayMs: number;
  /** The outcome is committed, but the reply is lost. */
  losesReply: boolean;
}

export interface DecisionInput {
  /** The test card, or null for any other card. */
  card: TestCardId | null;
  /** Last month in which the card is valid. */
  expiry: { year: number; month: number };
  amountMinor: number;
  processor: Processor;
  /** Milliseconds since 1970. */
  now: number;
  /** False for a stored instrument; true by default. */
  isCardPresent?: boolean;
}

/** Amounts that decide payments on every processor, minor units. */
const generalAmounts: Readonly<Record<number, FailureCode>> = {
  102: 'GENERIC_DECLINE',
  103: 'CANCELLATION_VIA_DEVICE',
  193: 'INSUFFICIENT_FUNDS',
  194: 'INVALID_CARD_NUMBER',
};

/**
 * Amounts that decide card-present payments on DUMMY_V1, minor units. Amounts that are documented to approve are
 * omitted.
 */
const dummyAmounts: Readonly<Record<number, FailureCode>> = {
  1: 'CALL_ISSUER',
  3: 'RESTRICTED_CARD',
  4: 'PICK_UP_CARD',
  40: 'RESTRICTED_CARD',
  41: 'PICK_UP_CARD',
  51: 'GENERIC_DECLINE',
  57: 'TRANSACTION_NOT_PERMITTED',
  252: 'INVALID_AMOUNT',
  253: 'INVALID_ACCOUNT_NUMBER',
  260: 'INVALID_TRANSACTION',
  267: 'EXPIRED_CARD',
  269: 'PICK_UP_CARD',
};

/** Amounts that decide payments without a card present, minor units. */
const notPresentAmounts: Readonly<Record<number, FailureCode>> = {
  889986: 'ADDRESS_VERIFICATION_FAILED',
  889987: 'SECURITY_CODE_VERIFICATION_FAILED',
};

function decidingAmount(amountMinor: number, processor: Processor, isCardPresent: boolean): FailureCode | undefined {
  const first = isCardPresent ? (processor === 'DUMMY_V1' ? dummyAmounts : {}) : notPresentAmounts;
  return first[amountMinor] ?? generalAmounts[amountMinor];
}

function declined(failureCode: FailureCode): Outcome {
  if (failureCode === 'CANCELLATION_VIA_DEVICE') return { kind: 'cancelled', failureCode, responseCode: '05' };
  return { kind: 'declined', failureCode, responseCode: failureCode === 'INSUFFICIENT_FUNDS' ? '51' : '05' };
}

function outcomeOf({ card, expiry, amountMinor, processor, now, isCardPresent = true }: DecisionInput): Outcome {
  if (card === null) return declined('INVALID_CARD');
  // The card is valid until its last month ends.
  if (now >= Date.UTC(expiry.year, expiry.month, 1)) return declined('EXPIRED_CARD');
  if (card === 'no-funds') return declined('INSUFFICIENT_FUNDS');
  const byAmount = decidingAmount(amountMinor, processor, isCardPresent);
  if (byAmount !== undefined) return declined(byAmount);
  const held = card === 'partial' ? Math.min(amountMinor, PARTIAL_CARD_FUNDS_MINOR) : amountMinor;
  return { kind: 'approved', amountMinor: held, responseCode: '00' };
}

/** The same decision, `pendingMs` after the payment was answered PENDING. Null leaves the decision as it is. */
export function withDelay(decision: Decision, pendingMs: number | null): Decision {
  return pendingMs === null ? decision : { ...decision, delayMs: Math.max(1, pendingMs, decision.delayMs) };
}

/** The same decision with a tip given at the terminal. A partial approval contains no tip. */
export function withTip(decision: Decision, askedMinor: number, tipMinor: number): Decision {
  const { outcome } = decision;
  if (outcome.kind !== 'approved') return decision;
  const given = outcome.amountMinor < askedMinor ? 0 : tipMinor;
  return { ...decision, outcome: { ...outcome, amountMinor: outcome.amountMinor + given, tipMinor: given } };
}

export function decide(input: DecisionInput): Decision {
  return {
    outcome: outcomeOf(input),
    delayMs: input.card === 'slow' ? SLOW_CARD_MS : 0,
    losesReply: input.card === 'lost-reply',
  };
}

const messages: Readonly<Record<string, string>> = {
  ADDRESS_VERIFICATION_FAILED: 'The address does not match.',
  CANCELLATION_VIA_API: 'The payment was cancelled before it was completed.',
  SECURITY_CODE_VERIFICATION_FAILED: 'The security code does not match.',
  CALL_ISSUER: 'The issuer wants to be called.',
  CANCELLATION_VIA_DEVICE: 'The payment was cancelled on the device.',
  DUPLICATE_TRANSACTION: 'The same card paid the same amount a moment ago.',
  EXPIRED_CARD: 'The card has expired.',
  GENERIC_DECLINE: 'The card was declined.',
  INSUFFICIENT_FUNDS: 'The card has insufficient funds.',
  INVALID_ACCOUNT_NUMBER: 'The account number is not valid.',
  INVALID_AMOUNT: 'The amount is not valid.',
  INVALID_CARD: 'The card is not valid here. Use a test card.',
  INVALID_CARD_NUMBER: 'The card number is not valid.',
  INVALID_TRANSACTION: 'The transaction is not valid.',
  PICK_UP_CARD: 'The card is to be kept.',
  RESTRICTED_CARD: 'The card is restricted.',
  TRANSACTION_NOT_PERMITTED: 'The card does not permit this transaction.',
};

export function failureMessage(code: FailureCode): string {
  return messages[code] ?? 'The payment failed.';
}

/**
 * The refusal of a failed payment, which is a 402 with the failed resource's id (observed), or null if the payment
 * succeeded.
 */
export function refuseFailed(
  code: 'DECLINED' | 'PAYMENT_DECLINED',
  kind: 'authorization' | 'transfer',
  { id, failure_code: failure }: { id: string; failure_code: FailureCode | null },
): Refusal | null {
  return failure && { status: 402, code, message: failureMessage(failure), failureCode: failure, [kind]: id };
}
