/** The card of a transaction as the reader tells of it: how it was presented, whether it is in, and which step it came to. */
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

  /** A chip, in the slot now. */
  get isInside(): boolean {
    return this.#isInside;
  }

  /** A chip was in the slot in this transaction. */
  get wasInside(): boolean {
    return this.#wasInside;
  }

  /** The last step that was told. */
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

  /** False for a card left over from the payment before, which has nothing to do with this one. */
  removed(): boolean {
    if (!this.#wasInside) return false;
    this.#isInside = false;
    this.#events.emit({ type: 'card', attempt: this.#events.attempt, what: 'removed', entryMode: 'chip' });
    return true;
  }

  /** Takes a status. `isBankAsked`: who asks the bank says what is to be seen. */
  told({ event: what, progress: step }: Status, isBankAsked: boolean): void {
    if (step !== progress.none) this.#step = step;
    const isUnreadable = what === event.error && isReading(step);
    if (isUnreadable || step === progress.collision) this.#onReadError();
    const entryMode = entryModeOfEvent[what];
    if (entryMode) this.presented(entryMode);
    const prompt = promptOfProgress(step);
    // The prompt that stands for the start says more than that a card is waited for.
    if (prompt && prompt !== 'present-card' && !isBankAsked) this.#events.prompt(prompt);
  }

  forget(): void {
    this.#entryMode = 'unknown';
    this.#isInside = false;
    this.#wasInside = false;
    this.#step = 0;
  }
}

/** An error before the bank was asked is one of reading. */
function isReading(step: number): boolean {
  return step < progress.online || step === progress.error || isNotAccepted(step);
}
