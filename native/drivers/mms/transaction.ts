/**
 * One transaction on an MMS terminal, from the accepted start to `finished` (reference section 5, "order of events").
 *
 *     accepted ─► card ─► ARQC ─► respond (1004) ─► outcome ─► batch data ─► completed ─► finished
 *         └── time-out, cancel, pulled card, restart, lost link, silence ──────────────────────┘
 *
 * MMS notifications carry no transaction number. What cannot belong to this one (a result before any card, a cancel
 * nobody asked for) is refused and reported as a stray.
 *
 * Every state has a bound. When the terminal says nothing for the card time-out and a margin, it is asked: it is told to
 * stop, or, while the bank is being asked, pinged. A terminal that does not answer that either is `lost`.
 */
import { TillError, type EntryMode } from '../../../electron/contract/index.ts';
import { fromHex } from '../../framing/bytes.ts';
import { encodeTlv, parseTlvs } from '../../framing/tlv.ts';
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
import { cancelTransaction, echo, resumeTransaction, type ResumeTransaction } from './commands.ts';
import { isSuccess, type MmsNotification, type MmsResponse } from './message.ts';
import { readSignal, type Outcome, type Signal } from './signals.ts';
import { refusal, statusCode } from './status.ts';
import { emvTag } from './tags.ts';

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

/** Scripts longer than this are not taken by the terminal (MMS manual table 26). */
const MAX_SCRIPT_BYTES = 128;

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
  #result: TransactionResult | undefined;
  #batch: BatchResult | undefined;
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

  // --- What the host does ---------------------------------------------------------------------------------------

  async respond(answer: HostAnswer): Promise<void> {
    const online = this.#online;
    if (this.#isFinished || !online) {
      const why = this.#isFinished ? 'is over' : 'has not asked for an answer';
      throw new TillError('TERM_NOT_READY', `the transaction ${why}`, { context: { attempt: this.attempt } });
    }
    const resume = readAnswer(answer, online.deviceSerialNumber);
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
    const response = await this.#context.session.request(cancelTransaction, {
      timeoutMs: this.#context.limits.replyMs,
      isUrgent: true,
      isRepeatable: true,
    });
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
    if (!signal || this.#isFinished) return false;
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
        return this.#finish(this.#result?.kind === 'failed' ? this.#result : { kind: 'cancelled', by });
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
    if (this.#result) return this.#result;
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

  #emit(event: TransactionEvent): void {
    if (!this.#isFinished) this.#deliver(event);
  }

  #deliver(event: TransactionEvent): void {
    if (this.#held) this.#held.push(event);
    else this.#listener(event);
  }
}

/** The answer as the command wants it; throws TERM_REFUSED on one that no terminal could take. */
function readAnswer(answer: HostAnswer, deviceSerialNumber: Uint8Array): ResumeTransaction {
  const { authorizationResponseCode, issuerAuthenticationData, issuerScripts = [] } = answer;
  if (!/^[0-9A-Z]{2}$/i.test(authorizationResponseCode)) throw unusable('the authorization response code');
  const hex = /^(?:[0-9A-Fa-f]{2})+$/;
  if (issuerAuthenticationData !== undefined && !hex.test(issuerAuthenticationData)) {
    throw unusable('the issuer authentication data');
  }
  return {
    deviceSerialNumber,
    authorizationResponseCode,
    ...(issuerAuthenticationData === undefined ? {} : { issuerAuthenticationData: fromHex(issuerAuthenticationData) }),
    issuerScripts: issuerScripts.map((script) => {
      const parsed = hex.test(script) ? parseTlvs(fromHex(script)) : undefined;
      const only = parsed?.ok && parsed.tlvs.length === 1 ? parsed.tlvs[0] : undefined;
      const isTemplate = only?.tag === emvTag.issuerScript1 || only?.tag === emvTag.issuerScript2;
      const bytes = only && encodeTlv(only.tag, only.value);
      if (!isTemplate || !bytes || bytes.length > MAX_SCRIPT_BYTES) throw unusable('an issuer script');
      return bytes;
    }),
  };
}

function unusable(what: string): TillError {
  return new TillError('TERM_REFUSED', `${what} is not one a terminal can take`);
}

function asTillError(error: unknown): TillError {
  return error instanceof TillError
    ? error
    : new TillError('HOST_INTERNAL', error instanceof Error ? error.message : String(error), { cause: error });
}
