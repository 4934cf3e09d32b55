/** The wait of a start for the card of the payment before to be taken out. One payment at a time is at a terminal. */
import { afterSilence, type Clock } from '../../domain/index.ts';
import { TillError } from '../../contract/index.ts';
import type { TransactionRequest } from '../../../native/index.ts';

const cardIn = (): TillError =>
  new TillError('TERM_CARD_IN', 'The card of the payment before is still in the terminal.');

export class SlotWait {
  #waiting: { attempt: string; resolve: () => void; reject: (why: TillError) => void } | null = null;

  get isRunning(): boolean {
    return this.#waiting !== null;
  }

  /** @throws TillError TERM_CARD_IN after the time for a card, or what `fail` was given. */
  async wait(
    clock: Pick<Clock, 'after' | 'monotonic'>,
    { attempt, cardTimeoutMs }: Pick<TransactionRequest, 'attempt' | 'cardTimeoutMs'>,
    tell: (prompt: { type: 'prompt'; attempt: string; prompt: 'card-left-in' | 'starting' }) => void,
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting = { attempt, resolve, reject };
    tell({ type: 'prompt', attempt, prompt: 'card-left-in' });
    const stopTimer = afterSilence(clock, cardTimeoutMs, () => reject(cardIn()));
    try {
      await promise;
    } finally {
      stopTimer();
      this.#waiting = null;
    }
    tell({ type: 'prompt', attempt, prompt: 'starting' });
  }

  /** The card is out, or the terminal cannot tell of it any more. */
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
