/**
 * A link: bytes to and from one terminal, whatever the cable. Four layers stand on each other and each can be tested
 * alone: link (bytes) -> framing (frames) -> session (exchanges) -> driver (meaning). Nothing above a link knows which
 * kind it is, except for choosing the framing.
 */
import { afterSilence, systemClock } from '../../electron/domain/index.ts';
import { TillError, type LinkKind } from './failure.ts';

export interface UsbIds {
  readonly vendorId: number;
  readonly productId: number;
}

export interface Link {
  readonly kind: LinkKind;
  /** As configured, e.g. `serial:/dev/ttyUSB0`. */
  readonly address: string;
  /** USB only: who the device says it is. */
  readonly usb?: UsbIds;
  /**
   * Hands bytes to the operating system: any run of bytes on serial and TCP, exactly one report of 64 bytes on HID. Where reports have
   * ids, a report begins with its type and id (01 input, 03 feature: framing/reports.ts).
   * Rejects with LINK_CLOSED after close(), with LINK_LOST when the cable is gone. Never stays pending past `closed`.
   */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Bytes as they arrive: chunks cut anywhere on serial and TCP, one report per call on HID. Attach before the first
   * await after opening: what arrives with nobody listening is dropped. Returns an unsubscribe function.
   */
  onData(listener: (bytes: Uint8Array) => void): () => void;
  /**
   * Serial only: the control lines, whose resting state belongs to the model. What the device or its driver refuses is
   * left as it is. Never rejects.
   */
  setLines?(lines: { readonly dtr: boolean; readonly rts: boolean }): Promise<void>;
  /** Settles once: null after close(), LINK_LOST with the reason when the other side or the cable went away. */
  readonly closed: Promise<TillError | null>;
  /** Idempotent; resolves once everything is released. Bounded in time. */
  close(): Promise<void>;
}

/** The longest a link takes to open or to close before it is given up, milliseconds. */
export const DEFAULT_OPEN_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;

/** What all links share: listeners, the one `closed` promise, and writes that never outlive it. */
export class LinkCore {
  readonly closed: Promise<TillError | null>;
  readonly #address: string;
  readonly #settle: (reason: TillError | null) => void;
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();
  /** How each write under way is ended. */
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
    // Wrapped, so that one function attached twice is two subscriptions.
    const entry = (bytes: Uint8Array) => listener(bytes);
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  /** Hands bytes to every listener, as a plain Uint8Array whatever the binding gave. */
  deliver(bytes: Uint8Array): void {
    if (this.#end) return;
    // Bindings give a Buffer, whose slice() is no copy: a listener that changes its supposed copy would change the original.
    const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    for (const listener of this.#listeners) listener(plain);
  }

  /** The cable is gone. Only the first reason counts. */
  lose(reason: string, cause?: unknown): void {
    const options = cause === undefined ? {} : { cause };
    const context = { address: this.#address };
    this.#finish(new TillError('LINK_LOST', `${this.#address}: ${reason}`, { ...options, context }));
  }

  /** Runs a write so that it ends with the link at the latest. */
  async guard(write: () => Promise<void>): Promise<void> {
    if (this.#end) throw this.#whyEnded();
    // Not a race with `closed`: what was hung on that by every write would stay there as long as the cable is in.
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
    for (const end of this.#writes) end(this.#whyEnded());
  }

  #whyEnded(): TillError {
    return this.#end?.reason ?? new TillError('LINK_CLOSED', `${this.#address} is closed`);
  }
}

/** Waits for `work`, but no longer than `timeoutMs`; its failure does not matter to a caller who is leaving. */
async function bounded(work: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise: tooLong, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  await Promise.race([work.catch(() => undefined), tooLong]);
  clearTimeout(timer);
}

/**
 * Opens something within `timeoutMs`, or sooner when `signal` aborts. What opens too late is handed to `discard`, so
 * that no port stays held by a caller who has left.
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
  // After a standstill of this process a port may be open already, and nobody has been told yet.
  const cancelTimer = afterSilence(systemClock, timeoutMs, () => {
    reject(new TillError('LINK_TIMEOUT', `${address} could not be opened within ${timeoutMs} ms`, { context }));
  });
  let hasLeft = false;
  const opening = open();
  opening.then(
    (late) => (hasLeft ? discard(late) : undefined),
    () => undefined,
  );
  try {
    return await Promise.race([opening, givenUp]);
  } catch (error) {
    hasLeft = true;
    throw error;
  } finally {
    cancelTimer();
    signal?.removeEventListener('abort', onAbort);
  }
}
