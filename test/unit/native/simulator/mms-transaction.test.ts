import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../native/framing/bytes.ts';
import { findTlvPath } from '../../../../native/framing/tlv.ts';
import * as commands from '../../../../native/families/mms/codec/commands.ts';
import { testDeck } from '../../../../native/simulator/index.ts';
import { openBlob } from './host-side.ts';
import { testBench, sale, SERIAL_NUMBER, type TestBench } from './test-bench.ts';

describe('a chip sale, full EMV', () => {
  it('goes through every step in the order of a real terminal', () => {
    const { clock, terminal, host, start, answer } = testBench();
    const seen: string[][] = [];
    terminal.onChange(() => {
      const { display } = terminal.face;
      if (JSON.stringify(seen.at(-1)) !== JSON.stringify(display)) seen.push([...display]);
    });
    start();
    expect(terminal.face.can).toEqual(['insert', 'tap', 'swipe', 'press-cancel']);
    terminal.gesture('insert');
    clock.advance(2_000);
    expect(terminal.step).toBe('online');
    answer('00');
    clock.advance(2_000);
    expect(terminal.asks).toBe('remove');
    clock.advance(3_000);
    terminal.gesture('remove');
    expect(host.story).toEqual([
      'rsp 1001 01000000',
      '0101 10010200', // inserted
      '0101 10080202', // ARQC
      'rsp 1004 00000000',
      '0105 10020600', // approved
      '0101 10080302', // batch
      '0101 10010300', // removed
      '0105 10000000', // done
    ]);
    clock.advance(5_000);
    expect(seen).toEqual([
      ['$12.34', 'TAP, INSERT OR SWIPE CARD'],
      ['$12.34', 'PLEASE WAIT'],
      ['AUTHORIZING', 'PLEASE WAIT'],
      ['PROCESSING'],
      ['APPROVED', 'REMOVE CARD'],
      ['APPROVED'],
      ['READY'],
    ]);
    expect(host.discards).toEqual([]);
    expect(terminal.face.can).toEqual([]);
  });

  it("sends card data that only the platform can decrypt, and a batch with the card's approval", () => {
    const { clock, terminal, host, online, answer } = testBench({
      randomBytes: (count) => new Uint8Array(count).fill(0x5a),
    });
    online();
    const arqc = openBlob(host.blob('0802'));
    expect(arqc.isMacValid).toBe(true);
    expect(arqc.ksn).toBe('FFFF9876543210E00001');
    expect(arqc.data.get(0x5a)).toBe(testDeck[0]?.pan);
    expect(arqc.data.get(0x9f02)).toBe('000000001234');
    expect(arqc.data.get(0x9f37)).toBe('5A5A5A5A');
    expect(arqc.data.get(0x9f27)).toBe('80');
    expect(toHex(findTlvPath(arqc.secured, 0xf9, 0xdfdf25) ?? new Uint8Array())).toBe('B61378A0');
    answer('00');
    clock.advance(1_000);
    const batch = openBlob(host.blob('0803'), 0xf0);
    expect(batch.isMacValid).toBe(true);
    expect(batch.ksn).toBe(arqc.ksn);
    expect(batch.data.get(0x9f27)).toBe('40');
    expect(batch.data.get(0x9f26)).not.toBe(arqc.data.get(0x9f26));
    expect(toHex(findTlvPath(batch.secured, 0xf9, 0xfa, 0xf0, 0xf1, 0xdfdf1a) ?? new Uint8Array())).toBe('00');
    terminal.gesture('remove');
    // The sent bytes must be free of card numbers, packed or as text, and of tracks.
    for (const { pan } of testDeck) {
      expect(host.wireHex).not.toContain(pan);
      expect(host.wireHex).not.toContain(toHex(Buffer.from(pan)));
    }
    // The bytes contain the masked look-alike, as on real devices (DFDF4D).
    expect(host.wireHex).toContain(`DFDF4D`);
    expect(host.wireHex).toContain(toHex(Buffer.from(';41110000')));
  });

  it('uses one key per transaction, counts the chip’s transactions, and starts anew each time', () => {
    const { clock, terminal, host, online, answer } = testBench();
    const seen: (string | undefined)[][] = [];
    for (let count = 0; count < 3; count++) {
      online();
      const { ksn, data } = openBlob(host.blob('0802'));
      seen.push([ksn, data.get(0x9f36)]);
      answer('00');
      clock.advance(1_000);
      terminal.gesture('remove');
      clock.advance(5_000);
    }
    expect(seen).toEqual([
      ['FFFF9876543210E00001', '0001'],
      ['FFFF9876543210E00002', '0002'],
      ['FFFF9876543210E00003', '0003'],
    ]);
  });

  it('continues after its last key serial number', () => {
    const { host, online } = testBench({ ksn: fromHex('FFFF9876543210E0002B') });
    online();
    expect(openBlob(host.blob('0802')).ksn).toBe('FFFF9876543210E0002C');
  });

  it.each([
    ['05', 'genuine'],
    ['51', 'none'],
    ['05', 'spoilt'],
  ] as const)('is declined by the bank (8A %s, 91 %s)', (code, proof) => {
    const { clock, terminal, host, online, answer } = testBench();
    online();
    answer(code, proof);
    clock.advance(1_000);
    expect(terminal.face.display).toEqual(['DECLINED', 'REMOVE CARD']);
    terminal.gesture('remove');
    expect(host.story.slice(-4)).toEqual(['0105 10028000', '0101 10080302', '0101 10010300', '0105 10040700']);
    const batch = openBlob(host.blob('0803'), 0xf0);
    expect(batch.data.get(0x9f27)).toBe('00');
    expect(toHex(findTlvPath(batch.secured, 0xf9, 0xfa, 0xf0, 0xf1, 0xdfdf1a) ?? new Uint8Array())).toBe('01');
  });

  it.each(['genuine', 'none'] as const)('completes an approval with 91 %s', (proof) => {
    const { clock, host, online, answer } = testBench();
    online();
    answer('00', proof);
    clock.advance(1_000);
    expect(host.story).toContain('0105 10020600');
  });

  it('declines an approval whose 91 is not genuine', () => {
    const { clock, terminal, host, online, answer } = testBench();
    online();
    answer('00', 'spoilt');
    clock.advance(1_000);
    terminal.gesture('remove');
    expect(host.story).not.toContain('0105 10020600');
    expect(host.story.slice(-4)).toEqual(['0105 10028000', '0101 10080302', '0101 10010300', '0105 10040700']);
  });

  it('refuses an unreadable answer or an answer for another terminal, and keeps waiting', () => {
    const { terminal, host, online, answer, clock } = testBench();
    online();
    host.say(
      commands.resumeTransaction(9, { deviceSerialNumber: fromHex('B61378B0'), authorizationResponseCode: '00' }),
    );
    host.sayHex('AA00810401091004840710048101008400');
    expect(host.story.slice(-2)).toEqual(['rsp 1004 80020102', 'rsp 1004 80020102']);
    expect(terminal.step).toBe('online');
    answer('00');
    clock.advance(1_000);
    expect(host.story).toContain('0105 10020600');
  });

  it("finishes after a time without the card's removal, and reminds of the card until it is removed", () => {
    const { clock, terminal, host, online, answer } = testBench();
    online();
    answer('00');
    clock.advance(44_000);
    expect(host.story.at(-1)).toBe('0101 10080302');
    clock.advance(3_000);
    expect(host.story.at(-1)).toBe('0105 10000000');
    clock.advance(5_000);
    expect(terminal.face.display).toEqual(['REMOVE CARD']);
    // A card that was left behind does not pay for the next customer.
    host.say(commands.startTransaction(0x21, sale));
    expect(terminal.face.display).toEqual(['$12.34', 'REMOVE CARD']);
    expect(terminal.face.can).toEqual(['press-cancel', 'remove']);
    terminal.gesture('remove');
    expect(terminal.face.display).toEqual(['$12.34', 'TAP, INSERT OR SWIPE CARD']);
  });
});

