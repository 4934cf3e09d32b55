import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bigEndian, concatBytes, equalBytes, fromHex, readBigEndian, toHex } from '../../../native/framing/bytes.ts';
import { HidPacketJoiner, splitIntoPackets, type HidItem } from '../../../native/framing/hid-packets.ts';
import { encodeSlip, SlipDeframer, slipInfo, type SlipItem } from '../../../native/framing/slip.ts';
import { encodeTlv, parseTlvs, type Tlv } from '../../../native/framing/tlv.ts';
import { encodeMmsMessage, parseMmsMessage, type MmsMessage } from '../../../native/families/mms/codec/message.ts';

const bytes = (maxLength: number, minLength = 0) => fc.uint8Array({ minLength, maxLength });
/** Bytes in which the framing's own bytes are common. */
const spicyBytes = (maxLength: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(0xc0, 0xdb, 0xdc, 0xdd, 0x00, 0x02), fc.integer({ min: 0, max: 255 })), {
      maxLength,
    })
    .map((list) => Uint8Array.from(list));

/** Splits a stream where fast-check chooses. */
function chunked(stream: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set(cuts.map((cut) => cut % (stream.length + 1)))].sort((a, b) => a - b);
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (const place of [...places, stream.length]) {
    chunks.push(stream.subarray(at, place));
    at = place;
  }
  return chunks;
}

const frames = (items: readonly (SlipItem | HidItem)[]) =>
  items.flatMap((item) => (item.kind === 'frame' ? [toHex(item.message)] : []));

describe('SLIP', () => {
  it('returns every frame whole, for any chunks', () => {
    fc.assert(
      fc.property(
        fc.array(spicyBytes(80), { maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        (messages, cuts) => {
          const stream = concatBytes(...messages.map((message) => encodeSlip(slipInfo.toHost, message)));
          const deframer = new SlipDeframer('host');
          const items = chunked(stream, cuts).flatMap((chunk) => deframer.push(chunk));
          expect(items.every((item) => item.kind === 'frame')).toBe(true);
          expect(frames(items)).toEqual(messages.map(toHex));
          expect(deframer.heldBytes).toBe(0);
        },
      ),
    );
  });

  it('returns every whole frame among garbage, and names each discard', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ garbage: spicyBytes(40), message: spicyBytes(60) }), { maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        (parts, cuts) => {
          const stream = concatBytes(
            ...parts.flatMap(({ garbage, message }) => [garbage, encodeSlip(slipInfo.toHost, message)]),
          );
          const deframer = new SlipDeframer('host');
          const items = chunked(stream, cuts).flatMap((chunk) => deframer.push(chunk));
          // Garbage may accidentally be a frame itself; the sent frames must be among the output, in order.
          let at = 0;
          const found = frames(items);
          for (const { message } of parts) {
            at = found.indexOf(toHex(message), at) + 1;
            expect(at).toBeGreaterThan(0);
          }
        },
      ),
    );
  });

  it('never throws, stays within its limit, and accounts for every byte of any input', () => {
    fc.assert(
      fc.property(fc.array(spicyBytes(300), { maxLength: 12 }), (chunks) => {
        const deframer = new SlipDeframer('device', { maxMessageBytes: 50 });
        let dropped = 0;
        let delimiters = 0;
        let delivered = 0;
        for (const chunk of chunks) {
          for (const item of deframer.push(chunk)) {
            if (item.kind === 'discard') dropped += item.bytes;
            if (item.kind === 'frame') delivered += rawLength(item.message);
          }
          delimiters += chunk.filter((byte) => byte === 0xc0).length;
          expect(deframer.heldBytes).toBeLessThanOrEqual(2 * 55);
        }
        const rest = deframer.reset();
        if (rest?.kind === 'discard') dropped += rest.bytes;
        expect(dropped + delivered + delimiters).toBe(concatBytes(...chunks).length);
        expect(deframer.heldBytes).toBe(0);
      }),
    );
  });

  // A frame may lack only its end byte: the start of the next frame takes its place.
  it('returns the next frame after any truncation', () => {
    fc.assert(
      fc.property(spicyBytes(60), fc.nat(), spicyBytes(60), (cutShort, cut, next) => {
        const broken = encodeSlip(slipInfo.toHost, cutShort);
        const deframer = new SlipDeframer('host');
        const stream = concatBytes(broken.subarray(0, cut % (broken.length - 1)), encodeSlip(slipInfo.toHost, next));
        const items = deframer.push(stream);
        expect(frames(items)).toEqual([toHex(next)]);
      }),
    );
  });
});

