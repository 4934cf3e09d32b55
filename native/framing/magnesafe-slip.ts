/**
 * MagneSafe V5 on a serial line (reference section 3): SLIP with its own header.
 *
 *     C0 | type | length u16 BE | message | C0          escaped inside: C0 -> DB DC, DB -> DB DD [inf]
 *     type: 05 command   04 response   02 notification   03 notification, run-length coded
 *
 * The length counts the message in the frame: without escapes, but still run-length coded [inf]. There is no checksum.
 */
import { bigEndian, concatBytes, readBigEndian } from './bytes.ts';
import { escapeFrame, SlipSegments } from './slip.ts';

export const magnesafeFrame = { notification: 0x02, codedNotification: 0x03, response: 0x04, command: 0x05 } as const;

export type MagnesafeFrameKind = 'command' | 'response' | 'notification';

const HEADER_BYTES = 3;
/** Largest message: a packet of a notification carries at most 4 kB, and coding may make it half as long again. */
export const MAX_MAGNESAFE_FRAME_BYTES = 8_192;
const MAX_PLAIN_BYTES = 8_192;

/**
 * `too-short`: shorter than a header. `bad-escape`. `unknown-type`. `wrong-direction`: for the host typically an echo
 * of the bytes that it sent. `truncated` or `overlong`: compared with the length. `oversize`. `bad-run`: unreadable
 * run-length code.
 */
type MagnesafeDiscardReason =
  | 'too-short'
  | 'bad-escape'
  | 'unknown-type'
  | 'wrong-direction'
  | 'truncated'
  | 'overlong'
  | 'oversize'
  | 'bad-run';

export type MagnesafeSlipItem =
  | { readonly kind: 'frame'; readonly type: MagnesafeFrameKind; readonly message: Uint8Array }
  | { readonly kind: 'discard'; readonly reason: MagnesafeDiscardReason; readonly bytes: number };

/**
 * Complete frame for the wire. `type` is one of magnesafeFrame; the message of a coded notification must already be
 * coded.
 */
export function encodeMagnesafeFrame(type: number, message: Uint8Array): Uint8Array {
  return escapeFrame(concatBytes(Uint8Array.of(type), bigEndian(message.length, 2)), message);
}

/** Splits a stream, pushed in any chunks, into whole decoded frames and named discards. Never throws. */
export class MagnesafeDeframer extends SlipSegments<MagnesafeSlipItem> {
  /** `side` is the caller's own side; `any` accepts frames of both directions, for decoding. */
  constructor(side: 'host' | 'device' | 'any') {
    super(
      HEADER_BYTES + MAX_MAGNESAFE_FRAME_BYTES,
      (plain, rawBytes) => readFrame(plain, rawBytes, side),
      (reason, bytes) => ({ kind: 'discard', reason, bytes }),
    );
  }
}

function readFrame(
  plain: Uint8Array | undefined,
  rawBytes: number,
  side: 'host' | 'device' | 'any',
): MagnesafeSlipItem {
  const discard = (reason: MagnesafeDiscardReason): MagnesafeSlipItem => ({ kind: 'discard', reason, bytes: rawBytes });
  if (!plain) return discard('bad-escape');
  if (plain.length < HEADER_BYTES) return discard('too-short');
  const kind = kinds[plain[0] ?? 0];
  if (!kind) return discard('unknown-type');
  if (side !== 'any' && (kind === 'command') !== (side === 'device')) return discard('wrong-direction');
  const length = readBigEndian(plain.subarray(1, HEADER_BYTES));
  if (length > MAX_MAGNESAFE_FRAME_BYTES) return discard('oversize');
  const present = plain.length - HEADER_BYTES;
  if (present < length) return discard('truncated');
  if (present > length) return discard('overlong');
  const content = plain.subarray(HEADER_BYTES);
  const message = plain[0] === magnesafeFrame.codedNotification ? decodeRuns(content) : content;
  return message ? { kind: 'frame', type: kind, message } : discard('bad-run');
}

const kinds: Readonly<Record<number, MagnesafeFrameKind>> = {
  [magnesafeFrame.command]: 'command',
  [magnesafeFrame.response]: 'response',
  [magnesafeFrame.notification]: 'notification',
  [magnesafeFrame.codedNotification]: 'notification',
};

/**
 * Run-length code (mDynamo manual p25): a repeated byte is written twice, followed by its count; runs above 255 are
 * split.
 */
export function encodeRuns(plain: Uint8Array): Uint8Array {
  const coded: number[] = [];
  for (let at = 0; at < plain.length;) {
    const byte = plain[at] ?? 0;
    let count = 1;
    while (count < 255 && plain[at + count] === byte && at + count < plain.length) count += 1;
    coded.push(...(count === 1 ? [byte] : [byte, byte, count]));
    at += count;
  }
  return Uint8Array.from(coded);
}

/**
 * Decodes run-length code. Returns undefined when a doubled byte has no count, when the count is below 2, or when the
 * result is too long: a wrong assumption about the code must not yield a message.
 */
export function decodeRuns(coded: Uint8Array): Uint8Array | undefined {
  const plain = new Uint8Array(MAX_PLAIN_BYTES);
  let length = 0;
  for (let at = 0; at < coded.length;) {
    const byte = coded[at] ?? 0;
    const isRun = at + 1 < coded.length && coded[at + 1] === byte;
    const count = isRun ? (coded[at + 2] ?? 0) : 1;
    if ((isRun && count < 2) || length + count > MAX_PLAIN_BYTES) return undefined;
    plain.fill(byte, length, length + count);
    length += count;
    at += isRun ? 3 : 1;
  }
  return plain.slice(0, length);
}
