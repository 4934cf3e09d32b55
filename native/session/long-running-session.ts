/**
 * A session for protocols whose messages carry no reference number and whose commands may run for long (NEO 2).
 *
 *     request       ─► queue ─► [late replies are out of the way] ─► write ─► wait ─► reply | TERM_SILENT
 *     startCommand  ─► queue ─► …                                  ─► write ─► taken ····· prompts ····· final reply
 *
 * A reply contains the command that it answers, but not which sending of that command. So, beyond the rules of
 * exchange-queue.ts:
 * - An unanswered request leaves an outstanding reply. Until the reply has arrived or can no longer arrive (lateMs), no
 *   other request with the same code is sent. An identical repeatable request may be sent, because one answer serves
 *   both.
 * - A long-running command gets its real answer when a customer has acted. While it runs, only requests that are marked
 *   for this are sent. Other requests are refused at once with TERM_BUSY, because a reader would take them as a cancel
 *   (NEO 2 guide, 02-40).
 * - An abandoned long-running command leaves an outstanding reply too, which never ends the next command.
 * - A reply may arrive twice. Until the line has had time to become quiet after it, no other request with its code is
 *   sent.
 * - A stalled frame is dropped when the line is quiet, so that it cannot swallow the frames behind it.
 */
import { TillError } from '../../electron/contract/index.ts';
import { equalBytes } from '../framing/bytes.ts';
import type { Link } from '../link/link.ts';
import { pause, type Clock } from '../../electron/domain/index.ts';
import { RearmableTimeout } from '../time/timeout.ts';
import {
  defaultSessionTimes,
  Exchange,
  ExchangeQueue,
  runListener,
  type ExchangeOptions,
  type SessionTimes,
} from './exchange-queue.ts';
import type { Discard } from './protocol.ts';

/** Functions of a family's wire that such a session uses. Commands are whole frames, not yet split into chunks. */
export interface LongRunningProtocol<Reply, Note> {
  /** Chunks to write, in order: one on a stream, one per report on HID. */
  encode(command: Uint8Array): readonly Uint8Array[];
  /** Decodes received bytes, split at any point, and returns the completed items. Must not throw. */
  decode(bytes: Uint8Array): readonly LongRunningIncoming<Reply, Note>[];
  /** Drops the current frame, and returns the items behind its header. */
  flush(): readonly LongRunningIncoming<Reply, Note>[];
  /** Bytes of the current frame. */
  readonly heldBytes: number;
  /** Code that a command and its replies share. */
  codeOf(command: Uint8Array): number;
  codeOfReply(reply: Reply): number;
  /** `taken`: the terminal has accepted the command. `progress`: an intermediate reply; the final reply follows. */
  stepOf(reply: Reply): 'taken' | 'progress' | 'final';
  /** Note that an unexpected reply represents, or undefined. */
  asNote(reply: Reply): Note | undefined;
  /** Harmless request whose answer proves that both sides are in sync again. */
  readonly probe: Uint8Array;
  /** Returns false while the probe would disturb the terminal. Default: always true. */
  canProbe?(): boolean;
}

export type LongRunningIncoming<Reply, Note> =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'note'; readonly note: Note }
  | Discard;

interface PlainRequestOptions<Reply> extends ExchangeOptions {
  /** Called with the reply in order with notes, before any later note. */
  readonly onReply?: (reply: Reply) => void;
  /** Allows the request while a long-running command runs. */
  readonly isForRunning?: boolean;
}

export interface LongRunningOptions<Reply> {
  /** Time limit for `taken`. */
  readonly takenMs: number;
  /**
   * True if the reader confirms that it has accepted a command: a missing confirmation is then an error. If false,
   * silence means acceptance.
   */
  readonly confirmsCommands: boolean;
  /** True while the caller still wants the command; checked before it is sent, and when the reader accepts it. */
  isCurrent(): boolean;
  /** Called when the command starts to run; skipped when the final answer comes at once. */
  onTaken(): void;
  onProgress(reply: Reply): void;
  /** Called in order with notes, before any later note. Never called after abandonCommand(). */
  onFinal(reply: Reply): void;
}

