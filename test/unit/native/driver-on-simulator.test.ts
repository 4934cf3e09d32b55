/** The real driver against the simulated terminal, over real TCP and over the real serial binding on a pseudo-terminal. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { familyNamed } from '../../../native/families/index.ts';
import { connectMms } from '../../../native/families/mms/driver/driver.ts';
import { connectTerminal, parseTerminalAddress } from '../../../native/index.ts';
import { openLink } from '../../../native/link/open.ts';
import type {
  HostAnswer,
  Terminal,
  TerminalNotice,
  Transaction,
  TransactionEvent,
} from '../../../native/families/shared/terminal.ts';
import {
  mmsFaults,
  mmsRefusal,
  startSimulator,
  testDeck,
  type MmsTerminalOptions,
  type MmsTerminal,
  type RunningSimulator,
} from '../../../native/simulator/index.ts';
import { hasSocat, layCable } from './pty.ts';
import { words } from './scripted-terminal.ts';
import { codeOf } from './support.ts';
import { until } from '../../waiting.ts';

const approved: HostAnswer = { isApproved: true, authorizationResponseCode: '00' };
const declined: HostAnswer = { isApproved: false, authorizationResponseCode: '51' };
const pace = {
  readMs: { chip: 20, contactless: 20, swipe: 20 },
  completeMs: 40,
  resultMs: 20,
  resetDelayMs: 20,
  bootMs: 100,
};

interface TestBench {
  simulator: RunningSimulator<MmsTerminal>;
  address: string;
  terminal: Terminal;
  notices: TerminalNotice[];
  pull(): Promise<void>;
}

interface Sale {
  transaction: Transaction;
  events: TransactionEvent[];
  story(): string[];
  last(): string | undefined;
  reaches(word: string | RegExp): Promise<unknown>;
}

const carriers = [
  {
    name: 'TCP',
    canRun: true,
    async openTestBench(options: MmsTerminalOptions): Promise<Omit<TestBench, 'terminal' | 'notices'>> {
      const simulator = await startSimulator({ family: 'mms', carrier: { tcp: 0 }, terminal: options });
      return { simulator, address: simulator.address, pull: () => simulator.setPluggedIn(false) };
    },
  },
  {
    name: 'serial',
    canRun: hasSocat,
    async openTestBench(options: MmsTerminalOptions): Promise<Omit<TestBench, 'terminal' | 'notices'>> {
      const cable = await layCable();
      onTestFinished(() => cable.pull());
      const simulator = await startSimulator({ family: 'mms', carrier: { serial: cable.far }, terminal: options });
      return { simulator, address: `serial:${cable.near}`, pull: () => cable.pull() };
    },
  },
];
if (!hasSocat) console.warn('driver over serial skipped: socat is not installed');

describe.each(carriers.filter(({ canRun }) => canRun))('the driver over $name', ({ openTestBench: open }) => {
  /** `replyMs` is the reply timeout, for tests in which a reply will be missing. */
  async function openTestBench(options: MmsTerminalOptions = {}, replyMs?: number): Promise<TestBench> {
    const { simulator, address, pull } = await open({ pace, ...options });
    onTestFinished(() => simulator.close());
    const terminal =
      replyMs === undefined
        ? await connectTerminal(address)
        : await connectMms(await openLink(parseTerminalAddress(address), { serial: familyNamed('mms').serial }), {
            times: { replyMs },
          });
    onTestFinished(() => terminal.close());
    const notices: TerminalNotice[] = [];
    terminal.onNotice((notice) => {
      if (notice.type !== 'heard') notices.push(notice);
    });
    return { simulator, address, terminal, notices, pull };
  }

  async function sale(terminal: Terminal, cardTimeoutMs = 20_000): Promise<Sale> {
    const events: TransactionEvent[] = [];
    const request = { attempt: 'A1', amountMinor: 1234, currency: 'USD', cardTimeoutMs };
    const transaction = await terminal.start(request, (event) => events.push(event));
    const story = () => events.map(words);
    const reaches = (word: string | RegExp) =>
      until(() => story().some((one) => (typeof word === 'string' ? one === word : word.test(one))), String(word));
    await reaches('prompt present-card');
    return { transaction, events, story, last: () => story().at(-1), reaches };
  }

  const finishedOnce = ({ story }: Sale) => {
    expect(story().filter((word) => word.startsWith('finished'))).toHaveLength(1);
    expect(story().at(-1)).toMatch(/^finished/);
  };

  it('reports its identity and its health', async () => {
    const { terminal, simulator } = await openTestBench({ serialNumber: '0A1B2C3' });
    expect(terminal.identity).toMatchObject({ family: 'mms', model: simulator.model, serialNumber: '0A1B2C3' });
    expect(terminal.capabilities.idleMessage).toBe('free');
    expect(await terminal.health()).toMatchObject({ isOperational: true, isTampered: false, batteryPercent: 100 });
    await terminal.ping();
    await terminal.setIdleMessage('Back at two');
    await until(() => simulator.terminal.face.display.includes('Back at two'), 'the idle text');
  });

  it.each([
    ['insert', 'chip'],
    ['tap', 'contactless'],
    ['swipe', 'swipe'],
  ] as const)('approves a payment by %s', async (gesture, entryMode) => {
    const { terminal, simulator, notices } = await openTestBench();
    const one = await sale(terminal);
    simulator.terminal.gesture(gesture);
    await one.reaches(`online ${entryMode}`);
    const online = one.events.find((event) => event.type === 'online-request');
    expect(online?.data).toMatchObject({ keySerialNumber: 'FFFF9876543210E00001', format: 1 });
    expect(online?.data.encryptedEmvData).toMatch(/^[0-9A-F]{200,}$/);
    await one.transaction.respond(approved);
    if (gesture === 'insert') {
      await one.reaches('prompt remove-card');
      expect(one.last()).toBe('prompt remove-card');
      simulator.terminal.gesture('remove');
    }
    await one.reaches('finished approved');
    finishedOnce(one);
    expect(notices).toEqual([]);
    const output = JSON.stringify(one.events);
    for (const { pan } of testDeck) expect(output).not.toContain(pan);
  });

  it('declines, and starts the next sale at once after the card is removed', async () => {
    const { terminal, simulator, notices } = await openTestBench({ chosenCard: 'no-funds' });
    const one = await sale(terminal);
    simulator.terminal.gesture('insert');
    await one.reaches('online chip');
    await one.transaction.respond(declined);
    await one.reaches('finished declined');
    setTimeout(() => simulator.terminal.gesture('remove'), 50);
    const two = await sale(terminal);
    simulator.terminal.gesture('tap');
    await two.reaches('online contactless');
    await two.transaction.respond(approved);
    await two.reaches('finished approved');
    finishedOnce(one);
    finishedOnce(two);
    expect(notices).toEqual(['in', 'out'].map((card) => ({ type: 'slot', card })));
  });

  it('approves with a PIN', async () => {
    const { terminal, simulator } = await openTestBench({ chosenCard: 'pin' });
    const one = await sale(terminal);
    simulator.terminal.gesture('insert');
    await until(() => simulator.terminal.face.can.includes('enter-pin'), 'the PIN prompt');
    simulator.terminal.gesture('enter-pin');
    await one.reaches('online chip');
    await one.transaction.respond(approved);
    await one.reaches('prompt remove-card');
    simulator.terminal.gesture('remove');
    await one.reaches('finished approved');
  });

  it('cancels for the host before a card and during authorization, and continues when it is too late', async () => {
    const { terminal, simulator } = await openTestBench();
    const before = await sale(terminal);
    expect(await before.transaction.cancel()).toBe('asked');
    await before.reaches('finished cancelled by host');

    const online = await sale(terminal);
    simulator.terminal.gesture('tap');
    await online.reaches('online contactless');
    expect(await online.transaction.cancel()).toBe('asked');
    await online.reaches('finished cancelled by host');

    const late = await sale(terminal);
    simulator.terminal.gesture('insert');
    await late.reaches('online chip');
    await late.transaction.respond(approved);
    expect(await late.transaction.cancel()).toBe('too-late');
    await late.reaches('prompt remove-card');
    simulator.terminal.gesture('remove');
    await late.reaches('finished approved');
    for (const one of [before, online, late]) finishedOnce(one);
  });

  it('ends as cancelled when the cardholder cancels', async () => {
    const { terminal, simulator } = await openTestBench();
    const one = await sale(terminal);
    simulator.terminal.gesture('press-cancel');
    await one.reaches('finished cancelled by cardholder');
    finishedOnce(one);
  });

  it('ends as timed out without a card', async () => {
    const { terminal } = await openTestBench();
    const one = await sale(terminal, 1_000);
    await one.reaches('finished timed-out');
    expect(one.story()).toEqual(['prompt present-card', 'finished timed-out']);
  });

  it('loses the payment when unplugged, both before a card and during authorization', async () => {
    for (const moment of ['waiting', 'online']) {
      const { terminal, simulator, pull } = await openTestBench();
      const one = await sale(terminal);
      if (moment === 'online') {
        simulator.terminal.gesture('insert');
        await one.reaches('online chip');
      }
      void pull();
      expect((await terminal.closed)?.code).toBe('LINK_LOST');
      await one.reaches('finished lost LINK_LOST');
      finishedOnce(one);
      expect(await codeOf(one.transaction.respond(approved))).toBe('TERM_NOT_READY');
    }
  });

  it('restarts the terminal, which announces the restart and returns', async () => {
    const { terminal, notices } = await openTestBench();
    await terminal.reboot();
    await until(() => notices.some(({ type }) => type === 'resetting'), 'the announcement');
    await until(() => notices.some(({ type }) => type === 'reset'), 'the return');
    await terminal.ping();
    const one = await sale(terminal);
    await one.transaction.cancel();
    await one.reaches('finished cancelled by host');
  });

  it('clears a transaction of a previous session without affecting the next sale', async () => {
    const { terminal: before, simulator, address } = await openTestBench();
    await sale(before);
    // Like a host that was killed: the terminal gets no message.
    await before.close();
    expect(simulator.terminal.step).toBe('waiting-card');

    const terminal = await connectTerminal(address);
    onTestFinished(() => terminal.close());
    const notices: TerminalNotice[] = [];
    terminal.onNotice((notice) => notices.push(notice));
    expect(await codeOf(sale(terminal))).toBe('TERM_BUSY');
    await terminal.clear();
    expect(simulator.terminal.step).toBeNull();
    const next = await sale(terminal);
    await terminal.ping();
    expect(next.story()).toEqual(['prompt present-card']);
    expect(notices.filter(({ type }) => type !== 'heard')).toEqual([]);
    await next.transaction.cancel();
    await next.reaches('finished cancelled by host');
  });

  it.each([
    ['line noise before replies', mmsFaults.garbageBeforeReply({ times: Infinity })],
    ['every reply twice', mmsFaults.duplicateReply({ times: Infinity })],
    ['every notification twice', mmsFaults.duplicateNotification({ times: Infinity })],
    ['a lost ping reply', mmsFaults.silentReply({ to: [0xdf01] })],
    ['a cancel that the terminal misses', mmsFaults.deaf({ to: [0x1008] })],
  ])('completes a sale despite %s', async (_what, fault) => {
    const { terminal, simulator } = await openTestBench({}, 500);
    simulator.terminal.addBehaviour(fault);
    const one = await sale(terminal);
    simulator.terminal.gesture('tap');
    await one.reaches('online contactless');
    await one.transaction.respond(approved);
    await one.reaches('finished approved');
    finishedOnce(one);
    await terminal.clear();
    await terminal.ping();
  });

  it('does not start an abandoned payment when the reply to the start is late', async () => {
    const { terminal, simulator } = await openTestBench({}, 500);
    const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<void>();
    const take = simulator.terminal.addBehaviour(mmsFaults.heldReply(givenUp, { to: [0x1001] }));
    const events: TransactionEvent[] = [];
    const request = { attempt: 'A1', amountMinor: 1, currency: 'USD', cardTimeoutMs: 20_000 };
    expect(await codeOf(terminal.start(request, (event) => events.push(event)))).toBe('TERM_SILENT');
    take();
    expect(simulator.terminal.step).toBeNull();
    giveUp();
    const next = await sale(terminal);
    expect(events).toEqual([]);
    await next.transaction.cancel();
    await next.reaches('finished cancelled by host');
  });

  it.each([
    ['the chip declines', mmsFaults.cardDeclines(), 'finished declined'],
    ['the card is pulled while reading', mmsFaults.cardRemovedEarly('reading'), /^finished failed/],
    ['the card is pulled while the bank is asked', mmsFaults.cardRemovedEarly('online'), /^finished failed/],
    ['the card is pulled while completing', mmsFaults.cardRemovedEarly('completing'), /^finished failed/],
    ['power fails while completing', mmsFaults.rebootAt('completing'), 'finished failed: the terminal restarted'],
    [
      'the answer is refused',
      mmsFaults.refuse(mmsRefusal.wrongTransactionState, { to: [0x1004] }),
      /^finished cancelled by host/,
    ],
  ])('ends the payment once when the bank approves, but %s', async (_what, fault, end) => {
    const { terminal, simulator } = await openTestBench();
    const one = await sale(terminal);
    simulator.terminal.addBehaviour(fault);
    simulator.terminal.gesture('insert');
    await until(() => one.story().some((word) => /^(online|finished)/.test(word)), 'the online request or the end');
    const answered = one.last()?.startsWith('finished') ? 'over' : await codeOf(one.transaction.respond(approved));
    if (answered === 'TERM_REFUSED') await one.transaction.cancel();
    await one.reaches(end);
    finishedOnce(one);
  });

  it('ends the payment when the cable is unplugged in the middle of a reply', async () => {
    const { terminal, simulator } = await openTestBench();
    const one = await sale(terminal);
    simulator.terminal.gesture('insert');
    await one.reaches('online chip');
    simulator.terminal.addBehaviour(mmsFaults.halfReplyThenUnplug({ to: [0x1004] }));
    // On a pseudo-terminal, an unplug at the other end is silence, not a hang-up.
    expect(await codeOf(one.transaction.respond(approved))).toMatch(/^(LINK_LOST|resolved)$/);
    if ((await Promise.race([terminal.closed, Promise.resolve('open')])) === 'open') await terminal.close();
    await one.reaches(/^finished lost (LINK_|TERM_SILENT)/);
    finishedOnce(one);
  });

  it('reads the stripe when the chip cannot be read', async () => {
    const { terminal, simulator, notices } = await openTestBench();
    const one = await sale(terminal);
    simulator.terminal.addBehaviour(mmsFaults.unreadable('chip-unreadable'));
    simulator.terminal.gesture('insert');
    await until(
      () => notices.some(({ type }) => type === 'read-error') || simulator.terminal.face.can.includes('swipe'),
      'the fallback',
    );
    simulator.terminal.gesture('remove');
    // The terminal leaves the fallback to its host, so a second transaction follows the first.
    await until(() => simulator.terminal.face.can.includes('swipe'), 'the stripe');
    simulator.terminal.gesture('swipe');
    await one.reaches('online swipe');
    await one.transaction.respond(approved);
    await one.reaches('finished approved');
    finishedOnce(one);
  });
});

describe('a terminal without a display', () => {
  it('gives its texts as prompts', async () => {
    const simulator = await startSimulator({
      family: 'mms',
      carrier: { tcp: 0 },
      terminal: { pace, model: 'DynaFlex II Go' },
    });
    onTestFinished(() => simulator.close());
    const terminal = await connectTerminal(simulator.address);
    onTestFinished(() => terminal.close());
    expect(terminal.capabilities).toMatchObject({ hasDisplay: false, idleMessage: 'none' });
    const story: string[] = [];
    const request = { attempt: 'A1', amountMinor: 1234, currency: 'USD', cardTimeoutMs: 20_000 };
    const transaction = await terminal.start(request, (event) => {
      story.push(words(event));
      if (event.type === 'online-request') void transaction.respond(approved);
    });
    simulator.terminal.gesture('insert');
    await until(() => story.includes('prompt remove-card'), 'remove-card');
    simulator.terminal.gesture('remove');
    await until(() => story.includes('finished approved'), 'the end');
    expect(story).toContain('prompt processing');
  });
});
