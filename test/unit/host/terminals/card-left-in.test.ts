/**
 * Starts while the previous payment's chip card is still in: delayed until removal, bounded, and without a byte before.
 */
import { describe, expect, it } from 'vitest';
import { connectMagnesafe } from '../../../../native/families/magnesafe/driver/driver.ts';
import { connectMms } from '../../../../native/families/mms/driver/driver.ts';
import { connectNeo2 } from '../../../../native/families/neo2/driver/driver.ts';
import type { Terminal, TransactionEvent } from '../../../../native/index.ts';
import type { Clock } from '../../../../electron/domain/index.ts';
import {
  createMagnesafeTerminal,
  createMmsTerminal,
  createNeo2Terminal,
  type SimulatedTerminal,
} from '../../../../native/simulator/index.ts';
import { MemoryLink } from '../../native/support.ts';
import { words } from '../../native/scripted-terminal.ts';
import { ready, sale, settle, supervised, type Bench, type SteppedClock } from './support.ts';

/** Result of a start, or undefined while it waits. */
function begin(bench: Bench, attempt = 'A-2') {
  const said: string[] = [];
  const start = { said, outcome: undefined as string | undefined };
  bench.supervisor
    .run(sale(attempt), (event) => void said.push(words(event)))
    .then(
      () => (start.outcome = 'started'),
      (error: { code: string }) => (start.outcome = error.code),
    );
  return start;
}

async function leftIn() {
  const bench = await ready();
  bench.terminal.notice({ type: 'slot', card: 'in' });
  const start = begin(bench);
  await settle();
  expect([start.outcome, start.said]).toEqual([undefined, ['prompt card-left-in']]);
  expect(bench.terminal.transactions).toEqual([]);
  return { ...bench, start };
}

describe('a start over a card that was left in', () => {
  it('begins once the card is removed', async () => {
    const { supervisor, terminal, start, clock } = await leftIn();
    expect(supervisor.view()).toMatchObject({ state: 'busy', card: 'in' });
    await clock.advance(30_000);
    terminal.notice({ type: 'slot', card: 'out' });
    await settle();
    expect([start.outcome, start.said]).toEqual(['started', ['prompt card-left-in', 'prompt starting']]);
    expect(terminal.transactions.map(({ attempt }) => attempt)).toEqual(['A-2']);
    await clock.advance(120_000);
    expect(supervisor.transaction('A-2')).toBeDefined();
  });

  it('begins when the terminal can no longer report the card', async () => {
    const { terminal, start } = await leftIn();
    terminal.notice({ type: 'slot', card: 'maybe' });
    await settle();
    expect(start.outcome).toBe('started');
  });

  it('waits for the card timeout, and then fails', async () => {
    const { supervisor, terminal, start, clock } = await leftIn();
    await clock.advance(60_000);
    expect(start.outcome).toBe('TERM_CARD_IN');
    expect(terminal.transactions).toEqual([]);
    expect(supervisor.view()).toMatchObject({ state: 'ready', card: 'in' });
    terminal.notice({ type: 'slot', card: 'out' });
    await supervisor.run(sale('A-3'), () => undefined);
    expect(terminal.transactions.map(({ attempt }) => attempt)).toEqual(['A-3']);
  });

  it('ends only for its own attempt when it is cancelled', async () => {
    const { supervisor, terminal, start } = await leftIn();
    supervisor.giveUpStart('A-1');
    await settle();
    expect(start.outcome).toBeUndefined();
    supervisor.giveUpStart('A-2');
    await settle();
    expect(start.outcome).toBe('TERM_CARD_IN');
    terminal.notice({ type: 'slot', card: 'out' });
    await settle();
    expect(terminal.transactions).toEqual([]);
    expect(supervisor.view().state).toBe('ready');
  });

  it('ends with the cable, and a reconnect reports no card', async () => {
    const { supervisor, terminal, start, next, clock } = await leftIn();
    terminal.unplug();
    await settle();
    expect(start.outcome).toBe('LINK_LOST');
    expect(supervisor.view().state).toBe('lost');
    next.push((await ready()).terminal);
    await clock.advance(10_000);
    expect(supervisor.view()).toMatchObject({ state: 'ready' });
    expect(supervisor.view().card).toBeUndefined();
    expect(terminal.transactions).toEqual([]);
  });

  it('continues after a restart of the terminal, which no longer reports the card', async () => {
    const { supervisor, terminal, start } = await leftIn();
    terminal.notice({ type: 'resetting', inSeconds: null });
    terminal.notice({ type: 'reset' });
    await settle();
    expect(start.outcome).toBe('started');
    expect(supervisor.view().state).toBe('busy');
  });

  it('keeps polling the terminal during the wait', async () => {
    const { terminal, clock, start } = await leftIn();
    const before = terminal.calls.length;
    await clock.advance(5_000);
    expect(terminal.calls.length).toBeGreaterThan(before);
    expect(start.outcome).toBeUndefined();
  });
});

