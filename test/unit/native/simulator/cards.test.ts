import { createCipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { passesLuhn } from '../../../../electron/domain/index.ts';
import { fromHex, toHex } from '../../../../native/framing/bytes.ts';
import { encodeArqcBlob, encodeBatchBlob } from '../../../../native/families/mms/simulator/card-blob.ts';
import { DukptDevice, type TransactionKeys } from '../../../../native/families/shared/simulator/card/dukpt-device.ts';
import {
  applicationCryptogram,
  checkAnswer,
  responseCryptogram,
} from '../../../../native/families/shared/simulator/card/emv-card.ts';
import { maskedTrack2, maskNumber } from '../../../../native/families/shared/simulator/card/masked-track.ts';
import {
  chipValues,
  encodeTemplate,
  swipeValues,
} from '../../../../native/families/shared/simulator/card/online-data.ts';
import { retailMac } from '../../../../native/families/shared/simulator/card/tdes.ts';
import {
  deckIds,
  describeCard,
  testDeck,
  track2Equivalent,
} from '../../../../native/families/shared/simulator/card/test-cards.ts';
import { openBlob } from './host-side.ts';

const facts = {
  amountMinor: 1234,
  otherAmountMinor: 0,
  numericCurrency: '0840',
  transactionType: 0,
  at: Date.UTC(2026, 4, 17, 12),
  unpredictableNumber: fromHex('A1B2C3D4'),
  transactionCounter: 7,
  isPinVerified: false,
};

function firstKeys(): TransactionKeys {
  const keys = new DukptDevice(fromHex('6AC292FAA1315B4D858AB3A3D7D5933A'), fromHex('FFFF9876543210E00000')).next();
  if (!keys) throw new Error('no keys');
  return keys;
}

/** ISO 9797-1 algorithm 3 block by block: single DES for all blocks, two-key triple DES at the end. */
function retailMacByHand(keyHex: string, dataHex: string): string {
  const encrypt = (algorithm: string, key: string, block: bigint): bigint => {
    const cipher = createCipheriv(algorithm, Buffer.from(key, 'hex'), null).setAutoPadding(false);
    return BigInt(`0x${cipher.update(block.toString(16).padStart(16, '0'), 'hex', 'hex')}`);
  };
  const padded = `${dataHex}80`.padEnd(Math.ceil((dataHex.length + 2) / 16) * 16, '0');
  const blocks = (padded.match(/.{16}/g) ?? []).map((block) => BigInt(`0x${block}`));
  const last = blocks.pop() ?? 0n;
  const left = keyHex.slice(0, 16);
  const chained = blocks.reduce((state, block) => encrypt('des-ede3-ecb', left.repeat(3), state ^ block), 0n);
  return encrypt('des-ede-ecb', keyHex, chained ^ last)
    .toString(16)
    .padStart(16, '0')
    .toUpperCase();
}

describe('cryptograms', () => {
  it('follow ISO 9797-1 algorithm 3 with padding method 2', () => {
    const key = '0123456789ABCDEFFEDCBA9876543210';
    for (const data of ['', '01', '0102030405060708', '010203040506070809', 'AA'.repeat(47)]) {
      expect(toHex(retailMac(fromHex(key), fromHex(data)))).toBe(retailMacByHand(key, data));
    }
  });

  it('cover every element of their list', () => {
    const card = testDeck[0];
    if (!card) throw new Error('empty deck');
    const values = chipValues({ card, application: card.applications[0], mode: 'chip', facts });
    const arqc = toHex(applicationCryptogram(values));
    expect(toHex(values.get(0x9f26) ?? new Uint8Array())).toBe(arqc);
    for (const tag of [0x9f02, 0x9f03, 0x9f1a, 0x95, 0x5f2a, 0x9a, 0x9c, 0x9f37, 0x82, 0x9f36]) {
      const changed = new Map(values);
      changed.set(
        tag,
        (values.get(tag) ?? new Uint8Array()).map((byte) => byte ^ 0x01),
      );
      expect(toHex(applicationCryptogram(changed)), tag.toString(16)).not.toBe(arqc);
      changed.delete(tag);
      expect(() => applicationCryptogram(changed)).toThrow(RangeError);
    }
  });

  it('accept an answer with a genuine cryptogram, and refuse an approval with any other cryptogram', () => {
    const arqc = fromHex('0011223344556677');
    const yes = Uint8Array.from([0x30, 0x30]);
    const no = Uint8Array.from([0x30, 0x35]);
    const proof = (code: Uint8Array): Uint8Array => Uint8Array.from([...responseCryptogram(arqc, code), ...code]);
    expect(checkAnswer({ arqc, responseCode: yes, issuerAuthenticationData: proof(yes) })).toBe('approved');
    expect(checkAnswer({ arqc, responseCode: no, issuerAuthenticationData: proof(no) })).toBe('declined');
    // Without tag 91, 8A alone decides.
    expect(checkAnswer({ arqc, responseCode: yes })).toBe('approved');
    expect(checkAnswer({ arqc, responseCode: no })).toBe('declined');
    // Wrong proofs: one bit changed, made for another cryptogram, covering another code, cut short.
    const wrong = proof(yes);
    wrong[3] = (wrong[3] ?? 0) ^ 1;
    expect(checkAnswer({ arqc, responseCode: yes, issuerAuthenticationData: wrong })).toBe('refused');
    const other = Uint8Array.from([...responseCryptogram(arqc.toReversed(), yes), ...yes]);
    expect(checkAnswer({ arqc, responseCode: yes, issuerAuthenticationData: other })).toBe('refused');
    expect(checkAnswer({ arqc, responseCode: yes, issuerAuthenticationData: proof(no) })).toBe('refused');
    expect(checkAnswer({ arqc, responseCode: yes, issuerAuthenticationData: proof(yes).subarray(0, 8) })).toBe(
      'refused',
    );
    expect(checkAnswer({ arqc, responseCode: no, issuerAuthenticationData: wrong })).toBe('declined');
  });

  it('compute the answer cryptogram with method 1', () => {
    // TDES(key, ARQC xor 3030 000000000000), computed here with Node's two-key cipher.
    const cipher = createCipheriv('des-ede-ecb', Buffer.from('0123456789ABCDEFFEDCBA9876543210', 'hex'), null);
    const expected = cipher.setAutoPadding(false).update('3031223344556677', 'hex', 'hex').toUpperCase();
    expect(toHex(responseCryptogram(fromHex('0001223344556677'), fromHex('3030')))).toBe(expected);
  });
});

describe('test cards', () => {
  it('are the agreed deck, with valid check digits', () => {
    expect(testDeck.map(({ id }) => id)).toEqual([...deckIds]);
    for (const card of testDeck) expect(passesLuhn(card.pan), card.id).toBe(true);
    expect(testDeck.find(({ id }) => id === 'pin')?.asksForPin).toBe(true);
  });

  it('show other processes only brand and last four digits', () => {
    for (const card of testDeck) {
      const face = JSON.stringify(describeCard(card));
      expect(face).not.toContain(card.pan.slice(0, -4));
      expect(describeCard(card)).toEqual({ id: card.id, brand: card.brand, lastFour: card.pan.slice(-4) });
    }
  });

  it('have track 2 in whole bytes, with odd numbers padded', () => {
    for (const card of testDeck) {
      const track = track2Equivalent(card);
      expect(track.length % 2).toBe(0);
      expect(track).toMatch(new RegExp(`^${card.pan}D3012201[0-9]+F?$`));
    }
    expect(track2Equivalent(testDeck.at(-1) ?? expect.fail('empty deck'))).toMatch(/F$/);
  });

  it('pass the Luhn check when masked, and differ from the card number, which is a pitfall for hosts', () => {
    for (const card of testDeck) {
      const masked = maskNumber(card.pan);
      expect(masked, card.id).toHaveLength(card.pan.length);
      expect(passesLuhn(masked), card.id).toBe(true);
      expect(masked).not.toBe(card.pan);
      expect(masked.slice(0, 4) + masked.slice(-4)).toBe(card.pan.slice(0, 4) + card.pan.slice(-4));
      expect(maskedTrack2(card)).toMatch(/^;[0-9]{15,16}=3012201[0-9]+\?$/);
    }
    const plain = maskNumber('4111111111111111', { leading: 6, trailing: 4, passesLuhn: false });
    expect(plain).toBe('4111110000001111');
  });
});

describe('card data for the bank', () => {
  const card = testDeck[0] ?? expect.fail('empty deck');
  const serialNumber = fromHex('B61378A0');

  it.each(['chip', 'contactless'] as const)('decrypts to the agreed elements with the platform’s keys: %s', (mode) => {
    const values = chipValues({ card, application: card.applications[0], mode, facts });
    const blob = encodeArqcBlob({
      keys: firstKeys(),
      serialNumber,
      template: encodeTemplate(values, 'online'),
      mode,
      cardType: 5,
      fallback: 0,
      maskedTrack2: maskedTrack2(card),
      cardholderName: card.cardholderName,
      interchangeProfile: values.get(0x82) ?? null,
    });
    const opened = openBlob(blob);
    expect(opened.isMacValid).toBe(true);
    expect(opened.ksn).toBe('FFFF9876543210E00001');
    expect([...opened.data.keys()].map((tag) => tag.toString(16).toUpperCase())).toEqual(
      '57 5A 5F24 5F34 9F26 9F27 9F10 9F36 9F37 95 9A 9C 9F02 9F03 5F2A 82 9F1A 9F33 9F34 9F35 84 50 9F39'.split(' '),
    );
    expect(opened.data.get(0x5a)).toBe('4111111111111111');
    expect(opened.data.get(0x9f02)).toBe('000000001234');
    expect(opened.data.get(0x9a)).toBe('260517');
    expect(opened.data.get(0x9f36)).toBe('0007');
    expect(opened.data.get(0x9f39)).toBe(mode === 'chip' ? '05' : '07');
    expect(opened.data.get(0x50)).toBe(toHex(Buffer.from('VISA CREDIT')));
    // The unencrypted part contains the masked look-alike, but not the number in digits or in ASCII.
    const clear = toHex(opened.secured);
    expect(clear).not.toContain('4111111111111111');
    expect(clear).not.toContain(toHex(Buffer.from('4111111111111111')));
    expect(clear).toContain(`DFDF4D${toHex(Uint8Array.of(maskedTrack2(card).length))}3B34313131`);
  });

  it('contains only the data of a stripe after a swipe', () => {
    const blob = encodeArqcBlob({
      keys: firstKeys(),
      serialNumber,
      template: encodeTemplate(swipeValues(card, facts), 'swipe'),
      mode: 'swipe',
      cardType: 7,
      fallback: 0,
      maskedTrack2: maskedTrack2(card),
      cardholderName: null,
      interchangeProfile: null,
    });
    const opened = openBlob(blob);
    expect([...opened.data.keys()]).toEqual([0x57, 0x5a, 0x5f24, 0x9c, 0x9f02, 0x5f2a, 0x9f39]);
    expect(opened.data.get(0x9f39)).toBe('90');
    expect(toHex(opened.secured)).toContain('DFDF33');
  });

  it('has the padding and length that the reference requires, for templates of every length', () => {
    for (let length = 1; length < 40; length++) {
      const template = Uint8Array.from([0xfc, length + 3, 0x9f, 0x7c, length, ...new Uint8Array(length)]);
      const blob = encodeBatchBlob({ keys: firstKeys(), serialNumber, template, result: 0 });
      const counted = ((blob[0] ?? 0) << 8) | (blob[1] ?? 0);
      expect((blob.length - 4) % 8).toBe(0);
      expect(blob.length - 4 - 2 - counted).toBeLessThan(8);
      const opened = openBlob(blob, 0xf0);
      expect(opened.isMacValid).toBe(true);
      expect(opened.padCount).toBe((8 - (template.length % 8)) % 8);
      // Any changed bit breaks the MAC.
      const bent = blob.slice();
      bent[9 + length] = (bent[9 + length] ?? 0) ^ 0x10;
      expect(() => expect(openBlob(bent, 0xf0).isMacValid).toBe(true)).toThrow();
    }
  });
});
