/**
 * Timers between two tries: at most one for an attempt itself (under null), and one for each of its reversals (under
 * its id).
 */
import type { Clock } from '../../domain/index.ts';

type About = string | null;

export interface RetryTimersOptions {
  clock: Clock;
  /** Number in [0, 1) for jitter. */
  random: () => number;
  /** `waitedMs`: length of the wait by a timer; the clock may have been set during the wait. */
  onOver: (attempt: string, about: About, waitedMs: number) => void;
}

interface Timer {
  /** The time is for the cashier's answer: `retryNow` does not end it. */
  isForPerson: boolean;
  stop: () => void;
  delayMs: number;
  /** Time by the monotonic clock. */
  begunAt: number;
}

export class RetryTimers {
  readonly #options: RetryTimersOptions;
  readonly #timers = new Map<string, Map<About, Timer>>();

  constructor(options: RetryTimersOptions) {
    this.#options = options;
  }

  /** Starts a timer in place of a running timer. */
  begin(attempt: string, about: About, leastMs: number, isForPerson = false): void {
    const { clock, random, onOver } = this.#options;
    this.cancel(attempt, about);
    // Up to a fifth longer, so that tills that lost the platform together reconnect at different times. Rounded,
    // because it is journaled.
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

  /** Ends all timers now, except those for the cashier's answers: the events are the same, only sooner. */
  retryNow(): void {
    const { clock, onOver } = this.#options;
    // The loop uses a copy, because a retry may start a new timer at once.
    for (const [attempt, own] of Array.from(this.#timers)) {
      for (const [about, { isForPerson, stop, delayMs, begunAt }] of Array.from(own)) {
        if (isForPerson) continue;
        stop();
        this.#remove(attempt, about);
        // The value is in the range 0..delayMs, even after a change of the clock.
        onOver(attempt, about, Math.round(Math.max(0, Math.min(delayMs, clock.monotonic() - begunAt))));
      }
    }
  }

  /** Cancels every timer of an attempt, or of all attempts. */
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
