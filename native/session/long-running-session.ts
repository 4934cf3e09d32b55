/**
 * A session for protocols whose messages carry no reference number and whose commands may run for long (NEO 2).
 *
 *     request       ─► queue ─► [late replies are out of the way] ─► write ─► wait ─► reply | TERM_SILENT
 *     startCommand  ─► queue ─► …                                  ─► write ─► taken ····· prompts ····· final reply
 *
 * A reply says which command it answers, but not which sending of it. So, beyond the rules of exchange-queue.ts:
 * - A request that stayed unanswered leaves an outstanding reply. Until that has come, or can no longer come (lateMs),
 *   no other question with the same code is asked. The very same repeatable question may be: one answer serves both.
 * - A long-running command has its real answer when a person has done something. While it runs only requests marked for
 *   that go out; others are refused at once with TERM_BUSY, since a reader takes them as a cancel (NEO 2 guide, 02-40).
 * - A long-running command that is given up leaves an outstanding reply as well: it never ends the next one.
 * - A reply may come twice. For as long as a line takes to fall quiet after it, no other question with its code is asked.
 * - A frame that stalls is given up on when the line is quiet, so it cannot swallow the frames behind it.
 */
import { TillError } from '../../electron/contract/index.ts';
import { equalBytes } from '../framing/bytes.ts';
import type { Link } from '../link/link.ts';
import { pause, type Clock } from '../../electron/domain/index.ts';
import { Timeout } from '../time/timeout.ts';
import {
  defaultSessionTimes,
  Exchange,
  ExchangeQueue,
  shielded,
  type ExchangeOptions,
  type SessionTimes,
} from './exchange-queue.ts';
import type { Discard } from './protocol.ts';

/** What such a session must know of a family's wire. Commands are whole frames, ready to be cut into chunks. */
export interface LongRunningProtocol<Reply, Note> {
  /** Chunks to write, in order: one for a stream, one per report on HID. */
  encode(command: Uint8Array): readonly Uint8Array[];
  /** Takes received bytes, cut anywhere; gives what became whole. Must not throw. */
  decode(bytes: Uint8Array): readonly LongRunningIncoming<Reply, Note>[];
  /** Gives up on a frame under way, and gives what stands behind its beginning. */
  flush(): readonly LongRunningIncoming<Reply, Note>[];
  /** Bytes of a frame under way. */
  readonly heldBytes: number;
  /** The code that a command and its replies share. */
  codeOf(command: Uint8Array): number;
  codeOfReply(reply: Reply): number;
  /** `taken`: the command is under way. `progress`: something has happened, the final reply follows. */
  stepOf(reply: Reply): 'taken' | 'progress' | 'final';
  /** What a reply that nobody waits for may be instead: a note. */
  asNote(reply: Reply): Note | undefined;
  /** A harmless request whose answer proves that both sides are in step again. */
  readonly probe: Uint8Array;
  /** False while the terminal does something that the probe would disturb. Default: always true. */
  mayProbe?(): boolean;
}

export type LongRunningIncoming<Reply, Note> =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'note'; readonly note: Note }
  | Discard;

interface PlainRequestOptions<Reply> extends ExchangeOptions {
  /** Called with the reply in order with notes, before any that came after it. */
  readonly onReply?: (reply: Reply) => void;
  /** May go out while a long-running command runs. */
  readonly isForRunning?: boolean;
}

export interface LongRunningOptions<Reply> {
  /** How long to wait for `taken`. */
  readonly takenMs: number;
  /**
   * The reader says when it has taken a command: no word is then an error. Otherwise no word means that it was taken.
   */
  readonly saysTaken: boolean;
  /** Whether the command is still wanted: looked at before it is sent, and when the reader takes it. */
  isWanted(): boolean;
  /** The command runs now. Not called when the answer was there at once. */
  onTaken(): void;
  onProgress(reply: Reply): void;
  /** Called in order with notes, before any that came after it. Never after abandonCommand(). */
  onFinal(reply: Reply): void;
}

