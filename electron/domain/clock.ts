/** Clock as a parameter for all code that waits or records times, so that tests control the time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Milliseconds since a fixed point of this process; never goes back or jumps, even when the computer's clock is set.
   * For measuring waits.
   */
  monotonic(): number;
  /** Runs `task` once after `delayMs`; returns a function that cancels it. */
  after(delayMs: number, task: () => void): () => void;
}

/** Clock for waits and durations, without the time of day. */
export type ElapsedClock = Pick<Clock, 'monotonic' | 'after'>;

/** Final part of a wait, during which arrived data is read. */
const LAST_MS = 10;
/** Delay of a timer that indicates a pause of the process: a closed laptop, a virtual machine, a busy disk. */
const LATE_MS = 100;
/** Maximum extension of a wait after a pause, and the number of extensions, so that every wait is bounded. */
const AGAIN_MS = 5_000;
const MAX_EXTENSIONS = 3;

/**
 * Runs `task` when the other side has been silent for `delayMs`; returns a function that cancels it. Waits for others
 * use this instead of a bare timer: after a pause of this process their data may be unread in the socket, and an
 * overdue timer runs before the data is read. So a wait ends in two steps, with reads in between, and a late timer
 * gives the other side time again.
 */
export function afterSilence(clock: ElapsedClock, delayMs: number, task: () => void): () => void {
  let cancel: () => void = () => undefined;
  const wait = (waitMs: number, timesAgain: number): void => {
    const due = clock.monotonic() + waitMs;
    const end = (): void => {
      const isLate = clock.monotonic() - due > LATE_MS && timesAgain < MAX_EXTENSIONS;
      if (isLate) wait(Math.min(delayMs, AGAIN_MS), timesAgain + 1);
      else task();
    };
    const lastMs = Math.min(LAST_MS, waitMs);
    cancel = clock.after(waitMs - lastMs, () => {
      cancel = clock.after(lastMs, end);
    });
  };
  wait(delayMs, 0);
  return () => cancel();
}

/** Part of `AbortSignal` that a wait needs. */
interface Abortable {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Resolves after `delayMs`, or when one of `signals` aborts; removes its listeners from them. Never rejects. */
export function pause(clock: Pick<Clock, 'after'>, delayMs: number, ...signals: readonly Abortable[]): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      stop();
      for (const signal of signals) signal.removeEventListener('abort', finish);
      resolve();
    };
    const stop = clock.after(delayMs, finish);
    for (const signal of signals) signal.addEventListener('abort', finish);
    if (signals.some(({ aborted }) => aborted)) finish();
  });
}
