import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes, toHex } from '../../../native/framing/bytes.ts';
import { neo2Checksum } from '../../../native/framing/neo2-checksum.ts';
import {
  encodeNeo2Command,
  encodeNeo2Event,
  encodeNeo2Response,
  neo2FrameBytes,
  readNeo2Frame,
  type Neo2Frame,
} from '../../../native/framing/neo2-frame.ts';
import { Neo2ReportJoiner, splitIntoNeo2Reports, type Neo2HidItem } from '../../../native/framing/neo2-hid.ts';
import { Neo2Deframer, type Neo2StreamItem } from '../../../native/framing/neo2-stream.ts';

const bytes = (maxLength: number, minLength = 0) => fc.uint8Array({ minLength, maxLength });
const header = [...Buffer.from('ViVOtech2\0')];
const eventHeader = [0x45, 0x00, 0x55];

/** Bytes in which the family's headers, whole and partial, are common. */
const spicyBytes = (maxPieces: number) =>
  fc
    .array(
      fc.oneof(
        fc.constant(header),
        fc.nat(9).map((cut) => header.slice(0, cut)),
        fc.constant(eventHeader),
        fc.constant([...header, 0x02, 0x00, 0x00, 0x08]),
        fc.constant([...header, 0x02, 0x00, 0xff, 0xff]),
        fc.array(fc.nat(255), { maxLength: 12 }),
      ),
      { maxLength: maxPieces },
    )
    .map((pieces) => Uint8Array.from(pieces.flat()));

const aResponse = fc.record({ command: fc.nat(255), status: fc.nat(255), data: spicyBytes(6) });
const encoded = ({ command, status, data }: { command: number; status: number; data: Uint8Array }) =>
  encodeNeo2Response(command, status, data);
const story = (items: readonly (Neo2StreamItem | Neo2HidItem)[]) =>
  items.flatMap((item) => (item.kind === 'frame' ? [tell(item.frame)] : []));
const tell = (frame: Neo2Frame): string => {
  const code =
    frame.kind === 'event'
      ? ''
      : toHex(Uint8Array.of(frame.command, 'status' in frame ? frame.status : frame.subcommand));
  return `${frame.kind} ${code} ${toHex(frame.data)}`;
};
const inWords = ({ command, status, data }: { command: number; status: number; data: Uint8Array }) =>
  tell({ kind: 'response', command, status, data });

function chunked(stream: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set(cuts.map((cut) => cut % (stream.length + 1)))].sort((a, b) => a - b);
  let at = 0;
  return [...places, stream.length].map((place) => {
    const chunk = stream.subarray(at, place);
    at = place;
    return chunk;
  });
}

describe('checksum', () => {
  it('is CRC-16/CCITT-FALSE', () => {
    expect(neo2Checksum(Buffer.from('123456789'))).toBe(0x29b1);
    expect(neo2Checksum(new Uint8Array())).toBe(0xffff);
    // The reference computes bit by bit, as in the definition, over any part of any bytes.
    fc.assert(
      fc.property(bytes(60), fc.nat(60), fc.nat(60), (data, a, b) => {
        const [from, to] = [Math.min(a, b, data.length), Math.min(Math.max(a, b), data.length)];
        let crc = 0xffff;
        for (const byte of data.subarray(from, to)) {
          crc ^= byte << 8;
          for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
        }
        expect(neo2Checksum(data, from, to)).toBe(crc);
      }),
    );
  });

  it('detects every single changed byte of a frame', () => {
    fc.assert(
      fc.property(aResponse, fc.nat(), fc.integer({ min: 1, max: 255 }), (response, at, change) => {
        const frame = encoded(response);
        const place = at % frame.length;
        frame[place] = (frame[place] ?? 0) ^ change;
        const read = readNeo2Frame(frame, 'response');
        // The frame is never read unchanged. One change in 65536 makes the checksum valid in the other byte order.
        expect(read.ok && read.frame.kind === 'response').toBe(false);
      }),
    );
  });
});

