/** Card data does not reach a trace, and the masked traffic keeps its names and lengths. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes, fromHex, toHex } from '../../../../native/framing/bytes.ts';
import { splitIntoPackets } from '../../../../native/framing/hid-packets.ts';
import { encodeSlip, slipInfo } from '../../../../native/framing/slip.ts';
import { encodeTlv } from '../../../../native/framing/tlv.ts';
import { resumeTransaction } from '../../../../native/families/mms/codec/commands.ts';
import {
  encodeMmsMessage,
  encodeMmsNotification,
  encodeMmsResponse,
} from '../../../../native/families/mms/codec/message.ts';
import { readOnlineRequest } from '../../../../native/families/mms/codec/card-data.ts';
import { MaskedLines, type MaskedLine } from '../../../../native/trace/masked-lines.ts';
import { FILLER } from '../../../../native/families/shared/trace/trace-family.ts';
import { mmsTrace } from '../../../../native/families/mms/trace/index.ts';
import { testDeck } from '../../../../native/simulator/index.ts';
import { mmsGolden } from '../golden/mms-vectors.ts';
import { arqcBlob, ascii, MASKED_TRACK_2 } from '../scripted-terminal.ts';

const decode = (message: Uint8Array) => mmsTrace.decoder('message').push(message)[0];
const isFiller = (bytes: Uint8Array) => bytes.every((byte) => byte === FILLER);
const notification = (status: [number, number, number, number], blob: Uint8Array) =>
  encodeMmsNotification(0x0101, status, [{ tag: 0x84, value: blob }]);
const arqc = notification([0x10, 0x08, 0x02, 0x02], arqcBlob(0x05));

describe('masking of a message', () => {
  it.each(mmsGolden)('keeps name, codes and lengths: $label', ({ hex }) => {
    const message = fromHex(hex);
    const masked = mmsTrace.mask(message);
    expect(masked).toHaveLength(message.length);
    expect(decode(masked)?.message).toBe(decode(message)?.message);
    const shape = (bytes: Uint8Array) =>
      JSON.stringify(decode(bytes)?.fields).replace(/"[0-9A-F]{2,}"/g, (hex) => `"${hex.length}"`);
    expect(shape(masked)).toBe(shape(message));
  });

  it('keeps everything except card data', () => {
    // Among the examples, only a tag that was tapped while idle and the unknown file are private.
    const changed = mmsGolden.filter(({ hex }) => toHex(mmsTrace.mask(fromHex(hex))) !== toHex(fromHex(hex)));
    expect(changed.map(({ label }) => label)).toEqual(['notif UID presented', 'data file msg']);
  });

  it('keeps the layout of card data, without a byte of it', () => {
    const masked = mmsTrace.mask(arqc);
    expect(decode(masked)).toEqual(decode(arqc));
    const output = toHex(masked);
    expect(output).not.toContain('ABAB');
    expect(output).not.toContain('DEADBEEF');
    expect(output).not.toContain(toHex(ascii(MASKED_TRACK_2.slice(0, 4))));
    const blob = masked.subarray(-arqcBlob(0x05).length);
    const online = readOnlineRequest(blob);
    expect(online.ok && online.request).toMatchObject({
      entryMode: 'chip',
      data: { keySerialNumber: 'FFFF9876543210E00001' },
    });
    expect(toHex(blob)).toContain(`DFDF5940${'EE'.repeat(64)}DFDF560AFFFF9876543210E00001`);
  });

  it('removes the contents of scripts from the bank’s answer, and keeps their length', () => {
    const message = resumeTransaction(7, {
      deviceSerialNumber: fromHex('992690E116120710'),
      authorizationResponseCode: '00',
      issuerAuthenticationData: fromHex('0102030405060708 3030'),
      issuerScripts: [fromHex('7206860411223344')],
    });
    const masked = mmsTrace.mask(message);
    expect(toHex(masked)).toBe(toHex(message).replace('860411223344', 'EE'.repeat(6)));
    expect(decode(masked)?.fields).toMatchObject({ authorizationResponseCode: '00', issuerScripts: [{ length: 6 }] });
  });

  // Hidden by default: everything that is on no list.
  it.each([
    [
      'a PIN notification',
      encodeMmsNotification(0x0205, [1, 2, 1, 1], [{ tag: 0xf5, value: fromHex('99080102030405060708') }]),
      10,
    ],
    [
      'an unknown command',
      encodeMmsMessage({
        kind: 'request',
        reference: 1,
        command: 0x2001,
        tlvs: [{ tag: 0x81, value: ascii('4111111111111111') }],
      }),
      16,
    ],
    [
      'an unknown answer',
      encodeMmsResponse({ reference: 1, command: 0x7777 }, { tlvs: [{ tag: 0x81, value: fromHex('010203') }] }),
      3,
    ],
    [
      'an unknown notification',
      encodeMmsNotification(0x0999, [0, 0, 0, 0], [{ tag: 0x81, value: fromHex('0102') }]),
      2,
    ],
    [
      'a tag read',
      encodeMmsNotification(0x0101, [0x20, 8, 4, 2], [{ tag: 0x84, value: fromHex('DF790704371F71BF6180') }]),
      10,
    ],
    ['card data in the clear (white-listed)', notification([0x10, 8, 2, 2], Uint8Array.of(1, 2, 3, 4)), 4],
  ])('hides %s', (_what, message, length) => {
    const masked = mmsTrace.mask(message);
    expect(isFiller(masked.subarray(-length))).toBe(true);
    expect(decode(masked)?.message).toBe(decode(message)?.message);
    expect(decode(message)?.fields).toEqual(decode(masked)?.fields);
  });

  it('hides elements that a start request should not contain', () => {
    const message = encodeMmsMessage({
      kind: 'request',
      reference: 1,
      command: 0x1001,
      tlvs: [{ tag: 0x86, value: fromHex('9C0100 5A084111111111111111 9F0206000000000100') }],
    });
    expect(toHex(mmsTrace.mask(message))).toBe(toHex(message).replace('4111111111111111', 'EE'.repeat(8)));
    expect(JSON.stringify(decode(message))).not.toContain('4111');
  });

  it('hides parts that no reader handles, which are a second payload and unknown tags of the envelope', () => {
    const message = concatBytes(
      fromHex('AA0081040113100884021008'),
      encodeTlv(0x84, fromHex('10080102')),
      encodeTlv(0x9a, fromHex('0304')),
    );
    expect(toHex(mmsTrace.mask(message))).toBe('AA00810401131008840210088404EEEEEEEE9A02EEEE');
  });

  it('hides a card number in a text, and keeps all other digits', () => {
    const text = (content: string) =>
      encodeMmsNotification(0x1803, [2, 1, 1, 0], [{ tag: 0x83, value: ascii(content) }]);
    for (const { pan } of testDeck) {
      // The holder's name and the expiry may be next to the number.
      const masked = toHex(mmsTrace.mask(text(`CARD ${pan} OK`)));
      expect(masked).toContain('EE'.repeat(`CARD ${pan} OK`.length));
    }
    for (const harmless of ['AMOUNT $12.34', '4111111111111112', '12345678901234567890123']) {
      expect(toHex(mmsTrace.mask(text(harmless)))).toBe(toHex(text(harmless)));
    }
  });

  it('replaces an unreadable message by filler, and is idempotent', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(...mmsGolden),
        fc.nat(),
        fc.nat(255),
        (noise, { hex }, at, value) => {
          expect(isFiller(mmsTrace.mask(noise)) || decode(noise)?.error === undefined).toBe(true);
          const damaged = fromHex(hex);
          damaged[at % damaged.length] = value;
          for (const message of [noise, damaged, arqc]) {
            const masked = mmsTrace.mask(message);
            expect(masked).toHaveLength(message.length);
            expect(toHex(mmsTrace.mask(masked))).toBe(toHex(masked));
          }
        },
      ),
    );
  });
});

/** Masks chunks of one direction, like the recorder. */
function maskedStream(
  wrapping: 'serial' | 'hid',
  direction: 'to-host' | 'to-device',
  chunks: readonly Uint8Array[],
): MaskedLine[] {
  const lines = new MaskedLines(mmsTrace.masker(wrapping, direction));
  const made = chunks.map((chunk) => lines.push(chunk));
  lines.flush();
  return made;
}

