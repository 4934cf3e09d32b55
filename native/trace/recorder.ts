/**
 * Records the traffic of a link as text. Card data never reaches the sink: the family's codec parses and masks messages
 * by field (trace-family.ts), and bytes that form no message are masked entirely.
 */
import type { Family, TillError } from '../../electron/contract/index.ts';
import type { Link } from '../link/link.ts';
import { systemClock, type Clock } from '../../electron/domain/index.ts';
import { familyNamed } from '../families/index.ts';
import { MaskedLines, type MaskedLine } from './masked-lines.ts';
import { formatTraceLine, traceHeader } from './trace-text.ts';
import { wrappingOf } from '../families/shared/trace/trace-family.ts';

export interface RecordOptions {
  readonly clock?: Clock;
  /**
   * Called when the sink throws: recording has ended then, but the link continues. Without it, the error is thrown as
   * an uncaught one.
   */
  readonly onFailure?: (error: unknown) => void;
}

/** Limit of lines that wait for the rest of their message. Above it, the oldest message is masked entirely. */
const MAX_WAITING_LINES = 64;

/**
 * Returns a link that behaves like `link` and writes its traffic to `sink`, one line per call, in order and without
 * line breaks. Use the returned link from now on. Recording receives only while the returned link has listeners, and
 * its last line is the link's end. The caller's traffic is never delayed or changed.
 * @param family family of the messages
 */
export function recordTrace(
  link: Link,
  sink: (line: string) => void,
  family: Family,
  options: RecordOptions = {},
): Link {
  return new RecordingLink(link, sink, family, options);
}

interface Waiting {
  readonly kind: 'write' | 'data';
  readonly atMs: number;
  readonly line: MaskedLine;
}

class RecordingLink implements Link {
  readonly kind: Link['kind'];
  readonly address: string;
  readonly usb?: NonNullable<Link['usb']>;
  readonly closed: Promise<TillError | null>;
  readonly #link: Link;
  readonly #sink: (line: string) => void;
  readonly #options: RecordOptions;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #written: MaskedLines;
  readonly #received: MaskedLines;
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();
  #stopListening: (() => void) | undefined;
  #waiting: Waiting[] = [];
  #hasFailed = false;

  constructor(link: Link, sink: (line: string) => void, family: Family, options: RecordOptions) {
    this.kind = link.kind;
    this.address = link.address;
    if (link.usb) this.usb = link.usb;
    this.closed = link.closed;
    this.#link = link;
    this.#sink = sink;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#startedAt = this.#clock.monotonic();
    const codec = familyNamed(family).trace;
    this.#written = new MaskedLines(codec.masker(wrappingOf(link.kind), 'to-device'));
    this.#received = new MaskedLines(codec.masker(wrappingOf(link.kind), 'to-host'));
    this.#put(traceHeader(family, link.kind, link.usb));
    void link.closed.then((reason) => {
      this.#flush();
      this.#put(formatTraceLine({ kind: 'end', atMs: this.#now(), reason: reason ? 'lost' : 'closed' }));
    });
  }

  write(bytes: Uint8Array): Promise<void> {
    // The request is recorded before it is sent, so that the answer cannot overtake it.
    this.#record('write', this.#written, bytes);
    return this.#link.write(bytes);
  }

  onData(listener: (bytes: Uint8Array) => void): () => void {
    const entry = (bytes: Uint8Array) => listener(bytes);
    this.#listeners.add(entry);
    this.#stopListening ??= this.#link.onData((bytes) => {
      this.#record('data', this.#received, bytes);
      for (const one of this.#listeners) one(bytes);
    });
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size > 0) return;
      this.#stopListening?.();
      this.#stopListening = undefined;
      this.#flush();
    };
  }

  close(): Promise<void> {
    return this.#link.close();
  }

  #now(): number {
    return Math.round((this.#clock.monotonic() - this.#startedAt) * 10) / 10;
  }

  #record(kind: Waiting['kind'], lines: MaskedLines, bytes: Uint8Array): void {
    if (this.#hasFailed || bytes.length === 0) return;
    this.#waiting.push({ kind, atMs: this.#now(), line: lines.push(bytes) });
    this.#putReady();
    if (this.#waiting.length <= MAX_WAITING_LINES) return;
    // The first line holds back the others.
    if (this.#waiting[0]?.kind === 'write') this.#written.flush();
    else this.#received.flush();
    this.#putReady();
  }

  #flush(): void {
    this.#written.flush();
    this.#received.flush();
    this.#putReady();
  }

  #putReady(): void {
    while (this.#waiting[0]?.line.isReady) {
      const ready = this.#waiting.shift();
      if (!ready) return;
      const { kind, atMs, line } = ready;
      this.#put(formatTraceLine({ kind, atMs, bytes: line.bytes, note: line.note }));
    }
  }

  #put(text: string): void {
    if (this.#hasFailed) return;
    try {
      this.#sink(text);
    } catch (error) {
      this.#hasFailed = true;
      this.#waiting = [];
      const { onFailure } = this.#options;
      if (onFailure) onFailure(error);
      else
        queueMicrotask(() => {
          throw error;
        });
    }
  }
}
