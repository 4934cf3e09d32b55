/**
 * A transaction on the reader, from the accepted 02-40 to its last answer (reference section 5). Time, cards and keys
 * are parameters, and `Neo2Host` is its only output.
 *
 *   waiting-card ─ chip ─► reading ─► [choosing] ─ 02 started ─► started ─ 60-11 ─► verifying ─► [entering-pin] ─ 60 online
 *        │  └ tap, swipe ─► reading ─ 02 card data ─► ended                                                  │
 *        └─ timeout, cancel ─► ended ◄─ removing ◄─ 60 approved, declined ◄─ completing ◄─ 60-12 ─ online ◄──┘
 */
import { code, contactlessError, resultCode, status } from '../codec/codes.ts';
import { messageIndex, type HostResponse, type PaymentStart } from '../codec/commands.ts';
import { displayMode, encodeDisplayControl, encodePinEntry, readDisplayAnswer } from '../codec/prompts.ts';
import { completedValues, type ReadMode } from '../../shared/simulator/card/online-data.ts';
import type { TestCard } from '../../shared/simulator/card/test-cards.ts';
import type { TransactionBody } from '../../shared/simulator/terminal-body.ts';
import { amountLine } from '../../shared/simulator/amount-line.ts';
import type { Ask, Gesture } from '../../shared/simulator/simulated-terminal.ts';
import { gestureOf, SimulatedTransaction } from '../../shared/simulator/simulated-transaction.ts';
import type { Neo2CardReading, Neo2Step } from './behaviour.ts';
import { encodeCardData, encodeContactlessError, encodeResult, namedInClear, type ClearOutput } from './card-blob.ts';
import type { Neo2Model } from '../models/index.ts';
import type { Neo2Pace } from './pace.ts';
import { presentCardLine, text } from './texts.ts';

export interface Neo2Host extends TransactionBody<Neo2Step, Neo2CardReading> {
  readonly model: Neo2Model;
  readonly pace: Neo2Pace;
  /** True if a cancelled command also gets its own last answer. */
  readonly answersCancelledCommand: boolean;
  /** True if the reader itself requests the stripe for an unreadable chip, if the host allows it. */
  readonly fallsBackItself: boolean;
  readonly clearOutput: ClearOutput;
  answer(command: number, value: number, data?: Uint8Array): void;
  /** Sends a request to the host: a frame 61-xx. */
  ask(frame: Uint8Array): void;
  event(index: number): void;
  show(lines: readonly string[]): void;
  /** Called once. `lines` stay on the display for a while. `chipFailed`: the host may start again with the stripe. */
  ended(lines: readonly string[], chipFailed: boolean): void;
}

/** Maximum time for a menu's answer; a shorter card timeout takes precedence. */
const MAX_CHOICE_SECONDS = 30;

export class Neo2SimulatedTransaction extends SimulatedTransaction<Neo2Step, Neo2Host> {
  readonly #payment: PaymentStart;
  /** Active readers; a fallback reduces them. */
  #readers: readonly ReadMode[];
  #isFallback = false;
  /** The running command, whose last answer is still due; 0 between two commands. */
  #running: number = code.transaction;
  #isCardPulled = false;
  #verifySeconds = 0;
  #lastAnswer: { value: number; data: Uint8Array } | null = null;

  /** `isFallback`: the previous transaction failed on the chip, and this is its swipe. */
  constructor(payment: PaymentStart, readers: readonly ReadMode[], host: Neo2Host, isFallback: boolean) {
    super(host);
    this.#payment = payment;
    this.#isFallback = isFallback && readers.every((mode) => mode === 'swipe');
    this.#readers = readers;
  }

  /** True if 02-40 runs: every command then counts as a cancel. */
  get isActivated(): boolean {
    return this.#running === code.transaction && this.step !== 'ended';
  }

  /** True if a command 60-xx runs. */
  get isContactBusy(): boolean {
    return this.#running === code.contact;
  }

  /** The answer of the last contact command, for 60-13. */
  get lastAnswer(): { value: number; data: Uint8Array } | null {
    return this.#lastAnswer;
  }

