import { afterSilence, type ElapsedClock } from '../../electron/domain/index.ts';

/** A re-armable timeout for silence of the other side: each arming replaces the previous arming. */
export class RearmableTimeout {
  readonly #clock: ElapsedClock;
  #cancel: () => void = () => undefined;

  constructor(clock: ElapsedClock) {
    this.#clock = clock;
  }

  arm(delayMs: number, task: () => void): void {
    this.#cancel();
    this.#cancel = afterSilence(this.#clock, delayMs, task);
  }

  cancel(): void {
    this.#cancel();
  }
}
