/**
 * A session for protocols whose messages carry no reference number and whose answers may come in stages (NEO 2).
 *
 *     request ─► queue ─► [late replies are out of the way] ─► write ─► wait ─► reply | TERM_SILENT
 *     stage   ─► queue ─► …                                  ─► write ─► taken ····· prompts ····· final reply
 *
 * A reply says which command it answers, but not which sending of it. So, beyond the rules of session.ts (one exchange
 * at a time, resync after a time-out, only repeatable requests sent again, everything bounded):
 * - A request that stayed unanswered leaves a debt. Until its late reply has come, or can no longer come (lateMs), no
 *   other question with the same code is asked. The very same repeatable question may be: one answer serves both.
 * - A stage is a request whose real answer comes when a person has done something. While it runs only requests marked
 *   for it go out; others are refused at once with TERM_BUSY, since a reader takes them as a cancel (NEO 2 guide, 02-40).
 * - A stage that is given up leaves a debt as well: its late answer never ends the next stage.
 * - A reply may come twice. For as long as a line takes to fall quiet after it, no other question with its code is asked.
 * - A frame that stalls is given up on when the line is quiet, so it cannot swallow the frames behind it.
 */
import { TillError } from '../../electron/contract/index.ts';
import { equalBytes } from '../framing/bytes.ts';
import type { Link } from '../link/link.ts';
import { pause, systemClock, type Clock } from '../time/clock.ts';
import type { Discard } from './protocol.ts';
import type { SessionListener, SessionStatistics } from './session.ts';

/** What such a session must know of a family's wire. Commands are whole frames, ready to be cut into chunks. */
export interface StagedProtocol<Reply, Note> {
  /** Chunks to write, in order: one for a stream, one per report on HID. */
  encode(command: Uint8Array): readonly Uint8Array[];
  /** Takes received bytes, cut anywhere; gives what became whole. Must not throw. */
  decode(bytes: Uint8Array): readonly StagedIncoming<Reply, Note>[];
  /** Gives up on a frame under way, and gives what stands behind its beginning. */
  flush(): readonly StagedIncoming<Reply, Note>[];
  /** Bytes of a frame under way. */
  readonly heldBytes: number;
  /** The code that a command and its replies share. */
  codeOf(command: Uint8Array): number;
  codeOfReply(reply: Reply): number;
  /** `taken`: the command is under way. `progress`: something has happened, the final reply follows. */
  stageOf(reply: Reply): 'taken' | 'progress' | 'final';
  /** What a reply nobody waits for may be instead. */
  asNote(reply: Reply): Note | undefined;
  /** A harmless request whose answer proves that both sides are in step again. */
  readonly probe: Uint8Array;
}

export type StagedIncoming<Reply, Note> =
  { readonly kind: 'reply'; readonly reply: Reply } | { readonly kind: 'note'; readonly note: Note } | Discard;

export interface StagedRequestOptions {
  readonly timeoutMs?: number;
  /** Sent again once when unanswered. Only for requests that change nothing or may be done twice. */
  readonly isRepeatable?: boolean;
  /** Goes to the front of the queue. */
  readonly isUrgent?: boolean;
  /** May go out while a stage runs. */
  readonly isForStage?: boolean;
}

export interface StageOptions<Reply> {
  /** How long to wait for `taken`. */
  readonly takenMs: number;
  /** The reader says when it has taken a command: silence is then an error. Otherwise silence is consent. */
  readonly saysTaken: boolean;
  /** Called in order with notes, before any that came after it. Never after abandonStage(). */
  /** Whether whoever asked still wants it: looked at before it is sent, and when the reader takes it. */
  isWanted(): boolean;
  /** The stage runs now. Not called when the answer was there at once. */
  onTaken(): void;
  onProgress(reply: Reply): void;
  onFinal(reply: Reply): void;
}

/** `final`: the answer was there at once; onFinal is not called for it. */
export type StageStart<Reply> = { readonly kind: 'running' } | { readonly kind: 'final'; readonly reply: Reply };

export interface StagedSessionTimes {
  /** How long a request waits for its reply unless it says otherwise. */
  readonly replyMs: number;
  /** The line counts as quiet after this long without a byte. */
  readonly quietMs: number;
  /** Waiting for a quiet line ends after this long. */
  readonly drainMs: number;
  /** How long the probe of a resync waits. */
  readonly probeMs: number;
  /** A reply that has not come this long after its request was given up does not come any more. */
  readonly lateMs: number;
  /** A frame that got no byte for this long is given up on. */
  readonly stallMs: number;
}

