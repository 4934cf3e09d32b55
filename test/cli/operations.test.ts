/**
 * Holds, partial approvals, refunds and a manager's PIN on the command line.
 * @module-tag ci-only
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AttemptView } from '../../electron/contract/index.ts';
import { sentence } from '../../electron/cli/payment-words.ts';
import { tillbridge } from './in-process.ts';
import { Shop } from './shop.ts';
import { storyTime } from '../waiting.ts';

const timeout = 180_000;

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
}, 180_000);
afterEach(() => shop.close());

test('a tab is held, captured with a tip, and reversed in part and never above the total', { timeout }, async () => {
  const tab = await shop.sale('--kind', 'authorization', '--order', 'table-7');
  expect(tab.result).toMatchObject({ state: 'authorized', kind: 'authorization', amount: 1234, transfer: null });
  expect(tab.code).toBe(0);
  const id = String(tab.result['attempt']);
  const tooMuch = await shop.run(['capture', id, '--amount', '20']);
  expect(tooMuch.result).toMatchObject({ error: { code: 'PAY_AMOUNT' } });
  expect(tooMuch.code).toBe(1);
  const captured = await shop.run(['capture', id, '--amount', '11', '--tip', '1']);
  expect(captured.result).toMatchObject({ state: 'captured', capturedMinor: 1100, tipMinor: 100 });
  expect(captured.code).toBe(0);
  const reverse = (amount: string, reversal: string) =>
    shop.run(['reverse', id, '--amount', amount, '--reversal', reversal, '--operator', 'Ana', '--reason', 'broken']);
  const first = await reverse('4', 'R-first');
  expect(first.result).toMatchObject({ reversal: { id: 'R-first', amountMinor: 400, by: 'Ana' }, reversedMinor: 400 });
  expect(first.code).toBe(0);
  // The same id again is the same reversal; another reversal must not exceed the rest.
  expect((await reverse('4', 'R-first')).result).toMatchObject({ reversedMinor: 400 });
  expect((await reverse('7.01', 'R-second')).result).toMatchObject({ error: { code: 'PAY_AMOUNT' } });
  expect((await shop.listed('transfers')).filter(({ type }) => type === 'REVERSAL')).toHaveLength(1);
});

test(
  'a tip above half of the goods is accepted only with --large-tip, at the sale and at the capture',
  { timeout },
  async () => {
    const refused = await shop.sale('--tip', '9');
    expect(refused.result).toMatchObject({
      error: { code: 'PAY_TIP_LARGE', message: expect.stringMatching(/9\.00.* 6\.17.*--large-tip/) as string },
    });
    expect(refused.code).toBe(1);
    expect((await shop.sale('--tip', '9', '--large-tip')).result).toMatchObject({ state: 'captured', amount: 2134 });
    const tab = await shop.sale('--kind', 'authorization', '--again');
    const capture = ['capture', String(tab.result['attempt']), '--amount', '12', '--tip', '6'];
    expect((await shop.run(capture)).result).toMatchObject({
      error: { code: 'PAY_TIP_LARGE', context: { tipMinor: 600, limitMinor: 300 } },
    });
    expect((await shop.run([...capture, '--large-tip'])).result).toMatchObject({ capturedMinor: 1200, tipMinor: 600 });
    expect(await shop.listed('transfers')).toHaveLength(2);
  },
);

test('a repeated reversal command reverses only once', { timeout }, async () => {
  const sale = await shop.sale();
  const id = String(sale.result['attempt']);
  const words = ['reverse', id, '--amount', '4', '--operator', 'Ana', '--reason', 'broken'];
  expect((await shop.run(words)).code).toBe(0);
  const again = await shop.run(words);
  expect(again.result).toMatchObject({
    error: { code: 'PAY_DUPLICATE', message: expect.stringMatching(/given back 1 minute ago .*--again/) as string },
  });
  expect(again.code).toBe(1);
  const reversals = async () => (await shop.listed('transfers')).filter(({ type }) => type === 'REVERSAL');
  expect(await reversals()).toHaveLength(1);
  expect((await shop.run([...words, '--again'])).code).toBe(0);
  expect(await reversals()).toHaveLength(2);
});

test('a capture that the platform refuses once is retried', { timeout }, async () => {
  const tab = await shop.sale('--kind', 'authorization');
  const capture = ['capture', String(tab.result['attempt']), '--amount', '12.34'];
  await shop.control({ type: 'fault', operation: 'updateAuthorization', kind: 'status', status: 422 });
  const captured = await shop.run(capture);
  expect(captured.result).toMatchObject({ state: 'captured', capturedMinor: 1234 });
  expect(captured.code).toBe(0);
});

test.each([
  ['for less', 1_000, 4, 'Taken already: 10.00 USD, not by this till. 12.00 USD was asked for. 2.00 USD is not paid.'],
  ['for more', 1_234, 5, 'Taken already: 12.34 USD, not by this till. 12.00 USD was asked for. That is 0.34 USD more'],
] as const)('a tab that was captured elsewhere %s', { timeout }, async (_what, elsewhereMinor, code, words) => {
  const tab = await shop.sale('--kind', 'authorization');
  const [{ id: hold } = { id: '' }] = await shop.listed('authorizations');
  await shop.ask('PUT', `/authorizations/${String(hold)}`, { capture_amount: elsewhereMinor });
  const capture = ['capture', String(tab.result['attempt']), '--amount', '12', '--tip', '2'];
  const captured = await shop.run(capture);
  expect(captured.result).toMatchObject({ state: 'captured', capturedMinor: elsewhereMinor, tipMinor: 0 });
  expect(captured.code).toBe(code);
  expect(sentence(captured.result as unknown as AttemptView)).toContain(words);
  expect((await shop.run(['day'])).code).toBe(1);
});

test('a tab is released by void, and then refuses a capture', { timeout }, async () => {
  const tab = await shop.sale('--kind', 'authorization');
  const released = await shop.run(['void', String(tab.result['attempt']), '--operator', 'Ana']);
  expect(released.result).toMatchObject({ state: 'released' });
  expect(released.code).toBe(0);
  expect(await shop.listed('authorizations')).toMatchObject([{ is_void: true }]);
  const again = await shop.run(['capture', String(tab.result['attempt']), '--amount', '1']);
  expect(again.result).toMatchObject({ error: { code: 'PAY_STATE' } });
});

test(
  'the hold of the same card’s second sale is released unless --again confirms another purchase',
  { timeout },
  async () => {
    const first = await shop.sale();
    expect(first.result).toMatchObject({ state: 'captured' });
    const { code, result } = await shop.sale();
    expect(result).toMatchObject({
      state: 'failed',
      mayHaveCharged: false,
      error: { code: 'PAY_DUPLICATE', context: { attempt: first.result['attempt'] } },
    });
    expect(code).toBe(1);
    expect(await shop.listed('authorizations')).toMatchObject([{ is_void: true }, { is_void: false }]);
    expect(await shop.listed('transfers')).toHaveLength(1);
    // Another amount is another purchase, and so is a confirmed one.
    expect((await shop.sale('--tip', '1')).result).toMatchObject({ state: 'captured', amount: 1334 });
    const again = await shop.sale('--again');
    expect(again.result).toMatchObject({ state: 'captured', amount: 1234 });
    expect(again.code).toBe(0);
    expect(await shop.listed('transfers')).toHaveLength(3);
  },
);

test('a partial approval is left undecided, captured or released', { timeout }, async () => {
  await shop.control({ type: 'cloud-route', card: 'partial', decidesAfterMs: 500 });
  const part = ['--terminal', 'device:B61378A', '--partial', 'ask', '--amount', '50'];
  const first = await shop.sale(...part);
  expect(first.result).toMatchObject({ state: 'partial', amount: 3000, requested: 5000, transfer: null });
  expect(first.code).toBe(3);
  const kept = await shop.run(['keep', String(first.result['attempt'])]);
  expect(kept.result).toMatchObject({ state: 'captured', capturedMinor: 3000 });
  const second = await shop.sale(...part, '--again');
  const back = await shop.run(['void', String(second.result['attempt']), '--operator', 'Ana']);
  expect(back.result).toMatchObject({ state: 'released', capturedMinor: null });
  const released = await shop.sale('--terminal', 'device:B61378A', '--partial', 'release', '--amount', '50', '--again');
  expect(released.result).toMatchObject({ state: 'failed', error: { code: 'PAY_PARTIAL' } });
  expect(await shop.listed('transfers')).toHaveLength(1);
});

test('a refund requires the PIN of a manager, created by `pin`', { timeout }, async () => {
  const { code, stdout } = await tillbridge(['pin'], {}, ['2468\n']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^scrypt\$/);
  expect((await tillbridge(['pin'], {}, ['1\n'])).code).toBe(2);
  mkdirSync(shop.data, { recursive: true, mode: 0o700 });
  writeFileSync(join(shop.data, 'settings.json'), JSON.stringify({ managers: [{ name: 'Ana', pin: stdout.trim() }] }));
  const refund = (pin: string) => {
    shop.env = { ...shop.env, TILLBRIDGE_PIN: pin };
    return shop.sale('--kind', 'refund', '--operator', 'Ana');
  };
  expect((await refund('')).result).toMatchObject({ state: 'failed', error: { code: 'ROLE_REQUIRED' } });
  expect((await refund('1357')).result).toMatchObject({ state: 'failed', error: { code: 'ROLE_PIN_WRONG' } });
  expect(await shop.listed('transfers')).toEqual([]);
  // Each call starts its own host; the count and the wait continue across calls.
  await storyTime(2_000, 'the wait after the first wrong PIN, by the wall clock of other processes');
  expect((await refund('1358')).result).toMatchObject({ error: { code: 'ROLE_PIN_WRONG', context: { triesLeft: 3 } } });
  await storyTime(4_000, 'the wait after the second wrong PIN');
  const done = await refund('2468');
  expect(done.result).toMatchObject({ state: 'refunded', kind: 'refund', amount: 1234 });
  expect(done.code).toBe(0);
});
