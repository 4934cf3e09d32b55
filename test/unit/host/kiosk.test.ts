/**
 * Cancelled payments at a kiosk and at a counter: a whole host on the real sandbox, with the platform driving the
 * terminal.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AttemptView } from '../../../electron/contract/index.ts';
import { composeHost, type Host } from '../../../electron/host/index.ts';
import { GRACE_MS } from '../../../electron/host/payments/inactivity-timeout.ts';
import { Harness } from '../../api/harness.ts';
import { hostConfig, platformOf } from './host-config.ts';
import { ManualClock } from './payments/world.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

const terminal = 'device:B61378A';
/** The till's own timeout, see hostConfig. */
const CARD_TIMEOUT_MS = 30_000;
const polling = { timeout: 60_000, interval: 20 };

let dataDir: string;
let bench: Harness;
let clock: ManualClock;
let host: Host | null = null;
/** Clean-up tasks, run in reverse order. */
const atEnd: (() => Promise<void> | void)[] = [];
beforeEach(async () => {
  dataDir = temporaryFolder('tillbridge-kiosk-');
  bench = await Harness.start();
  clock = new ManualClock();
});
afterEach(async () => {
  await host?.close();
  host = null;
  for (const end of atEnd.splice(0).reverse()) await end();
  await bench.sandbox.close();
});

async function open(isKiosk: boolean, folder = dataDir): Promise<Host> {
  host = await composeHost(
    hostConfig(folder, {
      isKiosk,
      platform: platformOf(bench),
      terminals: [{ address: terminal, isPractice: false, route: 'cloud' }],
    }),
    { paymentClock: clock },
  );
  await host.waitForTerminal(10_000);
  return host;
}

const shown = (id: string): AttemptView | undefined => host?.state().attempts.find((attempt) => attempt.id === id);

/** Starts a sale that the platform has, with an idle customer. */
async function waiting(id: string): Promise<void> {
  await host?.client.payment.start({ id, amountMinor: 1500, currency: 'USD', terminal });
  await expect.poll(() => bench.client.listed('/authorizations', 'authorizations'), polling).toHaveLength(1);
  expect(shown(id)).toMatchObject({ state: 'working', prompt: 'follow-terminal', canCancel: true });
}

describe.each([
  ['a counter', false, 'cashier'],
  ['a kiosk', true, 'customer'],
] as const)('Cancel on the screen of %s', (_name, isKiosk, by) => {
  test(`belongs to the ${by}`, async () => {
    const { client } = await open(isKiosk);
    await waiting('A-00000001');
    await client.payment.cancel({ attempt: 'A-00000001' });
    await expect
      .poll(async () => (await clock.advance(1_000), shown('A-00000001')), polling)
      .toMatchObject({ state: 'cancelled', cancelledBy: by });
  });
});

describe('a guest who walks away', () => {
  const told = async () =>
    (await bench.client.listed<{ state: string }>('/authorizations', 'authorizations'))[0]?.state;
  /** Lets the host's time pass; the platform's answers take their own time. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      await clock.advance(Math.min(left, 1_000));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  test('a kiosk waits for the card timeout and the grace time, then cancels', async () => {
    await open(true);
    await waiting('A-00000001');
    await pass(CARD_TIMEOUT_MS + GRACE_MS - 1_000);
    expect(shown('A-00000001')).toMatchObject({ state: 'working', cancelAsked: false });
    expect(await told()).toBe('PENDING');
    await pass(2_000);
    await expect
      .poll(async () => (await pass(1_000), shown('A-00000001')), polling)
      .toMatchObject({ state: 'cancelled', cancelledBy: 'kiosk', capturedMinor: null });
    expect(await told()).toBe('CANCELED');
  });

  test('the cashier decides at a counter', async () => {
    await open(false);
    await waiting('A-00000001');
    await pass(2 * (CARD_TIMEOUT_MS + GRACE_MS));
    expect(shown('A-00000001')).toMatchObject({ state: 'working', cancelAsked: false, canCancel: true });
  });

  test('a payment within the time stays captured', async () => {
    await open(true);
    await waiting('A-00000001');
    await pass(CARD_TIMEOUT_MS);
    bench.clock.advance(3_000);
    await expect.poll(async () => (await pass(1_000), shown('A-00000001')?.state), polling).toBe('captured');
    await pass(2 * GRACE_MS);
    expect(shown('A-00000001')).toMatchObject({ state: 'captured', cancelTooLate: false, cancelledBy: null });
    expect(await told()).toBe('SUCCEEDED');
  });

  test('a payment that still runs after a restart is timed again', async () => {
    const first = await open(true);
    await waiting('A-00000001');
    // Copies the folder as a killed process leaves it: the payment was not cancelled.
    const left = mkdtempSync(join(tmpdir(), 'tillbridge-kiosk-'));
    cpSync(dataDir, left, { recursive: true });
    atEnd.push(
      () => rmSync(left, { recursive: true, force: true }),
      () => first.close(),
    );
    clock = new ManualClock();
    await open(true, left);
    await expect.poll(async () => (await pass(1_000), shown('A-00000001')?.state), polling).toBe('working');
    expect(shown('A-00000001')?.cancelAsked).toBe(false);
    await pass(CARD_TIMEOUT_MS + GRACE_MS);
    await expect
      .poll(async () => (await pass(1_000), shown('A-00000001')), polling)
      .toMatchObject({ state: 'cancelled', cancelledBy: 'kiosk' });
  });
});
