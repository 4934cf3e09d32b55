/**
 * One transaction on an MMS terminal, from the accepted start to `finished` (reference section 5, "order of events").
 *
 *     accepted ─► card ─► ARQC ─► respond (1004) ─► outcome ─► batch data ─► completed ─► finished
 *         └── time-out, cancel, pulled card, restart, lost link, silence ──────────────────────┘
 *
 * A decline or failure is final at the outcome: the customer is told at once, and what the terminal still says (batch data,
 * card out, completed) trails behind and is absorbed. An approval is finished when the terminal has completed it.
 *
 * MMS notifications carry no transaction number. What cannot belong to this one (a result before any card, a cancel
 * nobody asked for) is refused and reported as a stray.
 *
 * Every state has a bound. When the terminal says nothing for the card time-out and a margin, it is asked: it is told to
 * stop, or, while the bank is being asked, pinged. A terminal that does not answer that either is `lost`.
 */
import { TillError, type EntryMode } from '../../../electron/contract/index.ts';
import type { Clock } from '../../session/clock.ts';
import type { Session } from '../../session/session.ts';
import type {
  HostAnswer,
  TerminalNotice,
  Transaction,
  TransactionEvent,
  TransactionRequest,
  TransactionResult,
} from '../terminal.ts';
import { readOnlineRequest, type BatchResult, type OnlineRequest } from './card-data.ts';
import { cancelTransaction, echo, resumeTransaction } from './commands.ts';
import { isSuccess, type MmsNotification, type MmsResponse } from './message.ts';
import { readBankAnswer } from './bank-answer.ts';
import { readSignal, type Outcome, type Signal } from './signals.ts';
import { refusal, statusCode } from './status.ts';

export type MmsSession = Session<MmsResponse, MmsNotification>;

/** Bounds of a transaction, milliseconds. */
export interface TransactionLimits {
  /** Silence beyond the card time-out before the terminal is asked what is going on. */
  readonly marginMs: number;
  /** How long the last notifications may take after a result, a cancel or a "nothing running". */
  readonly settleMs: number;
  /** How long a card may stay in the slot after the result. */
  readonly removeMs: number;
  /** How long the bank's answer may take altogether. */
  readonly answerMs: number;
  /** How long a command of the transaction waits for its response. */
  readonly replyMs: number;
}

export const defaultTransactionLimits: TransactionLimits = {
  marginMs: 15_000,
  settleMs: 3_000,
  removeMs: 60_000,
  answerMs: 300_000,
  replyMs: 2_000,
};

export interface TransactionContext {
  readonly session: MmsSession;
  readonly clock: Clock;
  readonly limits: TransactionLimits;
  readonly notice: (notice: TerminalNotice) => void;
  /** Called once, just before the `finished` event: a new transaction may start from its listener. */
  readonly onEnd: () => void;
}

export class MmsTransaction implements Transaction {
  readonly attempt: string;
  readonly #request: TransactionRequest;
  readonly #context: TransactionContext;
  readonly #listener: (event: TransactionEvent) => void;
  /** Events wait here until the caller of start() holds the transaction. */
  #held: TransactionEvent[] | undefined = [];
  #isAccepted = false;
  #isFinished = false;
  #callOffTimer: () => void = () => undefined;
  /** The timer bounds the end, not silence: notifications do not push it out. */
  #isSettling = false;

  /** What is known so far. */
  #entryMode: EntryMode = 'unknown';
  #isCardSeen = false;
  #isChipInside = false;
  #online: OnlineRequest | undefined;
  #onlineSince = 0;
  #answer: HostAnswer | undefined;
  #isCancelAsked = false;
  /** What it ends as when we stop it for its silence, and not on anybody's request. */
  #ownStop: TransactionResult | undefined;
  #result: TransactionResult | undefined;
  #batch: BatchResult | undefined;
  #trail: { readonly ended: Promise<void>; readonly end: () => void } | undefined;
  /** The terminal is done with a card that needs no answer, and only the bank's is missing. */
  #isAwaitingAnswerOnly = false;

  constructor(request: TransactionRequest, listener: (event: TransactionEvent) => void, context: TransactionContext) {
    this.attempt = request.attempt;
    this.#request = request;
    this.#listener = listener;
    this.#context = context;
  }

  /** Notifications before this belong to an older transaction. */
  get isAccepted(): boolean {
    return this.#isAccepted;
  }

  /** Settles when a finished transaction's last notification is here; undefined when none is expected. */
  get trail(): Promise<void> | undefined {
    return this.#trail?.ended;
  }

