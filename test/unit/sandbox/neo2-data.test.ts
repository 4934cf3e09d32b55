/** The platform's reading of a NEO 2 reader's answer, on data made here: keys and ciphers of test/api/encryptor.ts. */
import { createCipheriv } from 'node:crypto';
import { assert as assertProperty, property, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openCardData } from '../../../electron/sandbox/crypto/card-data.ts';
import { openNeo2Data } from '../../../electron/sandbox/crypto/neo2-data.ts';
import { testKeySet } from '../../../electron/sandbox/crypto/blob.ts';
import { TlvError } from '../../../electron/sandbox/crypto/tlv.ts';
import { dataKey, testPans, tlv } from '../../api/encryptor.ts';

const KSN = 'FFFF9876543210E00001';
const PAN = testPans.approve;
const TRACK = `${PAN}D30122010000000000`;

function encipher(clear: string, ksn = KSN): string {
  const key = Buffer.from(dataKey(ksn) + dataKey(ksn).slice(0, 16), 'hex');
  const cipher = createCipheriv('des-ede3-cbc', key, Buffer.alloc(8)).setAutoPadding(false);
  return cipher.update(clear, 'hex', 'hex') + cipher.final('hex');
}

const padded = (clear: string) => clear + '00'.repeat((8 - ((clear.length / 2) % 8)) % 8);
/** An encrypted element: C1 in the place of 81. `clear` is what is inside. */
const sealed = (tag: string, clear = '') => {
  const value = encipher(clear);
  return `${tag}C1${(value.length / 2).toString(16).padStart(2, '0')}${value}`;
};
const element = (tag: string, value: string) => sealed(tag, padded(tlv(tag, value)));

interface Parts {
  attribution: string;
  ksn: string;
  track: string;
  number: string;
  more: string;
  entry: string;
  info: string;
}

const chip: Parts = {
  attribution: 'C0',
  ksn: tlv('DFEE12', KSN),
  track: element('57', TRACK),
  number: element('5A', PAN),
  more: tlv('9F26', '1122334455667788') + tlv('9F02', '000000001234') + tlv('5F2A', '0840'),
  entry: tlv('9F39', '05') + tlv('FFEE01', tlv('DF30', '01')),
  info: tlv('DFEE26', 'C000'),
};

const answer = (changes: Partial<Parts> = {}) => Buffer.from(Object.values({ ...chip, ...changes }).join(''), 'hex');
const opened = (changes: Partial<Parts> = {}) => openNeo2Data(answer(changes), testKeySet);

