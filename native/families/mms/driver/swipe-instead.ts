/**
 * Fallback to the stripe when the chip cannot be read, once per transaction. A setting of the terminal (property
 * 1.2.1.1.1.1) decides which side drives it. If the terminal drives it, the terminal keeps waiting for a card. If the
 * host drives it, the terminal ends its transaction, and the driver then starts a second one for the same attempt with
 * the stripe only.
 */
import { startTransaction } from '../codec/commands.ts';
import { isSuccess } from '../codec/message.ts';
import { mmsRefusal } from '../codec/status.ts';
import type { TransactionContext } from './transaction-context.ts';

export class StripeFallback {
  readonly #context: TransactionContext;
  /** `announced`: the terminal has reported that the chip cannot be used. `starting`: the second start is under way. */
  #state: 'none' | 'announced' | 'starting' | 'done' = 'none';

  constructor(context: TransactionContext) {
    this.#context = context;
  }

  get isAnnounced(): boolean {
    return this.#state === 'announced';
  }

  /** True between the two transactions: notifications that arrive now are repetitions or left over from the first. */
  get isStarting(): boolean {
    return this.#state === 'starting';
  }

  /**
   * Returns false when the fallback was announced before: the signal is a repetition, or the stripe was already tried.
   */
  announce(): boolean {
    if (this.#state !== 'none') return false;
    this.#state = 'announced';
    return true;
  }

  /**
   * The terminal asked for the stripe itself, or the second transaction was abandoned: there will be no other fallback.
   */
  conclude(): void {
    if (this.#state !== 'none') this.#state = 'done';
  }

  get isOffered(): boolean {
    return this.#context.start.readers.msr;
  }

  /**
   * Starts the second transaction. `onAccepted` is called in order with notifications. Rejects with the terminal's
   * refusal or TERM_SILENT.
   */
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
