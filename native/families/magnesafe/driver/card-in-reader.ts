/** State of a transaction's card, from the reader's notifications: entry mode, presence in the slot, and last step. */
import type { EntryMode } from '../../../../electron/contract/index.ts';
import type { TransactionEvents } from '../../shared/driver/transaction-events.ts';
import { event, progress } from '../codec/codes.ts';
import { entryModeOfEvent, promptOfProgress, type Status } from '../codec/notifications.ts';
import { isNotAccepted } from './results.ts';

export class CardInReader {
  readonly #events: TransactionEvents;
  readonly #onReadError: () => void;
  #entryMode: EntryMode = 'unknown';
  #isInside = false;
  #wasInside = false;
  #step = 0;

  constructor(events: TransactionEvents, onReadError: () => void) {
    this.#events = events;
    this.#onReadError = onReadError;
  }

  get entryMode(): EntryMode {
    return this.#entryMode;
  }

  /** True while a chip card is in the slot. */
  get isInside(): boolean {
    return this.#isInside;
  }

  get wasInside(): boolean {
    return this.#wasInside;
  }

  get step(): number {
    return this.#step;
  }

  presented(entryMode: EntryMode): void {
    if (entryMode === 'chip') {
      this.#isInside = true;
      this.#wasInside = true;
    }
    if (this.#entryMode === entryMode) return;
    this.#entryMode = entryMode;
    this.#events.emit({ type: 'card', attempt: this.#events.attempt, what: 'presented', entryMode });
    this.#events.prompt('processing');
  }

  /** Returns false for a card left over from the previous payment, which does not concern this payment. */
  removed(): boolean {
    if (!this.#wasInside) return false;
    this.#isInside = false;
    this.#events.emit({ type: 'card', attempt: this.#events.attempt, what: 'removed', entryMode: 'chip' });
    return true;
  }

  /** Handles a status. `isBankAsked` mutes prompts: while the bank is queried, the caller decides what to show. */
  onStatus({ event: what, progress: step }: Status, isBankAsked: boolean): void {
    if (step !== progress.none) this.#step = step;
    const isUnreadable = what === event.error && isReading(step);
    if (isUnreadable || step === progress.collision) this.#onReadError();
    const entryMode = entryModeOfEvent[what];
    if (entryMode) this.presented(entryMode);
    const prompt = promptOfProgress(step);
    // The prompt of the start is more specific than the request for a card.
    if (prompt && prompt !== 'present-card' && !isBankAsked) this.#events.prompt(prompt);
  }

  reset(): void {
    this.#entryMode = 'unknown';
    this.#isInside = false;
    this.#wasInside = false;
    this.#step = 0;
  }
}

/** An error before the online request is a reading error. */
function isReading(step: number): boolean {
  return step < progress.online || step === progress.error || isNotAccepted(step);
}
