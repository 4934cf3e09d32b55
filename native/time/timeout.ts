import { afterSilence, type Clock } from '../../electron/domain/index.ts';

/** A re-armable timeout for silence of the other side: each arming replaces the previous arming. */
export class RearmableTimeout {
  readonly #clock: Pick<Clock, 'after' | 'monotonic'>;
  #cancel: () => void = () => undefined;

  constructor(clock: Pick<Clock, 'after' | 'monotonic'>) {
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
