/**
 * Exports a day as CSV (RFC 4180: comma, CRLF, doubled quotes), in UTF-8 with a byte order mark so that spreadsheets
 * read accents. Each amount appears twice: in minor units, and with a decimal point. The column `net` is the money for
 * the bank and adds up to the day's ledger; other tenders are in `sale` only. Column names are English in every
 * language because programs read them.
 */
import { stringify } from 'csv-stringify/sync';
import { localDay, maskCardNumbers, plainAmount, visibleText } from '../../domain/index.ts';
import {
  type AttemptView,
  type Exported,
  type OtherTender,
  type PayLinkView,
  type ReversalView,
} from '../../contract/index.ts';
import type { TimeWindow } from '../time/index.ts';
import { isWithin, linkMovedOf, movedOf, reversedOf, transfersOf, type DayRecord, type Moved } from './day-figures.ts';

type Cell = string | number | null;

/** Column order; each `_minor` column is followed by the same amount in decimals. */
const columns = [
  'date',
  'time',
  'begun_at',
  'finished_at',
  'row',
  'kind',
  'state',
  'order',
  'payment',
  'reversal',
  'currency',
  'asked_minor',
  'asked',
  'held_minor',
  'held',
  'sale_minor',
  'sale',
  'tip_minor',
  'tip',
  'surcharge_minor',
  'surcharge',
  'net_minor',
  'net',
  'card',
  'last_four',
  'entry',
  'approval_code',
  'decline_code',
  'failure',
  'terminal',
  'authorization',
  'transfer',
  'person',
  'reason',
  'note',
  'rest_of',
] as const;

type Row = Readonly<Partial<Record<(typeof columns)[number], Cell>>>;

/** Amount columns are computed here and may begin with a minus; any other cell that looks like a formula is escaped. */
const amounts: ReadonlySet<string> = new Set(
  columns.filter((name) => columns.some((other) => other === `${name}_minor`)),
);

export function dayCsv({ views, links, notes }: DayRecord, window: TimeWindow): Exported {
  const rows = [
    ...views.flatMap((view) => [
      ...(view.payLink === undefined ? paymentRows(view, window) : []),
      ...reversalRows(view, window),
    ]),
    ...links.flatMap((link) => linkRows(link, window)),
    ...notes.map(noteRow),
  ];
  rows.sort((a, b) => String(a.begun_at).localeCompare(String(b.begun_at)));
  const text = stringify(rows, {
    columns: [...columns],
    header: true,
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: {
      string: (value, { column }) =>
        typeof column === 'string' && amounts.has(column) ? { value, escape_formulas: false } : csvSafe(value),
    },
  });
  return { name: `tillbridge-${localDay(window.from)}${lastDay(window)}.csv`, text, rows: rows.length };
}

/**
 * Escapes formulas after spaces, which some programs still evaluate. Also reveals hidden characters and masks card
 * numbers of earlier versions.
 */
export function csvSafe(value: string): string {
  const plain = maskCardNumbers(visibleText(value));
  return /^[\s\uFEFF]+[=+\-@＝＋－＠]/u.test(plain) ? `'${plain}` : plain;
}

function paymentRows(view: AttemptView, window: TimeWindow): Row[] {
  const moved = movedOf(view, window);
  if (!moved && !isWithin(view.startedAt, window)) return [];
  const { card } = view;
  return [
    {
      ...common(view, view.startedAt),
      row: 'payment',
      finished_at: view.finishedAt,
      kind: view.kind,
      state: view.state,
      ...amountCells('asked', view.totalMinor, view.currency),
      ...amountCells('held', view.authorizedMinor, view.currency),
      ...movedCells(moved, view.currency),
      approval_code: card?.approvalCode ?? null,
      decline_code: view.declineCode,
      failure: view.failure?.code ?? null,
      authorization: view.authorization,
      transfer: view.transfer,
      person: view.decision?.by ?? view.person ?? null,
      reason: view.decision?.reason ?? null,
      note: view.note,
    },
  ];
}

