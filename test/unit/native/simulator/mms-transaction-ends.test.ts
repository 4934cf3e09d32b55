import { afterEach, describe, expect, it } from 'vitest';
import { toHex } from '../../../../native/framing/bytes.ts';
import { findTlvPath } from '../../../../native/framing/tlv.ts';
import * as commands from '../../../../native/families/mms/codec/commands.ts';
import { properties } from '../../../../native/families/mms/codec/properties.ts';
import { mmsFaults, type MmsTerminalOptions } from '../../../../native/simulator/index.ts';
import { openBlob } from './host-side.ts';
import { makeStand, type Stand } from './stand.ts';

const open: Stand[] = [];
afterEach(() => open.splice(0).forEach((stand) => stand.close()));

function stand(options: MmsTerminalOptions = {}): Stand {
  const made = makeStand(options);
  open.push(made);
  return made;
}

function setByte(to: Stand, property: { name: string }, value: number): void {
  const call = { form: 'simple', hasObjectIdentifier: false, ...property, value: Uint8Array.of(value) } as const;
  const [answer] = to.host.ask(commands.setProperty(0x77, call));
  expect(answer).toMatchObject({ status: { severity: 'done' } });
}

describe('how a sale ends without a card', () => {
  it('in time', () => {
    const { clock, terminal, host, start } = stand();
    start({ timeoutSeconds: 20 });
    clock.advance(19_999);
    expect(terminal.step).toBe('waiting-card');
    clock.advance(1);
    expect(host.story).toEqual(['rsp 1001 01000000', '0105 00010000']);
    expect(terminal.face.display).toEqual(['TIMEOUT']);
  });

  it('never, when the host set no limit', () => {
    const { clock, terminal, start } = stand();
    start({ timeoutSeconds: 0 });
    clock.advance(86_400_000);
    expect(terminal.step).toBe('waiting-card');
  });

  it('by the customer’s cancel key', () => {
    const { terminal, host, start } = stand();
    start();
    terminal.gesture('press-cancel');
    expect(host.story).toEqual(['rsp 1001 01000000', '0105 00030200']);
    expect(terminal.face.display).toEqual(['CANCELED']);
  });
});

describe('the host’s cancel at each step', () => {
  const cancel = (to: Stand): string[] => {
    const before = to.host.story.length;
    to.host.say(commands.cancelTransaction(0x42));
    return to.host.story.slice(before);
  };

  it('while the card is read, and while the bank is asked: taken', () => {
    const reading = stand();
    reading.start();
    reading.terminal.gesture('insert');
    expect(reading.terminal.step).toBe('reading');
    expect(cancel(reading)).toEqual(['rsp 1008 00000000', '0105 00030100']);
    reading.clock.advance(5_000);
    expect(() => reading.host.blob('0802')).toThrow('no 0802');
    expect(reading.terminal.face.display).toEqual(['REMOVE CARD']);

    const asking = stand();
    asking.online();
    expect(cancel(asking)).toEqual(['rsp 1008 00000000', '0105 00030100']);
    asking.answer('00');
    expect(asking.host.story.at(-1)).toBe('rsp 1004 80020304');
  });

  it('once the bank’s answer is with the card: too late', () => {
    const made = stand();
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

describe('the bank does not answer', () => {
  it('declines by itself after the transaction’s own time-out', () => {
    const { clock, terminal, host, online } = stand();
    online('insert', { timeoutSeconds: 30 });
    clock.advance(27_000);
    expect(terminal.step).toBe('online');
    clock.advance(4_000);
    terminal.gesture('remove');
    expect(host.story.slice(-4)).toEqual(['0105 10020300', '0101 10080302', '0101 10010300', '0105 10040700']);
  });

  it('asks again as often as it is set to, with the same data and key, before it gives up', () => {
    const made = stand();
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

describe('the card comes out too soon', () => {
  it.each([
    ['reading', false],
    ['online', true],
    ['completing', true],
  ] as const)('while %s', (at, wasOnline) => {
    const { clock, terminal, host, online, answer } = stand({ behaviours: [mmsFaults.cardRemovedEarly(at)] });
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
