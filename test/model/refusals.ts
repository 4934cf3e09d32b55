/**
 * What a refusal of the platform comes to at the till: the answer as it stands on the wire, read and classified by the functions
 * the payments port itself uses (electron/host/platform/refusals.ts), or by what a mutation puts in their place.
 */
import { answerError, meaningOf, readErrorDetails } from '../../electron/host/platform/errors.ts';
import { afterCapture, notFoundAfter, plain, type Refused } from '../../electron/host/platform/refusals.ts';
import type { NoAnswer } from '../../electron/host/payments/machine/index.ts';

/** How the port classifies refusals. */
export interface Port {
  afterCapture: typeof afterCapture;
  notFoundAfter: typeof notFoundAfter;
}

export const realPort: Port = { afterCapture, notFoundAfter };

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

function refusedWith(answer: Answer): Refused {
  const { status, error } = answer;
  const body = error ? { _embedded: { errors: [error] } } : '<html>';
  const details = readErrorDetails(status, null, body, null, (text) => text);
  const { kind, code, words } = meaningOf(status);
  if (kind !== 'refused') throw new Error(`${status} is no refusal`);
  return { kind, details, error: answerError('', code, words, details) };
}

type Classify = (refused: Refused) => ReturnType<typeof plain>;

/** Its words decide nothing. */
function classified(classify: Classify, answer: Answer): NoAnswer {
  const outcome = classify(refusedWith(answer));
  if (outcome.kind === 'answered') throw new Error('a refusal is no answer');
  return { kind: outcome.kind, failure: { code: outcome.failure.code, message: '' } };
}

/** What each request meets, as the machine hears it. */
export function refusalsOf(port: Port) {
  return {
    /** A create or a reversal that will not be made. */
    invalid: classified(plain, answers.invalid),
    /** One whose first copy is being processed; looked for, and not found yet. */
    beingMade: classified(port.notFoundAfter, answers.conflict),
    /** A capture that may be taken the next moment. */
    passing: [classified(port.afterCapture, answers.conflict), classified(port.afterCapture, answers.lost)],
    /** A capture that never will. */
    forGood: classified(port.afterCapture, answers.forGood),
    /** A void that meets a state it does not fit. */
    conflict: classified(plain, answers.conflict),
    /** Too many requests. */
    busy: classified(plain, answers.busy),
  };
}

export type Refusals = ReturnType<typeof refusalsOf>;
