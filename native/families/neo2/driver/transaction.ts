/**
 * A transaction on a NEO 2 reader (reference section 5): a chain of long-running commands, each answered after an
 * action of the customer or the card.
 *
 *     02-40 ─► card read ─┬─ tap, swipe ─────────────────────► online request ─► respond ─────────────► finished
 *       ▲                 └─ chip ─► 60-11 (verification) ───► online request ─► respond ─► 60-12 ─────► finished
 *       └── collision, torn tap, chip unreadable: again with other readers, for the remaining time
 *
 * After a tap or a swipe the reader is done, so the bank's answer ends the transaction. With a chip only the answer to
 * 60-12 ends it. The protocol has no transaction number; the session drops late answers of an older command
 * (long-running-session.ts), and card data for another amount are refused.
 *
 * While 02-40 runs only a cancel may be sent: readers treat every other command as a cancel (Kiosk V manual p22). So
 * there is no keep-alive; instead every command has a timeout, after which the driver stops the reader. The result is
 * `lost` if the reader does not answer that either.
 */
import { TillError, type CardDataFault, type EntryMode, type Prompt } from '../../../../electron/contract/index.ts';
import { failedResult } from '../../shared/driver/failed-result.ts';
import type { LongRunningOptions } from '../../../session/long-running-session.ts';
import { HostChoice } from '../../shared/driver/application-choice.ts';
import { cardTimedOut, choiceTimedOut, pinTimedOut } from '../../shared/driver/cardholder-times.ts';
import { RearmableTimeout } from '../../../time/timeout.ts';
import { asTillError, isRefusal } from '../../shared/driver/errors.ts';
import type {
  HostAnswer,
  Transaction,
  TransactionEvent,
  TransactionRequest,
  TransactionResult,
} from '../../shared/terminal.ts';
import { TransactionEvents } from '../../shared/driver/transaction-events.ts';
import { readBankAnswer } from './bank-answer.ts';
import { readOnlineRequest, type TransactionAnswer } from '../codec/card-data.ts';
import { findFault, missingElements } from './card-check.ts';
import { CardRequests } from './card-asks.ts';
import { status } from '../codec/codes.ts';
import {
  applyHostResponse,
  authenticateContact,
  cancelTransaction,
  controlUserInterface,
  messageIndex,
  retrieveContactResult,
  type Neo2Interfaces,
} from '../codec/commands.ts';
import { answerTo, menuOf, promptsOf, type Menu } from './dialogue.ts';
import { answerDisplayControl, displayMode } from '../codec/prompts.ts';
import { neo2Refusal, type Neo2Reply } from '../codec/status.ts';
import { isAboutCard, classifyCard, classifyCompletion, classifyVerification, type Verdict } from './verdicts.ts';
import type { Neo2TransactionContext } from './transaction-context.ts';
import type { Neo2Note } from './wire.ts';

/**
 * `card`: waiting for a card; `verifying`: the chip verifies the cardholder; `online`: the bank is queried;
 * `completing`: the chip has the bank's answer.
 */
type Phase = 'card' | 'verifying' | 'online' | 'completing';

export class Neo2Transaction implements Transaction {
  readonly attempt: string;
  readonly #request: TransactionRequest;
  readonly #context: Neo2TransactionContext;
  readonly #events: TransactionEvents;
  readonly #deadline: RearmableTimeout;
  #isAccepted = false;
  #phase: Phase = 'card';
  readonly #asks: CardRequests;
  #entryMode: EntryMode = 'unknown';
  #isCardSeen = false;
  #isPinAsked = false;
  #answer: HostAnswer | undefined;
  #isCancelAsked = false;
  /** Result to report when the driver itself stops the reader, for example for its silence. */
  #ownStop: TransactionResult | undefined;
  readonly #choice: HostChoice;
  /** Line numbers of the open menu. */
  #lines: readonly number[] = [];

