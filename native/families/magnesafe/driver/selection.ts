/** Selections that a reader leaves to its host (0302): the card's application, or the language of its hidden texts. */
import { failedResult } from '../../shared/driver/failed-result.ts';
import type { TransactionResult } from '../../shared/terminal.ts';
import { HostChoice } from '../../shared/driver/application-choice.ts';
import { choiceTimedOut } from '../../shared/driver/cardholder-times.ts';
import { asTillError } from '../../shared/driver/errors.ts';
import { extendedResult } from '../codec/codes.ts';
import { selectionResult } from '../codec/commands.ts';
import { readSelection } from '../codec/notifications.ts';
import { magnesafeRefusal } from '../codec/results.ts';
import type { MagnesafeContext } from './transaction-context.ts';

export interface SelectionOptions {
  readonly attempt: string;
  readonly context: MagnesafeContext;
  /** Time for the choice in milliseconds if the reader states no time. */
  readonly limitMs: number;
  readonly onOffer: (labels: readonly string[]) => void;
  /** Called when the reader has the choice and continues. */
  readonly onTaken: () => void;
  /** Called with the final result when the cardholder did not choose in time. */
  readonly onUnanswered: (result: TransactionResult) => void;
  /** Called when the reader has received the end of the choice, so its result is due. */
  readonly onGivenUp: (result: TransactionResult) => void;
  /** Called when the driver must stop the reader. */
  readonly onStuck: (result: TransactionResult) => void;
}

export class Selection {
  readonly #options: SelectionOptions;
  readonly #choice: HostChoice;

  constructor(options: SelectionOptions) {
    this.#options = options;
    const { attempt, context } = options;
    this.#choice = new HostChoice({
      attempt,
      clock: context.clock,
      send: (index, taken) => this.#send(selectionResult('chosen', index + context.firstChoice), 'the choice', taken),
      onTaken: options.onTaken,
      onUnanswered: () => void this.#giveUp(),
    });
  }

  get isOpen(): boolean {
    return this.#choice.isOpen;
  }

  close(): void {
    this.#choice.close();
  }

  /** Rejects like HostChoice.choose(). */
  choose(index: number): Promise<void> {
    return this.#choice.choose(index);
  }

  take(data: Uint8Array): void {
    const { context, limitMs, onOffer, onStuck } = this.#options;
    const selection = readSelection(data);
    // The language concerns the reader's own texts, which are never shown. The first language is the card's own choice.
    if (!selection || selection.kind === 'language' || selection.items.length < 2) {
      const giveFirst = this.#send(selectionResult('chosen', context.firstChoice), 'the choice');
      giveFirst.catch((error: unknown) => onStuck(failedResult(asTillError(error).plainMessage)));
      return;
    }
    this.#choice.offer(selection.items, selection.seconds > 0 ? selection.seconds * 1000 : limitMs);
    onOffer(selection.items);
  }

  /** Ends the reader's transaction. On the reader's refusal it rejects, and the choice stays open. */
  cancel(): Promise<void> {
    return this.#send(selectionResult('cancelled'), 'to cancel', () => this.#choice.close());
  }

  /** Reports to the reader that the cardholder did not choose; the reader confirms with its result. */
  async #giveUp(): Promise<void> {
    const { onUnanswered, onGivenUp, onStuck } = this.#options;
    onUnanswered(choiceTimedOut);
    try {
      await this.#send(selectionResult('timed-out'), 'to give up the choice');
    } catch {
      // Stopping the reader settles a refusal, silence and a lost link alike.
      return onStuck(choiceTimedOut);
    }
    onGivenUp(choiceTimedOut);
  }

  async #send(command: Uint8Array, what: string, taken: () => void = () => undefined): Promise<void> {
    const { dialogue, limits } = this.#options.context;
    const answer = await dialogue.askExtended([command], {
      timeoutMs: limits.replyMs,
      onResult: (code) => {
        if (code === extendedResult.done) taken();
      },
    });
    if (answer.result !== extendedResult.done) throw magnesafeRefusal(answer.result, what);
  }
}
