import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visibleText } from '../../../../electron/domain/index.ts';
import {
  type AttemptView,
  type DayLedger,
  type OtherTender,
  type PayLinkView,
  type ReversalView,
} from '../../../../electron/contract/index.ts';
import { Day } from '../../../../electron/host/history/index.ts';
import { dayCsv } from '../../../../electron/host/history/day-csv.ts';
import { dayFigures } from '../../../../electron/host/history/day-figures.ts';
import { endedLink, payLink } from '../../renderer/fixtures/link-screens.ts';
import { captured, finished, reversal, visa } from '../../renderer/fixtures/states.ts';

const hour = 3_600_000;
/** One day in this computer's time zone. */
const from = new Date(2025, 10, 21).getTime();
const to = from + 24 * hour - 1;
const at = (hours: number): string => new Date(from + hours * hour).toISOString();
const none = { open: [], held: [], links: [] };
/** A day's record with payments only. */
const only = (views: AttemptView[]) => ({ views, links: [], notes: [] });

function paid(id: string, hours: number, change: Partial<AttemptView> = {}): AttemptView {
  const capturedMinor = change.capturedMinor ?? 1000;
  return captured(capturedMinor, { id, card: visa, startedAt: at(hours), finishedAt: at(hours), ...change });
}

const refund = (id: string, hours: number, minor: number, change: Partial<AttemptView> = {}): AttemptView =>
  paid(id, hours, { kind: 'refund', state: 'refunded', capturedMinor: minor, card: null, ...change });
const declined = (id: string, hours: number, change: Partial<AttemptView> = {}): AttemptView =>
  finished({ id, state: 'declined', startedAt: at(hours), finishedAt: at(hours), ...change });

const back = (hours: number, amountMinor: number, change: Partial<ReversalView> = {}): ReversalView =>
  reversal(`r${hours}`, amountMinor, { askedAt: at(hours), ...change });

/** Link paid with an amount. */
const link = (id: string, hours: number, change: Partial<PayLinkView> = {}): PayLinkView => {
  const paidMinor = change.paidMinor ?? 4260;
  const amounts = { amountMinor: 4260, totalMinor: 4260, payments: [{ transfer: `TR-${id}`, amountMinor: paidMinor }] };
  return endedLink({ id, state: 'paid', ...amounts, openedAt: at(hours), finishedAt: at(hours), ...change, paidMinor });
};

