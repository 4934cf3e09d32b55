import { afterEach, describe, expect, it } from 'vitest';
import { toHex } from '../../../../native/framing/bytes.ts';
import { findTlvPath } from '../../../../native/framing/tlv.ts';
import * as commands from '../../../../native/families/mms/codec/commands.ts';
import { mmsFaults, testDeck, type MmsTerminalOptions, type TestCard } from '../../../../native/simulator/index.ts';
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

describe('application selection', () => {
  const twoInOne: TestCard = {
    ...(testDeck[0] ?? expect.fail('empty deck')),
    id: 'two-in-one',
    applications: [
      { aid: 'A0000000031010', label: 'VISA CREDIT' },
      { aid: 'A0000000032010', label: 'VISA ELECTRON' },
    ],
  };

  function choosing(): Stand {
    const made = stand({ cards: [twoInOne], model: 'DynaFlex II Go' });
    made.start();
    made.terminal.gesture('insert');
    made.clock.advance(2_000);
    expect(made.terminal.step).toBe('choosing-application');
    return made;
  }

  it('asks the host, and uses what the cardholder chose', () => {
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

  it('is the cardholder’s own matter on a model with a display', () => {
    const { clock, host, terminal, start } = stand({ cards: [twoInOne] });
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
  ] as const)('%s', (status, last) => {
    const { host } = choosing();
    host.say(commands.cardholderChoice(5, { status, index: 0 }));
    expect(host.story.slice(-2)).toEqual([last, '1803 02010000']);
  });

  it('gives up when the host never answers', () => {
    const { clock, host } = choosing();
    clock.advance(61_000);
    expect(host.story.slice(-2)).toEqual(['0105 00010000', '1803 02010000']);
  });
});

describe('fallback from chip to stripe', () => {
  it('driven by the host: the failed read says so, and the swipe that follows carries it', () => {
    const { clock, terminal, host, start } = stand({ behaviours: [mmsFaults.unreadable('chip-unreadable')] });
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

  it('driven by the terminal: it asks for the stripe by itself', () => {
    const made = stand({ behaviours: [mmsFaults.unreadable('chip-unreadable')] });
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
  it('completes by itself after the ARQC; an answer from the host finds nothing', () => {
    const { terminal, host, online, answer } = stand();
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
