import { copyBytes } from '../../../framing/bytes.ts';
import { DEFAULT_MAX_MESSAGE_BYTES, HidPacketJoiner, type HidItem } from '../../../framing/hid-packets.ts';
import { encodeSlip, SlipDeframer, slipInfo, type SlipItem } from '../../../framing/slip.ts';
import { parseTlvs } from '../../../framing/tlv.ts';
import { parseMmsMessage, type MmsMessage } from '../codec/message.ts';
import { envelopeTag } from '../codec/tags.ts';
import { FILLER, type Direction, type StreamMasker } from '../../shared/trace/trace-family.ts';
import { SlipMasker } from '../../shared/trace/slip-masker.ts';
import { ReportMasker } from '../../shared/trace/report-masker.ts';
import { describeMms } from './describe.ts';
import { hiddenParts } from './hidden.ts';

const START_BYTES = 2;

/**
 * Implements TraceFamily.mask for MMS. MMS has no checksum. Only the key's owner can compute the blob's MAC, so filler
 * replaces it too.
 */
export function maskMms(message: Uint8Array): Uint8Array {
  const copy = copyBytes(message);
  const parsed = parseMmsMessage(copy);
  if (!parsed.ok) return copy.fill(FILLER);
  const { card, personal } = hiddenParts(parsed.message);
  for (const part of [...card, ...personal, ...unreadParts(copy, parsed.message)]) part.fill(FILLER);
  return copy;
}

/** Parts of the envelope that no reader handles: a second payload, an unknown tag. */
function unreadParts(bytes: Uint8Array, message: MmsMessage): Uint8Array[] {
  const envelope = parseTlvs(bytes.subarray(START_BYTES));
  if (!envelope.ok) return [];
  const read = new Set<number>([envelopeTag.header, envelopeTag.payload]);
  if (message.kind === 'response' || message.kind === 'notification') {
    read.add(envelopeTag.status).add(envelopeTag.detail);
  }
  // delete() returns false from the second tag of a kind on.
  return envelope.tlvs.flatMap(({ tag, value }) => (read.delete(tag) ? [] : [value]));
}

function noteOf(message: Uint8Array): string {
  const described = describeMms(message);
  return described.message ?? described.error?.code ?? '';
}

// --- SLIP ---------------------------------------------------------------------------------------------------------

export function mmsSlipMasker(direction: Direction): StreamMasker {
  const info = direction === 'to-host' ? slipInfo.toHost : slipInfo.toDevice;
  return new SlipMasker({
    segments: new SlipDeframer(direction === 'to-host' ? 'host' : 'device'),
    maxHeldBytes: 2 * DEFAULT_MAX_MESSAGE_BYTES,
    mask(item: SlipItem) {
      if (item.kind === 'discard') return { discard: item.reason };
      if (item.kind === 'capability-exceeded') return { keep: item.kind };
      return { frame: encodeSlip(info, maskMms(item.message)), note: noteOf(item.message) };
    },
  });
}

// --- HID packets --------------------------------------------------------------------------------------------------

/** Offset of the message part in a report, by report type: the bytes before it are type, length and number. */
const contentAt: Readonly<Record<number, number>> = { 0: 2, 1: 5, 2: 3, 3: 2, 4: 3 };

export function mmsHidMasker(): StreamMasker {
  const joiner = new HidPacketJoiner();
  return new ReportMasker({
    joiner,
    reset: () => joiner.reset(),
    headerBytes: (report) => contentAt[report[0] ?? 0] ?? 1,
    mask: ({ message }: Extract<HidItem, { kind: 'frame' }>) => ({ masked: maskMms(message), note: noteOf(message) }),
    notes: { between: 'unknown-type', alone: 'cancel' },
  });
}
