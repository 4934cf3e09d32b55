/**
 * A faulty or hostile terminal sends card data in unrelated fields while a recording runs. The recording must be free
 * of each element, in each encoding and message. Other data stays readable.
 */
import { describe, expect, it } from 'vitest';
import { magnesafeTrace } from '../../native/families/magnesafe/trace/index.ts';
import { mmsTrace } from '../../native/families/mms/trace/index.ts';
import { encodeMmsNotification, encodeMmsResponse } from '../../native/families/mms/codec/message.ts';
import { littleEndian } from '../../native/families/neo2/codec/commands.ts';
import { encodeDisplayControl } from '../../native/families/neo2/codec/prompts.ts';
import { neo2Trace } from '../../native/families/neo2/trace/index.ts';
import { bigEndian, concatBytes, fromHex, toHex } from '../../native/framing/bytes.ts';
import { encodeNeo2Command, encodeNeo2Response } from '../../native/framing/neo2-frame.ts';
import { encodeTlv } from '../../native/framing/tlv.ts';
import { randomFrom } from '../fixtures/random.ts';
import { testCards } from './card-numbers.ts';
import { innocent } from './innocent-texts.ts';

const ascii = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const packed = (digits: string): Uint8Array => fromHex(digits.length % 2 === 0 ? digits : `${digits}F`);

/** Contents of the element: as text, and packed if it consists of digits. */
const elements: Readonly<Record<string, (pan: string) => { tag: number; text: string; digits?: string }>> = {
  '5A, the number': (pan) => ({ tag: 0x5a, text: pan, digits: pan }),
  '57, track 2': (pan) => ({ tag: 0x57, text: `${pan}=22122011234567890`, digits: `${pan}D22122011234567890` }),
  '9F6B, track 2 over the air': (pan) => ({ tag: 0x9f6b, text: `${pan}=22122011`, digits: `${pan}D22122011` }),
  '56, track 1': (pan) => ({ tag: 0x56, text: `B${pan}^DOE/JANE^22122011234567890` }),
  '5F20, the holder': () => ({ tag: 0x5f20, text: 'DOE/JANE MARIA' }),
  '5F24, the expiry': () => ({ tag: 0x5f24, text: '221231', digits: '221231' }),
};

/** An encoding returns null for an unsuitable element. `needsTag` means that only the tag reveals card data. */
const encodings: Readonly<Record<string, (text: string, digits?: string) => Uint8Array | null>> = {
  'packed digits': (_text, digits) => (digits === undefined ? null : packed(digits)),
  ASCII: (text) => ascii(text),
  'UTF-16, low byte first': (text) => Uint8Array.from(Buffer.from(text, 'utf16le')),
  'UTF-16, high byte first': (text) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16()),
  Base64: (text) => ascii(Buffer.from(text).toString('base64')),
  'Base64 of packed digits': (_text, digits) =>
    digits === undefined ? null : ascii(Buffer.from(packed(digits)).toString('base64')),
  'Base64 as UTF-16': (text) => Uint8Array.from(Buffer.from(Buffer.from(text).toString('base64'), 'utf16le')),
  'hexadecimal as text': (_text, digits) => (digits === undefined ? null : ascii(toHex(packed(digits)))),
};

