/**
 * One transaction on an MMS terminal, from the accepted start to `finished` (reference section 5, "order of events").
 *
 *     accepted ─► card ─► [choice] ─► ARQC ─► respond (1004) ─► outcome ─► batch data ─► completed ─► finished
 *         │        └── chip unreadable ─► completed ─► a second start, stripe only ─► accepted (once)
 *         └── time-out, cancel, pulled card, restart, lost link, silence ─────────────────────► finished
 *
 * A decline or failure is final at the outcome: it is reported at once, and what the terminal still says (batch data,
 * card out, completed) trails behind and is absorbed. An approval is finished when the terminal has completed it.
 *
 * MMS notifications carry no transaction number. What cannot belong to this one (a result before any card, a cancel
 * nobody asked for) is refused and reported as unmatched.
 *
 * Every state has a bound. When the terminal says nothing for the card time-out and a margin, it is asked: it is told to
 * stop, or, while the bank is being asked, pinged. A terminal that does not answer that either is `lost`.
 */
import { chipUnreadable, failedResult } from '../../shared/driver/failed-result.ts';
import { TillError, type EntryMode } from '../../../../electron/contract/index.ts';
import { HostChoice } from '../../shared/driver/application-choice.ts';
import { lateCard, lateChoice, latePin } from '../../shared/driver/cardholder-times.ts';
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
import { askToStop } from './cancel.ts';
import { giveUpChoice, sendChoice } from './choices.ts';
import { echo, resumeTransaction, type ResumeTransaction } from '../codec/commands.ts';
import { isSuccess, type MmsNotification, type MmsResponse } from '../codec/message.ts';
import { isTrailing, Progress } from './progress.ts';
import { classifyCompletion, classifyOutcome, classifyStop } from './results.ts';
import { readSignal, type Signal } from '../codec/signals.ts';
import { mmsRefusal } from '../codec/status.ts';
import { SwipeInstead } from './swipe-instead.ts';
import type { TransactionContext } from './transaction-limits.ts';
import { LateNotifications } from './late-notifications.ts';

export class MmsTransaction implements Transaction {
  readonly attempt: string;
  readonly #request: TransactionRequest;
  readonly #context: TransactionContext;
  readonly #events: TransactionEvents;
  readonly #watch: Watchdog;
  readonly #choice: HostChoice;
  readonly #swipeInstead: SwipeInstead;
  #isAccepted = false;

  readonly #known = new Progress();
  #isCancelledByHost = false;
  /** What it ends as when we stop it for a reason of our own, and not on anybody's request. */
  #ownStop: TransactionResult | undefined;
  lateNotifications: LateNotifications | undefined;
  /** The terminal is done with a card that needs no answer, and only the bank's is missing. */
  #isAwaitingAnswerOnly = false;

  constructor(request: TransactionRequest, listener: (event: TransactionEvent) => void, context: TransactionContext) {
    this.attempt = request.attempt;
    this.#request = request;
    this.#context = context;
    this.#events = new TransactionEvents(request.attempt, listener);
    this.#watch = new Watchdog(
      context.clock,
      request.cardTimeoutMs + context.limits.marginMs,
      () => void this.#askWhy(),
    );
    this.#swipeInstead = new SwipeInstead(context);
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

  /** Notifications before this belong to an older transaction. */
  get isAccepted(): boolean {
    return this.#isAccepted;
  }

  /** A chip was read, and its removal was not told. */
  get isCardInside(): boolean {
    return this.#known.isChipInside;
  }

  /** Settles when a finished transaction's last notification is here; undefined when none is expected. */
  get trail(): Promise<void> | undefined {
    return this.lateNotifications?.ended;
  }

  /** The terminal took the start request. Called in order with notifications. */
  accept(): void {
    this.#isAccepted = true;
    this.#watchForSilence();
    this.#events.prompt('present-card');
  }

  /** The caller of start() has the transaction: events may flow. */
  release(): void {
    this.#events.release();
  }

