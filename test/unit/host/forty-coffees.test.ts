/** A café's morning on the real host, disk and platform: the cashier's key presses, and the number of questions. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { composeHost } from '../../../electron/host/index.ts';
import { startSimulator } from '../../../native/simulator/index.ts';
import { createTill, screenOf, type AmountKey } from '../../../renderer/store/index.ts';
import { sessionMemory } from '../../../renderer/store/session.ts';
import { createTillStore, mirrorOf } from '../../../renderer/store/till-store.ts';
import { Harness } from '../../api/harness.ts';
import { memoryStorage } from '../renderer/fixtures/fixture-till.ts';
import { hostConfig, platformOf } from './host-config.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

let dataDir: string;
let bench: Harness;
beforeEach(async () => {
  dataDir = temporaryFolder('tillbridge-coffees-');
  bench = await Harness.start();
});
afterEach(async () => {
  await bench.sandbox.close();
});

const COFFEES = 40;
const polling = { timeout: 60_000, interval: 10 };

/** Last four digits of each authorization's card, by authorization id, in order of creation. */
const cards = new Map<string, string>();
/** Card of the next authorization. */
let inHand = '';

/**
 * Proxy between till and platform: the sandbox approves only six published test numbers, so the proxy replaces the
 * digits in the replies. Everything else comes from the sandbox.
 */
async function behindCards(url: string): Promise<Server> {
  const renamed = (_key: string, value: unknown): unknown => {
    const { id, card_present_details: details } = (value ?? {}) as { id?: unknown; card_present_details?: unknown };
    if (typeof id !== 'string' || !id.startsWith('AU') || typeof details !== 'object' || details === null) return value;
    if (!cards.has(id)) cards.set(id, inHand);
    return {
      ...(value as object),
      card_present_details: { ...details, masked_account_number: `************${cards.get(id)}` },
    };
  };
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const headers = Object.entries(request.headers).filter(
        ([name]) => !['host', 'connection', 'content-length', 'accept-encoding'].includes(name),
      ) as [string, string][];
      const { method = 'GET' } = request;
      const reply = await fetch(`${url}${request.url}`, { method, headers, ...(body.length > 0 ? { body } : {}) });
      const text = await reply.text();
      const type = reply.headers.get('content-type') ?? 'application/json';
      response.writeHead(reply.status, { 'content-type': type });
      response.end(text.startsWith('{') ? JSON.stringify(JSON.parse(text, renamed)) : text);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const pace = {
  readMs: { chip: 5, contactless: 5, swipe: 5 },
  completeMs: 5,
  removeWaitMs: 50,
  resultMs: 5,
  resetDelayMs: 5,
  bootMs: 50,
};

test('forty coffees with forty cards take four key presses each and no question; a repeated card asks once', async () => {
  const lastFours = Array.from({ length: COFFEES }, (_, nth) => String(1000 + nth));
  const between = await behindCards(bench.sandbox.url);
  const { port } = between.address() as AddressInfo;
  const simulator = await startSimulator({
    family: 'mms',
    carrier: { tcp: 0 },
    terminal: { pace, serialNumber: 'B61378A' },
  });
  const terminals = [{ address: simulator.address, isPractice: false }];
  const own = platformOf(bench);
  const platform = own && { ...own, url: `http://127.0.0.1:${port}` };
  const host = await composeHost(hostConfig(dataDir, { platform, terminals }));
  try {
    await host.waitForTerminal(10_000);
    const now = () => Date.now();
    const memory = sessionMemory(memoryStorage());
    const store = createTillStore({ now, memory });
    const mirror = mirrorOf(store, now);
    let seq = 0;
    const look = () => {
      mirror.takeSnapshot({ epoch: 'one', seq: (seq += 1), state: host.state() });
      const screen = screenOf(store.getState());
      return screen.kind === 'outcome' ? screen.outcome : screen.kind;
    };
    const { commands } = createTill({
      store,
      bridge: { call: (verb) => verb(host.client, { signal: new AbortController().signal }) },
      memory,
      now,
    });
    look();
    mirror.setConnection('live');
    let presses = 0;
    let questions = 0;
    /** One customer: digits, Charge, a tap; and an answer if the till asks. */
    const serve = async (lastFour: string): Promise<void> => {
      for (const digit of ['4', '5', '0'] satisfies AmountKey[]) commands.typeKey(digit);
      await commands.charge();
      presses += 4;
      inHand = lastFour;
      await expect.poll(() => (look(), simulator.terminal.face.can), polling).toContain('tap');
      simulator.terminal.gesture('tap');
      await expect.poll(look, polling).toMatch(/^(paid|same-card)$/);
      const screen = screenOf(store.getState());
      if (screen.kind !== 'same-card') return;
      questions += 1;
      presses += 1;
      await commands.answerSameCard(screen.attempt.id, true);
      await expect.poll(look, polling).toBe('paid');
    };
    for (const lastFour of lastFours) await serve(lastFour);
    expect({ presses, questions }).toEqual({ presses: COFFEES * 4, questions: 0 });
    await serve(lastFours.at(-1) ?? '');
    expect({ presses, questions }).toEqual({ presses: COFFEES * 4 + 5, questions: 1 });
    process.stdout.write(
      `${COFFEES} cards: ${COFFEES * 4} presses, 0 questions; one card again: 5 presses, 1 question\n`,
    );
    const taken = await bench.client.listed<{ amount: number }>('/transfers', 'transfers');
    expect([...cards.values()]).toEqual([...lastFours, lastFours.at(-1)]);
    expect(taken.map(({ amount }) => amount)).toEqual(Array.from({ length: COFFEES + 1 }, () => 450));
  } finally {
    await host.close();
    await simulator.close();
    between.close();
  }
}, 180_000);
