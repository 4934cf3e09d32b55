/** Reversals of a payment through a link: a whole host, its journal and recovery log, and the real sandbox. */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HostParts } from '../../../../electron/host/index.ts';
import type { Transfer } from '../../../../electron/platform-api/index.ts';
import {
  bench,
  dataDir,
  eachDesk,
  folder,
  host,
  paid,
  polling,
  rowsOfToday,
  start,
  startAgain,
  today,
} from './desk.ts';

/** Called when a reversal is about to be sent: its record and entry are on disk. */
let onReverse = (): void => undefined;
const wrapPorts: HostParts['wrapPorts'] = (ports) => {
  const { platform } = ports;
  return {
    ...ports,
    platform: new Proxy(platform, {
      get(target, name: keyof typeof platform) {
        if (name === 'reverse') onReverse();
        const value = target[name];
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
  };
};

eachDesk({ wrapPorts });
afterEach(() => {
  onReverse = () => undefined;
});

const operator = { name: 'Maya' };
const reverse = (reversal: string, amountMinor: number, isRepeatMeant?: boolean) =>
  host.client.payment.reverse({
    attempt: 'link-0001',
    reversal,
    amountMinor,
    reason: 'returned',
    operator,
    ...(isRepeatMeant === undefined ? {} : { isRepeatMeant }),
  });

const payment = () => host.client.payment.get({ attempt: 'link-0001' });
/** Waits until the bank has accepted `count` reversals: the sandbox pays them out days later. */
async function taken(count: number): Promise<void> {
  const states = async () => (await payment()).reversals.map(({ state }) => state);
  await expect.poll(states, polling).toEqual(Array.from({ length: count }, () => 'pending'));
}
const given = async () => {
  const transfers = await bench.client.listed<Transfer>('/transfers', 'transfers');
  return transfers.filter(({ type }) => type === 'REVERSAL').map(({ amount, state }) => ({ amount, state }));
};

describe('a reversal at the till', () => {
  beforeEach(() => paid('link-0001', 'A-1187'));

  test('a link’s payment is found in History by amount and order, and is no sale at the terminal', async () => {
    const search = async (text: string) => (await host.client.history.search({ text, limit: 20 })).payments;
    const [one, ...others] = await search('A-1187');
    expect(one).toMatchObject({ id: 'link-0001', state: 'captured', capturedMinor: 4260, payLink: 'link-0001' });
    expect(one).toMatchObject({ order: 'A-1187', transfer: expect.stringMatching(/^TR/) as string });
    expect(others).toEqual([]);
    expect(await search('42.60')).toHaveLength(1);
    expect(await search(one?.transfer ?? '')).toHaveLength(1);
    expect(host.state().attempts).toEqual([]);
    expect(await host.client.payment.list({ limit: 10 })).toEqual([]);
  });

  test('a reversal in parts and in full has the guards of a card payment, and the platform has each part', async () => {
    await reverse('rev-0001', 1000);
    await taken(1);
    await expect(reverse('rev-0002', 1000)).rejects.toMatchObject({ data: { code: 'PAY_DUPLICATE' } });
    await expect(reverse('rev-0003', 3261)).rejects.toMatchObject({
      data: { code: 'PAY_AMOUNT', context: { limitMinor: 3260 } },
    });
    await reverse('rev-0002', 1000, true);
    // The same request again is the same reversal.
    await reverse('rev-0002', 1000);
    await reverse('rev-0004', 2260);
    await taken(3);
    expect((await given()).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([1000, 1000, 2260]);
    await expect(reverse('rev-0005', 1)).rejects.toMatchObject({ data: { code: 'PAY_AMOUNT' } });
    expect(await payment()).toMatchObject({
      reversedMinor: 4260,
      reversals: [{ by: 'Maya', reason: 'returned' }, {}, {}],
    });
    expect((await host.client.history.search({ text: '', group: 'given-back', limit: 9 })).payments).toHaveLength(1);
    expect(host.state().payLinks).toMatchObject([{ id: 'link-0001', paidMinor: 4260, reversedMinor: 4260 }]);
    expect(host.state().attempts).toEqual([]);
    const acts = await host.client.payment.audit({ attempt: 'link-0001', limit: 9 });
    expect(acts.map(({ action }) => action)).toContain('reverse');
  });

  test('the day shows the reversal on screen, in its file and next to the platform, also after a restart', async () => {
    await reverse('rev-0001', 1000);
    await taken(1);
    await startAgain();
    const { ledgers, links, counts } = await host.client.day.totals(today());
    expect(ledgers).toMatchObject([
      {
        paid: { count: 0 },
        reversals: { count: 0, totalMinor: 0 },
        netMinor: 0,
        links: { count: 1, totalMinor: 4260 },
        linkReversals: { count: 1, totalMinor: 1000 },
        bankMinor: 3260,
      },
    ]);
    expect(links).toHaveLength(1);
    expect(counts).toMatchObject({ paid: 0, 'given-back': 0 });
    const rows = await rowsOfToday();
    expect(rows.map(({ row, kind, payment: of, net, person }) => ({ row, kind, of, net, person }))).toEqual([
      { row: 'pay-link', kind: 'link', of: 'link-0001', net: '42.60', person: '' },
      { row: 'reversal', kind: 'link', of: 'link-0001', net: '-10.00', person: 'Maya' },
    ]);
    const report = await host.client.day.reconcile(today());
    expect(report.counts).toMatchObject({ matched: 2, different: 0, onlyHere: 0, onlyThere: 0 });
    expect(report.totals).toEqual([{ currency: 'USD', hereMinor: 3260, thereMinor: 3260 }]);
  });

  test('the day and the rest follow the platform’s records of a reversal made elsewhere', async () => {
    await reverse('rev-0001', 500);
    await taken(1);
    const { transfer } = await payment();
    await bench.client.post(`/transfers/${transfer}/reversals`, { refund_amount: 1000 });
    const report = await host.client.day.reconcile(today());
    // The reversal is reported until a manager explains it; the report contains the payment, and both sides count it.
    expect(report.entries.filter(({ verdict }) => verdict === 'only-there')).toMatchObject([
      { what: 'record', attempt: 'link-0001', there: [{ kind: 'reversal', amountMinor: 1000 }] },
    ]);
    expect(report.totals).toEqual([{ currency: 'USD', hereMinor: 2760, thereMinor: 2760 }]);
    expect(await payment()).toMatchObject({ reversedMinor: 1500, reversals: [{}, { isElsewhere: true }] });
    const ledger = { linkReversals: { count: 2, totalMinor: 1500 }, bankMinor: 2760 };
    expect((await host.client.day.totals(today())).ledgers).toMatchObject([ledger]);
    await expect(reverse('rev-0002', 2761)).rejects.toMatchObject({ data: { code: 'PAY_AMOUNT' } });
    // A restart changes no total.
    await startAgain();
    expect((await host.client.day.reconcile(today())).totals).toEqual(report.totals);
    expect((await host.client.day.totals(today())).ledgers).toMatchObject([ledger]);
  });

  test('a reversal whose answer is missing belongs to the till and does not also count as reversed elsewhere', async () => {
    await bench.control({ type: 'fault', operation: 'createReversal', kind: 'drop', when: 'after' });
    await bench.control({ type: 'fault', operation: 'listReversals', kind: 'status', status: 503, times: 3 });
    await reverse('rev-0001', 1000);
    await host.client.day.reconcile(today());
    await taken(1);
    await host.client.day.reconcile(today());
    expect(await payment()).toMatchObject({ reversedMinor: 1000, reversals: [{ id: 'rev-0001' }] });
  });

  test('receipts exist for the payment and for the reversal', async () => {
    await reverse('rev-0001', 1000);
    await taken(1);
    const sale = await host.client.receipt.get({ attempt: 'link-0001', copy: 'customer' });
    expect(sale).toMatchObject({ kind: 'sale' });
    const back = await host.client.receipt.get({ attempt: 'link-0001', copy: 'customer', reversal: 'rev-0001' });
    expect(back).toMatchObject({ kind: 'reversal', reversal: 'rev-0001' });
    expect(back.short).toContain('$10.00');
  });

  test('an order that was fully reversed can be paid by link again', async () => {
    const again = { id: 'link-0002', amountMinor: 4260, currency: 'USD', order: 'A-1187', isRepeatMeant: false };
    await expect(host.client.link.open(again)).rejects.toMatchObject({ data: { code: 'PAY_DUPLICATE' } });
    await reverse('rev-0001', 4260);
    await taken(1);
    await host.client.link.open(again);
  });

  test('a charge with the id of a link is refused, and nothing is sent', async () => {
    const asked = { id: 'link-0001', amountMinor: 4260, currency: 'USD', order: 'A-1187', terminal: 'none' };
    await expect(host.client.payment.start(asked)).rejects.toMatchObject({ data: { code: 'PAY_STATE' } });
  });

  test('a reversal whose answer was lost is looked up and made once', async () => {
    await bench.control({ type: 'fault', operation: 'createReversal', kind: 'drop', when: 'after' });
    await reverse('rev-0001', 1000);
    await taken(1);
    expect((await given()).map(({ amount }) => amount)).toEqual([1000]);
  });

  test('a link whose payment is not known yet has nothing to reverse', async () => {
    await host.client.link.open({ id: 'link-0009', amountMinor: 100, currency: 'USD' });
    await expect(host.client.payment.get({ attempt: 'link-0009' })).rejects.toMatchObject({
      data: { code: 'PAY_NOT_FOUND' },
    });
  });
});

test('the update indexes link payments of earlier versions, and the search finds them', async () => {
  await paid('link-0001', 'A-1187');
  await host.close();
  const db = new DatabaseSync(join(dataDir, 'journal.sqlite'));
  // The reversal's Transfer belongs to the link, not to a card payment.
  expect(db.prepare('SELECT owner FROM platform_record').all()).toEqual([{ owner: 'link-0001' }]);
  db.exec('DELETE FROM payment; DELETE FROM payment_amount; UPDATE sorting SET version = 2, reached_at = NULL');
  db.close();
  await start();
  const found = async () => (await host.client.history.search({ text: 'A-1187', limit: 9 })).payments;
  await expect.poll(async () => (await found()).map(({ id }) => id), polling).toEqual(['link-0001']);
  const isComplete = async () => (await host.client.history.search({ text: '', limit: 9 })).isComplete;
  await expect.poll(isComplete, polling).toBe(true);
});

describe('a kill of the till while the request is on its way', () => {
  const killed = () => join(folder, 'killed');
  beforeEach(async () => {
    await paid('link-0001', 'A-1187');
    const before = join(folder, 'before');
    cpSync(dataDir, before, { recursive: true });
    onReverse = () => {
      onReverse = () => undefined;
      cpSync(dataDir, killed(), { recursive: true });
    };
    await reverse('rev-0001', 1000);
    await taken(1);
  });

  async function foundOnce(): Promise<void> {
    await taken(1);
    expect((await given()).map(({ amount }) => amount)).toEqual([1000]);
    expect(await payment()).toMatchObject({
      state: 'captured',
      payLink: 'link-0001',
      capturedMinor: 4260,
      reversedMinor: 1000,
    });
    // The same request again is the same reversal, and no more than the rest goes back.
    await reverse('rev-0001', 1000);
    await expect(reverse('rev-0002', 3261)).rejects.toMatchObject({ data: { code: 'PAY_AMOUNT' } });
    expect((await given()).map(({ amount }) => amount)).toEqual([1000]);
    expect(host.state().attempts).toEqual([]);
  }

  test('leads to a look-up of the reversal at the next start', async () => {
    await startAgain(killed());
    await foundOnce();
    expect(await payment()).toMatchObject({ order: 'A-1187', reversals: [{ by: 'Maya' }] });
  });

  test('has the same result if the journal is also older than its recovery log', async () => {
    for (const file of readdirSync(killed())) {
      if (!/^journal\.sqlite(-|$)/.test(file)) continue;
      rmSync(join(killed(), file));
    }
    for (const file of readdirSync(join(folder, 'before')))
      if (/^journal\.sqlite(-|$)/.test(file)) cpSync(join(folder, 'before', file), join(killed(), file));
    await startAgain(killed());
    await foundOnce();
    expect(await payment()).toMatchObject({ order: 'A-1187' });
  });

  test('recovers link, payment and reversals from the recovery log if the journal is also lost', async () => {
    for (const file of readdirSync(killed())) if (/^journal\.sqlite(-|$)/.test(file)) rmSync(join(killed(), file));
    await startAgain(killed());
    await foundOnce();
    await expect.poll(() => host.state().payLinks?.[0], polling).toMatchObject({ state: 'paid', reversedMinor: 1000 });
    expect((await host.client.day.totals(today())).ledgers).toMatchObject([{ bankMinor: 3260 }]);
  });
});
