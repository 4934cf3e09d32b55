/** A till that was killed in the middle of a sale: what the next command finds, with and without its journal. */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tillbridge } from './in-process.ts';
import { Shop, until } from './shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

/** Killed with the approval on its way back: the platform has decided, the till does not know. */
async function killWhileApproved(): Promise<void> {
  await shop.control({
    type: 'fault',
    operation: 'createAuthorization',
    kind: 'answer',
    when: 'after',
    delayMs: 20_000,
  });
  const sale = shop.startSaleProcess();
  await until(async () => (await shop.listed('authorizations'))[0]?.['state'] === 'SUCCEEDED');
  await sale.kill();
}

/** Killed with the capture on its way: the terminal has completed, and the customer leaves with the goods. */
async function killWhileCapturing(): Promise<void> {
  await shop.control({
    type: 'fault',
    operation: 'updateAuthorization',
    kind: 'drop',
    when: 'before',
    delayMs: 20_000,
  });
  const sale = shop.startSaleProcess();
  const log = join(shop.data, 'journal.sqlite.recovery-log');
  await until(async () => existsSync(log) && / capture /.test(readFileSync(log, 'utf8')));
  await sale.kill();
}

function loseJournal(): void {
  for (const part of ['', '-wal', '-shm']) rmSync(join(shop.data, `journal.sqlite${part}`), { force: true });
}

/** With no platform named it is the embedded one. Waiting tells it nothing, so it does not wait, however long it may. */
const recoverElsewhere = () => tillbridge(['recover', '--data', shop.data, '--json', '--give-up', '3600']);

describe('unfinished payments', { timeout: 120_000 }, () => {
  test('recover takes an approval back that its terminal never completed', async () => {
    await killWhileApproved();
    const { code, result } = await shop.run(['recover']);
    expect(result).toMatchObject({ resolved: [{ state: 'voided', totalMinor: 1234 }], checking: [] });
    expect(code).toBe(0);
    expect(await shop.listed('authorizations')).toMatchObject([{ is_void: true, transfer: null }]);
    expect(await shop.payments()).toMatchObject([{ state: 'voided', reason: 'PAY_NOT_COMPLETED', ageSeconds: expect.any(Number) as number }]); // prettier-ignore
  });

  test('recover without the platform of the payment says that it is not known, and calls nothing never made', async () => {
    await killWhileApproved();
    const elsewhere = await recoverElsewhere();
    expect(JSON.parse(elsewhere.stdout)).toMatchObject({ resolved: [], checking: [{ totalMinor: 1234 }] });
    expect(elsewhere.code).toBe(3);
    const { result } = await shop.run(['recover']);
    expect(result).toMatchObject({ resolved: [{ state: 'voided', totalMinor: 1234 }], checking: [] });
  });

  test('a sale refuses while they stay checking, with their list; once the platform is back it resolves them first', async () => {
    await killWhileApproved();
    await shop.stopPlatform();
    const refused = await shop.sale('--give-up', '2');
    expect(refused.result).toMatchObject({
      state: 'failed',
      attempt: null,
      error: { code: 'PAY_UNRESOLVED' },
      unresolved: [{ state: 'checking', totalMinor: 1234 }],
    });
    expect(refused.code).toBe(3);
    const still = await shop.run(['recover', '--give-up', '1']);
    expect(still.result).toMatchObject({ resolved: [], checking: [{ state: 'checking' }] });
    expect(still.code).toBe(3);
    await shop.startPlatform();
    const { code, result } = await shop.sale();
    expect(result).toMatchObject({ state: 'captured', amount: 1234 });
    expect(code).toBe(0);
    const payments = await shop.payments();
    expect(payments.map(({ state, reason }) => [state, reason])).toEqual([
      ['captured', null],
      ['voided', 'PAY_NOT_COMPLETED'],
    ]);
    expect(await shop.listed('transfers')).toHaveLength(1);
  });
});

describe('the journal is lost, the recovery log are there', { timeout: 120_000 }, () => {
  test('looked for at another platform, what was paid is not reported as not paid', async () => {
    await shop.sale();
    loseJournal();
    const { code, stdout } = await recoverElsewhere();
    expect(JSON.parse(stdout)).toMatchObject({ resolved: [], checking: [{ totalMinor: 1234 }] });
    expect(code).toBe(3);
  });

  test('approved and never completed: taken back', async () => {
    await killWhileApproved();
    loseJournal();
    const { code, result } = await shop.run(['recover']);
    expect(result).toMatchObject({ resolved: [{ state: 'voided', totalMinor: 1234, currency: 'USD' }], checking: [] });
    expect(code).toBe(0);
    expect(await shop.listed('authorizations')).toMatchObject([{ is_void: true, transfer: null }]);
  });

  test('completed at the terminal, and killed on the way to its capture: captured, once', async () => {
    await killWhileCapturing();
    loseJournal();
    const { code, result } = await shop.run(['recover']);
    expect(result).toMatchObject({ resolved: [{ state: 'captured', capturedMinor: 1234 }], checking: [] });
    expect(code).toBe(0);
    expect(await shop.listed('transfers')).toMatchObject([{ amount: 1234, state: 'SUCCEEDED' }]);
  });

  test('a tab stays a tab, a finished sale stays paid, a reversal is looked up; the torn last line is passed over', async () => {
    const tab = await shop.sale('--kind', 'authorization');
    const paid = await shop.sale();
    await shop.run([
      'reverse',
      String(paid.result['attempt']),
      '--amount',
      '2',
      '--operator',
      'Ana',
      '--reason',
      'broken',
    ]);
    loseJournal();
    appendFileSync(join(shop.data, 'journal.sqlite.recovery-log'), '2026-05-31T10:00:00.000Z authorize A-torn tillbr');
    const { code, result } = await shop.run(['recover']);
    expect(code).toBe(0);
    expect(result['checking']).toEqual([]);
    const payments = await shop.payments();
    expect(payments).toMatchObject([
      { id: paid.result['attempt'], state: 'captured', capturedMinor: 1234, reversedMinor: 200 },
      { id: tab.result['attempt'], state: 'authorized', authorizedMinor: 1234 },
    ]);
    expect(payments[0]?.['reversals']).toMatchObject([{ amountMinor: 200 }]);
    expect(await shop.listed('authorizations')).toMatchObject([{ is_void: false }, { is_void: false, transfer: null }]);
    // Nothing was given back twice.
    expect((await shop.listed('transfers')).filter(({ type }) => type === 'REVERSAL')).toHaveLength(1);
    // And the log goes on on lines of their own.
    const more = await shop.sale('--again');
    expect(more.result).toMatchObject({ state: 'captured' });
    expect(readFileSync(join(shop.data, 'journal.sqlite.recovery-log'), 'utf8')).toContain('A-torn tillbr\n');
  });
});