export const defaultStagedTimes: StagedSessionTimes = {
  replyMs: 3_000,
  quietMs: 50,
  drainMs: 1_000,
  probeMs: 1_000,
  lateMs: 2_000,
  stallMs: 250,
};

interface Waiting<Reply> {
  readonly command: Uint8Array;
  readonly options: StagedRequestOptions;
  readonly stage: StageOptions<Reply> | undefined;
  readonly resolve: (start: StageStart<Reply>) => void;
  readonly reject: (error: unknown) => void;
}

interface Debt {
  readonly command: Uint8Array | undefined;
  readonly code: number;
  until: number;
  /** Only a second copy of a reply that has come is still expected. */
  isCopy: boolean;
}

export class StagedSession<Reply, Note> {
  readonly link: Link;
  /** As the link's, and also settled by detach(). */
  readonly closed: Promise<TillError | null>;
  readonly #protocol: StagedProtocol<Reply, Note>;
  readonly #clock: Clock;
  readonly #times: StagedSessionTimes;
  readonly #stopListening: () => void;
  readonly #settleClosed: (reason: TillError | null) => void;
  #listener: SessionListener<Note> | undefined;
  #queue: Waiting<Reply>[] = [];
  #isRunning = false;
  #awaited: { code: number; take: (reply: Reply) => void; fail: (error: unknown) => void } | undefined;
  #stage: { command: Uint8Array; options: StageOptions<Reply> } | undefined;
  #debts: Debt[] = [];
  #end: { reason: TillError | null } | undefined;
  #isDirty = false;
  #lastByteAt = 0;
  #callOffStall: () => void = () => undefined;
  /** Frames go out one after the other, whoever sends them: on HID each is several reports. */
  #writing: Promise<void> = Promise.resolve();
  #statistics = { bytes: 0, messages: 0, discards: 0 };

