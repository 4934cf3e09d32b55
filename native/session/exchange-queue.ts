/**
 * What every session shares: one exchange at a time over a link.
 *
 * - Exchanges run in the order they were asked for; an urgent one goes to the front.
 * - Messages go out one after the other, also one whose exchange has timed out: on HID each is several reports.
 * - After a time-out the session is dirty, and proves that both sides are in step before it asks the next question. Only
 *   what is repeatable is sent again, once.
 * - Whatever ends the link ends every exchange, with LINK_CLOSED or LINK_LOST. Nothing waits without a bound.
 */
import { TillError } from '../../electron/contract/index.ts';
import type { Link } from '../link/link.ts';
import { pause, systemClock, type Clock } from '../../electron/domain/index.ts';
import { Timeout } from '../time/timeout.ts';
import type { Discard } from './protocol.ts';

export interface ExchangeOptions {
  readonly timeoutMs?: number;
  /** Sent again once when unanswered. Only for requests that change nothing or may be done twice. */
  readonly isRepeatable?: boolean;
  /** Goes to the front of the queue. */
  readonly isUrgent?: boolean;
}

interface SessionListener<Note> {
  onNote(note: Note): void;
  /** A whole message of any kind arrived. */
  onHeard?(): void;
  /** Bytes were dropped, or a reply came that answers no open question (`unmatched-reply`). */
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

/** What was heard so far: tells silence from bytes that are no messages. */
interface SessionStatistics {
  readonly bytes: number;
  readonly messages: number;
  readonly discards: number;
}

interface Queued<Result> {
  readonly once: () => Promise<Result>;
  readonly isRepeatable: boolean;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** A question that waits for its answer, within a bound. */
export class Exchange<Answer> {
  readonly answer: Promise<Answer>;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: unknown) => void;
  readonly #timeout: Timeout;
  readonly #onSilence: (waitedMs: number) => void;
  #isOpen = true;

