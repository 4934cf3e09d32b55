/** Builds the requests for a card (02-40) within a transaction: how often, with which readers, and for how long. */
import type { Prompt } from '../../../../electron/contract/index.ts';
import { failedResult } from '../../shared/driver/failed-result.ts';
import { timeoutSeconds } from '../../shared/driver/payment-request.ts';
import type { TransactionRequest, TransactionResult } from '../../shared/terminal.ts';
import { status } from '../codec/codes.ts';
import { startPayment, type Neo2Interfaces } from '../codec/commands.ts';
import type { Neo2Reply } from '../codec/status.ts';
import type { Neo2TransactionContext } from './transaction-context.ts';

/**
 * Elements that the card data must contain, in clear or encrypted (DFEE1A). The reference leaves open whether the list
 * extends or replaces the reader's own list [inf], so this list contains the elements that a bank needs and those that
 * are compared here.
 */
const OUTPUT_TAGS = [
  0x57, 0x5a, 0x5f24, 0x5f34, 0x9f26, 0x9f27, 0x9f10, 0x9f36, 0x9f37, 0x95, 0x9a, 0x9c, 0x9f02, 0x9f03, 0x5f2a, 0x82,
  0x9f1a, 0x9f33, 0x9f34, 0x9f35, 0x9f39, 0x84, 0x50,
] as const;

/** Statuses of a reader that does not support the list of output elements. */
const unknownParts: ReadonlySet<number> = new Set([status.badParameter, status.notSupported, status.malformed]);

const MAX_ATTEMPTS = 6;

export class CardRequests {
  readonly #request: TransactionRequest;
  readonly #context: Neo2TransactionContext;
  readonly #startedAt: number;
  #interfaces: Neo2Interfaces;
  #attempts = 0;
  /** The stripe was already requested instead of the chip: a second request is pointless. */
  #isFallback = false;
  #outputTags: readonly number[] = OUTPUT_TAGS;

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

  /** Prompt for the reader's "present card", which may concern only some of its readers now. */
  get cardPrompt(): Prompt {
    const { swipe, contact, contactless } = this.#interfaces;
    if (swipe && !contact && !contactless) return this.#isFallback ? 'swipe-card' : 'present-card';
    return contact && !swipe && !contactless ? 'insert-card' : 'present-card';
  }

  first(): Uint8Array {
    return this.#command(this.#request.cardTimeoutMs);
  }

  /** Returns the start without the output list if the refusal may be about that list, otherwise undefined. */
  withoutOutputTags(refused: Neo2Reply): Uint8Array | undefined {
    if (this.#outputTags.length === 0 || !unknownParts.has(refused.status)) return undefined;
    this.#outputTags = [];
    return this.first();
  }

  /**
   * Returns the command that requests a card again for the remaining time; `without` turns readers off permanently.
   * Returns the result instead when no attempt is left.
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
      return failedResult('the card could not be read');
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
      outputTags: this.#outputTags,
    });
  }
}
