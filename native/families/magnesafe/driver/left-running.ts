/** Ends a transaction that an earlier process run left in a reader, before a new start (reference section 13). */
import { afterSilence, type Clock } from '../../../../electron/domain/index.ts';
import { extendedCommand, extendedResult, notificationId } from '../codec/codes.ts';
import { cancelTransaction, encodeAcquirerResponse, selectionResult } from '../codec/commands.ts';
import { magnesafeRefusal } from '../codec/results.ts';
import { declineForUnknownRequest } from './bank-answer.ts';
import type { Dialogue } from './dialogue.ts';
import type { MagnesafeLimits } from '../models/limits.ts';
import type { Note } from './wire.ts';

export interface AbandonedReader {
  readonly dialogue: Dialogue;
  readonly clock: Clock;
  readonly limits: MagnesafeLimits;
  readonly serialNumber: string;
}

export class AbandonedTransaction {
  readonly #reader: AbandonedReader;
  /** Called at the end of a transaction that was not started here. */
  #onEnd: (() => void) | undefined;

  constructor(reader: AbandonedReader) {
    this.#reader = reader;
  }

  /** Returns the result code of a cancel. */
  async cancel(): Promise<number> {
    const { dialogue, limits } = this.#reader;
    const options = { timeoutMs: limits.replyMs, isRepeatable: true };
    return (await dialogue.askExtended([cancelTransaction()], options)).result;
  }

  /**
   * Stops a transaction that was not started here. Its result must arrive before a new transaction starts, or it would
   * end the new transaction. Rejects with the refusal of a reader that keeps it running: removing the card ends it.
   */
  async stop(): Promise<void> {
    const { clock, limits } = this.#reader;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#onEnd = resolve;
    try {
      const code = await this.cancel();
      if (code === extendedResult.noTransaction) return;
      if (code !== extendedResult.done && code !== extendedResult.busy)
        throw magnesafeRefusal(code, 'to clear what was running');
      if (code === extendedResult.busy) await this.#refuse();
      let hasEnded = true;
      const cancelTimer = afterSilence(clock, limits.settleMs, () => {
        hasEnded = false;
        resolve();
      });
      await ended;
      cancelTimer();
      if (!hasEnded && code === extendedResult.busy) throw magnesafeRefusal(code, 'to clear what was running');
    } finally {
      this.#onEnd = undefined;
    }
  }

  /** Handles requests and the result of the transaction that is being ended. Returns false for anything else. */
  note(note: Note): boolean {
    if (!this.#onEnd || note.kind !== 'notification') return false;
    switch (note.id) {
      case notificationId.result:
        this.#onEnd();
        return true;
      case notificationId.onlineRequest:
      case notificationId.selection:
        // The request arrived after the cancel. If this answer is refused or lost, the timeout of stop() applies.
        this.#refuse().catch(() => undefined);
        return true;
      default:
        return false;
    }
  }

  /**
   * Declines every request of a transaction with a card in, because such a transaction cannot be cancelled. The process
   * run that would have answered has ended, so the bank's answer is lost with it; an approval is voided elsewhere. A
   * reader refuses an answer without a request.
   */
  async #refuse(): Promise<void> {
    const { dialogue, limits, serialNumber } = this.#reader;
    const options = { timeoutMs: limits.replyMs };
    const decline = encodeAcquirerResponse(declineForUnknownRequest(serialNumber));
    const { result: code } = await dialogue.command(extendedCommand.acquirerResponse, decline, options);
    if (code === extendedResult.busy) await dialogue.askExtended([selectionResult('cancelled')], options);
  }
}
