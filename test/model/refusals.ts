/**
 * Determines the till's view of a refusal by the platform: the answer on the network, read and classified by the
 * payments port's own functions (electron/host/platform/refusals.ts), or by a mutation's replacements.
 */
import type { ApiOutcome } from '../../electron/host/platform/call.ts';
import { classify } from '../../electron/host/platform/classify.ts';
import { afterCapture, notFoundAfter, toPlatformOutcome, type Refused } from '../../electron/host/platform/refusals.ts';
import type { FailedCall } from '../../electron/host/payments/machine/index.ts';

/** The port's functions that classify refusals. */
export interface Port {
  classify: typeof classify;
  afterCapture: typeof afterCapture;
  notFoundAfter: typeof notFoundAfter;
}

export const realPort: Port = { classify, afterCapture, notFoundAfter };

/** An answer of the platform, or of a gateway in between. */
interface Answer {
  status: number;
  /** Envelope of the platform, or null for a gateway's page. */
  error: Readonly<Record<string, string>> | null;
}

const answers = {
  /** A field of the request is wrong, and will always be. */
  invalid: { status: 422, error: { code: 'INVALID_FIELD', field: 'amount' } },
  /** "Is being processed": the request has arrived, but there is no record yet. */
  conflict: { status: 409, error: { code: 'CONFLICT' } },
  /** A gateway briefly cannot reach the platform. */
  lost: { status: 404, error: null },
  /** The platform gives a reason why the hold can never be captured. */
  forGood: { status: 422, error: { code: 'INVALID_FIELD', failure_code: 'AUTHORIZATION_EXPIRED_OR_ALREADY_CAPTURED' } },
  busy: { status: 429, error: null },
} as const satisfies Record<string, Answer>;

/** Statuses with which gateways answer after they have forwarded a write. */
const gatewayStatuses = [400, 401, 403, 404, 410, 413, 429, 499];

function heard(port: Port, { status, error }: Answer): ApiOutcome<never> {
  const body = Buffer.from(error ? JSON.stringify({ _embedded: { errors: [error] } }) : '<html>');
  const request = { operation: '', method: 'POST', path: '', timeoutMs: 0, read: () => null } as const;
  return port.classify<never>(request, { kind: 'answer', status, headers: {}, body }, 0, (text) => text);
}

type Classify = (refused: Refused) => ReturnType<typeof toPlatformOutcome>;

/** Clears the message, which decides nothing. */
function classified(port: Port, refusedAs: Classify, answer: Answer): FailedCall {
  const outcome = heard(port, answer);
  const said = outcome.kind === 'refused' ? refusedAs(outcome) : toPlatformOutcome(outcome);
  if (said.kind === 'answered') throw new Error('a refusal is no answer');
  return { kind: said.kind, failure: { code: said.failure.code, message: '' } };
}

/** Refusals of each request, as the machine receives them. */
export function refusalsOf(port: Port) {
  const by = (refusedAs: Classify, answer: Answer): FailedCall => classified(port, refusedAs, answer);
  return {
    /** A create or a reversal that will not be made. */
    invalid: by(toPlatformOutcome, answers.invalid),
    /** A request whose first copy is being processed: looked up, and not found yet. */
    beingMade: by(port.notFoundAfter, answers.conflict),
    /** A request that was done, but that a gateway answered with its own page. */
    ofGateway: distinct(gatewayStatuses.map((status) => by(toPlatformOutcome, { status, error: null }))),
    /** A capture that may succeed at the next try. */
    passing: [by(port.afterCapture, answers.conflict), by(port.afterCapture, answers.lost)],
    /** A capture that will never succeed. */
    forGood: by(port.afterCapture, answers.forGood),
    /** A void in a state that does not allow it. */
    conflict: by(toPlatformOutcome, answers.conflict),
    busy: by(toPlatformOutcome, answers.busy),
  };
}

/** One of each kind that the machine distinguishes. */
function distinct(all: readonly FailedCall[]): FailedCall[] {
  return [...new Map(all.map((one) => [`${one.kind} ${one.failure.code}`, one])).values()];
}

export type Refusals = ReturnType<typeof refusalsOf>;
