/** What is known of a transaction so far: a plain record, and what can belong to it. */
import type { EntryMode } from '../../../../electron/contract/index.ts';
import type { HostAnswer, TransactionResult } from '../../shared/terminal.ts';
import type { BatchResult, OnlineRequest } from '../codec/card-data.ts';
import type { Signal } from '../codec/signals.ts';

export class Progress {
  entryMode: EntryMode = 'unknown';
  isCardSeen = false;
  isChipInside = false;
  /** The terminal's online request, and when it first came (the clock's milliseconds). */
  online: OnlineRequest | undefined;
  onlineSince = 0;
  answer: HostAnswer | undefined;
  /** From the batch data; undefined without any. */
  batch: BatchResult | undefined;
  isCancelAsked = false;
  /** How it will end, once that is known and the terminal's last notification is still to come. */
  result: TransactionResult | undefined;

  /** The bank's answer; undefined until there is one. */
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

  /** Another card, or another side of it, is asked for: what the first one came to does not count. */
  forgetCard(): void {
    this.entryMode = 'unknown';
    this.isCardSeen = false;
    this.isChipInside = false;
    this.batch = undefined;
  }

  /** Whether a signal can belong to a transaction that has come this far. */
  fits(signal: Signal): boolean {
    switch (signal.kind) {
      case 'online-request':
      case 'batch':
        return this.isCardSeen;
      case 'choice':
        return this.isCardSeen && !this.online;
      case 'stopped':
        return signal.by !== 'host' || this.isCancelAsked;
      // A chip failure is reported without a card event by some; any other result needs a card.
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

/** What a terminal may still say of a transaction that is over for us. */
export function isTrailing(signal: Signal): boolean {
  return signal.kind !== 'presented' && signal.kind !== 'online-request' && signal.kind !== 'choice';
}
