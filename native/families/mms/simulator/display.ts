/** The terminal's screen: what a transaction shows, what a result leaves behind for a moment, what stands when idle. */
import { READY } from './screens.ts';
import type { Timers } from '../../../time/timers.ts';

export class Display {
  readonly #timers: Timers;
  readonly #onChange: () => void;
  #lines: readonly string[] = [READY];
  /** The host's own text, or READY. */
  #idleLines: readonly string[] = [READY];
  #callOff: () => void = () => {};

  constructor(timers: Timers, onChange: () => void) {
    this.#timers = timers;
    this.#onChange = onChange;
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  show(lines: readonly string[]): void {
    this.#callOff();
    this.#callOff = () => {};
    this.#lines = lines;
    this.#onChange();
  }

  /** Shows lines for a while; then `done` says what follows. */
  showFor(lines: readonly string[], forMs: number, done: () => void): void {
    this.show(lines);
    this.#callOff = this.#timers.after(forMs, done);
  }

  showIdle(): void {
    this.show(this.#idleLines);
  }

  /** What stands when idle; null for READY. Takes effect with the next showIdle. */
  setIdleLines(lines: readonly string[] | null): void {
    this.#idleLines = lines ?? [READY];
  }
}
