/**
 * One transaction on the reader, from the accepted start to its result (reference section 7).
 *
 *   waiting-card ─ card ─► reading ─► [choosing-application] ─► online ─ 0303 ─► completing ─► 0304
 *        │                    └────────── card pulled: error ──────┴──────────────────┘
 *        └─ time-out, cancel, a swipe the reader leaves to its host ─► 0304
 */
import type { AcquirerResponse, SelectionStatus, StartTransaction } from '../codec/commands.ts';
import { cardType, fallbackKind } from '../codec/card-data.ts';
import { event, notificationId, progress, transactionStatus } from '../codec/codes.ts';
import { encodeSelection, encodeStatus } from '../codec/notifications.ts';
import type { TransactionKeys } from '../../shared/simulator/card/dukpt-device.ts';
import { checkAnswer, type EmvValues } from '../../shared/simulator/card/emv-card.ts';
import { maskedTrack2 } from '../../shared/simulator/card/masked-track.ts';
import {
  chipValues,
  completedValues,
  encodeTemplate,
  swipeValues,
  type ReadMode,
} from '../../shared/simulator/card/online-data.ts';
import type { CardApplication, TestCard } from '../../shared/simulator/card/test-cards.ts';
import type { Ask, Gesture } from '../../shared/simulator/simulated-terminal.ts';
import type { TransactionBody } from '../../shared/simulator/terminal-body.ts';
import type { CardReading, TransactionStep } from './behaviour.ts';
import { encodeOnlineMessage, encodeResultMessage, encodeSwipeReport } from './card-blob.ts';
import type { Pace } from './pace.ts';

export interface ReaderHost extends TransactionBody<TransactionStep, CardReading> {
  readonly pace: Pace;
  readonly serialNumber: string;
  /** Swipes come through the reader's own flow; else they end its transaction and come as a report. */
  readonly hasStripeFlow: boolean;
  notify(id: number, data: Uint8Array): void;
  swipe(report: Uint8Array): void;
  changed(): void;
  /** Called once. */
  ended(chipFailed: boolean): void;
}

interface ReadCard {
  card: TestCard;
  mode: ReadMode;
  application: CardApplication;
}

export class ReaderTransaction {
  readonly #start: StartTransaction;
  readonly #host: ReaderHost;
  readonly #readers: readonly ReadMode[];
  readonly #isFallback: boolean;
  #step: TransactionStep = 'waiting-card';
  #read: ReadCard | null = null;
  #online: { keys: TransactionKeys; values: EmvValues } | null = null;
  #cancelTimer: () => void = () => {};

  /** `isFallback`: the transaction before failed on the chip. */
  constructor(start: StartTransaction, readers: readonly ReadMode[], host: ReaderHost, isFallback: boolean) {
    this.#start = start;
    this.#readers = readers;
    this.#host = host;
    this.#isFallback = isFallback && readers.every((mode) => mode === 'swipe');
  }

  get step(): TransactionStep {
    return this.#step;
  }