const pace = { readMs: { chip: 10, contactless: 10, swipe: 10 }, completeMs: 10, removeWaitMs: 600_000 };

/** Drivers emit through the event loop, which the clock does not run. */
async function pass(clock: SteppedClock, ms: number): Promise<void> {
  for (let done = 0; done < ms; done += 100) {
    await clock.advance(100);
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

type Made = { link: MemoryLink; simulated: SimulatedTerminal; connecting: Promise<Terminal> };

/** Driver and simulator of each family, on one clock. */
const families: Record<'mms' | 'magnesafe' | 'neo2', (clock: Clock, link: MemoryLink) => Omit<Made, 'link'>> = {
  mms: (clock, link) => ({
    simulated: createMmsTerminal({ clock, pace, chosenCard: 'no-funds' }),
    connecting: connectMms(link, { clock }),
  }),
  magnesafe: (clock, link) => ({
    simulated: createMagnesafeTerminal({ clock, pace, chosenCard: 'no-funds' }),
    connecting: connectMagnesafe(link, { clock }),
  }),
  neo2: (clock, link) => ({
    simulated: createNeo2Terminal({ clock, pace, chosenCard: 'no-funds' }),
    connecting: connectNeo2(link, { clock }),
  }),
};

/** A supervisor with a real driver and its simulator, after a declined chip payment with the card left in. */
async function declined(family: keyof typeof families) {
  const bench = supervised();
  const link = new MemoryLink();
  const { simulated, connecting } = families[family](bench.clock, link);
  connecting.catch(() => undefined);
  link.onWrite = (bytes) => simulated.receive(bytes);
  simulated.onSend((bytes) => link.feed(bytes));
  bench.next.push(() => connecting);
  bench.supervisor.start();
  await pass(bench.clock, 10_000);
  const events: TransactionEvent[] = [];
  const starting = bench.supervisor.run(sale('A-1'), (event) => void events.push(event));
  await pass(bench.clock, 5_000);
  const transaction = await starting;
  expect(simulated.gesture('insert')).toBe(true);
  await pass(bench.clock, 1_000);
  const responding = transaction.respond({ isApproved: false, authorizationResponseCode: '51' });
  await pass(bench.clock, 5_000);
  await responding;
  expect(events.map(words).at(-1)).toBe('finished declined');
  return { ...bench, simulated };
}

describe.each(['mms', 'magnesafe'] as const)('%s after a decline with the card left in', (family) => {
  it('delays the next payment until the card is removed', async () => {
    const bench = await declined(family);
    const { clock, simulated } = bench;
    expect(bench.supervisor.view()).toMatchObject({ state: 'ready', card: 'in' });
    const next = begin(bench);
    await pass(clock, 20_000);
    expect([next.outcome, next.said]).toEqual([undefined, ['prompt card-left-in']]);
    expect(simulated.gesture('remove')).toBe(true);
    await pass(clock, 5_000);
    expect(next.outcome).toBe('started');
    expect(next.said).toEqual(['prompt card-left-in', 'prompt starting', 'prompt present-card']);
    expect(bench.supervisor.view().card).toBeUndefined();
    // The customer pays with another card.
    expect(simulated.gesture('insert')).toBe(true);
    await pass(clock, 1_000);
    expect(next.said).toContain('online chip');
  });
});

it('neo2, which does not report a left card, prompts for a card at the next payment', async () => {
  const bench = await declined('neo2');
  expect(bench.supervisor.view()).toMatchObject({ state: 'ready', card: 'maybe' });
  const next = begin(bench);
  await pass(bench.clock, 5_000);
  // The reader's own screen prompts for the card, then shows its message number for the next prompt.
  expect([next.outcome, next.said]).toEqual([
    'started',
    ['prompt present-card', 'prompt remove-card', 'prompt present-card'],
  ]);
  await pass(bench.clock, 5_000);
  expect(next.said).not.toContain('online chip');
  expect(bench.simulated.asks).toBe('remove');
  bench.simulated.gesture('remove');
  bench.simulated.gesture('insert');
  await pass(bench.clock, 1_000);
  expect(next.said).toContain('online chip');
  expect(bench.supervisor.view().card).toBeUndefined();
});
