/** What of a call to the platform is tried again by itself, and after how long. */
import { backoff } from '../../domain/index.ts';
import { detailsOf, type ApiOutcome, type RetryRule } from './call.ts';

/** Between two tries of one call; the upper half is left to chance so that tills do not return in step. */
export const callRetryMs = backoff({ firstMs: 250, maxMs: 4_000, jitter: [0.5, 1] });

export function isWorthRetrying(outcome: ApiOutcome<unknown>, rule: RetryRule): boolean {
  if (outcome.kind === 'answered' || rule === 'never') return false;
  // Too many requests is the one refusal that passes by itself; time-outs have used up the whole time already.
  if (outcome.kind === 'refused') return outcome.error.code === 'API_RATE_LIMITED';
  // A password that cannot be had is looked for elsewhere.
  if (outcome.error.code === 'API_NO_PASSWORD') return false;
  // A certificate does not mend itself within seconds.
  if (outcome.error.context?.['certificate'] !== undefined) return false;
  return outcome.kind === 'not-sent' || rule === 'read';
}

/** What the answer itself asks to wait, milliseconds. */
export function retryAfterOf(outcome: ApiOutcome<unknown>): number | null {
  return detailsOf(outcome)?.retryAfterMs ?? null;
}
