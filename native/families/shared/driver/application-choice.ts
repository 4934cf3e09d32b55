/**
 * A choice of application that a terminal leaves to its host: the labels, who may answer, and for how long.
 */
import { afterSilence, type Clock } from '../../../../electron/domain/index.ts';
import { TillError } from '../../../../electron/contract/index.ts';
import { plainText } from '../plain-text.ts';

/** EMV allows 16 characters (tags 50 and 9F12); terminals put spaces around them. */
const LABEL_CHARACTERS = 24;
/** No card offers more than a handful; a terminal gone wild must not fill the screen. */
export const MAX_CHOICES = 12;

/**
 * A label as it may be shown. It comes from the card: only what is printable is kept, and nothing that could be read as
 * a card number.
 */
export function cleanLabel(text: string): string {
  const printable = plainText(text, ' ').replace(/[0-9][0-9 -]{10,}[0-9]/g, '…');
  return printable.replace(/ +/g, ' ').trim().slice(0, LABEL_CHARACTERS);
}

interface HostChoiceOptions {
  readonly attempt: string;
  readonly clock: Clock;
  /** Carries the answer to the terminal; calls `taken` once it is there. Rejects when it does not arrive or is refused. */
  readonly send: (index: number, taken: () => void) => Promise<void>;
  /** The terminal has the answer and goes on. */
  readonly onTaken: () => void;
  /** Nobody answered in time; the choice is closed. */
  readonly onUnanswered: () => void;
}

/** At most one choice is open at a time. */
export class HostChoice {
  readonly #options: HostChoiceOptions;
  #open: { readonly count: number; readonly cancelTimer: () => void; isTaken: boolean } | undefined;

  constructor(options: HostChoiceOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** A new one replaces the old: terminals ask again when the chosen application does not work. */
  offer(labels: readonly string[], limitMs: number): void {
    this.close();
    const cancelTimer = afterSilence(this.#options.clock, limitMs, () => {
      this.close();
      this.#options.onUnanswered();
    });
    this.#open = { count: labels.length, cancelTimer, isTaken: false };
  }

  /** It is answered, or the terminal has gone on without an answer. */
  close(): void {
    this.#open?.cancelTimer();
    this.#open = undefined;
  }

  /**
   * Rejects with TERM_NOT_READY when nothing is offered under that index, TERM_BUSY while another answer is on its way,
   * else with what the terminal said; then another answer may be given.
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
