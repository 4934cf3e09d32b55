/**
 * Sales that the platform drives, on a terminal without a cable.
 * @module-tag ci-only
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withResult } from './in-process.ts';
import { Shop } from './shop.ts';
import { until } from '../waiting.ts';

const timeout = 180_000;
const cableless = ['--terminal', 'device:B61378A'];

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
  await shop.control({ type: 'cloud-route', decidesAfterMs: 1_500 });
}, 180_000);
afterEach(() => shop.close());

test('an approved sale is captured once, without a cable', { timeout }, async () => {
  const { code, result } = await shop.sale(...cableless);
  expect(result).toMatchObject({
    state: 'captured',
    route: 'cloud',
    amount: 1234,
    terminal: { id: 'device:B61378A', serialNumber: 'B61378A', link: null },
  });
  expect(code).toBe(0);
  expect(await shop.listed('transfers')).toMatchObject([{ id: result['transfer'], amount: 1234 }]);
});

test('a practice terminal on its cable is driven by the platform for a single sale', { timeout }, async () => {
  const { result } = await shop.sale('--route', 'cloud');
  expect(result).toMatchObject({ state: 'captured', route: 'cloud' });
});

test('a declined sale makes no transfer', { timeout }, async () => {
  await shop.control({ type: 'cloud-route', card: 'no-funds' });
  const { code, result } = await shop.sale(...cableless);
  expect(result).toMatchObject({ state: 'declined', declineCode: 'INSUFFICIENT_FUNDS' });
  expect(code).toBe(1);
  expect(await shop.listed('transfers')).toEqual([]);
});

test.each(['pending', 'held'])(
  'a sale is cancelled through the platform, with the create request answered %s',
  { timeout },
  async (answers) => {
    await shop.control({ type: 'cloud-route', answers, decidesAfterMs: 60_000 });
    const sale = shop.startSale(...cableless);
    await until(async () => (await shop.listed('authorizations')).length > 0, 'an authorization at the platform');
    sale.interrupt();
    const { code, result } = withResult(await sale.done);
    expect(result).toMatchObject({ state: 'cancelled', cancelledBy: 'cashier', transfer: null });
    expect(code).toBe(1);
    expect(await shop.listed('authorizations')).toMatchObject([{ state: 'CANCELED', transfer: null }]);
  },
);

test('a request that is held open until the customer has paid leads to a captured sale', { timeout }, async () => {
  await shop.control({ type: 'cloud-route', answers: 'held' });
  const { result } = await shop.sale(...cableless);
  expect(result).toMatchObject({ state: 'captured', route: 'cloud' });
});

test('a payment whose create request gets no answer is found by its key, and captured once', { timeout }, async () => {
  await shop.control({ type: 'fault', operation: 'createAuthorization', kind: 'drop', when: 'after' });
  const { result } = await shop.sale(...cableless);
  expect(result).toMatchObject({ state: 'captured' });
  expect(await shop.listed('authorizations')).toHaveLength(1);
  expect(await shop.listed('transfers')).toHaveLength(1);
});

test('a sale on an unknown Device fails before anything is sent', { timeout }, async () => {
  const { code, result } = await shop.sale('--terminal', 'device:NOWHERE');
  expect(result).toMatchObject({ state: 'failed', error: { code: 'DEVICE_NONE' } });
  expect(code).toBe(1);
});

test('a terminal that is paired in the settings has a cable, and is driven by the platform', { timeout }, async () => {
  mkdirSync(shop.data, { recursive: true, mode: 0o700 });
  const terminals = [{ address: shop.terminal, route: 'cloud', serialNumber: 'B61378A' }];
  const platform = { url: shop.url, username: shop.env['TILLBRIDGE_USERNAME'] };
  writeFileSync(join(shop.data, 'settings.json'), JSON.stringify({ mode: 'live', platform, terminals }), {
    mode: 0o600,
  });
  const { result } = await shop.run(['sale', '--amount', '7.00']);
  expect(result).toMatchObject({
    state: 'captured',
    route: 'cloud',
    terminal: { link: 'tcp', serialNumber: 'B61378A' },
  });
});