describe('an answer', () => {
  test('opens to its KSN and its card', () => {
    const data = openCardData(2, answer());
    if (!data.ok) throw new Error(data.detail);
    const { facts, known } = data.read((number) => number);
    expect(known).toBe(PAN);
    expect(data.keySerialNumber).toBe(KSN);
    expect(facts).toMatchObject({ entry: 'chip', lastFour: '1111', amountMinor: 1234, numericCurrency: '0840' });
    data.wipe();
    expect(() => data.read((number) => number)).toThrow(TlvError);
  });

  test.each([
    ['contactless', { attribution: 'C1', entry: tlv('9F39', '07'), info: tlv('DFEE26', 'C100') }],
    ['swipe', { attribution: 'C8', entry: tlv('9F39', '90'), info: tlv('DFEE26', 'C800'), more: '' }],
    ['swipe', { attribution: 'C8', entry: tlv('9F39', '80'), info: tlv('DFEE26', 'C800'), more: '' }],
  ])('has the right entry mode: %s', (entry, changes) => {
    const data = openCardData(2, answer(changes));
    if (!data.ok) throw new Error(data.detail);
    expect(data.read(() => null).facts.entry).toBe(entry);
  });

  const refused: [string, Partial<Parts>, string, RegExp][] = [
    ['an attribution without encryption', { attribution: '00' }, 'malformed', /nothing is encrypted/],
    ['a swipe whose stripe is unencrypted', { attribution: '48' }, 'malformed', /nothing is encrypted/],
    ['an attribution of AES', { attribution: 'C2' }, 'malformed', /TDES/],
    ['a different attribution at its end', { info: tlv('DFEE26', 'C100') }, 'malformed', /DFEE26/],
    ['no attribution at its end', { info: '' }, 'malformed', /DFEE26/],
    ['an entry mode of another source', { entry: tlv('9F39', '90') }, 'malformed', /9F39/],
    ['no entry mode', { entry: '' }, 'malformed', /9F39/],
    ['a number in clear', { number: tlv('5A', PAN) }, 'malformed', /5A is not encrypted/],
    ['a track in clear', { track: tlv('57', TRACK) }, 'malformed', /57 is not encrypted/],
    ['a masked element', { number: `5AA108${PAN}` }, 'malformed', /masked/],
    ['both flags', { number: `5AE108${PAN}` }, 'malformed', /Unknown form/],
    ['nothing encrypted', { track: '', number: '' }, 'malformed', /Nothing is encrypted/],
    ['an element twice', { more: element('57', TRACK) }, 'malformed', /twice/],
    ['a KSN twice', { more: chip.ksn }, 'malformed', /twice/],
    ['no KSN', { ksn: '' }, 'malformed', /DFEE12/],
    ['an unknown KSN', { ksn: tlv('DFEE12', '0123456789ABCDE00001') }, 'unknown-key', /key set/],
    ['a KSN with a counter of zero', { ksn: tlv('DFEE12', 'FFFF9876543210E00000') }, 'unknown-key', /transaction/],
    ['a short KSN', { ksn: tlv('DFEE12', 'FFFF98') }, 'unknown-key', /transaction/],
    ['a different KSN of the set', { ksn: tlv('DFEE12', 'FFFF9876543210E00002') }, 'malformed', /decrypt/],
    ['half blocks', { number: '5AC10411223344' }, 'malformed', /blocks of 8/],
    ['an empty cipher', { number: '5AC100' }, 'malformed', /blocks of 8/],
    ['a different element inside', { number: sealed('5A', padded(tlv('58', PAN))) }, 'malformed', /decrypt/],
    ['padding that is not zero', { number: sealed('5A', `${tlv('5A', PAN)}000000000001`) }, 'malformed', /decrypt/],
    ['a block too many', { number: sealed('5A', `${padded(tlv('5A', PAN))}0000000000000000`) }, 'malformed', /decrypt/],
    [
      'a longer length inside than there is',
      { number: sealed('5A', `5A20${PAN}000000000000`) },
      'malformed',
      /decrypt/,
    ],
    ['a cut end', { info: 'DFEE26' }, 'malformed', /early/],
  ];
  test.each(refused)('is refused: %s', (_, changes, why, detail) => {
    expect(opened(changes)).toEqual({ ok: false, why, detail: expect.stringMatching(detail) });
    expect(JSON.stringify(opened(changes))).not.toMatch(/\d{6}/);
  });

  test('is refused when cut anywhere', () => {
    const whole = answer();
    for (let length = 0; length < whole.length; length += 1) {
      expect(openNeo2Data(whole.subarray(0, length), testKeySet).ok, `length ${length}`).toBe(false);
    }
  });

  test('is never read as this card after a change of one bit of the ciphertext', () => {
    const whole = answer();
    const start = 1 + chip.ksn.length / 2 + 3;
    for (let bit = start * 8; bit < (start + 24) * 8; bit += 1) {
      const changed = Buffer.from(whole);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const data = openCardData(2, changed);
      if (!data.ok) continue;
      // This format is unsigned: a changed message may decrypt, but its track is then invalid or differs from 5A.
      expect(() => data.read((number) => number), `bit ${bit}`).toThrow(TlvError);
    }
  });

  test('is refused whatever it contains, and never throws', () => {
    assertProperty(
      property(uint8Array({ maxLength: 600 }), (bytes) => !openNeo2Data(Buffer.from(bytes), testKeySet).ok),
      { numRuns: 500 },
    );
  });
});

test.each([0, 4, -1])('the format %s is refused by name', (format) => {
  expect(openCardData(format, answer())).toMatchObject({ ok: false, why: 'format' });
});

test('each format is read only as itself', () => {
  expect(openCardData(1, answer())).toMatchObject({ ok: false, why: 'malformed' });
});
