import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttemptView, ReversalView } from '../../../../electron/contract/index.ts';
import { createDay } from '../../../../electron/host/history/index.ts';
import { dayCsv } from '../../../../electron/host/history/day-csv.ts';
import { dayFigures } from '../../../../electron/host/history/day-figures.ts';
import { finished, visa } from '../../renderer/fixtures/states.ts';

const hour = 3_600_000;
/** One day by this computer's clock. */
const from = new Date(2025, 10, 21).getTime();
const to = from + 24 * hour - 1;
const at = (hours: number): string => new Date(from + hours * hour).toISOString();
const none = { open: [], held: [] };

function paid(id: string, hours: number, change: Partial<AttemptView> = {}): AttemptView {
  const capturedMinor = change.capturedMinor ?? 1000;
  return finished({ id, state: 'captured', amountMinor: capturedMinor, totalMinor: capturedMinor, card: visa, startedAt: at(hours), finishedAt: at(hours), ...change, capturedMinor }); // prettier-ignore
}

function back(hours: number, amountMinor: number, state: ReversalView['state'] = 'succeeded'): ReversalView {
  return { id: `r${hours}`, amountMinor, state, by: 'J. Ruiz', reason: null, askedAt: at(hours), transfer: null, failure: null }; // prettier-ignore
}

describe('figures', () => {
  test('a ledger that adds up: brands to paid, paid less what went back to the bank’s', () => {
    const views = [
      paid('A-1', 9, { capturedMinor: 5027, tipMinor: 767 }),
      paid('A-2', 9.5, { capturedMinor: 1030, surchargeMinor: 30, card: { ...visa, brand: 'MASTERCARD' } }),
      paid('A-3', 14, { capturedMinor: 2000, reversedMinor: 500, reversals: [back(15, 500), back(16, 100, 'failed'), back(16.5, 50, 'checking')] }), // prettier-ignore
      paid('A-4', -3, { reversedMinor: 300, reversals: [back(10, 300, 'pending')] }), // taken the day before, given back today
      finished({ id: 'A-5', kind: 'refund', state: 'refunded', amountMinor: 700, totalMinor: 700, capturedMinor: 700, startedAt: at(11), finishedAt: at(11) }), // prettier-ignore
      finished({ id: 'A-6', state: 'declined', startedAt: at(12), finishedAt: at(12) }),
    ];
    const { ledgers, counts } = dayFigures(views, none, { from, to });
    expect(ledgers).toMatchObject([
      {
        currency: 'USD',
        brands: [
          { brand: 'Visa', count: 2, salesMinor: 6260, tipsMinor: 767, surchargesMinor: 0, totalMinor: 7027 },
          { brand: 'MASTERCARD', count: 1, salesMinor: 1000, tipsMinor: 0, surchargesMinor: 30, totalMinor: 1030 },
        ],
        paid: { count: 3, salesMinor: 7260, tipsMinor: 767, surchargesMinor: 30, totalMinor: 8057 },
        reversals: { count: 2, totalMinor: 800 },
        refunds: { count: 1, totalMinor: 700 },
        netMinor: 6557,
        hours: [
          { from: at(9), totalMinor: 6057 },
          { from: at(14), totalMinor: 2000 },
        ],
      },
    ]);
    expect(counts).toMatchObject({ paid: 2, 'given-back': 2, declined: 1 });
  });

  test('currencies are never mixed, and what is not known is in no figure', () => {
    const checking = finished({ id: 'A-c', state: 'checking', finishedAt: null, startedAt: at(8) });
    const later = finished({ id: 'A-l', state: 'checking', finishedAt: null, startedAt: at(30) });
    const decided = finished({ id: 'A-d', state: 'decided', startedAt: at(9), finishedAt: at(10), decision: { verdict: 'paid', by: 'J. Ruiz', reason: 'slip' } }); // prettier-ignore
    const held = finished({ id: 'A-h', state: 'authorized', authorizedMinor: 6000, finishedAt: null });
    const figures = dayFigures(
      [paid('A-1', 9), paid('A-2', 9, { currency: 'EUR' }), checking, decided],
      { open: [checking, later], held: [held, { ...held, id: 'A-i', currency: 'CAD', authorizedMinor: 10 }] },
      { from, to },
    );
    expect(figures.ledgers.map(({ currency, netMinor }) => [currency, netMinor])).toEqual([['EUR', 1000], ['USD', 1000]]); // prettier-ignore
    expect(figures.checking.map(({ id }) => id)).toEqual(['A-c']);
    expect(figures.decided.map(({ id }) => id)).toEqual(['A-d']);
    expect(figures.tabs).toEqual([
      { currency: 'CAD', count: 1, totalMinor: 10 },
      { currency: 'USD', count: 1, totalMinor: 6000 },
    ]);
  });

  test('any day adds up, and its file adds up to the same', () => {
    const view = fc.record({
      state: fc.constantFrom<AttemptView['state'][]>('captured', 'declined', 'authorized', 'refunded', 'cancelled', 'decided'),
      hours: fc.integer({ min: -30, max: 50 }),
      capturedMinor: fc.integer({ min: 0, max: 100_000 }),
      tipMinor: fc.integer({ min: 0, max: 120_000 }),
      surchargeMinor: fc.integer({ min: 0, max: 120_000 }),
      currency: fc.constantFrom('USD', 'JPY', 'KWD'),
      reversals: fc.array(fc.record({ hours: fc.integer({ min: -30, max: 50 }), amountMinor: fc.integer({ min: 1, max: 9_000 }), state: fc.constantFrom<ReversalView['state'][]>('succeeded', 'pending', 'failed', 'checking') }), { maxLength: 3 }),
    }); // prettier-ignore
    fc.assert(
      fc.property(fc.array(view, { maxLength: 20 }), (drawn) => {
        const views = drawn.map(({ hours, reversals, ...change }, index) =>
          paid(`A-${index}`, hours, { ...change, reversals: reversals.map((one, n) => ({ ...back(one.hours, one.amountMinor, one.state), id: `r${n}` })) }),
        ); // prettier-ignore
        const { ledgers } = dayFigures(views, none, { from, to });
        const rows = rowsOf(dayCsv(views, { from, to }).text);
        for (const ledger of ledgers) {
          const { paid: all, reversals, refunds } = ledger;
          expect(all.salesMinor + all.tipsMinor + all.surchargesMinor).toBe(all.totalMinor);
          expect(ledger.brands.reduce((sum, { totalMinor }) => sum + totalMinor, 0)).toBe(all.totalMinor);
          expect(ledger.hours.reduce((sum, { totalMinor }) => sum + totalMinor, 0)).toBe(all.totalMinor);
          expect(all.totalMinor - reversals.totalMinor - refunds.totalMinor).toBe(ledger.netMinor);
          const ofCurrency = rows.filter(({ currency }) => currency === ledger.currency);
          expect(ofCurrency.reduce((sum, row) => sum + Number(row['net_minor']), 0)).toBe(ledger.netMinor);
        }
        const moved = new Set(ledgers.map(({ currency }) => currency));
        for (const row of rows) if (!moved.has(row['currency'] ?? '')) expect(row['net_minor']).toBe('0');
      }),
      { numRuns: 200 },
    );
  });
});

