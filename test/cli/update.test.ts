/**
 * `tillbridge update` on a till unpacked from a package, with a real feed and the journal of a real till.
 * @module-tag ci-only
 */
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { composeHost, SCHEMA_VERSION, type Host } from '../../electron/host/index.ts';
import { hostConfig } from '../unit/host/host-config.ts';
import { feedOf, releaseOf, Shop as UpdateShop, notes } from '../unit/starter/updates/shop.ts';
import { tillbridge, withResult } from './in-process.ts';
import { Shop } from './shop.ts';
import { until } from '../waiting.ts';

let home: UpdateShop;
beforeEach(async () => {
  home = await UpdateShop.open();
});
afterEach(() => home.close());

const ground = (root = home.root) => ({ root, platform: process.platform, arch: process.arch, allowsLoopback: true });
const update = async (verb: 'check' | 'apply' | 'back', data = home.dataDir, env = {}) =>
  withResult(await tillbridge(['update', verb, '--data', data, '--json'], env, [], ground()));
const current = () => readlinkSync(join(home.home, 'current'));

test('check downloads and prints the release notes in the language of the console; apply and back install versions', async () => {
  home.install('1.0.0', SCHEMA_VERSION);
  const checked = await update('check', home.dataDir, { LANG: 'de_DE.UTF-8' });
  expect(checked).toMatchObject({
    code: 0,
    result: { version: '1.1.0', by: 'folder', newer: '1.2.0', isReady: true, notes: notes['de'] },
  });
  expect(current()).toBe('versions/1.1.0');
  expect(await update('apply')).toMatchObject({ code: 0, result: { version: '1.2.0', takesEffect: 'on-restart' } });
  expect(current()).toBe('versions/1.2.0');
  expect((await update('check')).result).toMatchObject({ newer: '1.2.0', isReady: false });
  home.install('1.0.0', SCHEMA_VERSION);
  expect(await update('back')).toMatchObject({ code: 0, result: { version: '1.0.0' } });
});

test('a refused update is reported with exit code 1', async () => {
  home.publish(feedOf(releaseOf('1.0.0', home.content)));
  expect(await update('check')).toMatchObject({
    code: 1,
    result: { error: { code: 'UPDATE_REFUSED', context: { why: 'downgrade' } } },
  });
  expect(await update('apply')).toMatchObject({ code: 1, result: { error: { context: { why: 'not-staged' } } } });
  expect(await update('back')).toMatchObject({ code: 1, result: { error: { context: { why: 'no-former' } } } });
});

test('a checkout and a system package get the name of the program that updates them', async () => {
  const said = await tillbridge(['update', 'check', '--json']);
  expect(withResult(said)).toMatchObject({
    code: 0,
    result: { by: 'checkout', newer: null, how: expect.stringContaining('git pull') as string },
  });
  expect(withResult(await tillbridge(['update', 'apply', '--json']))).toMatchObject({
    code: 1,
    result: { error: { code: 'UPDATE_FAILED', context: { why: 'checkout' } } },
  });
});

describe('an update with an unfinished payment', { timeout: 120_000 }, () => {
  let shop: Shop;
  const open = async (flags: readonly string[]): Promise<void> => {
    shop = await Shop.open({ flags });
    await update('check', shop.data);
  };
  afterEach(() => shop.close());

  test('is refused if the payment runs at the till', async () => {
    await open([]);
    const { url, env } = shop;
    const platform = {
      url,
      username: env['TILLBRIDGE_USERNAME'] ?? '',
      password: env['TILLBRIDGE_PASSWORD'] ?? '',
      merchant: env['TILLBRIDGE_MERCHANT'] ?? null,
    };
    const terminals = [{ address: shop.terminal, isPractice: false }];
    const host: Host = await composeHost(hostConfig(shop.data, { localSocket: true, platform, terminals }));
    try {
      await host.waitForTerminal(30_000);
      const id = 'A-update-mid-sale';
      await host.client.payment.start({ id, amountMinor: 500, currency: 'USD', terminal: shop.terminal });
      expect(await update('apply', shop.data)).toMatchObject({ code: 1, result: { error: { code: 'UPDATE_BUSY' } } });
      expect(current()).toBe('versions/1.1.0');
      await host.client.payment.cancel({ attempt: id });
      await until(
        async () => (await host.client.payment.get({ attempt: id })).state === 'cancelled',
        'a cancelled payment',
      );
      expect(await update('apply', shop.data)).toMatchObject({ code: 0, result: { version: '1.2.0' } });
    } finally {
      await host.close();
    }
  });

  test('is refused if the payment is still checking in the journal of a stopped till', async () => {
    await open(['--card', 'approve']);
    await shop.control({
      type: 'fault',
      operation: 'createAuthorization',
      kind: 'answer',
      when: 'after',
      delayMs: 20_000,
    });
    const sale = shop.startSaleProcess();
    await until(
      async () => (await shop.listed('authorizations'))[0]?.['state'] === 'SUCCEEDED',
      'an approved authorization',
    );
    await sale.kill();
    expect(await update('apply', shop.data)).toMatchObject({ code: 1, result: { error: { code: 'UPDATE_BUSY' } } });
    expect(await update('back', shop.data)).toMatchObject({ code: 1 });
    expect(current()).toBe('versions/1.1.0');
    expect((await shop.run(['recover'])).result).toMatchObject({ resolved: [{ state: 'voided' }], checking: [] });
    expect(await update('apply', shop.data)).toMatchObject({ code: 0 });
    expect(current()).toBe('versions/1.2.0');
  });
});
