import { describe, expect, it } from 'vitest';
import { toHex } from '../../../../native/framing/bytes.ts';
import { findTlvPath } from '../../../../native/framing/tlv.ts';
import * as commands from '../../../../native/families/mms/codec/commands.ts';
import { type TestCard, mmsFaults, testDeck } from '../../../../native/simulator/index.ts';
import { openBlob } from './host-side.ts';
import { type TestBench, setByte, testBench } from './test-bench.ts';
import { properties } from '../../../../native/families/mms/codec/properties.ts';

describe('application selection', () => {
  const twoInOne: TestCard = {
    ...(testDeck[0] ?? expect.fail('empty deck')),
    id: 'two-in-one',
    applications: [
      { aid: 'A0000000031010', label: 'VISA CREDIT' },
      { aid: 'A0000000032010', label: 'VISA ELECTRON' },
    ],
  };

  function choosing(): TestBench {
    const made = testBench({ cards: [twoInOne], model: 'DynaFlex II Go' });
    made.start();
    made.terminal.gesture('insert');
    made.clock.advance(2_000);
    expect(made.terminal.step).toBe('choosing-application');
    return made;
  }

  it("asks the host, and uses the cardholder's choice", () => {
    const { host } = choosing();
    const asked = host.notifications.at(-1);
    expect(host.story.at(-1)).toBe('1803 02020000');
    const items = asked?.tlvs.find(({ tag }) => tag === 0x83)?.value ?? new Uint8Array();
    expect(Buffer.from(items).toString('latin1')).toBe('APPLICATION SELECT\n1 - VISA CREDIT\n2 - VISA ELECTRON\0');
    host.say(commands.cardholderChoice(5, { status: 'chosen', index: 7 }));
    expect(host.story.at(-1)).toBe('rsp 1802 80020102');
    host.say(commands.cardholderChoice(5, { status: 'chosen', index: 1 }));
    expect(host.story.slice(-3)).toEqual(['rsp 1802 00000000', '1803 02010100', '0101 10080202']);
    expect(openBlob(host.blob('0802')).data.get(0x84)).toBe('A0000000032010');
  });

  it('is done by the cardholder on a model with a display', () => {
    const { clock, host, terminal, start } = testBench({ cards: [twoInOne] });
    start();
    terminal.gesture('insert');
    clock.advance(1_000);
    expect(terminal.step).toBe('choosing-application');
    expect(terminal.face.display).toEqual(['VISA CREDIT', 'VISA ELECTRON']);
    host.say(commands.cardholderChoice(5, { status: 'chosen', index: 1 }));
    expect(host.story.at(-1)).toBe('rsp 1802 8002030D');
    clock.advance(1_000);
    expect(openBlob(host.blob('0802')).data.get(0x84)).toBe('A0000000031010');
  });

  it.each([
    ['cancelled', '0105 00030200'],
    ['timed-out', '0105 00010000'],
  ] as const)('ends with the status %s', (status, last) => {
    const { host } = choosing();
    host.say(commands.cardholderChoice(5, { status, index: 0 }));
    expect(host.story.slice(-2)).toEqual([last, '1803 02010000']);
  });

  it('times out when the host never answers', () => {
    const { clock, host } = choosing();
    clock.advance(61_000);
    expect(host.story.slice(-2)).toEqual(['0105 00010000', '1803 02010000']);
  });
});

describe('fallback from chip to stripe', () => {
  it('is announced by the failed read if the host starts it, and the following swipe carries the fallback', () => {
    const { clock, terminal, host, start } = testBench({ behaviours: [mmsFaults.unreadable('chip-unreadable')] });
    start();
    terminal.gesture('insert');
    terminal.gesture('remove');
    expect(host.story).toContain('0105 10020803');
    clock.advance(5_000);
    start({ readers: { msr: true, contact: false, contactless: false } });
    terminal.gesture('swipe');
    clock.advance(1_000);
    const { secured } = openBlob(host.blob('0802'));
    expect(toHex(findTlvPath(secured, 0xf9, 0xfa, 0x70, 0xdfdf53) ?? new Uint8Array())).toBe('01');
  });

  it('is requested by the terminal itself if configured', () => {
    const made = testBench({ behaviours: [mmsFaults.unreadable('chip-unreadable')] });
    setByte(made, { name: '1.2.1.1.1.1' }, 1);
    made.start();
    made.terminal.gesture('insert');
    made.terminal.gesture('remove');
    expect(made.terminal.face.display).toEqual(['$12.34', 'USE MAGSTRIPE']);
    made.terminal.gesture('swipe');
    made.clock.advance(1_000);
    expect(
      toHex(findTlvPath(openBlob(made.host.blob('0802')).secured, 0xf9, 0xfa, 0x70, 0xdfdf53) ?? new Uint8Array()),
    ).toBe('01');
  });
});

