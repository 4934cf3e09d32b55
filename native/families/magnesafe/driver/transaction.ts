/**
 * A transaction on a MagneSafe reader, from the accepted start to `finished` (reference section 7).
 *
 *     started ─► card ─► [choice] ─► 0303 ─► respond (0303) ─► 0304 ─► [card out] ─► finished
 *        │         ├─ chip unreadable ─► 0304 ─► card out ─► started again, the third time for the stripe only
 *        │         └─ stripe of a chip card ─► answered "unable to go online" ─► 0304 ─► started again for the chip
 *        └── timeout, cancel, pulled card, lost link, silence ───────────────────────────► finished
 *
 * The result is the content of 0304, as opposed to a text or a step. Notifications carry no transaction number. A
 * reader runs a single transaction at a time and reports in order, so notifications before the answer to the start
 * belong to an older transaction.
 *
 * Every state has a timeout. During a transaction the host may send only 0302, 0303 and 0304: the driver stops a reader
 * that is silent for too long, and the result is `lost` if the reader does not answer that either.
 */
import { chipUnreadable, failedResult } from '../../shared/driver/failed-result.ts';
import { TillError, type EntryMode, type Prompt } from '../../../../electron/contract/index.ts';
import { asTillError, isRefusal } from '../../shared/driver/errors.ts';
import { TransactionEvents } from '../../shared/driver/transaction-events.ts';
import { Watchdog } from '../../shared/driver/watchdog.ts';
import type {
  HostAnswer,
  Transaction,
  TransactionEvent,
  TransactionRequest,
  TransactionResult,
} from '../../shared/terminal.ts';
import {
  readOnlineRequest,
  readResult,
  readSwipeReport,
  type OnlineRequest,
  type ResultMessage,
} from '../codec/card-data.ts';
import { event, extendedResult, notificationId, transactionStatus } from '../codec/codes.ts';
import { readStatus, type Status } from '../codec/notifications.ts';
import { magnesafeRefusal } from '../codec/results.ts';
import { BankQuestion, type AnswerDelivery } from './bank-question.ts';
import { CardInReader } from './card-in-reader.ts';
import {
  classifyResult,
  isEndedBySwipe,
  isDoneBeforeBank,
  isTechnical,
  resultOfAnswer,
  type TransactionFacts,
} from './results.ts';
import { afterUnreadableChip, nextStartForChip, type NextStart } from './next-start.ts';
import { Selection } from './selection.ts';
import { startCommand } from './start-command.ts';
import type { MagnesafeContext } from './transaction-context.ts';
import type { Note } from './wire.ts';

export class MagnesafeTransaction implements Transaction {
  readonly attempt: string;
  readonly #request: TransactionRequest;
  readonly #context: MagnesafeContext;
  readonly #events: TransactionEvents;
  readonly #watch: Watchdog;
  readonly #selection: Selection;
  readonly #bank: BankQuestion;
  readonly #card: CardInReader;
  #readers: readonly EntryMode[];
  /** The reader runs a transaction that was started here. */
  #isRunning = false;
  /** A further start is being sent. */
  #isStarting = false;
  #chipTries = 0;
  #isCancelAsked = false;
  /** The reader cannot be stopped while a card is in, so its requests are declined. */
  #isDeclining = false;
  /** The reader is done, and only the bank's answer is missing. */
  #isAwaitingAnswerOnly = false;
  #swipeReport: Uint8Array | undefined;
  #isSwipeDue = false;
  /** Further start that follows the reader's result instead of the driver's end. */
  #nextStart: NextStart | undefined;
  /** Final result, set while only the removal of the card is pending. */
  #result: TransactionResult | undefined;
  /** Result to report when the driver itself stops the reader. */
  #driverStop: TransactionResult | undefined;

