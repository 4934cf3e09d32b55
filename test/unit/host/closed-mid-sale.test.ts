/** Closing the till while a payment waits for a card: the terminal stops prompting, and the record has the reason. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { composeHost, type Host } from '../../../electron/host/index.ts';
import { Harness } from '../../api/harness.ts';
import { hostConfig, platformOf } from './host-config.ts';
import { atEnd, polling, simulator } from './terminals/real.ts';

let dataDir: string;
let bench: Harness;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-closed-'));
  // Runs after the host has closed, because the host keeps its files open until then.
  atEnd(async () => {
    await bench.sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  bench = await Harness.start();
});

/** `address` of a wired terminal, or of a terminal that the platform drives. */
async function start(isKiosk: boolean, address: string): Promise<Host> {
  const route = address.startsWith('device:') ? { route: 'cloud' as const } : {};
  const terminals = [{ address, isPractice: false, ...route }];
  const host = await composeHost(hostConfig(dataDir, { isKiosk, platform: platformOf(bench), terminals }));
  atEnd(() => host.close());
  await host.waitForTerminal(10_000);
  return host;
}

const sale = { id: 'A-00000001', amountMinor: 1234, currency: 'USD' };
const ofSale = (host: Host) => host.state().attempts.find(({ id }) => id === sale.id);
const places = [
  ['a counter', false],
  ['a kiosk', true],
] as const;

test.each(places)(
  '%s that closes during a sale cancels the terminal on the cable, which then takes no card',
  async (_name, isKiosk) => {
    const { address, terminal } = await simulator({ tcp: 0 });
    const host = await start(isKiosk, address);
    await host.client.payment.start({ ...sale, terminal: address });
    await expect.poll(() => terminal.face.can, polling).toContain('insert');
    await host.close();
    expect(terminal.face.can).not.toContain('insert');
    expect(ofSale(await start(isKiosk, address))).toMatchObject({ state: 'cancelled', cancelledBy: 'shutdown' });
    expect(await bench.client.listed('/authorizations', 'authorizations')).toEqual([]);
  },
);

test.each(places)('%s that closes during a sale by the platform cancels its Device', async (_name, isKiosk) => {
  const terminal = 'device:B61378A';
  const host = await start(isKiosk, terminal);
  await host.client.payment.start({ ...sale, terminal });
  const there = () => bench.client.listed<{ state: string }>('/authorizations', 'authorizations');
  await expect.poll(there, polling).toMatchObject([{ state: 'PENDING' }]);
  await host.close();
  expect(await there()).toMatchObject([{ state: 'CANCELED' }]);
  expect(ofSale(await start(isKiosk, terminal))).toMatchObject({ state: 'cancelled', cancelledBy: 'shutdown' });
});

test('a partial approval waits for the cashier after the restart; a kiosk releases it', async () => {
  const terminal = 'device:B61378A';
  await bench.control({ type: 'cloud-route', card: 'partial', decidesAfterMs: 10 });
  const host = await start(false, terminal);
  await host.client.payment.start({ ...sale, amountMinor: 5000, terminal, partialApproval: 'ask' });
  await expect.poll(() => (bench.clock.advance(10), ofSale(host)?.state), polling).toBe('partial');
  await host.close();
  const kiosk = await start(true, terminal);
  expect(ofSale(kiosk)).toMatchObject({ state: 'partial', authorizedMinor: 3000 });
  await kiosk.close();
  expect(ofSale(await start(false, terminal))).toMatchObject({ state: 'cancelled', cancelledBy: 'shutdown' });
  expect(await bench.client.listed('/authorizations', 'authorizations')).toMatchObject([{ is_void: true }]);
});
