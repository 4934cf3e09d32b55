import { describe, expect, it } from 'vitest';
import { encodeCapabilityExceeded } from '../../../native/framing/slip.ts';
import { readStartTransaction } from '../../../native/families/mms/codec/commands.ts';
import { encodeMmsResponse } from '../../../native/families/mms/codec/message.ts';
import { codeOf, settle } from './support.ts';
import {
  approved,
  ascii,
  asking,
  COMPLETE,
  INFO,
  MASKED_TRACK_2,
  reading,
  run,
  ScriptedTerminal,
  words,
} from './scripted-terminal.ts';

describe('a payment with a failure', () => {
  it('is lost when the cable is unplugged, with exactly one final event', async () => {
    const { device, story } = await reading();
    device.link.lose();
    await settle();
    device.note(COMPLETE, '10020600');
    expect(story().filter((word) => word.startsWith('finished'))).toEqual(['finished lost LINK_LOST']);
    expect(story().at(-1)).toBe('finished lost LINK_LOST');
    expect(device.clock.pending).toBe(0);
  });

  it('ends before close() resolves', async () => {
    const { device, terminal, transaction, story } = await asking();
    await terminal.close();
    expect(story().at(-1)).toBe('finished lost LINK_CLOSED');
    expect(await codeOf(transaction.respond(approved))).toBe('TERM_NOT_READY');
    expect(device.clock.pending).toBe(0);
  });

  it('fails when the terminal restarts, and the driver subscribes again', async () => {
    const { device, story, notices } = await reading();
    device.restart([
      { tag: 0x81, value: Uint8Array.of(2) },
      { tag: 0x82, value: Uint8Array.of(0) },
    ]);
    await settle();
    expect(story().at(-1)).toBe('finished failed: the terminal restarted');
    expect(notices).toEqual([
      { type: 'reset' },
      { type: 'health', health: { isOperational: true, isTampered: false } },
    ]);
    expect(device.asked(0x1f02)).toHaveLength(2);
  });

  it('ends when the driver stops the terminal without a card in time, and the terminal’s own timeout is that of the PIN', async () => {
    const { device, story } = await run();
    await device.clock.advance(29_900);
    expect(device.asked(0x1008)).toHaveLength(0);
    await device.clock.advance(200);
    expect(device.asked(0x1008)).toHaveLength(1);
    device.note(COMPLETE, '00030100');
    expect(story().at(-1)).toBe('finished timed-out');
    expect(device.clock.pending).toBe(0);
  });

  it('fails in time on silence with a card present, even if the stop is not confirmed', async () => {
    const { device, story } = await reading();
    await device.clock.advance(258_000);
    expect(device.asked(0x1008)).toHaveLength(1);
    expect(story().at(-1)).toBe('finished failed: the terminal went silent');
    expect(device.clock.pending).toBe(0);
  });

  it('waits for a customer who is slow with the PIN, and reports no missing card', async () => {
    const { device, story } = await reading();
    await device.clock.advance(239_000);
    expect(device.asked(0x1008)).toHaveLength(0);
    device.note(COMPLETE, '00010000');
    expect(story().at(-1)).toBe('finished timed-out, no pin');
  });

  it('reports no missing card when the terminal times out after a tap', async () => {
    const { device, story } = await run();
    device.note(INFO, '20010400');
    device.note(COMPLETE, '00010000');
    expect(story().at(-1)).toBe('finished failed: the terminal ran out of time with the card');
  });

  it('continues with a card that comes while the terminal is asked to stop', async () => {
    const { device, story, transaction } = await run();
    device.answers.set(0x1008, 'silence');
    await device.clock.advance(30_100);
    const [stop] = device.asked(0x1008);
    device.insert();
    if (stop) device.say(encodeMmsResponse(stop, { severity: 'not-started', code: 0x020305 }));
    await device.clock.advance(20_000);
    device.arqc();
    await transaction.respond(approved);
    device.approve();
    expect(story().at(-1)).toBe('finished approved');
  });

  it('pings a silent terminal during authorization, and keeps waiting for the bank', async () => {
    const { device, transaction, story } = await asking();
    await device.clock.advance(100_000);
    expect(device.asked(0xdf01)).toHaveLength(2);
    expect(device.asked(0x1008)).toHaveLength(0);
    await transaction.respond(approved);
    device.approve();
    expect(story().at(-1)).toBe('finished approved');
  });

  it('limits the time for a bank that never answers', async () => {
    const { device, story } = await asking();
    await device.clock.advance(400_000);
    expect(story().at(-1)).toBe('finished failed: the bank did not answer in time');
    expect(device.clock.pending).toBe(0);
  });

  it('ends with the known approval when the last notification never comes', async () => {
    const { device, transaction, story } = await run();
    device.note(INFO, '20010400');
    device.arqc({ reader: '20', cardType: 0x06 });
    await transaction.respond(approved);
    device.note(COMPLETE, '20020600');
    await device.clock.advance(3_000);
    expect(story().at(-1)).toBe('finished approved');
  });

  it.each([
    ['cut', { cut: 9 }],
    ['not encrypted', { encryptionType: 0x00 }],
  ])('does not pass on card data that is %s', async (_what, damage) => {
    const { device, story } = await reading();
    device.arqc(damage);
    await settle();
    expect(device.asked(0x1008)).toHaveLength(1);
    device.note(COMPLETE, '00030100');
    expect(story().at(-1)).toMatch(/^finished failed: the card data is/);
    expect(story().some((word) => word.startsWith('online'))).toBe(false);
  });

  it('reports results before any card as unmatched', async () => {
    const { device, story, notices } = await run();
    device.approve();
    device.arqc();
    expect(story()).toEqual(['prompt present-card']);
    expect(notices.map((notice) => (notice.type === 'unmatched' ? notice.what : ''))).toEqual([
      'outcome 0105 10 02 06 00',
      'completed 0105 10 00 00 00',
      'online-request 0101 10 08 02 02',
    ]);
    // Even the masked number stays inside the driver.
    expect(JSON.stringify(notices)).not.toContain(MASKED_TRACK_2.slice(0, 16));
  });

  it.each([2_500, 30_000, 600_000])(
    "uses the terminal's result when the process is suspended for %i ms after the bank’s answer",
    async (ms) => {
      const { device, transaction, story } = await asking();
      device.answers.set(0x1004, 'silence');
      const answered = codeOf(transaction.respond(approved));
      await device.clock.advance(100);
      // All notifications were in the socket before the timers ran.
      await device.clock.standStill(ms, () => {
        device.reply(device.asked(0x1004)[0]);
        device.note(COMPLETE, '10020600');
        device.note(INFO, '10010300');
        device.note(COMPLETE, '10000000');
      });
      expect(await answered).toBe('resolved');
      expect(story().at(-1)).toBe('finished approved');
    },
  );

  it("uses the terminal's own result when it does not respond to the bank’s answer", async () => {
    const { device, transaction, story } = await asking();
    device.answers.set(0x1004, 'silence');
    const answered = codeOf(transaction.respond(approved));
    await device.clock.advance(6_000);
    expect(await answered).toBe('resolved');
    expect(device.asked(0x1008)).toHaveLength(0);
    device.approve();
    expect(story().at(-1)).toBe('finished approved');
  });

  it('asks the terminal to stop, and fails, without response and result after the bank’s answer', async () => {
    const { device, transaction, story } = await asking();
    device.answers.set(0x1004, 'silence');
    const answered = codeOf(transaction.respond(approved));
    await device.clock.advance(13_000);
    expect(await answered).toBe('resolved');
    expect(device.asked(0x1008)).toHaveLength(1);
    device.note(COMPLETE, '00030100');
    expect(story().at(-1)).toBe("finished failed: the terminal did not take the bank's answer");
  });

  it('is lost when the terminal is silent after the bank’s answer', async () => {
    const { device, transaction, story } = await asking();
    for (const command of [0x1004, 0xdf01, 0x1008]) device.answers.set(command, 'silence');
    const answered = codeOf(transaction.respond(approved));
    await device.clock.advance(20_000);
    expect(await answered).toBe('resolved');
    expect(story().at(-1)).toBe('finished lost TERM_SILENT');
    expect(device.clock.pending).toBe(0);
  });

  it.each([16, 0x7fffffff])('survives noise that reads "at most %i bytes" after the bank’s answer', async (bytes) => {
    const { device, transaction, story } = await asking();
    device.answers.set(0x1004, 'silence');
    const answered = codeOf(transaction.respond(approved));
    await settle();
    device.link.feed(encodeCapabilityExceeded(bytes));
    await settle();
    device.reply(device.asked(0x1004)[0]);
    expect(await answered).toBe('resolved');
    device.approve();
    expect(story().at(-1)).toBe('finished approved');
  });

  it('refuses an answer that the terminal refused, and ends with the terminal’s result', async () => {
    const { device, transaction, story } = await asking();
    device.answers.set(0x1004, { severity: 'not-started', code: 0x02030d });
    expect(await codeOf(transaction.respond(approved))).toBe('TERM_REFUSED');
    device.note(COMPLETE, '10020800');
    expect(story().at(-1)).toBe('finished failed: card failed');
  });

  it.each([
    [{ ...approved, authorizationResponseCode: '0' }],
    [{ ...approved, issuerAuthenticationData: 'xyz' }],
    [{ ...approved, issuerScripts: ['7205'] }],
    [{ ...approved, issuerScripts: ['8A023030'] }],
    [{ ...approved, issuerScripts: [`718180${'00'.repeat(128)}`] }],
  ])('refuses an answer that no terminal could accept before sending it: %o', async (answer) => {
    const { device, transaction } = await asking();
    expect(await codeOf(transaction.respond(answer))).toBe('TERM_REFUSED');
    expect(device.asked(0x1004)).toHaveLength(0);
  });

  it('refuses an answer without an online request', async () => {
    const { transaction } = await run();
    expect(await codeOf(transaction.respond(approved))).toBe('TERM_NOT_READY');
  });
});