/** `final`: the answer came at once, so onFinal is not called. */
type CommandStart<Reply> = { readonly kind: 'running' } | { readonly kind: 'final'; readonly reply: Reply };

export interface LongRunningTimes extends SessionTimes {
  /** Time after which the reply of an abandoned request can no longer arrive. */
  readonly lateMs: number;
  /** Time without a byte after which the current frame is dropped. */
  readonly stallMs: number;
}

export const defaultLongRunningTimes: LongRunningTimes = { ...defaultSessionTimes, lateMs: 2_000, stallMs: 250 };

/** Time within which bytes that have arrived are read, in milliseconds. */
const READ_MS = 10;

/** Reply that may still arrive although its request was abandoned. */
interface Outstanding {
  readonly command: Uint8Array | undefined;
  readonly code: number;
  until: number;
  /** True when the reply has arrived, and only a second copy of it may follow. */
  isCopy: boolean;
}

interface Awaited<Reply> {
  readonly exchange: Exchange<CommandStart<Reply>>;
  readonly command: Uint8Array;
  readonly timeoutMs: number;
  /** Options of a long-running command, or undefined for a plain request. */
  readonly longRunning: LongRunningOptions<Reply> | undefined;
  readonly onReply: ((reply: Reply) => void) | undefined;
}

export class LongRunningSession<Reply, Note> extends ExchangeQueue<Note, LongRunningTimes> {
  readonly #protocol: LongRunningProtocol<Reply, Note>;
  readonly #stall: RearmableTimeout;
  #awaited: Awaited<Reply> | undefined;
  #running: { command: Uint8Array; options: LongRunningOptions<Reply> } | undefined;
  #outstanding: Outstanding[] = [];

  constructor(
    link: Link,
    protocol: LongRunningProtocol<Reply, Note>,
    options: { clock?: Clock; times?: Partial<LongRunningTimes> } = {},
  ) {
    const times = { ...defaultLongRunningTimes, ...options.times };
    super(link, (command) => protocol.encode(command), { clock: options.clock, times });
    this.#protocol = protocol;
    this.#stall = new RearmableTimeout(this.clock);
  }

