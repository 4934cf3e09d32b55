import { afterSilence, systemClock } from '../../electron/domain/index.ts';

/** A signal that combines the caller's cancellation with a time limit. */
interface Deadline {
  readonly signal: AbortSignal;
  /** True when the time limit, not the caller, aborted the signal. */
  readonly hasPassed: boolean;
  /** Releases the timer and the listener; afterwards the signal no longer aborts. */
  release(): void;
}

/** Returns a signal that aborts when `signal` does, or after `ms`. */
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
