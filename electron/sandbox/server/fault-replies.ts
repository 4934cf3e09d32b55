/**
 * Damages replies on demand: drops them, replaces them by an error or a web page, cuts them in half, or sends them in
 * small pieces.
 */
import type { FastifyReply } from 'fastify';
import type { Fault } from '../faults/fault.ts';
import type { Refusal } from '../rules/refusal.ts';
import { Problem } from '../world/problem.ts';
import type { World } from '../world/world.ts';
import { drop, htmlAnswer, send, sendHalf, sendTrickle } from './reply.ts';
import type { ReadyAnswer } from './reply.ts';
import { inOtherCurrency, withOtherRecord } from './wrong-answers.ts';

const TRICKLE_PIECES = 20;

const refusals: Readonly<Record<Fault['status'], Refusal>> = {
  400: { status: 400, code: 'BAD_REQUEST', message: 'The request could not be parsed.' },
  401: { status: 401, code: 'UNKNOWN', message: 'Unauthorized.' },
  402: { status: 402, code: 'UPSTREAM_PROCESSOR_ERROR', message: 'The processor could not be reached.' },
  403: { status: 403, code: 'FORBIDDEN', message: 'Forbidden.' },
  404: { status: 404, code: 'NOT_FOUND', message: 'There is no such resource.' },
  409: { status: 409, code: 'CONFLICT', message: 'The request conflicts with the current state.' },
  410: { status: 410, code: 'NOT_FOUND', message: 'The resource is gone.' },
  413: { status: 413, code: 'BAD_REQUEST', message: 'The request is too large.' },
  422: { status: 422, code: 'UNPROCESSABLE_ENTITY', message: 'The request cannot be done.' },
  429: { status: 429, code: 'TOO_MANY_REQUESTS', message: 'Too many requests.' },
  499: { status: 499, code: 'BAD_REQUEST', message: 'The client closed the request.' },
  500: { status: 500, code: 'SERVER_ERROR', message: 'Internal server error.' },
  503: { status: 503, code: 'SERVER_ERROR', message: 'Service unavailable.' },
};

const needsAnswer: ReadonlySet<Fault['kind']> = new Set(['half-body', 'trickle', 'other-record', 'other-currency']);

/** True if a fault needs the finished answer: it takes effect after the commit, or damages the answer itself. */
export const isLate = ({ when, kind }: Fault): boolean => when === 'after' || needsAnswer.has(kind);

export interface FaultContext {
  wait: (delayMs: number) => Promise<boolean>;
  failure: (problem: Problem) => ReadyAnswer;
  headers: () => Readonly<Record<string, string>>;
  world: World;
}

/**
 * Damages one reply.
 * @param ready the finished answer of a late fault
 * @returns false when the reply must still be sent as usual
 */
export async function damageReply(
  fault: Fault,
  reply: FastifyReply,
  ready: ReadyAnswer | null,
  { wait, failure, headers, world }: FaultContext,
): Promise<boolean> {
  const isDelayed = fault.kind !== 'trickle' && fault.kind !== 'pending' && fault.when !== 'meanwhile';
  if (fault.delayMs > 0 && isDelayed) await wait(fault.delayMs);
  const retry: Record<string, string> =
    fault.retryAfterSeconds === undefined ? {} : { 'retry-after': String(fault.retryAfterSeconds) };
  switch (fault.kind) {
    case 'answer':
    case 'duplicate':
    case 'pending':
      return false;
    case 'drop':
      drop(reply);
      return true;
    case 'status':
      await send(reply, failure(new Problem(refusals[fault.status], retry)));
      return true;
    case 'html':
      await send(reply, htmlAnswer(fault.status, { ...headers(), ...retry }));
      return true;
    case 'half-body':
      if (!ready) return false;
      sendHalf(reply, ready);
      return true;
    case 'trickle':
      if (!ready) return false;
      await sendTrickle(reply, ready, TRICKLE_PIECES, () => wait(Math.ceil(fault.delayMs / TRICKLE_PIECES)));
      return true;
    case 'other-record':
    case 'other-currency':
      if (!ready || ready.status >= 300) return false;
      await send(reply, fault.kind === 'other-record' ? withOtherRecord(world, ready) : inOtherCurrency(ready));
      return true;
  }
}
