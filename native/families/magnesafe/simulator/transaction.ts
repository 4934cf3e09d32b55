/**
 * A transaction on the reader, from the accepted start to its result (reference section 7).
 *
 *   waiting-card ─ card ─► reading ─► [choosing-application] ─► online ─ 0303 ─► completing ─► 0304
 *        │                    └────────── card pulled: error ──────┴──────────────────┘
 *        └─ timeout, cancel, a swipe the reader leaves to its host ─► 0304
 */
import { asciiBytes } from '../../../framing/bytes.ts';
import type { AcquirerResponse, SelectionStatus, StartTransaction } from '../codec/commands.ts';
import { cardType, fallbackKind } from '../codec/card-data.ts';
import { event, notificationId, progress, transactionStatus } from '../codec/codes.ts';
import { encodeSelection, encodeStatus } from '../codec/notifications.ts';
import { maskedTrack2 } from '../../shared/simulator/card/masked-track.ts';
import { completedValues, encodeTemplate, type ReadMode } from '../../shared/simulator/card/online-data.ts';
import type { TestCard } from '../../shared/simulator/card/test-cards.ts';
import type { Ask, Gesture } from '../../shared/simulator/simulated-terminal.ts';
import { gestureOf, SimulatedTransaction } from '../../shared/simulator/simulated-transaction.ts';
import type { TransactionBody } from '../../shared/simulator/terminal-body.ts';
import type { CardReading, TransactionStep } from './behaviour.ts';
import { encodeOnlineMessage, encodeResultMessage, encodeSwipeReport } from './card-blob.ts';
import type { Pace } from './pace.ts';

export interface ReaderHost extends TransactionBody<TransactionStep, CardReading> {
  readonly pace: Pace;
  readonly serialNumber: string;
  /** True if swipes use the reader's own flow; otherwise a swipe ends the transaction and arrives as a report. */
  readonly hasStripeFlow: boolean;
  notify(id: number, data: Uint8Array): void;
  swipe(report: Uint8Array): void;
  changed(): void;
  ended(chipFailed: boolean): void;
}

export class ReaderTransaction extends SimulatedTransaction<TransactionStep, ReaderHost> {
  readonly #start: StartTransaction;
  readonly #readers: readonly ReadMode[];
  readonly #isFallback: boolean;

  /** `isFallback`: the previous transaction failed on the chip. */
  constructor(start: StartTransaction, readers: readonly ReadMode[], host: ReaderHost, isFallback: boolean) {
    super(host);
    this.#start = start;
    this.#readers = readers;
    this.#isFallback = isFallback && readers.every((mode) => mode === 'swipe');
  }

  begin(): void {
    if (!this.enter('waiting-card')) return;
    this.#status(event.none, progress.waitingForPayment);
    this.#display('PRESENT CARD');
    this.after(this.#start.timeoutSeconds * 1000, () => this.#timeOut());
  }

  get asks(): Ask {
    if (this.step !== 'waiting-card') return null;
    return this.host.isCardInside() ? 'remove' : 'present';
  }

  get can(): readonly Gesture[] {
    if (this.step !== 'waiting-card') return [];
    // A card that was left in does not count as presented.
    const modes = this.host.isCardInside() ? this.#readers.filter((mode) => mode !== 'chip') : this.#readers;
    return modes.map((mode) => gestureOf[mode]);
  }

  present(card: TestCard, mode: ReadMode): void {
    const reading = this.host.reads(mode);
    if (reading === 'two-cards') return this.#status(event.error, progress.collision);
    if (mode === 'swipe' && !this.host.hasStripeFlow) return this.#leaveSwipe(card, reading === 'stripe-unreadable');
    this.#status(eventOf[mode], mode === 'chip' ? progress.poweringUp : progress.readingApplication);
    if (reading === 'chip-unreadable' || reading === 'stripe-unreadable') {
      this.#status(event.error, progress.error);
      return this.#end(transactionStatus.error, 'TRANSACTION TERMINATED', reading === 'chip-unreadable');
    }
    this.read = { card, mode, application: card.applications[0], isPinVerified: false };
    if (this.enter('reading')) this.after(this.host.pace.readMs[mode], () => this.#chooseApplication());
  }

  cardRemoved(): void {
    if (this.step === 'ended') return;
    this.#status(event.cardRemoved, progress.none);
    if (this.step === 'waiting-card' || this.read?.mode !== 'chip') return this.host.changed();
    this.#status(event.error, progress.error);
    this.#end(transactionStatus.error, 'TRANSACTION TERMINATED');
  }

  /** The reader has no keys. */
  pressCancel(): boolean {
    return false;
  }

  enterPin(): boolean {
    return false;
  }

  // --- Host commands --------------------------------------------------------------------------------------------

  get isCancellable(): boolean {
    return this.step === 'waiting-card';
  }

  cancelByHost(): void {
    this.#status(event.hostCancelled, progress.cancelledByHost);
    this.#end(transactionStatus.waitingCancelled, 'TRANSACTION TERMINATED');
  }

  get isWaitingForAnswer(): boolean {
    return this.step === 'online';
  }

  resume(answer: AcquirerResponse): void {
    if (!this.enter('completing')) return;
    this.after(this.host.pace.completeMs, () => {
      const isApproved = this.isApprovedBy(answer.responseCode, answer.issuerAuthenticationData);
      this.#status(event.progress, progress.complete);
      this.#end(
        isApproved ? transactionStatus.approved : transactionStatus.declined,
        isApproved ? 'APPROVED' : 'DECLINED',
      );
    });
  }

  get isChoosing(): boolean {
    return this.step === 'choosing-application';
  }

  chosen(status: SelectionStatus, index: number): void {
    if (status === 'cancelled') this.#end(transactionStatus.selectionCancelled, 'TRANSACTION TERMINATED');
    else if (status === 'timed-out') this.#end(transactionStatus.selectionTimedOut, 'TRANSACTION TERMINATED');
    else if (this.choose(index)) this.#goOnline();
  }

  // --- Steps ----------------------------------------------------------------------------------------------------

  #chooseApplication(): void {
    const applications = this.read?.card.applications ?? [];
    if (applications.length < 2 || this.read?.mode !== 'chip') return this.#goOnline();
    if (!this.enter('choosing-application')) return;
    this.#status(event.waiting, progress.waitingForApplication);
    const selection = {
      kind: 'application',
      seconds: this.#start.timeoutSeconds,
      title: 'SELECT APPLICATION',
      items: applications.map(({ label }) => label),
    } as const;
    this.host.notify(notificationId.selection, encodeSelection(selection));
    this.after(this.#start.timeoutSeconds * 1000, () =>
      this.#end(transactionStatus.selectionTimedOut, 'TRANSACTION TERMINATED'),
    );
  }

