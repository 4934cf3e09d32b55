/**
 * One transaction on a NEO 2 reader (reference section 5): a chain of stages, each a command whose answer comes when the
 * customer or the card has done something.
 *
 *     02-40 ─► card read ─┬─ tap, swipe ─────────────────────► online request ─► respond ─────────────► finished
 *       ▲                 └─ chip ─► 60-11 (verification) ───► online request ─► respond ─► 60-12 ─────► finished
 *       └── collision, torn tap, chip unreadable: once more, other readers, what is left of the time
 *
 * After a tap or a swipe the reader is done, so the bank's answer ends the transaction. A chip has the last word: only
 * the answer to 60-12 does. The protocol has no transaction number; the session keeps late answers of an older stage away
 * (staged-session.ts), and card data whose amount is not ours are refused.
 *
 * While 02-40 runs nothing but a cancel may be sent: readers take any other command as one (Kiosk V manual p22). So there
 * is no keep-alive; instead every stage has a bound, after which the reader is told to stop. One that does not answer that
 * either is `lost`.
 */
import { TillError, type EntryMode, type Prompt } from '../../../electron/contract/index.ts';
import type { Clock } from '../../session/clock.ts';
import type { StageOptions } from '../../session/staged-session.ts';
import type {
  HostAnswer,
  TerminalCapabilities,
  TerminalNotice,
  Transaction,
  TransactionEvent,
  TransactionRequest,
  TransactionResult,
} from '../terminal.ts';
import { readBankAnswer } from './bank-answer.ts';
import { readOnlineRequest, type TransactionAnswer } from './card-data.ts';
import { status } from './codes.ts';
import {
  applyHostResponse,
  authenticateContact,
  cancelTransaction,
  controlUserInterface,
  messageIndex,
  retrieveContactResult,
  startPayment,
  type Neo2Interfaces,
} from './commands.ts';
import { answerTo, promptsOf } from './dialogue.ts';
import { refusal, type Neo2Reply } from './status.ts';
import { isAboutCard, judgeCard, judgeCompletion, judgeVerification, type Verdict } from './verdicts.ts';
import type { Neo2Note, Neo2Session } from './wire.ts';

/** Bounds of a transaction, milliseconds. */
export interface Neo2TransactionLimits {
  /** Silence beyond the card time-out before the reader is told to stop. */
  readonly marginMs: number;
  /** How long a stage's answer may take after the reader has taken a cancel. */
  readonly settleMs: number;
  /** How long the bank's answer may take altogether. */
  readonly answerMs: number;
  /** How long the chip may take with the bank's answer. */
  readonly completeMs: number;
  /** How long a command of the transaction waits for its reply, or for word that it was taken. */
  readonly replyMs: number;
  /** How long a reader that does not say when it takes a command has for refusing it. */
  readonly consentMs: number;
}

export const defaultNeo2Limits: Neo2TransactionLimits = {
  marginMs: 15_000,
  settleMs: 500,
  answerMs: 300_000,
  completeMs: 30_000,
  replyMs: 2_000,
  consentMs: 300,
};

/** However often reading fails, the reader is not asked to try again more often than this. */
const MAX_ATTEMPTS = 6;
/** The reader counts its time-out in one byte of seconds. */
const MAX_TIMEOUT_SECONDS = 255;

export interface Neo2TransactionContext {
  readonly session: Neo2Session;
  readonly clock: Clock;
  readonly limits: Neo2TransactionLimits;
  readonly capabilities: TerminalCapabilities;
  /** Four digits of ISO 4217. */
  readonly numericCurrency: string;
  /** The reader says when it has taken a command. */
  readonly saysTaken: boolean;
  readonly notice: (notice: TerminalNotice) => void;
  /** Called once, just before the `finished` event: a new transaction may start from its listener. */
  readonly onEnd: () => void;
}

/** What is going on: waiting for a card, the chip is verifying, the bank is asked, the chip has the bank's answer. */
type Phase = 'card' | 'verifying' | 'online' | 'completing';

export class Neo2Transaction implements Transaction {
  readonly attempt: string;
  readonly #request: TransactionRequest;
  readonly #context: Neo2TransactionContext;
  readonly #listener: (event: TransactionEvent) => void;
  /** Events wait here until the caller of start() holds the transaction. */
  #held: TransactionEvent[] | undefined = [];
  #isAccepted = false;
  #isFinished = false;
  #callOffTimer: () => void = () => undefined;
  #phase: Phase = 'card';
  readonly #startedAt: number;
  #attempts = 0;
  #interfaces: Neo2Interfaces;
  #entryMode: EntryMode = 'unknown';
  #isCardSeen = false;
  #answer: HostAnswer | undefined;
  #isCancelAsked = false;
  /** What it ends as when we stop it for its silence, and not on anybody's request. */
  #ownStop: TransactionResult | undefined;
  #lastPrompt: Prompt | undefined;

