import { afterSilence, systemClock } from '../../electron/domain/index.ts';

/** One signal for two reasons to stop: the caller's, and a bound in time. */
interface Deadline {
  readonly signal: AbortSignal;
  /** True when the bound was the reason, not the caller. */
  readonly hasPassed: boolean;
  /** Releases the timer and the listener; the signal does not abort any more. */
  release(): void;
}

/** A signal that aborts when `signal` does, or after `ms`. */
export function startDeadline(ms: number, signal?: AbortSignal): Deadline {
  const controller = new AbortController();
  let hasPassed = false;
  const onAbort = () => controller.abort();
  const cancelTimer = afterSilence(systemClock, ms, () => {
    hasPassed = true;
    controller.abort();
  });
  if (signal?.aborted) controller.abort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    get hasPassed() {
      return hasPassed;
    },
    release() {
      cancelTimer();
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
