import { describe, expect, test } from 'vitest';
import { counterOf, dataKey, initialKey, macKey, transactionKey } from '../../../electron/sandbox/crypto/dukpt-host.ts';
import { decryptCbc, encryptCbc, xor } from '../../../electron/sandbox/crypto/tdes.ts';
import { dataKey as independentDataKey } from '../../api/encryptor.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const show = (bytes: Buffer) => bytes.toString('hex').toUpperCase();

/** Published in ANSI X9.24-1:2009, Annex A. */
const baseKey = hex('0123456789ABCDEFFEDCBA9876543210');
const ksn = (counter: number) => hex(`FFFF9876543210E${counter.toString(16).padStart(5, '0')}`);
const text = Buffer.from('4012345678909D987');

describe('published vectors of X9.24-1', () => {
  test('give the initial key', () => {
    expect(show(initialKey(baseKey, ksn(1)))).toBe('6AC292FAA1315B4D858AB3A3D7D5933A');
    expect(show(initialKey(baseKey, ksn(0x1fffff)))).toBe('6AC292FAA1315B4D858AB3A3D7D5933A');
  });

  test.each([
    [1, '042666B49184CFA3 68DE9628D0397BC9'],
    [2, 'C46551CEF9FD24B0 AA9AD834130D3BC7'],
    [3, '0DF3D9422ACA56E5 47676D07AD6BADFA'],
    [4, '279C0F6AEED0BE65 2B2C733E1383AE91'],
    [5, '5F8DC6D2C845C125 508DDC048093B83F'],
  ])('give the key of transaction %i', (counter, expected) => {
    expect(transactionKey(baseKey, ksn(counter))).toEqual(hex(expected));
  });

  test('give the variants of the first transaction', () => {
    const key = transactionKey(baseKey, ksn(1));
    expect(macKey(key)).toEqual(hex('042666B4918430A3 68DE9628D03984C9'));
    expect(dataKey(key)).toEqual(hex('448D3F076D830403 6A55A3D7E0055A78'));
  });

  test('give the data of the first transaction, encrypted and decrypted', () => {
    const key = dataKey(transactionKey(baseKey, ksn(1)));
    const padded = Buffer.concat([text, Buffer.alloc(7)]);
    const expected = hex('FC0D53B7EA1FDA9E E68AAF2E70D9B950 6229BE2AA993F04F');
    expect(encryptCbc(key, padded)).toEqual(expected);
    expect(decryptCbc(key, expected)).toEqual(padded);
  });

  test('give the MAC of the first transaction (the standard uses the retail MAC: single DES, triple at the end)', () => {
    const key = macKey(transactionKey(baseKey, ksn(1)));
    const padded = Buffer.concat([text, Buffer.alloc(7)]);
    const chained = encryptCbc(key.subarray(0, 8), padded.subarray(0, 16)).subarray(-8);
    expect(encryptCbc(key, xor(chained, padded.subarray(16)))).toEqual(hex('9CCC78173FC4FB64'));
  });
});

test('the derivation agrees with an independent derivation over many counters', () => {
  for (let counter = 1; counter < 0x1fffff; counter = counter * 3 + 1) {
    const number = ksn(counter);
    if (counterOf(number) === null) continue;
    expect(show(dataKey(transactionKey(baseKey, number))), show(number)).toBe(
      independentDataKey(show(number)).toUpperCase(),
    );
  }
});

test.each([
  ['FFFF9876543210E00000', 'a counter of zero'],
  ['FFFF9876543210E007FF', 'more than ten one bits'],
  ['FFFF9876543210FFFFFF', 'all one bits'],
  ['FFFF9876543210E0', 'eight bytes'],
  ['FFFF9876543210E0000100', 'eleven bytes'],
])('%s is no KSN of a transaction: %s', (text) => {
  expect(counterOf(hex(text))).toBeNull();
  expect(() => transactionKey(baseKey, hex(text))).toThrow(RangeError);
});

test('the counter is the last 21 bits', () => {
  expect(counterOf(hex('FFFF9876543210E00001'))).toBe(1);
  expect(counterOf(hex('FFFF9876543210F00000'))).toBe(0x100000);
  expect(counterOf(hex('FFFF9876543210FFC000'))).toBe(0x1fc000);
});
