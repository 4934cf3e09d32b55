/** Decodes MagneSafe V5 units for `tillbridge decode`. */
import { MagnesafeDeframer } from '../../../framing/magnesafe-slip.ts';
import type { Decoded, DecodeLink, UnitDecoder } from '../../shared/trace/trace-family.ts';
import { describeUnit, refuse } from './describe.ts';
import { readUnit } from './mask.ts';

/**
 * `command`, `response`: a message without report padding. `notification`: a packet. `serial`: SLIP frames. `message`:
 * any of those three after a byte for its kind, as in a frame.
 */
export function magnesafeDecoder(link: DecodeLink): UnitDecoder {
  return { push: (unit) => decodeUnit(link, unit), end: () => [] };
}

function decodeUnit(link: DecodeLink, unit: Uint8Array): Decoded[] {
  switch (link) {
    case 'command':
    case 'response':
    case 'notification':
      return [describeUnit(link, unit)];
    case 'serial':
      return decodeSlip(unit);
    case 'hid':
    case 'message': {
      const read = readUnit(unit);
      return [read ? describeUnit(read.kind, read.message) : refuse('unknown-type')];
    }
  }
}

const dropped: Readonly<Record<string, string>> = {
  'too-short': 'shorter than type and length',
  'bad-escape': 'an escape byte DB that neither DC nor DD follows',
  'unknown-type': 'a type other than 02 to 05',
  truncated: 'ends before its length says',
  overlong: 'more bytes than its length says',
  oversize: 'longer than any message of a reader',
  'bad-run': 'a doubled byte without a count of at least two',
};

/** Each line holds whole frames, so no bytes are carried over to the next line. */
function decodeSlip(unit: Uint8Array): Decoded[] {
  const deframer = new MagnesafeDeframer('any');
  const decoded = deframer
    .push(unit)
    .map((item) =>
      item.kind === 'frame' ? describeUnit(item.type, item.message) : refuse(item.reason, dropped[item.reason]),
    );
  const rest = deframer.reset();
  if (rest) decoded.push(refuse('truncated', dropped['truncated']));
  return decoded.length > 0 ? decoded : [refuse('too-short', dropped['too-short'])];
}