function reversalRows(view: AttemptView, window: TimeWindow): Row[] {
  return view.reversals
    .filter(({ askedAt }) => isWithin(askedAt, window))
    .map((reversal: ReversalView) => ({
      ...common(view, reversal.askedAt),
      row: 'reversal',
      kind: view.payLink === undefined ? view.kind : 'link',
      state: reversal.state,
      reversal: reversal.id,
      ...amountCells('asked', reversal.amountMinor, view.currency),
      ...movedCells(reversedOf(reversal, window), view.currency),
      failure: reversal.failure?.code ?? null,
      transfer: reversal.transfer,
      person: reversal.by,
      reason: reversal.reason,
    }));
}

/** Row of a paid link; `payment` is the link's id. */
function linkRows(link: PayLinkView, window: TimeWindow): Row[] {
  const moved = linkMovedOf(link, window);
  if (!moved) return [];
  const { currency } = link;
  return [
    {
      ...moment(link.openedAt),
      finished_at: link.finishedAt,
      row: 'pay-link',
      kind: 'link',
      state: link.state,
      order: link.order,
      payment: link.id,
      currency,
      ...amountCells('asked', link.totalMinor, currency),
      ...movedCells(moved, currency),
      transfer: transfersOf(link).join(' '),
      note: link.note,
      rest_of: link.part,
    },
  ];
}

/**
 * Row of another tender; `payment` is the note's id. It adds no money for the bank, and counts as 0 after its
 * withdrawal.
 */
function noteRow({ id, at, way, order, currency, amountMinor, by, note, part, takenBack }: OtherTender): Row {
  return {
    ...moment(at),
    finished_at: takenBack?.at ?? at,
    row: 'other-way',
    kind: way,
    state: takenBack ? 'taken-back' : 'noted',
    order,
    payment: id,
    currency,
    ...amountCells('asked', amountMinor, currency),
    ...movedCells(null, currency),
    ...amountCells('sale', takenBack ? null : amountMinor, currency),
    person: by,
    reason: takenBack ? `taken back by ${takenBack.by}: ${takenBack.reason}` : null,
    note,
    rest_of: part,
  };
}

function moment(at: string): Row {
  return { date: localDay(Date.parse(at)), time: localTime(Date.parse(at)), begun_at: at };
}

function common(view: AttemptView, at: string): Row {
  const { card } = view;
  return {
    ...moment(at),
    order: view.order,
    payment: view.id,
    currency: view.currency,
    card: card?.brand ?? null,
    last_four: card?.lastFour ?? null,
    entry: card?.entryMode ?? null,
    terminal: view.payLink === undefined ? (view.terminal.serialNumber ?? view.terminal.id) : null,
  };
}

function movedCells(moved: Moved | null, currency: string): Row {
  return {
    ...amountCells('sale', moved?.saleMinor ?? null, currency),
    ...amountCells('tip', moved?.tipMinor ?? null, currency),
    ...amountCells('surcharge', moved?.surchargeMinor ?? null, currency),
    ...amountCells('net', moved?.netMinor ?? 0, currency),
  };
}

function amountCells(
  name: 'asked' | 'held' | 'sale' | 'tip' | 'surcharge' | 'net',
  minor: number | null,
  currency: string,
): Row {
  if (minor === null) return {};
  const plain = `${minor < 0 ? '-' : ''}${plainAmount(Math.abs(minor), currency)}`;
  return { [`${name}_minor`]: minor, [name]: plain };
}

const two = (value: number): string => String(value).padStart(2, '0');

function localTime(at: number): string {
  const day = new Date(at);
  return [day.getHours(), day.getMinutes(), day.getSeconds()].map(two).join(':');
}

function lastDay({ from, to }: TimeWindow): string {
  return localDay(from) === localDay(to) ? '' : `-to-${localDay(to)}`;
}
