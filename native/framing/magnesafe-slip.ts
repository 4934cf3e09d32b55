/**
 * MagneSafe V5 on a serial line (reference section 3): SLIP with a header of its own.
 *
 *     C0 | type | length u16 BE | message | C0          escaped inside: C0 -> DB DC, DB -> DB DD [inf]
 *     type: 05 command   04 response   02 notification   03 notification, run-length coded
 *
 * The length counts the message as it stands in the frame: unescaped, still coded [inf]. There is no checksum.
 */
import { bigEndian, concatBytes, readBigEndian } from './bytes.ts';
import { escapeFrame, SlipSegments } from './slip.ts';

export const magnesafeFrame = { notification: 0x02, codedNotification: 0x03, response: 0x04, command: 0x05 } as const;

export type MagnesafeFrameKind = 'command' | 'response' | 'notification';

const HEADER_BYTES = 3;
/** No message is longer: a notification's packet carries 4 kB at most, and coding may make it half as long again. */
export const MAX_MAGNESAFE_FRAME_BYTES = 8_192;
/** What a coded message may become. */
const MAX_PLAIN_BYTES = 8_192;

/**
 * `too-short` for a header, `bad-escape`, `unknown-type`, `wrong-direction` (for the host typically its own bytes echoed),
 * `truncated` or `overlong` against the length, `oversize`, `bad-run` where the run-length code cannot be read.
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

/** One frame, ready for the wire. `type` is one of magnesafeFrame; a coded notification's message is coded already. */
export function encodeMagnesafeFrame(type: number, message: Uint8Array): Uint8Array {
  return escapeFrame(concatBytes(Uint8Array.of(type), bigEndian(message.length, 2)), message);
}

/** Takes chunks cut anywhere and gives whole frames, run-length code undone, and named discards. Never throws. */
export class MagnesafeDeframer extends SlipSegments<MagnesafeSlipItem> {
  /** `side` is ours; `any` takes frames of both directions, for decoding. */
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
 * Run-length code (mDynamo manual p25): a byte that repeats is written twice and then how often it stands there; runs above 255 are cut.
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
 * Undefined where a doubled byte has no count, or one below 2, or the whole would be too long: a wrong guess about the code
 * must not pass for a message.
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
