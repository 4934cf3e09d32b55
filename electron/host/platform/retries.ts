/** Automatic retries of a call: whether, and after which delay. */
import { backoff } from '../../domain/index.ts';
import { detailsOf, type ApiOutcome, type RetryRule } from './call.ts';

/** Delay between attempts of a call; half of it is random, so that tills do not retry in lockstep. */
export const callRetryMs = backoff({ firstMs: 250, maxMs: 4_000, jitter: [0.5, 1] });

export function isWorthRetrying(outcome: ApiOutcome<unknown>, rule: RetryRule): boolean {
  if (outcome.kind === 'answered' || rule === 'never') return false;
  // A rate limit is the only refusal that is transient; a timeout has already used up the time limit.
  if (outcome.kind === 'refused') return outcome.error.code === 'API_RATE_LIMITED';
  // A missing password is fetched elsewhere; a retry here does not help.
  if (outcome.error.code === 'API_NO_PASSWORD') return false;
  // A certificate fault lasts longer than the retries.
  if (outcome.error.context?.['certificate'] !== undefined) return false;
  return outcome.kind === 'not-sent' || rule === 'read';
}

/** Delay requested by the answer, in milliseconds, or null. */
export function retryAfterOf(outcome: ApiOutcome<unknown>): number | null {
  return detailsOf(outcome)?.retryAfterMs ?? null;
}