  /** The terminal took the start request. Called in order with notifications. */
  accept(): void {
    this.#isAccepted = true;
    this.#watchForSilence();
    this.#emit({ type: 'prompt', attempt: this.attempt, prompt: 'present-card' });
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

  /** The link is gone: the terminal's own result is not known. */
  lose(error: TillError): void {
    this.#finish({ kind: 'lost', error });
  }

  /** The terminal restarted and has forgotten the transaction. */
  interrupt(reason: string): void {
    this.#finish({ kind: 'failed', reason });
  }

  /** Stops waiting for trailing notifications. */
  cutTrail(): void {
    this.#trail?.end();
  }

  // --- What the host does ---------------------------------------------------------------------------------------

  async respond(answer: HostAnswer): Promise<void> {
    const online = this.#online;
    if (this.#isFinished || !online) {
      const why = this.#isFinished ? 'is over' : 'has not asked for an answer';
      throw new TillError('TERM_NOT_READY', `the transaction ${why}`, { context: { attempt: this.attempt } });
    }
    const resume = readBankAnswer(answer, online.deviceSerialNumber);
    this.#answer = answer;
    if (this.#isAwaitingAnswerOnly) {
      this.#finish(answer.isApproved ? { kind: 'approved', wantsSignature: false } : { kind: 'declined' });
      return;
    }
    this.#watchForSilence();
    this.#emit({ type: 'prompt', attempt: this.attempt, prompt: 'processing' });
    const response = await this.#context.session.request((reference) => resumeTransaction(reference, resume), {
      timeoutMs: this.#context.limits.replyMs,
    });
    // Over by now (a stripe or tap that waits for no answer): the answer has been used, though not by the terminal.
    if (!isSuccess(response.status) && !this.#isFinished) throw refusal(response, "the bank's answer");
  }