describe('NEO 2 on a byte stream', () => {
  it('returns every frame whole, for any chunks, even with frames inside their data', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            aResponse,
            aResponse.map((inner) => ({ command: 2, status: 0, data: encoded(inner) })),
          ),
          { maxLength: 6 },
        ),
        fc.array(fc.nat(), { maxLength: 30 }),
        (responses, cuts) => {
          const deframer = new Neo2Deframer('host');
          const stream = concatBytes(...responses.map(encoded));
          const items = chunked(stream, cuts).flatMap((chunk) => deframer.push(chunk));
          expect(items.filter(({ kind }) => kind === 'discard')).toEqual([]);
          // Equal checksum bytes fit both kinds; a host takes such a frame for a response.
          expect(story(items)).toEqual(responses.map(inWords));
          expect(deframer.heldBytes).toBe(0);
        },
      ),
    );
  });

  it('distinguishes commands, responses and events', () => {
    fc.assert(
      fc.property(fc.nat(255), fc.nat(255), bytes(40), (code, next, data) => {
        fc.pre(code !== 0x2c);
        const command = encodeNeo2Command(code, next, data);
        fc.pre(command.at(-1) !== command.at(-2));
        for (const side of ['host', 'device'] as const) {
          const items = new Neo2Deframer(side).push(
            concatBytes(command, encodeNeo2Response(code, next, data), encodeNeo2Event(data)),
          );
          expect(items.map((item) => item.kind === 'frame' && item.frame.kind)).toEqual([
            'command',
            'response',
            'event',
          ]);
        }
      }),
    );
  });

  it('returns every whole frame among garbage', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ garbage: spicyBytes(8), response: aResponse }), { maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        (parts, cuts) => {
          const deframer = new Neo2Deframer('host', { maxDataBytes: 512 });
          const stream = concatBytes(...parts.flatMap(({ garbage, response }) => [garbage, encoded(response)]));
          const items = chunked(stream, cuts).flatMap((chunk) => deframer.push(chunk));
          // Garbage may announce a frame that swallows the following bytes: a quiet line releases them.
          items.push(...deframer.flush());
          let at = 0;
          const found = story(items);
          for (const { response } of parts) {
            at = found.indexOf(inWords(response), at) + 1;
            expect(at).toBeGreaterThan(0);
          }
        },
      ),
    );
  });

  it('never throws, stays within its limit, and accounts for every byte of any input', () => {
    fc.assert(
      fc.property(fc.array(spicyBytes(30), { maxLength: 12 }), (chunks) => {
        const deframer = new Neo2Deframer('device', { maxDataBytes: 100 });
        let counted = 0;
        const count = (items: readonly Neo2StreamItem[]): void => {
          for (const item of items) counted += item.kind === 'discard' ? item.bytes : rawLength(item.frame);
        };
        for (const chunk of chunks) {
          count(deframer.push(chunk));
          expect(deframer.heldBytes).toBeLessThan(neo2FrameBytes(100));
        }
        count(deframer.flush());
        expect(deframer.heldBytes).toBe(0);
        expect(counted).toBe(concatBytes(...chunks).length);
      }),
    );
  });

  it('returns the next frame after any truncation, or recovers when the line is quiet', () => {
    fc.assert(
      fc.property(aResponse, fc.nat(), aResponse, (cutShort, cut, next) => {
        const broken = encoded(cutShort);
        const bytes = concatBytes(broken.subarray(0, cut % broken.length), encoded(next));
        // Excludes cases in which the next frame starts with exactly the missing bytes, which completes the first
        // frame.
        fc.pre(Buffer.compare(bytes.subarray(0, broken.length), broken) !== 0);
        const deframer = new Neo2Deframer('host');
        const items = deframer.push(bytes);
        items.push(...deframer.flush());
        expect(story(items)).toContain(inWords(next));
      }),
    );
  });

  it('gives a reason for each discard', () => {
    const deframer = new Neo2Deframer('host', { maxDataBytes: 64 });
    const damaged = encodeNeo2Response(0x18, 0x00);
    damaged[14] = (damaged[14] ?? 0) ^ 1;
    const oversize = Uint8Array.from([...header, 0x02, 0x00, 0x40, 0x00]);
    const items = deframer.push(concatBytes(Uint8Array.of(1, 2, 3), damaged, oversize, encodeNeo2Response(0x12, 0x0b)));
    expect(items.map((item) => (item.kind === 'discard' ? `${item.reason} ${item.bytes}` : item.kind))).toEqual([
      'noise 3',
      'bad-checksum 16',
      'oversize 14',
      'frame',
    ]);
    expect(deframer.push(encodeNeo2Response(0x18, 0x00).subarray(0, 13))).toEqual([]);
    expect(deframer.flush()).toEqual([{ kind: 'discard', reason: 'truncated', bytes: 13 }]);
  });
});

