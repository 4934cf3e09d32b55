import { describe, expect, it } from 'vitest';
import { toHex } from '../../../../native/framing/bytes.ts';
import * as commands from '../../../../native/families/mms/codec/commands.ts';
import { mmsCommand } from '../../../../native/families/mms/codec/tags.ts';
import { mmsFaults as faults, mmsRefusal, type Behaviour } from '../../../../native/simulator/index.ts';
import { testBench as testBenchWith, type TestBench } from './test-bench.ts';

const testBench = (...behaviours: Behaviour[]): TestBench => testBenchWith({ behaviours });

const echo = (reference: number): Uint8Array => commands.echo(reference, Uint8Array.of(0xc0, 0xdb));

describe('a terminal with a fault of sending', () => {
  it('executes without an answer, as often as requested (silent reply)', () => {
    const { terminal, host, start } = testBench(faults.silentReply({ to: [mmsCommand.startTransaction], times: 1 }));
    start();
    expect(host.messages).toEqual([]);
    expect(terminal.step).toBe('waiting-card');
    start();
    expect(host.story).toEqual(['rsp 1001 80020308']);
  });

  it('neither executes nor answers (deaf)', () => {
    const { terminal, host, start } = testBench(faults.deaf({ to: [mmsCommand.startTransaction] }));
    start();
    expect([host.messages, terminal.step]).toEqual([[], null]);
    start();
    expect(host.story).toEqual(['rsp 1001 01000000']);
  });

  it('sends nothing until the behaviour is removed (mute)', () => {
    const { terminal, host, start } = testBench();
    const unmute = terminal.addBehaviour(faults.mute());
    start();
    terminal.gesture('press-cancel');
    expect(host.messages).toEqual([]);
    unmute();
    host.say(echo(5));
    expect(host.story).toEqual(['rsp DF01 00000000']);
  });

  it('sends a reply after later replies (late reply)', () => {
    const { clock, host } = testBench(faults.lateReply(3_000));
    host.say(echo(1));
    host.say(echo(2));
    expect(host.responses.map(({ reference }) => reference)).toEqual([2]);
    clock.advance(3_000);
    expect(host.responses.map(({ reference }) => reference)).toEqual([2, 1]);
  });

  it('sends garbage before a reply, which stays intact', () => {
    const { host } = testBench(faults.garbageBeforeReply());
    host.say(echo(1));
    expect(host.story).toEqual(['rsp DF01 00000000']);
    expect(host.discards.length).toBeGreaterThan(0);
    expect(toHex(host.wire[0] ?? new Uint8Array()).startsWith('00FFDB07C0')).toBe(true);
  });

  it('sends an answer twice (duplicate reply)', () => {
    const { host } = testBench(faults.duplicateReply());
    host.say(echo(1));
    expect(host.story).toEqual(['rsp DF01 00000000', 'rsp DF01 00000000']);
  });

  it('sends a notification twice (duplicate notification)', () => {
    const { terminal, host, start } = testBench(faults.duplicateNotification({ to: [0x0105] }));
    start();
    terminal.gesture('press-cancel');
    expect(host.story).toEqual(['rsp 1001 01000000', '0105 00030200', '0105 00030200']);
  });

  it('changes only the reference of a reply (wrong reference)', () => {
    const { host } = testBench(faults.wrongReference());
    host.say(echo(0xff));
    host.say(echo(0x10));
    expect(host.responses.map(({ reference }) => reference)).toEqual([0x00, 0x10]);
  });

  it('sends a whole frame with an unreadable message (corrupt reply)', () => {
    const { host } = testBench(faults.corruptReply());
    host.say(echo(1));
    expect([host.messages, host.unreadable.length, host.discards]).toEqual([[], 1, []]);
  });

  it('sends half a reply and then unplugs the cable', () => {
    const { terminal, host } = testBench(faults.halfReplyThenUnplug());
    let unplugged = 0;
    terminal.onUnplug(() => unplugged++);
    host.say(echo(1));
    expect(unplugged).toBe(1);
    expect([host.messages, host.unreadable]).toEqual([[], []]);
    expect(host.wire).toHaveLength(1);
    // The next frame's end completes the partial one: one discard, and no other loss.
    host.say(echo(2));
    expect(host.responses.map(({ reference }) => reference)).toEqual([2]);
    expect(host.discards).toHaveLength(1);
  });

  it('sends an unmatched notification before the reply', () => {
    const { host } = testBench(faults.unmatchedNotification(0x0105, [0x10, 0x02, 0x06, 0x00]));
    host.say(echo(1));
    expect(host.story).toEqual(['0105 10020600', 'rsp DF01 00000000']);
  });

  it('sends garbage and then the reply twice, all of it late, when the faults are combined', () => {
    const { clock, host } = testBench(
      faults.duplicateReply(),
      faults.garbageBeforeReply(),
      faults.lateReply(500, { times: 9 }),
    );
    host.say(echo(1));
    expect(host.messages).toEqual([]);
    clock.advance(500);
    expect(host.story).toEqual(['rsp DF01 00000000', 'rsp DF01 00000000']);
    expect(host.wire.map((bytes) => bytes[0])).toEqual([0x00, 0xc0]);
  });
});

