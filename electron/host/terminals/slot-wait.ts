/** Delays a payment until the previous payment's card has been removed. A terminal runs one payment at a time. */
import { afterSilence, type ElapsedClock } from '../../domain/index.ts';
import { TillError } from '../../contract/index.ts';
import type { TransactionRequest } from '../../../native/index.ts';

const cardIn = (): TillError =>
  new TillError('TERM_CARD_IN', 'The card of the payment before is still in the terminal.');

export class SlotWait {
  #waiting: { attempt: string; resolve: () => void; reject: (why: TillError) => void } | null = null;

  get isRunning(): boolean {
    return this.#waiting !== null;
  }

  /** @throws TERM_CARD_IN after the card timeout, or the error passed to `fail` */
  async wait(
    clock: ElapsedClock,
    { attempt, cardTimeoutMs }: Pick<TransactionRequest, 'attempt' | 'cardTimeoutMs'>,
    notify: (prompt: { type: 'prompt'; attempt: string; prompt: 'card-left-in' | 'starting' }) => void,
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting = { attempt, resolve, reject };
    notify({ type: 'prompt', attempt, prompt: 'card-left-in' });
    const stopTimer = afterSilence(clock, cardTimeoutMs, () => reject(cardIn()));
    try {
      await promise;
    } finally {
      stopTimer();
      this.#waiting = null;
    }
    notify({ type: 'prompt', attempt, prompt: 'starting' });
  }

  /** Called when the card was removed, or when the terminal can no longer report its removal. */
  end(): void {
    this.#waiting?.resolve();
  }

  fail(why: TillError): void {
    this.#waiting?.reject(why);
  }

  giveUp(attempt: string): void {
    if (this.#waiting?.attempt === attempt) this.fail(cardIn());
  }
}
