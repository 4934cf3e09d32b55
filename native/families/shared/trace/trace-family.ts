/**
 * The parts of a terminal family that recorder, replayer and `tillbridge decode` use. Each family exports one
 * `TraceFamily`; `families/index.ts` lists them.
 */
import type { Family, LinkKind } from '../../../../electron/contract/index.ts';
import { copyBytes } from '../../../framing/bytes.ts';

/** Byte that replaces card data. It differs from framing bytes and digits. */
export const FILLER = 0xee;

/** Direction of bytes on the terminal's cable. */
export type Direction = 'to-device' | 'to-host';

/** Wrapping of messages: 64-byte USB reports, or frames on a byte stream (serial, TCP). */
export type Wrapping = 'hid' | 'serial';

export const wrappingOf = (kind: LinkKind): Wrapping => (kind === 'hid' ? 'hid' : 'serial');

/** Named values of a message. Hexadecimal is upper case; a value with card data is reduced to its length. */
export type Fields = Readonly<Record<string, unknown>>;

/** Value of a field that must not be shown. */
export interface LengthOnly {
  readonly length: number;
}

interface DecodeFault {
  /** `FRAME_` and the name of the fault, for example `FRAME_TRUNCATED`. */
  readonly code: string;
  /** One English sentence, which never contains the bytes themselves. */
  readonly message: string;
}

/** Content of one unit. `checksum` is omitted for a protocol without checksums. */
export interface Decoded {
  readonly message?: string;
  readonly fields?: Fields;
  readonly checksum?: 'ok' | 'bad';
  readonly error?: DecodeFault;
}

/** Run of bytes on the wire whose masked form is final. Spans follow each other without gaps. */
export interface Span {
  /** Number of bytes on the wire that the span covers. */
  readonly rawBytes: number;
  /** The run with its card data replaced. Escaping may make it shorter or longer than `rawBytes`. */
  readonly masked: Uint8Array;
  /** Offset in `masked` of the byte at `rawOffset` of the run; absent when both have the same length. */
  readonly place?: (rawOffset: number) => number;
  /** Name of the message, or the reason why the run is no message. */
  readonly note?: string;
}

/** Masks one direction of one link as a stream. Never throws. Its buffer is limited by the framing. */
export interface StreamMasker {
  push(bytes: Uint8Array): Span[];
  /** Returns the buffered bytes without waiting for the rest, masked entirely. */
  flush(): Span[];
}

/**
 * Forms of the units of `tillbridge decode`: as on a link, or one whole message each. If a message does not show its
 * own type, the form states its sender.
 */
export const decodeLinks = ['hid', 'serial', 'message', 'command', 'response', 'notification'] as const;
export type DecodeLink = (typeof decodeLinks)[number];

/** Decodes units one by one; only USB reports are joined. Never throws. */
export interface UnitDecoder {
  push(unit: Uint8Array): Decoded[];
  /** Decodes the remaining bytes after the last unit. */
  end(): Decoded[];
}

export interface TraceFamily {
  readonly family: Family;
  /**
   * Copy of a whole message with card data replaced by FILLER: encrypted payloads, masked tracks, names, and everything
   * that is not known to be harmless. The copy has the same length and structure, and valid checksums. An unreadable
   * message is replaced entirely by FILLER. Masking is idempotent.
   */
  mask(message: Uint8Array): Uint8Array;
  masker(wrapping: Wrapping, direction: Direction): StreamMasker;
  /** Forms in which this family's units may come. */
  readonly links: readonly DecodeLink[];
  /** `link` is one of `links`. */
  decoder(link: DecodeLink): UnitDecoder;
}

/** Fault whose name contains the reason of a framing or codec. */
export function frameFault(reason: string, message: string): DecodeFault {
  return { code: `FRAME_${reason.toUpperCase().replaceAll('-', '_')}`, message };
}

/** Run of wire bytes that is no message: filled entirely, except for the first `kept` bytes. */
export function maskedRun(raw: Uint8Array, note: string, kept = 0): Span {
  const masked = copyBytes(raw);
  masked.fill(FILLER, Math.min(kept, raw.length));
  return { rawBytes: raw.length, masked, note };
}