describe('contactless and stripe', () => {
  it('needs no card removal and no PIN for a tap', () => {
    const { clock, terminal, host, online, answer } = testBench({ chosenCard: 'pin' });
    online('tap');
    expect(openBlob(host.blob('0802')).data.get(0x9f39)).toBe('07');
    answer('00');
    clock.advance(1_000);
    expect(host.story).toEqual([
      'rsp 1001 01000000',
      '0101 20010400',
      '0101 20080202',
      'rsp 1004 00000000',
      '0105 20020600',
      '0101 20080302',
      '0105 20000000',
    ]);
    expect(terminal.face.display).toEqual(['APPROVED']);
  });

  it('checks no 91 for a tapped card that is no longer present, because 8A decides', () => {
    const { clock, host, online, answer } = testBench();
    online('tap');
    answer('05', 'none');
    clock.advance(1_000);
    expect(host.story.slice(-3)).toEqual(['0105 20028000', '0101 20080302', '0105 20040700']);
  });

  it(`sends a swiped stripe's data with the card type "has a chip"`, () => {
    const { clock, host, online, answer } = testBench();
    online('swipe');
    const opened = openBlob(host.blob('0802'));
    expect(opened.data.get(0x9f39)).toBe('90');
    expect(opened.data.has(0x9f26)).toBe(false);
    expect(toHex(findTlvPath(opened.secured, 0xf9, 0xfa, 0x70, 0xdfdf52) ?? new Uint8Array())).toBe('07');
    expect(toHex(findTlvPath(opened.secured, 0xf9, 0xfa, 0x70, 0xdfdf33) ?? new Uint8Array())).toMatch(/^3B34313131/);
    answer('00');
    clock.advance(1_000);
    expect(host.story.slice(-3)).toEqual(['0105 08020600', '0101 08080302', '0105 08000000']);
  });

  it('refuses the stripe of a chip card if configured', () => {
    const { terminal, host, start, clock } = testBench({ refusesStripeOfChipCard: true });
    start();
    terminal.gesture('swipe');
    clock.advance(2_000);
    expect(terminal.face.display).toEqual(['$12.34', 'USE CHIP READER']);
    terminal.gesture('insert');
    clock.advance(2_000);
    expect(host.story).toEqual(['rsp 1001 01000000', '0101 08010100', '0101 10010200', '0101 10080202']);
  });

  it('offers only the active readers', () => {
    const { terminal, start } = testBench();
    start({ readers: { msr: false, contact: false, contactless: true } });
    expect(terminal.face.can).toEqual(['tap', 'press-cancel']);
    expect(terminal.gesture('insert')).toBe(false);
    expect(terminal.step).toBe('waiting-card');
  });
});