  async cancel(): Promise<'asked' | 'too-late'> {
    if (this.#isFinished) return 'too-late';
    // Before the request leaves: its notification may overtake the response.
    this.#isCancelAsked = true;
    let response: MmsResponse;
    try {
      response = await this.#context.session.request(cancelTransaction, {
        timeoutMs: this.#context.limits.replyMs,
        isUrgent: true,
        isRepeatable: true,
      });
    } catch (error) {
      // The terminal confirmed by its last notification; only the response went missing.
      if (this.#isFinished && error instanceof TillError && error.code === 'TERM_SILENT') return 'asked';
      throw error;
    }
    const { settleMs } = this.#context.limits;
    if (isSuccess(response.status)) {
      if (!this.#isSettling) this.#settleWithin(settleMs, () => this.#resultOfCancel());
      return 'asked';
    }
    if (response.status.code === statusCode.cannotCancel) return 'too-late';
    if (response.status.code === statusCode.noTransaction) {
      // Its last notifications are on their way, or were lost.
      this.#settleWithin(settleMs, () => this.#resultWithoutTerminal());
      return 'too-late';
    }
    throw refusal(response, 'to cancel');
  }

  // --- What the terminal says -----------------------------------------------------------------------------------

  /** Takes a notification; false when it cannot belong to this transaction. */
  note(note: MmsNotification): boolean {
    const signal = readSignal(note);
    if (!signal) return false;
    if (this.#isFinished) return this.#absorb(signal);
    if (!this.#fits(signal)) return false;
    if (!this.#isSettling) this.#watchForSilence();
    this.#take(signal);
    return true;
  }

  #fits(signal: Signal): boolean {
    if (signal.kind === 'online-request' || signal.kind === 'batch') return this.#isCardSeen;
    if (signal.kind === 'stopped') return signal.by !== 'host' || this.#isCancelAsked;
    // A chip failure is reported without a card event by some; any other result needs a card.
    if (signal.kind === 'completed') return this.#isCardSeen || this.#result !== undefined;
    if (signal.kind === 'outcome') return this.#isCardSeen || signal.detail === 'fallback';
    return true;
  }

  #absorb(signal: Signal): boolean {
    if (!this.#trail) return false;
    if (signal.kind === 'completed' || signal.kind === 'stopped') this.#trail.end();
    return signal.kind !== 'presented' && signal.kind !== 'online-request';
  }

  #take(signal: Signal): void {
    switch (signal.kind) {
      case 'presented':
        this.#entryMode = signal.entryMode;
        this.#isCardSeen = true;
        this.#isChipInside = signal.entryMode === 'chip';
        // A new card after a failed read: what the first one came to does not count.
        if (this.#result?.kind === 'failed' && !this.#isSettling) this.#result = undefined;
        this.#emit({ type: 'card', attempt: this.attempt, what: 'presented', entryMode: signal.entryMode });
        this.#prompt('processing');
        return;
      case 'removed':
        this.#isChipInside = false;
        // A card left over from the payment before has nothing to do with this one.
        if (!this.#isCardSeen) return;
        this.#emit({ type: 'card', attempt: this.attempt, what: 'removed', entryMode: signal.entryMode });
        if (this.#isSettling) this.#settleSoon();
        return;
      case 'collision':
        this.#context.notice({ type: 'read-error' });
        this.#prompt('one-card-only');
        return;
      case 'online-request':
        this.#takeOnlineRequest(signal.blob);
        return;
      case 'batch':
        this.#batch = signal.result;
        return;
      case 'outcome':
        this.#takeOutcome(signal.outcome, signal.detail, signal.entryMode);
        return;
      case 'completed':
        this.#takeCompletion(signal.isDeclined, signal.entryMode);
        return;
      case 'stopped':
        this.#takeStop(signal.by);
        return;
      case 'prompt':
        this.#prompt(signal.prompt);
        return;
      case 'nothing':
        return;
    }
  }

  #takeOnlineRequest(blob: Uint8Array): void {
    const parsed = readOnlineRequest(blob);
    if (!parsed.ok) {
      this.#context.notice({ type: 'read-error' });
      this.#result = { kind: 'failed', reason: parsed.reason };
      // Nothing can be asked of the bank: the terminal is told to stop, and its answer to that ends the transaction.
      void this.cancel().catch((error: unknown) => {
        this.#finish({ kind: 'failed', reason: `${parsed.reason}; ${String(error)}` });
      });
      return;
    }
    if (!this.#online) this.#onlineSince = this.#context.clock.now();
    this.#online = parsed.request;
    if (parsed.request.entryMode !== 'unknown') this.#entryMode = parsed.request.entryMode;
    this.#emit({
      type: 'online-request',
      attempt: this.attempt,
      entryMode: this.#entryMode,
      data: parsed.request.data,
    });
  }

  #takeOutcome(outcome: Outcome, detail: 'none' | 'signature' | 'fallback', entryMode: EntryMode): void {
    if (detail === 'fallback') {
      // Either the terminal goes on by itself and asks for the stripe, or `completed` follows and the host may start again.
      this.#context.notice({ type: 'read-error' });
      this.#result = { kind: 'failed', reason: 'the chip could not be read' };
      this.#isChipInside = false;
      this.#prompt('swipe-card');
      return;
    }
    switch (outcome) {
      case 'none':
        return;
      case 'online':
        this.#prompt('processing');
        return;
      case 'try-another-interface':
        this.#prompt('insert-card');
        return;
      case 'try-again':
        this.#prompt(entryMode === 'contactless' ? 'tap-again' : 'present-card');
        return;
      case 'approved':
        this.#result = { kind: 'approved', wantsSignature: detail === 'signature' };
        break;
      case 'declined':
        this.#result = { kind: 'declined' };
        break;
      case 'cancelled':
        this.#result = { kind: 'cancelled', by: this.#isCancelAsked ? 'host' : 'cardholder' };
        break;
      case 'offline-approved':
        // No authorization stands behind it, so nothing could be captured: it must not look like a sale.
        this.#result = { kind: 'failed', reason: 'the card approved without asking the bank' };
        break;
      case 'quick-chip':
        this.#result = { kind: 'failed', reason: 'the terminal completed in Quick Chip mode' };
        break;
      case 'failed':
      case 'not-accepted':
        this.#result = { kind: 'failed', reason: this.#isCardPulled() ? 'the card was taken out' : `card ${outcome}` };
        break;
    }
    if (this.#result?.kind !== 'approved') return this.#finishEarly(this.#result);
    if (this.#isChipInside) this.#prompt('remove-card');
    this.#settleSoon();
  }

  #takeCompletion(isDeclined: boolean, entryMode: EntryMode): void {
    if (this.#result) return this.#finish(this.#result);
    if (isDeclined) return this.#finish({ kind: 'declined' });
    if (this.#batch === 'declined') return this.#finish({ kind: 'declined' });
    if (this.#batch === 'accepted' && this.#answer?.isApproved) {
      return this.#finish({ kind: 'approved', wantsSignature: false });
    }
    // A stripe or a tap takes no part in the completion: with the bank's answer it is done.
    const needsNoCompletion = entryMode === 'swipe' || entryMode === 'contactless' || entryMode === 'manual';
    if (needsNoCompletion && this.#online && this.#batch === undefined) {
      if (!this.#answer) {
        this.#isAwaitingAnswerOnly = true;
        return;
      }
      return this.#finish(this.#answer.isApproved ? { kind: 'approved', wantsSignature: false } : { kind: 'declined' });
    }
    this.#finish({ kind: 'failed', reason: 'the terminal completed without a result' });
  }

  #takeStop(by: 'time-out' | 'host' | 'cardholder' | 'swipe-error' | 'entry-error'): void {
    switch (by) {
      case 'time-out':
        return this.#finish({ kind: 'timed-out' });
      case 'host':
      case 'cardholder':
        // A stop for a reason of our own (unreadable card data) keeps that reason.
        if (this.#result?.kind === 'failed') return this.#finish(this.#result);
        return this.#finish((by === 'host' ? this.#ownStop : undefined) ?? { kind: 'cancelled', by });
      case 'swipe-error':
        this.#context.notice({ type: 'read-error' });
        return this.#finish({ kind: 'failed', reason: 'the stripe could not be read' });
      case 'entry-error':
        return this.#finish({ kind: 'failed', reason: 'the card number could not be entered' });
    }
  }

  #isCardPulled(): boolean {
    return this.#entryMode === 'chip' && !this.#isChipInside;
  }

  // --- Bounds ---------------------------------------------------------------------------------------------------

  #arm(delayMs: number, task: () => void): void {
    this.#callOffTimer();
    this.#callOffTimer = this.#context.clock.after(delayMs, task);
  }

  #watchForSilence(): void {
    if (this.#isFinished || !this.#isAccepted) return;
    this.#isSettling = false;
    this.#arm(this.#request.cardTimeoutMs + this.#context.limits.marginMs, () => void this.#askWhy());
  }

  /** A result is known; only its last notifications, and perhaps the card's removal, are missing. */
  #settleSoon(): void {
    const { removeMs, settleMs } = this.#context.limits;
    this.#settleWithin(this.#isChipInside ? removeMs : settleMs, () => this.#resultWithoutTerminal());
  }

  #settleWithin(delayMs: number, result: () => TransactionResult): void {
    if (this.#isFinished) return;
    this.#isSettling = true;
    this.#arm(delayMs, () => this.#finish(result()));
  }

  async #askWhy(): Promise<void> {
    try {
      const isBankBusy = this.#online !== undefined && this.#answer === undefined;
      const waitedMs = this.#context.clock.now() - this.#onlineSince;
      if (isBankBusy && waitedMs < this.#context.limits.answerMs) {
        await this.#context.session.request((reference) => echo(reference, Uint8Array.of(reference)), {
          isRepeatable: true,
        });
        this.#watchForSilence();
        return;
      }
      this.#ownStop = this.#isCardSeen
        ? { kind: 'failed', reason: isBankBusy ? 'the bank did not answer in time' : 'the terminal went silent' }
        : { kind: 'timed-out' };
      if ((await this.cancel()) === 'too-late') {
        this.#settleWithin(this.#context.limits.settleMs, () => this.#resultWithoutTerminal());
      }
    } catch (error) {
      if (error instanceof TillError && error.code === 'TERM_REFUSED') {
        this.#finish({ kind: 'failed', reason: error.plainMessage });
      } else {
        this.#finish({ kind: 'lost', error: asTillError(error) });
      }
    }
  }

  /** The terminal took the cancel and never confirmed it. */
  #resultOfCancel(): TransactionResult {
    const known = this.#result ?? this.#ownStop;
    if (known) return known;
    // Once the bank's answer is on its way to the card, only the terminal could say how it ended.
    if (this.#answer) return { kind: 'failed', reason: 'the terminal did not say how the cancelled payment ended' };
    return { kind: 'cancelled', by: 'host' };
  }

  #resultWithoutTerminal(): TransactionResult {
    return (
      this.#result ?? { kind: 'failed', reason: 'the terminal runs the payment no longer and did not say how it ended' }
    );
  }

  // --- Events ---------------------------------------------------------------------------------------------------

  #prompt(prompt: Extract<TransactionEvent, { type: 'prompt' }>['prompt']): void {
    this.#emit({ type: 'prompt', attempt: this.attempt, prompt });
  }

  #finish(result: TransactionResult): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#callOffTimer();
    this.#context.onEnd();
    this.#deliver({ type: 'finished', attempt: this.attempt, result });
  }

  /** Finishes while the terminal still has something to say. */
  #finishEarly(result: TransactionResult): void {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#trail = {
      ended,
      end: () => {
        this.#trail = undefined;
        this.#callOffTimer();
        resolve();
      },
    };
    this.#finish(result);
    // A listener may have closed the terminal meanwhile.
    if (this.#trail) this.#arm(this.#context.limits.removeMs, () => this.#trail?.end());
  }

  #emit(event: TransactionEvent): void {
    if (!this.#isFinished) this.#deliver(event);
  }

  #deliver(event: TransactionEvent): void {
    if (this.#held) this.#held.push(event);
    else this.#listener(event);
  }
}

function asTillError(error: unknown): TillError {
  return error instanceof TillError
    ? error
    : new TillError('HOST_INTERNAL', error instanceof Error ? error.message : String(error), { cause: error });
}
