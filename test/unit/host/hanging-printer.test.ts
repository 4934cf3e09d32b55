/** A printer that accepts a test page and never finishes must leave payments running. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { composeHost } from '../../../electron/host/index.ts';
import { startSimulator } from '../../../native/simulator/index.ts';
import { Harness } from '../../api/harness.ts';
import { hostConfig, platformOf } from './host-config.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

const pace = {
  readMs: { chip: 5, contactless: 5, swipe: 5 },
  completeMs: 5,
  removeWaitMs: 50,
  resultMs: 5,
  resetDelayMs: 5,
  bootMs: 50,
};
const HANG_MS = 60_000;

let dataDir: string;
let bench: Harness;
beforeEach(async () => {
  dataDir = temporaryFolder('tillbridge-hanging-');
  bench = await Harness.start();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await bench.sandbox.close();
});

test.skipIf(process.platform === 'win32')(
  'a sale is paid while a test page hangs',
  { timeout: HANG_MS * 2 },
  async () => {
    const commands = join(dataDir, 'commands');
    mkdirSync(commands);
    const install = (name: string, script: string) =>
      writeFileSync(join(commands, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    install('lpstat', 'if [ "$1" = -a ]; then echo "Counter accepting requests since now"; else echo Counter; fi');
    install('lp', `touch "${join(dataDir, 'asked')}"; exec sleep 20`);
    vi.stubEnv('PATH', `${commands}:${process.env['PATH']}`);
    const simulator = await startSimulator({ family: 'mms', carrier: { tcp: 0 }, terminal: { pace } });
    const terminals = [{ address: simulator.address, isPractice: false }];
    const host = await composeHost(hostConfig(dataDir, { platform: platformOf(bench), terminals }));
    try {
      await host.waitForTerminal(HANG_MS);
      let page = 'hangs';
      const trial = { address: 'system:Counter', columns: 42, codePage: 'auto' };
      const end = (how: string) => () => (page = how);
      void host.client.printer.test(trial).then(end('printed'), end('failed'));
      const sale = { id: 'sale-beside-a-page', amountMinor: 450, currency: 'USD' };
      await host.client.payment.start(sale);
      await expect.poll(() => simulator.terminal.face.can, { timeout: HANG_MS }).toContain('tap');
      simulator.terminal.gesture('tap');
      const paid = await host.settled(sale.id, { cardMs: HANG_MS, inDoubtMs: HANG_MS }, () => undefined);
      expect([paid.state, page]).toEqual(['captured', 'hangs']);
      expect(existsSync(join(dataDir, 'asked'))).toBe(true);
    } finally {
      await host.close();
      await simulator.close();
    }
  },
);