  /** `onSilence` settles the exchange when `waitMs` have passed. */
  constructor(clock: Clock, waitMs: number, onSilence: (waitedMs: number) => void) {
    ({ promise: this.answer, resolve: this.#resolve, reject: this.#reject } = Promise.withResolvers<Answer>());
    this.#timeout = new Timeout(clock);
    this.#onSilence = onSilence;
    this.wait(waitMs);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Waits for as long again. */
  wait(waitMs: number): void {
    this.#timeout.arm(waitMs, () => this.#onSilence(waitMs));
  }

  /** Nothing more is awaited; settle() follows. */
  close(): void {
    this.#isOpen = false;
    this.#timeout.cancel();
  }

  settle(answer: Answer): void {
    this.close();
    this.#resolve(answer);
  }

  /** Does nothing once closed: a write that fails after its exchange has timed out must not end the next one. */
  fail(error: unknown): void {
    if (!this.#isOpen) return;
    this.close();
    this.#reject(error);
  }
}

export abstract class ExchangeQueue<Note, Times extends SessionTimes> {
  readonly link: Link;
  /** As the link's, and also settled by detach(). */
  readonly closed: Promise<TillError | null>;
  protected readonly clock: Clock;
  protected readonly times: Times;
  protected listener: SessionListener<Note> | undefined;
  protected isDirty = false;
  readonly #encode: (message: Uint8Array) => readonly Uint8Array[];
  readonly #stopListening: () => void;
  readonly #settleClosed: (reason: TillError | null) => void;
  #queue: Queued<unknown>[] = [];
  #isRunning = false;
  #open: Exchange<unknown> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #end: { reason: TillError | null } | undefined;
  #lastByteAt = 0;
  #statistics = { bytes: 0, messages: 0, discards: 0 };

  constructor(
    link: Link,
    encode: (message: Uint8Array) => readonly Uint8Array[],
    options: { clock: Clock | undefined; times: Times },
  ) {
    this.link = link;
    this.clock = options.clock ?? systemClock;
    this.times = options.times;
    this.#encode = encode;
    ({ promise: this.closed, resolve: this.#settleClosed } = Promise.withResolvers<TillError | null>());
    this.#stopListening = link.onData((bytes) => {
      this.#lastByteAt = this.clock.monotonic();
      this.#statistics.bytes += bytes.length;
      this.receive(bytes);
    });
    void link.closed.then((reason) => this.finish(reason));
  }

  get statistics(): SessionStatistics {
    return { ...this.#statistics };
  }

  /** One listener: the driver. Notes that arrive without one are dropped. */
  listen(listener: SessionListener<Note>): void {
    this.listener = listener;
  }

  /** Stops listening and settles everything in flight, but leaves the link open for another family's try. */
  detach(): void {
    this.finish(null);
  }

  /** Settles everything in flight with LINK_CLOSED, then closes the link. Whoever waits for `closed` knows by then. Idempotent. */
  async close(): Promise<void> {
    this.finish(null);
    await this.link.close();
    await this.closed;
  }

  /** Bytes from the link. Must not throw. */
  protected abstract receive(bytes: Uint8Array): void;

  // --- Out ------------------------------------------------------------------------------------------------------

  /** Runs `once` when its turn comes; again, when it is repeatable and met silence. */
  protected enqueue<Result>(once: () => Promise<Result>, options: ExchangeOptions): Promise<Result> {
    if (this.#end) return Promise.reject(this.whyEnded());
    return new Promise<Result>((resolve, reject) => {
      const queued = { once, isRepeatable: options.isRepeatable ?? false, resolve, reject } as Queued<unknown>;
      if (options.isUrgent) this.#queue.unshift(queued);
      else this.#queue.push(queued);
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

  async #serve({ once, isRepeatable }: Queued<unknown>): Promise<unknown> {
    try {
      return await once();
    } catch (error) {
      const isSilence = error instanceof TillError && error.code === 'TERM_SILENT';
      if (!isRepeatable || !isSilence || this.#end) throw error;
      return once();
    }
  }

  /** Sends a message whose answer settles `exchange`. */
  protected ask<Answer>(message: Uint8Array, exchange: Exchange<Answer>): Promise<Answer> {
    this.#open = exchange as Exchange<unknown>;
    void this.write(message).catch((error: unknown) => exchange.fail(error));
    return exchange.answer;
  }

  protected write(message: Uint8Array): Promise<void> {
    const next = this.#writing.then(async () => {
      for (const chunk of this.#encode(message)) await this.link.write(chunk);
    });
    this.#writing = next.catch(() => undefined);
    return next;
  }

  /** The answer did not come: the session is dirty from here on. */
  protected silence(waitedMs: number): TillError {
    this.isDirty = true;
    const { address } = this.link;
    return new TillError('TERM_SILENT', `${address} gave no answer within ${waitedMs} ms`, {
      context: { address, waitedMs },
    });
  }

  /** Waits until the line is quiet, so that a late reply answers nobody. Bounded. */
  protected async awaitQuietLine(): Promise<void> {
    const startedAt = this.clock.monotonic();
    for (;;) {
      this.requireOpen();
      const quietForMs = this.clock.monotonic() - Math.max(this.#lastByteAt, startedAt);
      if (quietForMs >= this.times.quietMs || this.clock.monotonic() - startedAt >= this.times.drainMs) return;
      await pause(this.clock, Math.max(1, this.times.quietMs - quietForMs));
    }
  }

  // --- In -------------------------------------------------------------------------------------------------------

  /** A whole message of any kind arrived. */
  protected heard(): void {
    this.#statistics.messages += 1;
    shielded(() => this.listener?.onHeard?.());
  }

  protected note(note: Note): void {
    shielded(() => this.listener?.onNote(note));
  }

  protected discard(discard: Discard): void {
    this.#statistics.discards += 1;
    shielded(() => this.listener?.onDiscard?.(discard));
  }

  /** A late or doubled reply: it must not answer the question that is open now. */
  protected discardReply(reason: 'unmatched-reply' | 'late-reply'): void {
    this.discard({ kind: 'discard', reason, bytes: 0 });
  }

  // --- End ------------------------------------------------------------------------------------------------------

  protected get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  protected requireOpen(): void {
    if (this.#end) throw this.whyEnded();
  }

  protected finish(reason: TillError | null): void {
    if (this.#end) return;
    this.#end = { reason };
    this.#stopListening();
    const queued = this.#queue;
    this.#queue = [];
    this.#open?.fail(this.whyEnded());
    for (const { reject } of queued) reject(this.whyEnded());
    this.#settleClosed(reason);
  }

  protected whyEnded(): TillError {
    return this.#end?.reason ?? new TillError('LINK_CLOSED', `${this.link.address} was closed`);
  }
}

/** Runs a listener. A bug in it must neither stop the frames behind it nor stay unseen. */
export function shielded(task: () => void): void {
  try {
    task();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
