/**
 * Masks the traffic of one direction, line by line. A message may cover several lines, and a line may hold several
 * messages: a line is ready when every byte of it belongs to a final span.
 */
import { concatBytes } from '../framing/bytes.ts';
import type { Span, StreamMasker } from '../families/shared/trace/trace-family.ts';

/** One write, chunk or report for the trace. */
export interface MaskedLine {
  readonly isReady: boolean;
  /** Complete when the line is ready. */
  readonly bytes: Uint8Array;
  /** Names of the messages that end in the line, and reasons of discards. */
  readonly note: string;
}

class Line implements MaskedLine {
  readonly parts: Uint8Array[] = [];
  readonly notes: string[] = [];
  missing: number;

  constructor(length: number) {
    this.missing = length;
  }

  get isReady(): boolean {
    return this.missing === 0;
  }

  get bytes(): Uint8Array {
    return concatBytes(...this.parts);
  }

  get note(): string {
    return this.notes.join(', ');
  }
}

export class MaskedLines {
  readonly #masker: StreamMasker;
  #waiting: Line[] = [];

  constructor(masker: StreamMasker) {
    this.#masker = masker;
  }

  /** Takes one write, chunk or report. The line becomes ready now or with a later one. */
  push(bytes: Uint8Array): MaskedLine {
    const line = new Line(bytes.length);
    if (bytes.length > 0) this.#waiting.push(line);
    this.#fill(this.#masker.push(bytes));
    return line;
  }

  /** Completes every line by masking incomplete messages entirely. */
  flush(): void {
    this.#fill(this.#masker.flush());
  }

  #fill(spans: readonly Span[]): void {
    for (const span of spans) {
      const placeOf = span.place ?? ((offset) => offset);
      let at = 0;
      while (at < span.rawBytes) {
        const line = this.#waiting[0];
        if (!line) throw new RangeError('a masker settled more bytes than it was given');
        const taken = Math.min(line.missing, span.rawBytes - at);
        const end = at + taken === span.rawBytes ? span.masked.length : placeOf(at + taken);
        line.parts.push(span.masked.subarray(placeOf(at), end));
        line.missing -= taken;
        at += taken;
        if (at === span.rawBytes && span.note) line.notes.push(span.note);
        if (line.isReady) this.#waiting.shift();
      }
    }
  }
}
