import { describe, expect, it } from 'vitest';
import { isPlausibleCardNumber } from '../../../electron/domain/cards/issuers.ts';
import { findCardNumbers, looksLikeCardNumber, maskCardNumbers } from '../../../electron/domain/index.ts';
import { randomFrom } from '../../fixtures/random.ts';

/** Published test numbers that belong to no person. */
const testCards = [
  '4111111111111111',
  '4012888888881881',
  '5105105105105100',
  '5454545454545454',
  '6011111111111117',
  '378282246310005',
  '30569309025904',
  '3530111333300000',
  '4222222222222',
  '2223003122003222',
  '6200000000000005',
];

const asciiHex = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

describe('finds card numbers', () => {
  it.each(testCards)('finds %s in every usual notation', (pan) => {
    const inFours = pan.replace(/(.{4})(?=.)/g, '$1 ');
    const written = [
      pan,
      `card ${pan} declined`,
      `"number":"${pan}"`,
      `pan=${pan};`,
      `PAN${pan}`,
      `${pan}USD`,
      `1234 ${inFours}`,
      `${inFours} 12/30`,
      inFours,
      inFours.replaceAll(' ', '-'),
      inFours.replaceAll(' ', '\u00a0'),
      Array.from(pan).join(' '),
      `%B${pan}^TEST/CARD^30122010000000000000?`,
      `;${pan}=30122010000000000000?`,
      `${pan}D30122010000`,
    ];
    for (const text of written) {
      expect(findCardNumbers(text), text).not.toEqual([]);
      expect(maskCardNumbers(text).replace(/[^0-9]/g, ''), text).not.toContain(pan);
    }
  });

  it('finds American Express and Diners in their own groups', () => {
    expect(looksLikeCardNumber('3782 822463 10005')).toBe(true);
    expect(looksLikeCardNumber('3056-930902-5904')).toBe(true);
  });

  it.each(testCards)('finds %s in hexadecimal: tags, tracks, byte dumps and ASCII', (pan) => {
    const padded = pan.length % 2 === 0 ? pan : `${pan}F`;
    const length = (padded.length / 2).toString(16).padStart(2, '0').toUpperCase();
    const track = `${pan}D3012201000000000`;
    const paddedTrack = track.length % 2 === 0 ? track : `${track}F`;
    const trackLength = (paddedTrack.length / 2).toString(16).padStart(2, '0').toUpperCase();
    const written = [
      `9F02060000000012345A${length}${padded}5F3401`,
      `9F02060000000012345A${length}${padded}5F3401`.toLowerCase(),
      `0x5A${length}${padded}`,
      `FC2A57${trackLength}${paddedTrack}5F2403301231`,
      `5A ${length} ${padded.replace(/(..)(?=.)/g, '$1 ')}`,
      `57:${trackLength}:${paddedTrack.replace(/(..)(?=.)/g, '$1:')}`,
      asciiHex(`;${pan}=3012`),
      asciiHex(`B${pan}^`).toUpperCase(),
      `c1${asciiHex(pan)}ff`,
    ];
    for (const text of written) expect(findCardNumbers(text), text).not.toEqual([]);
  });

  it('finds numbers without a tag if every plausible run counts', () => {
    expect(looksLikeCardNumber('C1084111111111111111AABB', { hex: 'any' })).toBe(true);
    expect(looksLikeCardNumber('41111111111111113012201000000000', { hex: 'any' })).toBe(true);
  });

  it('reports the position and masks exactly these digits', () => {
    expect(findCardNumbers('a 4111111111111111 b')).toEqual([{ start: 2, end: 18, form: 'digits' }]);
    expect(maskCardNumbers('a 4111 1111 1111 1111 b 378282246310005.', {}, '*')).toBe('a * b *.');
  });
});

describe('numbers other than card numbers', () => {
  it.each([
    ['an instant', '2026-11-21T03:51:48.123Z'],
    ['an instant with microseconds', '2026-11-21 03:51:48.123456+00:00'],
    ['a compact instant', '20261121035148123'],
    ['milliseconds since 1970', '1795319508123'],
    ['microseconds since 1970', '1795319508123456'],
    ['nanoseconds since 1970', '1795319508123456789'],
    ['the largest amount', '999999999999'],
    ['amounts with separators', '1,234,567,890.12 and 9 111 111 111 111 111'],
    ['a masked account number', '************0059 and 411111******1111'],
    ['a uuid', '41111111-1111-4111-8111-111111111111'],
    ['a uuid version 7', '01936f0a-4012-7888-8888-018815105105'],
    ['a sortable id', '01JD4111111111111111Q2ABCD'],
    ['an internet address', '192.168.100.200:43110'],
    ['a telephone number', '+49 151 2345 6789 01'],
    ['one digit changed', '4111111111111112'],
    ['no issuer has it', '0000000000000000 and 1111111111111117 and 9999999999999995'],
    ['a decimal fraction', '0.4111111111111111'],
    ['a key serial number', 'FFFF9876543210E00001'],
    ['a short BCD value', '9F02060000001234'],
    ['a port path', '/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0'],
    ['an idempotency id', 'sale_01jd8kqv5y3m9f4z0c6t2a7h1b:authorize'],
  ])('are ignored: %s', (_what, text) => {
    expect(findCardNumbers(text)).toEqual([]);
  });

  it('match a card number in fewer than one in five thousand hashes and ids', () => {
    const random = randomFrom(20261121);
    const hex = (length: number): string =>
      Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
    const alarms = Array.from({ length: 20_000 }, () => hex(64)).filter((hash) => looksLikeCardNumber(hash));
    expect(alarms.length).toBeLessThan(4);
    const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    const ids = Array.from({ length: 20_000 }, () =>
      Array.from({ length: 26 }, () => base32.charAt(Math.floor(random() * 32))).join(''),
    );
    expect(ids.filter((id) => looksLikeCardNumber(id))).toEqual([]);
  });

  it('lack Luhn, prefix or length', () => {
    expect(isPlausibleCardNumber('4111111111111111')).toBe(true);
    expect(isPlausibleCardNumber('41111111111111')).toBe(false);
    expect(isPlausibleCardNumber('3782822463100050')).toBe(false);
    expect(isPlausibleCardNumber('4111 1111 1111 1111')).toBe(false);
  });
});

describe('long text', () => {
  it.each(['1', '4 ', '4111-', '3'])('is searched to its end when it repeats "%s"', (unit) => {
    const text = unit.repeat(100_000 / unit.length);
    const found = findCardNumbers(`${text} is 4111111111111111`, { hex: 'any' });
    expect(found).toEqual([{ start: 100_004, end: 100_020, form: 'digits' }]);
  });
});
