/** Decodes NEO 2 units for `tillbridge decode`: whole frames, or USB reports. */
import { Neo2ReportJoiner } from '../../../framing/neo2-hid.ts';
import { frameFault, type Decoded, type DecodeLink, type UnitDecoder } from '../../shared/trace/trace-family.ts';
import { describeFrame, describeNeo2 } from './describe.ts';

/** A frame is the whole message, so a serial line and a message decode the same. */
export function neo2Decoder(link: DecodeLink): UnitDecoder {
  return link === 'hid' ? new ReportDecoder() : { push: (unit) => [describeNeo2(unit)], end: () => [] };
}

const dropped: Readonly<Record<string, string>> = {
  'wrong-size': 'a report has 64 bytes',
  'unknown-report': 'a report id other than 01 to 04',
  'not-neo2': 'begins no frame',
  'bad-length': 'announces a length that cannot come in such a report',
  orphan: 'a middle or last report without its first',
  'wrong-total': 'parts are missing or too many',
  interrupted: 'another frame began before this one was whole',
  oversize: 'longer than any frame of a reader',
  'bad-checksum': 'the checksum is wrong',
  truncated: 'ends before the frame does',
};

function refuse(reason: string): Decoded {
  const error = frameFault(reason, dropped[reason] ?? reason);
  return reason === 'bad-checksum' ? { checksum: 'bad', error } : { error };
}

class ReportDecoder implements UnitDecoder {
  readonly #joiner = new Neo2ReportJoiner('host');

  push(unit: Uint8Array): Decoded[] {
    return this.#joiner
      .push(unit)
      .map((item) => (item.kind === 'frame' ? describeFrame(item.frame) : refuse(item.reason)));
  }

  end(): Decoded[] {
    return this.#joiner.flush().length > 0 ? [refuse('truncated')] : [];
  }
}
