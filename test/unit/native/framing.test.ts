import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../native/framing/bytes.ts';
import { cancelPacket, HidPacketJoiner, splitIntoPackets } from '../../../native/framing/hid-packets.ts';
import { encodeCapabilityExceeded, encodeSlip, SlipDeframer, slipInfo } from '../../../native/framing/slip.ts';
import { encodeTlv, findTlvPath, parseTlvs, tagName } from '../../../native/framing/tlv.ts';

describe('SLIP', () => {
  it('encodes the frame that the reference computed', () => {
    expect(toHex(encodeSlip(slipInfo.toDevice, fromHex('C0DB11')))).toBe('C00000000003DBDCDBDD11C0');
  });

  it.each([
    ['too-short', 'C0 02000000 C0'],
    ['bad-escape', 'C0 0200000001 DBAA C0'],
    ['bad-escape', 'C0 0200000001 DB C0'],
    ['unknown-info', 'C0 0700000001 AA C0'],
    ['wrong-direction', 'C0 0000000001 AA C0'],
    ['truncated', 'C0 0200000002 AA C0'],
    ['overlong', 'C0 0200000001 AABB C0'],
    ['overlong', 'C0 0300000080 AA C0'],
    ['oversize', 'C0 0200000011 AA C0'],
    ['oversize', `C0 02${'55'.repeat(60)} C0`],
  ])('discards %s: %s', (reason, hex) => {
    const deframer = new SlipDeframer('host', { maxMessageBytes: 16 });
    const [item, ...more] = deframer.push(fromHex(hex));
    expect(item).toMatchObject({ kind: 'discard', reason });
    expect(more).toEqual([]);
    expect(deframer.push(encodeSlip(slipInfo.toHost, fromHex('AA')))).toEqual([
      { kind: 'frame', message: fromHex('AA') },
    ]);
  });

  it('reports the device’s limit only to the host', () => {
    const frame = encodeCapabilityExceeded(512);
    expect(new SlipDeframer('host').push(frame)).toEqual([{ kind: 'capability-exceeded', largestBytes: 512 }]);
    expect(new SlipDeframer('device').push(frame)).toMatchObject([{ kind: 'discard', reason: 'unknown-info' }]);
  });

  it('keeps received bytes even if the caller reuses its buffer', () => {
    const deframer = new SlipDeframer('host');
    const buffer = encodeSlip(slipInfo.toHost, fromHex('0102030405'));
    const half = buffer.slice(0, 7);
    deframer.push(half);
    half.fill(0xee);
    expect(deframer.push(buffer.subarray(7))).toEqual([{ kind: 'frame', message: fromHex('0102030405') }]);
  });
});

describe('HID packets', () => {
  // Reference section 1, where the numbers were checked against the vendor's own code.
  it.each([
    [1, 1],
    [62, 1],
    [63, 2],
    [120, 2],
    [121, 2],
    [122, 3],
    [182, 3],
    [183, 4],
    [500, 9],
  ])('splits %d bytes into %d packets', (length, packets) => {
    expect(splitIntoPackets(new Uint8Array(length))).toHaveLength(packets);
  });

  it('numbers middle packets from 1 and pads with zeros', () => {
    const [head, first, second, tail] = splitIntoPackets(new Uint8Array(200).fill(0xaa));
    expect([head, first, second, tail].map((report) => toHex(report?.subarray(0, 5) ?? new Uint8Array()))).toEqual([
      '01000000C8',
      '020001AAAA',
      '020002AAAA',
      '0313AAAAAA',
    ]);
    expect(tail?.[2 + 19]).toBe(0);
    expect(() => splitIntoPackets(new Uint8Array())).toThrow(RangeError);
  });

  const packet = (hex: string) => {
    const bytes = new Uint8Array(64);
    bytes.set(fromHex(hex));
    return bytes;
  };
  const [head = new Uint8Array(), middle = new Uint8Array(), tail = new Uint8Array()] = splitIntoPackets(
    new Uint8Array(150).fill(0x77),
  );

  it.each([
    ['wrong-size', [new Uint8Array(63)]],
    ['unknown-type', [packet('09')]],
    ['bad-length', [packet('003F')]],
    ['bad-length', [packet('0000')]],
    ['bad-length', [packet('010000003E')]],
    ['bad-length', [head, middle, packet('033F')]],
    ['oversize', [packet('0100010000')]],
    ['orphan', [middle]],
    ['orphan', [tail]],
    ['out-of-sequence', [head, packet('020002')]],
    ['wrong-total', [head, tail]],
    ['wrong-total', [head, middle, packet('020002')]],
    ['interrupted', [head, packet('0001AA')]],
    ['interrupted', [head, middle, head]],
    ['cancelled', [head, cancelPacket()]],
  ])('discards %s', (reason, reports) => {
    const joiner = new HidPacketJoiner({ maxMessageBytes: 1_000 });
    const items = reports.flatMap((report) => joiner.push(report));
    expect(items.filter(({ kind }) => kind === 'discard')).toMatchObject([{ reason }]);
    const whole = [head, middle, tail].flatMap((report) => joiner.push(report));
    expect(whole.at(-1)).toEqual({ kind: 'frame', message: new Uint8Array(150).fill(0x77) });
  });

  it('ignores a cancel without a current message', () => {
    expect(new HidPacketJoiner().push(cancelPacket(3))).toEqual([]);
  });
});

describe('TLV', () => {
  it('follows a path, and returns undefined when it ends early', () => {
    const bytes = encodeTlv(0xf9, encodeTlv(0xfa, encodeTlv(0x70, encodeTlv(0xdfdf52, fromHex('05')))));
    expect(toHex(findTlvPath(bytes, 0xf9, 0xfa, 0x70, 0xdfdf52) ?? new Uint8Array())).toBe('05');
    expect(findTlvPath(bytes, 0xf9, 0xfb)).toBeUndefined();
    expect(findTlvPath(bytes, 0xf9, 0xfa, 0x70, 0xdfdf52, 0x81)).toBeUndefined();
    expect(tagName(0xdfdf25)).toBe('DFDF25');
  });

  it.each([
    ['00', 'invalid-tag'],
    ['DFDFDFDFDF01', 'invalid-tag'],
    ['8480', 'invalid-length'],
    ['84850000000001AA', 'invalid-length'],
    ['84', 'truncated'],
    ['848201', 'truncated'],
    ['8402AA', 'truncated'],
    ['9F', 'truncated'],
    ['84FF', 'invalid-length'],
  ])('rejects %s as %s', (hex, kind) => {
    expect(parseTlvs(fromHex(hex))).toMatchObject({ ok: false, fault: { kind, offset: 0 } });
  });

  it.each([0x00, 0x1f, 0x9f, 0x9f8f, 0x8402])('refuses to write tag 0x%x', (tag) => {
    expect(() => encodeTlv(tag)).toThrow(RangeError);
  });

  it('writes the shortest length', () => {
    for (const [size, header] of [
      [127, '847F'],
      [128, '848180'],
      [255, '8481FF'],
      [256, '84820100'],
      [65_536, '8483010000'],
    ] as const) {
      const bytes = encodeTlv(0x84, new Uint8Array(size));
      expect(toHex(bytes.subarray(0, bytes.length - size))).toBe(header);
    }
  });
});
