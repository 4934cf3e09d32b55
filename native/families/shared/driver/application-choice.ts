/** Application choice that a terminal delegates to its host: the labels, the pending answer, and the time limit. */
import { afterSilence, type Clock } from '../../../../electron/domain/index.ts';
import { TillError } from '../../../../electron/contract/index.ts';
import { plainText } from '../plain-text.ts';

/** EMV allows 16 characters (tags 50 and 9F12), which terminals pad with spaces. */
const LABEL_CHARACTERS = 24;
/** Cards offer only a few applications. The limit keeps a faulty terminal from filling the screen. */
export const MAX_CHOICES = 12;

/**
 * Label that is safe to show. The text comes from the card: only printable characters are kept, and digits that could
 * be a card number are replaced.
 */
export function cleanLabel(text: string): string {
  const printable = plainText(text, ' ').replace(/[0-9][0-9 -]{10,}[0-9]/g, '…');
  return printable.replace(/ +/g, ' ').trim().slice(0, LABEL_CHARACTERS);
}

interface HostChoiceOptions {
  readonly attempt: string;
  readonly clock: Clock;
  /**
   * Sends the answer to the terminal and calls `taken` when the terminal has accepted it. Rejects when the answer does
   * not arrive or is refused.
   */
  readonly send: (index: number, taken: () => void) => Promise<void>;
  /** Called when the terminal has accepted the answer and continues. */
  readonly onTaken: () => void;
  /** Called when the time limit expires without an answer; the choice is closed. */
  readonly onUnanswered: () => void;
}

/** Holds at most one open choice. */
export class HostChoice {
  readonly #options: HostChoiceOptions;
  #open: { readonly count: number; readonly cancelTimer: () => void; isTaken: boolean } | undefined;

  constructor(options: HostChoiceOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** A new choice replaces the open choice: terminals ask again when the chosen application does not work. */
  offer(labels: readonly string[], limitMs: number): void {
    this.close();
    const cancelTimer = afterSilence(this.#options.clock, limitMs, () => {
      this.close();
      this.#options.onUnanswered();
    });
    this.#open = { count: labels.length, cancelTimer, isTaken: false };
  }

  /** Closes the choice, because it is answered or the terminal has continued without an answer. */
  close(): void {
    this.#open?.cancelTimer();
    this.#open = undefined;
  }

  /**
   * Rejects with TERM_NOT_READY when no choice with that index is open, with TERM_BUSY while another answer is being
   * sent, and otherwise with the terminal's refusal. After a refusal the caller may answer again.
   */
  async choose(index: number): Promise<void> {
    const choice = this.#open;
    const { attempt } = this.#options;
    if (!choice || !Number.isInteger(index) || index < 0 || index >= choice.count) {
      const why = choice ? 'does not offer that choice' : 'does not wait for a choice';
      throw new TillError('TERM_NOT_READY', `the terminal ${why}`, { context: { attempt, index } });
    }
    if (choice.isTaken)
      throw new TillError('TERM_BUSY', 'a choice is on its way to the terminal', { context: { attempt } });
    choice.isTaken = true;
    try {
      await this.#options.send(index, () => {
        if (this.#open !== choice) return;
        this.close();
        this.#options.onTaken();
      });
    } catch (error) {
      choice.isTaken = false;
      throw error;
    }
  }
}
