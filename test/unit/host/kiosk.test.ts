/** Who ends a payment at a kiosk and at a counter: a whole host on the real sandbox, its platform driving the terminal. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AttemptView } from '../../../electron/contract/index.ts';
import { composeHost, type Host } from '../../../electron/host/index.ts';
import { Bench } from '../../api/harness.ts';
import { hostConfig, platformOf } from './host-config.ts';
import { ManualClock } from './payments/world.ts';

const terminal = 'device:B61378A';
const patience = { timeout: 10_000, interval: 20 };

let dataDir: string;
let bench: Bench;
let clock: ManualClock;
let host: Host | null = null;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-kiosk-'));
  bench = await Bench.start();
  clock = new ManualClock();
});
afterEach(async () => {
  await host?.close();
  host = null;
  await bench.sandbox.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(isKiosk: boolean): Promise<Host> {
  host = await composeHost(
    hostConfig(dataDir, {
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

/** A sale that the platform has and whose customer does nothing. */
async function waiting(id: string): Promise<void> {
  await host?.client.payment.start({ id, amountMinor: 1500, currency: 'USD', terminal });
  await expect.poll(() => bench.client.listed('/authorizations', 'authorizations'), patience).toHaveLength(1);
  expect(shown(id)).toMatchObject({ state: 'working', prompt: 'follow-terminal', canCancel: true });
}

describe.each([
  ['a counter', false, 'cashier'],
  ['a kiosk', true, 'customer'],
] as const)('Cancel on the screen of %s', (_name, isKiosk, by) => {
  test(`is the ${by}’s`, async () => {
    const { client } = await open(isKiosk);
    await waiting('A-00000001');
    await client.payment.cancel({ attempt: 'A-00000001' });
    await expect
      .poll(async () => (await clock.advance(1_000), shown('A-00000001')), patience)
      .toMatchObject({ state: 'cancelled', cancelledBy: by });
  });
});
