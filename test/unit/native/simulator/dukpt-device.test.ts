import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../native/framing/bytes.ts';
import { deriveInitialKey, DukptDevice } from '../../../../native/families/shared/simulator/card/dukpt-device.ts';
import { tdesEncryptEcb } from '../../../../native/families/shared/simulator/card/tdes.ts';
import { hostDataKey, hostDerivedKey, hostMacKey } from './host-side.ts';

const BASE_KEY = fromHex('0123456789ABCDEFFEDCBA9876543210');
const KSN = fromHex('FFFF9876543210E00000');
const INITIAL_KEY = fromHex('6AC292FAA1315B4D858AB3A3D7D5933A');
/** PIN 1234 of account 4012345678909 in format 0: the plain block of the standard's examples. */
const CLEAR_PIN_BLOCK = fromHex('041274EDCBA9876F');

/** ANSI X9.24-1:2009, A.4: KSN, PIN encryption key and encrypted PIN block, in the order of a terminal's use. */
const published: readonly [ksn: string, pinKey: string, pinBlock: string][] = [
  ['FFFF9876543210E00001', '042666B49184CF5C68DE9628D0397B36', '1B9C1845EB993A7A'],
  ['FFFF9876543210E00002', 'C46551CEF9FD244FAA9AD834130D3B38', '10A01C8D02C69107'],
  ['FFFF9876543210E00003', '0DF3D9422ACA561A47676D07AD6BAD05', '18DC07B94797B466'],
  ['FFFF9876543210E00004', '279C0F6AEED0BE9A2B2C733E1383AE6E', '0BC79509D5645DF7'],
  ['FFFF9876543210E00005', '5F8DC6D2C845C1DA508DDC048093B8C0', '5BC0AF22AD87B327'],
  ['FFFF9876543210E00006', '5E415CB0BAF9F0C3D0C14B63FB62FFBC', 'A16DF70AE36158D8'],
  ['FFFF9876543210E00007', '0C8F780B7C8B492FAE84A9EB2A6CE69F', '27711C16CB257F8E'],
  ['FFFF9876543210E00008', '27F66D5244FF621EAA6F6120EDEB427F', '50E55547A5027551'],
  ['FFFF9876543210E00009', '27E31064FDC565968900E2057F658E81', '536CF7F678ACFC8D'],
  ['FFFF9876543210E0000A', '6CF2500A22507C83C776CEADC1E330EB', 'EDABBA23221833FE'],
  ['FFFF9876543210E0000B', '3E8260BA04B2D6DFC01482B3819A1848', '2328981C57B4BDBA'],
  ['FFFF9876543210E0000C', 'B716E1E11CF53D7F726CAEE75C3A62B0', '038D03CC926CF286'],
  ['FFFF9876543210E0000D', 'E072EDF9534053A0B6C581C58FBF25CC', '6C8AA97088B62C68'],
  ['FFFF9876543210E0000E', 'A80046087F5B8FDB5AAD95E1842908B0', 'F17C9E1D72CD4950'],
  ['FFFF9876543210E0000F', '93DD5B956C4878B82E453AAEFD32A555', 'B170F6E7F7F2F64A'],
  ['FFFF9876543210E00010', '59598DCBD9BD943F94165CE453585FA8', 'D5D9638559EF53D6'],
  ['FFFF9876543210E00011', '2B5F01F4F0CC0515639D523231BF1B5D', 'D544F8CDD292C863'],
  ['FFFF9876543210E00012', '9CF640F279C2AE1915F725EEEAC2CB50', '7A21BD10F36DC41D'],
  ['FFFF9876543210E00013', 'C3DF489FDF11534BF03DE97C27DC4CD0', '78649BD17D0DFA60'],
  ['FFFF9876543210E00014', '658488507721B30E4737FA93F923CB2D', '7E7E16EA0C31AD56'],
  ['FFFF9876543210E00015', 'E161D1956A61F62DF37AFD7F9CC36965', '72105C22EBC791E6'],
  ['FFFF9876543210EFF801', '5BEE92627E9782A3911BF619DF72CAC4', '3A86BF003F835C9D'],
  ['FFFF9876543210EFF802', '64CA2F8AB93F614F1620B00BF77C73FE', '3DB977D05C36DF3F'],
  ['FFFF9876543210EFF804', '35A168695B3BA8CC07E871C42021DDC8', 'BA83243305712099'],
  ['FFFF9876543210EFF808', '12C380FCB72ED33D6FC6079AF63F4778', 'B0DA04AC90A36D85'],
  ['FFFF9876543210EFF810', 'D8007C833A1E3CB6C6889B97A68C5400', '2CF02BD9C309EEDA'],
  ['FFFF9876543210EFF820', 'A9C9FF9B735FDDB6591F296B0BF0FD8F', '9D1E2F77AEEE81C6'],
  ['FFFF9876543210EFF840', '0E3E221062CB5EFCA384602783A00405', '40870B0F8BA2011C'],
  ['FFFF9876543210EFF880', 'CA8225C587124D04B87F279C0BE297D8', '22E340D6ABB40981'],
  ['FFFF9876543210EFF900', '906AAC1751D497E5144D52C76C6E1F68', '1A4C10AFBA03A430'],
  ['FFFF9876543210EFFA00', '2B9E2CE7C27503C8E10B54D2989EA650', '849763B43E5F9CFF'],
  ['FFFF9876543210EFFC00', 'F9430DF97508246EC77BE4EF4FDB9111', 'DEFC6F09F8927B71'],
  ['FFFF9876543210F00000', 'AA4D58DB653EC7B548C75F2F047DD24A', '73EC88AD0AC5830E'],
];