  constructor(request: TransactionRequest, listener: (event: TransactionEvent) => void, context: MagnesafeContext) {
    this.attempt = request.attempt;
    this.#request = request;
    this.#context = context;
    this.#readers = context.capabilities.readers;
    this.#events = new TransactionEvents(request.attempt, listener);
    this.#watch = new Watchdog(context.clock, request.cardTimeoutMs + context.limits.marginMs, () => this.#tooSilent());
    this.#bank = new BankQuestion(context);
    this.#card = new CardInReader(this.#events, () => context.notice({ type: 'read-error' }));
    this.#selection = new Selection({
      attempt: request.attempt,
      context,
      limitMs: request.cardTimeoutMs,
      onOffer: (labels) => this.#events.prompt('choose-application', labels),
      onTaken: () => {
        this.#watchForSilence();
        this.#events.prompt('processing');
      },
      onUnanswered: (result) => void (this.#driverStop = result),
      onGivenUp: (result) => this.#settleSoon(result),
      onStuck: (result) => {
        if (!this.#events.isFinished) void this.#stop(result);
      },
    });
  }

  /** Sends the first start to the reader. Rejects with the reader's refusal. */
  begin(): Promise<void> {
    return this.#start('present-card');
  }

  release(): void {
    this.#events.release();
  }

  abandon(): void {
    this.#events.abandon();
    this.#watch.cancel();
  }

  /** Called when the link is lost. A result that the reader already reported remains valid. */
  lose(error: TillError): void {
    this.#finish(this.#result ?? { kind: 'lost', error });
  }

