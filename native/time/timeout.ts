import { afterSilence, type Clock } from '../../electron/domain/index.ts';

/** A bound on the other side's silence that is armed again and again: each arming replaces the one before. */
export class Timeout {
  readonly #clock: Pick<Clock, 'after' | 'monotonic'>;
  #cancel: () => void = () => undefined;

  constructor(clock: Pick<Clock, 'after' | 'monotonic'>) {
    this.#clock = clock;
  }

  /** Replaces what was armed before. */
  arm(delayMs: number, task: () => void): void {
    this.#cancel();
    this.#cancel = afterSilence(this.#clock, delayMs, task);
  }

  cancel(): void {
    this.#cancel();
  }
}
