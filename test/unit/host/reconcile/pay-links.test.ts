/** Payment links in the comparison: identified as the till's by their tag or Transfer, and differences. */
import { expect, test } from 'vitest';
import type { DayEntry, PayLinkView, PlatformRecord } from '../../../../electron/contract/index.ts';
import { compareDay, type Comparison } from '../../../../electron/host/reconcile/compare.ts';
import { endedLink, payLink } from '../../renderer/fixtures/link-screens.ts';
import { at, NOW } from '../../renderer/fixtures/states.ts';

const hour = 3_600_000;
const [from, to] = [NOW - 10 * hour, NOW];

const paid = (change: Partial<PayLinkView> = {}): PayLinkView =>
  endedLink({
    id: 'link-0001',
    state: 'paid',
    order: 'A-1187',
    amountMinor: 4260,
    totalMinor: 4260,
    paidMinor: 4260,
    payments: [{ transfer: 'TR1', amountMinor: 4260 }],
    openedAt: at(2 * hour),
    finishedAt: at(hour),
    ...change,
  });

const record = (change: Partial<PlatformRecord> = {}): PlatformRecord => ({
  kind: 'transfer',
  id: 'TR1',
  state: 'SUCCEEDED',
  amountMinor: 4260,
  tipMinor: null,
  currency: 'USD',
  createdAt: at(hour),
  idempotencyId: null,
  attempt: null,
  order: 'A-1187',
  payLink: 'link-0001',
  lastFour: null,
  transfer: null,
  ...change,
});

const compared = (payLinks: PayLinkView[], records: PlatformRecord[]): Comparison =>
  compareDay({ from, to, now: NOW, attempts: [], payLinks, records, links: [] });

test.each<[string, PayLinkView, PlatformRecord[], DayEntry['verdict'], string[], [number, number]]>([
  ['by its tag', paid({ payments: [{ transfer: null, amountMinor: 4260 }] }), [record()], 'matched', [], [4260, 4260]],
  ['by the Transfer it names', paid(), [record({ payLink: null })], 'matched', [], [4260, 4260]],
  ['a card refused before', paid(), [record({ id: 'TR0', state: 'FAILED' }), record()], 'matched', [], [4260, 4260]],
  [
    'paid twice',
    paid({ paidMinor: 8520, payments: ['TR1', 'TR2'].map((transfer) => ({ transfer, amountMinor: 4260 })) }),
    [record(), record({ id: 'TR2' })],
    'matched',
    [],
    [8520, 8520],
  ],
  ['paid twice there', paid(), [record(), record({ id: 'TR2' })], 'different', ['amount 4260 8520'], [4260, 8520]],
  ['another amount', paid(), [record({ amountMinor: 4000 })], 'different', ['amount 4260 4000'], [4260, 4000]],
  ['refused there', paid(), [record({ state: 'FAILED' })], 'different', ['state paid FAILED'], [4260, 0]],
  ['nothing there', paid(), [], 'only-here', ['missing-there paid null'], [4260, 0]],
  [
    'closed here, paid there',
    endedLink({ id: 'link-0001', state: 'closed' }),
    [record()],
    'different',
    ['state closed SUCCEEDED'],
    [0, 4260],
  ],
  [
    'closed, after a card was refused',
    endedLink({ id: 'link-0001', state: 'expired' }),
    [record({ state: 'FAILED' })],
    'matched',
    [],
    [0, 0],
  ],
  [
    'being paid',
    payLink({ id: 'link-0001' }),
    [record({ state: 'PENDING' })],
    'open',
    ['open-here open PENDING'],
    [0, 4260],
  ],
])(
  'the reconciliation compares a link with the platform: %s',
  (_, link, records, verdict, reasons, [hereMinor, thereMinor]) => {
    const { entries, totals } = compared([link], records);
    expect(entries).toMatchObject([{ verdict, what: 'pay-link', payLink: 'link-0001', attempt: null }]);
    expect(entries[0]?.reasons.map(({ what, here, there }) => `${what} ${here} ${there}`)).toEqual(reasons);
    expect(totals).toEqual([{ currency: 'USD', hereMinor, thereMinor }]);
  },
);

test('the reconciliation reports another currency, whose money has a separate total', () => {
  const { entries, totals } = compared([paid()], [record({ currency: 'CAD' })]);
  expect(entries).toMatchObject([{ verdict: 'different', reasons: [{ what: 'currency', here: 'USD', there: 'CAD' }] }]);
  expect(totals).toEqual([
    { currency: 'CAD', hereMinor: 0, thereMinor: 4260 },
    { currency: 'USD', hereMinor: 4260, thereMinor: 0 },
  ]);
});

test('the reconciliation leaves an unpaid link out of the comparison, and a link of another day out of every figure', () => {
  const closed = compared([endedLink({ id: 'link-0001', state: 'closed' })], []);
  expect(closed).toMatchObject({ entries: [], counts: { nothingSent: 1 } });
  const other = compared([paid({ openedAt: at(40 * hour), finishedAt: at(39 * hour) })], []);
  expect(other).toMatchObject({ entries: [], totals: [], counts: { nothingSent: 0 } });
});

test('the reconciliation counts a link paid at night when the till saw it, on both sides', () => {
  const link = paid({ openedAt: at(20 * hour), finishedAt: at(hour) });
  const there = [record({ createdAt: at(19 * hour) })];
  expect(compared([link], there)).toMatchObject({
    counts: { matched: 1 },
    totals: [{ hereMinor: 4260, thereMinor: 4260 }],
  });
  const night = compareDay({
    from: NOW - 24 * hour,
    to: NOW - 12 * hour,
    now: NOW,
    attempts: [],
    payLinks: [link],
    records: there,
    links: [],
  });
  expect(night).toMatchObject({ counts: { matched: 1, onlyThere: 0 }, totals: [{ hereMinor: 0, thereMinor: 0 }] });
});

test('the reconciliation lists another till’s link, and a reversal made elsewhere, as only at the platform', () => {
  const { entries } = compared(
    [paid()],
    [
      record(),
      record({ id: 'TR8', payLink: 'link-elsewhere' }),
      record({ kind: 'reversal', id: 'TR9', transfer: 'TR1' }),
    ],
  );
  const told = entries.map(({ verdict, there }) => `${there[0]?.id} ${verdict}`);
  expect(told.toSorted()).toEqual(['TR1 matched', 'TR8 only-there', 'TR9 only-there']);
  expect(entries.flatMap(({ reasons }) => reasons.map(({ what }) => what)).toSorted()).toEqual([
    'other-till',
    'unknown-here',
  ]);
});

test('the reconciliation leaves a list’s records around the window out of the day', () => {
  const stranger = (id: string, when: number): PlatformRecord =>
    record({ id, payLink: null, createdAt: new Date(when).toISOString() });
  const { entries, totals } = compared([], [stranger('TR-before', from - 1), stranger('TR-after', to + 1)]);
  expect([entries, totals]).toEqual([[], []]);
  const inside = compared([], [stranger('TR-first', from), stranger('TR-last', to)]);
  expect(inside.entries.map(({ there }) => there[0]?.id)).toEqual(['TR-first', 'TR-last']);
  expect(inside.totals).toEqual([{ currency: 'USD', hereMinor: 0, thereMinor: 8520 }]);
});
