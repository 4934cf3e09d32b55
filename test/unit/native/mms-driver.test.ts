import { describe, expect, it } from 'vitest';
import { toHex } from '../../../native/framing/bytes.ts';
import { readDisplayFixedText, readDisplayFlexText } from '../../../native/families/mms/codec/commands.ts';
import { wrapWords } from '../../../native/families/mms/driver/idle-message.ts';
import { connectMms } from '../../../native/families/mms/driver/driver.ts';
import { modelNamed } from '../../../native/families/mms/models/index.ts';
import { capabilitiesOf } from '../../../native/families/shared/models.ts';
import type { TerminalNotice } from '../../../native/families/shared/terminal.ts';
import { codeOf, ManualClock, MemoryLink, settle } from './support.ts';
import { ascii, ScriptedTerminal } from './scripted-terminal.ts';

describe('identify', () => {
  it('reads the identity, then subscribes', async () => {
    const device = new ScriptedTerminal();
    const terminal = await device.connect();
    expect(terminal.identity).toEqual({
      family: 'mms',
      model: 'DynaFlex II PED',
      serialNumber: 'B61378A',
      firmware: '1000007183-A1-PCI',
      address: 'tcp:127.0.0.1:1',
      link: 'tcp',
    });
    expect(device.requests.map(({ command }) => command)).toEqual([0xd101, 0xd101, 0xd101, 0x1f02]);
  });

  it('continues when the terminal does not support subscriptions', async () => {
    const device = new ScriptedTerminal();
    device.answers.set(0x1f02, { severity: 'not-started', code: 0x010113 });
    await expect(device.connect()).resolves.toBeDefined();
  });

  it('rejects with TERM_SILENT when no bytes come, and leaves the link unchanged', async () => {
    const link = new MemoryLink();
    const clock = new ManualClock();
    const failed = codeOf(connectMms(link, { clock }));
    await clock.advance(5_000);
    expect(await failed).toBe('TERM_SILENT');
    expect(link.isOpen).toBe(true);
    expect(link.listeners).toBe(0);
    expect(clock.pending).toBe(0);
  });

  it('rejects with FRAME_GARBAGE when the bytes are not MMS', async () => {
    const link = new MemoryLink();
    const clock = new ManualClock();
    link.onWrite = () => link.feed(ascii('login: \r\n'));
    const failed = codeOf(connectMms(link, { clock }));
    await clock.advance(10_000);
    expect(await failed).toBe('FRAME_GARBAGE');
  });

  it('rejects with FRAME_GARBAGE when its own bytes come back (a loop plug, a modem)', async () => {
    const link = new MemoryLink();
    const clock = new ManualClock();
    link.onWrite = (bytes) => link.feed(bytes);
    const failed = codeOf(connectMms(link, { clock }));
    await clock.advance(10_000);
    expect(await failed).toBe('FRAME_GARBAGE');
  });

  it('rejects with TERM_REFUSED when the terminal refuses to identify itself', async () => {
    const device = new ScriptedTerminal();
    device.properties.delete('2.2.1.1.1.1');
    expect(await codeOf(device.connect())).toBe('TERM_REFUSED');
  });

  it('rejects with FRAME_GARBAGE when the answer is another property', async () => {
    const device = new ScriptedTerminal();
    device.answers.set(0xd101, { tlvs: [{ tag: 0x85, value: Uint8Array.of(2) }] });
    expect(await codeOf(device.connect())).toBe('FRAME_GARBAGE');
  });

  it('cleans the texts that a terminal reports', async () => {
    const device = new ScriptedTerminal();
    device.properties.set('2.1.2.2.2.1', ascii('Dyna\u001b[2JFlex\0junk'));
    expect((await device.connect()).identity.model).toBe('DynaFlex');
  });
});

describe('models', () => {
  it.each([
    ['DynaFlex II PED', 'free', true, true, 3],
    ['dynaflex pro', 'fixed', true, false, 3],
    ['DynaFlex II Go', 'none', false, false, 3],
    ['DynaProx', 'none', false, false, 1],
    ['Something New', 'none', false, false, 3],
  ])(
    '%s has the right capabilities, with the idle message %s',
    (model, idleMessage, hasDisplay, hasPinPad, readers) => {
      const capabilities = capabilitiesOf(modelNamed(model));
      expect(capabilities).toMatchObject({ idleMessage, hasDisplay, hasPinPad });
      expect(capabilities.readers).toHaveLength(readers);
      expect(capabilities.cableActions.includes('CREATE_IDLE_MESSAGE')).toBe(idleMessage !== 'none');
    },
  );
});

