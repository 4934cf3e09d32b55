/** The body of every failure, as recorded from real traffic (facts, section 4). */
import type { ErrorEntry, ErrorEnvelope } from '../../platform-api/index.ts';
import type { Refusal } from '../rules/refusal.ts';

/** Thrown by handlers to answer with a failure; several refusals become several errors of one envelope. */
export class Problem extends Error {
  readonly refusals: readonly [Refusal, ...Refusal[]];
  readonly headers: Readonly<Record<string, string>>;

  constructor(refusals: Refusal | readonly [Refusal, ...Refusal[]], headers: Readonly<Record<string, string>> = {}) {
    const list: readonly [Refusal, ...Refusal[]] = 'status' in refusals ? [refusals] : refusals;
    super(list[0].message);
    this.name = 'Problem';
    this.refusals = list;
    this.headers = headers;
  }

  get status(): number {
    return this.refusals[0].status;
  }
}

/**
 * @param logref reference into the platform's logs: the request's id, except that a 402 has one of its own (observed)
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