  begin(): void {
    if (!this.enter('waiting-card')) return;
    this.#showPresentCard();
    this.host.event(messageIndex.presentCard);
    this.after(this.#payment.timeoutSeconds * 1000, () => {
      this.#answerCommand(status.timeout);
      this.#end([text.timeOut]);
    });
  }

  get asks(): Ask {
    if (this.step === 'waiting-card') return this.host.isCardInside() ? 'remove' : 'present';
    if (this.step === 'entering-pin') return this.host.model.hasPinPad ? 'enter-pin' : null;
    return this.step === 'removing' ? 'remove' : null;
  }

  get can(): readonly Gesture[] {
    if (this.step === 'waiting-card') {
      const ways = this.host.isCardInside() ? [] : this.#readers.map((mode) => gestureOf[mode]);
      return [...ways, 'press-cancel'];
    }
    if (this.step === 'entering-pin' && this.host.model.hasPinPad) return ['enter-pin', 'press-cancel'];
    return [];
  }

  // --- Customer actions -----------------------------------------------------------------------------------------

  /** Called when the customer presents a card. A chip card is already in the slot. */
  present(card: TestCard, mode: ReadMode): void {
    switch (this.host.reads(mode)) {
      case 'two-cards':
        this.host.event(messageIndex.oneCardOnly);
        this.host.show([this.#amount, text.oneCardOnly]);
        return;
      case 'torn-tap':
        this.#answerCommand(status.failed, encodeContactlessError(contactlessError.communication));
        return this.#end([text.cardError]);
      case 'stripe-unreadable':
        this.#answerCommand(status.failed);
        return this.#end([text.cardError]);
      case 'chip-unreadable':
        return this.#chipUnreadable();
      case 'ok':
        break;
    }
    this.read = { card, mode, application: card.applications[0], isPinVerified: false };
    if (!this.enter('reading')) return;
    this.host.show([this.#amount, text.processing]);
    this.host.event(messageIndex.processing);
    this.after(this.host.pace.readMs[mode], () => {
      if (mode === 'chip') this.#chooseApplication();
      else this.#answerCardData();
    });
  }

  cardRemoved(): void {
    if (this.step === 'waiting-card') return this.#showPresentCard();
    if (this.read?.mode !== 'chip') return;
    if (this.step === 'removing') return this.#end([]);
    this.#isCardPulled = true;
    if (this.#running !== 0) this.#answerPulled();
    else this.host.show([text.cardError]);
  }

  pressCancel(): void {
    if (this.step !== 'waiting-card' && this.step !== 'entering-pin') return;
    this.#answerResult(resultCode.cancelled);
    this.#end([text.cancelled]);
  }

  enterPin(): void {
    if (this.step !== 'entering-pin' || !this.read) return;
    this.read.isPinVerified = true;
    this.#goOnline();
  }

  // --- Host commands --------------------------------------------------------------------------------------------

  /** 60-11, with the host's timeout for the cardholder. Returns false at the wrong step. */
  authenticate(timeoutSeconds: number): boolean {
    if (this.step !== 'started') return false;
    this.#verifySeconds = timeoutSeconds;
    this.#running = code.contact;
    return true;
  }

  /** Continues after 60-11 was confirmed. */
  verify(): void {
    if (this.#isCardPulled) return this.#answerPulled();
    if (!this.enter('verifying')) return;
    this.host.show([this.#amount, text.processing]);
    this.after(this.host.pace.verifyMs, () => this.#askPin());
  }

  /** 60-12. Returns false at the wrong step. */
  takeHostResponse(): boolean {
    if (this.step !== 'online' || this.read?.mode !== 'chip' || this.#running !== 0) return false;
    this.#running = code.contact;
    return true;
  }

  /** Continues after 60-12 was confirmed. */
  complete(answer: HostResponse): void {
    if (this.#isCardPulled) return this.#answerPulled();
    if (!this.enter('completing')) return;
    this.host.show([text.processing]);
    this.after(this.host.pace.completeMs, () => this.#conclude(answer));
  }

  /** True if 05-01 still stops the transaction. */
  get isCancellable(): boolean {
    return this.step !== 'completing' && this.step !== 'removing' && this.step !== 'ended';
  }

  cancelByHost(): void {
    if (this.#running !== 0 && this.host.answersCancelledCommand) this.#answerResult(resultCode.cancelled);
    this.#end([text.cancelled]);
  }

  takeAnswer(question: number, data: Uint8Array): void {
    if (this.step === 'choosing-application' && question === 0x01) {
      const line = readDisplayAnswer(data)?.value[0] ?? 0;
      if (!this.choose(line - 1)) return this.#cancelChoice();
      this.#answerStarted();
    } else if (this.step === 'entering-pin' && question === 0x02) {
      // Cancel: the chip continues without a PIN. Tillbridge's hosts send only this, because PINs do not exist here.
      this.#goOnline();
    }
  }

  // --- Steps ----------------------------------------------------------------------------------------------------

  #chooseApplication(): void {
    const applications = this.read?.card.applications ?? [];
    if (applications.length < 2) return this.#answerStarted();
    if (!this.enter('choosing-application')) return;
    const lines = applications.map(({ label }) => label.slice(0, 16));
    const seconds = Math.min(MAX_CHOICE_SECONDS, this.#payment.timeoutSeconds);
    this.host.ask(encodeDisplayControl({ mode: displayMode.menu, timeoutSeconds: seconds, lines }));
    this.after(seconds * 1000, () => {
      this.#answerResult(resultCode.timeout);
      this.#end([text.timeOut]);
    });
  }

  #cancelChoice(): void {
    this.#answerResult(resultCode.cancelled);
    this.#end([text.cancelled]);
  }

  #answerStarted(): void {
    if (!this.enter('started')) return;
    this.#answerResult(resultCode.started);
    this.#waitForNextCommand();
  }

  #askPin(): void {
    if (!this.read?.card.asksForPin) return this.#goOnline();
    if (!this.enter('entering-pin')) return;
    if (this.host.model.hasPinPad) this.host.show([this.#amount, text.enterPin]);
    else this.host.ask(encodePinEntry(0x01));
    this.after(this.#verifySeconds * 1000, () => {
      this.#answerResult(resultCode.timeout);
      this.#end([text.timeOut]);
    });
  }

  /** Sends the chip's first cryptogram. */
  #goOnline(): void {
    const data = this.#cardData(resultCode.goOnline);
    if (!data) return this.#answerPulled();
    this.host.show([text.authorizing]);
    this.host.event(messageIndex.wait);
    this.#answerCommand(status.ok, data);
    if (this.enter('online')) this.#waitForNextCommand();
  }

  /** A tap or a swipe: the reader is done once the card data is sent. */
  #answerCardData(): void {
    const data = this.#cardData();
    if (!data) {
      this.#answerCommand(status.failed);
      return this.#end([text.cardError]);
    }
    const isTap = this.read?.mode === 'contactless';
    this.#answerCommand(isTap ? status.goOnline : status.ok, data);
    this.host.event(messageIndex.wait);
    this.enter('online');
    this.#end([text.authorizing]);
  }

  #cardData(result?: number): Uint8Array | undefined {
    const collected = this.collect(this.#payment);
    if (!collected) return undefined;
    const { keys, values, mode } = collected;
    const isFallback = this.#isFallback;
    const named = namedInClear(values, this.host.clearOutput, this.#payment.outputTags);
    return encodeCardData({ keys, values: named, mode, isFallback, ...(result === undefined ? {} : { result }) });
  }

  #conclude(answer: HostResponse): void {
    const isApproved = this.isApprovedBy(answer.authorizationResponseCode, answer.issuerAuthenticationData);
    const values = this.online && completedValues(this.online.values, isApproved);
    const data = encodeResult({
      mode: 'chip',
      result: isApproved ? resultCode.approved : resultCode.declined,
      ...(values ? { values } : {}),
    });
    const line = isApproved ? text.approved : text.declined;
    this.#answerCommand(status.ok, data);
    this.host.event(isApproved ? messageIndex.thankYou : messageIndex.fail);
    if (!this.host.isCardInside()) return this.#end([line]);
    if (!this.enter('removing')) return;
    this.host.show([line, text.removeCard]);
    this.after(this.host.pace.removeWaitMs, () => this.#end([line]));
  }

  #chipUnreadable(): void {
    const canFallBack = this.#payment.allowsFallback && this.host.fallsBackItself;
    if (!canFallBack || !this.#readers.includes('swipe')) {
      this.#answerResult(resultCode.fallbackToSwipe);
      return this.#end([text.useStripe], true);
    }
    this.#readers = ['swipe'];
    this.#isFallback = true;
    this.host.event(messageIndex.insertOrSwipe);
    this.host.show([this.#amount, text.useStripe]);
  }

  #answerPulled(): void {
    this.#answerResult(resultCode.chipAbsent);
    this.#end([text.cardError]);
  }

  /** Ends the transaction unless the host continues in time. */
  #waitForNextCommand(): void {
    this.after(this.#payment.nextCommandSeconds * 1000, () => this.#end([text.timeOut]));
  }

  // --- Small parts ----------------------------------------------------------------------------------------------

  get #amount(): string {
    return amountLine(this.#payment.amountMinor, this.#payment.numericCurrency ?? '0840', undefined);
  }

  #showPresentCard(): void {
    const line = this.host.isCardInside() ? text.removeCard : presentCardLine(this.#readers);
    this.host.show([this.#amount, line]);
  }

  #answerResult(result: number): void {
    const data = encodeResult({ mode: this.read?.mode ?? 'chip', result });
    this.#answerCommand(this.#running === code.transaction ? status.contactResult : status.ok, data);
  }

  #answerCommand(value: number, data: Uint8Array = new Uint8Array()): void {
    if (this.step === 'ended' || this.#running === 0) return;
    const command = this.#running;
    this.#running = 0;
    if (command === code.contact) this.#lastAnswer = { value, data };
    this.host.answer(command, value, data);
  }

  #end(lines: readonly string[], chipFailed = false): void {
    if (this.step === 'ended') return;
    this.enter('ended');
    this.#running = 0;
    this.host.ended(lines, chipFailed);
  }
}
