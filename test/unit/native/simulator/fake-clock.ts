import type { Clock } from '../../../../electron/domain/index.ts';
import { stepWall, wallAheadMs } from '../../../wall/wall.ts';

export class FakeClock implements Clock {
  #now = Date.UTC(2026, 4, 17, 12, 0, 0);
  #timers: { at: number; order: number; task: () => void }[] = [];
  #order = 0;

  now(): number {
    return this.#now + wallAheadMs();
  }

  monotonic(): number {
    return this.#now;
  }

  after(delayMs: number, task: () => void): () => void {
    stepWall();
    const timer = { at: this.#now + delayMs, order: this.#order++, task };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Number of pending timers, which must be 0 after a terminal is closed. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Advances the time and runs due timers in order, including timers that are set during the call. */
  advance(byMs: number): void {
    const until = this.#now + byMs;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at || a.order - b.order);
      if (!next) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#now = next.at;
      next.task();
    }
    this.#now = until;
  }
}