  get isCommandRunning(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Runs one exchange. Rejects with TERM_SILENT (no reply in time), TERM_BUSY (a long-running command runs),
   * LINK_CLOSED or LINK_LOST.
   */
  async request(command: Uint8Array, options: PlainRequestOptions<Reply> = {}): Promise<Reply> {
    const start = await this.enqueue(() => this.#start(command, options, undefined), options);
    // Only a reply settles a plain request.
    if (start.kind !== 'final') throw new Error('a request ended without its reply');
    return start.reply;
  }

  /**
   * Starts a long-running command. Resolves when the reader has accepted the command or answered at once. Rejects like
   * request(). An unconfirmed command may run in the reader all the same; its late answer is kept away from the next
   * command.
   */
  startCommand(command: Uint8Array, options: LongRunningOptions<Reply>): Promise<CommandStart<Reply>> {
    return this.enqueue(() => this.#start(command, {}, options), {});
  }

  /** Stops listening for the running command's answer. Harmless when no command runs. */
  abandonCommand(): void {
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    this.#expectLate(this.#protocol.codeOf(running.command), undefined);
  }

  /**
   * Replies with these codes may still arrive for requests of another session, and must not answer requests of this
   * session.
   */
  expectLateReplies(...codes: readonly number[]): void {
    for (const code of codes) this.#expectLate(code, undefined);
  }

  /** Called after the terminal has restarted: it answers no earlier request. */
  forgetOutstanding(): void {
    this.#outstanding = [];
  }

  /** Sends an answer to a request of the reader. No reply follows; the reader continues by itself. */
  send(frame: Uint8Array): Promise<void> {
    if (this.hasEnded) return Promise.reject(this.endError());
    return this.write(frame);
  }

  // --- Sending --------------------------------------------------------------------------------------------------

  async #start(
    command: Uint8Array,
    options: PlainRequestOptions<Reply>,
    longRunning: LongRunningOptions<Reply> | undefined,
  ): Promise<CommandStart<Reply>> {
    const context = { address: this.link.address };
    if (this.#running && !options.isForRunning) {
      throw new TillError('TERM_BUSY', `${this.link.address} is busy with a transaction`, { context });
    }
    if (this.isDirty) await this.#resync();
    await this.#awaitOutstanding(command, options.isRepeatable ?? false);
    if (longRunning && !longRunning.isCurrent()) {
      throw new TillError('TERM_NOT_READY', 'the command is no longer wanted', { context });
    }
    return this.#exchange(command, options.timeoutMs ?? this.times.replyMs, longRunning, options.onReply);
  }

  async #resync(): Promise<void> {
    await this.awaitQuietLine();
    this.#take(this.#protocol.flush());
    // While a command runs, a probe would cancel it. The only request at that time is a cancel, which may be sent
    // twice.
    const canProbe = !this.#running && (this.#protocol.canProbe?.() ?? true);
    if (canProbe) await this.#exchange(this.#protocol.probe, this.times.probeMs, undefined);
    this.isDirty = false;
  }

  /** Waits until a late reply can no longer be mistaken for the answer to `command`. */
  async #awaitOutstanding(command: Uint8Array, isRepeatable: boolean): Promise<void> {
    const code = this.#protocol.codeOf(command);
    const isInTheWay = (late: Outstanding): boolean => {
      if (late.code !== code) return false;
      return !(isRepeatable && late.command && equalBytes(late.command, command));
    };
    while (this.#outstanding.some((late) => isInTheWay(late) && this.#isExpected(late))) {
      this.requireOpen();
      await pause(this.clock, Math.min(this.times.quietMs, 50));
    }
    // The time has passed. But if this process was suspended, replies from that time may still be unread.
    if (!this.#outstanding.some((late) => isInTheWay(late) && !late.isCopy)) return;
    await pause(this.clock, READ_MS);
    this.requireOpen();
    this.#outstanding = this.#outstanding.filter((late) => !isInTheWay(late) || this.#isExpected(late));
  }

  #isExpected({ until }: Outstanding): boolean {
    return until > this.clock.monotonic();
  }

