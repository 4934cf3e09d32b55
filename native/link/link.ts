/**
 * A link carries bytes to and from one terminal over any cable. There are four layers, each testable alone: link
 * (bytes) -> framing (frames) -> session (exchanges) -> driver (meaning). The layers above a link use its kind only to
 * choose the framing.
 */
import { afterSilence, systemClock } from '../../electron/domain/index.ts';
import { TillError, type LinkKind } from './failure.ts';
import type { UsbIds } from './usb-ids.ts';

export interface Link {
  readonly kind: LinkKind;
  /** Address as configured, for example `serial:/dev/ttyUSB0`. */
  readonly address: string;
  /** USB ids of the device; USB only. */
  readonly usb?: UsbIds;
  /**
   * Passes bytes to the operating system: any run of bytes on serial and TCP, exactly one report of 64 bytes on HID. A
   * report with an id is preceded by its type and id (01 input, 03 feature: framing/reports.ts). Rejects with
   * LINK_CLOSED after close(), and with LINK_LOST when the cable is unplugged. Always settles by the time `closed`
   * does.
   */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Called with bytes as they arrive: chunks split at any point on serial and TCP, one report per call on HID. Attach
   * before the first await after opening, because bytes that arrive without a listener are dropped. Returns an
   * unsubscribe function.
   */
  onData(listener: (bytes: Uint8Array) => void): () => void;
  /**
   * Serial only: sets the control lines, whose idle state depends on the model. Failures of the device or its driver
   * are ignored. Never rejects.
   */
  setLines?(lines: { readonly dtr: boolean; readonly rts: boolean }): Promise<void>;
  /**
   * Settles once: with null after close(), or with LINK_LOST and the reason when the other side or the cable
   * disconnects.
   */
  readonly closed: Promise<TillError | null>;
  /** Idempotent. Resolves, within a time limit, when everything is released. */
  close(): Promise<void>;
}

export const DEFAULT_OPEN_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;

/** Shared part of all links: listeners, the `closed` promise, and writes that settle with it at the latest. */
export class LinkCore {
  readonly closed: Promise<TillError | null>;
  readonly #address: string;
  readonly #settle: (reason: TillError | null) => void;
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();
  /** Rejection function of each pending write. */
  readonly #writes = new Set<(reason: TillError) => void>();
  #end: { reason: TillError | null } | undefined;
  #closing: Promise<void> | undefined;

  constructor(address: string) {
    this.#address = address;
    const { promise, resolve } = Promise.withResolvers<TillError | null>();
    this.closed = promise;
    this.#settle = resolve;
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  onData(listener: (bytes: Uint8Array) => void): () => void {
    // The listener is wrapped, so that attaching one function twice gives two subscriptions.
    const entry = (bytes: Uint8Array) => listener(bytes);
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  /** Passes bytes to every listener, as a plain Uint8Array whatever the binding returned. */
  deliver(bytes: Uint8Array): void {
    if (this.#end) return;
    // Bindings return a Buffer, whose slice() is no copy: a listener that changed its supposed copy would change the
    // original.
    const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    for (const listener of this.#listeners) listener(plain);
  }

  /** Ends the link because the cable was unplugged. Only the first reason counts. */
  lose(reason: string, cause?: unknown): void {
    const options = cause === undefined ? {} : { cause };
    const context = { address: this.#address };
    this.#finish(new TillError('LINK_LOST', `${this.#address}: ${reason}`, { ...options, context }));
  }

  /** Runs a write that settles with the link at the latest. */
  async guard(write: () => Promise<void>): Promise<void> {
    if (this.#end) throw this.#endReason();
    // A race with `closed` would keep the handlers of every write attached to it while the cable is plugged in.
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#writes.add(reject);
    try {
      write().then(resolve, reject);
      await promise;
    } finally {
      this.#writes.delete(reject);
    }
  }

  /** Runs `release` once, however often it is called, for at most CLOSE_TIMEOUT_MS. */
  close(release: () => Promise<void>): Promise<void> {
    this.#finish(null);
    this.#closing ??= bounded(release(), CLOSE_TIMEOUT_MS);
    return this.#closing;
  }

  #finish(reason: TillError | null): void {
    if (this.#end) return;
    this.#end = { reason };
    this.#listeners.clear();
    this.#settle(reason);
    for (const end of this.#writes) end(this.#endReason());
  }

  #endReason(): TillError {
    return this.#end?.reason ?? new TillError('LINK_CLOSED', `${this.#address} is closed`);
  }
}

/** Waits for `work` for at most `timeoutMs`. A failure does not matter to a caller that is closing. */
async function bounded(work: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise: tooLong, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  await Promise.race([work.catch(() => undefined), tooLong]);
  clearTimeout(timer);
}

/**
 * Opens something within `timeoutMs`, or rejects earlier when `signal` aborts. A result that arrives too late goes to
 * `discard`, so that no port stays open after the caller has stopped waiting.
 */
export async function openWithin<T>(
  address: string,
  open: () => Promise<T>,
  discard: (late: T) => Promise<void> | void,
  options: { timeoutMs?: number; signal?: AbortSignal | undefined },
): Promise<T> {
  const { timeoutMs = DEFAULT_OPEN_TIMEOUT_MS, signal } = options;
  const context = { address };
  const abandoned = () => new TillError('LINK_CLOSED', `opening ${address} was cancelled`, { context });
  if (signal?.aborted) throw abandoned();
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(abandoned());
  signal?.addEventListener('abort', onAbort, { once: true });
  // After this process was suspended, a port may already be open although its callback has not run yet.
  const cancelTimer = afterSilence(systemClock, timeoutMs, () => {
    reject(new TillError('LINK_TIMEOUT', `${address} could not be opened within ${timeoutMs} ms`, { context }));
  });
  let hasGivenUp = false;
  const opening = open();
  opening.then(
    (late) => (hasGivenUp ? discard(late) : undefined),
    () => undefined,
  );
  try {
    return await Promise.race([opening, givenUp]);
  } catch (error) {
    hasGivenUp = true;
    throw error;
  } finally {
    cancelTimer();
    signal?.removeEventListener('abort', onAbort);
  }
}
