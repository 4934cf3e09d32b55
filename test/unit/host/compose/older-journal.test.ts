/**
 * An older copy of the journal is restored next to the complete recovery log: a whole host on the sandbox shows this on
 * its screens.
 */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { composeHost, type Host } from '../../../../electron/host/index.ts';
import { Harness } from '../../../api/harness.ts';
import { hostConfig, platformOf } from '../host-config.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

const terminal = 'device:B61378A';
const polling = { timeout: 60_000, interval: 50 };

let dataDir: string;
let bench: Harness;
let host: Host | null = null;
beforeEach(async () => {
  dataDir = temporaryFolder('tillbridge-older-');
  bench = await Harness.start();
});
afterEach(async () => {
  await host?.close();
  host = null;
  await bench.sandbox.close();
});

async function open(): Promise<Host> {
  host = await composeHost(
    hostConfig(dataDir, {
      platform: platformOf(bench),
      terminals: [{ address: terminal, isPractice: false, route: 'cloud' }],
    }),
  );
  await host.waitForTerminal(10_000);
  return host;
}

async function pay(id: string): Promise<void> {
  await host?.client.payment.start({ id, amountMinor: 1500, currency: 'USD', terminal, isRepeatMeant: true });
  await expect
    .poll(() => {
      bench.clock.advance(3_000);
      return host?.state().attempts.find((attempt) => attempt.id === id)?.state;
    }, polling)
    .toBe('captured');
}

test('the notice shows the recovered payments, also after a restart, until the note is deleted', async () => {
  const journal = join(dataDir, 'journal.sqlite');
  const { journal: whole } = (await open()).state();
  expect(whole).toMatchObject({ failure: null, older: null });
  await pay('A-00000001');
  await host?.close();
  copyFileSync(journal, `${journal}.copy`);
  await open();
  await pay('A-00000002');
  await pay('A-00000003');
  await host?.close();

  copyFileSync(`${journal}.copy`, journal);
  const told = { older: { payments: 2, file: `${journal}.older` }, failure: null };
  expect((await open()).state().journal).toMatchObject(told);
  await host?.close();
  expect((await open()).state().journal).toMatchObject(told);
  await host?.close();
  rmSync(`${journal}.older`);
  expect((await open()).state().journal).toMatchObject({ older: null });
});