function rowsOf(text: string): Record<string, string>[] {
  return parse<Record<string, string>>(text, { bom: true, columns: true });
}

describe('the file', () => {
  test('begins with a byte order mark, ends lines with CRLF, and gives amounts twice', () => {
    const views = [
      paid('A-1', 9, { capturedMinor: 5027, tipMinor: 767, order: 'A-1187', reversedMinor: 500, reversals: [back(15, 500)] }), // prettier-ignore
      paid('A-2', 10, { capturedMinor: 4260, currency: 'JPY' }),
    ];
    const { name, text, rows } = dayCsv(views, { from, to });
    expect(name).toBe('tillbridge-2025-11-21.csv');
    expect(text.startsWith('\uFEFFdate,time,')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(rows).toBe(3);
    expect(rowsOf(text)).toMatchObject([
      { date: '2025-11-21', time: '09:00:00', row: 'payment', order: 'A-1187', sale_minor: '4260', sale: '42.60', tip: '7.67', net_minor: '5027', net: '50.27', last_four: '4412' }, // prettier-ignore
      { row: 'payment', currency: 'JPY', net_minor: '4260', net: '4260' },
      { row: 'reversal', payment: 'A-1', reversal: 'r15', net_minor: '-500', net: '-5.00', person: 'J. Ruiz' },
    ]);
    expect(dayCsv([], { from, to: from + 48 * hour }).name).toBe('tillbridge-2025-11-21-to-2025-11-23.csv');
  });

  test.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1', '\uFEFF=1', '\0=1'])(
    'no cell is a formula: %j',
    (order) => {
      const [row] = rowsOf(dayCsv([paid('A-1', 9, { order, note: `"${order}", and\r\nmore` })], { from, to }).text);
      expect(row?.['order']?.startsWith("'")).toBe(true);
      expect(row?.['note']).toBe(`"${order.replaceAll('\0', '')}", and\r\nmore`);
    },
  );

  test('any text comes back as it went in, but for the guard', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (order) => {
        const [row] = rowsOf(dayCsv([paid('A-1', 9, { order })], { from, to }).text);
        expect([order, `'${order}`]).toContain(row?.['order']);
      }),
    );
  });
});

test('the day is read a little at a time, and a window that makes no sense is refused', async () => {
  const views = Array.from({ length: 130 }, (_, index) => paid(`A-${index}`, 9));
  const asked: number[] = [];
  const day = createDay({
    dayBook: { activeBetween: () => views.map(({ id }) => id) },
    finder: { held: () => [] },
    engine: {
      running: () => [],
      several(ids) {
        asked.push(ids.length);
        return views.filter(({ id }) => ids.includes(id));
      },
    },
  });
  const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const totals = await day.totals(window);
  expect(totals.ledgers[0]).toMatchObject({ netMinor: 130_000, paid: { count: 130 } });
  expect(Math.max(...asked)).toBeLessThanOrEqual(40);
  expect((await day.csv(window)).rows).toBe(130);
  await expect(day.totals({ from: window.to, to: window.from })).rejects.toThrow(/CFG_INVALID/);
  await expect(day.csv({ from: window.from, to: at(24 * 40) })).rejects.toThrow(/CFG_INVALID/);
});
