/** The time bounds of a transaction: on the terminal's silence, or on the end that is due. */
import { Timeout } from '../../../time/timeout.ts';
import type { Clock } from '../../../../electron/domain/index.ts';

export class Watchdog {
  readonly #deadline: Timeout;
  readonly #silenceMs: number;
  readonly #onSilence: () => void;
  #isSettling = false;

  /** `silenceMs`: how long the terminal itself waits for a card, and a margin. */
  constructor(clock: Clock, silenceMs: number, onSilence: () => void) {
    this.#deadline = new Timeout(clock);
    this.#silenceMs = silenceMs;
    this.#onSilence = onSilence;
  }

  /** The bound is on the end, not on silence: notifications do not push it out. */
  get isSettling(): boolean {
    return this.#isSettling;
  }

  /** The terminal has said something: it may be silent for as long again. */
  forSilence(): void {
    this.#isSettling = false;
    this.#deadline.arm(this.#silenceMs, this.#onSilence);
  }

  /** Word of how the card took the bank's answer is due. Whatever is said counts as that: silence is bounded anew. */
  forWord(delayMs: number, task: () => void): void {
    this.#isSettling = false;
    this.#deadline.arm(delayMs, task);
  }

  /** The end is due; `task` makes it when it has not come by itself. */
  forEnd(delayMs: number, task: () => void): void {
    this.#isSettling = true;
    this.#deadline.arm(delayMs, task);
  }

  cancel(): void {
    this.#deadline.cancel();
  }
}
