import type { Prompt } from '../../../../electron/contract/index.ts';
import type { TransactionEvent, TransactionResult } from '../terminal.ts';

/**
 * The events of one transaction on their way to its caller: in order, none before start() has resolved, none
 * after `finished`, and `finished` exactly once.
 */
export class TransactionEvents {
  readonly attempt: string;
  readonly #listener: (event: TransactionEvent) => void;
  /** Events wait here until the caller of start() holds the transaction. */
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

  /** The caller of start() has the transaction: events may flow. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const event of held) this.#listener(event);
  }

  /** The start was refused or not answered: no event was and will be delivered. */
  abandon(): void {
    this.#isFinished = true;
    this.#held = [];
  }

  /** A prompt that stands already is not said again. `choices`: the labels of a host-side choice. */
  prompt(prompt: Prompt, choices?: readonly string[]): void {
    const words = JSON.stringify([prompt, choices]);
    if (words === this.#lastPrompt) return;
    this.#lastPrompt = words;
    this.emit({ type: 'prompt', attempt: this.attempt, prompt, ...(choices ? { choices } : {}) });
  }

  /** Somebody else prompts from now on (the host, while the bank is asked): whatever comes next is news. */
  forgetPrompt(): void {
    this.#lastPrompt = '';
  }

  /** Dropped once the transaction is finished. */
  emit(event: Exclude<TransactionEvent, { type: 'finished' }>): void {
    if (!this.#isFinished) this.#deliver(event);
  }

  /**
   * The end; a second one is nothing. `onEnd` runs just before the event: a new transaction may start from its listener.
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
