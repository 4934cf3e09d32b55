/**
 * Everything around the messages of a transaction that every family shares: the step, one timer, the card that was
 * read, and its EMV data.
 */
import { asciiBytes } from '../../../framing/bytes.ts';
import { checkAnswer, type EmvValues } from './card/emv-card.ts';
import type { TransactionKeys } from './card/dukpt-device.ts';
import { chipValues, swipeValues, type ReadMode } from './card/online-data.ts';
import type { CardApplication, TestCard } from './card/test-cards.ts';
import type { Gesture } from './simulated-terminal.ts';
import type { TransactionBody } from './terminal-body.ts';

export const gestureOf: Readonly<Record<ReadMode, Gesture>> = { chip: 'insert', contactless: 'tap', swipe: 'swipe' };

interface ReadCard {
  card: TestCard;
  mode: ReadMode;
  application: CardApplication;
  isPinVerified: boolean;
}

/** The parts of the host's request that enter the card's data. */
interface Payment {
  readonly amountMinor: number;
  readonly otherAmountMinor?: number;
  readonly numericCurrency?: string;
  readonly transactionType?: number;
}

type AnyStep = 'waiting-card' | 'ended';

export abstract class SimulatedTransaction<Step extends string, Host extends TransactionBody<Step, string>> {
  protected readonly host: Host;
  protected read: ReadCard | null = null;
  /** Data of the online request, or null until it is made. */
  protected online: { keys: TransactionKeys; values: EmvValues } | null = null;
  #step: Step | AnyStep = 'waiting-card';
  #cancelTimer: () => void = () => {};

  constructor(host: Host) {
    this.host = host;
  }

  get step(): Step | AnyStep {
    return this.#step;
  }

  isOffered(index: number): boolean {
    return this.read?.card.applications[index] !== undefined;
  }

  /** Ends without a message, because the power has failed. */
  abort(): void {
    this.cancelTimer();
    this.#step = 'ended';
  }

  /**
   * Returns false when the transaction has ended, or when a behaviour changed the step again by removing the card or
   * the power.
   */
  protected enter(step: Step): boolean {
    if (this.#step === 'ended') return false;
    this.cancelTimer();
    this.#step = step;
    this.host.step(step);
    return this.#step === step;
  }

  protected after(delayMs: number, task: () => void): void {
    this.cancelTimer();
    this.#cancelTimer = this.host.clock.after(delayMs, task);
  }

  protected cancelTimer(): void {
    this.#cancelTimer();
  }

  /** Returns false when the chip has no application with that index. */
  protected choose(index: number): boolean {
    const application = this.read?.card.applications[index];
    if (!this.read || !application) return false;
    this.read.application = application;
    return true;
  }

  /** Collects the data of the online request under fresh keys. Returns null without a card or keys. */
  protected collect({ amountMinor, otherAmountMinor = 0, numericCurrency = '0840', transactionType = 0x00 }: Payment) {
    const keys = this.host.nextKeys();
    if (!this.read || !keys) return null;
    const { card, mode, application, isPinVerified } = this.read;
    const facts = {
      amountMinor,
      otherAmountMinor,
      numericCurrency,
      transactionType,
      at: this.host.clock.now(),
      unpredictableNumber: this.host.randomBytes(4),
      transactionCounter: mode === 'swipe' ? 0 : this.host.nextTransactionCounter(card),
      isPinVerified,
    };
    const values = mode === 'swipe' ? swipeValues(card, facts) : chipValues({ card, application, mode, facts });
    this.online = { keys, values };
    return { keys, values, card, mode };
  }

  /** True if bank and card both approve. A stripe, or a card that was removed, makes no checks: 8A decides. */
  protected isApprovedBy(responseCode: string, issuerAuthenticationData: Uint8Array | undefined): boolean {
    const verdict = checkAnswer({
      arqc: this.online?.values.get(0x9f26) ?? new Uint8Array(8),
      responseCode: asciiBytes(responseCode),
      issuerAuthenticationData: this.read?.mode === 'chip' ? issuerAuthenticationData : undefined,
    });
    return verdict === 'approved' && !this.host.cardDeclines();
  }
}