function rawLength(frame: Neo2Frame): number {
  return frame.data.length + (frame.kind === 'event' ? 7 : frame.kind === 'v3-response' ? 17 : 16);
}

describe('NEO 2 in HID reports', () => {
  it('joins split frames', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ command: fc.nat(255), status: fc.nat(255), data: bytes(700) }), { maxLength: 6 }),
        (responses) => {
          const joiner = new Neo2ReportJoiner('host');
          const reports = responses.flatMap((one) => splitIntoNeo2Reports(encoded(one)));
          expect(reports.every((report) => report.length === 64)).toBe(true);
          expect(story(reports.flatMap((report) => joiner.push(report)))).toEqual(responses.map(inWords));
          expect(joiner.heldBytes).toBe(0);
        },
      ),
    );
  });

  it('returns no wrong frame when reports are lost, repeated or invented, and accepts the next whole frame', () => {
    const change = fc.record({
      kind: fc.constantFrom('lose', 'double', 'invent'),
      at: fc.nat(),
      report: bytes(64, 64),
    });
    fc.assert(
      fc.property(bytes(500), fc.array(change, { maxLength: 4 }), bytes(500), (data, changes, next) => {
        const first = { command: 2, status: 0, data };
        const last = { command: 0x60, status: 0, data: next };
        const reports = splitIntoNeo2Reports(encoded(first));
        for (const one of changes) {
          const at = one.at % (reports.length + 1);
          const report = reports[at];
          if (one.kind === 'lose') reports.splice(at, 1);
          else if (one.kind === 'double' && report) reports.splice(at, 0, report);
          else if (one.kind === 'invent') reports.splice(at, 0, one.report);
        }
        const joiner = new Neo2ReportJoiner('host', { maxDataBytes: 1_000 });
        const before = reports.flatMap((report) => joiner.push(report));
        expect(joiner.heldBytes).toBeLessThan(neo2FrameBytes(1_000) + 63);
        for (const found of story(before)) expect(found).toBe(inWords(first));
        const after = splitIntoNeo2Reports(encoded(last)).flatMap((report) => joiner.push(report));
        expect(story(after)).toEqual([inWords(last)]);
      }),
    );
  });

  it('never throws on reports of any size and content, and keeps no more than a frame', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(bytes(70), spicyBytes(9)), { maxLength: 30 }), (reports) => {
        const joiner = new Neo2ReportJoiner('device', { maxDataBytes: 300 });
        for (const report of reports) {
          joiner.push(report);
          expect(joiner.heldBytes).toBeLessThan(neo2FrameBytes(300) + 63);
        }
        joiner.flush();
        expect(joiner.heldBytes).toBe(0);
      }),
    );
  });

  it('gives a reason for each discard', () => {
    const reports = splitIntoNeo2Reports(encodeNeo2Response(0x02, 0x23, new Uint8Array(150)));
    const [first, middle, last] = reports;
    if (!first || !middle || !last) throw new Error('three reports expected');
    const reasons = (...list: Uint8Array[]) => {
      const joiner = new Neo2ReportJoiner('host');
      return [...list.flatMap((report) => joiner.push(report)), ...joiner.flush()].map((item) =>
        item.kind === 'discard' ? item.reason : item.kind,
      );
    };
    expect(reasons(first, middle, last)).toEqual(['frame']);
    expect(reasons(middle)).toEqual(['orphan']);
    expect(reasons(last)).toEqual(['orphan']);
    expect(reasons(first, last)).toEqual(['wrong-total']);
    expect(reasons(first, middle, middle, last)).toEqual(['wrong-total', 'orphan']);
    expect(reasons(first, first, middle, last)).toEqual(['interrupted', 'frame']);
    expect(reasons(first)).toEqual(['truncated']);
    expect(reasons(first.slice(1))).toEqual(['wrong-size']);
    expect(reasons(Uint8Array.from({ length: 64 }, () => 9))).toEqual(['unknown-report']);
    expect(reasons(Uint8Array.from({ length: 64 }, (_, index) => (index === 0 ? 1 : 0)))).toEqual(['not-neo2']);
  });
});