/** Positions in a recorded message, by family. `content` is inserted there. */
const places: Readonly<Record<string, (content: Uint8Array) => { trace: typeof mmsTrace; message: Uint8Array }>> = {
  ...Object.fromEntries(
    [0x0103, 0x0105, 0x1001, 0x1803, 0x1805].map((code) => [
      `mms, notification ${code.toString(16).padStart(4, '0')}`,
      (content: Uint8Array) => ({
        trace: mmsTrace,
        message: encodeMmsNotification(code, [0, 3, 1, 0], [{ tag: 0x83, value: content }]),
      }),
    ]),
  ),
  ...Object.fromEntries(
    [0x1001, 0x1004, 0x1008, 0x1830, 0xd101, 0xdf01].map((command) => [
      `mms, answer to ${command.toString(16)}`,
      (content: Uint8Array) => ({
        trace: mmsTrace,
        message: encodeMmsResponse({ reference: 1, command }, { tlvs: [{ tag: 0x81, value: content }] }),
      }),
    ]),
  ),
  ...Object.fromEntries(
    [0x01, 0x04, 0x05, 0x09, 0x12, 0x14, 0x18, 0x29, 0x32, 0x61, 0x77, 0x83, 0xf0].map((command) => [
      `neo2, answer of group ${command.toString(16).padStart(2, '0')}`,
      (content: Uint8Array) => ({ trace: neo2Trace, message: encodeNeo2Response(command, 0x00, content) }),
    ]),
  ),
  'neo2, lines of a display': (content) => ({
    trace: neo2Trace,
    message: encodeNeo2Command(
      0x61,
      0x01,
      concatBytes(
        fromHex('03 0000 0000'),
        littleEndian(content.length + 2, 2),
        bigEndian(1, 1),
        content,
        bigEndian(0x1c, 1),
      ),
    ),
  }),
  'neo2, amount of an answer with card data': (content) => ({
    trace: neo2Trace,
    message: encodeNeo2Response(0x02, 0x00, concatBytes(bigEndian(0xc0, 1), encodeTlv(0x9f02, content))),
  }),
  ...Object.fromEntries(
    [0x0300, 0x0301, 0x0302].map((id) => [
      `magnesafe, notification ${id.toString(16).padStart(4, '0')}`,
      (content: Uint8Array) => ({
        trace: magnesafeTrace,
        message: concatBytes(
          bigEndian(0x02, 1),
          ...[content.length, 0, id, content.length].map((value) => bigEndian(value, 2)),
          content,
        ),
      }),
    ]),
  ),
  'magnesafe, a plain answer': (content) => ({
    trace: magnesafeTrace,
    message: concatBytes(Uint8Array.of(0x04, 0x00, content.length), content),
  }),
  'magnesafe, an extended answer': (content) => ({
    trace: magnesafeTrace,
    message: concatBytes(
      Uint8Array.of(0x04, 0x0a, content.length + 6),
      ...[0, 0, content.length].map((value) => bigEndian(value, 2)),
      content,
    ),
  }),
};

describe.each(Object.entries(places))('%s', (_place, wrap) => {
  it.each(Object.keys(elements))('%s is absent from the recording', (name) => {
    const shown: string[] = [];
    for (const [kind, pan] of Object.entries(testCards)) {
      const { tag, text, digits } = elements[name]?.(pan) ?? { tag: 0, text: '' };
      for (const [encoding, write] of Object.entries(encodings)) {
        const value = write(text, digits);
        if (!value) continue;
        // Without its tag a name is just a name; and some packed numbers are also texts, each byte a letter or a sign.
        const isAmbiguous = encoding === 'packed digits' && value.every((byte) => byte >= 0x20 && byte < 0x7f);
        const bare =
          tag === 0x5f20 || tag === 0x5f24 || isAmbiguous
            ? []
            : [value, concatBytes(ascii('CARD '), value, ascii(' OK'))];
        const tagged = concatBytes(Uint8Array.of(0x03, 0x00), encodeTlv(tag, value), Uint8Array.of(0x00));
        // A name or a day is recognizable only by its tag, which precedes it.
        for (const content of [encodeTlv(tag, value), tagged, ...bare]) {
          const { trace, message } = wrap(content);
          if (toHex(trace.mask(message)).includes(toHex(value))) shown.push(`${kind}, ${encoding}: ${toHex(content)}`);
        }
      }
    }
    expect(shown).toEqual([]);
  });
});

describe('data other than a card number', () => {
  it.each(Object.entries(innocent))('stays unchanged: %s', (kind, make) => {
    const random = randomFrom(20261126);
    let hidden = 0;
    const runs = 400;
    for (let run = 0; run < runs; run += 1) {
      const text = make(random)
        .replace(/[^\x20-\x7e]/g, '?')
        .slice(0, 60);
      const frames = [
        [mmsTrace, encodeMmsNotification(0x1803, [2, 1, 1, 0], [{ tag: 0x83, value: ascii(text) }])],
        [neo2Trace, encodeDisplayControl({ mode: 0x03, lines: [text] })],
      ] as const;
      for (const [trace, message] of frames) if (toHex(trace.mask(message)) !== toHex(message)) hidden += 1;
    }
    // One in ten numbers of that length has a card's check digit, and a text may contain several.
    expect(hidden / (2 * runs)).toBeLessThan(/digits|barcodes|telephone|times/.test(kind) ? 0.25 : 0.05);
  });
});
