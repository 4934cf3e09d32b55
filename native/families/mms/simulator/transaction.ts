/**
 * One transaction on the terminal, from the accepted start to its final notification (reference section 5, "order of
 * events"). It gets time, cards and keys as parameters, and acts only through `TransactionHost`.
 *
 *   waiting-card ─ card ─► reading ─► [choosing-application] ─► [entering-pin] ─► online ─ 1004 ─► completing
 *        │                    └──────────────── card pulled: failed ─────────────────┴──────────────────┤
 *        └─ time-out, cancel ─► ended ◄─ final 0105 ◄─ removing (card still in) ◄─ outcome + batch ◄────┘
 */
import { asciiBytes } from '../../../framing/bytes.ts';
import type { Tlv } from '../../../framing/tlv.ts';
import type { ResumeTransaction } from '../codec/commands.ts';
import { mmsNotification } from '../codec/tags.ts';
import type { TransactionBody } from '../../shared/simulator/terminal-body.ts';
import { maskedTrack2 } from '../../shared/simulator/card/masked-track.ts';
import { completedValues, encodeTemplate, type ReadMode } from '../../shared/simulator/card/online-data.ts';
import type { TestCard } from '../../shared/simulator/card/test-cards.ts';
import type { Ask, Gesture } from '../../shared/simulator/simulated-terminal.ts';
import { gestureOf, SimulatedTransaction } from '../../shared/simulator/simulated-transaction.ts';
import type { CardReading, TransactionStep } from './behaviour.ts';
import { batchResult, cardType, encodeArqcBlob, encodeBatchBlob, fallbackKind } from './card-blob.ts';
import type { MmsModel } from '../models/index.ts';
import type { Pace } from './pace.ts';
import type { PropertyStore } from './property-store.ts';
import { amountLine } from '../../shared/simulator/amount-line.ts';
import { fixedString, presentCardLine } from './screens.ts';
import type { AcceptedStart } from './start-request.ts';
import type { NotificationStatus } from './wire.ts';

/** First byte of a transaction notification: the reader. */
const source = { none: 0x00, swipe: 0x08, chip: 0x10, contactless: 0x20 } as const;

/** d3 of a kernel outcome, 0105 PT 02 dd (reference section 8). */
const outcome = { offlineDeclined: 0x03, approved: 0x06, quickChip: 0x07, failed: 0x08, declined: 0x80 } as const;

const wording: Readonly<Record<number, number>> = {
  [outcome.offlineDeclined]: 0x07,
  [outcome.approved]: 0x03,
  [outcome.quickChip]: 0x17,
  [outcome.failed]: 0x06,
  [outcome.declined]: 0x07,
};

/** d4 of a kernel outcome, meaning that the host should ask for the stripe instead. */
const STRIPE_FALLBACK = 0x03;

export interface TransactionHost extends TransactionBody<TransactionStep, CardReading> {
  readonly model: MmsModel;
  readonly properties: PropertyStore;
  readonly pace: Pace;
  /** DFDF25. */
  readonly serialNumber: Uint8Array;
  /** When true, a stripe is refused while the card has a chip and the chip reader is on. */
  readonly refusesStripeOfChipCard: boolean;
  notify(code: number, status: NotificationStatus, tlvs?: readonly Tlv[], payload?: 'shortest' | 'long-length'): void;
  /** `offersCancel`: on models without a display the host draws the screen and must offer a cancel button. */
  show(lines: readonly string[], options?: { offersCancel?: boolean }): void;
  /** Called once. `chipFailed`: the host may start again with the stripe. `lines` stay on the display briefly. */
  ended(result: { lines: readonly string[]; chipFailed: boolean }): void;
}

export class MmsTransaction extends SimulatedTransaction<TransactionStep, TransactionHost> {
  readonly #accepted: AcceptedStart;
  /** Active readers; a fallback narrows them. */
  #readers: readonly ReadMode[];
  #fallback: number;
  #result: { isDecline: boolean; line: string; detail: number } | null = null;

  /** `isFallback`: the previous transaction failed on the chip, and this transaction is the swipe that follows. */
  constructor(accepted: AcceptedStart, host: TransactionHost, isFallback: boolean) {
    super(host);
    this.#accepted = accepted;
    this.#readers = accepted.readers;
    const isSwipeOnly = accepted.readers.every((mode) => mode === 'swipe');
    this.#fallback = isFallback && isSwipeOnly ? fallbackKind.technical : fallbackKind.none;
  }