describe('figures', () => {
  test('adds up from brands to paid, and from paid minus reversed to the bank’s amount', () => {
    const views = [
      paid('A-1', 9, { capturedMinor: 5027, tipMinor: 767 }),
      paid('A-2', 9.5, { capturedMinor: 1030, surchargeMinor: 30, card: { ...visa, brand: 'MASTERCARD' } }),
      paid('A-3', 14, {
        capturedMinor: 2000,
        reversedMinor: 500,
        reversals: [back(15, 500), back(16, 100, { state: 'failed' }), back(16.5, 50, { state: 'checking' })],
      }),
      // Captured the day before, reversed today.
      paid('A-4', -3, { reversedMinor: 300, reversals: [back(10, 300, { state: 'pending' })] }),
      refund('A-5', 11, 700),
      declined('A-6', 12),
    ];
    const { ledgers, counts } = dayFigures(only(views), none, { from, to });
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

  test('adds up per person, equal-looking names together, and the line without a name last', () => {
    const views = [
      paid('A-1', 9, { capturedMinor: 1100, tipMinor: 100, person: 'Tom' }),
      paid('A-2', 10, { capturedMinor: 5000 }),
      paid('A-3', 11, {
        capturedMinor: 2000,
        person: 'Maya',
        reversals: [back(12, 300), back(13, 200, { by: 'unknown' })],
      }),
      paid('A-4', 11, {
        capturedMinor: 2500,
        person: 'maya ',
        reversals: [back(14, 100, { by: 'elsewhere', isElsewhere: true })],
      }),
      paid('L-1', 9, { person: 'Tom', payLink: 'L-1', reversals: [back(15, 50)] }),
      refund('A-5', 11, 700, { person: 'J. Ruiz' }),
      declined('A-6', 12, { person: 'Ana' }),
    ];
    const [ledger] = dayFigures(only(views), none, { from, to }).ledgers;
    expect(ledger?.people.map((one) => [one.name, one.count, one.totalMinor, one.tipsMinor, one.givenBack])).toEqual([
      ['Maya', 2, 4500, 0, { count: 0, totalMinor: 0 }],
      ['Tom', 1, 1100, 100, { count: 0, totalMinor: 0 }],
      ['J. Ruiz', 0, 0, 0, { count: 3, totalMinor: 1050 }],
      [null, 1, 5000, 0, { count: 2, totalMinor: 300 }],
    ]);
  });

  test('never mixes currencies, and excludes unknown amounts', () => {
    const checking = finished({ id: 'A-c', state: 'checking', finishedAt: null, startedAt: at(8) });
    const later = finished({ id: 'A-l', state: 'checking', finishedAt: null, startedAt: at(30) });
    const decision = { verdict: 'paid', by: 'J. Ruiz', reason: 'slip' } as const;
    const decided = finished({ id: 'A-d', state: 'decided', startedAt: at(9), finishedAt: at(10), decision });
    const held = finished({ id: 'A-h', state: 'authorized', authorizedMinor: 6000, finishedAt: null });
    const figures = dayFigures(
      only([paid('A-1', 9), paid('A-2', 9, { currency: 'EUR' }), checking, decided]),
      { ...none, open: [checking, later], held: [held, { ...held, id: 'A-i', currency: 'CAD', authorizedMinor: 10 }] },
      { from, to },
    );
    expect(figures.ledgers.map(({ currency, netMinor }) => `${currency} ${netMinor}`)).toEqual([
      'EUR 1000',
      'USD 1000',
    ]);
    expect(figures.checking.map(({ id }) => id)).toEqual(['A-c']);
    expect(figures.decided.map(({ id }) => id)).toEqual(['A-d']);
    expect(figures.tabs).toEqual([
      { currency: 'CAD', count: 1, totalMinor: 10 },
      { currency: 'USD', count: 1, totalMinor: 6000 },
    ]);
  });

  test('incident: an order paid twice is listed in the day until it is settled', () => {
    const part = paid('A-1', 9, { order: 'A-1187', totalMinor: 4260, amountMinor: 4260, capturedMinor: 3000 });
    const rest = paid('A-2', 10, { order: 'A-1187', capturedMinor: 1260 });
    const asked = { amountMinor: 1260, totalMinor: 1260, paidMinor: 1260 };
    const late = link('L-1', 9.5, { ...asked, part: 'A-1', isLate: true, finishedAt: at(11) });
    const dayOf = (...views: AttemptView[]) => dayFigures({ views, links: [late], notes: [] }, none, { from, to });
    const line = { root: { what: 'payment', id: 'A-1' }, order: 'A-1187', excessMinor: 1260, currency: 'USD' };
    expect(dayOf(part, rest).overpaid).toEqual([line]);
    expect(dayOf(part, { ...rest, reversedMinor: 1260 }).overpaid).toEqual([]);
    expect(dayOf(part).overpaid).toEqual([]);
  });

  test('incident: a link that was paid with no amount is in no figure', () => {
    const nothing = link('L-1', 11, { paidMinor: 0 });
    const figures = dayFigures({ views: [], links: [nothing], notes: [] }, none, { from, to });
    expect([figures.ledgers, figures.links]).toEqual([[], []]);
  });

  test('every day adds up, and so does its file', () => {
    const ends = ['captured', 'declined', 'authorized', 'refunded', 'cancelled', 'decided'] as const;
    const reversals = fc.record({
      hours: fc.integer({ min: -30, max: 50 }),
      amountMinor: fc.integer({ min: 1, max: 9_000 }),
      state: fc.constantFrom<ReversalView['state'][]>('succeeded', 'pending', 'failed', 'checking'),
    });
    const view = fc.record({
      state: fc.constantFrom<AttemptView['state'][]>(...ends),
      hours: fc.integer({ min: -30, max: 50 }),
      capturedMinor: fc.integer({ min: 0, max: 100_000 }),
      tipMinor: fc.integer({ min: 0, max: 120_000 }),
      surchargeMinor: fc.integer({ min: 0, max: 120_000 }),
      currency: fc.constantFrom('USD', 'JPY', 'KWD'),
      person: fc.constantFrom<Partial<AttemptView>[]>({}, { person: 'Maya' }, { person: 'Tom' }),
      reversals: fc.array(reversals, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(view, { maxLength: 20 }), (drawn) => {
        const views = drawn.map(({ hours, reversals, person, ...change }, index) =>
          paid(`A-${index}`, hours, {
            ...change,
            ...person,
            reversals: reversals.map(({ state, ...one }, n) =>
              back(one.hours, one.amountMinor, { state, id: `r${n}` }),
            ),
          }),
        );
        const { ledgers } = dayFigures(only(views), none, { from, to });
        const rows = rowsOf(dayCsv(only(views), { from, to }).text);
        for (const ledger of ledgers) {
          const { paid: all, reversals, refunds } = ledger;
          expect(all.salesMinor + all.tipsMinor + all.surchargesMinor).toBe(all.totalMinor);
          expect(ledger.brands.reduce((sum, { totalMinor }) => sum + totalMinor, 0)).toBe(all.totalMinor);
          expect(ledger.hours.reduce((sum, { totalMinor }) => sum + totalMinor, 0)).toBe(all.totalMinor);
          expect(all.totalMinor - reversals.totalMinor - refunds.totalMinor).toBe(ledger.netMinor);
          const sum = (of: (line: (typeof ledger.people)[number]) => number) =>
            ledger.people.reduce((all, line) => all + of(line), 0);
          expect(sum(({ totalMinor }) => totalMinor)).toBe(all.totalMinor);
          expect(sum(({ tipsMinor }) => tipsMinor)).toBe(all.tipsMinor);
          expect(sum(({ count }) => count)).toBe(all.count);
          expect(sum(({ givenBack }) => givenBack.totalMinor)).toBe(reversals.totalMinor + refunds.totalMinor);
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

const note = (id: string, hours: number, change: Partial<OtherTender> = {}): OtherTender => ({
  id,
  order: 'A-1187',
  part: 'A-1',
  way: 'cash',
  amountMinor: 1260,
  currency: 'USD',
  note: null,
  by: 'Maya',
  at: at(hours),
  ...change,
});

describe('links and notes', () => {
  const record = {
    views: [paid('A-1', 9, { capturedMinor: 3000 })],
    links: [
      link('L-1', 10),
      // The customer added two dollars on the page; the till learned of it the day after opening.
      link('L-2', -20, {
        finishedAt: at(8),
        amountMinor: 1000,
        totalMinor: 1000,
        tipMaxMinor: 500,
        paidMinor: 1200,
        part: 'A-1',
      }),
      link('L-3', 11, { finishedAt: at(25) }),
      endedLink({ id: 'L-4', state: 'closed', openedAt: at(11), finishedAt: at(11) }),
    ],
    notes: [
      note('N-1', 12),
      note('N-2', 13, { way: 'other', amountMinor: 500, note: 'gift card 118' }),
      note('N-3', 14),
      note('N-4', 15, { currency: 'JPY', amountMinor: 900 }),
    ],
  };

  test('have their own lines outside the card payments, and only links go to the bank', () => {
    const open = [payLink({ openedAt: at(13) }), payLink({ openedAt: at(40) }), link('L-1', 10)];
    const { ledgers, openLinks, links, notes } = dayFigures(record, { ...none, links: open }, { from, to });
    expect(ledgers).toMatchObject([
      {
        currency: 'JPY',
        paid: { count: 0, totalMinor: 0 },
        bankMinor: 0,
        otherTenders: [{ way: 'cash', count: 1, totalMinor: 900 }],
      },
      {
        currency: 'USD',
        paid: { count: 1, totalMinor: 3000 },
        netMinor: 3000,
        links: { count: 2, salesMinor: 5260, tipsMinor: 200, surchargesMinor: 0, totalMinor: 5460 },
        bankMinor: 8460,
        otherTenders: [
          { way: 'cash', count: 2, totalMinor: 2520 },
          { way: 'other', count: 1, totalMinor: 500 },
        ],
        hours: [{ from: at(9), totalMinor: 3000 }],
      },
    ]);
    expect(openLinks).toBe(1);
    // Each listed, newest first: only movements within the window.
    expect(links.map(({ id, paidMinor, transfers }) => [id, paidMinor, transfers.length])).toEqual([
      ['L-1', 4260, 1],
      ['L-2', 1200, 1],
    ]);
    expect(notes.map(({ id }) => id)).toEqual(['N-4', 'N-3', 'N-2', 'N-1']);
  });

  test('have a row each in the file, and `net` still adds up to the bank’s amount', () => {
    const rows = rowsOf(dayCsv(record, { from, to }).text);
    expect(rows.map(({ row, kind, payment }) => [row, kind, payment])).toEqual([
      ['pay-link', 'link', 'L-2'],
      ['payment', 'sale', 'A-1'],
      ['pay-link', 'link', 'L-1'],
      ['other-way', 'cash', 'N-1'],
      ['other-way', 'other', 'N-2'],
      ['other-way', 'cash', 'N-3'],
      ['other-way', 'cash', 'N-4'],
    ]);
    const [late, , whole, cash, other, , yen] = rows;
    expect(cells(late, 'date state asked sale_minor tip net transfer rest_of')).toBe(
      '2025-11-20|paid|10.00|1000|2.00|12.00|TR-L-2|A-1',
    );
    expect(cells(whole, 'time order currency sale tip_minor net_minor net rest_of')).toBe(
      '10:00:00|A-1187|USD|42.60|0|4260|42.60|',
    );
    expect(cells(cash, 'state asked sale_minor sale net_minor person rest_of')).toBe(
      'noted|12.60|1260|12.60|0|Maya|A-1',
    );
    expect(other).toMatchObject({ note: 'gift card 118', sale: '5.00' });
    expect(yen).toMatchObject({ currency: 'JPY', sale: '900', net: '0' });
    const net = rows.reduce((sum, row) => sum + Number(row['net_minor']), 0);
    expect(net).toBe(8460);
  });
});

/** Cells of a row, by column names. */
const cells = (row: Record<string, string> | undefined, columns: string): string =>
  columns
    .split(' ')
    .map((column) => row?.[column])
    .join('|');

function rowsOf(text: string): Record<string, string>[] {
  return parse<Record<string, string>>(text, { bom: true, columns: true });
}

/** Columns from which a reader of the file gets each figure. */
const columnsOfFigures: Readonly<Record<keyof DayLedger, string>> = {
  currency: 'currency',
  brands: 'card net',
  paid: 'sale tip surcharge net',
  reversals: 'row net',
  refunds: 'kind net',
  netMinor: 'net',
  links: 'row sale tip net',
  linkReversals: 'row kind net',
  bankMinor: 'net',
  otherTenders: 'row kind sale',
  hours: 'finished_at net',
  people: 'person net',
};

describe('the file', () => {
  test.each(Object.entries(columnsOfFigures))('has the columns of the figure %s', (_, columns) => {
    const [header = ''] = dayCsv(only([]), { from, to }).text.replace('\uFEFF', '').split('\r\n');
    expect(header.split(',')).toEqual(expect.arrayContaining(columns.split(' ')));
  });

  test('begins with a byte order mark, ends lines with CRLF, and shows amounts twice', () => {
    const views = [
      paid('A-1', 9, {
        capturedMinor: 5027,
        tipMinor: 767,
        order: 'A-1187',
        reversedMinor: 500,
        reversals: [back(15, 500)],
      }),
      paid('A-2', 10, { capturedMinor: 4260, currency: 'JPY' }),
    ];
    const { name, text, rows } = dayCsv(only(views), { from, to });
    expect(name).toBe('tillbridge-2025-11-21.csv');
    expect(text.startsWith('\uFEFFdate,time,')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(rows).toBe(3);
    const shown = rowsOf(text);
    expect(cells(shown[0], 'date time row order sale_minor sale tip net_minor net last_four')).toBe(
      '2025-11-21|09:00:00|payment|A-1187|4260|42.60|7.67|5027|50.27|4412',
    );
    expect(shown.slice(1)).toMatchObject([
      { row: 'payment', currency: 'JPY', net_minor: '4260', net: '4260' },
      { row: 'reversal', payment: 'A-1', reversal: 'r15', net_minor: '-500', net: '-5.00', person: 'J. Ruiz' },
    ]);
    expect(dayCsv(only([]), { from, to: from + 48 * hour }).name).toBe('tillbridge-2025-11-21-to-2025-11-23.csv');
  });

  test.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1', '\uFEFF=1', '\0=1'])(
    'contains no formula for text like %j',
    (order) => {
      const [row] = rowsOf(
        dayCsv(only([paid('A-1', 9, { order, note: `"${order}", and\r\nmore` })]), { from, to }).text,
      );
      expect(row?.['order']?.startsWith("'")).toBe(true);
      expect(row?.['note']).toBe(visibleText(`"${order}", and\r\nmore`));
    },
  );

  test('keeps every text, except for the guard', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (order) => {
        const [row] = rowsOf(dayCsv(only([paid('A-1', 9, { order })]), { from, to }).text);
        // Exported text has one line: line breaks become spaces.
        const shown = visibleText(order);
        expect([shown, `'${shown}`]).toContain(row?.['order']);
      }),
    );
  });
});

test('the host reads the day in small batches and refuses an invalid window', async () => {
  const views = Array.from({ length: 130 }, (_, index) => paid(`A-${index}`, 9));
  const asked: number[] = [];
  const day = new Day({
    journal: { activeBetween: () => views.map(({ id }) => id) },
    finder: { held: () => [] },
    engine: {
      running: () => [],
      getMany(ids) {
        asked.push(ids.length);
        return views.filter(({ id }) => ids.includes(id));
      },
    },
    links: { activeBetween: () => [], unfinished: () => [] },
    linkBook: { notesBetween: () => [] },
  });
  const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const totals = await day.totals(window);
  expect(totals.ledgers[0]).toMatchObject({ netMinor: 130_000, paid: { count: 130 } });
  expect(Math.max(...asked)).toBeLessThanOrEqual(40);
  expect((await day.csv(window)).rows).toBe(130);
  await expect(day.totals({ from: window.to, to: window.from })).rejects.toThrow(/CFG_INVALID/);
  await expect(day.csv({ from: window.from, to: at(24 * 40) })).rejects.toThrow(/CFG_INVALID/);
});
