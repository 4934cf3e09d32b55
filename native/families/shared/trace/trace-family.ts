/**
 * What recorder, replayer and `tillbridge decode` must know of a terminal family. Each family gives one `TraceFamily`;
 * families.ts lists them.
 */
import type { Family, LinkKind } from '../../../../electron/contract/index.ts';
import { copyBytes } from '../../../framing/bytes.ts';

/** The byte that stands for card data. Neither a framing sign nor a digit. */
export const FILLER = 0xee;

/** Which way bytes go, seen from the terminal's cable. */
export type Direction = 'to-device' | 'to-host';

/** How messages are wrapped: 64-byte USB reports, or frames on a byte stream (serial, TCP). */
export type Wrapping = 'hid' | 'serial';

export const wrappingOf = (kind: LinkKind): Wrapping => (kind === 'hid' ? 'hid' : 'serial');

/** Named values of a message. Hexadecimal is upper case; what holds card data is given as its length alone. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value of a field that must not be shown. */
export interface LengthOnly {
  readonly length: number;
}

interface DecodeFault {
  /** `FRAME_` and the name of what is wrong, e.g. `FRAME_TRUNCATED`. */
  readonly code: string;
  /** English, one sentence. Never the bytes themselves. */
  readonly message: string;
}

/** What one unit says. `checksum` is absent where the protocol has none. */
export interface Decoded {
  readonly message?: string;
  readonly fields?: Fields;
  readonly checksum?: 'ok' | 'bad';
  readonly error?: DecodeFault;
}

/** A run of bytes on the wire whose masked form is settled. Spans follow each other without gaps. */
export interface Span {
  /** How many bytes of the wire it stands for. */
  readonly rawBytes: number;
  /** The same run with card data replaced. Escaping may make it shorter or longer than `rawBytes`. */
  readonly masked: Uint8Array;
  /** Where in `masked` the byte at that place of the run begins; absent where the two have the same length. */
  readonly place?: (rawOffset: number) => number;
  /** The message's name, or why the run is no message. */
  readonly note?: string;
}

/** Masks one direction of one link as it flows by. Never throws; holds no more than the framing's own bound. */
export interface StreamMasker {
  push(bytes: Uint8Array): Span[];
  /** Settles what is held without waiting for its rest: masked whole. */
  flush(): Span[];
}

/**
 * How the units of `tillbridge decode` come: as on a link, or one whole message each; where a message does not show what it is, by
 * who says it.
 */
export const decodeLinks = ['hid', 'serial', 'message', 'command', 'response', 'notification'] as const;
export type DecodeLink = (typeof decodeLinks)[number];

/** Decodes units one by one; only USB reports join into longer ones. Never throws. */
export interface UnitDecoder {
  push(unit: Uint8Array): Decoded[];
  /** What is left over when no more units come. */
  end(): Decoded[];
}

export interface TraceFamily {
  readonly family: Family;
  /**
   * A copy of a whole message with card data replaced by FILLER: encrypted payloads, masked tracks, names, and whatever
   * is not known to be harmless. Same length, same structure, checksums valid. A message that cannot be read comes back
   * as FILLER alone. Masking twice gives the same as masking once.
   */
  mask(message: Uint8Array): Uint8Array;
  masker(wrapping: Wrapping, direction: Direction): StreamMasker;
  /** How this family's units may come. */
  readonly links: readonly DecodeLink[];
  /** `link` is one of `links`. */
  decoder(link: DecodeLink): UnitDecoder;
}

/** A fault by the name a framing or codec gives it. */
export function faultNamed(reason: string, message: string): DecodeFault {
  return { code: `FRAME_${reason.toUpperCase().replaceAll('-', '_')}`, message };
}

/** A run of wire bytes that is no message: all filler, but `kept` bytes at its beginning. */
export function maskedWhole(raw: Uint8Array, note: string, kept = 0): Span {
  const masked = copyBytes(raw);
  masked.fill(FILLER, Math.min(kept, raw.length));
  return { rawBytes: raw.length, masked, note };
}
