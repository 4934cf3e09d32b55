/** MMS units that `tillbridge decode` accepts: SLIP frames, USB reports, or bare messages. */
import { toHex } from '../../../framing/bytes.ts';
import { HID_PACKET_BYTES, HidPacketJoiner } from '../../../framing/hid-packets.ts';
import { SlipDeframer, type SlipItem } from '../../../framing/slip.ts';
import { frameFault, type Decoded, type DecodeLink, type UnitDecoder } from '../../shared/trace/trace-family.ts';
import { describeMms } from './describe.ts';

export function mmsDecoder(link: DecodeLink): UnitDecoder {
  switch (link) {
    case 'message':
    case 'command':
    case 'response':
    case 'notification':
      return { push: (unit) => [describeMms(unit)], end: () => [] };
    case 'serial':
      return { push: decodeSlip, end: () => [] };
    case 'hid':
      return new ReportDecoder();
  }
}

/** Report type that cancels the current message. */
const CANCEL = 0x04;

const dropped: Readonly<Record<string, string>> = {
  'too-short': 'shorter than info byte and length',
  'bad-escape': 'an escape byte DB that neither DC nor DD follows',
  'unknown-info': 'an info byte other than 00, 02 and 03',
  truncated: 'ends before the message does',
  overlong: 'more bytes than the length field says',
  oversize: 'longer than any message of a terminal',
  'wrong-size': 'a report has 64 bytes',
  'unknown-type': 'a report type other than 00 to 04',
  'bad-length': 'a length that cannot stand in such a report',
  orphan: 'a middle or tail report without its head',
  'out-of-sequence': 'a middle report is missing or doubled',
  'wrong-total': 'the parts are not as long as the head says',
  interrupted: 'another message began before this one was whole',
  cancelled: 'cancelled by its sender',
};

function refuse(reason: string): Decoded {
  return { error: frameFault(reason, dropped[reason] ?? reason) };
}

/** One line holds whole frames: a frame never continues in the next line. */
function decodeSlip(unit: Uint8Array): Decoded[] {
  // The frame's info byte identifies the sender. Each side returns an item for each frame, and exactly one of the two
  // fits.
  const host = new SlipDeframer('host');
  const device = new SlipDeframer('device');
  const forDevice = device.push(unit);
  const decoded = host.push(unit).map((item, index) => decodeItem(isMisdirected(item) ? forDevice[index] : item));
  const rest = host.reset();
  if (rest) decoded.push(refuse('truncated'));
  return decoded.length > 0 ? decoded : [refuse('too-short')];
}

function isMisdirected(item: SlipItem): boolean {
  return item.kind === 'discard' && item.reason === 'wrong-direction';
}

function decodeItem(item: SlipItem | undefined): Decoded {
  if (item?.kind === 'frame') return describeMms(item.message);
  if (item?.kind === 'capability-exceeded') {
    return { message: item.kind, fields: { largestBytes: item.largestBytes } };
  }
  return refuse(item?.reason ?? 'too-short');
}

class ReportDecoder implements UnitDecoder {
  readonly #joiner = new HidPacketJoiner();

  push(unit: Uint8Array): Decoded[] {
    const decoded = this.#joiner
      .push(unit)
      .map((item) => (item.kind === 'frame' ? describeMms(item.message) : refuse(item.reason)));
    if (unit.length === HID_PACKET_BYTES && unit[0] === CANCEL) {
      decoded.push({ message: 'cancel-packet', fields: { reason: toHex(unit.subarray(1, 3)) } });
    }
    return decoded;
  }

  end(): Decoded[] {
    return this.#joiner.reset() ? [refuse('truncated')] : [];
  }
}