describe('start', () => {
  const request = { attempt: 'A9', amountMinor: 100, currency: 'USD', cardTimeoutMs: 30_000 };

  it('is refused by a busy terminal or an empty battery, without an event', async () => {
    const device = new ScriptedTerminal();
    const terminal = await device.connect();
    const events: unknown[] = [];
    device.answers.set(0x1001, { severity: 'not-started', code: 0x020308 });
    expect(await codeOf(terminal.start(request, (event) => events.push(event)))).toBe('TERM_BUSY');
    device.answers.set(0x1001, { severity: 'not-started', code: 0x020316 });
    await expect(terminal.start(request, (event) => events.push(event))).rejects.toThrow(/battery.*\(TERM_REFUSED\)/);
    await settle();
    expect(events).toEqual([]);
    device.answers.set(0x1001, { severity: 'started' });
    await terminal.start(request, (event) => events.push(event));
    await settle();
    expect(events).toHaveLength(1);
  });

  it('is refused while a transaction runs', async () => {
    const { terminal } = await run();
    expect(await codeOf(terminal.start(request, () => undefined))).toBe('TERM_BUSY');
  });

  it('is cancelled when not answered, so that no customer pays an abandoned sale', async () => {
    const device = new ScriptedTerminal();
    const terminal = await device.connect();
    device.answers.set(0x1001, 'silence');
    const events: unknown[] = [];
    const failed = codeOf(terminal.start(request, (event) => events.push(event)));
    await device.clock.advance(10_000);
    expect(await failed).toBe('TERM_SILENT');
    expect(device.asked(0x1008)).toHaveLength(1);
    expect(events).toEqual([]);
  });

  it('delivers events after the caller has the transaction, even if everything arrives at once', async () => {
    const device = new ScriptedTerminal();
    const terminal = await device.connect();
    const order: string[] = [];
    const hear = device.link.onWrite;
    device.link.onWrite = (bytes) => {
      hear(bytes);
      if (device.asked(0x1001).length > 0) device.note(COMPLETE, '00010000');
    };
    await terminal.start(request, (event) => order.push(words(event))).then(() => order.push('started'));
    await settle();
    expect(order[0]).toBe('started');
    expect(order).toContain('finished timed-out');
  });

  it.each([
    ['XXX', 100, 'TERM_UNSUPPORTED'],
    ['USD', 0, 'PAY_AMOUNT'],
    ['USD', 1.5, 'PAY_AMOUNT'],
    ['USD', 1_000_000_000_000, 'PAY_AMOUNT'],
  ])('refuses %s %d before sending anything', async (currency, amountMinor, code) => {
    const device = new ScriptedTerminal();
    const terminal = await device.connect();
    expect(await codeOf(terminal.start({ ...request, currency, amountMinor }, () => undefined))).toBe(code);
    expect(device.asked(0x1001)).toHaveLength(0);
  });

  it('uses whole seconds, 1..255, and with a PIN pad at least the time for a PIN', async () => {
    for (const [model, cardTimeoutMs, seconds] of [
      ['DynaFlex', 1, 1],
      ['DynaFlex', 30_001, 31],
      ['DynaFlex', 900_000, 255],
      ['DynaFlex II PED', 1, 240],
      ['DynaFlex II PED', 250_000, 250],
      ['DynaFlex II PED', 900_000, 255],
    ] as const) {
      const device = new ScriptedTerminal();
      device.properties.set('2.1.2.2.2.1', ascii(`${model}\0`));
      const terminal = await device.connect();
      await terminal.start({ ...request, cardTimeoutMs }, () => undefined);
      const [asked] = device.asked(0x1001);
      expect(asked && readStartTransaction(asked.tlvs)?.timeoutSeconds).toBe(seconds);
      await terminal.close();
    }
  });
});
