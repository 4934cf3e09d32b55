/**
 * Replays a trace to a driver in place of the link: the driver must write the recorded bytes in order, and receives the
 * recorded answers. The replay is strict and ends at the first difference.
 *
 * Card data in a trace is filler, so the driver's writes are masked before they are compared.
 */
import { TillError, type LinkKind } from '../../electron/contract/index.ts';
import type { Link } from '../link/link.ts';
import { familyNamed } from '../families/index.ts';
import { MaskedLines, type MaskedLine } from './masked-lines.ts';
import { formatTraceLine, readTrace, type TraceLine } from './trace-text.ts';
import { wrappingOf } from '../families/shared/trace/trace-family.ts';

/** Error when the driver deviates from the trace. `context.step` counts the trace's lines from 1. */
export class ReplayDifference extends TillError {
  constructor(step: number, expected: string, happened: string) {
    super('HOST_INTERNAL', `step ${step} of the trace: expected ${expected}, but ${happened}`, { context: { step } });
    this.name = 'ReplayDifference';
  }
}

export interface ReplayLink extends Link {
  /** True when all preceding received lines have been delivered: the next line is the driver's, or there is none. */
  readonly isDriversTurn: boolean;
  /**
   * Resolves when the whole trace has been replayed; rejects with the ReplayDifference, after `timeoutMs` at the
   * latest.
   */
  played(timeoutMs?: number): Promise<void>;
}

const DEFAULT_PLAYED_TIMEOUT_MS = 5_000;

/** Link that replays a trace to a driver. @throws CFG_INVALID when the text is no trace. */
export function replayTrace(text: string): ReplayLink {
  return new Replayer(text);
}

class Replayer implements ReplayLink {
  readonly kind: LinkKind;
  readonly address: string;
  readonly usb?: NonNullable<ReplayLink['usb']>;
  readonly closed: Promise<TillError | null>;
  readonly #settleClosed: (reason: TillError | null) => void;
  readonly #lines: readonly TraceLine[];
  readonly #written: MaskedLines;
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();
  readonly #ended = Promise.withResolvers<void>();
  /** Writes whose message is still incomplete: they correspond to the lines from #next on. */
  #unsettled: MaskedLine[] = [];
  #next = 0;
  #isPlaying = false;
  #end: { reason: TillError | null } | undefined;
  #difference: ReplayDifference | undefined;

  constructor(text: string) {
    const trace = readTrace(text);
    const codec = familyNamed(trace.family).trace;
    this.kind = trace.link;
    this.address = `${trace.link}:replay`;
    if (trace.usb) this.usb = trace.usb;
    this.#lines = trace.lines;
    this.#written = new MaskedLines(codec.masker(wrappingOf(trace.link), 'to-device'));
    const { promise, resolve } = Promise.withResolvers<TillError | null>();
    this.closed = promise;
    this.#settleClosed = resolve;
    this.#ended.promise.catch(() => undefined); // played() reports the error.
  }

  get isDriversTurn(): boolean {
    const line = this.#lines[this.#next];
    return line?.kind !== 'data' && !(line?.kind === 'end' && line.reason === 'lost');
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#end) throw this.#end.reason ?? new TillError('LINK_CLOSED', `${this.address} is closed`);
    const expected = this.#lines[this.#next + this.#unsettled.length];
    if (expected?.kind !== 'write') throw this.#fail(`${bytes.length} bytes were written`);
    this.#unsettled.push(this.#written.push(bytes));
    while (this.#unsettled[0]?.isReady) {
      const line = this.#unsettled[0];
      const then = this.#lines[this.#next];
      const isSame = then?.kind === 'write' && Buffer.compare(line.bytes, then.bytes) === 0;
      if (!isSame) throw this.#fail(`${line.note || 'something else'} was written: ${hexOf(line)}`);
      this.#unsettled.shift();
      this.#next += 1;
    }
    this.#play();
  }

  onData(listener: (bytes: Uint8Array) => void): () => void {
    const entry = (bytes: Uint8Array) => listener(bytes);
    this.#listeners.add(entry);
    this.#play();
    return () => this.#listeners.delete(entry);
  }

  async close(): Promise<void> {
    if (this.#end) return;
    const left = this.#lines[this.#next];
    if (left?.kind === 'end' && left.reason === 'closed') this.#next += 1;
    else if (left) this.#fail('the link was closed');
    this.#finish(null);
  }

  async played(timeoutMs = DEFAULT_PLAYED_TIMEOUT_MS): Promise<void> {
    const timer = setTimeout(() => {
      // After the last line the driver is done, so only a remaining line is a difference.
      if (this.#next < this.#lines.length) this.#fail(`nothing happened for ${timeoutMs} ms`);
    }, timeoutMs);
    try {
      await this.#ended.promise;
      // A write after the last line may come although everything has been replayed.
      if (this.#difference) throw this.#difference;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Delivers the next received lines, one per turn of the event loop, like a binding. */
  #play(): void {
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    setImmediate(() => {
      this.#isPlaying = false;
      if (this.#end || this.#unsettled.length > 0) return;
      const line = this.#lines[this.#next];
      if (!line) return this.#ended.resolve();
      if (line.kind === 'data') {
        // A real link would drop bytes without a listener, so the line waits for the driver.
        if (this.#listeners.size === 0) return;
        this.#next += 1;
        for (const listener of this.#listeners) listener(line.bytes);
        this.#play();
      } else if (line.kind === 'end' && line.reason === 'lost') {
        this.#next += 1;
        this.#finish(new TillError('LINK_LOST', `${this.address}: lost, as then`));
      }
    });
  }

  #fail(happened: string): ReplayDifference {
    const line = this.#lines[this.#next];
    const expected = line ? `"${formatTraceLine(line)}"` : 'its end';
    this.#difference ??= new ReplayDifference(this.#next + 1, expected, happened);
    this.#finish(this.#difference);
    return this.#difference;
  }

  #finish(reason: TillError | null): void {
    if (this.#end) return;
    this.#end = { reason };
    this.#listeners.clear();
    this.#settleClosed(reason);
    if (this.#difference) this.#ended.reject(this.#difference);
    else this.#ended.resolve();
  }
}

function hexOf({ bytes }: MaskedLine): string {
  return Buffer.from(bytes).toString('hex').toUpperCase();
}
