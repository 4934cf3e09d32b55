/** NEO 2 traffic in a trace: no card data, correct checksums, the same frames by name and length. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes, fromHex, toHex } from '../../../../native/framing/bytes.ts';
import {
  encodeNeo2Command,
  encodeNeo2Event,
  encodeNeo2Response,
  readNeo2Frame,
} from '../../../../native/framing/neo2-frame.ts';
import { splitIntoNeo2Reports } from '../../../../native/framing/neo2-hid.ts';
import { readOnlineRequest, readTransactionAnswer } from '../../../../native/families/neo2/codec/card-data.ts';
import { applyHostResponse, startPayment } from '../../../../native/families/neo2/codec/commands.ts';
import { displayText } from '../neo2/more-commands.ts';
import { encodeNeo2Tlv } from '../../../../native/families/neo2/codec/tlv.ts';
import { MaskedLines } from '../../../../native/trace/masked-lines.ts';
import { neo2Trace } from '../../../../native/families/neo2/trace/index.ts';
import { FILLER } from '../../../../native/families/shared/trace/trace-family.ts';

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const decode = (frame: Uint8Array) => neo2Trace.decoder('message').push(frame)[0];
const ksn = fromHex('FFFF9876543210E00001');

/** An encrypted contact answer: masked and encrypted track 2 and number, name, cryptogram, result, amount. */
function cardAnswer(secret: Uint8Array = new Uint8Array(24).fill(0xab)): Uint8Array {
  return encodeNeo2Response(
    0x02,
    0x23,
    concatBytes(
      Uint8Array.of(0x40),
      encodeNeo2Tlv(0xdfee12, ksn),
      encodeNeo2Tlv(0xdfee25, fromHex('0004')),
      encodeNeo2Tlv(0x57, fromHex('4111CCCCCCCC1111D3012CCCCCCCCCCCCCCCCC'), 'masked'),
      encodeNeo2Tlv(0x57, secret, 'encrypted'),
      encodeNeo2Tlv(0x5f20, ascii('TEST/CARD')),
      encodeNeo2Tlv(0x9f26, fromHex('0123456789ABCDEF')),
      encodeNeo2Tlv(0x9f02, fromHex('000000001234')),
      encodeNeo2Tlv(0x9f39, fromHex('05')),
    ),
  );
}

const readData = (frame: Uint8Array): Uint8Array => {
  const read = readNeo2Frame(frame, 'response');
  if (!read.ok) throw new Error(read.fault.kind);
  return read.frame.data;
};

describe('a masked NEO 2 frame', () => {
  it('keeps shape, key, result and a correct checksum of card data, but no card data', () => {
    const masked = neo2Trace.mask(cardAnswer());
    expect(masked).toHaveLength(cardAnswer().length);
    expect(decode(masked)).toEqual(decode(cardAnswer()));
    expect(decode(masked)).toMatchObject({ message: 'transaction answer', checksum: 'ok' });
    const output = toHex(masked);
    for (const secret of ['ABAB', '4111', 'D3012', toHex(ascii('TEST')), '01234567'])
      expect(output).not.toContain(secret);
    const answer = readTransactionAnswer(readData(masked));
    expect(answer?.result).toBe(0x04);
    const online = answer && readOnlineRequest(answer);
    expect(online?.ok && online.request).toMatchObject({ entryMode: 'chip', data: { keySerialNumber: toHex(ksn) } });
    expect(output).toContain('9F0206000000001234');
  });

  it('keeps the amounts of the host, but no script', () => {
    const answer = applyHostResponse({
      authorizationResponseCode: '00',
      issuerAuthenticationData: fromHex('01020304050607083030'),
      issuerScripts: [fromHex('720686AABBCCDDEE')],
    });
    const masked = neo2Trace.mask(answer);
    expect(toHex(masked)).toContain('8A023030910A010203040506070830307206EEEEEEEEEEEE');
    expect(decode(masked)?.checksum).toBe('ok');
    const start = startPayment({
      timeoutSeconds: 30,
      amountMinor: 1234,
      otherAmountMinor: 0,
      interfaces: { swipe: true, contactless: true, contact: true },
      allowsFallback: true,
      nextCommandSeconds: 60,
      outputTags: [0x9f02, 0x5f2a],
    });
    expect(toHex(neo2Trace.mask(start))).toBe(toHex(start));
  });

  // Default deny: everything unlisted is hidden.
  it.each([
    ['a raw block of a card', encodeNeo2Response(0x2c, 0x00, fromHex('70085A084111111111111111')), 0],
    ['a keypad answer', encodeNeo2Response(0x62, 0x00, fromHex('000102030405')), 0],
    ['a card number for a PIN pad', encodeNeo2Command(0x61, 0x02, fromHex('014111111111111111')), 1],
    ['a PIN block from a host', encodeNeo2Response(0x61, 0x02, fromHex('010123456789ABCDEF')), 1],
    ['a swipe from a host', encodeNeo2Response(0x61, 0x03, fromHex('0123456789ABCDEF')), 0],
    ['an unknown command', encodeNeo2Command(0xc7, 0x01, fromHex('0102030405')), 0],
    ['an answer that is no TLV', encodeNeo2Response(0x02, 0x00, fromHex('00FFFFFFFFFF')), 0],
  ])('hides %s', (_what, frame, shownBytes) => {
    const masked = neo2Trace.mask(frame);
    const hidden = readData(masked).subarray(shownBytes);
    // The last byte may differ, to keep the two checksum bytes apart.
    expect(hidden.subarray(0, -1).every((byte) => byte === FILLER)).toBe(true);
    expect(decode(masked)).toMatchObject({ message: decode(frame)?.message, checksum: 'ok' });
    expect(JSON.stringify(decode(frame))).not.toMatch(/4111|0123456789|7008/);
  });

  it('keeps facts about the reader, but no card number in a text', () => {
    for (const frame of [
      encodeNeo2Response(0x12, 0x00, ascii('630Z000001\0\0\0\0\0')),
      encodeNeo2Event(fromHex('03030000')),
      encodeNeo2Response(0x02, 0x0a, fromHex('24698300')),
      displayText('WELCOME'),
    ]) {
      expect(toHex(neo2Trace.mask(frame))).toBe(toHex(frame));
    }
    expect(toHex(neo2Trace.mask(displayText('NO 4111111111111111')))).toContain('EE'.repeat(16));
  });

  it('stays a command or a response, and masking it again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.nat(255),
        fc.nat(255),
        fc.uint8Array({ maxLength: 60 }),
        (isCommand, code, next, data) => {
          // Such a frame has the same name as a command with swapped checksum bytes (decode-neo2.test.ts).
          fc.pre(isCommand || code !== 0x90 || next !== 0x07);
          const frame = isCommand ? encodeNeo2Command(code, next, data) : encodeNeo2Response(code, next, data);
          const masked = neo2Trace.mask(frame);
          expect(masked).toHaveLength(frame.length);
          expect(decode(masked)?.checksum).toBe('ok');
          expect(decode(masked)?.message).toBe(decode(frame)?.message);
          expect(toHex(neo2Trace.mask(masked))).toBe(toHex(masked));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('consists of filler if it is unreadable', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (noise) => {
        expect(neo2Trace.mask(noise).every((byte) => byte === FILLER)).toBe(true);
      }),
    );
  });
});

