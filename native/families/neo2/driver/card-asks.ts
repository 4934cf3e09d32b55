/** How often, with which readers and for how long a reader is asked for a card within one transaction (02-40). */
import type { Prompt } from '../../../../electron/contract/index.ts';
import { timeoutSeconds } from '../../shared/driver/payment-request.ts';
import type { TransactionRequest, TransactionResult } from '../../shared/terminal.ts';
import { startPayment, type Neo2Interfaces } from '../codec/commands.ts';
import type { Neo2TransactionContext } from './transaction-limits.ts';

/** However often reading fails, the reader is not asked to try again more often than this. */
const MAX_ATTEMPTS = 6;

export class CardAsks {
  readonly #request: TransactionRequest;
  readonly #context: Neo2TransactionContext;
  readonly #startedAt: number;
  #interfaces: Neo2Interfaces;
  #attempts = 0;
  /** The stripe has been asked for instead of the chip: once is enough. */
  #isFallback = false;

  constructor(request: TransactionRequest, context: Neo2TransactionContext) {
    this.#request = request;
    this.#context = context;
    this.#startedAt = context.clock.monotonic();
    const { readers } = context.capabilities;
    this.#interfaces = {
      swipe: readers.includes('swipe'),
      contactless: readers.includes('contactless'),
      contact: readers.includes('chip'),
    };
  }

  /** What a reader that says "present card" means, now that only some readers may be on. */
  get cardPrompt(): Prompt {
    const { swipe, contact, contactless } = this.#interfaces;
    if (swipe && !contact && !contactless) return this.#isFallback ? 'swipe-card' : 'present-card';
    return contact && !swipe && !contactless ? 'insert-card' : 'present-card';
  }

  first(): Uint8Array {
    return this.#command(this.#request.cardTimeoutMs);
  }

  /**
   * The command that asks once more, with what is left of the time; `without` turns readers off for good. Or the result,
   * when there is nothing left to try.
   */
  again(prompt: Prompt, without: Partial<Neo2Interfaces>): Uint8Array | TransactionResult {
    const isFallback = prompt === 'swipe-card';
    const isSecondFallback = isFallback && this.#isFallback;
    this.#isFallback ||= isFallback;
    this.#attempts += 1;
    this.#interfaces = { ...this.#interfaces, ...without };
    const { swipe, contact, contactless } = this.#interfaces;
    const leftMs = this.#startedAt + this.#request.cardTimeoutMs - this.#context.clock.monotonic();
    if (isSecondFallback || this.#attempts >= MAX_ATTEMPTS || !(swipe || contact || contactless)) {
      return { kind: 'failed', reason: 'the card could not be read' };
    }
    return leftMs > 0 ? this.#command(leftMs) : { kind: 'timed-out' };
  }

  #command(timeoutMs: number): Uint8Array {
    return startPayment({
      timeoutSeconds: timeoutSeconds(timeoutMs),
      amountMinor: this.#request.amountMinor,
      otherAmountMinor: 0,
      numericCurrency: this.#context.numericCurrency,
      interfaces: this.#interfaces,
      allowsFallback: this.#interfaces.swipe && this.#interfaces.contact,
      nextCommandSeconds: Math.ceil(this.#context.limits.answerMs / 1000),
    });
  }
}