  constructor(
    request: TransactionRequest,
    listener: (event: TransactionEvent) => void,
    context: Neo2TransactionContext,
  ) {
    this.attempt = request.attempt;
    this.#request = request;
    this.#events = new TransactionEvents(request.attempt, listener);
    this.#deadline = new RearmableTimeout(context.clock);
    this.#choice = new HostChoice({
      attempt: request.attempt,
      clock: context.clock,
      send: async (index, taken) => {
        await context.session.send(answerDisplayControl(displayMode.menu, { line: this.#lines[index] ?? 0 }));
        taken();
      },
      onTaken: () => {
        this.#watchForSilence();
        this.#events.prompt('processing');
      },
      onUnanswered: () => void this.#stop(choiceTimedOut),
    });
    this.#context = context;
    this.#asks = new CardRequests(request, context);
  }

  /** Requests a card. Rejects with a TillError when the reader refuses or does not answer. */
  async begin(): Promise<void> {
    const onFinal = (reply: Neo2Reply): void => this.#takeCardAnswer(reply);
    let start = await this.#runCommand(this.#asks.first(), onFinal);
    const simpler = start.kind === 'running' ? undefined : this.#asks.withoutOutputTags(start.reply);
    if (simpler) start = await this.#runCommand(simpler, onFinal);
    if (start.kind === 'running') return;
    if (!isAboutCard(start.reply)) throw neo2Refusal(start.reply, 'to start a transaction');
    this.#accept();
    this.#takeCardAnswer(start.reply);
  }

  /** Starts the delivery of events, once the caller of start() has the transaction. */
  release(): void {
    this.#events.release();
  }

  /** Called when the start was refused or not answered: no event is ever delivered. */
  abandon(): void {
    this.#events.abandon();
    this.#deadline.cancel();
  }

  /** Called when the link is lost: the reader's own result is unknown. */
  lose(error: TillError): void {
    this.#finish({ kind: 'lost', error });
  }

  /**
   * Called when the reader reports a restart, which would have cleared the transaction. The report may be a late one
   * about an earlier restart, so the reader is stopped as well: its transaction must not outlive the sale.
   */
  onRestart(): void {
    // Before the start was accepted, a restart that swallowed it shows as a missing answer.
    if (this.#context.confirmsCommands && !this.#isAccepted) return;
    void this.#requestCancel().catch(() => undefined);
    this.#finish(failedResult('the terminal restarted'));
  }

  // --- Host commands --------------------------------------------------------------------------------------------

  async respond(answer: HostAnswer): Promise<void> {
    if (this.#events.isFinished || this.#phase !== 'online' || this.#isCancelAsked) {
      const why = this.#events.isFinished ? 'is over' : 'is not waiting for an answer';
      throw new TillError('TERM_NOT_READY', `the transaction ${why}`, { context: { attempt: this.attempt } });
    }
    const response = readBankAnswer(answer);
    this.#answer = answer;
    if (this.#entryMode !== 'chip') {
      this.#finish(answer.isApproved ? { kind: 'approved', wantsSignature: false } : { kind: 'declined' });
      this.#showOutcome(answer.isApproved);
      return;
    }
    this.#phase = 'completing';
    this.#events.prompt('processing');
    this.#arm(this.#context.limits.completeMs, () => void this.#askForResult());
    // A missing reply counts as accepted here: the card may be completing, and only its own answer contains the result.
    const start = await this.#runCommand(
      applyHostResponse(response),
      (reply) => this.#takeCompletion(reply),
      this.#context.limits.replyMs,
    );
    if (start.kind === 'running' || this.#events.isFinished) return;
    if (!isAboutCard(start.reply)) {
      this.#phase = 'online';
      this.#answer = undefined;
      this.#watchForAnswer();
      throw neo2Refusal(start.reply, "the bank's answer");
    }
    this.#takeCompletion(start.reply);
  }

  async cancel(): Promise<'asked' | 'too-late'> {
    // A chip that has the bank's answer continues on its own; its own result follows.
    if (this.#events.isFinished || this.#phase === 'completing') return 'too-late';
    // The flag is set before the request is sent, because the command's answer may overtake the reply.
    this.#isCancelAsked = true;
    let reply: Neo2Reply;
    try {
      reply = await this.#requestCancel();
    } catch (error) {
      // The command has ended in the meantime; only the reply to the cancel was lost.
      if (this.#events.isFinished && error instanceof TillError && error.code === 'TERM_SILENT') return 'asked';
      this.#isCancelAsked = false;
      throw error;
    }
    if (reply.status === status.ok) {
      if (this.#events.isFinished) return 'asked';
      if (!this.#context.session.isCommandRunning) this.#finish(this.#resultOfCancel());
      else this.#arm(this.#context.limits.settleMs, () => this.#finish(this.#resultOfCancel()));
      return 'asked';
    }
    this.#isCancelAsked = false;
    const isTooLate =
      reply.status === status.failed ||
      reply.status === status.notAllowed ||
      reply.status === status.subcommandNotAllowed;
    if (isTooLate) return 'too-late';
    throw neo2Refusal(reply, 'to cancel');
  }

  #requestCancel(): Promise<Neo2Reply> {
    return this.#context.session.request(cancelTransaction(), {
      timeoutMs: this.#context.limits.replyMs,
      isUrgent: true,
      isRepeatable: true,
      isForRunning: true,
    });
  }

  async choose(index: number): Promise<void> {
    await this.#choice.choose(index);
  }

  // --- Notifications --------------------------------------------------------------------------------------------

  /** Handles an unsolicited message of the reader. */
  note(note: Neo2Note): void {
    if (this.#events.isFinished || !this.#isAccepted) return;
    for (const prompt of promptsOf(note)) this.#readerPrompt(prompt);
    const menu = menuOf(note);
    if (menu && this.#context.session.isCommandRunning && this.#phase !== 'completing') return this.#offer(menu);
    const answer = answerTo(note);
    // A lost link ends the transaction separately.
    if (answer && !this.#isCancelAsked) this.#context.session.send(answer).catch(() => undefined);
  }

  /** While the bank is queried, the host sets the prompt. */
  #readerPrompt(prompt: Prompt): void {
    if (this.#phase === 'online') return;
    this.#isPinAsked ||= prompt === 'enter-pin';
    this.#events.prompt(prompt === 'present-card' ? this.#asks.cardPrompt : prompt);
  }

  /** A menu for the cardholder, which only the till's screen can show. The reader's time for it is the limit. */
  #offer({ labels, lines, seconds }: Menu): void {
    if (this.#isCancelAsked) return;
    const limitMs = seconds > 0 ? seconds * 1000 : this.#request.cardTimeoutMs;
    this.#arm(limitMs + this.#context.limits.marginMs, () => void this.#stop(choiceTimedOut));
    this.#lines = lines;
    this.#choice.offer(labels, limitMs);
    this.#cardPresented('chip');
    this.#events.prompt('choose-application', labels);
  }

  // --- Long-running commands ------------------------------------------------------------------------------------

  #runCommand(command: Uint8Array, onFinal: (reply: Neo2Reply) => void, consentMs = this.#context.limits.consentMs) {
    const { session, confirmsCommands, limits } = this.#context;
    const isStart = !this.#isAccepted;
    const options: LongRunningOptions<Neo2Reply> = {
      takenMs: confirmsCommands ? limits.replyMs : consentMs,
      confirmsCommands: confirmsCommands && this.#phase !== 'completing',
      isCurrent: () => !this.#events.isFinished,
      onTaken: () => {
        if (isStart) this.#accept();
      },
      // A card is present and is being read.
      onProgress: () => this.#readerPrompt('processing'),
      onFinal: (reply) => {
        if (!this.#events.isFinished) onFinal(reply);
      },
    };
    return session.startCommand(command, options);
  }

  /** Continues with a further command; if that is impossible, the transaction ends. */
  #continueWith(command: Uint8Array, onFinal: (reply: Neo2Reply) => void): void {
    this.#watchForSilence();
    this.#runCommand(command, onFinal)
      .then((start) => {
        if (start.kind === 'running' || this.#events.isFinished) return;
        // A reader that refused this command still waits for another command.
        if (!isAboutCard(start.reply)) throw neo2Refusal(start.reply, 'to go on');
        onFinal(start.reply);
      })
      .catch((error: unknown) => {
        if (this.#events.isFinished) return;
        // The command may be running after all: a cancel works in any case, and ends the transaction here too.
        void this.#stop(failedResult(asTillError(error).plainMessage));
      });
  }

  #accept(): void {
    this.#isAccepted = true;
    this.#watchForSilence();
    this.#events.prompt('present-card');
  }

  #takeCardAnswer(reply: Neo2Reply): void {
    this.#apply(classifyCard(reply));
  }

  #apply(verdict: Verdict): void {
    const isUnanswered = this.#choice.isOpen;
    this.#choice.close();
    // A card was read during the cancel: querying the bank now would be wrong.
    if (this.#isCancelAsked && this.#phase !== 'completing') return this.#finish(this.#resultOfCancel());
    if (verdict.kind !== 'verify' && verdict.kind !== 'online' && verdict.isReadError) {
      this.#context.notice({ type: 'read-error' });
    }
    switch (verdict.kind) {
      case 'verify': {
        this.#cardPresented('chip');
        this.#phase = 'verifying';
        const seconds = Math.ceil(this.#context.limits.pinMs / 1000);
        return this.#continueWith(authenticateContact({ flag: 0x00, timeoutSeconds: seconds }), (reply) =>
          this.#apply(classifyVerification(reply)),
        );
      }
      case 'online':
        return this.#goOnline(verdict.answer);
      case 'again':
        return this.#again(verdict.prompt, verdict.without);
      case 'end':
        if (verdict.result.kind === 'timed-out')
          return this.#finish(isUnanswered ? choiceTimedOut : this.#timeoutResult());
        if (verdict.result.kind === 'approved') this.#events.prompt('remove-card');
        return this.#finish(verdict.result);
    }
  }

  /** Result after the reader's own timeout. */
  #timeoutResult(): TransactionResult {
    if (!this.#isCardSeen) return { kind: 'timed-out' };
    const isForPin = this.#phase === 'verifying' && (this.#isPinAsked || this.#context.capabilities.hasPinPad);
    return isForPin ? pinTimedOut : cardTimedOut;
  }

  #takeCompletion(reply: Neo2Reply): void {
    this.#apply(classifyCompletion(reply, this.#answer?.isApproved ?? false));
  }

  /**
   * Handles card data that must not go to the bank. A chip still waits for its next command, so the driver stops the
   * reader.
   */
  #refuseCardData(reason: string, cardData?: CardDataFault): void {
    this.#context.notice({ type: 'read-error' });
    const result: TransactionResult = { ...failedResult(reason), ...(cardData ? { cardData } : {}) };
    if (this.#entryMode === 'chip') void this.#stop(result);
    else this.#finish(result);
  }

  #again(prompt: Prompt, without: Partial<Neo2Interfaces>): void {
    const next = this.#asks.again(prompt, without);
    if (!(next instanceof Uint8Array)) return this.#finish(next);
    this.#phase = 'card';
    this.#isCardSeen = false;
    this.#entryMode = 'unknown';
    this.#events.prompt(prompt);
    this.#continueWith(next, (reply) => this.#takeCardAnswer(reply));
  }

  #goOnline(answer: TransactionAnswer): void {
    const parsed = readOnlineRequest(answer);
    if (!parsed.ok) {
      if (answer.attribution?.source === 'contact') this.#cardPresented('chip');
      return this.#refuseCardData(parsed.reason);
    }
    const { data, entryMode, mode, tlvs } = parsed.request;
    this.#cardPresented(entryMode);
    const { clock, numericCurrency } = this.#context;
    const { amountMinor } = this.#request;
    const found = findFault(tlvs, { amountMinor, numericCurrency, now: clock.now() });
    if (found) {
      this.#context.notice({ type: 'unmatched', what: found.reason });
      return this.#refuseCardData(found.reason, found.fault);
    }
    this.#context.noteLeftOut(missingElements(tlvs, mode));
    this.#phase = 'online';
    // The host sets its own prompts in the meantime, so the next prompt must be sent even if it is the same.
    this.#events.forgetPrompt();
    this.#watchForAnswer();
    this.#events.emit({ type: 'online-request', attempt: this.attempt, entryMode: this.#entryMode, data });
  }

  #cardPresented(entryMode: EntryMode): void {
    if (entryMode !== 'unknown') this.#entryMode = entryMode;
    if (this.#isCardSeen) return;
    this.#isCardSeen = true;
    this.#context.notice({ type: 'slot', card: 'out' });
    this.#events.emit({ type: 'card', attempt: this.attempt, what: 'presented', entryMode: this.#entryMode });
    this.#events.prompt('processing');
  }

  // --- Timeouts -------------------------------------------------------------------------------------------------

  #arm(delayMs: number, task: () => void): void {
    if (!this.#events.isFinished) this.#deadline.arm(delayMs, task);
  }

  #watchForSilence(): void {
    const { marginMs, pinMs } = this.#context.limits;
    const waitMs = this.#phase === 'verifying' ? pinMs : this.#request.cardTimeoutMs;
    this.#arm(waitMs + marginMs, () => {
      void this.#stop(this.#isCardSeen ? failedResult('the terminal went silent') : { kind: 'timed-out' });
    });
  }

  #watchForAnswer(): void {
    this.#arm(this.#context.limits.answerMs, () => {
      void this.#stop(failedResult('the bank did not answer in time'));
    });
  }

  /** Stops the reader because of the driver's own `result`. Ends the transaction in any case. */
  async #stop(result: TransactionResult): Promise<void> {
    this.#ownStop = result;
    this.#deadline.cancel();
    try {
      if ((await this.cancel()) === 'asked') return;
      this.#finish(this.#resultOfCancel());
    } catch (error) {
      if (isRefusal(error)) this.#finish(this.#resultOfCancel());
      else this.#finish({ kind: 'lost', error: asTillError(error) });
    }
  }

  /** Queries the result of a chip that has the bank's answer and stays silent. */
  async #askForResult(): Promise<void> {
    const { session, limits } = this.#context;
    session.abandonCommand();
    try {
      const reply = await session.request(retrieveContactResult(), { timeoutMs: limits.replyMs, isRepeatable: true });
      if (this.#events.isFinished) return;
      const verdict = classifyCompletion(reply, this.#answer?.isApproved ?? false);
      if (verdict.kind !== 'end' || verdict.result.kind !== 'failed') return this.#apply(verdict);
      // The chip reports no result: perhaps it still waits, because the bank's answer did not reach it.
      this.#phase = 'online';
      await this.#stop(verdict.result);
    } catch (error) {
      this.#finish({ kind: 'lost', error: asTillError(error) });
    }
  }

  #resultOfCancel(): TransactionResult {
    return this.#ownStop ?? { kind: 'cancelled', by: 'host' };
  }

  // --- Events ---------------------------------------------------------------------------------------------------

  /** Shows the outcome of a tap or swipe on a reader with a display. Best effort: the sale does not depend on it. */
  #showOutcome(isApproved: boolean): void {
    if (!this.#context.capabilities.hasDisplay) return;
    const message = isApproved ? messageIndex.thankYou : messageIndex.fail;
    this.#context.session.request(controlUserInterface({ message })).catch(() => undefined);
  }

  #finish(result: TransactionResult): void {
    this.#events.finish(result, () => {
      this.#deadline.cancel();
      this.#choice.close();
      const isOut = result.kind === 'failed' && result.isCardOut;
      // This family reports no card removal.
      if (this.#entryMode === 'chip' && !isOut) this.#context.notice({ type: 'slot', card: 'maybe' });
      // A late answer to the command must not end the next transaction.
      this.#context.session.abandonCommand();
      this.#context.onEnd();
    });
  }
}