const spicy = fc
  .array(fc.oneof(fc.constantFrom(0xc0, 0xdb, 0xdc, 0xdd, 0x00, 0x02), fc.nat(255)), { maxLength: 60 })
  .map((list) => Uint8Array.from(list));

/** Ciphertext in which the framing's own bytes are common. */
const blobWith = (ciphertext: Uint8Array): Uint8Array =>
  concatBytes(
    fromHex('0000'),
    encodeTlv(0xf9, encodeTlv(0xfa, encodeTlv(0x70, encodeTlv(0xf8, encodeTlv(0xdfdf59, ciphertext))))),
  );

describe('masking of traffic', () => {
  it('keeps names and lengths of messages split anywhere, and accounts for every line', () => {
    fc.assert(
      fc.property(
        fc.array(spicy, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (secrets, cuts) => {
          const messages = secrets.map((secret) => {
            const blob = blobWith(secret);
            blob[1] = blob.length - 2;
            return notification([0x10, 0x08, 0x02, 0x02], blob);
          });
          const stream = concatBytes(...messages.map((message) => encodeSlip(slipInfo.toHost, message)));
          const places = [...new Set(cuts.map((cut) => cut % stream.length))].sort((a, b) => a - b);
          const chunks = [...places, stream.length].map((end, index) => stream.subarray(places[index - 1] ?? 0, end));
          const lines = maskedStream('serial', 'to-host', chunks);
          expect(lines.every(({ isReady }) => isReady)).toBe(true);
          const masked = concatBytes(...lines.map(({ bytes }) => bytes));
          const decoder = mmsTrace.decoder('serial');
          expect(decoder.push(masked)).toEqual(messages.map((message) => decode(message)));
          const wanted = messages.map((message) => toHex(encodeSlip(slipInfo.toHost, mmsTrace.mask(message)))).join('');
          expect(toHex(masked)).toBe(wanted);
        },
      ),
    );
  });

  it('reduces noise to its length and its end bytes', () => {
    fc.assert(
      fc.property(fc.array(spicy, { maxLength: 8 }), (chunks) => {
        const lines = maskedStream('serial', 'to-device', chunks);
        expect(lines.map(({ isReady }) => isReady)).toEqual(chunks.map(() => true));
        // The noise may contain frames, but their contents are too short for an MMS message.
        lines.forEach(({ bytes, note }, index) => {
          if (note.includes('FRAME_')) return;
          expect(bytes).toHaveLength(chunks[index]?.length ?? -1);
          expect(bytes.every((byte) => byte === FILLER || byte === 0xc0)).toBe(true);
        });
      }),
    );
  });

  it('keeps types, lengths and numbers of USB reports, and clears the padding', () => {
    const reports = splitIntoPackets(arqc).map((report) => report.slice());
    reports.at(-1)?.fill(0x41, 60);
    const lines = maskedStream('hid', 'to-host', reports);
    const masked = lines.map(({ bytes }) => bytes);
    expect(masked.map(toHex)).toEqual(splitIntoPackets(mmsTrace.mask(arqc)).map(toHex));
    const decoder = mmsTrace.decoder('hid');
    expect(masked.flatMap((report) => decoder.push(report))).toEqual([decode(arqc)]);
    expect(lines.map(({ note }) => note)).toEqual([...reports.slice(1).map(() => ''), 'online-request notification']);
  });

  it('hides USB reports that are lost, repeated or unknown', () => {
    const reports = splitIntoPackets(arqc);
    const [head = new Uint8Array(), ...rest] = reports;
    const stranger = new Uint8Array(64).fill(0x41);
    const cases = [
      rest,
      reports.slice(0, -1),
      [head, ...reports],
      [head, stranger, ...rest],
      [...reports.slice(0, 2), ...reports.slice(3)],
      [stranger.subarray(0, 10), head, splitIntoPackets(Uint8Array.of(1, 2, 3))[0] ?? head],
    ];
    for (const sequence of cases) {
      const lines = maskedStream('hid', 'to-host', sequence);
      expect(lines.map(({ isReady, bytes }) => [isReady, bytes.length])).toEqual(
        sequence.map(({ length }) => [true, length]),
      );
      const output = lines.map(({ bytes }) => toHex(bytes)).join('');
      for (const secret of ['ABAB', '4141', 'DEADBEEF']) expect(output).not.toContain(secret);
      // The framing reads the masked reports as before.
      const said = (units: readonly Uint8Array[]) => {
        const decoder = mmsTrace.decoder('hid');
        return [...units.flatMap((unit) => decoder.push(unit)), ...decoder.end()].map(
          (one) => one.message ?? one.error?.code,
        );
      };
      expect(said(lines.map(({ bytes }) => bytes))).toEqual(said(sequence));
    }
  });

  it('buffers at most as much as the framing', () => {
    const masker = mmsTrace.masker('serial', 'to-host');
    let settled = 0;
    const chunk = new Uint8Array(4_000).fill(0x41);
    for (let round = 0; round < 200; round++) {
      for (const span of masker.push(chunk)) {
        settled += span.rawBytes;
        expect(isFiller(span.masked)).toBe(true);
      }
    }
    expect(200 * chunk.length - settled).toBeLessThan(140_000);
  });
});
