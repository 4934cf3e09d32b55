/** What the reader asks of the bank, and what it is told (0303): the bank's answer, or one of ours. */
import { TillError } from '../../../../electron/contract/index.ts';
import type { HostAnswer } from '../../shared/terminal.ts';
import type { OnlineRequest } from '../codec/card-data.ts';
import { extendedCommand, extendedResult } from '../codec/codes.ts';
import { encodeAcquirerResponse, type AcquirerResponse } from '../codec/commands.ts';
import { magnesafeRefusal } from '../codec/results.ts';
import { declineForCard, readBankAnswer, unableToGoOnline } from './bank-answer.ts';
import type { MagnesafeContext } from './transaction-limits.ts';

/** What became of the bank's answer. Without a word on it the card may have had it. */
export type Given =
  | { readonly kind: 'taken' | 'unheard' }
  /** `not-now`: it may be given once more. */
  | { readonly kind: 'no-transaction' | 'not-now' | 'refused'; readonly refused: TillError };

export class BankQuestion {
  readonly #context: MagnesafeContext;
  #request: OnlineRequest | undefined;
  #since = 0;
  #answer: HostAnswer | undefined;

  constructor(context: MagnesafeContext) {
    this.#context = context;
  }

  /** Undefined until the reader has asked. */
  get request(): OnlineRequest | undefined {
    return this.#request;
  }

  /** The bank's answer is on its way to the reader, or there. */
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

  /** The answer as the reader takes it; throws TERM_REFUSED on one that no reader could take. From then on there is one. */
  accept(answer: HostAnswer, request: OnlineRequest): AcquirerResponse {
    const response = readBankAnswer(answer, request.head);
    this.#answer = answer;
    return response;
  }

  /** Brings the bank's answer to the card. Rejects when the link is gone. */
  async give(response: AcquirerResponse): Promise<Given> {
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

  /** The reader is told no, which ends its transaction. Gives its result code. */
  decline(request: OnlineRequest): Promise<number> {
    return this.#send(declineForCard(request.head));
  }

  /** The reader ends its transaction, and the card gets no answer. Gives its result code. */
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