  constructor(
    link: Link,
    protocol: StagedProtocol<Reply, Note>,
    options: { clock?: Clock; times?: Partial<StagedSessionTimes> } = {},
  ) {
    this.link = link;
    this.#protocol = protocol;
    this.#clock = options.clock ?? systemClock;
    this.#times = { ...defaultStagedTimes, ...options.times };
    const { promise, resolve } = Promise.withResolvers<TillError | null>();
    this.closed = promise;
    this.#settleClosed = resolve;
    this.#stopListening = link.onData((bytes) => this.#receive(bytes));
    void link.closed.then((reason) => this.#finish(reason));
  }

  get statistics(): SessionStatistics {
    return { ...this.#statistics };
  }

  get isStageRunning(): boolean {
    return this.#stage !== undefined;
  }

  /** One listener: the driver. Notes that arrive without one are dropped. */
  listen(listener: SessionListener<Note>): void {
    this.#listener = listener;
  }

  /**
   * Runs one exchange. Rejects with TERM_SILENT (no reply in time), TERM_BUSY (a stage runs), LINK_CLOSED or LINK_LOST.
   */
  async request(command: Uint8Array, options: StagedRequestOptions = {}): Promise<Reply> {
    const start = await this.#enqueue(command, options, undefined);
    // A plain request is only ever settled by its reply.
    if (start.kind !== 'final') throw new Error('a request ended without its reply');
    return start.reply;
  }

  /**
   * Starts a stage. Resolves once the reader has taken it (or has answered at once). Rejects as request() does; a stage
   * that was not confirmed may be running in the reader all the same, and its late answer is kept from the next one.
   */
  stage(command: Uint8Array, options: StageOptions<Reply>): Promise<StageStart<Reply>> {
    return this.#enqueue(command, {}, options);
  }

  /** Stops listening for the running stage's answer. Harmless when none runs. */
  abandonStage(): void {
    const stage = this.#stage;
    if (!stage) return;
    this.#stage = undefined;
    this.#owe(this.#protocol.codeOf(stage.command), undefined);
  }

  /** Replies with these codes may still come for somebody else's question: none of them is to answer ours. */
  expectLate(...codes: readonly number[]): void {
    for (const code of codes) this.#owe(code, undefined);
  }

  /** The terminal has restarted: what it owed it does not know any more. */
  forgetDebts(): void {
    this.#debts = [];
  }

  /** Sends an answer to the reader's own question. Nothing is awaited; the reader goes on by itself. */
  send(frame: Uint8Array): Promise<void> {
    if (this.#end) return Promise.reject(this.#whyEnded());
    return this.#write(frame);
  }

  /** Stops listening and settles everything in flight, but leaves the link open for another family's try. */
  detach(): void {
    this.#finish(null);
  }

  /** Settles everything in flight with LINK_CLOSED, then closes the link. Idempotent. */
  async close(): Promise<void> {
    this.#finish(null);
    await this.link.close();
  }

  // --- Out ------------------------------------------------------------------------------------------------------

  #enqueue(
    command: Uint8Array,
    options: StagedRequestOptions,
    stage: StageOptions<Reply> | undefined,
  ): Promise<StageStart<Reply>> {
    if (this.#end) return Promise.reject(this.#whyEnded());
    return new Promise((resolve, reject) => {
      const waiting = { command, options, stage, resolve, reject };
      if (options.isUrgent) this.#queue.unshift(waiting);
      else this.#queue.push(waiting);
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      try {
        next.resolve(await this.#serve(next));
      } catch (error) {
        next.reject(error);
      }
    }
    this.#isRunning = false;
  }

  async #serve({ command, options, stage }: Waiting<Reply>): Promise<StageStart<Reply>> {
    const once = async (): Promise<StageStart<Reply>> => {
      if (this.#stage && !options.isForStage) {
        throw new TillError('TERM_BUSY', `${this.link.address} is busy with a transaction`, {
          context: { address: this.link.address },
        });
      }
      if (this.#isDirty) await this.#resync();
      await this.#awaitDebts(command, options.isRepeatable ?? false);
      if (stage && !stage.isWanted()) {
        throw new TillError('TERM_NOT_READY', 'the stage is no longer wanted', {
          context: { address: this.link.address },
        });
      }
      return this.#exchange(command, options.timeoutMs ?? this.#times.replyMs, stage);
    };
    try {
      return await once();
    } catch (error) {
      const isSilence = error instanceof TillError && error.code === 'TERM_SILENT';
      if (!options.isRepeatable || !isSilence || this.#end) throw error;
      return once();
    }
  }

  async #resync(): Promise<void> {
    const startedAt = this.#clock.now();
    for (;;) {
      if (this.#end) throw this.#whyEnded();
      const quietForMs = this.#clock.now() - Math.max(this.#lastByteAt, startedAt);
      if (quietForMs >= this.#times.quietMs || this.#clock.now() - startedAt >= this.#times.drainMs) break;
      await pause(this.#clock, Math.max(1, this.#times.quietMs - quietForMs));
    }
    this.#take(this.#protocol.flush());
    // While a stage runs a probe would cancel it; what is asked then is a cancel, which may be asked twice.
    if (!this.#stage) await this.#exchange(this.#protocol.probe, this.#times.probeMs, undefined);
    this.#isDirty = false;
  }

  /** Waits until no late reply can be taken for the answer to `command`. */
  async #awaitDebts(command: Uint8Array, isRepeatable: boolean): Promise<void> {
    const code = this.#protocol.codeOf(command);
    const isInTheWay = (debt: Debt): boolean => {
      if (debt.code !== code || debt.until <= this.#clock.now()) return false;
      return !(isRepeatable && debt.command && equalBytes(debt.command, command));
    };
    while (this.#debts.some(isInTheWay)) {
      if (this.#end) throw this.#whyEnded();
      await pause(this.#clock, Math.min(this.#times.quietMs, 50));
    }
  }

  /** Whether an earlier sending of the very same command may still be answered. */
  #isOwed(command: Uint8Array): boolean {
    const now = this.#clock.now();
    return this.#debts.some((debt) => debt.until > now && debt.command && equalBytes(debt.command, command));
  }

  #owe(code: number, command: Uint8Array | undefined, withinMs = this.#times.lateMs, isCopy = false): void {
    const now = this.#clock.now();
    this.#debts = this.#debts.filter(({ until }) => until > now);
    this.#debts.push({ code, command, until: now + withinMs, isCopy });
  }

  #exchange(
    command: Uint8Array,
    timeoutMs: number,
    stage: StageOptions<Reply> | undefined,
  ): Promise<StageStart<Reply>> {
    if (this.#end) return Promise.reject(this.#whyEnded());
    const code = this.#protocol.codeOf(command);
    return new Promise((resolve, reject) => {
      let isOpen = true;
      let callOff: () => void;
      const done = (): void => {
        isOpen = false;
        callOff();
        this.#awaited = undefined;
      };
      const fail = (error: unknown): void => {
        // A write that fails after its exchange has timed out must not end the one that runs by then.
        if (!isOpen) return;
        done();
        reject(error);
      };
      const run = (): void => {
        done();
        resolve({ kind: 'running' });
        if (!stage) return;
        if (!stage.isWanted()) return this.#owe(code, undefined);
        this.#stage = { command, options: stage };
        stage.onTaken();
      };
      const wait = (waitMs: number): (() => void) =>
        this.#clock.after(waitMs, () => {
          if (stage && !stage.saysTaken) return run();
          this.#isDirty = true;
          this.#owe(code, command);
          const context = { address: this.link.address, waitedMs: waitMs };
          fail(new TillError('TERM_SILENT', `${this.link.address} gave no answer within ${waitMs} ms`, { context }));
        });
      callOff = wait(stage ? stage.takenMs : timeoutMs);
      this.#awaited = {
        code,
        fail,
        take: (reply) => {
          const step = this.#protocol.stageOf(reply);
          if (step === 'final') {
            // Asked before, and that asking may be what was answered: then the answer to this one is still to come.
            const isAskedTwice = this.#isOwed(command);
            done();
            this.#owe(code, undefined, this.#times.quietMs, true);
            if (isAskedTwice) this.#owe(code, command, timeoutMs + this.#times.lateMs);
            resolve({ kind: 'final', reply });
          } else if (stage) {
            run();
            if (step === 'progress') stage.onProgress(reply);
          } else {
            // Taken: the reply proper gets as long again.
            callOff();
            callOff = wait(timeoutMs);
          }
        },
      };
      void this.#write(command).catch(fail);
    });
  }

  #write(frame: Uint8Array): Promise<void> {
    const next = this.#writing.then(async () => {
      for (const chunk of this.#protocol.encode(frame)) await this.link.write(chunk);
    });
    this.#writing = next.catch(() => undefined);
    return next;
  }

  // --- In -------------------------------------------------------------------------------------------------------

  #receive(bytes: Uint8Array): void {
    this.#lastByteAt = this.#clock.now();
    this.#statistics.bytes += bytes.length;
    this.#take(this.#protocol.decode(bytes));
    this.#callOffStall();
    if (this.#end || this.#protocol.heldBytes === 0) return;
    this.#callOffStall = this.#clock.after(this.#times.stallMs, () => this.#take(this.#protocol.flush()));
  }

  #take(items: readonly StagedIncoming<Reply, Note>[]): void {
    for (const item of items) {
      if (this.#end) return;
      if (item.kind === 'discard') {
        this.#discard(item);
        continue;
      }
      this.#statistics.messages += 1;
      shielded(() => this.#listener?.onHeard?.());
      if (item.kind === 'note') shielded(() => this.#listener?.onNote(item.note));
      else this.#takeReply(item.reply);
    }
  }

  #takeReply(reply: Reply): void {
    const code = this.#protocol.codeOfReply(reply);
    const step = this.#protocol.stageOf(reply);
    if (this.#awaited?.code === code) {
      const { take } = this.#awaited;
      return shielded(() => take(reply));
    }
    const stage = this.#stage;
    if (stage && this.#protocol.codeOf(stage.command) === code) {
      // `taken` once more: a doubled frame.
      if (step === 'taken') return this.#discard({ kind: 'discard', reason: 'stray-reply', bytes: 0 });
      if (step === 'progress') return shielded(() => stage.options.onProgress(reply));
      this.#stage = undefined;
      this.#owe(code, undefined, this.#times.quietMs, true);
      return shielded(() => stage.options.onFinal(reply));
    }
    const now = this.#clock.now();
    const owed = this.#debts.filter((debt) => debt.code === code && debt.until > now);
    if (owed.length > 0) {
      // Behind the only final reply that was owed comes a second copy of it at most. With several owed, nobody can tell
      // a copy of one from another.
      const [only, another] = owed.filter(({ isCopy }) => !isCopy);
      if (step === 'final' && only && !another) {
        only.until = Math.min(only.until, now + this.#times.quietMs);
        only.isCopy = true;
      }
      return this.#discard({ kind: 'discard', reason: 'late-reply', bytes: 0 });
    }
    const note = this.#protocol.asNote(reply);
    if (note !== undefined) return shielded(() => this.#listener?.onNote(note));
    this.#discard({ kind: 'discard', reason: 'stray-reply', bytes: 0 });
  }

  #discard(discard: Discard): void {
    this.#statistics.discards += 1;
    shielded(() => this.#listener?.onDiscard?.(discard));
  }

  #finish(reason: TillError | null): void {
    if (this.#end) return;
    this.#end = { reason };
    this.#stopListening();
    this.#callOffStall();
    this.#stage = undefined;
    const waiting = this.#queue;
    this.#queue = [];
    this.#awaited?.fail(this.#whyEnded());
    for (const { reject } of waiting) reject(this.#whyEnded());
    this.#settleClosed(reason);
  }

  #whyEnded(): TillError {
    return this.#end?.reason ?? new TillError('LINK_CLOSED', `${this.link.address} was closed`);
  }
}

/** Runs a listener. A bug in it must neither stop the frames behind it nor stay unseen. */
function shielded(task: () => void): void {
  try {
    task();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
