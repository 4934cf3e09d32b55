/**
 * One transaction on an MMS terminal, from the accepted start to `finished` (reference section 5, "order of events").
 *
 *     accepted ─► card ─► [choice] ─► ARQC ─► respond (1004) ─► outcome ─► batch data ─► completed ─► finished
 *         │        └── chip unreadable ─► completed ─► a second start, stripe only ─► accepted (once)
 *         └── time-out, cancel, pulled card, restart, lost link, silence ─────────────────────► finished
 *
 * A decline or failure is final at the outcome and is reported at once; the terminal's later notifications (batch data,
 * card removed, completed) are absorbed. An approval is finished when the terminal has completed it.
 *
 * MMS notifications carry no transaction number. A notification that cannot belong to this transaction (a result before
 * any card, a cancellation that was never requested) is rejected and reported as unmatched.
 *
 * Every state has a time limit. When the terminal is silent for the card timeout plus a margin, the driver asks it to
 * stop, or pings it while the bank is being asked. A terminal that does not answer that request either is `lost`.
 */
import { chipUnreadable, failedResult } from '../../shared/driver/failed-result.ts';
import { TillError, type EntryMode } from '../../../../electron/contract/index.ts';
import { HostChoice } from '../../shared/driver/application-choice.ts';
import { cardTimedOut, choiceTimedOut, pinTimedOut } from '../../shared/driver/cardholder-times.ts';
import { asTillError, isRefusal } from '../../shared/driver/errors.ts';
import type {
  HostAnswer,
  Transaction,
  TransactionEvent,
  TransactionRequest,
  TransactionResult,
} from '../../shared/terminal.ts';
import { TransactionEvents } from '../../shared/driver/transaction-events.ts';
import { Watchdog } from '../../shared/driver/watchdog.ts';
import { readBankAnswer } from './bank-answer.ts';
import { readOnlineRequest } from '../codec/card-data.ts';
import { requestCancel } from './cancel.ts';
import { giveUpChoice, sendChoice } from './choices.ts';
import { echo, resumeTransaction, type ResumeTransaction } from '../codec/commands.ts';
import { isSuccess, type MmsNotification, type MmsResponse } from '../codec/message.ts';
import { mayBeLate, Progress } from './progress.ts';
import { classifyCompletion, classifyOutcome, classifyStop } from './results.ts';
import { readSignal, type Signal } from '../codec/signals.ts';
import { mmsRefusal } from '../codec/status.ts';
import { StripeFallback } from './swipe-instead.ts';
import type { TransactionContext } from './transaction-context.ts';
import { LateNotifications } from './late-notifications.ts';

export class MmsTransaction implements Transaction {
  readonly attempt: string;
  readonly #request: TransactionRequest;
  readonly #context: TransactionContext;
  readonly #events: TransactionEvents;
  readonly #watch: Watchdog;
  readonly #choice: HostChoice;
  readonly #swipeInstead: StripeFallback;
  #isAccepted = false;

  readonly #progress = new Progress();
  #isCancelledByHost = false;
  /** Result when the driver stops the transaction itself, without a request by the caller. */
  #stopReason: TransactionResult | undefined;
  lateNotifications: LateNotifications | undefined;
  /** The terminal is done with a card that needs no answer; only the bank's answer is missing. */
  #isAwaitingAnswerOnly = false;

