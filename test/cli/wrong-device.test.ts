/**
 * `sale` on a terminal whose Device belongs to another merchant, exists twice, is disabled or is missing: exit codes,
 * messages, and the platform's records.
 * @module-tag ci-only
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tillbridge } from './in-process.ts';
import type { Json } from './in-process.ts';
import { Shop } from './shop.ts';

const timeout = 180_000;
const SERIAL = 'B61378A';
let shop: Shop;
beforeEach(async () => (shop = await Shop.open()));
afterEach(() => shop.close());

async function devices(): Promise<Json[]> {
  const { body } = await shop.ask('GET', '/devices?limit=100');
  return (body['_embedded'] as { devices: Json[] }).devices;
}

async function change(fields: Json): Promise<void> {
  const own = (await devices()).find(
    (one) => one['serial_number'] === SERIAL && one['merchant'] === shop.env['TILLBRIDGE_MERCHANT'],
  );
  const { status } = await shop.ask('PUT', `/devices/${String(own?.['id'])}`, fields);
  expect(status).toBe(200);
}

async function plant(isOurs: boolean): Promise<void> {
  const ours = shop.env['TILLBRIDGE_MERCHANT'];
  const merchant = isOurs ? ours : (await devices()).find((one) => one['merchant'] !== ours)?.['merchant'];
  const fields = { name: 'Planted', model: 'PAX_A920PRO', serial_number: SERIAL };
  const { status } = await shop.ask('POST', `/merchants/${String(merchant)}/devices`, fields);
  expect(status).toBe(201);
}

test.each([
  [
    'DEVICE_OTHER_MERCHANT',
    /belongs to merchant MU\w+, this till to MU\w+\. Nothing was sent; the customer was not charged\. Create/,
    async () => (await change({ serial_number: 'MOVED' }), plant(false)),
  ],
  [
    'DEVICE_TWICE',
    /has 2 Devices with serial number B61378A: DV\w+, DV\w+\. Nothing was sent; the customer was not charged\. At the platform/,
    () => plant(true),
  ],
  [
    'DEVICE_NOT_ENABLED',
    /is not enabled\. Nothing was sent; the customer was not charged\. Activate it/,
    () => change({ action: 'DEACTIVATE' }),
  ],
] as const)(
  'the fault %s ends with exit code 1 on both routes, and nothing is sent',
  { timeout },
  async (code, words, prepare) => {
    await prepare();
    for (const more of [[], ['--route', 'cloud']]) {
      const sale = await shop.sale(...more);
      expect(sale).toMatchObject({ code: 1, result: { state: 'failed', attempt: null, error: { code } } });
      expect((sale.result['error'] as Json)['message']).toMatch(words);
    }
    const listed = await tillbridge(['devices', '--platform', shop.url, '--terminal', shop.terminal], shop.env);
    expect(listed.stdout).toContain(`[${code}]`);
    expect(await shop.listed('authorizations')).toEqual([]);
  },
);

test(
  'the till’s own Device is charged if another merchant has a Device with the same serial number',
  { timeout },
  async () => {
    await plant(false);
    expect(await shop.sale()).toMatchObject({ code: 0, result: { state: 'captured' } });
    expect(await shop.listed('authorizations')).toMatchObject([{ merchant: shop.env['TILLBRIDGE_MERCHANT'] }]);
  },
);

test('a sale without a Device is charged to the till’s merchant', { timeout }, async () => {
  await change({ serial_number: 'MOVED' });
  expect(await shop.sale()).toMatchObject({ code: 0, result: { state: 'captured' } });
  const [made] = await shop.listed('authorizations');
  expect([made?.['device'] ?? null, made?.['merchant']]).toEqual([null, shop.env['TILLBRIDGE_MERCHANT']]);
});
