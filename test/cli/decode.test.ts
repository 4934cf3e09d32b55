/** `tillbridge decode`: hexadecimal in, one JSON line for each unit out, never a crash. */
import { describe, expect, it } from 'vitest';
import { concatBytes, fromHex, toHex } from '../../native/framing/bytes.ts';
import { cancelPacket, splitIntoPackets } from '../../native/framing/hid-packets.ts';
import { encodeCapabilityExceeded, encodeSlip, slipInfo } from '../../native/framing/slip.ts';
import { arqcBlob, ascii, MASKED_TRACK_2 } from '../unit/native/scripted-terminal.ts';
import { encodeMmsNotification } from '../../native/families/mms/codec/message.ts';
import { mmsNames } from '../unit/native/golden/mms-names.ts';
import { mmsGolden } from '../unit/native/golden/mms-vectors.ts';
import { decode, withoutLine, type Printed } from './decoding.ts';

const expected = mmsGolden.map(({ label, means }) => ({
  message: mmsNames[label]?.message,
  fields: { ...means, ...mmsNames[label]?.says },
}));
const codes = (printed: readonly Printed[]) => printed.map(({ error }) => error?.code ?? 'ok');

describe('decode with examples of the MMS reference', () => {
  it('reads every example as a bare message', async () => {
    const { code, printed, stderr } = await decode('mms', 'message', mmsGolden.map(({ hex }) => hex).join('\n'));
    expect(printed.map(withoutLine)).toEqual(expected);
    expect(printed.map(({ line }) => line)).toEqual(mmsGolden.map((_, index) => index + 1));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('reads every example in a SLIP frame, in lower case and with spaces, with blank lines between', async () => {
    const lines = mmsGolden.map(({ hex, means }) => {
      const info = means.kind === 'request' ? slipInfo.toDevice : slipInfo.toHost;
      return toHex(encodeSlip(info, fromHex(hex)))
        .toLowerCase()
        .replace(/../g, '$& ');
    });
    const { code, printed } = await decode('mms', 'serial', lines.join('\r\n\r\n'));
    expect(printed.map(withoutLine)).toEqual(expected);
    expect(code).toBe(0);
  });

  it('reads every example in USB reports, which it joins', async () => {
    const reports = mmsGolden.map(({ hex }) => splitIntoPackets(fromHex(hex)).map(toHex));
    const { code, printed } = await decode('mms', 'hid', reports.flat().join('\n'));
    expect(printed.map(withoutLine)).toEqual(expected);
    let lines = 0;
    expect(printed.map(({ line }) => line)).toEqual(reports.map(({ length }) => (lines += length)));
    expect(code).toBe(0);
  });
});

describe('decode with undecodable input', () => {
  it('gives each misprint of the manual an error code', async () => {
    // Reference section 8: three battery notifications without the length byte of their status.
    const misprints = ['0002000D', '00020100', '00020200'].map((status) => `AA008104830010 0182 ${status}`);
    const { code, printed } = await decode('mms', 'message', misprints.join('\n'));
    expect(codes(printed)).toEqual(['FRAME_MISPRINT', 'FRAME_MISPRINT', 'FRAME_MISPRINT']);
    expect(printed.every((one) => one.message === undefined && /battery/.test(one.error?.message ?? ''))).toBe(true);
    expect(code).toBe(1);
  });

  it('gives the misprints their intended meaning when they have the length byte', async () => {
    const { code, printed } = await decode('mms', 'message', 'AA00810483001001 82 04 0002000D');
    expect(printed.map(withoutLine)).toEqual([
      {
        message: 'battery-low notification',
        fields: { kind: 'notification', code: '1001', status: '0002000D', tlvs: [], batteryPercent: 13 },
      },
    ]);
    expect(code).toBe(0);
  });

  it('gives bad hexadecimal, odd digits, truncated and foreign messages their error codes, and prints the good ones', async () => {
    const good = 'AA0081048213100882 0400000000';
    const { code, printed, stderr } = await decode(
      'mms',
      'message',
      ['xyz', 'ABC', good, '0x00', 'AA', 'AA0081048201', '5669564F', 'AA0081040113100884021004', good].join('\n'),
    );
    expect(codes(printed)).toEqual([
      'HEX_INVALID',
      'HEX_ODD',
      'ok',
      'HEX_INVALID',
      'FRAME_TRUNCATED',
      'FRAME_TRUNCATED',
      'FRAME_NOT_MMS',
      'FRAME_INCONSISTENT',
      'ok',
    ]);
    expect(printed.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });

  it.each([
    ['mms', 'message', 'AA0081048213100882 0400000000', 'cancel-transaction response'],
    ['mms', 'serial', 'C00200000 00EAA00810482131008820400000000C0', 'cancel-transaction response'],
    ['mms', 'hid', `000EAA00810482131008820400000000${'00'.repeat(48)}`, 'cancel-transaction response'],
    ['neo2', 'message', '5669564F7465636832001801 0000B3CD', 'ping'],
    ['neo2', 'serial', '5669564F7465636832001801 0000B3CD', 'ping'],
    ['neo2', 'hid', `015669564F74656368320018010000B3CD${'00'.repeat(47)}`, 'ping'],
  ])('decode prints a line for each unit of %s %s, whatever its notation', async (family, link, unit, message) => {
    const plain = unit.replace(/\s/g, '');
    const input = [
      // The file has the byte order mark that editors on other systems add.
      `\uFEFF${plain}`,
      plain.toLowerCase(),
      `\t${plain.replace(/../g, '$& ')}  `,
      '# a comment',
      '',
      '   ',
      plain.slice(0, -1),
      `${plain} # a remark`,
      `0x${plain}`,
      'é世\u0000',
      `${plain}\r`,
    ];
    const { code, printed, stderr } = await decode(family, link, input.join('\n'));
    expect(printed.map((one) => [one.line, one.error?.code ?? one.message])).toEqual([
      [1, message],
      [2, message],
      [3, message],
      [4, 'HEX_INVALID'],
      [7, 'HEX_ODD'],
      [8, 'HEX_INVALID'],
      [9, 'HEX_INVALID'],
      [10, 'HEX_INVALID'],
      [11, message],
    ]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });

  it.each(['', '\n', '  \n\r\n\n'])('empty input %j gets the error INPUT_EMPTY', async (input) => {
    const { code, printed } = await decode('mms', 'hid', input);
    expect(codes(printed)).toEqual(['INPUT_EMPTY']);
    expect(code).toBe(1);
  });

  it('SLIP frames that are truncated, escaped wrongly or foreign get error codes, and a line may have two frames', async () => {
    const cancelled = fromHex('AA00810482131008820400000000');
    const frame = encodeSlip(slipInfo.toHost, cancelled);
    const { printed, code } = await decode(
      'mms',
      'serial',
      [
        frame.subarray(0, -1),
        frame.subarray(0, 4),
        concatBytes(frame.subarray(0, -3), frame.subarray(-1)),
        concatBytes(frame.subarray(0, -1), fromHex('00C0')),
        fromHex('C0DB00C0'),
        fromHex('C0070000000100C0'),
        fromHex('C0C0'),
        concatBytes(frame, frame),
        encodeCapabilityExceeded(4096),
      ]
        .map(toHex)
        .join('\n'),
    );
    expect(printed.map((one) => one.error?.code ?? one.message)).toEqual([
      'FRAME_TRUNCATED',
      'FRAME_TRUNCATED',
      'FRAME_TRUNCATED',
      'FRAME_OVERLONG',
      'FRAME_BAD_ESCAPE',
      'FRAME_UNKNOWN_INFO',
      'FRAME_TOO_SHORT',
      'cancel-transaction response',
      'cancel-transaction response',
      'capability-exceeded',
    ]);
    expect(printed.at(-1)?.fields).toEqual({ largestBytes: 4096 });
    expect(code).toBe(1);
  });

  it('USB reports that are lost, doubled or truncated get error codes', async () => {
    const file = concatBytes(fromHex('AA0081088408D82100000001848180'), new Uint8Array(128));
    const [head = '', middle = '', tail = ''] = splitIntoPackets(file).map(toHex);
    const { printed, code } = await decode(
      'mms',
      'hid',

      [
        middle,
        head,
        tail,
        head,
        middle,
        middle,
        head,
        head,
        middle,
        tail,
        head.slice(2),
        toHex(cancelPacket()),
        head,
      ].join('\n'),
    );
    expect(printed.map((one) => one.error?.code ?? one.message)).toEqual([
      'FRAME_ORPHAN',
      'FRAME_WRONG_TOTAL',
      'FRAME_OUT_OF_SEQUENCE',
      'FRAME_INTERRUPTED',
      'data-file to-host',
      'FRAME_WRONG_SIZE',
      'cancel-packet',
      'FRAME_TRUNCATED',
    ]);
    expect(code).toBe(1);
  });

  it('invalid arguments end with exit code 2', async () => {
    expect((await decode('abc', 'hid', '')).code).toBe(2);
    expect((await decode('mms', 'usb', '')).code).toBe(2);
  });
});

it('card data is reported only by its length', async () => {
  const blob = arqcBlob(0x05, 0x80);
  const message = encodeMmsNotification(0x0101, [0x10, 0x08, 0x02, 0x02], [{ tag: 0x84, value: blob }]);
  const { code, printed } = await decode('mms', 'message', toHex(message));
  const text = JSON.stringify(printed);
  for (const secret of ['ABAB', 'DEADBEEF', MASKED_TRACK_2, toHex(ascii(MASKED_TRACK_2))]) {
    expect(text).not.toContain(secret);
  }
  expect(printed).toMatchObject([
    {
      message: 'online-request notification',
      fields: {
        kind: 'notification',
        code: '0101',
        status: '10080202',
        tlvs: [['84', { length: blob.length }]],
        cardData: { cardType: '05', encryptionType: '80' },
      },
    },
  ]);
  expect(code).toBe(0);
});
