/**
 * Tampered terminals on real cables under a whole till and the sandbox: card data for another payment, or replayed. The
 * till refuses each with its own code, before the platform receives it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AttemptView, Family } from '../../../electron/contract/index.ts';
import { composeHost, type Host } from '../../../electron/host/index.ts';
import type { Neo2Behaviour } from '../../../native/families/neo2/simulator/behaviour.ts';
import { encodeNeo2Response } from '../../../native/framing/neo2-frame.ts';
import { fromHex, toHex } from '../../../native/framing/bytes.ts';
import {
  injectKsn,
  startSimulator,
  type Gesture,
  type MmsTerminal,
  type Neo2Terminal,
  type RunningSimulator,
} from '../../../native/simulator/index.ts';
import { Harness } from '../../api/harness.ts';
import { hostConfig, platformOf } from './host-config.ts';

const polling = { timeout: 60_000, interval: 20 };
const pace = { readMs: { chip: 10, contactless: 10, swipe: 10 }, completeMs: 10, removeWaitMs: 5_000, resultMs: 10 };
const terminal = { pace, ksn: injectKsn() };

let dataDir: string;
let bench: Harness;
let host: Host;
let neo2: RunningSimulator<Neo2Terminal>;
let mms: RunningSimulator<MmsTerminal>;

async function open(): Promise<void> {
  const terminals = [neo2, mms].map(({ address }) => ({ address, isPractice: false }));
  host = await composeHost(hostConfig(dataDir, { platform: platformOf(bench), terminals }));
  const ready = () => host.state().terminals.filter(({ state }) => state === 'ready').length;
  await vi.waitFor(() => expect(ready()).toBe(2), polling);
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-tampered-'));
  bench = await Harness.start();
  neo2 = await startSimulator({ family: 'neo2', carrier: { tcp: 0 }, terminal });
  mms = await startSimulator({ family: 'mms', carrier: { tcp: 0 }, terminal: { ...terminal, ksn: injectKsn() } });
  await open();
}, 180_000);
afterAll(async () => {
  await host.close();
  await neo2.close();
  await mms.close();
  await bench.sandbox.close();
  rmSync(dataDir, { recursive: true, force: true });
});

let sales = 0;
async function sale(family: Family, gesture: Gesture, amountMinor = 1200 + sales): Promise<AttemptView | undefined> {
  const { address, terminal: simulated } = family === 'mms' ? mms : neo2;
  const id = `A-${String((sales += 1)).padStart(8, '0')}`;
  const view = () => host.state().attempts.find((attempt) => attempt.id === id);
  await host.client.payment.start({ id, amountMinor, currency: 'USD', terminal: address });
  await expect.poll(() => simulated.face.can, polling).toContain(gesture);
  simulated.gesture(gesture);
  const isOver = () => {
    if (simulated.asks === 'remove') simulated.gesture('remove');
    return view()?.finishedAt ?? null;
  };
  await expect.poll(isOver, polling).not.toBeNull();
  await expect
    .poll(() => {
      simulated.gesture('remove');
      return host.state().terminals.find((one) => one.address === address)?.state;
    }, polling)
    .toBe('ready');
  return view();
}

/** Amount of the replayed data. */
const AMOUNT = 2599;

const booked = () => bench.client.listed('/authorizations', 'authorizations');

/** Changes the reader's plain-text data; `change` gets them in hexadecimal. */
const saying = (change: (data: string) => string): Neo2Behaviour => ({
  name: 'tampered',
  onSend(one) {
    if (one.kind !== 'answer') return [one];
    const [command = 0, status = 0] = one.frame.subarray(10, 12);
    const data = toHex(one.frame.subarray(14, -2));
    const changed = change(data);
    return [changed === data ? one : { ...one, frame: encodeNeo2Response(command, status, fromHex(changed)) }];
  },
});

