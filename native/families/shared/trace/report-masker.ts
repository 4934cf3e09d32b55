/** Masks USB HID traffic with one span per report. A report's header (type, length, number) stays unmasked. */
import { concatBytes, copyBytes } from '../../../framing/bytes.ts';
import { maskedRun, type Span, type StreamMasker } from './trace-family.ts';

const REPORT_BYTES = 64;

type Discarded = { readonly kind: 'discard'; readonly reason: string };

interface ReportFamily<Whole extends { readonly kind: 'frame' }> {
  readonly joiner: {
    readonly heldBytes: number;
    push(report: Uint8Array): readonly (Whole | Discarded)[];
  };
  reset(): void;
  /** Number of bytes at the start of a 64-byte report that precede its part of the message. */
  headerBytes(report: Uint8Array): number;
  /** Masked message and its name. `raw` holds the parts of its reports, including the padding of the last report. */
  mask(whole: Whole, raw: Uint8Array): { masked: Uint8Array; note: string };
  /** Names of a report that belongs to no message: between the parts of a message, or alone. */
  readonly notes: { readonly between: string; readonly alone: string };
}

export class ReportMasker<Whole extends { readonly kind: 'frame' }> implements StreamMasker {
  readonly #family: ReportFamily<Whole>;
  /** Reports that wait for the rest of their message, and unrelated reports that came between them. */
  #waiting: { report: Uint8Array; isPart: boolean }[] = [];

  constructor(family: ReportFamily<Whole>) {
    this.#family = family;
  }

  push(bytes: Uint8Array): Span[] {
    const { joiner, notes } = this.#family;
    const report = copyBytes(bytes);
    const heldBefore = joiner.heldBytes;
    const items = joiner.push(report);
    const held = joiner.heldBytes;
    const reason = items.find((item): item is Discarded => item.kind === 'discard')?.reason;
    const whole = items.find((item): item is Whole => item.kind === 'frame');
    const spans = reason === 'interrupted' || (held === 0 && !whole) ? this.#release(reason ?? 'interrupted') : [];
    const isPart = whole !== undefined || held > heldBefore || (held > 0 && reason === 'interrupted');
    if (!isPart && this.#waiting.length === 0) return [...spans, this.#keepHeader(report, reason ?? notes.alone)];
    this.#waiting.push({ report, isPart });
    return whole ? [...spans, ...this.#settle(whole)] : spans;
  }

  flush(): Span[] {
    this.#family.reset();
    return this.#release('truncated');
  }

  #release(note: string): Span[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting.map(({ report }) => this.#keepHeader(report, note));
  }

  #settle(whole: Whole): Span[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    const partOf = (report: Uint8Array): Uint8Array => report.subarray(this.#family.headerBytes(report));
    const raw = concatBytes(...waiting.flatMap(({ report, isPart }) => (isPart ? [partOf(report)] : [])));
    const { masked, note } = this.#family.mask(whole, raw);
    let at = 0;
    return waiting.map(({ report, isPart }, index) => {
      if (!isPart) return this.#keepHeader(report, this.#family.notes.between);
      const begin = this.#family.headerBytes(report);
      const copy = new Uint8Array(REPORT_BYTES);
      copy.set(report.subarray(0, begin));
      copy.set(masked.subarray(at, at + REPORT_BYTES - begin), begin);
      at += REPORT_BYTES - begin;
      const span: Span = { rawBytes: REPORT_BYTES, masked: copy };
      return index === waiting.length - 1 ? { ...span, note } : span;
    });
  }

  #keepHeader(report: Uint8Array, note: string): Span {
    return maskedRun(report, note, report.length === REPORT_BYTES ? this.#family.headerBytes(report) : 0);
  }
}
