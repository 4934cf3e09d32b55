import { assert as assertProperty, property, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openBlob, testKeySet } from '../../../electron/sandbox/crypto/blob.ts';
import { readCard } from '../../../electron/sandbox/crypto/card.ts';
import { issuerAuthenticationData } from '../../../electron/sandbox/crypto/issuer.ts';
import { parseTlvs, TlvError } from '../../../electron/sandbox/crypto/tlv.ts';
import { encryptCard, tlv } from '../../api/encryptor.ts';

const KSN = 'FFFF9876543210E00001';
const good = () => Buffer.from(encryptCard({ pan: '4111111111111111', ksn: KSN, amount: 1234 }), 'hex');

function plaintextOf(blob: Buffer): Buffer {
  const opened = openBlob(blob, testKeySet);
  if (!opened.ok) throw new Error(opened.detail);
  return opened.plaintext;
}

describe('a blob', () => {
  test('opens to its KSN and one FC template, with its padding removed', () => {
    const opened = openBlob(good(), testKeySet);
    expect(opened).toMatchObject({ ok: true, keySerialNumber: KSN });
    const [template, ...rest] = parseTlvs(plaintextOf(good()));
    expect(template?.tag).toBe('FC');
    expect(rest).toEqual([]);
  });

  test('is refused with any single bit changed, and never throws', () => {
    const blob = good();
    for (let bit = 0; bit < blob.length * 8; bit += 1) {
      const changed = Buffer.from(blob);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(openBlob(changed, testKeySet).ok, `bit ${bit}`).toBe(false);
    }
  });

  test('is refused when cut anywhere, or made of anything, and never throws', () => {
    const blob = good();
    for (let length = 0; length < blob.length; length += 1) {
      expect(openBlob(blob.subarray(0, length), testKeySet).ok, `length ${length}`).toBe(false);
    }
    assertProperty(
      property(uint8Array({ maxLength: 600 }), (bytes) => !openBlob(Buffer.from(bytes), testKeySet).ok),
      { numRuns: 500 },
    );
  });

  test('keeps its contents out of the refusal', () => {
    const changed = good();
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(openBlob(changed, testKeySet)).toEqual({ ok: false, why: 'mac', detail: 'The MAC does not verify' });
  });
});

describe('a card', () => {
  const read = (tags: string) => readCard(Buffer.from(tlv('FC', tags), 'hex'), (pan) => pan.length);
  const track = tlv('57', '4111111111111111D30122010000000000');
  const chip = tlv('9F39', '05') + tlv('9F26', '1122334455667788');

  test('yields the facts that may be kept, without its number', () => {
    const { facts, known } = readCard(plaintextOf(good()), (pan) => pan === '4111111111111111');
    expect(known).toBe(true);
    expect(facts).toMatchObject({
      lastFour: '1111',
      length: 16,
      brand: 'VISA',
      entry: 'chip',
      expiry: { year: 2030, month: 12 },
      amountMinor: 1234,
      numericCurrency: '0840',
    });
    expect(JSON.stringify(facts)).not.toContain('411111');
  });

  test.each([
    ['4012888888881881', 'VISA'],
    ['5105105105105100', 'MASTERCARD'],
    ['2223003122003222', 'MASTERCARD'],
    ['378282246310005', 'AMERICAN_EXPRESS'],
    ['6011111111111117', 'DISCOVER'],
    ['3530111333300000', null],
  ])('with the number %s is of brand %s', (pan, brand) => {
    const plaintext = plaintextOf(Buffer.from(encryptCard({ pan, ksn: KSN, amount: 1 }), 'hex'));
    const { facts } = readCard(plaintext, () => null);
    expect(facts).toMatchObject({ brand, lastFour: pan.slice(-4), length: pan.length });
  });

  test('is read from a track of odd length that ends in F', () => {
    expect(read(tlv('57', '378282246310005D30122010000000000F') + chip).known).toBe(15);
  });

  test.each([
    ['no track', chip],
    ['a track that is no track', tlv('57', 'AABBCC') + chip],
    ['month 13', tlv('57', '4111111111111111D30132010000000000') + chip],
    ['month 0', tlv('57', '4111111111111111D30002010000000000') + chip],
    ['no entry mode', track + tlv('9F26', '1122334455667788')],
    ['a short cryptogram', track + tlv('9F39', '05') + tlv('9F26', '11')],
    ['a swipe with a cryptogram', track + tlv('9F39', '90') + tlv('9F26', '1122334455667788')],
    ['a 5A that differs from the track', track + chip + tlv('5A', '4012888888881881')],
    ['an amount that is no number', track + chip + tlv('9F02', 'ABCDEF123456')],
  ])('is refused without a quotation: %s', (_, tags) => {
    expect(() => read(tags)).toThrow(TlvError);
    expect(() => read(tags)).toThrow(expect.not.objectContaining({ message: expect.stringMatching(/\d{6}/) }));
  });

  test('has a verified PIN exactly as EMV Book 3 table 39 says', () => {
    const pin = (cvm: string) => read(track + chip + tlv('9F34', cvm)).facts.isPinVerified;
    expect([pin('410302'), pin('440302'), pin('020300'), pin('420300')]).toEqual([true, true, true, true]);
    expect([pin('1F0302'), pin('5E0300'), pin('410301'), pin('3F0000'), pin('00')]).toEqual(Array(5).fill(false));
  });
});

describe('TLV', () => {
  test.each(['9F', '5A', '5A02AA', '5A80', '5A84000000', '9F8181818101', '5A8105'])('%s is refused', (text) => {
    expect(() => parseTlvs(Buffer.from(text, 'hex'))).toThrow(TlvError);
  });

  test('accepts lengths that are longer than necessary', () => {
    expect(parseTlvs(Buffer.from('5A820001AA9F2601BB', 'hex'))).toMatchObject([
      { tag: '5A', value: Buffer.from([0xaa]) },
      { tag: '9F26', value: Buffer.from([0xbb]) },
    ]);
  });
});

test('issuer authentication data is ARPC and response code, and differs by either', () => {
  const arqc = Buffer.from('1122334455667788', 'hex');
  const approved = issuerAuthenticationData(arqc, '00');
  expect(approved).toMatch(/^[0-9A-F]{16}3030$/);
  expect(issuerAuthenticationData(arqc, '51')).not.toBe(approved);
  expect(issuerAuthenticationData(Buffer.alloc(8), '00')).not.toBe(approved);
  expect(() => issuerAuthenticationData(arqc, '0')).toThrow(RangeError);
});
