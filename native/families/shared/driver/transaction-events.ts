import type { Prompt } from '../../../../electron/contract/index.ts';
import type { TransactionEvent, TransactionResult } from '../terminal.ts';

/**
 * Delivers the events of one transaction to its caller: in order, the first after start() has resolved, and `finished`
 * exactly once as the last.
 */
export class TransactionEvents {
  readonly attempt: string;
  readonly #listener: (event: TransactionEvent) => void;
  /** Events that wait until the caller of start() has the transaction. */
  #held: TransactionEvent[] | undefined = [];
  #isFinished = false;
  #lastPrompt = '';

  constructor(attempt: string, listener: (event: TransactionEvent) => void) {
    this.attempt = attempt;
    this.#listener = listener;
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** Called when start() has returned the transaction to its caller: events may now be delivered. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const event of held) this.#listener(event);
  }

  /** Called when the start was refused or not answered: no event was or will be delivered. */
  abandon(): void {
    this.#isFinished = true;
    this.#held = [];
  }

  /** Emits a prompt unless it is the current prompt. `choices` holds the labels of a choice on the host's screen. */
  prompt(prompt: Prompt, choices?: readonly string[]): void {
    const words = JSON.stringify([prompt, choices]);
    if (words === this.#lastPrompt) return;
    this.#lastPrompt = words;
    this.emit({ type: 'prompt', attempt: this.attempt, prompt, ...(choices ? { choices } : {}) });
  }

  /**
   * Called when the host takes over the prompts while the bank is asked: the next prompt is emitted even if it repeats
   * the last prompt.
   */
  forgetPrompt(): void {
    this.#lastPrompt = '';
  }

  /** Drops the event if the transaction has finished. */
  emit(event: Exclude<TransactionEvent, { type: 'finished' }>): void {
    if (!this.#isFinished) this.#deliver(event);
  }

  /**
   * Finishes the transaction; further calls have no effect. `onEnd` runs just before the event, so that the event's
   * listener may start a new transaction.
   */
  finish(result: TransactionResult, onEnd: () => void): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    onEnd();
    this.#deliver({ type: 'finished', attempt: this.attempt, result });
  }

  #deliver(event: TransactionEvent): void {
    if (this.#held) this.#held.push(event);
    else this.#listener(event);
  }
}
