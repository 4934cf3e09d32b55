/** State of a transaction, and the check which signals can belong to it. */
import type { EntryMode } from '../../../../electron/contract/index.ts';
import type { HostAnswer, TransactionResult } from '../../shared/terminal.ts';
import type { BatchResult, OnlineRequest } from '../codec/card-data.ts';
import type { Signal } from '../codec/signals.ts';

export class Progress {
  entryMode: EntryMode = 'unknown';
  isCardSeen = false;
  isChipInside = false;
  /** Terminal's online request, and the monotonic time in milliseconds of its first arrival. */
  online: OnlineRequest | undefined;
  onlineSince = 0;
  answer: HostAnswer | undefined;
  /** Result in the batch data, or undefined until batch data arrives. */
  batch: BatchResult | undefined;
  isCancelAsked = false;
  /** Known result while the terminal's last notification is still outstanding. */
  result: TransactionResult | undefined;

  /** Bank's decision, or undefined until the bank has answered. */
  get isApproved(): boolean | undefined {
    return this.answer?.isApproved;
  }

  get isBankBusy(): boolean {
    return this.online !== undefined && this.answer === undefined;
  }

  present(entryMode: EntryMode): void {
    this.entryMode = entryMode;
    this.isCardSeen = true;
    this.isChipInside = entryMode === 'chip';
  }

  /**
   * Called when the terminal asks for another card, or for the stripe of this card: the result of the first read no
   * longer counts.
   */
  forgetCard(): void {
    this.entryMode = 'unknown';
    this.isCardSeen = false;
    this.isChipInside = false;
    this.batch = undefined;
  }

  isExpected(signal: Signal): boolean {
    switch (signal.kind) {
      case 'online-request':
      case 'batch':
        return this.isCardSeen;
      case 'choice':
        return this.isCardSeen && !this.online;
      case 'stopped':
        return signal.by !== 'host' || this.isCancelAsked;
      // Some terminals report a chip failure without a card event; every other result needs a card.
      case 'completed':
        return this.isCardSeen || this.result !== undefined;
      case 'outcome':
        return this.isCardSeen || signal.detail === 'fallback';
      case 'presented':
      case 'removed':
      case 'collision':
      case 'prompt':
      case 'nothing':
        return true;
    }
  }
}

/** True if a terminal may still send this signal for a transaction that has finished here. */
export function mayBeLate(signal: Signal): boolean {
  return signal.kind !== 'presented' && signal.kind !== 'online-request' && signal.kind !== 'choice';
}