  begin(): void {
    this.#enter('waiting-card');
    if (this.#step !== 'waiting-card') return;
    this.#status(event.none, progress.waitingForPayment);
    this.#display('PRESENT CARD');
    this.#after(this.#start.timeoutSeconds * 1000, () => this.#timeOut());
  }

  get asks(): Ask {
    if (this.#step !== 'waiting-card') return null;
    return this.#host.isCardInside() ? 'remove' : 'present';
  }

  get can(): readonly Gesture[] {
    if (this.#step !== 'waiting-card') return [];
    // A card that was left in is no new one.
    const modes = this.#host.isCardInside() ? this.#readers.filter((mode) => mode !== 'chip') : this.#readers;
    return modes.map((mode) => gestureOf[mode]);
  }

  present(card: TestCard, mode: ReadMode): void {
    const reading = this.#host.reads(mode);
    if (reading === 'two-cards') return this.#status(event.error, progress.collision);
    if (mode === 'swipe' && !this.#host.hasStripeFlow) return this.#leaveSwipe(card, reading === 'stripe-unreadable');
    this.#status(eventOf[mode], mode === 'chip' ? progress.poweringUp : progress.readingApplication);
    if (reading === 'chip-unreadable' || reading === 'stripe-unreadable') {
      this.#status(event.error, progress.error);
      return this.#end(transactionStatus.error, 'TRANSACTION TERMINATED', reading === 'chip-unreadable');
    }
    this.#read = { card, mode, application: card.applications[0] };
    this.#enter('reading');
    if (this.#step === 'reading') this.#after(this.#host.pace.readMs[mode], () => this.#chooseApplication());
  }

  cardRemoved(): void {
    if (this.#step === 'ended') return;
    this.#status(event.cardRemoved, progress.none);
    if (this.#step === 'waiting-card' || this.#read?.mode !== 'chip') return this.#host.changed();
    this.#status(event.error, progress.error);
    this.#end(transactionStatus.error, 'TRANSACTION TERMINATED');
  }

  /** There are no keys to press on. */
  pressCancel(): boolean {
    return false;
  }

  enterPin(): boolean {
    return false;
  }

  // --- What the host does ---------------------------------------------------------------------------------------

  get isCancellable(): boolean {
    return this.#step === 'waiting-card';
  }

  cancelByHost(): void {
    this.#status(event.hostCancelled, progress.cancelledByHost);
    this.#end(transactionStatus.waitingCancelled, 'TRANSACTION TERMINATED');
  }

  get isWaitingForAnswer(): boolean {
    return this.#step === 'online';
  }

  resume(answer: AcquirerResponse): void {
    this.#enter('completing');
    if (this.#step !== 'completing') return;
    this.#after(this.#host.pace.completeMs, () => {
      const verdict = checkAnswer({
        arqc: this.#online?.values.get(0x9f26) ?? new Uint8Array(8),
        responseCode: Uint8Array.from(answer.responseCode, (character) => character.charCodeAt(0)),
        // A tapped card has left, and a stripe checks nothing: 8A decides.
        issuerAuthenticationData: this.#read?.mode === 'chip' ? answer.issuerAuthenticationData : undefined,
      });
      const isApproved = verdict === 'approved' && !this.#host.cardDeclines();
      this.#status(event.progress, progress.complete);
      this.#end(
        isApproved ? transactionStatus.approved : transactionStatus.declined,
        isApproved ? 'APPROVED' : 'DECLINED',
      );
    });
  }

  get isChoosing(): boolean {
    return this.#step === 'choosing-application';
  }

  isOffered(index: number): boolean {
    return this.#read?.card.applications[index] !== undefined;
  }

  chosen(status: SelectionStatus, index: number): void {
    const application = this.#read?.card.applications[index];
    if (status === 'cancelled') this.#end(transactionStatus.selectionCancelled, 'TRANSACTION TERMINATED');
    else if (status === 'timed-out') this.#end(transactionStatus.selectionTimedOut, 'TRANSACTION TERMINATED');
    else if (this.#read && application) {
      this.#read.application = application;
      this.#goOnline();
    }
  }

  /** Power is gone: nothing is said any more. */
  abort(): void {
    this.#cancelTimer();
    this.#step = 'ended';
  }

  // --- Steps ----------------------------------------------------------------------------------------------------

  #chooseApplication(): void {
    const applications = this.#read?.card.applications ?? [];
    if (applications.length < 2 || this.#read?.mode !== 'chip') return this.#goOnline();
    this.#enter('choosing-application');
    if (this.#step !== 'choosing-application') return;
    this.#status(event.waiting, progress.waitingForApplication);
    const selection = {
      kind: 'application',
      seconds: this.#start.timeoutSeconds,
      title: 'SELECT APPLICATION',
      items: applications.map(({ label }) => label),
    } as const;
    this.#host.notify(notificationId.selection, encodeSelection(selection));
    this.#after(this.#start.timeoutSeconds * 1000, () =>
      this.#end(transactionStatus.selectionTimedOut, 'TRANSACTION TERMINATED'),
    );
  }

  #goOnline(): void {
    const read = this.#read;
    const keys = this.#host.nextKeys();
    if (!read || !keys) return this.#end(transactionStatus.error, 'TRANSACTION TERMINATED');
    const { card, mode, application } = read;
    const facts = {
      amountMinor: this.#start.amountMinor,
      otherAmountMinor: this.#start.cashBackMinor,
      numericCurrency: this.#start.numericCurrency,
      transactionType: this.#start.transactionType,
      at: this.#host.clock.now(),
      unpredictableNumber: this.#host.randomBytes(4),
      transactionCounter: mode === 'swipe' ? 0 : this.#host.nextTransactionCounter(card),
      isPinVerified: false,
    };
    const values = mode === 'swipe' ? swipeValues(card, facts) : chipValues({ card, application, mode, facts });
    this.#online = { keys, values };
    const message = encodeOnlineMessage({
      keys,
      serialNumber: this.#host.serialNumber,
      template: encodeTemplate(values, mode === 'swipe' ? 'swipe' : 'online'),
      cardType: typeOf(card, mode),
      fallback: this.#isFallback ? fallbackKind.technical : fallbackKind.none,
      maskedTrack2: maskedTrack2(card),
      cardholderName: card.cardholderName,
    });
    this.#status(event.progress, progress.online);
    this.#host.notify(notificationId.onlineRequest, message);
    this.#enter('online');
    if (this.#step !== 'online') return;
    this.#status(event.progress, progress.waitingForAnswer);
    // The seconds of the start count per step of the cardholder; the bank is none [inf].
  }

  /** The reader ends, and what was read comes as a report. */
  #leaveSwipe(card: TestCard, isUnreadable: boolean): void {
    const keys = this.#host.nextKeys();
    this.#status(event.ended, progress.cancelledBySwipe);
    if (keys) {
      const report = {
        card,
        keys,
        maskedTrack2: maskedTrack2(card),
        serialNumber: this.#host.serialNumber,
        isUnreadable,
      };
      this.#host.swipe(encodeSwipeReport(report));
    }
    this.#end(transactionStatus.cancelledBySwipe, 'TRANSACTION TERMINATED');
  }

  #timeOut(): void {
    this.#status(event.timedOut, progress.none);
    this.#end(transactionStatus.waitingTimedOut, 'TRANSACTION TERMINATED');
  }

  #end(status: number, text: string, chipFailed = false): void {
    if (this.#step === 'ended') return;
    this.#cancelTimer();
    const step =
      status === transactionStatus.approved
        ? progress.approved
        : status === transactionStatus.declined
          ? progress.declined
          : progress.error;
    this.#status(event.ended, step);
    this.#display(text);
    const online = this.#online;
    const sealed = online && {
      keys: online.keys,
      template: encodeTemplate(completedValues(online.values, status === transactionStatus.approved), 'batch'),
    };
    this.#host.notify(
      notificationId.result,
      encodeResultMessage({ serialNumber: this.#host.serialNumber, status, sealed }),
    );
    this.#enter('ended');
    this.#host.ended(chipFailed);
  }

  // --- Small parts ----------------------------------------------------------------------------------------------

  #status(what: number, step: number): void {
    if (this.#step === 'ended') return;
    const secondsLeft = this.#start.timeoutSeconds;
    this.#host.notify(notificationId.status, encodeStatus({ event: what, secondsLeft, progress: step }));
  }

  #display(text: string): void {
    if (this.#step === 'ended') return;
    this.#host.notify(
      notificationId.display,
      Uint8Array.from(text, (character) => character.charCodeAt(0)),
    );
  }

  #enter(step: TransactionStep): void {
    if (this.#step === 'ended') return;
    this.#cancelTimer();
    this.#step = step;
    this.#host.changed();
    // A behaviour may pull the card or the power here, and so change the step again.
    this.#host.step(step);
  }

  #after(delayMs: number, task: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#host.clock.after(delayMs, task);
  }
}

const gestureOf: Readonly<Record<ReadMode, Gesture>> = { chip: 'insert', contactless: 'tap', swipe: 'swipe' };
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