  #goOnline(): void {
    const collected = this.collect({ ...this.#start, otherAmountMinor: this.#start.cashBackMinor });
    if (!collected) return this.#end(transactionStatus.error, 'TRANSACTION TERMINATED');
    const { keys, values, card, mode } = collected;
    const message = encodeOnlineMessage({
      keys,
      serialNumber: this.host.serialNumber,
      template: encodeTemplate(values, mode === 'swipe' ? 'swipe' : 'online'),
      cardType: typeOf(card, mode),
      fallback: this.#isFallback ? fallbackKind.technical : fallbackKind.none,
      maskedTrack2: maskedTrack2(card),
      cardholderName: card.cardholderName,
    });
    this.#status(event.progress, progress.online);
    this.host.notify(notificationId.onlineRequest, message);
    if (!this.enter('online')) return;
    this.#status(event.progress, progress.waitingForAnswer);
    // The start's timeout applies to each step of the cardholder; waiting for the bank is not such a step [inf].
  }

  /** Ends the transaction and sends the swipe as a report. */
  #leaveSwipe(card: TestCard, isUnreadable: boolean): void {
    const keys = this.host.nextKeys();
    this.#status(event.ended, progress.cancelledBySwipe);
    if (keys) {
      const report = {
        card,
        keys,
        maskedTrack2: maskedTrack2(card),
        serialNumber: this.host.serialNumber,
        isUnreadable,
      };
      this.host.swipe(encodeSwipeReport(report));
    }
    this.#end(transactionStatus.cancelledBySwipe, 'TRANSACTION TERMINATED');
  }

  #timeOut(): void {
    this.#status(event.timedOut, progress.none);
    this.#end(transactionStatus.waitingTimedOut, 'TRANSACTION TERMINATED');
  }

  #end(status: number, text: string, chipFailed = false): void {
    if (this.step === 'ended') return;
    this.cancelTimer();
    const step =
      status === transactionStatus.approved
        ? progress.approved
        : status === transactionStatus.declined
          ? progress.declined
          : progress.error;
    this.#status(event.ended, step);
    this.#display(text);
    const online = this.online;
    const sealed = online && {
      keys: online.keys,
      template: encodeTemplate(completedValues(online.values, status === transactionStatus.approved), 'batch'),
    };
    this.host.notify(
      notificationId.result,
      encodeResultMessage({ serialNumber: this.host.serialNumber, status, sealed }),
    );
    this.enter('ended');
    this.host.ended(chipFailed);
  }

  // --- Small parts ----------------------------------------------------------------------------------------------

  #status(what: number, step: number): void {
    if (this.step === 'ended') return;
    const secondsLeft = this.#start.timeoutSeconds;
    this.host.notify(notificationId.status, encodeStatus({ event: what, secondsLeft, progress: step }));
  }

  #display(text: string): void {
    if (this.step === 'ended') return;
    this.host.notify(notificationId.display, asciiBytes(text));
  }
}

const eventOf: Readonly<Record<ReadMode, number>> = {
  chip: event.cardInserted,
  contactless: event.contactlessSeen,
  swipe: event.swiped,
};

function typeOf(card: TestCard, mode: ReadMode): number {
  if (mode === 'chip') return cardType.chip;
  if (mode === 'contactless') return cardType.contactless;
  return card.serviceCode.startsWith('2') ? cardType.stripeOfChipCard : cardType.stripe;
}
