/** Timers between two tries: of an attempt itself under null, of its reversals under their ids. One each at a time. */
import type { Clock } from '../../domain/index.ts';

type About = string | null;

export interface RetryTimersOptions {
  clock: Clock;
  /** A number in [0, 1) for jitter. */
  random: () => number;
  /** `waitedMs`: how long it was, by a timer; the clock may have been set meanwhile. */
  onOver: (attempt: string, about: About, waitedMs: number) => void;
}

interface Timer {
  /** Somebody's time to answer: asking the platform sooner does not end it. */
  isForPerson: boolean;
  stop: () => void;
  delayMs: number;
  /** Milliseconds since 1970. */
  begunAt: number;
}

export class RetryTimers {
  readonly #options: RetryTimersOptions;
  readonly #timers = new Map<string, Map<About, Timer>>();

  constructor(options: RetryTimersOptions) {
    this.#options = options;
  }

  /** Instead of the one that runs. */
  begin(attempt: string, about: About, leastMs: number, isForPerson = false): void {
    const { clock, random, onOver } = this.#options;
    this.cancel(attempt, about);
    // Up to a fifth longer, so that tills that lost the platform together do not come back together. Whole: it is journaled.
    const delayMs = isForPerson ? leastMs : Math.round(leastMs * (1 + random() / 5));
    const stop = clock.after(delayMs, () => {
      this.#remove(attempt, about);
      onOver(attempt, about, delayMs);
    });
    const own = this.#timers.get(attempt) ?? new Map<About, Timer>();
    this.#timers.set(attempt, own.set(about, { isForPerson, stop, delayMs, begunAt: clock.monotonic() }));
  }

  cancel(attempt: string, about: About): void {
    this.#timers.get(attempt)?.get(about)?.stop();
    this.#remove(attempt, about);
  }

  /** All of them but people's end now: the same events, only sooner. */
  retryNow(): void {
    const { clock, onOver } = this.#options;
    // Copies, since a try may wait again at once.
    for (const [attempt, own] of Array.from(this.#timers)) {
      for (const [about, { isForPerson, stop, delayMs, begunAt }] of Array.from(own)) {
        if (isForPerson) continue;
        stop();
        this.#remove(attempt, about);
        // Between nothing and the whole wait, whatever the clock says.
        onOver(attempt, about, Math.round(Math.max(0, Math.min(delayMs, clock.monotonic() - begunAt))));
      }
    }
  }

  /** Cancels whatever runs of an attempt, or of all. */
  forget(attempt?: string): void {
    for (const [id, own] of Array.from(this.#timers)) {
      if (attempt !== undefined && id !== attempt) continue;
      for (const { stop } of own.values()) stop();
      this.#timers.delete(id);
    }
  }

  #remove(attempt: string, about: About): void {
    const own = this.#timers.get(attempt);
    own?.delete(about);
    if (own?.size === 0) this.#timers.delete(attempt);
  }
}