  /** Asks for the card and starts the timeout. */
  begin(): void {
    if (!this.enter('waiting-card')) return;
    this.#showPresentCard();
    this.#waitAtMost(this.#timeoutMs, () => this.#endWith([source.none, 0x01, 0x00, 0x00], fixedString(0x27)));
  }

  get asks(): Ask {
    if (this.step === 'waiting-card') return this.host.isCardInside() ? 'remove' : 'present';
    if (this.step === 'entering-pin') return 'enter-pin';
    return this.step === 'removing' ? 'remove' : null;
  }

  get can(): readonly Gesture[] {
    switch (this.step) {
      case 'waiting-card':
        return this.host.isCardInside()
          ? ['press-cancel']
          : [...this.#readers.map((mode) => gestureOf[mode]), 'press-cancel'];
      case 'entering-pin':
        return ['enter-pin', 'press-cancel'];
      case 'reading':
      case 'choosing-application':
      case 'online':
      case 'completing':
      case 'removing':
      case 'ended':
        return [];
    }
  }

  // --- Actions of the customer ----------------------------------------------------------------------------------

  /** The customer presents a card. For a chip read, the terminal has already put the card into the slot. */
  present(card: TestCard, mode: ReadMode): void {
    const reading = this.host.reads(mode);
    if (reading === 'two-cards') {
      this.#info(mode, 0x01, 0x05);
      this.host.show([fixedString(0x19)], { offersCancel: true });
      return;
    }
    this.#info(mode, 0x01, mode === 'swipe' ? 0x01 : mode === 'chip' ? 0x02 : 0x04);
    if (reading === 'stripe-unreadable') return this.#endWith([source.swipe, 0x03, 0x05, 0x00], fixedString(0x06));
    if (reading === 'chip-unreadable') return this.#chipUnreadable();
    if (mode === 'swipe' && this.#mustUseChip(card)) {
      this.host.show([this.#amount, fixedString(0x11)], { offersCancel: true });
      return;
    }
    this.read = { card, mode, application: card.applications[0], isPinVerified: false };
    if (!this.enter('reading')) return;
    this.host.show([this.#amount, fixedString(0x0e)]);
    this.after(this.host.pace.readMs[mode], () => this.#chooseApplication());
  }

  cardRemoved(): void {
    if (this.step === 'ended') return;
    this.#info('chip', 0x01, 0x03);
    if (this.step === 'waiting-card') return this.#showPresentCard();
    if (this.#mode !== 'chip') return;
    if (this.step === 'removing') this.#finish();
    else this.#fail(0x00);
  }

  pressCancel(): boolean {
    if (this.step !== 'waiting-card' && this.step !== 'entering-pin') return false;
    this.#endWith([source.none, 0x03, 0x02, 0x00], fixedString(0x2c));
    return true;
  }

  enterPin(): boolean {
    if (this.step !== 'entering-pin' || !this.read) return false;
    this.read.isPinVerified = true;
    this.#goOnline();
    return true;
  }

  // --- Requests of the host -------------------------------------------------------------------------------------

  /** True if 1008 can still cancel the transaction. */
  get isCancellable(): boolean {
    return this.step !== 'completing' && this.step !== 'removing' && this.step !== 'ended';
  }

  cancelByHost(): void {
    this.#endWith([source.none, 0x03, 0x01, 0x00], fixedString(0x2c));
  }

  get isWaitingForAnswer(): boolean {
    return this.step === 'online';
  }

  /** The bank's answer (1004). */
  resume(answer: ResumeTransaction): void {
    if (!this.enter('completing')) return;
    this.host.show([fixedString(0x16)]);
    this.after(this.host.pace.completeMs, () => {
      const isApproved = this.isApprovedBy(answer.authorizationResponseCode, answer.issuerAuthenticationData);
      this.#complete(isApproved ? outcome.approved : outcome.declined);
    });
  }

  get isChoosing(): boolean {
    return this.step === 'choosing-application' && !this.host.model.hasDisplay;
  }

  /** Handles the choice that the cardholder made on the host's screen (1802). */
  chosen(status: 'chosen' | 'cancelled' | 'timed-out', index: number): void {
    if (status === 'cancelled') this.#endWith([source.none, 0x03, 0x02, 0x00], fixedString(0x2c));
    else if (status === 'timed-out') this.#endWith([source.none, 0x01, 0x00, 0x00], fixedString(0x27));
    else if (this.choose(index)) this.#askPin();
  }

  // --- Steps ----------------------------------------------------------------------------------------------------

  #chooseApplication(): void {
    const applications = this.read?.card.applications ?? [];
    if (applications.length < 2 || this.read?.mode !== 'chip') return this.#askPin();
    if (!this.enter('choosing-application')) return;
    // With a display the cardholder chooses on the terminal; the simulator always takes the first application.
    if (this.host.model.hasDisplay) {
      this.host.show(applications.map(({ label }) => label));
      return this.after(this.host.pace.readMs.chip, () => this.#askPin());
    }
    this.host.show([fixedString(0x0e)]);
    // A title and numbered lines (programmer's manual, tables 306 and 337).
    const items = ['APPLICATION SELECT', ...applications.map(({ label }, index) => `${index + 1} - ${label}`)];
    this.host.notify(
      mmsNotification.uiHostAction,
      [0x02, 0x02, 0x00, 0x00],
      [
        { tag: 0x81, value: Uint8Array.of(this.#accepted.start.timeoutSeconds) },
        { tag: 0x82, value: Uint8Array.of(0x01) },
        { tag: 0x83, value: asciiBytes(`${items.join('\n')}\0`) },
      ],
    );
    this.#waitAtMost(this.#timeoutMs, () => this.#endWith([source.none, 0x01, 0x00, 0x00], fixedString(0x27)));
  }

  #askPin(): void {
    if (!this.read?.card.asksForPin || this.read.mode !== 'chip' || !this.host.model.hasPinPad) {
      return this.#goOnline();
    }
    if (!this.enter('entering-pin')) return;
    this.host.show([this.#amount, 'ENTER PIN'], { offersCancel: true });
    this.#waitAtMost(this.#timeoutMs, () => this.#endWith([source.none, 0x01, 0x00, 0x00], fixedString(0x27)));
  }

  #goOnline(): void {
    const collected = this.collect(this.#accepted.start);
    if (!collected) return this.#fail(0x00);
    const { keys, values, card, mode } = collected;
    const blob = encodeArqcBlob({
      keys,
      serialNumber: this.host.serialNumber,
      template: encodeTemplate(values, mode === 'swipe' ? 'swipe' : 'online'),
      mode,
      cardType: cardTypeOf(card, mode),
      fallback: this.#fallback,
      maskedTrack2: maskedTrack2(card, this.host.properties.mask),
      cardholderName: card.cardholderName,
      interchangeProfile: values.get(0x82) ?? null,
    });
    this.#sendOnlineRequest(blob, this.host.properties.arpcRetries);
  }

  /** Sends the online request; a repetition carries the same data. */
  #sendOnlineRequest(blob: Uint8Array, retriesLeft: number): void {
    this.host.show(['AUTHORIZING', fixedString(0x0e)]);
    this.#info(this.#mode, 0x08, 0x02, 0x02, blob);
    if (this.#accepted.isQuickChip) return this.#complete(outcome.quickChip);
    if (!this.enter('online')) return;
    const seconds = this.host.properties.arpcTimeoutSeconds;
    this.#waitAtMost(seconds === null ? this.#timeoutMs : seconds * 1000, () => {
      if (retriesLeft === 0) return this.#complete(outcome.offlineDeclined);
      this.#sendOnlineRequest(blob, retriesLeft - 1);
    });
  }

  /** Reports the kernel's result: outcome, batch data and, once the card is out, the final notification. */
  #complete(result: number, detail = 0x00): void {
    this.cancelTimer();
    const isDecline = result === outcome.declined || result === outcome.offlineDeclined;
    this.#result = { isDecline, line: fixedString(wording[result] ?? 0x0f), detail };
    this.#say(mmsNotification.transactionComplete, [source[this.#mode], 0x02, result, detail]);
    if (this.online && result !== outcome.quickChip) {
      const batch = isDecline
        ? batchResult.declined
        : result === outcome.failed
          ? batchResult.error
          : batchResult.accepted;
      const blob = encodeBatchBlob({
        keys: this.online.keys,
        serialNumber: this.host.serialNumber,
        template: encodeTemplate(completedValues(this.online.values, result === outcome.approved), 'batch'),
        result: batch,
      });
      this.#info(this.#mode, 0x08, 0x03, 0x02, blob);
    }
    if (this.#mode === 'chip' && this.host.isCardInside()) {
      if (!this.enter('removing')) return;
      const { line } = this.#result;
      this.host.show(line.includes(fixedString(0x10)) ? [line] : [line, fixedString(0x10)]);
      this.after(this.host.pace.removeWaitMs, () => this.#finish());
      return;
    }
    this.#finish();
  }

  #finish(): void {
    if (this.step === 'ended') return;
    this.cancelTimer();
    const result = this.#result;
    const status: NotificationStatus = result?.isDecline
      ? [source[this.#mode], 0x04, 0x07, 0x00]
      : [source[this.#mode], 0x00, 0x00, 0x00];
    this.#say(mmsNotification.transactionComplete, status);
    this.#end(result ? [result.line] : [], result?.detail === STRIPE_FALLBACK);
  }

  /** Card error: the card was removed too soon or is unreadable. */
  #fail(detail: number): void {
    this.#complete(outcome.failed, detail);
  }

  #chipUnreadable(): void {
    const canSwipe = this.#accepted.readers.includes('swipe');
    if (!canSwipe || this.host.properties.fallbackDrivenBy === 'host') {
      return this.#fail(STRIPE_FALLBACK);
    }
    this.#readers = ['swipe'];
    this.#fallback = fallbackKind.technical;
    this.host.show([this.#amount, fixedString(0x12)], { offersCancel: true });
  }

  /** Ends without a kernel outcome: timeout, cancellation, read error. */
  #endWith(status: NotificationStatus, line: string): void {
    this.cancelTimer();
    this.#say(mmsNotification.transactionComplete, status);
    this.#end([line], false);
  }

  #end(lines: readonly string[], chipFailed: boolean): void {
    this.enter('ended');
    this.host.ended({ lines, chipFailed });
  }

  // --- Helpers --------------------------------------------------------------------------------------------------

  /** Reader in use. Before a card is read it is the chip reader, because only a chip can fail before it is read. */
  get #mode(): ReadMode {
    return this.read?.mode ?? 'chip';
  }

  get #timeoutMs(): number {
    return this.#accepted.start.timeoutSeconds * 1000;
  }

  get #amount(): string {
    const { amountMinor, numericCurrency, currencyExponent } = this.#accepted.start;
    return amountLine(amountMinor, numericCurrency ?? '0840', currencyExponent);
  }

  #showPresentCard(): void {
    const line = this.host.isCardInside() ? fixedString(0x10) : presentCardLine(this.#readers);
    this.host.show([this.#amount, line], { offersCancel: true });
  }

  #mustUseChip(card: TestCard): boolean {
    const hasChip = card.serviceCode.startsWith('2');
    return this.host.refusesStripeOfChipCard && hasChip && this.#readers.includes('chip');
  }

  #info(mode: ReadMode, kind: number, d3: number, d4 = 0x00, blob?: Uint8Array): void {
    const tlvs = blob ? [{ tag: 0x84, value: blob }] : [];
    this.#say(mmsNotification.transactionInfo, [source[mode], kind, d3, d4], tlvs);
  }

  #say(code: number, status: NotificationStatus, tlvs: readonly Tlv[] = []): void {
    if (this.step === 'ended') return;
    this.host.notify(code, status, tlvs, tlvs.length > 0 ? 'long-length' : 'shortest');
  }

  /** A delay of 0 means no limit, as in the protocol. */
  #waitAtMost(delayMs: number, task: () => void): void {
    if (delayMs > 0) this.after(delayMs, task);
  }
}

function cardTypeOf(card: TestCard, mode: ReadMode): number {
  if (mode === 'chip') return cardType.contact;
  if (mode === 'contactless') return cardType.contactless;
  return card.serviceCode.startsWith('2') ? cardType.stripeOfChipCard : cardType.stripeOnly;
}
