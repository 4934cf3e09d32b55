/** Converts failures, including those of the framework, to the specification's form, and writes the body of each. */
import type { ErrorEntry, ErrorEnvelope } from '../../platform-api/index.ts';
import type { Refusal } from '../rules/refusal.ts';
import { Problem } from '../world/problem.ts';

const badRequest: Refusal = { status: 400, code: 'BAD_REQUEST', message: 'The request could not be parsed.' };
const notAcceptable: Refusal = {
  status: 406,
  code: 'NOT_ACCEPTABLE',
  message: "The request's format cannot be accepted; send and accept JSON.",
};
const serverError: Refusal = { status: 500, code: 'SERVER_ERROR', message: 'Internal server error.' };

export const badRequestProblem = () => new Problem(badRequest);
export const notAcceptableProblem = () => new Problem(notAcceptable);

/** @returns the failure to answer with, and whether it is a bug of the sandbox, which must be logged */
export function problemOf(error: unknown): { problem: Problem; isBug: boolean } {
  if (error instanceof Problem) return { problem: error, isBug: false };
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  // The specification answers "Request format cannot be accepted" with 406 instead of 415.
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { problem: new Problem(notAcceptable), isBug: false };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { problem: new Problem(badRequest), isBug: false };
  }
  return { problem: new Problem(serverError), isBug: true };
}

/** 405 with the methods of the path. */
export function methodNotAllowed(methods: readonly string[]): Problem {
  return new Problem(
    { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'This resource does not support that method.' },
    { allow: methods.join(', ') },
  );
}

/**
 * The body of a failure, as recorded from real traffic (facts, section 4).
 * @param logref reference into the platform's logs: the request's id, except that a 402 has its own (observed)
 */
export function envelope(refusals: readonly [Refusal, ...Refusal[]], logref: string): ErrorEnvelope {
  const entries = refusals.map((one): ErrorEntry => ({
    code: one.code,
    message: one.message,
    logref,
    ...(one.field === undefined ? {} : { field: one.field }),
    ...(one.failureCode === undefined ? {} : { failure_code: one.failureCode, failure_message: one.message }),
    ...(one.authorization === undefined ? {} : { authorization: one.authorization }),
    ...(one.transfer === undefined ? {} : { transfer: one.transfer }),
    _links: {},
  }));
  return { total: entries.length, _embedded: { errors: entries } };
}
