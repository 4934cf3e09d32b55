/** The reader's online request to the bank, and the reply to it (0303): the bank's answer or the driver's. */
import { TillError } from '../../../../electron/contract/index.ts';
import type { HostAnswer } from '../../shared/terminal.ts';
import type { OnlineRequest } from '../codec/card-data.ts';
import { extendedCommand, extendedResult } from '../codec/codes.ts';
import { encodeAcquirerResponse, type AcquirerResponse } from '../codec/commands.ts';
import { magnesafeRefusal } from '../codec/results.ts';
import { declineForCard, readBankAnswer, unableToGoOnline } from './bank-answer.ts';
import type { MagnesafeContext } from './transaction-context.ts';

/** Fate of the bank's answer. `unheard`: without a reply from the reader, the card may still have received it. */
export type AnswerDelivery =
  | { readonly kind: 'taken' | 'unheard' }
  /** After `not-now` the answer may be sent again. */
  | { readonly kind: 'no-transaction' | 'not-now' | 'refused'; readonly refused: TillError };

export class BankQuestion {
  readonly #context: MagnesafeContext;
  #request: OnlineRequest | undefined;
  #since = 0;
  #answer: HostAnswer | undefined;

  constructor(context: MagnesafeContext) {
    this.#context = context;
  }

  get request(): OnlineRequest | undefined {
    return this.#request;
  }

  /** The bank's answer, set once it is being sent to the reader. */
  get answer(): HostAnswer | undefined {
    return this.#answer;
  }

  get isOpen(): boolean {
    return this.#request !== undefined && this.#answer === undefined;
  }

  get isInTime(): boolean {
    return this.#context.clock.monotonic() - this.#since < this.#context.limits.answerMs;
  }

  ask(request: OnlineRequest): void {
    this.#request = request;
    this.#since = this.#context.clock.monotonic();
  }

  forget(): void {
    this.#request = undefined;
  }

  /**
   * Converts the answer to the reader's format and records it.
   * @throws TERM_REFUSED when no reader could take the answer
   */
  accept(answer: HostAnswer, request: OnlineRequest): AcquirerResponse {
    const response = readBankAnswer(answer, request.head);
    this.#answer = answer;
    return response;
  }

  /** Sends the bank's answer to the card. Rejects when the link is lost. */
  async give(response: AcquirerResponse): Promise<AnswerDelivery> {
    let code: number;
    try {
      code = await this.#send(response);
    } catch (error) {
      if (!(error instanceof TillError) || error.code !== 'TERM_SILENT') throw error;
      return { kind: 'unheard' };
    }
    if (code === extendedResult.done) return { kind: 'taken' };
    const refused = magnesafeRefusal(code, "the bank's answer");
    if (code === extendedResult.noTransaction) return { kind: 'no-transaction', refused };
    if (code !== extendedResult.busy) return { kind: 'refused', refused };
    this.#answer = undefined;
    return { kind: 'not-now', refused };
  }

  /** Declines the request, which ends the reader's transaction. Returns the reader's result code. */
  decline(request: OnlineRequest): Promise<number> {
    return this.#send(declineForCard(request.head));
  }

  /** Ends the reader's transaction without an answer for the card. Returns the reader's result code. */
  giveUp(request: OnlineRequest): Promise<number> {
    return this.#send(unableToGoOnline(request.head));
  }

  async #send(response: AcquirerResponse): Promise<number> {
    const { dialogue, limits } = this.#context;
    const data = encodeAcquirerResponse(response);
    const answer = await dialogue.command(extendedCommand.acquirerResponse, data, { timeoutMs: limits.replyMs });
    return answer.result;
  }
}