  /** The start was refused or not answered: no event was and will be delivered. */
  abandon(): void {
    this.#events.abandon();
    this.#watch.cancel();
  }

  /** The link is gone: the terminal's own result is not known. */
  lose(error: TillError): void {
    this.#finish({ kind: 'lost', error });
  }

  /**
   * The terminal says that it has restarted, and would have forgotten the transaction. That word may be old: it comes some
   * time after the restart, and what was started since runs on. So the terminal's own flag is asked. Where that does not
   * rule a restart out, the terminal is told to stop: whatever runs there must not outlive the sale.
   */
  async hearOfRestart(): Promise<void> {
    // Before the start was taken: a restart that swallowed it shows in that there is no answer.
    if (!this.#isAccepted || this.#events.isFinished) return;
    const restarted = failedResult('the terminal restarted');
    try {
      if ((await this.#context.restarts.hasFallen()) === false || this.#events.isFinished) return;
      this.#known.isCancelAsked = true;
      this.#ownStop = restarted;
      const answer = await askToStop(this.#context);
      if (this.#events.isFinished) return;
      if (answer === 'taken') this.#finishEarly(restarted);
      // What can no longer be cancelled runs, and ends by itself.
      else if (answer === 'over') this.#finish(restarted);
    } catch (error) {
      this.#finish(isRefusal(error) ? restarted : { kind: 'lost', error: asTillError(error) });
    }
  }

  /** Stops waiting for trailing notifications. */
  endLateNotifications(): void {
    this.lateNotifications?.end();
  }

  // --- What the host does ---------------------------------------------------------------------------------------

  async respond(answer: HostAnswer): Promise<void> {
    const online = this.#known.online;
    if (this.#events.isFinished || !online) {
      const why = this.#events.isFinished ? 'is over' : 'has not asked for an answer';
      throw new TillError('TERM_NOT_READY', `the transaction ${why}`, { context: { attempt: this.attempt } });
    }
    const resume = readBankAnswer(answer, online.deviceSerialNumber);
    this.#known.answer = answer;
    if (this.#isAwaitingAnswerOnly) {
      this.#finish(answer.isApproved ? { kind: 'approved', wantsSignature: false } : { kind: 'declined' });
      return;
    }
    this.#watchForSilence();
    this.#events.prompt('processing');
    const response = await this.#deliver(resume);
    // Over by now (a stripe or tap that waits for no answer): the answer has been used, though not by the terminal.
    if (response && !isSuccess(response.status) && !this.#events.isFinished)
      throw mmsRefusal(response, "the bank's answer");
  }

  /**
   * Brings the bank's answer to the terminal; undefined without a response. The card may have had it then, and only the
   * terminal can say how that ends: it is asked whether it is there, given its time, and then told to stop.
   */
  async #deliver(resume: ResumeTransaction): Promise<MmsResponse | undefined> {
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
    this.#watch.forWord(
      limits.completeMs,
      () => void this.#stop(failedResult("the terminal did not take the bank's answer")),
    );
    return undefined;
  }

  /** Nothing but its last notifications is missing. */
  get #isEnding(): boolean {
    return this.#events.isFinished || this.#known.result !== undefined || this.#watch.isSettling;
  }

  async choose(index: number): Promise<void> {
    await this.#choice.choose(index);
  }

  async cancel(): Promise<'asked' | 'too-late'> {
    if (this.#events.isFinished) return 'too-late';
    // Before the request leaves: its notification may overtake the response.
    this.#known.isCancelAsked = true;
    let answer: Awaited<ReturnType<typeof askToStop>>;
    try {
      answer = await askToStop(this.#context);
    } catch (error) {
      // The terminal confirmed by its last notification; only the response went missing.
      if (this.#events.isFinished && error instanceof TillError && error.code === 'TERM_SILENT') return 'asked';
      throw error;
    }
    const { settleMs } = this.#context.limits;
    if (answer === 'taken') {
      if (!this.#watch.isSettling) this.#settleWithin(settleMs, () => this.#resultOfCancel());
      return 'asked';
    }
    // Nothing runs but a chip that failed and waits for its card to be taken out: the stripe is simply not asked for.
    if (this.#swipeInstead.isAnnounced && !this.#events.isFinished) {
      this.#finishEarly(this.#resultOfStop());
      return 'asked';
    }
    // The first of two requests was heard, and only its response was lost.
    if (this.#isCancelledByHost) return 'asked';
    // Its last notifications are on their way, or were lost.
    if (answer === 'over') this.#settleWithin(settleMs, () => this.#resultWithoutTerminal());
    return 'too-late';
  }

  // --- What the terminal says -----------------------------------------------------------------------------------

  /** Takes a notification; false when it cannot belong to this transaction. */
  note(note: MmsNotification): boolean {
    const signal = readSignal(note);
    if (!signal) return false;
    if (this.#events.isFinished) return this.#absorb(signal);
    if (this.#swipeInstead.isStarting) return isTrailing(signal);
    if (!this.#known.fits(signal)) return false;
    if (!this.#watch.isSettling) this.#watchForSilence();
    this.#take(signal);
    return true;
  }

  #absorb(signal: Signal): boolean {
    if (!this.lateNotifications) return false;
    if (signal.kind === 'removed') this.#takeOut();
    if (signal.kind === 'completed' || signal.kind === 'stopped') this.lateNotifications.end();
    return isTrailing(signal);
  }

  #take(signal: Signal): void {
    switch (signal.kind) {
      case 'presented':
        return this.#takeCard(signal.entryMode);
      case 'removed':
        this.#takeOut();
        // A card left over from the payment before has nothing to do with this one.
        if (!this.#known.isCardSeen) return;
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
        this.#known.batch = signal.result;
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

  #takeOut(): void {
    this.#known.isChipInside = false;
    this.#context.notice({ type: 'slot', card: 'out' });
  }

  #takeCard(entryMode: EntryMode): void {
    this.#context.notice({ type: 'slot', card: 'out' });
    this.#known.present(entryMode);
    // A new card after a failed read: what the first one came to does not count, and the terminal asked for it itself.
    if (this.#known.result?.kind === 'failed' && !this.#watch.isSettling) {
      this.#known.result = undefined;
      this.#swipeInstead.conclude();
    }
    // With a card the terminal may be silent for another time.
    if (!this.#watch.isSettling) this.#watchForSilence();
    this.#events.emit({ type: 'card', attempt: this.attempt, what: 'presented', entryMode });
    this.#events.prompt('processing');
  }

  #takeOnlineRequest(blob: Uint8Array): void {
    const parsed = readOnlineRequest(blob);
    if (!parsed.ok) {
      this.#context.notice({ type: 'read-error' });
      // Nothing can be asked of the bank: the terminal is told to stop, and its answer to that ends the transaction.
      this.#known.result = failedResult(parsed.reason);
      void this.cancel().catch((error: unknown) => this.#finish(failedResult(`${parsed.reason}; ${String(error)}`)));
      return;
    }
    if (!this.#known.online) this.#known.onlineSince = this.#context.clock.monotonic();
    this.#known.online = parsed.request;
    if (!this.#watch.isSettling) this.#watchForSilence();
    if (parsed.request.entryMode !== 'unknown') this.#known.entryMode = parsed.request.entryMode;
    this.#events.forgetPrompt();
    const { data } = parsed.request;
    this.#events.emit({ type: 'online-request', attempt: this.attempt, entryMode: this.#known.entryMode, data });
  }

  #takeOutcome(signal: Extract<Signal, { kind: 'outcome' }>): void {
    if (signal.detail === 'fallback') return this.#announceFallback();
    const verdict = classifyOutcome(signal, this.#known);
    if (!verdict) return;
    if ('prompt' in verdict) return this.#events.prompt(verdict.prompt);
    this.#known.result = verdict.result;
    if (verdict.result.kind !== 'approved') return this.#finishEarly(verdict.result);
    if (this.#known.isChipInside) this.#events.prompt('remove-card');
    this.#settleSoon();
  }

  #takeCompletion(signal: Extract<Signal, { kind: 'completed' }>): void {
    if (this.#swipeInstead.isAnnounced) return void this.#startSwipe();
    const result = this.#known.result ?? classifyCompletion(signal, this.#known);
    if (result) this.#finish(result);
    else this.#isAwaitingAnswerOnly = true;
  }

  #takeStop(by: Extract<Signal, { kind: 'stopped' }>['by']): void {
    if (by === 'swipe-error') this.#context.notice({ type: 'read-error' });
    if (by === 'time-out') {
      const isUnanswered = this.#choice.isOpen || this.#ownStop === lateChoice;
      return this.#finish(isUnanswered ? lateChoice : this.#late());
    }
    const isCancel = by === 'host' || by === 'cardholder';
    // A stop for a reason of our own (unreadable card data) keeps that reason.
    if (isCancel && this.#known.result?.kind === 'failed') return this.#finish(this.#known.result);
    this.#finish((by === 'host' ? this.#ownStop : undefined) ?? classifyStop(by));
  }

  /** How it ends when the terminal's own time has run out. */
  #late(): TransactionResult {
    if (!this.#known.isCardSeen) return { kind: 'timed-out' };
    return this.#isVerifying ? latePin : lateCard;
  }

  /** A chip is in whose holder may be entering the PIN: the terminal says nothing of that step. */
  get #isVerifying(): boolean {
    return this.#context.hasPinPad && this.#known.isChipInside && !this.#known.online;
  }

  // --- The stripe instead of the chip ---------------------------------------------------------------------------

  #announceFallback(): void {
    this.#known.result = chipUnreadable;
    this.#known.isChipInside = false;
    if (!this.#swipeInstead.announce()) return;
    this.#context.notice({ type: 'read-error' });
    this.#events.prompt('swipe-card');
  }

  /** The terminal has ended its transaction and leaves the stripe to us: a second one, for the same attempt. */
  async #startSwipe(): Promise<void> {
    if (this.#known.isCancelAsked) return this.#finish(this.#resultOfStop());
    if (!this.#swipeInstead.isOffered) return this.#finish(chipUnreadable);
    this.#known.forgetCard();
    // Bounded by its own exchange.
    this.#watch.cancel();
    try {
      await this.#swipeInstead.start(() => {
        this.#known.result = undefined;
        this.#watchForSilence();
        this.#events.prompt('swipe-card');
      });
    } catch (error) {
      if (this.#events.isFinished) return;
      this.#swipeInstead.conclude();
      const result = failedResult(`${chipUnreadable.reason}; ${asTillError(error).plainMessage}`);
      this.#known.result = result;
      if (isRefusal(error)) return this.#finish(this.#known.isCancelAsked ? this.#resultOfStop() : result);
      // It may be running all the same: nobody must swipe a card on a sale that was given up.
      await this.#stop(result);
    }
  }

  /** The terminal is told that nobody chose; it confirms by its own time-out. */
  async #giveUpChoice(): Promise<void> {
    this.#ownStop = lateChoice;
    try {
      await giveUpChoice(this.#context);
      this.#settleWithin(this.#context.limits.settleMs, () => lateChoice);
    } catch {
      // Refused, silent or gone: being told to stop settles all three.
      if (!this.#events.isFinished) await this.#stop(lateChoice);
    }
  }

  // --- Bounds ---------------------------------------------------------------------------------------------------

  #watchForSilence(): void {
    if (this.#events.isFinished || !this.#isAccepted) return;
    const { limits, hasPinPad } = this.#context;
    if (this.#isVerifying) this.#watch.forWord(limits.pinMs + limits.marginMs, () => void this.#askWhy());
    // The time-out of the start is that of the PIN, so the wait for the card ends here.
    else if (hasPinPad && !this.#known.isCardSeen)
      this.#watch.forWord(this.#request.cardTimeoutMs, () => void this.#stop({ kind: 'timed-out' }));
    else this.#watch.forSilence();
  }

  /** A result is known; only its last notifications, and perhaps the card's removal, are missing. */
  #settleSoon(): void {
    const { removeMs, settleMs } = this.#context.limits;
    this.#settleWithin(this.#known.isChipInside ? removeMs : settleMs, () => this.#resultWithoutTerminal());
  }

  #settleWithin(delayMs: number, result: () => TransactionResult): void {
    if (!this.#events.isFinished) this.#watch.forEnd(delayMs, () => this.#finish(result()));
  }

  /** Nothing was heard for too long. While the bank is asked the terminal need not say anything: it is only pinged. */
  async #askWhy(): Promise<void> {
    const { session, clock, limits } = this.#context;
    const { isBankBusy } = this.#known;
    if (isBankBusy && clock.monotonic() - this.#known.onlineSince < limits.answerMs) {
      try {
        await session.request((reference) => echo(reference, Uint8Array.of(reference)), { isRepeatable: true });
        this.#watchForSilence();
      } catch (error) {
        this.#finish({ kind: 'lost', error: asTillError(error) });
      }
      return;
    }
    const reason = isBankBusy ? 'the bank did not answer in time' : 'the terminal went silent';
    await this.#stop(this.#known.isCardSeen ? failedResult(reason) : { kind: 'timed-out' });
  }

  /** Tells the terminal to stop for a reason of our own; ends the transaction in any case. */
  async #stop(result: TransactionResult): Promise<void> {
    this.#ownStop = result;
    try {
      if ((await this.cancel()) === 'asked') return;
      if (result.kind === 'timed-out' && this.#known.isCardSeen && !this.#watch.isSettling) return this.#goOnWithCard();
      this.#settleWithin(this.#context.limits.settleMs, () => this.#resultWithoutTerminal());
    } catch (error) {
      this.#finish(
        isRefusal(error) ? failedResult(asTillError(error).plainMessage) : { kind: 'lost', error: asTillError(error) },
      );
    }
  }

  /** The card came while the terminal was told to stop waiting for it, and the terminal goes on. */
  #goOnWithCard(): void {
    this.#ownStop = undefined;
    this.#known.isCancelAsked = false;
    this.#watchForSilence();
  }

  /** Stopped before anything had come of it. */
  #resultOfStop(): TransactionResult {
    return this.#ownStop ?? { kind: 'cancelled', by: 'host' };
  }

  /** The terminal took the cancel and never confirmed it. */
  #resultOfCancel(): TransactionResult {
    const known = this.#known.result ?? this.#ownStop;
    if (known) return known;
    // Once the bank's answer is on its way to the card, only the terminal could say how it ended.
    if (this.#known.answer) return failedResult('the terminal did not say how the cancelled payment ended');
    return this.#resultOfStop();
  }

  #resultWithoutTerminal(): TransactionResult {
    return this.#known.result ?? failedResult('the terminal runs the payment no longer and did not say how it ended');
  }

  // --- The end --------------------------------------------------------------------------------------------------

  #finish(result: TransactionResult): void {
    this.#events.finish(result, () => {
      this.#isCancelledByHost = result.kind === 'cancelled' && result.by === 'host';
      this.#watch.cancel();
      this.#choice.close();
      // Its removal is told as long as the terminal has something to say of this payment.
      if (this.isCardInside) this.#context.notice({ type: 'slot', card: this.lateNotifications ? 'in' : 'maybe' });
      this.#context.onEnd();
    });
  }

  /** Finishes while the terminal still has something to say. */
  #finishEarly(result: TransactionResult): void {
    const trail = new LateNotifications(() => {
      this.lateNotifications = undefined;
      if (this.isCardInside) this.#context.notice({ type: 'slot', card: 'maybe' });
      this.#watch.cancel();
    });
    this.lateNotifications = trail;
    this.#finish(result);
    // A listener may have closed the terminal meanwhile.
    if (this.lateNotifications) this.#watch.forEnd(this.#context.limits.removeMs, () => trail.end());
  }
}