  /** True if an earlier sending of the same command may still be answered. */
  #mayBeAnsweredTwice(command: Uint8Array): boolean {
    const now = this.clock.monotonic();
    return this.#outstanding.some((late) => late.until > now && late.command && equalBytes(late.command, command));
  }

  #expectLate(code: number, command: Uint8Array | undefined, withinMs = this.times.lateMs, isCopy = false): void {
    // An expired entry is kept for one more check, before the next command with its code.
    this.#outstanding = this.#outstanding.filter(
      (late) => this.#isExpected(late) || (late.code !== code && !late.isCopy),
    );
    this.#outstanding.push({ code, command, until: this.clock.monotonic() + withinMs, isCopy });
  }

  #exchange(
    command: Uint8Array,
    timeoutMs: number,
    longRunning: LongRunningOptions<Reply> | undefined,
    onReply?: (reply: Reply) => void,
  ): Promise<CommandStart<Reply>> {
    this.requireOpen();
    const exchange: Exchange<CommandStart<Reply>> = new Exchange(
      this.clock,
      longRunning ? longRunning.takenMs : timeoutMs,
      (waitedMs) => {
        if (longRunning && !longRunning.confirmsCommands) return this.#markRunning(awaited);
        const error = this.timeoutError(waitedMs);
        this.#expectLate(this.#protocol.codeOf(command), command);
        exchange.fail(error);
      },
    );
    const awaited: Awaited<Reply> = { exchange, command, timeoutMs, longRunning, onReply };
    this.#awaited = awaited;
    return this.ask(command, exchange);
  }

  /** The command was accepted: from now on it runs without an open exchange. */
  #markRunning({ exchange, command, longRunning }: Awaited<Reply>): void {
    exchange.settle({ kind: 'running' });
    if (!longRunning) return;
    if (!longRunning.isCurrent()) return this.#expectLate(this.#protocol.codeOf(command), undefined);
    this.#running = { command, options: longRunning };
    longRunning.onTaken();
  }

  // --- Receiving ------------------------------------------------------------------------------------------------

  protected override receive(bytes: Uint8Array): void {
    this.#take(this.#protocol.decode(bytes));
    this.#stall.cancel();
    if (this.hasEnded || this.#protocol.heldBytes === 0) return;
    this.#stall.arm(this.times.stallMs, () => this.#take(this.#protocol.flush()));
  }

  #take(items: readonly LongRunningIncoming<Reply, Note>[]): void {
    for (const item of items) {
      if (this.hasEnded) return;
      if (item.kind === 'discard') {
        this.discard(item);
        continue;
      }
      this.countMessage();
      if (item.kind === 'note') this.note(item.note);
      else this.#takeReply(item.reply);
    }
  }

  #takeReply(reply: Reply): void {
    const code = this.#protocol.codeOfReply(reply);
    const step = this.#protocol.stepOf(reply);
    const awaited = this.#awaited;
    if (awaited?.exchange.isOpen && this.#protocol.codeOf(awaited.command) === code) {
      return runListener(() => this.#takeAnswer(awaited, reply, step));
    }
    const running = this.#running;
    if (running && this.#protocol.codeOf(running.command) === code) {
      // A repeated `taken` is a duplicated frame.
      if (step === 'taken') return this.discardReply('unmatched-reply');
      if (step === 'progress') return runListener(() => running.options.onProgress(reply));
      this.#running = undefined;
      this.#expectLate(code, undefined, this.times.quietMs, true);
      return runListener(() => running.options.onFinal(reply));
    }
    if (this.#takeLate(code, step)) return this.discardReply('late-reply');
    const note = this.#protocol.asNote(reply);
    if (note !== undefined) return this.note(note);
    this.discardReply('unmatched-reply');
  }

  #takeAnswer(awaited: Awaited<Reply>, reply: Reply, step: 'taken' | 'progress' | 'final'): void {
    const { exchange, command, timeoutMs, longRunning } = awaited;
    if (step === 'final') {
      const code = this.#protocol.codeOf(command);
      // The same request was sent before, and this may be its answer: the answer to the current request may still
      // follow.
      const mayBeAnsweredTwice = this.#mayBeAnsweredTwice(command);
      this.#expectLate(code, undefined, this.times.quietMs, true);
      if (mayBeAnsweredTwice) this.#expectLate(code, command, timeoutMs + this.times.lateMs);
      exchange.close();
      awaited.onReply?.(reply);
      exchange.settle({ kind: 'final', reply });
    } else if (longRunning) {
      this.#markRunning(awaited);
      if (step === 'progress') longRunning.onProgress(reply);
    } else {
      // The terminal has accepted the request: the actual reply gets the same time limit again.
      exchange.wait(timeoutMs);
    }
  }

  /** True if a reply with this code is outstanding. Limits the replies that are expected after it. */
  #takeLate(code: number, step: 'taken' | 'progress' | 'final'): boolean {
    const now = this.clock.monotonic();
    const expected = this.#outstanding.filter((late) => late.code === code && late.until > now);
    // After the only outstanding final reply, at most a second copy of it follows. If several replies are outstanding,
    // copies cannot be distinguished.
    const [only, another] = expected.filter(({ isCopy }) => !isCopy);
    if (step === 'final' && only && !another) {
      only.until = Math.min(only.until, now + this.times.quietMs);
      only.isCopy = true;
    }
    return expected.length > 0;
  }

  protected override finish(reason: TillError | null): void {
    this.#stall.cancel();
    this.#running = undefined;
    super.finish(reason);
  }
}