describe('health and ping', () => {
  it('reads the values that the terminal reports', async () => {
    const terminal = await new ScriptedTerminal().connect();
    expect(await terminal.health()).toEqual({
      isOperational: true,
      hasExternalPower: true,
      batteryPercent: 85,
      temperatureCelsius: -5,
      isTampered: false,
    });
  });

  it('returns null for values that a model lacks', async () => {
    const device = new ScriptedTerminal();
    device.properties.delete('2.3.1.2.1.4');
    device.properties.set('2.3.1.2.1.6', new Uint8Array());
    const terminal = await device.connect();
    expect(await terminal.health()).toMatchObject({ batteryPercent: null, temperatureCelsius: null });
  });

  it('pings with an echo, and reports other bytes as garbage', async () => {
    const device = new ScriptedTerminal();
    const terminal = await device.connect();
    await terminal.ping();
    device.answers.set(0xdf01, { severity: 'not-started', code: 0x020308 });
    await terminal.ping();
    device.answers.set(0xdf01, { tlvs: [{ tag: 0x81, value: Uint8Array.of(0, 0) }] });
    expect(await codeOf(terminal.ping())).toBe('FRAME_GARBAGE');
    device.answers.set(0xdf01, 'silence');
    const silent = codeOf(terminal.ping());
    await device.clock.advance(10_000);
    expect(await silent).toBe('TERM_SILENT');
  });
});

describe('notices', () => {
  it("report the terminal's notifications outside a payment", async () => {
    const device = new ScriptedTerminal();
    const terminal = await device.connect();
    const notices: TerminalNotice[] = [];
    const stop = terminal.onNotice((notice) => notices.push(notice));
    const say = async (status: string, minutes?: number) => {
      device.note(0x1001, status, minutes === undefined ? [] : [{ tag: 0x81, value: Uint8Array.of(minutes) }]);
      await settle();
      return notices.splice(0).filter(({ type }) => type !== 'heard');
    };
    expect(await say('00010000', 3)).toEqual([{ type: 'resetting', inSeconds: 180 }]);
    expect(await say('00010000')).toEqual([{ type: 'resetting', inSeconds: null }]);
    expect(await say('00030000')).toEqual([{ type: 'resetting', inSeconds: 0 }]);
    expect(await say('0002000D')).toEqual([{ type: 'health', health: { batteryPercent: 13 } }]);
    expect(await say('00020100')).toEqual([{ type: 'resetting', inSeconds: 60 }]);
    expect(await say('00020200')).toEqual([{ type: 'health', health: { batteryPercent: 100 } }]);
    expect(await say('04000141')).toEqual([{ type: 'health', health: { temperatureCelsius: 65 } }]);
    expect(await say('040000F6')).toEqual([{ type: 'health', health: { temperatureCelsius: -10 } }]);
    expect(await say('01020000')).toEqual([]);
    expect(await say('00000000')).toEqual([{ type: 'reset' }, { type: 'health', health: {} }]);
    device.note(0x1001, '0002000D');
    expect(notices.some(({ type }) => type === 'heard')).toBe(true);
    stop();
    notices.length = 0;
    device.note(0x1001, '0002000D');
    expect(notices).toEqual([]);
  });
});

