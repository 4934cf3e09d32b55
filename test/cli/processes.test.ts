/**
 * The command line as a process: exit codes, output, environment, signals, pipes and locks.
 * @module-tag full-processes
 * @module-tag ci-only
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { payingFamilies } from '../../native/index.ts';
import { simulators } from '../../native/simulator/index.ts';
import { expectNoCardNumber, files } from './card-numbers.ts';
import { ptyPair, serve, spawnCli, tillbridgeProcess } from './processes.ts';
import { inShop } from './shop.ts';
import { until } from '../waiting.ts';

describe.concurrent('the command line as a process', { timeout: 300_000 }, () => {
  test.each(payingFamilies)(
    '%s: platform, terminal and sale run, and none of them prints a card number',
    async (family) => {
      const dir = mkdtempSync(join(tmpdir(), 'tillbridge processes '));
      const line = await ptyPair(dir);
      const platform = serve(['sandbox', '--port', '0', '--data', join(dir, 'platform'), '--json']);
      const terminal = serve([
        'simulator',
        '--family',
        family,
        '--serial',
        line.terminalEnd,
        '--card',
        'approve',
        '--json',
      ]);
      const { url, username, password } = await platform.said;
      await terminal.said;
      const sale = await tillbridgeProcess(
        [
          'sale',
          '--amount',
          '12.34',
          '--terminal',
          `serial:${line.tillEnd}`,
          '--platform',
          String(url),
          '--data',
          join(dir, 'data'),
          '--json',
        ],
        { TILLBRIDGE_USERNAME: String(username), TILLBRIDGE_PASSWORD: String(password) },
      );
      expect(sale.stdout.trim().split('\n'), sale.stderr).toHaveLength(1);
      expect(JSON.parse(sale.stdout)).toMatchObject({
        state: 'captured',
        terminal: { serialNumber: simulators[family].serialNumber.byDefault, link: 'serial' },
      });
      expect(sale.code).toBe(0);
      await Promise.all([platform.stop(), terminal.stop()]);
      await line.pull();
      expectNoCardNumber(Buffer.from(sale.stdout + sale.stderr), 'the output of sale');
      expectNoCardNumber(Buffer.from(terminal.output()), 'the output of the simulator');
      for (const { path, bytes } of files(dir)) expectNoCardNumber(bytes, path);
      rmSync(dir, { recursive: true, force: true });
    },
  );

  test('ends a declined sale with exit code 1', async () => {
    await inShop({ flags: ['--card', 'decline'] }, async (shop) => {
      const { code, stdout, stderr } = await tillbridgeProcess(shop.saleWords(), shop.env);
      expect(JSON.parse(stdout), stdout + stderr).toMatchObject({ state: 'declined' });
      expect(code).toBe(1);
    });
  });

  test('ends with exit code 2 for an invalid amount', async () => {
    const { code, stdout } = await tillbridgeProcess(['sale', '--amount', 'twelve', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'PAY_AMOUNT' } });
    expect(code).toBe(2);
  });

  test('refuses a data folder in use by another Tillbridge', async () => {
    await inShop({ flags: ['--control', '0'] }, async (shop) => {
      const first = tillbridgeProcess(shop.saleWords('--card-timeout', '5'), shop.env);
      // The recovery log is created while the lock is held; the journal's own file is not.
      await until(async () => existsSync(join(shop.data, 'journal.sqlite.recovery-log')), 'the recovery log');
      const second = await shop.sale('--terminal', 'tcp:127.0.0.1:1');
      expect(second.result).toMatchObject({ error: { code: 'JRNL_IN_USE' } });
      expect(JSON.parse((await first).stdout)).toMatchObject({ state: 'failed', error: { code: 'PAY_NO_CARD' } });
    });
  });

  test('ends with exit code 3 if a payment is unfinished at another platform', async () => {
    await inShop({}, async (shop) => {
      await shop.sale();
      for (const part of ['', '-wal', '-shm']) rmSync(join(shop.data, `journal.sqlite${part}`), { force: true });
      const { code, stdout } = await tillbridgeProcess(['recover', '--data', shop.data, '--json']);
      expect(JSON.parse(stdout)).toMatchObject({ resolved: [], checking: [{ totalMinor: 1234 }] });
      expect(code).toBe(3);
    });
  });

  test('exits at once with code 130 at the second Ctrl+C, and the next start finds the payment', async () => {
    await inShop({ flags: [] }, async (shop) => {
      await shop.control({ type: 'cloud-route', answers: 'held', decidesAfterMs: 60_000 });
      // The first cancel does not reach the platform.
      await shop.control({ type: 'fault', operation: 'updateDevice', kind: 'drop', when: 'before', delayMs: 60_000 });
      const sale = shop.startSaleProcess('--terminal', 'device:B61378A');
      await until(async () => (await shop.listed('authorizations')).length > 0, 'an authorization at the platform');
      // Signals closer together count as one key press, and for a stopped process the system keeps only one signal.
      const pressing = setInterval(() => sale.child.kill('SIGINT'), 1_000);
      const code = await sale.exited.finally(() => clearInterval(pressing));
      expect(code).toBe(130);
      expect(await shop.payments()).toMatchObject([{ totalMinor: 1234 }]);
    });
  });

  test('reads a PIN through a pipe, and refuses a PIN that is too short', async () => {
    const made = await tillbridgeProcess(['pin'], {}, '2468\n');
    expect(made.code).toBe(0);
    expect(made.stdout.trim()).toMatch(/^scrypt\$/);
    expect((await tillbridgeProcess(['pin'], {}, '1\n')).code).toBe(2);
  });

  test('decodes bytes through a pipe', async () => {
    const decode = ['decode', '--family', 'mms', '--link', 'message'];
    const { code, stdout } = await tillbridgeProcess(decode, {}, 'AA00810482131008820400000000\n');
    expect(JSON.parse(stdout)).toMatchObject({ line: 1, message: 'cancel-transaction response' });
    expect(code).toBe(0);
  });

  test('ends without a failure when a reader of the output closes early', async () => {
    const child = spawnCli(['decode', '--family', 'mms', '--link', 'message']);
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    child.stdin.on('error', () => undefined);
    child.stdin.end('AA00810482131008820400000000\n'.repeat(100_000));
    expect(await new Promise((done) => child.once('close', done))).toBe(0);
    expect(stderr).not.toContain('EPIPE');
  });
});