  constructor(
    request: TransactionRequest,
    listener: (event: TransactionEvent) => void,
    context: Neo2TransactionContext,
  ) {
    this.attempt = request.attempt;
    this.#request = request;
    this.#listener = listener;
    this.#context = context;
    this.#startedAt = context.clock.now();
    const { readers } = context.capabilities;
    this.#interfaces = {
      swipe: readers.includes('swipe'),
      contactless: readers.includes('contactless'),
      contact: readers.includes('chip'),
    };
  }

  /** Asks the reader for a card. Rejects with a TillError when it refuses or does not answer. */
  async begin(): Promise<void> {
    const start = await this.#runStage(this.#startCommand(this.#request.cardTimeoutMs), (reply) =>
      this.#takeCardAnswer(reply),
    );
    if (start.kind === 'running') return;
    if (!isAboutCard(start.reply)) throw refusal(start.reply, 'to start a transaction');
    this.#accept();
    this.#takeCardAnswer(start.reply);
  }

  /** The caller of start() has the transaction: events may flow. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const event of held) this.#listener(event);
  }

  /** The start was refused or not answered: no event was and will be delivered. */
  abandon(): void {
    this.#isFinished = true;
    this.#callOffTimer();
  }

  /** The link is gone: the reader's own result is not known. */
  lose(error: TillError): void {
    this.#finish({ kind: 'lost', error });
  }

  /** The reader restarted and has forgotten the transaction. */
  interrupt(reason: string): void {
    this.#finish({ kind: 'failed', reason });
  }

  // --- What the host does ---------------------------------------------------------------------------------------

  async respond(answer: HostAnswer): Promise<void> {
    if (this.#isFinished || this.#phase !== 'online' || this.#isCancelAsked) {
      const why = this.#isFinished ? 'is over' : 'is not waiting for an answer';
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
    this.#prompt('processing');
    this.#arm(this.#context.limits.completeMs, () => void this.#askForResult());
    // Silence is consent here: the card may be completing, and only its own answer says how that ends.
    const start = await this.#runStage(
      applyHostResponse(response),
      (reply) => this.#takeCompletion(reply),
      this.#context.limits.replyMs,
    );
    if (start.kind === 'running' || this.#isFinished) return;
    if (!isAboutCard(start.reply)) {
      this.#phase = 'online';
      this.#answer = undefined;
      this.#watchForAnswer();
      throw refusal(start.reply, "the bank's answer");
    }
    this.#takeCompletion(start.reply);
  }

  async cancel(): Promise<'asked' | 'too-late'> {
    // A chip that has the bank's answer goes on by itself; its own result follows.
    if (this.#isFinished || this.#phase === 'completing') return 'too-late';
    // Before the request leaves: the stage's answer may overtake the reply.
    this.#isCancelAsked = true;
    let reply: Neo2Reply;
    try {
      reply = await this.#context.session.request(cancelTransaction(), {
        timeoutMs: this.#context.limits.replyMs,
        isUrgent: true,
        isRepeatable: true,
        isForStage: true,
      });
    } catch (error) {
      // The stage has ended meanwhile; only the reply to the cancel went missing.
      if (this.#isFinished && error instanceof TillError && error.code === 'TERM_SILENT') return 'asked';
      this.#isCancelAsked = false;
      throw error;
    }
    if (reply.status === status.ok) {
      if (this.#isFinished) return 'asked';
      if (!this.#context.session.isStageRunning) this.#finish(this.#resultOfCancel());
      else this.#arm(this.#context.limits.settleMs, () => this.#finish(this.#resultOfCancel()));
      return 'asked';
    }
    this.#isCancelAsked = false;
    const isTooLate =
      reply.status === status.failed ||
      reply.status === status.notAllowed ||
      reply.status === status.subcommandNotAllowed;
    if (isTooLate) return 'too-late';
    throw refusal(reply, 'to cancel');
  }

  // --- What the reader says -------------------------------------------------------------------------------------

  /** Takes what the reader says by itself. */
  note(note: Neo2Note): void {
    if (this.#isFinished || !this.#isAccepted) return;
    for (const prompt of promptsOf(note)) this.#readerPrompt(prompt);
    const answer = answerTo(note);
    // A lost link ends the transaction by itself.
    if (answer && !this.#isCancelAsked) this.#context.session.send(answer).catch(() => undefined);
  }

  /** While the bank is asked, the prompt is the host's. */
  #readerPrompt(prompt: Prompt): void {
    if (this.#phase !== 'online') this.#prompt(prompt);
  }

  // --- Stages ---------------------------------------------------------------------------------------------------

  #runStage(command: Uint8Array, onFinal: (reply: Neo2Reply) => void, consentMs = this.#context.limits.consentMs) {
    const { session, saysTaken, limits } = this.#context;
    const isStart = !this.#isAccepted;
    const options: StageOptions<Neo2Reply> = {
      takenMs: saysTaken ? limits.replyMs : consentMs,
      saysTaken: saysTaken && this.#phase !== 'completing',
      isWanted: () => !this.#isFinished,
      onTaken: () => {
        if (isStart) this.#accept();
      },
      // A card is there and is being read.
      onProgress: () => this.#readerPrompt('processing'),
      onFinal: (reply) => {
        if (!this.#isFinished) onFinal(reply);
      },
    };
    return session.stage(command, options);
  }

  /** Goes on with a further stage; what cannot go on ends the transaction. */
  #continueWith(command: Uint8Array, onFinal: (reply: Neo2Reply) => void): void {
    this.#watchForSilence();
    this.#runStage(command, onFinal)
      .then((start) => {
        if (start.kind === 'final' && !this.#isFinished) onFinal(start.reply);
      })
      .catch((error: unknown) => {
        if (this.#isFinished) return;
        // It may be running all the same: a cancel is heard in any case, and ends it here too.
        this.#ownStop = { kind: 'failed', reason: reasonOf(error) };
        void this.#stop();
      });
  }

  #startCommand(timeoutMs: number): Uint8Array {
    return startPayment({
      timeoutSeconds: Math.min(MAX_TIMEOUT_SECONDS, Math.max(1, Math.ceil(timeoutMs / 1000))),
      amountMinor: this.#request.amountMinor,
      otherAmountMinor: 0,
      numericCurrency: this.#context.numericCurrency,
      interfaces: this.#interfaces,
      allowsFallback: this.#interfaces.swipe && this.#interfaces.contact,
      nextCommandSeconds: Math.ceil(this.#context.limits.answerMs / 1000),
    });
  }

  #accept(): void {
    this.#isAccepted = true;
    this.#watchForSilence();
    this.#prompt('present-card');
  }

  #takeCardAnswer(reply: Neo2Reply): void {
    this.#follow(judgeCard(reply));
  }

  #follow(verdict: Verdict): void {
    // Whatever a card came to while we were stopping: the bank has not been asked, and now is not.
    if (this.#isCancelAsked && this.#phase !== 'completing') return this.#finish(this.#resultOfCancel());
    if (verdict.kind !== 'verify' && verdict.kind !== 'online' && verdict.isReadError) {
      this.#context.notice({ type: 'read-error' });
    }
    switch (verdict.kind) {
      case 'verify': {
        this.#see('chip');
        this.#phase = 'verifying';
        const timeoutSeconds = Math.ceil(this.#request.cardTimeoutMs / 1000);
        return this.#continueWith(authenticateContact({ flag: 0x00, timeoutSeconds }), (reply) =>
          this.#follow(judgeVerification(reply)),
        );
      }
      case 'online':
        return this.#goOnline(verdict.answer);
      case 'again':
        return this.#again(verdict.prompt, verdict.without);
      case 'end':
        if (verdict.result.kind === 'approved') this.#prompt('remove-card');
        return this.#finish(verdict.result);
    }
  }

  #takeCompletion(reply: Neo2Reply): void {
    this.#follow(judgeCompletion(reply, this.#answer?.isApproved ?? false));
  }

  /** Card data that must not go to the bank. A chip still waits for its next command, so it is told to stop. */
  #refuseCardData(reason: string): void {
    this.#context.notice({ type: 'read-error' });
    this.#ownStop = { kind: 'failed', reason };
    if (this.#entryMode === 'chip') void this.#stop();
    else this.#finish(this.#ownStop);
  }

  /** Asks for a card once more, with what is left of the time; `without` turns readers off. */
  #again(prompt: Prompt, without: Partial<Neo2Interfaces>): void {
    this.#attempts += 1;
    this.#interfaces = { ...this.#interfaces, ...without };
    const leftMs = this.#startedAt + this.#request.cardTimeoutMs - this.#context.clock.now();
    const { swipe, contact, contactless } = this.#interfaces;
    if (this.#attempts >= MAX_ATTEMPTS || !(swipe || contact || contactless)) {
      return this.#finish({ kind: 'failed', reason: 'the card could not be read' });
    }
    if (leftMs <= 0) return this.#finish({ kind: 'timed-out' });
    this.#phase = 'card';
    this.#isCardSeen = false;
    this.#entryMode = 'unknown';
    this.#prompt(prompt);
    this.#continueWith(this.#startCommand(leftMs), (reply) => this.#takeCardAnswer(reply));
  }

  #goOnline(answer: TransactionAnswer): void {
    const parsed = readOnlineRequest(answer);
    if (!parsed.ok) {
      if (answer.attribution?.source === 'contact') this.#see('chip');
      return this.#refuseCardData(parsed.reason);
    }
    const { data, entryMode, amountMinor } = parsed.request;
    this.#see(entryMode);
    if (amountMinor !== null && amountMinor !== this.#request.amountMinor) {
      this.#context.notice({ type: 'stray', what: 'card data for another amount' });
      return this.#refuseCardData('the card data is for another amount');
    }
    this.#phase = 'online';
    // The host prompts for itself meanwhile, so whatever comes next is news.
    this.#lastPrompt = undefined;
    this.#watchForAnswer();
    this.#emit({ type: 'online-request', attempt: this.attempt, entryMode: this.#entryMode, data });
  }

  #see(entryMode: EntryMode): void {
    if (entryMode !== 'unknown') this.#entryMode = entryMode;
    if (this.#isCardSeen) return;
    this.#isCardSeen = true;
    this.#emit({ type: 'card', attempt: this.attempt, what: 'presented', entryMode: this.#entryMode });
    this.#prompt('processing');
  }

  // --- Bounds ---------------------------------------------------------------------------------------------------

  #arm(delayMs: number, task: () => void): void {
    this.#callOffTimer();
    if (!this.#isFinished) this.#callOffTimer = this.#context.clock.after(delayMs, task);
  }

  #watchForSilence(): void {
    this.#arm(this.#request.cardTimeoutMs + this.#context.limits.marginMs, () => {
      this.#ownStop = this.#isCardSeen ? { kind: 'failed', reason: 'the terminal went silent' } : { kind: 'timed-out' };
      void this.#stop();
    });
  }

  #watchForAnswer(): void {
    this.#arm(this.#context.limits.answerMs, () => {
      this.#ownStop = { kind: 'failed', reason: 'the bank did not answer in time' };
      void this.#stop();
    });
  }

  /** Tells the reader to stop for a reason of our own; ends the transaction in any case. */
  async #stop(): Promise<void> {
    this.#callOffTimer();
    try {
      if ((await this.cancel()) === 'asked') return;
      this.#finish(this.#resultOfCancel());
    } catch (error) {
      if (isRefusal(error)) this.#finish(this.#resultOfCancel());
      else this.#finish({ kind: 'lost', error: asTillError(error) });
    }
  }

  /** The chip has the bank's answer and says nothing: it is asked how it ended. */
  async #askForResult(): Promise<void> {
    const { session, limits } = this.#context;
    session.abandonStage();
    try {
      const reply = await session.request(retrieveContactResult(), { timeoutMs: limits.replyMs, isRepeatable: true });
      if (!this.#isFinished) this.#takeCompletion(reply);
    } catch (error) {
      this.#finish({ kind: 'lost', error: asTillError(error) });
    }
  }

  #resultOfCancel(): TransactionResult {
    return this.#ownStop ?? { kind: 'cancelled', by: 'host' };
  }

  // --- Events ---------------------------------------------------------------------------------------------------

  /** A reader with a display shows how a tap or swipe came out; the sale does not depend on it. */
  #showOutcome(isApproved: boolean): void {
    if (!this.#context.capabilities.hasDisplay) return;
    const message = isApproved ? messageIndex.thankYou : messageIndex.fail;
    this.#context.session.request(controlUserInterface({ message })).catch(() => undefined);
  }

  #prompt(prompt: Prompt): void {
    if (prompt === this.#lastPrompt) return;
    this.#lastPrompt = prompt;
    this.#emit({ type: 'prompt', attempt: this.attempt, prompt });
  }

  #finish(result: TransactionResult): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#callOffTimer();
    // Nothing of it is left behind to end the next one.
    this.#context.session.abandonStage();
    this.#context.onEnd();
    this.#deliver({ type: 'finished', attempt: this.attempt, result });
  }

  #emit(event: TransactionEvent): void {
    if (!this.#isFinished) this.#deliver(event);
  }

  #deliver(event: TransactionEvent): void {
    if (this.#held) this.#held.push(event);
    else this.#listener(event);
  }
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof TillError &&
    (error.code === 'TERM_REFUSED' || error.code === 'TERM_BUSY' || error.code === 'TERM_UNSUPPORTED')
  );
}

function asTillError(error: unknown): TillError {
  return error instanceof TillError
    ? error
    : new TillError('HOST_INTERNAL', error instanceof Error ? error.message : String(error), { cause: error });
}

function reasonOf(error: unknown): string {
  return asTillError(error).plainMessage;
}
