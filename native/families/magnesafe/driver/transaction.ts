/**
 * One transaction on a MagneSafe reader, from the accepted start to `finished` (reference section 7).
 *
 *     started ─► card ─► [choice] ─► 0303 ─► respond (0303) ─► 0304 ─► [card out] ─► finished
 *        │         ├─ chip unreadable ─► 0304 ─► card out ─► started again, the third time for the stripe alone
 *        │         └─ stripe of a chip card ─► answered "unable to go online" ─► 0304 ─► started again for the chip
 *        └── time-out, cancel, pulled card, lost link, silence ───────────────────────────► finished
 *
 * The result is what 0304 says, never a text or a step. Notifications carry no transaction number; a reader runs one transaction at
 * a time and says what it says in order, so those before the answer to our start belong to an older one.
 *
 * Every state has a bound. No question but 0302, 0303 and 0304 may be asked meanwhile: a reader that is silent for too long is told to
 * stop, and one that does not answer that either is `lost`.
 */
import { TillError, type EntryMode, type Prompt } from '../../../../electron/contract/index.ts';
import { HostChoice, unansweredChoice } from '../../shared/driver/application-choice.ts';
import { asTillError, isRefusal } from '../../shared/driver/errors.ts';
import { timeoutSeconds } from '../../shared/driver/payment-request.ts';
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
import { event, extendedCommand, extendedResult, notificationId, progress, transactionStatus } from '../codec/codes.ts';
import {
  cancelTransaction,
  encodeAcquirerResponse,
  readerBit,
  reporting,
  selectionResult,
  startOption,
  startTransaction,
  type AcquirerResponse,
} from '../codec/commands.ts';
import { entryModeOfEvent, promptOfProgress, readSelection, readStatus, type Status } from '../codec/notifications.ts';
import { refusal } from '../codec/results.ts';
import { declineForCard, readBankAnswer, unableToGoOnline } from './bank-answer.ts';
import {
  chipUnreadable,
  classifyResult,
  failed,
  isEndedBySwipe,
  isNotAccepted,
  isTechnical,
  type Known,
} from './results.ts';
import type { MagnesafeContext } from './transaction-limits.ts';
import type { Note } from './wire.ts';

/** How often a chip is tried before its stripe: as on terminals that count themselves. */
const CHIP_TRIES = 3;

interface Again {
  readonly readers: readonly EntryMode[];
  readonly prompt: Prompt;
}

export class MagnesafeTransaction implements Transaction {
  readonly attempt: string;
  readonly #request: TransactionRequest;
  readonly #context: MagnesafeContext;
  readonly #events: TransactionEvents;
  readonly #watch: Watchdog;
  readonly #choice: HostChoice;
  #readers: readonly EntryMode[];
  /** The reader runs a transaction of ours. */
  #isRunning = false;
  /** A further start is on its way. */
  #isStarting = false;
  #entryMode: EntryMode = 'unknown';
  #isChipInside = false;
  #wasChipInside = false;
  #chipTries = 0;
  #step = 0;
  #online: OnlineRequest | undefined;
  #onlineSince = 0;
  /** The bank's answer is on its way to the reader, or there. */
  #answer: HostAnswer | undefined;
  #isCancelAsked = false;
  /** The reader cannot be stopped with a card in it: what it asks is declined. */
  #declinesWhatIsAsked = false;
  /** The reader is done, and only the bank's answer is missing. */
  #isAwaitingAnswerOnly = false;
  #swipeReport: Uint8Array | undefined;
  #isSwipeDue = false;
  /** What follows the reader's result instead of our end. */
  #again: Again | undefined;
  /** How it ends, once that is known and only the card must still come out. */
  #result: TransactionResult | undefined;
  /** What it ends as when we stop it for a reason of our own. */
  #ownStop: TransactionResult | undefined;