/** Number of bytes of a frame between its two end bytes, as on the wire. */
function rawLength(message: Uint8Array): number {
  return encodeSlip(slipInfo.toDevice, message).length - 2;
}

describe('HID packets', () => {
  it('are joined into whole messages', () => {
    fc.assert(
      fc.property(fc.array(bytes(700, 1), { maxLength: 6 }), (messages) => {
        const joiner = new HidPacketJoiner();
        const reports = messages.flatMap(splitIntoPackets);
        expect(reports.every((report) => report.length === 64)).toBe(true);
        expect(frames(reports.flatMap((report) => joiner.push(report)))).toEqual(messages.map(toHex));
        expect(joiner.heldBytes).toBe(0);
      }),
    );
  });

  it('give no wrong message when lost, repeated or invented, and the next whole message is accepted', () => {
    const change = fc.oneof(
      fc.record({ kind: fc.constant('lose' as const), at: fc.nat() }),
      fc.record({ kind: fc.constant('double' as const), at: fc.nat() }),
      fc.record({ kind: fc.constant('invent' as const), at: fc.nat(), report: bytes(64, 64) }),
    );
    fc.assert(
      fc.property(bytes(500, 1), fc.array(change, { maxLength: 4 }), bytes(500, 1), (first, changes, last) => {
        const reports = splitIntoPackets(first);
        for (const one of changes) {
          const at = one.at % (reports.length + 1);
          const report = reports[at];
          if (one.kind === 'lose') reports.splice(at, 1);
          else if (one.kind === 'double' && report) reports.splice(at, 0, report);
          else if (one.kind === 'invent') reports.splice(at, 0, one.report);
        }
        const joiner = new HidPacketJoiner({ maxMessageBytes: 1_000 });
        const before = reports.flatMap((report) => joiner.push(report));
        expect(joiner.heldBytes).toBeLessThanOrEqual(1_000);
        if (changes.every(({ kind }) => kind === 'lose')) {
          for (const found of frames(before)) expect(found).toBe(toHex(first));
        }
        const after = splitIntoPackets(last).flatMap((report) => joiner.push(report));
        expect(frames(after)).toEqual([toHex(last)]);
      }),
    );
  });

  it('cause no exception, whatever their size and content', () => {
    fc.assert(
      fc.property(fc.array(bytes(70), { maxLength: 30 }), (reports) => {
        const joiner = new HidPacketJoiner();
        for (const report of reports) joiner.push(report);
        expect(joiner.heldBytes).toBeLessThanOrEqual(65_536);
      }),
    );
  });
});

const tag = fc.oneof(
  fc.integer({ min: 1, max: 255 }).filter((byte) => (byte & 0x1f) !== 0x1f),
  fc.constantFrom(0x9f02, 0x5f2a, 0xff74, 0xdf79, 0xdfdf25, 0xdfdf59, 0x9f8101, 0xdfffff7f),
);

