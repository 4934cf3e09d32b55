/**
 * Payment links on the command line: reversals of their payments, and a sale during an open link.
 * @module-tag ci-only
 */
import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { composeHost } from '../../electron/host/index.ts';
import { pay } from '../api/page-calls.ts';
import { hostConfig } from '../unit/host/host-config.ts';
import { Shop } from './shop.ts';

const timeout = 180_000;

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
}, 180_000);
afterEach(() => shop.close());

/** The till creates a link on its screen. If the link is for an order, its customer pays. */
async function link(order?: string): Promise<void> {
  mkdirSync(shop.data, { recursive: true });
  const {
    TILLBRIDGE_USERNAME: username = '',
    TILLBRIDGE_PASSWORD: password = '',
    TILLBRIDGE_MERCHANT: merchant = '',
  } = shop.env;
  const host = await composeHost(hostConfig(shop.data, { platform: { url: shop.url, username, password, merchant } }));
  try {
    const id = 'link-0001';
    await host.client.link.open({ id, amountMinor: 4260, currency: 'USD', ...(order === undefined ? {} : { order }) });
    const shown = () => host.state().payLinks?.find((link) => link.id === id);
    await expect.poll(() => shown()?.state, { timeout: 60_000 }).toBe('open');
    if (order === undefined) return;
    await pay(shown()?.url ?? '', 'card-approve');
    await host.client.link.poll({ link: id });
    await expect.poll(() => shown()?.state, { timeout: 60_000 }).toBe('paid');
  } finally {
    await host.close();
  }
}

test(
  'a link payment is listed, and reversed in part up to the total; a repeated amount needs confirmation',
  { timeout },
  async () => {
    await link('A-1187');
    expect(await shop.payments()).toMatchObject([{ id: 'link-0001', payLink: 'link-0001', capturedMinor: 4260 }]);
    const words = ['reverse', 'link-0001', '--amount', '10', '--operator', 'Ana', '--reason', 'returned'];
    const first = await shop.run(words);
    expect(first.result).toMatchObject({
      reversal: { amountMinor: 1000, by: 'Ana', state: 'pending' },
      reversedMinor: 1000,
    });
    expect(first.code).toBe(0);
    const again = await shop.run(words);
    expect(again.result).toMatchObject({ error: { code: 'PAY_DUPLICATE' } });
    expect(again.code).toBe(1);
    expect((await shop.run([...words, '--again'])).code).toBe(0);
    const tooMuch = await shop.run([
      'reverse',
      'link-0001',
      '--amount',
      '22.61',
      '--operator',
      'Ana',
      '--reason',
      'all',
    ]);
    expect(tooMuch.result).toMatchObject({ error: { code: 'PAY_AMOUNT' } });
    // Without an amount the command reverses the whole rest.
    const rest = await shop.run(['reverse', 'link-0001', '--operator', 'Ana', '--reason', 'all']);
    expect(rest.result).toMatchObject({ reversal: { amountMinor: 2260 }, reversedMinor: 4260 });
    const reversals = (await shop.listed('transfers')).filter(({ type }) => type === 'REVERSAL');
    expect(reversals.map(({ amount }) => Number(amount)).toSorted((a, b) => a - b)).toEqual([1000, 1000, 2260]);
    expect(await shop.payments()).toMatchObject([{ id: 'link-0001', reversedMinor: 4260 }]);
    const paper = await shop.run(['receipt', 'link-0001']);
    expect(paper.code).toBe(0);
  },
);

test(
  'a sale is refused while a link of its amount is open, unless --again confirms another customer',
  { timeout },
  async () => {
    await link();
    const { code, result } = await shop.sale('--amount', '42.60');
    expect(result).toMatchObject({ error: { code: 'PAY_LINK_OPEN', context: { link: 'link-0001' } } });
    expect(JSON.stringify(result)).toContain(
      'the customer was not charged. A pay link for this amount is open (link-0001). If the link is another customer',
    );
    expect(code).toBe(1);
    expect(await shop.listed('authorizations')).toEqual([]);
    const again = await shop.sale('--amount', '42.60', '--again');
    expect(again.result).toMatchObject({ state: 'captured', amount: 4260 });
    expect(again.code).toBe(0);
  },
);

test('a reversal with a lost reply is looked up before the command ends', { timeout }, async () => {
  await link('A-1187');
  await shop.control({ type: 'fault', operation: 'createReversal', kind: 'drop', when: 'after' });
  const given = await shop.run(['reverse', 'link-0001', '--operator', 'Ana', '--reason', 'all']);
  expect(given.result).toMatchObject({ reversal: { amountMinor: 4260, state: 'pending' } });
  expect(given.code).toBe(0);
  expect((await shop.listed('transfers')).filter(({ type }) => type === 'REVERSAL')).toHaveLength(1);
});
