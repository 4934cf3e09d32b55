/**
 * A till that was killed during a sale: the result of the next command, with and without its journal.
 * @module-tag full-processes
 * @module-tag ci-only
 */
import { appendFileSync, copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tillbridge, type Json } from './in-process.ts';
import { Shop } from './shop.ts';
import { storyTime, until } from '../waiting.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

/**
 * Kills the till with the approval on its way back: the platform has decided, and the result is unknown to the till.
 */
async function killWhileApproved(): Promise<void> {
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
}

/** Kills the till with the capture on its way: the terminal has completed, and the customer leaves with the goods. */
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
  await until(
    async () => existsSync(log) && / capture /.test(readFileSync(log, 'utf8')),
    'a capture in the recovery log',
  );
  await sale.kill();
}

function loseJournal(): void {
  for (const part of ['', '-wal', '-shm']) rmSync(join(shop.data, `journal.sqlite${part}`), { force: true });
}

/**
 * Without a platform in the flags, the embedded platform is used. Waiting reveals nothing there, so recover returns at
 * once despite its long limit.
 */
const recoverElsewhere = () => tillbridge(['recover', '--data', shop.data, '--json', '--give-up', '3600']);

describe('unfinished payments', { timeout: 180_000 }, () => {
  test('recover voids an approval that its terminal never completed', async () => {
    await killWhileApproved();
    const { code, result } = await shop.run(['recover']);
    expect(result).toMatchObject({ resolved: [{ state: 'voided', totalMinor: 1234 }], checking: [] });
    expect(code).toBe(0);
    expect(await shop.listed('authorizations')).toMatchObject([{ is_void: true, transfer: null }]);
    expect(await shop.payments()).toMatchObject([
      { state: 'voided', reason: 'PAY_NOT_COMPLETED', ageSeconds: expect.any(Number) as number },
    ]);
  });

  test(`recover reports an unknown outcome, and never "not paid", without the payment’s platform`, async () => {
    await killWhileApproved();
    const elsewhere = await recoverElsewhere();
    expect(JSON.parse(elsewhere.stdout)).toMatchObject({ resolved: [], checking: [{ totalMinor: 1234 }] });
    expect(elsewhere.code).toBe(3);
    const { result } = await shop.run(['recover']);
    expect(result).toMatchObject({ resolved: [{ state: 'voided', totalMinor: 1234 }], checking: [] });
  });

  test('Ctrl+C while a sale polls unfinished payments reports them as JSON, and begins no payment', async () => {
    await killWhileApproved();
    await shop.stopPlatform();
    const sale = shop.startSale('--give-up', '600');
    await storyTime(3_000, 'the sale asks about unfinished payments, in another process');
    sale.interrupt();
    const { code, stdout } = await sale.done;
    expect(JSON.parse(stdout)).toMatchObject({
      state: 'cancelled',
      attempt: null,
      currency: 'USD',
      cancelledBy: 'cashier',
      mayHaveCharged: false,
    });
    expect(code).toBe(1);
    expect(sale.quits).toEqual([]);
  });

  test('a sale is refused with the payments that stay checking, and resolves them once the platform is back', async () => {
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

describe('watched payments are polled before a result is reported', { timeout: 180_000 }, () => {
  /** A refused request that a second copy nevertheless completes: the till reports "not paid", and a hold exists. */
  async function leaveHold(): Promise<void> {
    await shop.control(
      { type: 'fault', operation: 'createAuthorization', kind: 'status', status: 422 },
      { type: 'cloud-route', decidesAfterMs: 10 },
    );
    const refused = await shop.sale();
    expect(refused.result).toMatchObject({ state: 'failed' });
    const { body } = await shop.ask('GET', '/devices');
    const [device] = (body['_embedded'] as { devices: { id: string }[] }).devices;
    await shop.ask('POST', '/authorizations', {
      amount: 1234,
      currency: 'USD',
      operation_key: 'CARD_PRESENT_AUTHORIZATION',
      device: device?.id,
      idempotency_id: `tillbridge-${String(refused.result['attempt'])}`,
    });
    await until(
      async () => (await shop.listed('authorizations'))[0]?.['state'] === 'SUCCEEDED',
      'an approved authorization',
    );
    expect(await shop.listed('authorizations')).toMatchObject([{ state: 'SUCCEEDED', is_void: false }]);
  }
  const slowLists = (times: number): Promise<unknown> =>
    Promise.all(
      Array.from({ length: times }, () =>
        shop.control({ type: 'fault', operation: 'listAuthorizations', kind: 'answer', delayMs: 6_000 }),
      ),
    );

  test('recover waits for the answer of its poll, and voids the hold of a payment reported as failed', async () => {
    await leaveHold();
    await slowLists(1);
    const { code, result } = await shop.run(['recover']);
    expect(result).toMatchObject({ resolved: [{ state: 'failed' }], checking: [], unheard: [] });
    expect(code).toBe(0);
    expect(await shop.listed('authorizations')).toMatchObject([{ is_void: true, transfer: null }]);
  });

  test('a sale voids the previous payment’s hold before it asks for the next card', async () => {
    await leaveHold();
    await slowLists(1);
    const next = await shop.sale('--again');
    expect(next.result).toMatchObject({ state: 'captured' });
    const [newer, older] = await shop.listed('authorizations');
    expect(older).toMatchObject({ is_void: true, transfer: null });
    // Newest first: the hold was voided before the next card was asked for.
    expect(Date.parse(String(older?.['updated_at']))).toBeLessThan(Date.parse(String(newer?.['created_at'])));
  });

  test('recover ends with 3 and a sale is refused if the platform does not answer', async () => {
    await leaveHold();
    await shop.stopPlatform();
    const { code, result } = await shop.run(['recover', '--give-up', '3']);
    expect(result).toMatchObject({ resolved: [], checking: [], unheard: [{ state: 'failed', totalMinor: 1234 }] });
    expect(code).toBe(3);
    const sale = await shop.sale('--again', '--give-up', '3');
    expect(sale.result).toMatchObject({ error: { code: 'PAY_UNRESOLVED' }, unresolved: [{ state: 'failed' }] });
    expect(sale.code).toBe(3);
  });
});

describe('a hold after a crash', { timeout: 180_000 }, () => {
  /** Exits while the platform has completed the request and its answer is on the way. */
  async function unanswered(...command: string[]): Promise<Json> {
    await shop.control({
      type: 'fault',
      operation: 'updateAuthorization',
      kind: 'answer',
      when: 'after',
      delayMs: 20_000,
    });
    const { code, result } = await shop.run([...command, '--give-up', '1']);
    expect(code).toBe(3);
    return result;
  }
  async function tab(): Promise<string> {
    const { result } = await shop.sale('--kind', 'authorization');
    return String(result['attempt']);
  }

  test('capture waits until the outcome is known, and an earlier capture is reported with exit 0', async () => {
    const id = await tab();
    await unanswered('capture', id, '--amount', '12.34');
    const { code, result } = await shop.run(['capture', id, '--amount', '12.34']);
    expect(result).toMatchObject({ id, state: 'captured', capturedMinor: 1234 });
    expect(code).toBe(0);
    expect(await shop.listed('transfers')).toHaveLength(1);
    const other = await shop.run(['capture', id, '--amount', '10.00']);
    // The exit code shows that more was captured than this command requested.
    expect(other.result).toMatchObject({ id, state: 'captured', capturedMinor: 1234 });
    expect(other.code).toBe(5);
    expect(await shop.listed('transfers')).toHaveLength(1);
  });

  test('void waits until the outcome is known, and an earlier release is reported with exit 0', async () => {
    const id = await tab();
    await unanswered('void', id, '--operator', 'Ana');
    const { code, result } = await shop.run(['void', id, '--operator', 'Ana']);
    expect(result).toMatchObject({ id, state: 'released' });
    expect(code).toBe(0);
    expect(await shop.run(['void', id, '--operator', 'Ana'])).toMatchObject({ code: 0 });
  });

  test('a partial approval that was captured already is reported with exit 0', async () => {
    await shop.control({ type: 'cloud-route', card: 'partial', decidesAfterMs: 500 });
    const { result } = await shop.sale('--terminal', 'device:B61378A', '--partial', 'ask', '--amount', '50');
    expect(result).toMatchObject({ state: 'partial' });
    const id = String(result['attempt']);
    await unanswered('keep', id);
    const again = await shop.run(['keep', id]);
    expect(again.result).toMatchObject({ id, state: 'captured' });
    expect(again.code).toBe(0);
  });
});

test(
  'missing payments are looked up after a restore of an older journal, and doctor reports it',
  { timeout: 180_000 },
  async () => {
    const doctor = async (): Promise<unknown> =>
      JSON.parse((await tillbridge(['doctor', '--data', shop.data, '--json'])).stdout);
    const journal = join(shop.data, 'journal.sqlite');
    await shop.sale();
    copyFileSync(journal, `${journal}.copy`);
    const newer = await shop.sale('--again');
    expect(await doctor()).toContainEqual(expect.objectContaining({ what: 'payment records', state: 'ok' }));
    rmSync(`${journal}-wal`, { force: true });
    copyFileSync(`${journal}.copy`, journal);
    const { code } = await shop.run(['recover']);
    expect(code).toBe(0);
    expect((await shop.payments())[0]).toMatchObject({
      id: newer.result['attempt'],
      state: 'captured',
      capturedMinor: 1234,
    });
    expect(await doctor()).toContainEqual(
      expect.objectContaining({
        what: 'payment records',
        state: 'problem',
        fault: 'records-older',
        detail: expect.stringMatching(/older than their recovery log .* 1 payments .*journal.sqlite.older/) as string,
      }),
    );
  },
);

describe('the recovery log of a lost journal', { timeout: 180_000 }, () => {
  test('keeps a paid sale checking when another platform is polled', async () => {
    await shop.sale();
    loseJournal();
    const { code, stdout } = await recoverElsewhere();
    expect(JSON.parse(stdout)).toMatchObject({ resolved: [], checking: [{ totalMinor: 1234 }] });
    expect(code).toBe(3);
  });

  test('causes the void of an approved payment that was never completed', async () => {
    await killWhileApproved();
    loseJournal();
    const { code, result } = await shop.run(['recover']);
    expect(result).toMatchObject({ resolved: [{ state: 'voided', totalMinor: 1234, currency: 'USD' }], checking: [] });
    expect(code).toBe(0);
    expect(await shop.listed('authorizations')).toMatchObject([{ is_void: true, transfer: null }]);
  });

  test('causes a single capture of a payment that was killed on the way to its capture', async () => {
    await killWhileCapturing();
    loseJournal();
    const { code, result } = await shop.run(['recover']);
    expect(result).toMatchObject({ resolved: [{ state: 'captured', capturedMinor: 1234 }], checking: [] });
    expect(code).toBe(0);
    expect(await shop.listed('transfers')).toMatchObject([{ amount: 1234, state: 'SUCCEEDED' }]);
  });

  test('keeps a tab a tab and a sale paid, looks up a reversal, and skips a torn last line', async () => {
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
    expect(payments).toHaveLength(2);
    // Payments are listed by the time of their recovery, so the platform's answers decide the order.
    const known = (one: typeof paid) => payments.find(({ id }) => id === one.result['attempt']);
    expect(known(paid)).toMatchObject({ state: 'captured', capturedMinor: 1234, reversedMinor: 200 });
    expect(known(tab)).toMatchObject({ state: 'authorized', authorizedMinor: 1234 });
    expect(known(paid)?.['reversals']).toMatchObject([{ amountMinor: 200 }]);
    expect(await shop.listed('authorizations')).toMatchObject([{ is_void: false }, { is_void: false, transfer: null }]);
    // The payment was reversed only once.
    expect((await shop.listed('transfers')).filter(({ type }) => type === 'REVERSAL')).toHaveLength(1);
    // New entries of the log start on their own lines.
    const more = await shop.sale('--again');
    expect(more.result).toMatchObject({ state: 'captured' });
    expect(readFileSync(join(shop.data, 'journal.sqlite.recovery-log'), 'utf8')).toContain('A-torn tillbr\n');
  });
});
