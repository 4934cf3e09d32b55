/**
 * A session: one exchange at a time over a link.
 *
 *     request ─► queue ─► [resync, if the last exchange timed out] ─► write ─► wait ─► reply | TERM_SILENT
 *                                                                                │
 *     note    ◄──────────────────────── notifications, in the order they came ◄──┘
 *
 * Rules:
 * - A second request waits for the first (first come, first served; an urgent one goes to the front). Terminals here
 *   allow one outstanding request (MMS manual 3.1).
 * - After a time-out the session is dirty. Before the next request it waits until the line is quiet, forgets half a
 *   frame, and proves with a harmless probe that both sides are in step: a late reply then answers nobody.
 * - Only requests marked repeatable are sent again, once, and only after such a resync.
 * - Whatever ends the link ends every request, with LINK_CLOSED or LINK_LOST. Nothing waits without a bound.
 */
import { TillError } from '../../electron/contract/index.ts';
import type { Link } from '../link/link.ts';
import { pause, systemClock, type Clock } from '../time/clock.ts';
import type { Discard, Protocol } from './protocol.ts';

export interface RequestOptions<Reply> {
  readonly timeoutMs?: number;
  /** Sent again once when unanswered. Only for requests that change nothing or may be done twice. */
  readonly isRepeatable?: boolean;
  /** Goes to the front of the queue. */
  readonly isUrgent?: boolean;
  /** Called with the reply in order with notifications, before any that came after it. */
  readonly onReply?: (reply: Reply) => void;
}

export interface SessionListener<Note> {
  onNote(note: Note): void;
  /** A whole message of any kind arrived. */
  onHeard?(): void;
  /** Bytes were dropped, or a reply came that nobody asked for (`stray-reply`). */
  onDiscard?(discard: Discard): void;
}

export interface SessionTimes {
  /** How long a request waits for its reply unless it says otherwise. */
  readonly replyMs: number;
  /** The line counts as quiet after this long without a byte. */
  readonly quietMs: number;
  /** Waiting for a quiet line ends after this long. */
  readonly drainMs: number;
  /** How long the probe of a resync waits. */
  readonly probeMs: number;
}

export const defaultSessionTimes: SessionTimes = { replyMs: 3_000, quietMs: 50, drainMs: 1_000, probeMs: 1_000 };

interface Waiting<Reply> {
  readonly build: (reference: number) => Uint8Array;
  readonly options: RequestOptions<Reply>;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

/** What was heard so far; tells silence from rubbish. */
export interface SessionStatistics {
  readonly bytes: number;
  readonly messages: number;
  readonly discards: number;
}

export class Session<Reply, Note> {
  readonly link: Link;
  /** As the link's, and also settled by detach(). */
  readonly closed: Promise<TillError | null>;
  readonly #protocol: Protocol<Reply, Note>;
  readonly #clock: Clock;
  readonly #times: SessionTimes;
  readonly #stopListening: () => void;
  readonly #settleClosed: (reason: TillError | null) => void;
  #listener: SessionListener<Note> | undefined;
  #queue: Waiting<Reply>[] = [];
  #isRunning = false;
  #awaited:
    | { request: Uint8Array; isProbe: boolean; settle: (reply: Reply) => void; fail: (error: unknown) => void }
    | undefined;
  /** Messages go out one after the other, also one whose exchange has timed out: on HID each is several reports. */
  #writing: Promise<void> = Promise.resolve();
  #end: { reason: TillError | null } | undefined;
  #isDirty = false;
  #lastReference = 0;
  #lastByteAt = 0;
  #statistics = { bytes: 0, messages: 0, discards: 0 };

