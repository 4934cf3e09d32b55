/** What an earlier life of the host left running in a reader is ended before anything new begins (reference section 13). */
import { afterSilence, type Clock } from '../../../../electron/domain/index.ts';
import { extendedCommand, extendedResult, notificationId } from '../codec/codes.ts';
import { cancelTransaction, encodeAcquirerResponse, selectionResult } from '../codec/commands.ts';
import { magnesafeRefusal } from '../codec/results.ts';
import { declineForStranger } from './bank-answer.ts';
import type { Dialogue } from './dialogue.ts';
import type { MagnesafeLimits } from '../models/limits.ts';
import type { Note } from './wire.ts';

export interface ReaderOfLeftRunning {
  readonly dialogue: Dialogue;
  readonly clock: Clock;
  readonly limits: MagnesafeLimits;
  readonly serialNumber: string;
}

export class LeftRunning {
  readonly #reader: ReaderOfLeftRunning;
  /** Woken by the end of a transaction that is not ours. */
  #onEnd: (() => void) | undefined;

  constructor(reader: ReaderOfLeftRunning) {
    this.#reader = reader;
  }

  /** The result code of a cancel. */
  async cancel(): Promise<number> {
    const { dialogue, limits } = this.#reader;
    const options = { timeoutMs: limits.replyMs, isRepeatable: true };
    return (await dialogue.askExtended([cancelTransaction()], options)).result;
  }

  /**
   * Stops what is not ours; its result must be here before a new transaction starts, or it would end that. Rejects with the refusal of a
   * reader that keeps it running: taking the card out ends it.
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

  /** Takes what the reader asks or tells of a transaction that is being ended; false for anything else. */
  note(note: Note): boolean {
    if (!this.#onEnd || note.kind !== 'notification') return false;
    switch (note.id) {
      case notificationId.result:
        this.#onEnd();
        return true;
      case notificationId.onlineRequest:
      case notificationId.selection:
        // Asked only now. What is refused or lost of this, the bound of the whole finds.
        this.#refuse().catch(() => undefined);
        return true;
      default:
        return false;
    }
  }

  /**
   * A card is in, so it cannot be cancelled: whatever it asks is answered no. Who was asked is gone, and the bank's answer with it; what
   * the bank approved is given back. A reader refuses the answer to what it has not asked.
   */
  async #refuse(): Promise<void> {
    const { dialogue, limits, serialNumber } = this.#reader;
    const options = { timeoutMs: limits.replyMs };
    const decline = encodeAcquirerResponse(declineForStranger(serialNumber));
    const { result: code } = await dialogue.command(extendedCommand.acquirerResponse, decline, options);
    if (code === extendedResult.busy) await dialogue.askExtended([selectionResult('cancelled')], options);
  }
}
