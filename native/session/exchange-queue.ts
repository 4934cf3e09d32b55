/**
 * Shared part of every session: one exchange at a time over a link.
 *
 * - Exchanges run in the order of their requests; an urgent exchange goes to the front.
 * - Messages are written one after the other, even if an exchange has timed out in between: on HID, a message has
 *   several reports.
 * - After a timeout the session is dirty: it verifies that both sides are in sync before it sends the next request.
 *   Only a repeatable request is sent again, once.
 * - The end of the link ends every exchange, with LINK_CLOSED or LINK_LOST. Every wait has a time limit.
 */
import { TillError } from '../../electron/contract/index.ts';
import type { Link } from '../link/link.ts';
import { pause, systemClock, type Clock } from '../../electron/domain/index.ts';
import { RearmableTimeout } from '../time/timeout.ts';
import type { Discard } from './protocol.ts';

export interface ExchangeOptions {
  readonly timeoutMs?: number;
  /** Sends the request again, once, when it is not answered. Only for requests that change nothing or may run twice. */
  readonly isRepeatable?: boolean;
  readonly isUrgent?: boolean;
}

interface SessionListener<Note> {
  onNote(note: Note): void;
  onHeard?(): void;
  /** Called when bytes were dropped, or when a reply matches no pending request (`unmatched-reply`). */
  onDiscard?(discard: Discard): void;
}

export interface SessionTimes {
  /** Default time to wait for a reply. */
  readonly replyMs: number;
  /** Time without a byte after which the line counts as quiet. */
  readonly quietMs: number;
  /** Time limit for waiting until the line is quiet. */
  readonly drainMs: number;
  /** Time limit of the probe that resynchronizes. */
  readonly probeMs: number;
}

export const defaultSessionTimes: SessionTimes = { replyMs: 3_000, quietMs: 50, drainMs: 1_000, probeMs: 1_000 };

/** Counts of received data, which distinguish silence from bytes that form no message. */
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

/** Request that waits for its answer, with a time limit. */
export class Exchange<Answer> {
  readonly answer: Promise<Answer>;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: unknown) => void;
  readonly #timeout: RearmableTimeout;
  readonly #onSilence: (waitedMs: number) => void;
  #isOpen = true;

  /** `onSilence` must settle the exchange; it is called after `waitMs`. */
  constructor(clock: Clock, waitMs: number, onSilence: (waitedMs: number) => void) {
    ({ promise: this.answer, resolve: this.#resolve, reject: this.#reject } = Promise.withResolvers<Answer>());
    this.#timeout = new RearmableTimeout(clock);
    this.#onSilence = onSilence;
    this.wait(waitMs);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  wait(waitMs: number): void {
    this.#timeout.arm(waitMs, () => this.#onSilence(waitMs));
  }

  /** Ends the wait for the answer; settle() follows. */
  close(): void {
    this.#isOpen = false;
    this.#timeout.cancel();
  }

  settle(answer: Answer): void {
    this.close();
    this.#resolve(answer);
  }

  /** Has no effect once closed: a write that fails after its exchange has timed out must not end the next exchange. */
  fail(error: unknown): void {
    if (!this.#isOpen) return;
    this.close();
    this.#reject(error);
  }
}

export abstract class ExchangeQueue<Note, Times extends SessionTimes> {
  readonly link: Link;
  /** Settles like the link's `closed`, and also on detach(). */
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

  /** Sets the only listener, the driver. Notes that arrive without a listener are dropped. */
  listen(listener: SessionListener<Note>): void {
    this.listener = listener;
  }

  /** Stops listening and settles every pending exchange, but leaves the link open for another family. */
  detach(): void {
    this.finish(null);
  }

  /**
   * Settles every pending exchange with LINK_CLOSED, then closes the link. `closed` has settled when the promise
   * resolves. Idempotent.
   */
  async close(): Promise<void> {
    this.finish(null);
    await this.link.close();
    await this.closed;
  }

  /** Handles bytes from the link. Must not throw. */
  protected abstract receive(bytes: Uint8Array): void;

  // --- Sending --------------------------------------------------------------------------------------------------

  /** Runs `once` in its turn, and a second time when it is repeatable and was not answered. */
  protected enqueue<Result>(once: () => Promise<Result>, options: ExchangeOptions): Promise<Result> {
    if (this.#end) return Promise.reject(this.endError());
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

  /** Error of an exchange without an answer; makes the session dirty. */
  protected timeoutError(waitedMs: number): TillError {
    this.isDirty = true;
    const { address } = this.link;
    return new TillError('TERM_SILENT', `${address} gave no answer within ${waitedMs} ms`, {
      context: { address, waitedMs },
    });
  }

  /** Waits, within a time limit, until the line is quiet, so that a late reply cannot answer another request. */
  protected async awaitQuietLine(): Promise<void> {
    const startedAt = this.clock.monotonic();
    for (;;) {
      this.requireOpen();
      const quietForMs = this.clock.monotonic() - Math.max(this.#lastByteAt, startedAt);
      if (quietForMs >= this.times.quietMs || this.clock.monotonic() - startedAt >= this.times.drainMs) return;
      await pause(this.clock, Math.max(1, this.times.quietMs - quietForMs));
    }
  }

  // --- Receiving ------------------------------------------------------------------------------------------------

  protected countMessage(): void {
    this.#statistics.messages += 1;
    runListener(() => this.listener?.onHeard?.());
  }

  protected note(note: Note): void {
    runListener(() => this.listener?.onNote(note));
  }

  protected discard(discard: Discard): void {
    this.#statistics.discards += 1;
    runListener(() => this.listener?.onDiscard?.(discard));
  }

  /** Drops a late or repeated reply, which must not answer the pending request. */
  protected discardReply(reason: 'unmatched-reply' | 'late-reply'): void {
    this.discard({ kind: 'discard', reason, bytes: 0 });
  }

  // --- End ------------------------------------------------------------------------------------------------------

  protected get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  protected requireOpen(): void {
    if (this.#end) throw this.endError();
  }

  protected finish(reason: TillError | null): void {
    if (this.#end) return;
    this.#end = { reason };
    this.#stopListening();
    const queued = this.#queue;
    this.#queue = [];
    this.#open?.fail(this.endError());
    for (const { reject } of queued) reject(this.endError());
    this.#settleClosed(reason);
  }

  protected endError(): TillError {
    return this.#end?.reason ?? new TillError('LINK_CLOSED', `${this.link.address} was closed`);
  }
}

/** Runs a listener. A bug in the listener must not stop the following frames, but it must surface. */
export function runListener(task: () => void): void {
  try {
    task();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