describe('PIN', () => {
  it('is requested only for the PIN card, and never reported to the host', () => {
    const { clock, terminal, host, start, answer } = testBench({ chosenCard: 'pin' });
    start();
    terminal.gesture('insert');
    clock.advance(2_000);
    expect(terminal.face.display).toEqual(['$12.34', 'ENTER PIN']);
    expect(terminal.asks).toBe('enter-pin');
    expect(terminal.face.can).toEqual(['enter-pin', 'press-cancel', 'remove']);
    expect(host.story).toEqual(['rsp 1001 01000000', '0101 10010200']);
    terminal.gesture('enter-pin');
    expect(openBlob(host.blob('0802')).data.get(0x9f34)).toBe('440302');
    answer('00');
    clock.advance(1_000);
    expect(host.story).toContain('0105 10020600');
  });

  it.each([
    ['cancelled by the customer', (to: TestBench) => to.terminal.gesture('press-cancel'), '0105 00030200'],
    ['cancelled by the host', (to: TestBench) => to.host.say(commands.cancelTransaction(7)), '0105 00030100'],
    ['not entered in time', (to: TestBench) => to.clock.advance(61_000), '0105 00010000'],
    ['the card pulled instead', (to: TestBench) => to.terminal.gesture('remove'), '0105 10000000'],
  ])('ends with %s', (_, act, last) => {
    const made = testBench({ chosenCard: 'pin' });
    made.start();
    made.terminal.gesture('insert');
    made.clock.advance(2_000);
    act(made);
    expect(made.host.story.at(-1)).toBe(last);
    expect(made.terminal.step).toBeNull();
    expect(() => made.host.blob('0802')).toThrow('no 0802');
  });

  it('is skipped on a model without a PIN pad', () => {
    const { terminal, online } = testBench({ chosenCard: 'pin', model: 'DynaFlex Pro' });
    online();
    expect(terminal.step).toBe('online');
  });
});

describe("prompts on the host's screen", () => {
  it('come from a model without a display, offer a cancel button, and are cleared at the end', () => {
    const { terminal, host, start } = testBench({ model: 'DynaFlex II Go' });
    start({ numericCurrency: '0978' });
    expect(terminal.face.display).toEqual([]);
    expect(host.story).toEqual(['rsp 1001 01000000', '1803 02010200']);
    const text = host.notifications[0]?.tlvs.find(({ tag }) => tag === 0x83)?.value ?? new Uint8Array();
    expect(Buffer.from(text).toString('latin1')).toBe('EUR 12.34\nTAP, INSERT OR SWIPE CARD\0');
    host.say(commands.cancelTransaction(2));
    expect(host.story.slice(2)).toEqual(['rsp 1008 00000000', '0105 00030100', '1803 02010000']);
  });

  it('never come from a model with a display', () => {
    const { clock, terminal, host, online, answer } = testBench();
    online();
    answer('00');
    clock.advance(1_000);
    terminal.gesture('remove');
    expect(host.notifications.some(({ code }) => code === 0x1803)).toBe(false);
  });
});

it('a terminal refuses answers for another serial number', () => {
  const { host, online, clock } = testBench({ serialNumber: '0A1B2C3' });
  online();
  host.say(commands.resumeTransaction(1, { deviceSerialNumber: SERIAL_NUMBER, authorizationResponseCode: '00' }));
  expect(host.story.at(-1)).toBe('rsp 1004 80020102');
  host.say(commands.resumeTransaction(2, { deviceSerialNumber: fromHex('0A1B2C30'), authorizationResponseCode: '00' }));
  clock.advance(1_000);
  expect(host.story).toContain('0105 10020600');
});