/** Data encryption keys (request) of the first five transactions, from the same annex. */
const publishedDataKeys = [
  '448D3F076D8304036A55A3D7E0055A78',
  'F1BE73B36135C5C26CF937D50ABBE5AF',
  'EEEEF522C67239E4A2A65FEBF4C511F4',
  'BCF2610997C3AC3C5F13AE965A1B773B',
  'F3054D8B7471284BDB4EE18AFC3B091B',
];

function device(ksn: Uint8Array = KSN): DukptDevice {
  return new DukptDevice(INITIAL_KEY, ksn);
}

describe('the terminal side of DUKPT', () => {
  it('derives the published initial key', () => {
    expect(toHex(deriveInitialKey(BASE_KEY, KSN))).toBe(toHex(INITIAL_KEY));
    // The counter does not enter the initial key.
    expect(toHex(deriveInitialKey(BASE_KEY, fromHex('FFFF9876543210FFFFFF')))).toBe(toHex(INITIAL_KEY));
  });

  it.each([
    ['from new', 'FFFF9876543210E00000', published.slice(0, 21)],
    // Ten one bits and the values that follow: the counter skips every value with more than ten.
    ['where the counter skips', 'FFFF9876543210EFF800', published.slice(21)],
  ])('returns the published keys in order, %s', (_, start, expected) => {
    const terminal = device(fromHex(start));
    for (const [ksn, pinKey, pinBlock] of expected) {
      const keys = terminal.next();
      expect(keys && [toHex(keys.ksn), toHex(keys.pinKey)]).toEqual([ksn, pinKey]);
      expect(keys && toHex(tdesEncryptEcb(keys.pinKey, CLEAR_PIN_BLOCK))).toBe(pinBlock);
    }
  });

  it('returns the published data and MAC keys', () => {
    const terminal = device();
    for (const dataKey of publishedDataKeys) expect(toHex(terminal.next()?.dataKey ?? KSN)).toBe(dataKey);
    expect(toHex(device().next()?.macKey ?? KSN)).toBe('042666B4918430A368DE9628D03984C9');
  });

  it('agrees, over the first 300 transactions, with a host that derives from the base key', () => {
    const terminal = device();
    expect(hostDerivedKey('FFFF9876543210E00001')).toBe('042666B49184CFA368DE9628D0397BC9');
    for (let count = 0; count < 300; count++) {
      const keys = terminal.next();
      const ksn = toHex(keys?.ksn ?? KSN);
      expect([toHex(keys?.dataKey ?? KSN), toHex(keys?.macKey ?? KSN)]).toEqual([hostDataKey(ksn), hostMacKey(ksn)]);
    }
  });

  it('agrees with the host when it continues at any counter', () => {
    const counters = fc.integer({ min: 0, max: 0x1fffff }).filter((counter) => ones(counter) <= 10);
    fc.assert(
      fc.property(counters, (counter) => {
        const terminal = device(ksnWith(counter));
        let last = counter;
        for (let count = 0; count < 4; count++) {
          const keys = terminal.next();
          if (!keys) return;
          const ksn = toHex(keys.ksn);
          const now = Number.parseInt(ksn.slice(-6), 16) & 0x1fffff;
          expect(now).toBeGreaterThan(last);
          expect(ones(now)).toBeLessThanOrEqual(10);
          // All values in between are unusable, so the terminal uses every key.
          for (let between = last + 1; between < now; between++) expect(ones(between)).toBeGreaterThan(10);
          last = now;
          expect(toHex(keys.dataKey)).toBe(hostDataKey(ksn));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('continues exactly like a terminal that was never switched off', () => {
    const running = device();
    for (let count = 0; count < 0x2b; count++) running.next();
    const resumed = device(ksnWith(0x2b));
    for (let count = 0; count < 40; count++) expect(resumed.next()).toEqual(running.next());
  });

  it('stops permanently after its last key', () => {
    // 1FF800 is the highest counter with ten one bits. 1FF000 has nine, so each lower bit gives one more value.
    const terminal = device(ksnWith(0x1ff000));
    const rest = Array.from({ length: 12 }, () => toHex(terminal.next()?.ksn ?? KSN));
    expect(rest.at(-1)).toBe(toHex(ksnWith(0x1ff800)));
    expect(terminal.next()).toBeUndefined();
    expect(terminal.next()).toBeUndefined();
    expect(device(ksnWith(0x1ff800)).next()).toBeUndefined();
  });

  it('refuses keys and serial numbers of the wrong length, and impossible counters', () => {
    expect(() => new DukptDevice(INITIAL_KEY.subarray(1), KSN)).toThrow(RangeError);
    expect(() => new DukptDevice(INITIAL_KEY, KSN.subarray(1))).toThrow(RangeError);
    expect(() => device(ksnWith(0x1fffff))).toThrow(RangeError);
  });
});

function ksnWith(counter: number): Uint8Array {
  return fromHex(`FFFF9876543210${(0xe00000 + counter).toString(16)}`);
}

function ones(value: number): number {
  return value.toString(2).replaceAll('0', '').length;
}