/** `final`: the answer was there at once; onFinal is not called for it. */
type CommandStart<Reply> = { readonly kind: 'running' } | { readonly kind: 'final'; readonly reply: Reply };

export interface LongRunningTimes extends SessionTimes {
  /** A reply that has not come this long after its request was given up does not come any more. */
  readonly lateMs: number;
  /** A frame that got no byte for this long is given up on. */
  readonly stallMs: number;
}

export const defaultLongRunningTimes: LongRunningTimes = { ...defaultSessionTimes, lateMs: 2_000, stallMs: 250 };

/** What has arrived is read within this time, milliseconds. */
const READ_MS = 10;

/** A reply that may still come although nobody waits for it any more. */
interface Outstanding {
  readonly command: Uint8Array | undefined;
  readonly code: number;
  until: number;
  /** Only a second copy of a reply that has come is still expected. */
  isCopy: boolean;
}

interface Awaited<Reply> {
  readonly exchange: Exchange<CommandStart<Reply>>;
  readonly command: Uint8Array;
  readonly timeoutMs: number;
  /** Undefined for a plain request. */
  readonly longRunning: LongRunningOptions<Reply> | undefined;
  readonly onReply: ((reply: Reply) => void) | undefined;
}

export class LongRunningSession<Reply, Note> extends ExchangeQueue<Note, LongRunningTimes> {
  readonly #protocol: LongRunningProtocol<Reply, Note>;
  readonly #stall: Timeout;
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
    this.#stall = new Timeout(this.clock);
  }

  get isCommandRunning(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Runs one exchange. Rejects with TERM_SILENT (no reply in time), TERM_BUSY (a long-running command runs), LINK_CLOSED
   * or LINK_LOST.
   */
  async request(command: Uint8Array, options: PlainRequestOptions<Reply> = {}): Promise<Reply> {
    const start = await this.enqueue(() => this.#start(command, options, undefined), options);
    // A plain request is only ever settled by its reply.
    if (start.kind !== 'final') throw new Error('a request ended without its reply');
    return start.reply;
  }

  /**
   * Starts a long-running command. Resolves once the reader has taken it (or has answered at once). Rejects as request()
   * does; a command that was not confirmed may be running in the reader all the same, and its late answer is kept from
   * the next one.
   */
  startCommand(command: Uint8Array, options: LongRunningOptions<Reply>): Promise<CommandStart<Reply>> {
    return this.enqueue(() => this.#start(command, {}, options), {});
  }

  /** Stops listening for the running command's answer. Harmless when none runs. */
  abandonCommand(): void {
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    this.#expectLate(this.#protocol.codeOf(running.command), undefined);
  }

  /** Replies with these codes may still come for somebody else's question: none of them is to answer ours. */
  expectLateReplies(...codes: readonly number[]): void {
    for (const code of codes) this.#expectLate(code, undefined);
  }

  /** The terminal has restarted: it answers nothing that was asked before. */
  forgetOutstanding(): void {
    this.#outstanding = [];
  }

  /** Sends an answer to the reader's own question. Nothing is awaited; the reader goes on by itself. */
  send(frame: Uint8Array): Promise<void> {
    if (this.hasEnded) return Promise.reject(this.whyEnded());
    return this.write(frame);
  }

  // --- Out ------------------------------------------------------------------------------------------------------

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
    if (longRunning && !longRunning.isWanted()) {
      throw new TillError('TERM_NOT_READY', 'the command is no longer wanted', { context });
    }
    return this.#exchange(command, options.timeoutMs ?? this.times.replyMs, longRunning, options.onReply);
  }

  async #resync(): Promise<void> {
    await this.awaitQuietLine();
    this.#take(this.#protocol.flush());
    // While a command runs a probe would cancel it; what is asked then is a cancel, which may be asked twice.
    const mayProbe = !this.#running && (this.#protocol.mayProbe?.() ?? true);
    if (mayProbe) await this.#exchange(this.#protocol.probe, this.times.probeMs, undefined);
    this.isDirty = false;
  }

  /** Waits until no late reply can be taken for the answer to `command`. */
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
    // Over by the clock: but where this process stood still, what came within that time lies unread.
    if (!this.#outstanding.some((late) => isInTheWay(late) && !late.isCopy)) return;
    await pause(this.clock, READ_MS);
    this.requireOpen();
    this.#outstanding = this.#outstanding.filter((late) => !isInTheWay(late) || this.#isExpected(late));
  }

  #isExpected({ until }: Outstanding): boolean {
    return until > this.clock.monotonic();
  }

  /** Whether an earlier sending of the very same command may still be answered. */
  #mayBeAnsweredTwice(command: Uint8Array): boolean {
    const now = this.clock.monotonic();
    return this.#outstanding.some((late) => late.until > now && late.command && equalBytes(late.command, command));
  }

  #expectLate(code: number, command: Uint8Array | undefined, withinMs = this.times.lateMs, isCopy = false): void {
    // What is over is still looked for once, before the next command of its code.
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
        if (longRunning && !longRunning.saysTaken) return this.#runs(awaited);
        const error = this.silence(waitedMs);
        this.#expectLate(this.#protocol.codeOf(command), command);
        exchange.fail(error);
      },
    );
    const awaited: Awaited<Reply> = { exchange, command, timeoutMs, longRunning, onReply };
    this.#awaited = awaited;
    return this.ask(command, exchange);
  }

  /** A command has been taken: from here on it runs without an open exchange. */
  #runs({ exchange, command, longRunning }: Awaited<Reply>): void {
    exchange.settle({ kind: 'running' });
    if (!longRunning) return;
    if (!longRunning.isWanted()) return this.#expectLate(this.#protocol.codeOf(command), undefined);
    this.#running = { command, options: longRunning };
    longRunning.onTaken();
  }

  // --- In -------------------------------------------------------------------------------------------------------

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
      this.heard();
      if (item.kind === 'note') this.note(item.note);
      else this.#takeReply(item.reply);
    }
  }

  #takeReply(reply: Reply): void {
    const code = this.#protocol.codeOfReply(reply);
    const step = this.#protocol.stepOf(reply);
    const awaited = this.#awaited;
    if (awaited?.exchange.isOpen && this.#protocol.codeOf(awaited.command) === code) {
      return shielded(() => this.#takeAnswer(awaited, reply, step));
    }
    const running = this.#running;
    if (running && this.#protocol.codeOf(running.command) === code) {
      // `taken` once more: a doubled frame.
      if (step === 'taken') return this.discardReply('unmatched-reply');
      if (step === 'progress') return shielded(() => running.options.onProgress(reply));
      this.#running = undefined;
      this.#expectLate(code, undefined, this.times.quietMs, true);
      return shielded(() => running.options.onFinal(reply));
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
      // The same request was sent before, and this may be the answer to that one: ours is then still to come.
      const mayBeAnsweredTwice = this.#mayBeAnsweredTwice(command);
      this.#expectLate(code, undefined, this.times.quietMs, true);
      if (mayBeAnsweredTwice) this.#expectLate(code, command, timeoutMs + this.times.lateMs);
      exchange.close();
      awaited.onReply?.(reply);
      exchange.settle({ kind: 'final', reply });
    } else if (longRunning) {
      this.#runs(awaited);
      if (step === 'progress') longRunning.onProgress(reply);
    } else {
      // Taken: the reply proper gets as long again.
      exchange.wait(timeoutMs);
    }
  }

  /** Whether a reply with this code is outstanding. What is expected behind it is narrowed down. */
  #takeLate(code: number, step: 'taken' | 'progress' | 'final'): boolean {
    const now = this.clock.monotonic();
    const expected = this.#outstanding.filter((late) => late.code === code && late.until > now);
    // Behind the only final reply that was outstanding comes a second copy of it at most. With several outstanding,
    // nobody can tell a copy of one from another.
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
