/** Masks SLIP traffic of any dialect with one span per segment, including its end byte. */
import { concatBytes, copyBytes } from '../../../framing/bytes.ts';
import type { SlipSegments } from '../../../framing/slip.ts';
import { maskedRun, type Span, type StreamMasker } from './trace-family.ts';

const END = 0xc0;
const ESCAPE = 0xdb;

interface SlipDialect<Item> {
  readonly segments: SlipSegments<Item>;
  /** Above this size the deframer skips to the next end byte, so the held bytes cannot become a message. */
  readonly maxHeldBytes: number;
  /**
   * Returns the whole masked frame and its name; `keep` when there is nothing to hide; `discard` when the item is no
   * message.
   */
  mask(
    item: Item,
  ): { readonly frame: Uint8Array; readonly note: string } | { readonly keep: string } | { readonly discard: string };
}

export class SlipMasker<Item> implements StreamMasker {
  readonly #dialect: SlipDialect<Item>;
  #pieces: Uint8Array[] = [];
  #held = 0;

  constructor(dialect: SlipDialect<Item>) {
    this.#dialect = dialect;
  }

  push(bytes: Uint8Array): Span[] {
    const spans: Span[] = [];
    let at = 0;
    while (at < bytes.length) {
      const end = bytes.indexOf(END, at);
      const next = end < 0 ? bytes.length : end + 1;
      const piece = copyBytes(bytes, at, next);
      at = next;
      this.#pieces.push(piece);
      this.#held += piece.length;
      const [item] = this.#dialect.segments.push(piece);
      if (end >= 0) spans.push(this.#settle(item));
      else if (this.#held > this.#dialect.maxHeldBytes) spans.push(...this.#release('oversize'));
    }
    return spans;
  }

  flush(): Span[] {
    this.#dialect.segments.reset();
    return this.#release('truncated');
  }

  #release(note: string): Span[] {
    const raw = this.#take();
    return raw.length === 0 ? [] : [maskedRun(raw, note)];
  }

  #take(): Uint8Array {
    const raw = concatBytes(...this.#pieces);
    this.#pieces = [];
    this.#held = 0;
    return raw;
  }

  #settle(item: Item | undefined): Span {
    const raw = this.#take();
    // Two end bytes in a row: there is no segment in between.
    if (item === undefined) return { rawBytes: raw.length, masked: raw };
    const made = this.#dialect.mask(item);
    if ('keep' in made) return { rawBytes: raw.length, masked: raw, note: made.keep };
    if ('discard' in made) {
      const span = maskedRun(raw.subarray(0, -1), made.discard);
      return { ...span, rawBytes: raw.length, masked: concatBytes(span.masked, Uint8Array.of(END)) };
    }
    // The leading end byte is left out, because it ended the previous run.
    const masked = made.frame.subarray(1);
    return { rawBytes: raw.length, masked, place: (offset) => sameByte(raw, masked, offset), note: made.note };
  }
}

/** Maps the byte at `offset` of one escaped run to its offset in another run with the same number of plain bytes. */
function sameByte(from: Uint8Array, to: Uint8Array, offset: number): number {
  let at = 0;
  let place = 0;
  while (at < offset && place < to.length) {
    at += from[at] === ESCAPE ? 2 : 1;
    place += to[place] === ESCAPE ? 2 : 1;
  }
  return Math.min(place, to.length);
}