  constructor(
    link: Link,
    protocol: Protocol<Reply, Note>,
    options: { clock?: Clock; times?: Partial<SessionTimes> } = {},
  ) {
    this.link = link;
    this.#protocol = protocol;
    this.#clock = options.clock ?? systemClock;
    this.#times = { ...defaultSessionTimes, ...options.times };
    const { promise, resolve } = Promise.withResolvers<TillError | null>();
    this.closed = promise;
    this.#settleClosed = resolve;
    this.#stopListening = link.onData((bytes) => this.#receive(bytes));
    void link.closed.then((reason) => this.#finish(reason));
  }

  get statistics(): SessionStatistics {
    return { ...this.#statistics };
  }

  /** One listener: the driver. Notes that arrive without one are dropped. */
  listen(listener: SessionListener<Note>): void {
    this.#listener = listener;
  }

  /**
   * Runs one exchange. `build` gets the reference number to put into the message, 1 to 255.
   * Rejects with TERM_SILENT (no reply in time), TERM_REFUSED (the terminal cannot take so long a message),
   * LINK_CLOSED or LINK_LOST; whatever `build` throws is passed on.
   */
  request(build: (reference: number) => Uint8Array, options: RequestOptions<Reply> = {}): Promise<Reply> {
    if (this.#end) return Promise.reject(this.#whyEnded());
    return new Promise((resolve, reject) => {
      const waiting = { build, options, resolve, reject };
      if (options.isUrgent) this.#queue.unshift(waiting);
      else this.#queue.push(waiting);
      void this.#run();
    });
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

  async #serve({ build, options }: Waiting<Reply>): Promise<Reply> {
    const timeoutMs = options.timeoutMs ?? this.#times.replyMs;
    const once = async (): Promise<Reply> => {
      if (this.#isDirty) await this.#resync();
      return this.#exchange(build(this.#nextReference()), timeoutMs, options.onReply);
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
    const discard = this.#protocol.reset();
    if (discard) this.#discard(discard);
    await this.#exchange(this.#protocol.probe(this.#nextReference()), this.#times.probeMs, undefined, true);
    this.#isDirty = false;
  }

  #exchange(request: Uint8Array, timeoutMs: number, onReply?: (reply: Reply) => void, isProbe = false): Promise<Reply> {
    if (this.#end) return Promise.reject(this.#whyEnded());
    return new Promise((resolve, reject) => {
      let isOpen = true;
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
      const callOff = this.#clock.after(timeoutMs, () => {
        this.#isDirty = true;
        const context = { address: this.link.address, waitedMs: timeoutMs };
        fail(new TillError('TERM_SILENT', `${this.link.address} gave no answer within ${timeoutMs} ms`, { context }));
      });
      this.#awaited = {
        request,
        isProbe,
        fail,
        settle: (reply) => {
          done();
          onReply?.(reply);
          resolve(reply);
        },
      };
      void this.#write(request).catch(fail);
    });
  }

  #write(request: Uint8Array): Promise<void> {
    const next = this.#writing.then(async () => {
      for (const chunk of this.#protocol.encode(request)) await this.link.write(chunk);
    });
    this.#writing = next.catch(() => undefined);
    return next;
  }

  #receive(bytes: Uint8Array): void {
    this.#lastByteAt = this.#clock.now();
    this.#statistics.bytes += bytes.length;
    for (const item of this.#protocol.decode(bytes)) {
      if (this.#end) return;
      switch (item.kind) {
        case 'reply':
          this.#heard();
          this.#takeReply(item.reply);
          break;
        case 'note':
          this.#heard();
          shielded(() => this.#listener?.onNote(item.note));
          break;
        case 'too-long':
          this.#heard();
          // It carries no reference. A probe is never too long: this is late, and means the question before.
          if (!this.#awaited || this.#awaited.isProbe) {
            this.#discard({ kind: 'discard', reason: 'stray-reply', bytes: 0 });
            break;
          }
          this.#awaited.fail(
            new TillError('TERM_REFUSED', `the terminal takes messages of at most ${item.largestBytes} bytes`, {
              context: { address: this.link.address, largestBytes: item.largestBytes },
            }),
          );
          break;
        case 'discard':
          this.#discard(item);
          break;
      }
    }
  }

  #takeReply(reply: Reply): void {
    const awaited = this.#awaited;
    if (awaited && this.#protocol.isAnswer(awaited.request, reply)) {
      shielded(() => awaited.settle(reply));
      return;
    }
    // A late or doubled reply: it must not answer the question that is open now.
    this.#discard({ kind: 'discard', reason: 'stray-reply', bytes: 0 });
  }

  #heard(): void {
    this.#statistics.messages += 1;
    shielded(() => this.#listener?.onHeard?.());
  }

  #discard(discard: Discard): void {
    this.#statistics.discards += 1;
    shielded(() => this.#listener?.onDiscard?.(discard));
  }

  #nextReference(): number {
    // 0 is left out: notifications carry it.
    this.#lastReference = (this.#lastReference % 255) + 1;
    return this.#lastReference;
  }

  #finish(reason: TillError | null): void {
    if (this.#end) return;
    this.#end = { reason };
    this.#stopListening();
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
