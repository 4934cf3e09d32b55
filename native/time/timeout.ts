import type { Clock } from './clock.ts';

/** The one timer of a transaction: whatever it waits for, something happens when it has waited long enough. */
export class Timeout {
  readonly #clock: Clock;
  #callOff: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Replaces what was armed before. */
  arm(delayMs: number, task: () => void): void {
    this.#callOff();
    this.#callOff = this.#clock.after(delayMs, task);
  }

  cancel(): void {
    this.#callOff();
  }
}