describe('TLV', () => {
  it('reads what it has written, for any TLVs', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(tag, bytes(300)), { maxLength: 8 }), (list) => {
        const parsed = parseTlvs(concatBytes(...list.map(([one, value]) => encodeTlv(one, value))));
        expect(parsed.ok && parsed.tlvs.map((one: Tlv) => [one.tag, toHex(one.value)])).toEqual(
          list.map(([one, value]) => [one, toHex(value)]),
        );
      }),
    );
  });

  it('accepts lengths that are longer than necessary', () => {
    fc.assert(
      fc.property(tag, bytes(100), fc.integer({ min: 1, max: 4 }), (one, value, size) => {
        const shortest = encodeTlv(one, value);
        const tagBytes = shortest.subarray(0, shortest.length - value.length - 1);
        const wide = concatBytes(tagBytes, bigEndian(0x80 + size, 1), bigEndian(value.length, size), value);
        const parsed = parseTlvs(wide);
        expect(parsed.ok && parsed.tlvs.map((tlv) => toHex(tlv.value))).toEqual([toHex(value)]);
      }),
    );
  });

  it('reports the fault of any other input, and never reads past the end', () => {
    fc.assert(
      fc.property(bytes(60), (noise) => {
        const parsed = parseTlvs(noise);
        if (parsed.ok) return;
        expect(['truncated', 'invalid-tag', 'invalid-length']).toContain(parsed.fault.kind);
        expect(parsed.fault.offset).toBeLessThan(noise.length);
      }),
    );
  });

  it('reports every truncated TLV as truncated', () => {
    fc.assert(
      fc.property(tag, bytes(200, 1), fc.nat(), (one, value, cut) => {
        const whole = encodeTlv(one, value);
        const parsed = parseTlvs(whole.subarray(0, 1 + (cut % (whole.length - 1))));
        expect(!parsed.ok && parsed.fault.kind).toBe('truncated');
      }),
    );
  });
});

describe('bytes', () => {
  it('convert hexadecimal and big-endian integers back and forth', () => {
    fc.assert(
      fc.property(bytes(50), fc.nat(0xffffffff), (some, value) => {
        expect(equalBytes(fromHex(toHex(some).toLowerCase()), some)).toBe(true);
        expect(readBigEndian(bigEndian(value, 6))).toBe(value);
      }),
    );
  });
});

const tlvs = fc.array(
  fc.record({ tag, value: bytes(100) }).map((one): Tlv => one),
  { maxLength: 4 },
);
const code = fc.nat(0xffff);
const byte = fc.nat(255);
const message: fc.Arbitrary<MmsMessage> = fc.oneof(
  fc.record({ kind: fc.constant('request' as const), reference: byte, command: code, tlvs }),
  fc.record({
    kind: fc.constant('response' as const),
    reference: byte,
    command: code,
    status: fc.record({
      severity: fc.constant('unknown' as const),
      severityByte: fc.constantFrom(0x02, 0x7f, 0xff),
      code: fc.nat(0xffffff),
    }),
    detail: fc.option(bytes(10)),
    tlvs,
  }),
  fc.record({
    kind: fc.constant('notification' as const),
    code,
    status: fc.tuple(byte, byte, byte, byte),
    detail: fc.option(bytes(10)),
    tlvs,
  }),
  fc.record({
    kind: fc.constant('data-file' as const),
    direction: fc.constantFrom('to-host' as const, 'to-device' as const),
    reference: byte,
    command: code,
    fileType: fc.nat(0xffffffff),
    file: bytes(200),
  }),
);

describe('MMS messages', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(message, (written) => {
        const parsed = parseMmsMessage(encodeMmsMessage(written));
        expect(parsed).toEqual({ ok: true, message: written });
      }),
    );
  });

  it('are refused with a reason, and cause no exception, when truncated or changed', () => {
    fc.assert(
      fc.property(message, fc.nat(), fc.nat(), byte, (written, cut, at, value) => {
        const whole = encodeMmsMessage(written);
        const damaged = whole.slice(0, 1 + (cut % whole.length));
        damaged[at % damaged.length] = value;
        const parsed = parseMmsMessage(damaged);
        if (!parsed.ok) expect(['truncated', 'not-mms', 'malformed', 'inconsistent']).toContain(parsed.fault.kind);
      }),
    );
  });
});