describe('masked NEO 2 traffic', () => {
  const secretBytes = fc.uint8Array({ minLength: 8, maxLength: 200 });

  it('reads the same when cut anywhere, with noise in between', () => {
    fc.assert(
      fc.property(
        fc.array(secretBytes, { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (secrets, cuts) => {
          const noise = fromHex('41424344');
          const stream = concatBytes(...secrets.flatMap((secret) => [noise, cardAnswer(secret)]));
          const places = [...new Set(cuts.map((cut) => cut % stream.length))].sort((a, b) => a - b);
          const lines = new MaskedLines(neo2Trace.masker('serial', 'to-host'));
          const made = [...places, stream.length].map((end, index) =>
            lines.push(stream.subarray(places[index - 1] ?? 0, end)),
          );
          lines.flush();
          expect(made.every(({ isReady }) => isReady)).toBe(true);
          const wanted = secrets.map((secret) => `EEEEEEEE${toHex(neo2Trace.mask(cardAnswer(secret)))}`).join('');
          expect(toHex(concatBytes(...made.map(({ bytes }) => bytes)))).toBe(wanted);
        },
      ),
    );
  });

  it('keeps the ids in USB reports, and shows no content of lost or duplicate reports', () => {
    const reports = splitIntoNeo2Reports(cardAnswer(new Uint8Array(160).fill(0xab)));
    const [first = new Uint8Array(), ...rest] = reports;
    const stranger = new Uint8Array(64).fill(0xab);
    for (const sequence of [reports, rest, reports.slice(0, -1), [first, ...reports], [first, stranger, ...rest]]) {
      const lines = new MaskedLines(neo2Trace.masker('hid', 'to-host'));
      const made = sequence.map((report) => lines.push(report));
      lines.flush();
      expect(made.map(({ isReady, bytes }) => [isReady, bytes.length])).toEqual(sequence.map(() => [true, 64]));
      const output = made.map(({ bytes }) => toHex(bytes)).join('');
      expect(output).not.toMatch(/ABAB|4111/);
      const said = (units: readonly Uint8Array[]) => {
        const decoder = neo2Trace.decoder('hid');
        return [...units.flatMap((unit) => decoder.push(unit)), ...decoder.end()].map(
          (one) => one.message ?? one.error?.code,
        );
      };
      // A lone first report is masked whole, so its frame is no longer visible.
      if (sequence === reports || sequence[1] === stranger)
        expect(said(made.map(({ bytes }) => bytes))).toEqual(said(sequence));
    }
  });
});