const swaps: readonly (readonly [what: string, from: RegExp, to: string, fault: string])[] = [
  ['another amount', /9F0206[0-9]{12}/, '9F0206000000000001', 'amount'],
  ['a second amount', /9F0206([0-9]{12})/, '9F0206$19F0206000000000001', 'amount'],
  ['another currency', /5F2A020840/, '5F2A020392', 'currency'],
  ['a refund', /9C0100/, '9C0120', 'type'],
  ['cash', /9C0100/, '9C0101', 'type'],
  ['the card said no (AAC)', /9F270180/, '9F270100', 'cryptogram'],
  ['the card said yes by itself (TC)', /9F270180/, '9F270140', 'cryptogram'],
  ['years ago', /9A03[0-9]{6}/, '9A03990101', 'date'],
  ['no day at all', /9A03[0-9]{6}/, '9A03FFFFFF', 'date'],
];
const rows = swaps.flatMap(([what, from, to, fault]) =>
  (['insert', 'tap'] as const).map((gesture) => [what, gesture, from, to, fault] as const),
);

test.each(rows)(
  'the till refuses neo2 card data with a swapped field: %s, by %s',
  { timeout: 180_000 },
  async (_what, gesture, from, to, fault) => {
    const before = (await booked()).length;
    let isTampered = false;
    const off = neo2.terminal.addBehaviour(
      saying((data) => {
        const changed = /9F26/.test(data) ? data.replace(from, to) : data;
        isTampered ||= changed !== data;
        return changed;
      }),
    );
    try {
      const view = await sale('neo2', gesture);
      expect(isTampered).toBe(true);
      expect(view).toMatchObject({ state: 'failed', mayHaveCharged: false });
      expect(view?.failure).toMatchObject({ code: 'TERM_CARD_DATA', context: { fault } });
      expect(await booked()).toHaveLength(before);
    } finally {
      off();
    }
  },
);

test.each(['insert', 'tap'] as const)(
  'neo2 pays by %s without amount and cryptogram information, which is no sign of tampering',
  { timeout: 180_000 },
  async (gesture) => {
    let removals = 0;
    const off = neo2.terminal.addBehaviour(
      saying((data) => {
        if (!/9F26/.test(data)) return data;
        removals += 1;
        return data.replace(/9F0206[0-9]{12}/, '').replace(/9F270180/, '');
      }),
    );
    try {
      const amountMinor = 4321;
      expect(await sale('neo2', gesture, amountMinor)).toMatchObject({ state: 'captured', capturedMinor: amountMinor });
      expect(removals).toBeGreaterThan(0);
    } finally {
      off();
    }
  },
);

test.each(['insert', 'tap', 'swipe'] as const)(
  'neo2 pays by %s with untouched data',
  { timeout: 180_000 },
  async (gesture) => {
    expect(await sale('neo2', gesture)).toMatchObject({ state: 'captured' });
  },
);

test.each(['neo2', 'mms'] as const)(
  'the till refuses %s card data of an earlier sale, also after a restart',
  { timeout: 180_000 },
  async (family) => {
    const recorded: { neo2?: Uint8Array; mms?: Uint8Array } = {};
    let isPlaying = false;
    const off =
      family === 'neo2'
        ? neo2.terminal.addBehaviour({
            name: 'plays back',
            onSend(one) {
              if (one.kind !== 'answer' || !toHex(one.frame).includes('9F26')) return [one];
              recorded.neo2 ??= one.frame.slice();
              return [isPlaying ? { ...one, frame: recorded.neo2 } : one];
            },
          })
        : mms.terminal.addBehaviour({
            name: 'plays back',
            onSend(one) {
              if (one.kind !== 'notification' || !toHex(one.message).includes('08020284')) return [one];
              recorded.mms ??= one.message.slice();
              return [isPlaying ? { ...one, message: recorded.mms } : one];
            },
          });
    try {
      expect(await sale(family, 'tap', AMOUNT)).toMatchObject({ state: 'captured' });
      expect(recorded[family]).toBeDefined();
      isPlaying = true;
      const before = (await booked()).length;
      for (const round of ['at once', 'after a restart']) {
        // A reader with a plain-text amount would fail another check first.
        const view = await sale(family, 'tap', AMOUNT);
        expect(view?.failure, round).toMatchObject({ code: 'TERM_CARD_DATA', context: { fault: 'repeated' } });
        expect(view, round).toMatchObject({ state: 'failed', mayHaveCharged: false });
        if (round === 'at once') {
          await host.close();
          await open();
        }
      }
      expect(await booked()).toHaveLength(before);
      isPlaying = false;
      expect(await sale(family, 'tap')).toMatchObject({ state: 'captured' });
    } finally {
      off();
    }
  },
);