describe('Quick Chip', () => {
  it('completes after the ARQC, and refuses an answer from the host', () => {
    const { terminal, host, online, answer } = testBench();
    online('insert', { options: commands.startOptions.quickChip });
    expect(terminal.face.display).toEqual(['CARD READ OK - REMOVE CARD']);
    terminal.gesture('remove');
    expect(host.story).toEqual([
      'rsp 1001 01000000',
      '0101 10010200',
      '0101 10080202',
      '0105 10020700',
      '0101 10010300',
      '0105 10000000',
    ]);
    answer('00');
    expect(host.story.at(-1)).toBe('rsp 1004 80020304');
  });
});

describe('the end of a sale without a card', () => {
  it('comes with the timeout', () => {
    const { clock, terminal, host, start } = testBench();
    start({ timeoutSeconds: 20 });
    clock.advance(19_999);
    expect(terminal.step).toBe('waiting-card');
    clock.advance(1);
    expect(host.story).toEqual(['rsp 1001 01000000', '0105 00010000']);
    expect(terminal.face.display).toEqual(['TIMEOUT']);
  });

  it('never comes when the host has set no limit', () => {
    const { clock, terminal, start } = testBench();
    start({ timeoutSeconds: 0 });
    clock.advance(86_400_000);
    expect(terminal.step).toBe('waiting-card');
  });

  it("comes with the customer's cancel key", () => {
    const { terminal, host, start } = testBench();
    start();
    terminal.gesture('press-cancel');
    expect(host.story).toEqual(['rsp 1001 01000000', '0105 00030200']);
    expect(terminal.face.display).toEqual(['CANCELED']);
  });
});

describe('a cancellation by the host', () => {
  const cancel = (to: TestBench): string[] => {
    const before = to.host.story.length;
    to.host.say(commands.cancelTransaction(0x42));
    return to.host.story.slice(before);
  };

  it('is accepted while the card is read and during authorization', () => {
    const reading = testBench();
    reading.start();
    reading.terminal.gesture('insert');
    expect(reading.terminal.step).toBe('reading');
    expect(cancel(reading)).toEqual(['rsp 1008 00000000', '0105 00030100']);
    reading.clock.advance(5_000);
    expect(() => reading.host.blob('0802')).toThrow('no 0802');
    expect(reading.terminal.face.display).toEqual(['REMOVE CARD']);

    const asking = testBench();
    asking.online();
    expect(cancel(asking)).toEqual(['rsp 1008 00000000', '0105 00030100']);
    asking.answer('00');
    expect(asking.host.story.at(-1)).toBe('rsp 1004 80020304');
  });

  it("is too late once the card has received the bank's answer", () => {
    const made = testBench();
    made.online();
    made.answer('00');
    expect(made.terminal.step).toBe('completing');
    expect(cancel(made)).toEqual(['rsp 1008 80020305']);
    made.clock.advance(1_000);
    expect(made.terminal.step).toBe('removing');
    expect(cancel(made)).toEqual(['rsp 1008 80020305']);
    made.terminal.gesture('remove');
    expect(cancel(made)).toEqual(['rsp 1008 80020304']);
    expect(made.host.story).toContain('0105 10020600');
  });
});

describe('a missing answer of the bank', () => {
  it("declines after the transaction's own timeout", () => {
    const { clock, terminal, host, online } = testBench();
    online('insert', { timeoutSeconds: 30 });
    clock.advance(27_000);
    expect(terminal.step).toBe('online');
    clock.advance(4_000);
    terminal.gesture('remove');
    expect(host.story.slice(-4)).toEqual(['0105 10020300', '0101 10080302', '0101 10010300', '0105 10040700']);
  });

  it('repeats the request as often as configured, with the same data and key, before it declines', () => {
    const made = testBench();
    setByte(made, properties.arpcTimeout, 5);
    setByte(made, { name: '1.1.1.1.1.6' }, 2);
    made.online();
    made.clock.advance(20_000);
    const requests = made.host.notifications.filter(({ status }) => toHex(Uint8Array.from(status)) === '10080202');
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ tlvs }) => toHex(tlvs[0]?.value ?? new Uint8Array()))).size).toBe(1);
    expect(made.host.story).toContain('0105 10020300');
  });
});

describe('a card that is removed too soon', () => {
  it.each([
    ['reading', false],
    ['online', true],
    ['completing', true],
  ] as const)('fails the sale while %s', (at, wasOnline) => {
    const { clock, terminal, host, online, answer } = testBench({ behaviours: [mmsFaults.cardRemovedEarly(at)] });
    online();
    if (at === 'completing') answer('00');
    clock.advance(2_000);
    const tail = ['0101 10010300', '0105 10020800', ...(wasOnline ? ['0101 10080302'] : []), '0105 10000000'];
    expect(host.story.slice(-tail.length)).toEqual(tail);
    expect(host.story).not.toContain('0105 10020600');
    expect(terminal.step).toBeNull();
    if (!wasOnline) return;
    const batch = openBlob(host.blob('0803'), 0xf0);
    expect(toHex(findTlvPath(batch.secured, 0xf9, 0xfa, 0xf0, 0xf1, 0xdfdf1a) ?? new Uint8Array())).toBe('02');
  });
});
