/** Time as a parameter: whatever waits or dates something is handed one, so that tests move it by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Milliseconds since some moment of this process; never goes back or jumps, whatever is done to the clock. What is waited for
   * is measured with it.
   */
  monotonic(): number;
  /** Runs `task` once after `delayMs`; gives a function that cancels it. */
  after(delayMs: number, task: () => void): () => void;
}

/** What has arrived is read before the last of a wait. */
const LAST_MS = 10;
/** A wait that ends later than this by itself went over a pause: a laptop's lid, a virtual machine, a busy disk. */
const LATE_MS = 100;
/** What the other side is given again after a pause, at most, and how often: every wait has a bound. */
const AGAIN_MS = 5_000;
const MOST_AGAIN = 3;

/**
 * Runs `task` once the other side has been silent for `delayMs`; gives a function that cancels it. What waits for others is
 * bounded by this and not by a bare timer: after a pause of this process their words may lie unread in the socket, and a
 * timer that is overdue runs before they are read. So a wait ends in two steps, between which arrivals are read, and one that
 * comes late gives the other side its time again.
 */
export function afterSilence(clock: Pick<Clock, 'after' | 'monotonic'>, delayMs: number, task: () => void): () => void {
  let cancel: () => void = () => undefined;
  const wait = (waitMs: number, timesAgain: number): void => {
    const due = clock.monotonic() + waitMs;
    const end = (): void => {
      const isLate = clock.monotonic() - due > LATE_MS && timesAgain < MOST_AGAIN;
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

/** The part of `AbortSignal` that a wait needs. */
interface Abortable {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Over after `delayMs`, or as soon as one of `signals` is aborted, on which nothing of it is left. Never rejects. */
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
