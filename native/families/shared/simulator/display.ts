/** The terminal's screen: the texts of a transaction, then its result for a moment, and the idle text. */
import type { Timers } from '../../../time/timers.ts';
import { RearmableTimeout } from '../../../time/timeout.ts';

export class Display {
  readonly #onChange: () => void;
  readonly #timeout: RearmableTimeout;
  readonly #ready: readonly string[];
  #lines: readonly string[];
  /** Idle text, set by the host or by the terminal. */
  #idleLines: readonly string[];

  /** `ready` is the terminal's own idle text. */
  constructor(timers: Timers, ready: string, onChange: () => void) {
    this.#onChange = onChange;
    this.#timeout = new RearmableTimeout(timers);
    this.#ready = [ready];
    this.#lines = this.#ready;
    this.#idleLines = this.#ready;
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  show(lines: readonly string[]): void {
    this.#timeout.cancel();
    this.#lines = lines;
    this.#onChange();
  }

  showFor(lines: readonly string[], forMs: number, done: () => void): void {
    this.show(lines);
    this.#timeout.arm(forMs, done);
  }

  showIdle(): void {
    this.show(this.#idleLines);
  }

  /** Sets the idle text, or restores the terminal's own with null. Takes effect with the next showIdle(). */
  setIdleLines(lines: readonly string[] | null): void {
    this.#idleLines = lines ?? this.#ready;
  }
}