  async #start(prompt: Prompt): Promise<void> {
    const command = startCommand(this.#request, this.#readers, this.#context.numericCurrency);
    await this.#context.startReader(command, () => {
      this.#isRunning = true;
      this.#isStarting = false;
      this.#watchForSilence();
      this.#events.prompt(prompt);
    });
  }

  // --- Host commands --------------------------------------------------------------------------------------------

  async respond(answer: HostAnswer): Promise<void> {
    const { request } = this.#bank;
    if (this.#events.isFinished || !request || this.#bank.answer || this.#isDeclining) {
      const why = this.#events.isFinished
        ? 'is over'
        : this.#bank.answer
          ? 'has its answer'
          : 'has not asked for an answer';
      throw new TillError('TERM_NOT_READY', `the transaction ${why}`, { context: { attempt: this.attempt } });
    }
    const response = this.#bank.accept(answer, request);
    if (this.#isAwaitingAnswerOnly) return this.#finish(resultOfAnswer(answer));
    this.#watchForSilence();
    this.#events.prompt('processing');
    const given = await this.#bank.give(response);
    if (!this.#isEnding) this.#awaitResult(given, answer);
  }

  /** If the answer's delivery is unconfirmed, only the reader has the outcome: it gets time, then a cancel. */
  #awaitResult(given: AnswerDelivery, answer: HostAnswer): void {
    const orStop = (reason: string): void =>
      this.#watch.forReply(this.#context.limits.completeMs, () => void this.#stop(failedResult(reason)));
    switch (given.kind) {
      case 'taken':
        return orStop('the reader did not report how the payment ended');
      case 'unheard':
        return orStop("the reader did not take the bank's answer");
      case 'no-transaction':
        // A tap needs no answer by the reader: the bank's answer completes it.
        if (this.#card.entryMode === 'contactless') return this.#finish(resultOfAnswer(answer));
        this.#settleSoon(failedResult('the reader runs the payment no longer'));
        throw given.refused;
      case 'not-now':
        throw given.refused;
      case 'refused':
        void this.#stop(failedResult(given.refused.plainMessage));
        throw given.refused;
    }
  }

  async choose(index: number): Promise<void> {
    await this.#selection.choose(index);
  }

  async cancel(): Promise<'asked' | 'too-late'> {
    if (this.#events.isFinished || this.#result) return 'too-late';
    if (this.#bank.answer) return 'too-late';
    // The flag is set before the request is sent, because its consequences may overtake the answer.
    this.#isCancelAsked = true;
    // The reader is done, so there is no transaction to stop.
    if (this.#isStarting) return 'asked';
    if (this.#isAwaitingAnswerOnly || this.#nextStart) {
      this.#finish(this.#resultOfStop());
      return 'asked';
    }
    if (this.#bank.request) return this.#declineCard(this.#bank.request);
    return this.#selection.isOpen ? this.#cancelChoice() : this.#stopReader();
  }

  async #cancelChoice(): Promise<'asked'> {
    await this.#selection.cancel();
    this.#settleSoon(this.#resultOfStop());
    return 'asked';
  }

  async #stopReader(): Promise<'asked' | 'too-late'> {
    let code: number;
    try {
      code = await this.#context.cancelReader();
    } catch (error) {
      // The reader confirmed with its result; only the answer was lost.
      if (this.#events.isFinished && error instanceof TillError && error.code === 'TERM_SILENT') return 'asked';
      throw error;
    }
    if (this.#events.isFinished) return 'asked';
    switch (code) {
      case extendedResult.done:
        this.#settleSoon(this.#resultOfStop());
        return 'asked';
      case extendedResult.noTransaction:
        // The result is on its way, or was lost.
        this.#settleSoon(
          this.#driverStop ?? failedResult('the reader no longer runs the payment and did not report how it ended'),
        );
        return this.#driverStop ? 'asked' : 'too-late';
      case extendedResult.busy:
        // The card is in: every request of the reader is declined, and removing the card ends the transaction as well.
        this.#isDeclining = true;
        if (this.#bank.request) return this.#declineCard(this.#bank.request);
        // The selection arrived while the cancel was on its way.
        if (this.#selection.isOpen) return this.#cancelChoice();
        this.#events.prompt('remove-card');
        return 'asked';
      default:
        throw magnesafeRefusal(code, 'to cancel');
    }
  }

  /** The reader waits for the bank: a decline ends its transaction. */
  async #declineCard(request: OnlineRequest): Promise<'asked' | 'too-late'> {
    this.#isDeclining = true;
    const code = await this.#bank.decline(request);
    if (code !== extendedResult.done && code !== extendedResult.noTransaction)
      throw magnesafeRefusal(code, 'to cancel');
    if (!this.#events.isFinished) this.#settleSoon(this.#resultOfStop());
    return 'asked';
  }

  // --- Notifications --------------------------------------------------------------------------------------------

  /** Handles a notification. Returns false when it cannot belong to this transaction. */
  note(note: Note): boolean {
    const isAboutCard =
      note.kind === 'notification' && (note.id === notificationId.onlineRequest || note.id === notificationId.result);
    if (this.#events.isFinished) return !isAboutCard;
    if (note.kind === 'swipe') return this.#takeSwipe(note.report);
    if (note.id === notificationId.status) {
      this.#takeStatus(readStatus(note.data));
      return true;
    }
    if (!this.#isRunning) return !isAboutCard;
    if (!this.#watch.isSettling) this.#watchForSilence();
    switch (note.id) {
      case notificationId.selection:
        return this.#takeSelection(note.data);
      case notificationId.onlineRequest:
        return this.#takeOnlineRequest(note.data);
      case notificationId.result:
        this.#takeResult(readResult(note.data));
        return true;
      default:
        // Texts are ignored: the steps contain the same information, independent of the language.
        return true;
    }
  }

  #takeStatus(status: Status | undefined): void {
    if (status?.event === event.cardRemoved) return this.#takeRemoval();
    if (!status || !this.#isRunning) return;
    if (!this.#watch.isSettling) this.#watchForSilence();
    this.#card.onStatus(status, this.#bank.request !== undefined);
  }

  #takeRemoval(): void {
    if (!this.#card.removed()) return;
    if (this.#result) return this.#finish(this.#result);
    if (this.#nextStart) void this.#startAgain();
  }

  #takeSelection(data: Uint8Array): true {
    if (!this.#isDeclining) this.#selection.take(data);
    else this.#cancelChoice().catch(() => this.#settleSoon(this.#resultOfStop()));
    return true;
  }

  #takeOnlineRequest(message: Uint8Array): boolean {
    // Over USB the online request may arrive before the answer to the choice.
    if (this.#selection.isOpen) this.#events.prompt('processing');
    this.#selection.close();
    const parsed = readOnlineRequest(message);
    if (!parsed.ok) {
      this.#context.notice({ type: 'read-error' });
      // The bank cannot be queried. A valid reply needs a head, so the driver stops the reader.
      void this.#stop(failedResult(parsed.reason));
      return true;
    }
    const { request } = parsed;
    if (this.#bank.request || this.#bank.answer) return false;
    this.#bank.ask(request);
    if (request.entryMode !== this.#card.entryMode) this.#card.presented(request.entryMode);
    if (this.#isDeclining) {
      this.#declineCard(request).catch((error: unknown) => this.#finish({ kind: 'lost', error: asTillError(error) }));
      return true;
    }
    if (request.shouldUseChip && this.#readers.includes('chip')) return this.#askForChip(request);
    this.#askBank(request);
    return true;
  }

  #askBank({ data }: OnlineRequest): void {
    this.#events.forgetPrompt();
    this.#events.emit({ type: 'online-request', attempt: this.attempt, entryMode: this.#card.entryMode, data });
  }

  /** The stripe of a card whose chip was not tried: ends the reader's transaction and prompts for the chip. */
  #askForChip(request: OnlineRequest): true {
    this.#nextStart = nextStartForChip(this.#readers);
    this.#events.prompt('insert-card');
    this.#bank.giveUp(request).then(
      (code) => {
        if (code !== extendedResult.done && this.#nextStart && !this.#isStarting) void this.#startAgain();
      },
      (error: unknown) => this.#finish({ kind: 'lost', error: asTillError(error) }),
    );
    return true;
  }

  // --- Swipes outside the reader's own flow -----------------------------------------------------------------------

  /**
   * Every swipe sends a report, at any time. It counts only when the reader reports that a swipe ended its transaction.
   */
  #takeSwipe(report: Uint8Array): boolean {
    if (this.#bank.request || this.#result || !this.#context.capabilities.readers.includes('swipe')) return false;
    if (!this.#isSwipeDue) {
      if (!this.#isRunning || this.#card.isInside) return false;
      this.#swipeReport = report;
      return true;
    }
    this.#isSwipeDue = false;
    const parsed = readSwipeReport(report);
    if (!parsed.ok) {
      this.#context.notice({ type: 'read-error' });
      this.#finish(failedResult(parsed.reason));
      return true;
    }
    this.#isAwaitingAnswerOnly = true;
    this.#bank.ask(parsed.request);
    this.#card.presented('swipe');
    this.#watchForSilence();
    this.#askBank(parsed.request);
    return true;
  }

  // --- The reader's result --------------------------------------------------------------------------------------

  #takeResult(message: ResultMessage | undefined): void {
    this.#selection.close();
    this.#isRunning = false;
    const known = this.#known;
    // An unreadable result is not trusted, even if the bank approved.
    if (!message) return this.#finish(failedResult("the reader's result cannot be read"));
    if (this.#nextStart) return this.#card.isInside ? undefined : void this.#startAgain();
    if (isEndedBySwipe(message)) return this.#awaitSwipe();
    if (isTechnical(message, known) && this.#card.wasInside) return this.#tryAgain();
    if (this.#card.entryMode === 'contactless' && isDoneBeforeBank(message, known)) {
      this.#isAwaitingAnswerOnly = true;
      return this.#watchForSilence();
    }
    // If the driver stopped the transaction, its reason is the result, unless the card approved.
    const isYes = message.status === transactionStatus.approved;
    this.#conclude(this.#driverStop && !isYes ? this.#driverStop : classifyResult(message, known));
  }

  get #known(): TransactionFacts {
    return {
      isCardSeen: this.#card.entryMode !== 'unknown',
      hasAsked: this.#bank.request !== undefined,
      isApproved: this.#isDeclining && this.#bank.request ? false : this.#bank.answer?.isApproved,
      isCancelAsked: this.#isCancelAsked,
      isChipOut: this.#card.wasInside && !this.#card.isInside,
      step: this.#card.step,
    };
  }

  #conclude(result: TransactionResult): void {
    if (result.kind !== 'approved' || !this.#card.isInside) {
      if (this.#card.isInside) this.#events.prompt('remove-card');
      return this.#finish(result);
    }
    this.#result = result;
    this.#events.prompt('remove-card');
    this.#watch.forCompletion(this.#context.limits.removeMs, () => this.#finish(result));
  }

  #awaitSwipe(): void {
    this.#isSwipeDue = true;
    const report = this.#swipeReport;
    this.#swipeReport = undefined;
    if (this.#isCancelAsked) return this.#finish(this.#resultOfStop());
    if (report) this.#takeSwipe(report);
    else this.#settleSoon(failedResult('a card was swiped, and the reader did not say what it read'));
  }

  /** Tries the chip again, and after the third failure the stripe, once the card is out. */
  #tryAgain(): void {
    this.#chipTries += 1;
    this.#nextStart = afterUnreadableChip(this.#chipTries, this.#readers, this.#context.capabilities.readers);
    if (!this.#nextStart) return this.#conclude(chipUnreadable);
    if (!this.#card.isInside || this.#nextStart.prompt === 'swipe-card') return void this.#startAgain();
    this.#events.prompt('remove-card');
    this.#watch.forCompletion(this.#context.limits.removeMs, () => this.#finish(chipUnreadable));
  }

  async #startAgain(): Promise<void> {
    const again = this.#nextStart;
    if (!again || this.#isStarting || this.#events.isFinished) return;
    this.#nextStart = undefined;
    this.#isStarting = true;
    this.#readers = again.readers;
    this.#card.reset();
    this.#bank.forget();
    this.#swipeReport = undefined;
    // The start's own exchanges have timeouts.
    this.#watch.cancel();
    try {
      await this.#start(again.prompt);
    } catch (error) {
      this.#isStarting = false;
      if (this.#events.isFinished) return;
      const result = failedResult(`the card could not be tried again; ${asTillError(error).plainMessage}`);
      if (isRefusal(error)) return this.#finish(this.#isCancelAsked ? this.#resultOfStop() : result);
      // The start may have succeeded after all: a customer must not present a card to an abandoned sale.
      this.#isRunning = true;
      await this.#stop(result);
      return;
    }
    // The cancel came while the start was being sent.
    if (this.#isCancelAsked && !this.#events.isFinished) await this.#stop(this.#resultOfStop());
  }

  // --- Timeouts -------------------------------------------------------------------------------------------------

  get #isEnding(): boolean {
    return this.#events.isFinished || this.#result !== undefined || this.#watch.isSettling;
  }

  #watchForSilence(): void {
    if (!this.#events.isFinished) this.#watch.forSilence();
  }

  /** Waits for the reader's result; `result` applies if it does not arrive in time. */
  #settleSoon(result: TransactionResult): void {
    if (this.#events.isFinished || this.#result) return;
    this.#watch.forCompletion(this.#context.limits.settleMs, () => this.#finish(result));
  }

  #tooSilent(): void {
    // The till does not query a reader that waits for the bank; a lost link is reported separately.
    if (this.#bank.isOpen && this.#bank.isInTime) return this.#watchForSilence();
    const reason = this.#bank.isOpen ? 'the bank did not answer in time' : 'the reader went silent';
    void this.#stop(this.#card.entryMode === 'unknown' ? { kind: 'timed-out' } : failedResult(reason));
  }

  /** Stops the reader because of the driver's own `result`. Ends the transaction in any case. */
  async #stop(result: TransactionResult): Promise<void> {
    this.#driverStop ??= result;
    try {
      if (this.#isAwaitingAnswerOnly) return this.#finish(result);
      if (this.#bank.request && this.#bank.isOpen) await this.#declineCard(this.#bank.request);
      else await this.#stopReader();
    } catch (error) {
      this.#finish(isRefusal(error) ? result : { kind: 'lost', error: asTillError(error) });
    }
  }

  #resultOfStop(): TransactionResult {
    return this.#driverStop ?? { kind: 'cancelled', by: 'host' };
  }

  #finish(result: TransactionResult): void {
    this.#events.finish(result, () => {
      this.#isRunning = false;
      if (this.#card.isInside) this.#context.notice({ type: 'slot', card: 'in' });
      this.#watch.cancel();
      this.#selection.close();
      this.#context.onEnd();
    });
  }
}
