/**
 * The stripe instead of a chip that cannot be read, once in a transaction. Who asks for it is a setting of the terminal
 * (property 1.2.1.1.1.1): one that does it itself goes on waiting for a card; one that leaves it to its host ends its
 * transaction, and only then a second one, for the stripe alone, is started for the same attempt.
 */
import { startTransaction } from '../codec/commands.ts';
import { isSuccess } from '../codec/message.ts';
import { mmsRefusal } from '../codec/status.ts';
import type { TransactionContext } from './transaction-limits.ts';

export class SwipeInstead {
  readonly #context: TransactionContext;
  /** `announced`: the terminal has said that the chip is of no use. `starting`: our second start is under way. */
  #state: 'none' | 'announced' | 'starting' | 'done' = 'none';

  constructor(context: TransactionContext) {
    this.#context = context;
  }

  get isAnnounced(): boolean {
    return this.#state === 'announced';
  }

  /** Between the two transactions: what comes now is repeated or left over from the first. */
  get isStarting(): boolean {
    return this.#state === 'starting';
  }

  /** False when it was announced before: this one is a repetition, or the stripe was already tried. */
  announce(): boolean {
    if (this.#state !== 'none') return false;
    this.#state = 'announced';
    return true;
  }

  /** The terminal asked for the stripe by itself, or the second transaction is given up: there will be no other. */
  conclude(): void {
    if (this.#state !== 'none') this.#state = 'done';
  }

  get isOffered(): boolean {
    return this.#context.start.readers.msr;
  }

  /** Starts the second transaction; rejects as its refusal, or TERM_SILENT. `onAccepted`: in order with notifications. */
  async start(onAccepted: () => void): Promise<void> {
    const { session, start, limits } = this.#context;
    this.#state = 'starting';
    const readers = { msr: true, contact: false, contactless: false };
    const response = await session.request((reference) => startTransaction(reference, { ...start, readers }), {
      timeoutMs: limits.replyMs,
      onReply: ({ status }) => {
        if (!isSuccess(status)) return;
        this.#state = 'done';
        onAccepted();
      },
    });
    if (!isSuccess(response.status)) throw mmsRefusal(response, 'to read the stripe instead');
  }
}