  constructor(request: TransactionRequest, listener: (event: TransactionEvent) => void, context: MagnesafeContext) {
    this.attempt = request.attempt;
    this.#request = request;
    this.#context = context;
    this.#readers = context.capabilities.readers;
    this.#events = new TransactionEvents(request.attempt, listener);
    this.#watch = new Watchdog(
      context.clock,
      request.cardTimeoutMs + context.limits.marginMs,
      () => void this.#tooSilent(),
    );
    this.#choice = new HostChoice({
      attempt: request.attempt,
      clock: context.clock,
      send: (index, taken) => this.#select(selectionResult('chosen', index + context.firstChoice), 'the choice', taken),
      onTaken: () => {
        this.#watchForSilence();
        this.#events.prompt('processing');
      },
      onUnanswered: () => void this.#giveUpChoice(),
    });
  }

  /** Brings the first start to the reader; rejects with its refusal. */
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

  /** The link is gone. A result that the reader has told stands. */
  lose(error: TillError): void {
    this.#finish(this.#result ?? { kind: 'lost', error });
  }

  async #start(prompt: Prompt): Promise<void> {
    const bits = this.#readers.map((one): number => (isReader(one) ? readerBit[one] : 0));
    const command = startTransaction({
      timeoutSeconds: timeoutSeconds(this.#request.cardTimeoutMs),
      readers: bits.reduce((sum, bit) => sum | bit, 0),
      // Full EMV: the bank's answer goes back to the card.
      options: startOption.fullEmv,
      amountMinor: this.#request.amountMinor,
      transactionType: 0x00,
      cashBackMinor: 0,
      numericCurrency: this.#context.numericCurrency,
      reporting: reporting.everything,
    });
    await this.#context.startReader(command, () => {
      this.#isRunning = true;
      this.#isStarting = false;
      this.#watchForSilence();
      this.#events.prompt(prompt);
    });
  }

  // --- What the host does ---------------------------------------------------------------------------------------

  async respond(answer: HostAnswer): Promise<void> {
    const online = this.#online;
    if (this.#events.isFinished || !online || this.#answer || this.#declinesWhatIsAsked) {
      const why = this.#events.isFinished ? 'is over' : this.#answer ? 'has its answer' : 'has not asked for an answer';
      throw new TillError('TERM_NOT_READY', `the transaction ${why}`, { context: { attempt: this.attempt } });
    }
    const response = readBankAnswer(answer, online.head);
    this.#answer = answer;
    if (this.#isAwaitingAnswerOnly) return this.#finish(this.#resultOfAnswer(answer));
    this.#watchForSilence();
    this.#events.prompt('processing');
    await this.#deliver(response, answer);
  }

  /**
   * Brings the bank's answer to the card. Without a word on that the card may have had it, and only the reader can say how that
   * ends: it is given its time, and then told to stop.
   */
  async #deliver(response: AcquirerResponse, answer: HostAnswer): Promise<void> {
    const { completeMs } = this.#context.limits;
    let code: number;
    try {
      code = await this.#sendAnswer(response);
    } catch (error) {
      if (!(error instanceof TillError) || error.code !== 'TERM_SILENT') throw error;
      if (!this.#isEnding)
        this.#watch.forWord(completeMs, () => void this.#stop(failed("the reader did not take the bank's answer")));
      return;
    }
    if (this.#isEnding) return;
    if (code === extendedResult.done) {
      this.#watch.forWord(completeMs, () => void this.#stop(failed('the reader did not say how the payment ended')));
      return;
    }
    // A tap that waits for no answer: with the bank's it is done.
    if (code === extendedResult.noTransaction && this.#entryMode === 'contactless') {
      this.#finish(this.#resultOfAnswer(answer));
      return;
    }
    const refused = refusal(code, "the bank's answer");
    if (code === extendedResult.noTransaction) this.#settleSoon(failed('the reader runs the payment no longer'));
    // Not now: it may be given once more.
    else if (code === extendedResult.busy) this.#answer = undefined;
    else void this.#stop(failed(refused.plainMessage));
    throw refused;
  }

  async #sendAnswer(response: AcquirerResponse): Promise<number> {
    const { dialogue, limits } = this.#context;
    const data = encodeAcquirerResponse(response);
    const answer = await dialogue.command(extendedCommand.acquirerResponse, data, { timeoutMs: limits.replyMs });
    return answer.result;
  }

  /** For a card that takes no part in it any more. */
  #resultOfAnswer(answer: HostAnswer): TransactionResult {
    return answer.isApproved ? { kind: 'approved', wantsSignature: false } : { kind: 'declined' };
  }

  async choose(index: number): Promise<void> {
    await this.#choice.choose(index);
  }

  async cancel(): Promise<'asked' | 'too-late'> {
    if (this.#events.isFinished || this.#result) return 'too-late';
    if (this.#answer) return 'too-late';
    // Before the request leaves: what follows from it may overtake the answer.
    this.#isCancelAsked = true;
    // The reader is done: nothing runs that could be stopped.
    if (this.#isAwaitingAnswerOnly || this.#again || this.#isStarting) {
      if (!this.#isStarting) this.#finish(this.#resultOfStop());
      return 'asked';
    }
    if (this.#online) return this.#declineCard(this.#online);
    return this.#choice.isOpen ? this.#cancelChoice() : this.#tellToStop();
  }

  async #cancelChoice(): Promise<'asked'> {
    await this.#select(selectionResult('cancelled'), 'to cancel', () => this.#choice.close());
    this.#settleSoon(this.#resultOfStop());
    return 'asked';
  }

  /** 0304, and what its answer means. */
  async #tellToStop(): Promise<'asked' | 'too-late'> {
    const { dialogue, limits } = this.#context;
    let code: number;
    try {
      code = (await dialogue.askExtended([cancelTransaction()], { timeoutMs: limits.replyMs, isRepeatable: true }))
        .result;
    } catch (error) {
      // The reader confirmed by its result; only the answer went missing.
      if (this.#events.isFinished && error instanceof TillError && error.code === 'TERM_SILENT') return 'asked';
      throw error;
    }
    if (this.#events.isFinished) return 'asked';
    switch (code) {
      case extendedResult.done:
        this.#settleSoon(this.#resultOfStop());
        return 'asked';
      case extendedResult.noTransaction:
        // Its result is on its way, or was lost.
        this.#settleSoon(this.#ownStop ?? failed('the reader runs the payment no longer and did not say how it ended'));
        return this.#ownStop ? 'asked' : 'too-late';
      case extendedResult.busy:
        // The card is in: whatever it asks is declined, and taking it out ends it as well.
        this.#declinesWhatIsAsked = true;
        if (this.#online) return this.#declineCard(this.#online);
        // Asked for while the question was on its way.
        if (this.#choice.isOpen) return this.#cancelChoice();
        this.#events.prompt('remove-card');
        return 'asked';
      default:
        throw refusal(code, 'to cancel');
    }
  }

  /** The reader waits for the bank: it is told no, which ends its transaction. */
  async #declineCard(online: OnlineRequest): Promise<'asked' | 'too-late'> {
    this.#declinesWhatIsAsked = true;
    const code = await this.#sendAnswer(declineForCard(online.head));
    if (code !== extendedResult.done && code !== extendedResult.noTransaction) throw refusal(code, 'to cancel');
    if (!this.#events.isFinished) this.#settleSoon(this.#resultOfStop());
    return 'asked';
  }

  // --- What the reader says -------------------------------------------------------------------------------------

  /** Takes what the reader says; false when it cannot belong to this transaction. */
  note(note: Note): boolean {
    const isAboutCard =
      note.kind === 'notification' && (note.id === notificationId.onlineRequest || note.id === notificationId.result);
    if (this.#events.isFinished) return !isAboutCard;
    if (note.kind === 'swipe') return this.#takeSwipe(note.report);
    if (note.id === notificationId.status) {
      const status = readStatus(note.data);
      if (status) this.#takeStatus(status);
      return true;
    }
    if (!this.#isRunning) return !isAboutCard;
    if (!this.#watch.isSettling) this.#watchForSilence();
    switch (note.id) {
      case notificationId.selection:
        this.#takeSelection(note.data);
        return true;
      case notificationId.onlineRequest:
        return this.#takeOnlineRequest(note.data);
      case notificationId.result:
        this.#takeResult(readResult(note.data));
        return true;
      default:
        // Texts: the steps say the same, and in every language.
        return true;
    }
  }

  #takeStatus({ event: what, progress: step }: Status): void {
    if (what === event.cardRemoved) return this.#takeRemoval();
    if (!this.#isRunning) return;
    if (!this.#watch.isSettling) this.#watchForSilence();
    if (step !== progress.none) this.#step = step;
    if (what === event.error && isReading(step)) this.#context.notice({ type: 'read-error' });
    if (step === progress.collision) this.#context.notice({ type: 'read-error' });
    const entryMode = entryModeOfEvent[what];
    if (entryMode) this.#takeCard(entryMode);
    const prompt = promptOfProgress(step);
    // The prompt that stands for the start says more than that a card is waited for.
    if (prompt && prompt !== 'present-card' && !this.#online) this.#events.prompt(prompt);
  }

  #takeCard(entryMode: EntryMode): void {
    if (entryMode === 'chip') {
      this.#isChipInside = true;
      this.#wasChipInside = true;
    }
    if (this.#entryMode === entryMode) return;
    this.#entryMode = entryMode;
    this.#events.emit({ type: 'card', attempt: this.attempt, what: 'presented', entryMode });
    this.#events.prompt('processing');
  }

  #takeRemoval(): void {
    // A card left over from the payment before has nothing to do with this one.
    if (!this.#wasChipInside) return;
    this.#isChipInside = false;
    this.#events.emit({ type: 'card', attempt: this.attempt, what: 'removed', entryMode: 'chip' });
    if (this.#result) return this.#finish(this.#result);
    if (this.#again) void this.#startAgain();
  }

  #takeSelection(data: Uint8Array): void {
    const selection = readSelection(data);
    const giveFirst = (): Promise<void> =>
      this.#select(selectionResult('chosen', this.#context.firstChoice), 'the choice', () => undefined);
    // The language of the reader's own texts, which nobody sees: the first is the card's own choice.
    if (!selection || selection.kind === 'language' || selection.items.length < 2) {
      giveFirst().catch((error: unknown) => void this.#stop(failed(asTillError(error).plainMessage)));
      return;
    }
    if (this.#declinesWhatIsAsked) {
      this.#select(selectionResult('cancelled'), 'to cancel', () => undefined).catch(() => undefined);
      return this.#settleSoon(this.#resultOfStop());
    }
    this.#choice.offer(selection.items, selection.seconds > 0 ? selection.seconds * 1000 : this.#request.cardTimeoutMs);
    this.#events.prompt('choose-application', selection.items);
  }

  async #select(command: Uint8Array, what: string, taken: () => void): Promise<void> {
    const { dialogue, limits } = this.#context;
    const answer = await dialogue.askExtended([command], {
      timeoutMs: limits.replyMs,
      onResult: (code) => {
        if (code === extendedResult.done) taken();
      },
    });
    if (answer.result !== extendedResult.done) throw refusal(answer.result, what);
  }

  /** The reader is told that nobody chose; it confirms by its result. */
  async #giveUpChoice(): Promise<void> {
    this.#ownStop = unansweredChoice;
    try {
      await this.#select(selectionResult('timed-out'), 'to give up the choice', () => undefined);
      this.#settleSoon(unansweredChoice);
    } catch {
      // Refused, silent or gone: being told to stop settles all three.
      if (!this.#events.isFinished) await this.#stop(unansweredChoice);
    }
  }

  #takeOnlineRequest(message: Uint8Array): boolean {
    // Over USB it may come before the answer to the choice.
    if (this.#choice.isOpen) this.#events.prompt('processing');
    this.#choice.close();
    const parsed = readOnlineRequest(message);
    if (!parsed.ok) {
      this.#context.notice({ type: 'read-error' });
      // Nothing can be asked of the bank. There is no head to answer with, so the reader is told to stop.
      this.#ownStop = failed(parsed.reason);
      void this.#stop(this.#ownStop);
      return true;
    }
    const { request } = parsed;
    if (this.#online || this.#answer) return false;
    this.#online = request;
    this.#onlineSince = this.#context.clock.monotonic();
    if (request.entryMode !== this.#entryMode) this.#takeCard(request.entryMode);
    if (this.#declinesWhatIsAsked) {
      this.#declineCard(request).catch((error: unknown) => this.#finish({ kind: 'lost', error: asTillError(error) }));
      return true;
    }
    if (request.shouldUseChip && this.#readers.includes('chip')) return this.#askForChip(request);
    this.#askBank(request);
    return true;
  }

  #askBank({ data }: OnlineRequest): void {
    this.#events.forgetPrompt();
    this.#events.emit({ type: 'online-request', attempt: this.attempt, entryMode: this.#entryMode, data });
  }

  /** The stripe of a card that has a chip which nobody tried: the reader's transaction is ended, and the chip asked for. */
  #askForChip(request: OnlineRequest): true {
    this.#again = { readers: this.#readers.filter((one) => one !== 'swipe'), prompt: 'insert-card' };
    this.#events.prompt('insert-card');
    this.#sendAnswer(unableToGoOnline(request.head)).then(
      (code) => {
        if (code !== extendedResult.done && this.#again && !this.#isStarting) void this.#startAgain();
      },
      (error: unknown) => this.#finish({ kind: 'lost', error: asTillError(error) }),
    );
    return true;
  }

  // --- Swipes outside the reader's own flow -----------------------------------------------------------------------

  /** A report comes for any swipe at any time; it counts where the reader says that a swipe has ended its transaction. */
  #takeSwipe(report: Uint8Array): boolean {
    if (this.#online || this.#result || !this.#context.capabilities.readers.includes('swipe')) return false;
    if (!this.#isSwipeDue) {
      if (!this.#isRunning || this.#isChipInside) return false;
      this.#swipeReport = report;
      return true;
    }
    this.#isSwipeDue = false;
    const parsed = readSwipeReport(report);
    if (!parsed.ok) {
      this.#context.notice({ type: 'read-error' });
      this.#finish(failed(parsed.reason));
      return true;
    }
    this.#isAwaitingAnswerOnly = true;
    this.#online = parsed.request;
    this.#onlineSince = this.#context.clock.monotonic();
    this.#takeCard('swipe');
    this.#watchForSilence();
    this.#askBank(parsed.request);
    return true;
  }

  // --- The reader's result --------------------------------------------------------------------------------------

  #takeResult(message: ResultMessage | undefined): void {
    this.#choice.close();
    this.#isRunning = false;
    const known = this.#known;
    // What cannot be read is not believed, whatever the bank said.
    if (!message) return this.#finish(failed("the reader's result cannot be read"));
    if (this.#again) return this.#isChipInside ? undefined : void this.#startAgain();
    if (isEndedBySwipe(message)) return this.#awaitSwipe();
    if (isTechnical(message, known) && this.#wasChipInside) return this.#tryAgain();
    // A tap that does not wait for the bank has still asked it.
    const isTap = this.#entryMode === 'contactless' && known.hasAsked && known.isApproved === undefined;
    if (isTap && message.status === 0x00 && !this.#isCancelAsked) {
      this.#isAwaitingAnswerOnly = true;
      return this.#watchForSilence();
    }
    // Stopped for a reason of our own: that is how it ended, unless the card has said yes.
    const isYes = message.status === transactionStatus.approved;
    this.#conclude(this.#ownStop && !isYes ? this.#ownStop : classifyResult(message, known));
  }

  get #known(): Known {
    return {
      hasAsked: this.#online !== undefined,
      isApproved: this.#declinesWhatIsAsked && this.#online ? false : this.#answer?.isApproved,
      isCancelAsked: this.#isCancelAsked,
      isChipOut: this.#wasChipInside && !this.#isChipInside,
      step: this.#step,
    };
  }

  #conclude(result: TransactionResult): void {
    if (result.kind !== 'approved' || !this.#isChipInside) {
      if (this.#isChipInside) this.#events.prompt('remove-card');
      return this.#finish(result);
    }
    this.#result = result;
    this.#events.prompt('remove-card');
    this.#watch.forEnd(this.#context.limits.removeMs, () => this.#finish(result));
  }

  #awaitSwipe(): void {
    this.#isSwipeDue = true;
    const report = this.#swipeReport;
    this.#swipeReport = undefined;
    if (this.#isCancelAsked) return this.#finish(this.#resultOfStop());
    if (report) this.#takeSwipe(report);
    else this.#settleSoon(failed('a card was swiped, and the reader did not say what it read'));
  }

  /** Once more for the chip, the third time for the stripe; when the card is out. */
  #tryAgain(): void {
    this.#chipTries += 1;
    const canSwipe = this.#context.capabilities.readers.includes('swipe');
    if (this.#chipTries >= CHIP_TRIES && !canSwipe) return this.#conclude(chipUnreadable);
    const isStripe = this.#chipTries >= CHIP_TRIES;
    this.#again = isStripe
      ? { readers: ['swipe'], prompt: 'swipe-card' }
      : { readers: this.#readers, prompt: 'insert-card' };
    if (!this.#isChipInside || isStripe) return void this.#startAgain();
    this.#events.prompt('remove-card');
    this.#watch.forEnd(this.#context.limits.removeMs, () => this.#finish(chipUnreadable));
  }

  async #startAgain(): Promise<void> {
    const again = this.#again;
    if (!again || this.#isStarting || this.#events.isFinished) return;
    this.#again = undefined;
    this.#isStarting = true;
    this.#readers = again.readers;
    this.#forgetCard();
    // Bounded by its own exchanges.
    this.#watch.cancel();
    try {
      await this.#start(again.prompt);
    } catch (error) {
      this.#isStarting = false;
      if (this.#events.isFinished) return;
      const result = failed(`the card could not be tried again; ${asTillError(error).plainMessage}`);
      if (isRefusal(error)) return this.#finish(this.#isCancelAsked ? this.#resultOfStop() : result);
      // It may be running all the same: nobody must present a card to a sale that was given up.
      this.#isRunning = true;
      await this.#stop(result);
      return;
    }
    // Cancelled while the start was on its way.
    if (this.#isCancelAsked && !this.#events.isFinished) await this.#stop(this.#resultOfStop());
  }

  #forgetCard(): void {
    this.#entryMode = 'unknown';
    this.#isChipInside = false;
    this.#wasChipInside = false;
    this.#step = 0;
    this.#online = undefined;
    this.#swipeReport = undefined;
  }

  // --- Bounds ---------------------------------------------------------------------------------------------------

  get #isEnding(): boolean {
    return this.#events.isFinished || this.#result !== undefined || this.#watch.isSettling;
  }

  #watchForSilence(): void {
    if (!this.#events.isFinished) this.#watch.forSilence();
  }

  /** The reader's result is due; `result` is what it is without. */
  #settleSoon(result: TransactionResult): void {
    if (this.#events.isFinished || this.#result) return;
    this.#watch.forEnd(this.#context.limits.settleMs, () => this.#finish(result));
  }

  #tooSilent(): Promise<void> {
    const isBankBusy = this.#online !== undefined && this.#answer === undefined;
    const isInTime = this.#context.clock.monotonic() - this.#onlineSince < this.#context.limits.answerMs;
    if (isBankBusy && isInTime) {
      // Nothing may be asked of a reader that waits for the bank; a cable that goes says so itself.
      this.#watchForSilence();
      return Promise.resolve();
    }
    const reason = isBankBusy ? 'the bank did not answer in time' : 'the reader went silent';
    return this.#stop(this.#entryMode === 'unknown' ? { kind: 'timed-out' } : failed(reason));
  }

  /** Tells the reader to stop for a reason of our own; ends the transaction in any case. */
  async #stop(result: TransactionResult): Promise<void> {
    this.#ownStop ??= result;
    try {
      if (this.#isAwaitingAnswerOnly) return this.#finish(result);
      if (this.#online && !this.#answer) await this.#declineCard(this.#online);
      else await this.#tellToStop();
    } catch (error) {
      this.#finish(isRefusal(error) ? result : { kind: 'lost', error: asTillError(error) });
    }
  }

  #resultOfStop(): TransactionResult {
    return this.#ownStop ?? { kind: 'cancelled', by: 'host' };
  }

  #finish(result: TransactionResult): void {
    this.#events.finish(result, () => {
      this.#isRunning = false;
      this.#watch.cancel();
      this.#choice.close();
      this.#context.onEnd();
    });
  }
}

const isReader = (mode: EntryMode): mode is keyof typeof readerBit => mode in readerBit;

/** An error before the bank was asked is one of reading. */
function isReading(step: number): boolean {
  return step < progress.online || step === progress.error || isNotAccepted(step);
}
