/**
 * What a refusal of the platform comes to at the till: the answer as it stands on the wire, read and classified by the functions
 * the payments port itself uses (electron/host/platform/refusals.ts), or by what a mutation puts in their place.
 */
import type { ApiOutcome } from '../../electron/host/platform/call.ts';
import { classify } from '../../electron/host/platform/classify.ts';
import { afterCapture, notFoundAfter, plain, type Refused } from '../../electron/host/platform/refusals.ts';
import type { FailedCall } from '../../electron/host/payments/machine/index.ts';

/** How the port classifies refusals. */
export interface Port {
  classify: typeof classify;
  afterCapture: typeof afterCapture;
  notFoundAfter: typeof notFoundAfter;
}

export const realPort: Port = { classify, afterCapture, notFoundAfter };

/** An answer of the platform, or of what stands between. */
interface Answer {
  status: number;
  /** Null: no envelope of the platform's, a gateway's page. */
  error: Readonly<Record<string, string>> | null;
}

const answers = {
  /** A field of the request is wrong, and will be wrong again. */
  invalid: { status: 422, error: { code: 'INVALID_FIELD', field: 'amount' } },
  /** "Is being processed": the request is there, and no record of it yet. */
  conflict: { status: 409, error: { code: 'CONFLICT' } },
  /** A gateway that has lost its way to the platform for a moment. */
  lost: { status: 404, error: null },
  /** The platform names a reason why this can never be captured. */
  forGood: { status: 422, error: { code: 'INVALID_FIELD', failure_code: 'AUTHORIZATION_EXPIRED_OR_ALREADY_CAPTURED' } },
  busy: { status: 429, error: null },
} as const satisfies Record<string, Answer>;

/** What gateways answer after they have passed a write on. */
const gatewayStatuses = [400, 401, 403, 404, 410, 413, 429, 499];

function heard(port: Port, { status, error }: Answer): ApiOutcome<never> {
  const body = Buffer.from(error ? JSON.stringify({ _embedded: { errors: [error] } }) : '<html>');
  const request = { operation: '', method: 'POST', path: '', timeoutMs: 0, read: () => null } as const;
  return port.classify<never>(request, { kind: 'answer', status, headers: {}, body }, 0, (text) => text);
}

type Classify = (refused: Refused) => ReturnType<typeof plain>;

/** Its words decide nothing. */
function classified(port: Port, refusedAs: Classify, answer: Answer): FailedCall {
  const outcome = heard(port, answer);
  const said = outcome.kind === 'refused' ? refusedAs(outcome) : plain(outcome);
  if (said.kind === 'answered') throw new Error('a refusal is no answer');
  return { kind: said.kind, failure: { code: said.failure.code, message: '' } };
}

/** What each request meets, as the machine hears it. */
export function refusalsOf(port: Port) {
  const by = (refusedAs: Classify, answer: Answer): FailedCall => classified(port, refusedAs, answer);
  return {
    /** A create or a reversal that will not be made. */
    invalid: by(plain, answers.invalid),
    /** One whose first copy is being processed; looked for, and not found yet. */
    beingMade: by(port.notFoundAfter, answers.conflict),
    /** One that was done, and that a gateway answered with a page of its own. */
    ofGateway: distinct(gatewayStatuses.map((status) => by(plain, { status, error: null }))),
    /** A capture that may be taken the next moment. */
    passing: [by(port.afterCapture, answers.conflict), by(port.afterCapture, answers.lost)],
    /** A capture that never will. */
    forGood: by(port.afterCapture, answers.forGood),
    /** A void that meets a state it does not fit. */
    conflict: by(plain, answers.conflict),
    /** Too many requests. */
    busy: by(plain, answers.busy),
  };
}

/** As the machine tells them apart. */
function distinct(all: readonly FailedCall[]): FailedCall[] {
  return [...new Map(all.map((one) => [`${one.kind} ${one.failure.code}`, one])).values()];
}

export type Refusals = ReturnType<typeof refusalsOf>;