describe('clear', () => {
  it('is harmless when no transaction runs', async () => {
    const device = new ScriptedTerminal();
    const terminal = await device.connect();
    device.answers.set(0x1008, { severity: 'not-started', code: 0x020304 });
    await terminal.clear();
    expect(device.clock.pending).toBe(0);
  });

  it('waits for the end of the transaction that it stopped, so that its notification cannot end the next payment', async () => {
    const device = new ScriptedTerminal();
    const terminal = await device.connect();
    const notices: TerminalNotice[] = [];
    terminal.onNotice((notice) => notices.push(notice));
    let isDone = false;
    const cleared = terminal.clear().then(() => (isDone = true));
    await settle();
    expect(isDone).toBe(false);
    device.note(0x0105, '00030100');
    await cleared;
    expect(notices.filter(({ type }) => type === 'unmatched')).toEqual([]);
    expect(device.clock.pending).toBe(0);
  });

  it('has a time limit, and reports a failure', async () => {
    const device = new ScriptedTerminal();
    const terminal = await device.connect();
    const cleared = codeOf(terminal.clear());
    await device.clock.advance(3_000);
    expect(await cleared).toBe('resolved');
    // The transaction can no longer be cancelled: clear() waits for its end, which the card's removal brings, and
    // reports when the end does not come.
    device.answers.set(0x1008, { severity: 'not-started', code: 0x020305 });
    const ending = codeOf(terminal.clear());
    await settle();
    device.note(0x0105, '10000000');
    expect(await ending).toBe('resolved');
    const stuck = codeOf(terminal.clear());
    await device.clock.advance(3_000);
    expect(await stuck).toBe('TERM_REFUSED');
    device.answers.set(0x1008, { severity: 'not-started', code: 0x02030d });
    expect(await codeOf(terminal.clear())).toBe('TERM_REFUSED');
    device.answers.delete(0x1008);
    const lost = codeOf(terminal.clear());
    await settle();
    device.link.lose();
    expect(await lost).toBe('LINK_LOST');
    expect(device.clock.pending).toBe(0);
  });
});

describe('idle message and restart', () => {
  const withModel = async (model: string) => {
    const device = new ScriptedTerminal();
    device.properties.set('2.1.2.2.2.1', ascii(`${model}\0`));
    return { device, terminal: await device.connect() };
  };

  it('shows free text, wrapped between words', async () => {
    const { device, terminal } = await withModel('DynaFlex II PED');
    await terminal.setIdleMessage('Closed for lunch. Please come back at half past one.');
    const [request] = device.asked(0x1830);
    expect(request && readDisplayFlexText(request.tlvs)?.lines).toEqual([
      'Closed for lunch. Please come',
      'back at half past one.',
      undefined,
      undefined,
      undefined,
    ]);
    await terminal.setIdleMessage('  ');
    const [welcome] = device.asked(0x1803);
    expect(welcome && readDisplayFixedText(welcome.tlvs)).toEqual({ seconds: 0, stringId: 0x14 });
    expect(await codeOf(terminal.setIdleMessage('x'.repeat(151)))).toBe('TERM_UNSUPPORTED');
    expect(await codeOf(terminal.setIdleMessage('Grüezi'))).toBe('TERM_UNSUPPORTED');
  });

  it('shows a fixed text on models that only have fixed texts, and refuses on models without a display', async () => {
    const fixed = await withModel('DynaFlex Pro');
    await fixed.terminal.setIdleMessage('please wait');
    expect(toHex(fixed.device.asked(0x1803)[0]?.tlvs[1]?.value ?? new Uint8Array())).toBe('0E');
    expect(await codeOf(fixed.terminal.setIdleMessage('Hello'))).toBe('TERM_UNSUPPORTED');
    const none = await withModel('DynaFlex II Go');
    expect(await codeOf(none.terminal.setIdleMessage('WELCOME'))).toBe('TERM_UNSUPPORTED');
  });

  it('wraps without the loss of a letter', () => {
    expect(wrapWords('aa bb cc', 5)).toEqual(['aa bb', 'cc']);
    expect(wrapWords('abcdefgh ij', 3)).toEqual(['abc', 'def', 'gh', 'ij']);
    expect(wrapWords('a\nb', 5)).toEqual(['a', 'b']);
  });

  it('are refused while a payment runs', async () => {
    const { device, terminal } = await withModel('DynaFlex II PED');
    const request = { attempt: 'A1', amountMinor: 1, currency: 'USD', cardTimeoutMs: 1000 };
    await terminal.start(request, () => undefined);
    expect(await codeOf(terminal.reboot())).toBe('TERM_BUSY');
    expect(await codeOf(terminal.setIdleMessage('x'))).toBe('TERM_BUSY');
    expect(await codeOf(terminal.clear())).toBe('TERM_BUSY');
    device.note(0x0105, '00010000');
    await terminal.reboot();
    expect(device.asked(0x1f01)).toHaveLength(1);
    await terminal.close();
    await terminal.close();
    expect(await terminal.closed).toBeNull();
  });
});