describe('a terminal with a fault', () => {
  it('refuses with any status code', () => {
    const { host, start } = testBench(faults.refuse(mmsRefusal.generic, { to: [mmsCommand.startTransaction] }));
    start();
    start();
    expect(host.story).toEqual(['rsp 1001 80010101', 'rsp 1001 01000000']);
  });

  it('refuses starts at a low battery until it is charged, in agreement with the battery property', () => {
    const { terminal, host, start } = testBench();
    const charge = terminal.addBehaviour(faults.lowBattery(4));
    start();
    expect(host.story).toEqual(['rsp 1001 80020316']);
    charge();
    terminal.controls.sense({ batteryPercent: 80 });
    start();
    expect(host.story.at(-1)).toBe('rsp 1001 01000000');
  });

  it('refuses starts after it was tampered with', () => {
    const { host, start } = testBench(faults.tampered());
    start();
    expect(host.story).toEqual(['rsp 1001 80010109']);
  });

  it.each(['waiting-card', 'reading', 'online', 'completing', 'removing'] as const)(
    'loses power while %s, and then sends only the reset notification',
    (at) => {
      const { clock, terminal, host, start, answer } = testBench(faults.rebootAt(at));
      start();
      terminal.gesture('insert');
      clock.advance(1_000);
      if (at === 'completing' || at === 'removing') answer('00');
      clock.advance(1_000);
      expect(terminal.step).toBeNull();
      const before = host.story.length;
      clock.advance(120_000);
      expect(host.story.slice(before)).toEqual(['1001 00000000']);
      expect(host.story.filter((line) => line.startsWith('0105 10000000'))).toEqual([]);
      terminal.gesture('remove');
      start();
      expect(host.story.at(-1)).toBe('rsp 1001 01000000');
    },
  );

  it('loses power while the acceptance of a start is sent, and no transaction runs after the restart', () => {
    const { clock, terminal, host, start } = testBench();
    const stop = terminal.onSend(() => terminal.controls.reboot());
    start();
    stop();
    clock.advance(10_000);
    expect(host.story).toEqual(['rsp 1001 01000000', '1001 00000000']);
    expect([terminal.step, terminal.asks]).toEqual([null, null]);
    start();
    expect(host.story.at(-1)).toBe('rsp 1001 01000000');
  });

  it('continues when it is unplugged at a step', () => {
    const { clock, terminal, online } = testBench(faults.unplugAt('online'));
    let unplugged = 0;
    terminal.onUnplug(() => unplugged++);
    online();
    clock.advance(1_000);
    expect([unplugged, terminal.step]).toEqual([1, 'online']);
  });

  it('lets the chip decline although the bank has approved', () => {
    const { clock, host, online, answer } = testBench(faults.cardDeclines());
    online();
    answer('00');
    clock.advance(1_000);
    expect(host.story).toContain('0105 10028000');
    expect(host.story).not.toContain('0105 10020600');
  });

  it('reports two cards at once, and accepts the next tap', () => {
    const { clock, terminal, host, start } = testBench(faults.unreadable('two-cards'));
    start();
    terminal.gesture('tap');
    expect(terminal.face.display).toEqual(['PRESENT ONE CARD ONLY']);
    terminal.gesture('tap');
    clock.advance(1_000);
    expect(host.story).toEqual(['rsp 1001 01000000', '0101 20010500', '0101 20010400', '0101 20080202']);
  });

  it('ends the transaction with a read error at a scratched stripe', () => {
    const { terminal, host, start } = testBench(faults.unreadable('stripe-unreadable'));
    start();
    terminal.gesture('swipe');
    expect(host.story.at(-1)).toBe('0105 08030500');
    expect(terminal.step).toBeNull();
  });
});