  constructor(request: TransactionRequest, listener: (event: TransactionEvent) => void, context: TransactionContext) {
    this.attempt = request.attempt;
    this.#request = request;
    this.#context = context;
    this.#events = new TransactionEvents(request.attempt, listener);
    this.#watch = new Watchdog(
      context.clock,
      request.cardTimeoutMs + context.limits.marginMs,
      () => void this.#handleSilence(),
    );
    this.#swipeInstead = new StripeFallback(context);
    this.#choice = new HostChoice({
      attempt: request.attempt,
      clock: context.clock,
      send: (index, taken) => sendChoice(context, index, taken),
      onTaken: () => {
        this.#watchForSilence();
        this.#events.prompt('processing');
      },
      onUnanswered: () => void this.#giveUpChoice(),
    });
  }

  /** Notifications before the acceptance belong to an older transaction. */
  get isAccepted(): boolean {
    return this.#isAccepted;
  }

  /** True if a chip card was read and its removal has not been reported. */
  get isCardInside(): boolean {
    return this.#progress.isChipInside;
  }

  /** Settles when the last notification of a finished transaction has arrived, or undefined when none is expected. */
  get lateNotificationsEnded(): Promise<void> | undefined {
    return this.lateNotifications?.ended;
  }

  /** Called in order with notifications when the terminal has accepted the start request. */
  accept(): void {
    this.#isAccepted = true;
    this.#watchForSilence();
    this.#events.prompt('present-card');
  }

  /** Called when start() has returned the transaction to its caller: events may now be delivered. */
  release(): void {
    this.#events.release();
  }

  /** Called when the start was refused or not answered: no event was or will be delivered. */
  abandon(): void {
    this.#events.abandon();
    this.#watch.cancel();
  }

  /** Called when the link is lost: the terminal's own result is unknown. */
  lose(error: TillError): void {
    this.#finish({ kind: 'lost', error });
  }

  /**
   * Called when the terminal reports a restart, which would have ended the transaction. The report may be old: it
   * arrives some time after the restart, and a transaction that started since then keeps running. The driver therefore
   * reads the terminal's own flag. If the flag does not rule out a restart, the driver asks the terminal to stop,
   * because a transaction must end with its sale.
   */
  async handleRestartNotice(): Promise<void> {
    // A restart before the acceptance that swallowed the start shows as a missing answer.
    if (!this.#isAccepted || this.#events.isFinished) return;
    const restarted = failedResult('the terminal restarted');
    try {
      if ((await this.#context.restarts.hasRestarted()) === false || this.#events.isFinished) return;
      this.#progress.isCancelAsked = true;
      this.#stopReason = restarted;
      const answer = await requestCancel(this.#context);
      if (this.#events.isFinished) return;
      if (answer === 'taken') this.#finishEarly(restarted);
      // A transaction that can no longer be cancelled is running, and ends by itself.
      else if (answer === 'over') this.#finish(restarted);
    } catch (error) {
      this.#finish(isRefusal(error) ? restarted : { kind: 'lost', error: asTillError(error) });
    }
  }

  endLateNotifications(): void {
    this.lateNotifications?.end();
  }

  // --- Requests of the host -------------------------------------------------------------------------------------

  async respond(answer: HostAnswer): Promise<void> {
    const online = this.#progress.online;
    if (this.#events.isFinished || !online) {
      const why = this.#events.isFinished ? 'is over' : 'has not asked for an answer';
      throw new TillError('TERM_NOT_READY', `the transaction ${why}`, { context: { attempt: this.attempt } });
    }
    const resume = readBankAnswer(answer, online.deviceSerialNumber);
    this.#progress.answer = answer;
    if (this.#isAwaitingAnswerOnly) {
      this.#finish(answer.isApproved ? { kind: 'approved', wantsSignature: false } : { kind: 'declined' });
      return;
    }
    this.#watchForSilence();
    this.#events.prompt('processing');
    const response = await this.#sendAnswer(resume);
    // The transaction may have finished by now (a swipe or a tap waits for no answer): the answer has been used, though
    // not by the terminal.
    if (response && !isSuccess(response.status) && !this.#events.isFinished)
      throw mmsRefusal(response, "the bank's answer");
  }

  /**
   * Sends the bank's answer to the terminal; returns undefined when there is no response. The card may have received
   * the answer then, and only the terminal can report the result: the driver pings the terminal, gives it time, and
   * then asks it to stop.
   */
  async #sendAnswer(resume: ResumeTransaction): Promise<MmsResponse | undefined> {
    const { session, limits } = this.#context;
    try {
      return await session.request((reference) => resumeTransaction(reference, resume), { timeoutMs: limits.replyMs });
    } catch (error) {
      if (!(error instanceof TillError) || (error.code !== 'TERM_SILENT' && !error.context?.['largestBytes']))
        throw error;
    }
    if (this.#isEnding) return undefined;
    try {
      await session.request((reference) => echo(reference, Uint8Array.of(reference)), { isRepeatable: true });
    } catch (error) {
      this.#finish({ kind: 'lost', error: asTillError(error) });
    }
    if (this.#isEnding) return undefined;
    this.#watch.forReply(
      limits.completeMs,
      () => void this.#stop(failedResult("the terminal did not take the bank's answer")),
    );
    return undefined;
  }

  /** Only the last notifications are outstanding. */
  get #isEnding(): boolean {
    return this.#events.isFinished || this.#progress.result !== undefined || this.#watch.isSettling;
  }

  async choose(index: number): Promise<void> {
    await this.#choice.choose(index);
  }

  async cancel(): Promise<'asked' | 'too-late'> {
    if (this.#events.isFinished) return 'too-late';
    // The flag is set before the request is sent, because its notification may overtake the response.
    this.#progress.isCancelAsked = true;
    let answer: Awaited<ReturnType<typeof requestCancel>>;
    try {
      answer = await requestCancel(this.#context);
    } catch (error) {
      // The terminal confirmed with its last notification; only the response was lost.
      if (this.#events.isFinished && error instanceof TillError && error.code === 'TERM_SILENT') return 'asked';
      throw error;
    }
    const { settleMs } = this.#context.limits;
    if (answer === 'taken') {
      if (!this.#watch.isSettling) this.#settleWithin(settleMs, () => this.#resultOfCancel());
      return 'asked';
    }
    // The chip failed and the terminal only waits for the removal of the card: the fallback to the stripe is skipped.
    if (this.#swipeInstead.isAnnounced && !this.#events.isFinished) {
      this.#finishEarly(this.#resultOfStop());
      return 'asked';
    }
    // The terminal received the first of two requests, and only its response was lost.
    if (this.#isCancelledByHost) return 'asked';
    // The last notifications are on their way, or were lost.
    if (answer === 'over') this.#settleWithin(settleMs, () => this.#resultWithoutTerminal());
    return 'too-late';
  }

  // --- Notifications of the terminal ----------------------------------------------------------------------------

  /** Handles a notification; returns false when it cannot belong to this transaction. */
  note(note: MmsNotification): boolean {
    const signal = readSignal(note);
    if (!signal) return false;
    if (this.#events.isFinished) return this.#absorb(signal);
    if (this.#swipeInstead.isStarting) return mayBeLate(signal);
    if (!this.#progress.isExpected(signal)) return false;
    if (!this.#watch.isSettling) this.#watchForSilence();
    this.#take(signal);
    return true;
  }

  #absorb(signal: Signal): boolean {
    if (!this.lateNotifications) return false;
    if (signal.kind === 'removed') this.#handleCardRemoval();
    if (signal.kind === 'completed' || signal.kind === 'stopped') this.lateNotifications.end();
    return mayBeLate(signal);
  }

  #take(signal: Signal): void {
    switch (signal.kind) {
      case 'presented':
        return this.#takeCard(signal.entryMode);
      case 'removed':
        this.#handleCardRemoval();
        // A card left over from the previous payment does not belong to this transaction.
        if (!this.#progress.isCardSeen) return;
        this.#events.emit({ type: 'card', attempt: this.attempt, what: 'removed', entryMode: signal.entryMode });
        if (this.#watch.isSettling) this.#settleSoon();
        return;
      case 'collision':
        this.#context.notice({ type: 'read-error' });
        return this.#events.prompt('one-card-only');
      case 'choice':
        this.#choice.offer(signal.labels, signal.seconds > 0 ? signal.seconds * 1000 : this.#request.cardTimeoutMs);
        return this.#events.prompt('choose-application', signal.labels);
      case 'online-request':
        this.#choice.close();
        return this.#takeOnlineRequest(signal.blob);
      case 'batch':
        this.#progress.batch = signal.result;
        return;
      case 'outcome':
        this.#choice.close();
        return this.#takeOutcome(signal);
      case 'completed':
        this.#choice.close();
        return this.#takeCompletion(signal);
      case 'stopped':
        return this.#takeStop(signal.by);
      case 'prompt':
        return this.#events.prompt(signal.prompt);
      case 'nothing':
        return;
    }
  }

  #handleCardRemoval(): void {
    this.#progress.isChipInside = false;
    this.#context.notice({ type: 'slot', card: 'out' });
  }

  #takeCard(entryMode: EntryMode): void {
    this.#context.notice({ type: 'slot', card: 'out' });
    this.#progress.present(entryMode);
    // A new card after a failed read: the first read no longer counts, and the terminal asked for the new card itself.
    if (this.#progress.result?.kind === 'failed' && !this.#watch.isSettling) {
      this.#progress.result = undefined;
      this.#swipeInstead.conclude();
    }
    // Once a card is present, another limit applies to the terminal's silence.
    if (!this.#watch.isSettling) this.#watchForSilence();
    this.#events.emit({ type: 'card', attempt: this.attempt, what: 'presented', entryMode });
    this.#events.prompt('processing');
  }

  #takeOnlineRequest(blob: Uint8Array): void {
    const parsed = readOnlineRequest(blob);
    if (!parsed.ok) {
      this.#context.notice({ type: 'read-error' });
      // The bank cannot be asked: the driver asks the terminal to stop, and the reply ends the transaction.
      this.#progress.result = failedResult(parsed.reason);
      void this.cancel().catch((error: unknown) => this.#finish(failedResult(`${parsed.reason}; ${String(error)}`)));
      return;
    }
    if (!this.#progress.online) this.#progress.onlineSince = this.#context.clock.monotonic();
    this.#progress.online = parsed.request;
    if (!this.#watch.isSettling) this.#watchForSilence();
    if (parsed.request.entryMode !== 'unknown') this.#progress.entryMode = parsed.request.entryMode;
    this.#events.forgetPrompt();
    const { data } = parsed.request;
    this.#events.emit({ type: 'online-request', attempt: this.attempt, entryMode: this.#progress.entryMode, data });
  }

  #takeOutcome(signal: Extract<Signal, { kind: 'outcome' }>): void {
    if (signal.detail === 'fallback') return this.#announceFallback();
    const verdict = classifyOutcome(signal, this.#progress);
    if (!verdict) return;
    if ('prompt' in verdict) return this.#events.prompt(verdict.prompt);
    this.#progress.result = verdict.result;
    if (verdict.result.kind !== 'approved') return this.#finishEarly(verdict.result);
    if (this.#progress.isChipInside) this.#events.prompt('remove-card');
    this.#settleSoon();
  }

  #takeCompletion(signal: Extract<Signal, { kind: 'completed' }>): void {
    if (this.#swipeInstead.isAnnounced) return void this.#startSwipe();
    const result = this.#progress.result ?? classifyCompletion(signal, this.#progress);
    if (result) this.#finish(result);
    else this.#isAwaitingAnswerOnly = true;
  }

  #takeStop(by: Extract<Signal, { kind: 'stopped' }>['by']): void {
    if (by === 'swipe-error') this.#context.notice({ type: 'read-error' });
    if (by === 'time-out') {
      const isUnanswered = this.#choice.isOpen || this.#stopReason === choiceTimedOut;
      return this.#finish(isUnanswered ? choiceTimedOut : this.#resultOfTimeout());
    }
    const isCancel = by === 'host' || by === 'cardholder';
    // When the driver caused the stop (unreadable card data), the driver's reason stays.
    if (isCancel && this.#progress.result?.kind === 'failed') return this.#finish(this.#progress.result);
    this.#finish((by === 'host' ? this.#stopReason : undefined) ?? classifyStop(by));
  }

  /** Result when the terminal's own timeout has expired. */
  #resultOfTimeout(): TransactionResult {
    if (!this.#progress.isCardSeen) return { kind: 'timed-out' };
    return this.#isVerifying ? pinTimedOut : cardTimedOut;
  }

  /** True if the cardholder may be entering a PIN: the terminal does not report that step. */
  get #isVerifying(): boolean {
    return this.#context.hasPinPad && this.#progress.isChipInside && !this.#progress.online;
  }

  // --- Fallback to the stripe -----------------------------------------------------------------------------------

  #announceFallback(): void {
    this.#progress.result = chipUnreadable;
    this.#progress.isChipInside = false;
    if (!this.#swipeInstead.announce()) return;
    this.#context.notice({ type: 'read-error' });
    this.#events.prompt('swipe-card');
  }

  /**
   * The terminal has ended its transaction and leaves the fallback to the driver, which starts a second transaction for
   * the same attempt.
   */
  async #startSwipe(): Promise<void> {
    if (this.#progress.isCancelAsked) return this.#finish(this.#resultOfStop());
    if (!this.#swipeInstead.isOffered) return this.#finish(chipUnreadable);
    this.#progress.forgetCard();
    // The exchange has its own time limit.
    this.#watch.cancel();
    try {
      await this.#swipeInstead.start(() => {
        this.#progress.result = undefined;
        this.#watchForSilence();
        this.#events.prompt('swipe-card');
      });
    } catch (error) {
      if (this.#events.isFinished) return;
      this.#swipeInstead.conclude();
      const result = failedResult(`${chipUnreadable.reason}; ${asTillError(error).plainMessage}`);
      this.#progress.result = result;
      if (isRefusal(error)) return this.#finish(this.#progress.isCancelAsked ? this.#resultOfStop() : result);
      // The transaction may be running nevertheless: the customer must not swipe a card for a sale that was abandoned.
      await this.#stop(result);
    }
  }

  /** Notifies the terminal that the cardholder chose too late; the terminal confirms with a timeout. */
  async #giveUpChoice(): Promise<void> {
    this.#stopReason = choiceTimedOut;
    try {
      await giveUpChoice(this.#context);
      this.#settleWithin(this.#context.limits.settleMs, () => choiceTimedOut);
    } catch {
      // The request was refused, not answered, or the link was lost: #stop() settles all three.
      if (!this.#events.isFinished) await this.#stop(choiceTimedOut);
    }
  }

  // --- Time limits ----------------------------------------------------------------------------------------------

  #watchForSilence(): void {
    if (this.#events.isFinished || !this.#isAccepted) return;
    const { limits, hasPinPad } = this.#context;
    if (this.#isVerifying) this.#watch.forReply(limits.pinMs + limits.marginMs, () => void this.#handleSilence());
    // The timeout in the start request is that of the PIN, so the driver ends the wait for the card.
    else if (hasPinPad && !this.#progress.isCardSeen)
      this.#watch.forReply(this.#request.cardTimeoutMs, () => void this.#stop({ kind: 'timed-out' }));
    else this.#watch.forSilence();
  }

  /** A result is known; only its last notifications, and perhaps the card's removal, are missing. */
  #settleSoon(): void {
    const { removeMs, settleMs } = this.#context.limits;
    this.#settleWithin(this.#progress.isChipInside ? removeMs : settleMs, () => this.#resultWithoutTerminal());
  }

  #settleWithin(delayMs: number, result: () => TransactionResult): void {
    if (!this.#events.isFinished) this.#watch.forCompletion(delayMs, () => this.#finish(result()));
  }

  /**
   * Called after too much silence. While the bank is being asked, silence is normal, so the driver only pings the
   * terminal.
   */
  async #handleSilence(): Promise<void> {
    const { session, clock, limits } = this.#context;
    const { isBankBusy } = this.#progress;
    if (isBankBusy && clock.monotonic() - this.#progress.onlineSince < limits.answerMs) {
      try {
        await session.request((reference) => echo(reference, Uint8Array.of(reference)), { isRepeatable: true });
        this.#watchForSilence();
      } catch (error) {
        this.#finish({ kind: 'lost', error: asTillError(error) });
      }
      return;
    }
    const reason = isBankBusy ? 'the bank did not answer in time' : 'the terminal went silent';
    await this.#stop(this.#progress.isCardSeen ? failedResult(reason) : { kind: 'timed-out' });
  }

  /**
   * Asks the terminal to stop for a reason of the driver; the transaction ends in any case, except that #goOnWithCard()
   * lets it continue.
   */
  async #stop(result: TransactionResult): Promise<void> {
    this.#stopReason = result;
    try {
      if ((await this.cancel()) === 'asked') return;
      if (result.kind === 'timed-out' && this.#progress.isCardSeen && !this.#watch.isSettling)
        return this.#resumeWithCard();
      this.#settleWithin(this.#context.limits.settleMs, () => this.#resultWithoutTerminal());
    } catch (error) {
      this.#finish(
        isRefusal(error) ? failedResult(asTillError(error).plainMessage) : { kind: 'lost', error: asTillError(error) },
      );
    }
  }

  /** The card arrived while the driver asked the terminal to stop waiting for it, and the terminal carries on. */
  #resumeWithCard(): void {
    this.#stopReason = undefined;
    this.#progress.isCancelAsked = false;
    this.#watchForSilence();
  }

  /** Result of a stop before any other result is known. */
  #resultOfStop(): TransactionResult {
    return this.#stopReason ?? { kind: 'cancelled', by: 'host' };
  }

  /** Result when the terminal accepted the cancellation but never confirmed it. */
  #resultOfCancel(): TransactionResult {
    const known = this.#progress.result ?? this.#stopReason;
    if (known) return known;
    // Once the bank's answer has been sent to the card, only the terminal could report the result.
    if (this.#progress.answer) return failedResult('the terminal did not report how the cancelled payment ended');
    return this.#resultOfStop();
  }

  #resultWithoutTerminal(): TransactionResult {
    return (
      this.#progress.result ?? failedResult('the terminal no longer runs the payment and did not report how it ended')
    );
  }

  // --- The end --------------------------------------------------------------------------------------------------

  #finish(result: TransactionResult): void {
    this.#events.finish(result, () => {
      this.#isCancelledByHost = result.kind === 'cancelled' && result.by === 'host';
      this.#watch.cancel();
      this.#choice.close();
      // The removal is reported as long as the terminal sends notifications about this payment.
      if (this.isCardInside) this.#context.notice({ type: 'slot', card: this.lateNotifications ? 'in' : 'maybe' });
      this.#context.onEnd();
    });
  }

  /** Finishes while notifications of the terminal are still outstanding. */
  #finishEarly(result: TransactionResult): void {
    const lateNotificationsEnded = new LateNotifications(() => {
      this.lateNotifications = undefined;
      if (this.isCardInside) this.#context.notice({ type: 'slot', card: 'maybe' });
      this.#watch.cancel();
    });
    this.lateNotifications = lateNotificationsEnded;
    this.#finish(result);
    // A listener may have closed the terminal during the event.
    if (this.lateNotifications)
      this.#watch.forCompletion(this.#context.limits.removeMs, () => lateNotificationsEnded.end());
  }
}
