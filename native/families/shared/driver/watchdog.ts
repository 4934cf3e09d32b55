/** Time limit of a transaction: either on the terminal's silence, or on an end that is due. */
import { RearmableTimeout } from '../../../time/timeout.ts';
import type { Clock } from '../../../../electron/domain/index.ts';

export class Watchdog {
  readonly #deadline: RearmableTimeout;
  readonly #silenceMs: number;
  readonly #onSilence: () => void;
  #isSettling = false;

  /** `silenceMs` is the terminal's own wait for a card, plus a margin. */
  constructor(clock: Clock, silenceMs: number, onSilence: () => void) {
    this.#deadline = new RearmableTimeout(clock);
    this.#silenceMs = silenceMs;
    this.#onSilence = onSilence;
  }

  /** True while the limit applies to the end: notifications do not extend it. */
  get isSettling(): boolean {
    return this.#isSettling;
  }

  /** Restarts the limit on silence, because the terminal has sent something. */
  forSilence(): void {
    this.#isSettling = false;
    this.#deadline.arm(this.#silenceMs, this.#onSilence);
  }

  /**
   * Waits for the card's reaction to the bank's answer. Any notification counts as that and restarts the limit on
   * silence.
   */
  forReply(delayMs: number, task: () => void): void {
    this.#isSettling = false;
    this.#deadline.arm(delayMs, task);
  }

  /** Waits for an end that is due; `task` ends the transaction if the terminal does not. */
  forCompletion(delayMs: number, task: () => void): void {
    this.#isSettling = true;
    this.#deadline.arm(delayMs, task);
  }

  cancel(): void {
    this.#deadline.cancel();
  }
}
