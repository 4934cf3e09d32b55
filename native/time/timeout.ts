import type { Clock } from './clock.ts';

/** One timer that is armed again and again: each arming replaces the one before. */
export class Timeout {
  readonly #clock: Pick<Clock, 'after'>;
  #cancel: () => void = () => undefined;

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** Replaces what was armed before. */
  arm(delayMs: number, task: () => void): void {
    this.#cancel();
    this.#cancel = this.#clock.after(delayMs, task);
  }

  cancel(): void {
    this.#cancel();
  }
}
