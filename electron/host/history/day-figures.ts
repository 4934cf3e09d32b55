/** Figures of a day from the till's own journal: money captured and money reversed, in totals that add up. Pure. */
import { personKey } from '../../domain/index.ts';
import {
  isUnfinishedLink,
  linkTipOf,
  overpaidOrdersOf,
  unsettledExcessOf,
  type AttemptView,
  type DayLedger,
  type DayLines,
  type DayPaidLink,
  type DayPersonLines,
  type DayTotals,
  type OtherTender,
  type PartSources,
  type PayLinkView,
  type PaymentGroup,
  type ReversalView,
} from '../../contract/index.ts';
import { groupOf } from '../journal/index.ts';
import type { TimeWindow } from '../time/index.ts';

/** Journal records that may have changed within a window. */
export interface DayRecord {
  views: readonly AttemptView[];
  links: readonly PayLinkView[];
  /** Notes within the window only. */
  notes: readonly OtherTender[];
}

/** Money moved by one payment, reversal or link: positive to the shop, negative to the customer. */
export interface Moved {
  saleMinor: number;
  tipMinor: number;
  surchargeMinor: number;
  netMinor: number;
}

const nothing: Moved = { saleMinor: 0, tipMinor: 0, surchargeMinor: 0, netMinor: 0 };

export function isWithin(instant: string | null, { from, to }: TimeWindow): boolean {
  const at = Date.parse(instant ?? '');
  return at >= from && at <= to;
}

/** Money that a payment moved within the window, or null. */
export function movedOf(view: AttemptView, window: TimeWindow): Moved | null {
  if (!isWithin(view.finishedAt, window)) return null;
  if (view.state === 'refunded') {
    return { ...nothing, netMinor: -(view.capturedMinor ?? view.totalMinor) };
  }
  if (view.state !== 'captured') return null;
  const takenMinor = view.capturedMinor ?? view.totalMinor;
  // A partial approval may be smaller than its tip, so split the captured amount and never exceed it.
  const tipMinor = Math.min(view.tipMinor, takenMinor);
  const surchargeMinor = Math.min(view.surchargeMinor, takenMinor - tipMinor);
  return { saleMinor: takenMinor - tipMinor - surchargeMinor, tipMinor, surchargeMinor, netMinor: takenMinor };
}

/** Amount reversed within the window, or null; a reversal counts once the bank has accepted it. */
export function reversedOf(reversal: ReversalView, window: TimeWindow): Moved | null {
  const isGiven = reversal.state === 'succeeded' || reversal.state === 'pending';
  if (!isGiven || !isWithin(reversal.askedAt, window)) return null;
  return { ...nothing, netMinor: -reversal.amountMinor };
}

/** Money paid through a link, if the till learned of it within the window; otherwise null. */
export function linkMovedOf(link: PayLinkView, window: TimeWindow): Moved | null {
  const { paidMinor, finishedAt } = link;
  // The platform can report "paid" for an amount of 0.
  if (paidMinor === null || paidMinor === 0 || !isWithin(finishedAt, window)) return null;
  const tipMinor = Math.min(linkTipOf(link), paidMinor);
  return { ...nothing, saleMinor: paidMinor - tipMinor, tipMinor, netMinor: paidMinor };
}

/** Payments and links that are open now, whenever they began. */
export interface StillOpen {
  open: readonly AttemptView[];
  /** Open tabs. */
  held: readonly AttemptView[];
  links: readonly PayLinkView[];
}

/** If a payment appears twice, its latest view counts. */
export function dayFigures(
  { views, links, notes }: DayRecord,
  { open, held, links: openLinks }: StillOpen,
  window: TimeWindow,
): Omit<DayTotals, 'from' | 'to'> {
  const ledgers = new Map<string, DayLedger>();
  const ledgerOf = (currency: string): DayLedger => {
    const known = ledgers.get(currency);
    if (known) return known;
    const fresh: DayLedger = {
      currency,
      brands: [],
      paid: emptyLines(),
      reversals: { count: 0, totalMinor: 0 },
      refunds: { count: 0, totalMinor: 0 },
      netMinor: 0,
      links: emptyLines(),
      bankMinor: 0,
      otherTenders: [],
      hours: [],
      people: [],
    };
    ledgers.set(currency, fresh);
    return fresh;
  };
  const counts = emptyCounts();
  for (const view of views) {
    for (const reversal of view.reversals) {
      const given = reversedOf(reversal, window);
      if (!given) continue;
      const ledger = ledgerOf(view.currency);
      addReversal(ledger, view, given);
      addGivenBack(personOf(ledger, giverOf(reversal)), given);
    }
    // A payment through a link counts with the link.
    if (view.payLink !== undefined) continue;
    if (isWithin(view.startedAt, window)) counts[groupOf(view)] += 1;
    const moved = movedOf(view, window);
    if (moved) addPayment(ledgerOf(view.currency), view, moved);
  }
  const paidLinks: DayPaidLink[] = [];
  for (const link of links) {
    const moved = linkMovedOf(link, window);
    if (!moved || link.finishedAt === null) continue;
    addLines(ledgerOf(link.currency).links, moved);
    paidLinks.push(paidLinkOf(link, moved.netMinor, link.finishedAt));
  }
  for (const note of notes) if (!note.takenBack) addNote(ledgerOf(note.currency), note);
  for (const ledger of ledgers.values()) {
    ledger.bankMinor = ledger.netMinor + ledger.links.totalMinor - (ledger.linkReversals?.totalMinor ?? 0);
    ledger.otherTenders.sort((a, b) => a.way.localeCompare(b.way));
    ledger.brands.sort((a, b) => b.totalMinor - a.totalMinor || (a.brand ?? '').localeCompare(b.brand ?? ''));
    ledger.hours.sort((a, b) => a.from.localeCompare(b.from));
    ledger.people.sort(byTaken);
  }
  return {
    ledgers: [...ledgers.values()].sort((a, b) => a.currency.localeCompare(b.currency)),
    counts,
    checking: open.filter(({ startedAt }) => Date.parse(startedAt) <= window.to),
    decided: views.filter((view) => view.state === 'decided' && isWithin(view.finishedAt, window)),
    tooMuch: views.filter((view) => unsettledExcessOf(view) > 0 && isWithin(view.finishedAt, window)),
    overpaid: overpaidOf({ attempts: views, payLinks: links, otherTenders: notes }),
    openLinks: openLinks.filter((link) => isUnfinishedLink(link) && Date.parse(link.openedAt) <= window.to).length,
    links: paidLinks.toSorted((a, b) => b.at.localeCompare(a.at)),
    notes: notes.toSorted((a, b) => b.at.localeCompare(a.at)),
    tabs: tabsOf(held),
  };
}

function overpaidOf(sources: PartSources): NonNullable<DayTotals['overpaid']> {
  return overpaidOrdersOf(sources).map(({ root, excessMinor }) => ({
    root: { what: 'openedAt' in root ? 'pay-link' : 'payment', id: root.id },
    order: root.order,
    excessMinor,
    currency: root.currency,
  }));
}

function paidLinkOf(link: PayLinkView, paidMinor: number, at: string): DayPaidLink {
  const { id, order, note, currency, reversedMinor } = link;
  const given = reversedMinor === undefined ? {} : { reversedMinor };
  return { id, order, note, paidMinor, ...given, currency, at, transfers: transfersOf(link) };
}

/** Transfers of a link that the platform has reported. */
export function transfersOf({ payments }: PayLinkView): string[] {
  return payments.flatMap(({ transfer }) => transfer ?? []);
}

function addPayment(ledger: DayLedger, view: AttemptView, moved: Moved): void {
  ledger.netMinor += moved.netMinor;
  const person = personOf(ledger, view.person ?? null);
  if (view.state === 'refunded') {
    addGivenBack(person, moved);
    ledger.refunds.count += 1;
    ledger.refunds.totalMinor -= moved.netMinor;
    return;
  }
  const brand = view.card?.brand ?? null;
  let lines = ledger.brands.find((one) => one.brand === brand);
  if (!lines) {
    lines = { brand, ...emptyLines() };
    ledger.brands.push(lines);
  }
  addLines(lines, moved);
  addLines(ledger.paid, moved);
  addLines(person, moved);
  const hour = new Date(Date.parse(view.finishedAt ?? view.startedAt));
  hour.setMinutes(0, 0, 0);
  const from = hour.toISOString();
  const bar = ledger.hours.find((one) => one.from === from);
  if (bar) bar.totalMinor += moved.netMinor;
  else ledger.hours.push({ from, totalMinor: moved.netMinor });
}

function addReversal(ledger: DayLedger, { payLink }: AttemptView, { netMinor }: Moved): void {
  const isOfLink = payLink !== undefined;
  const given = isOfLink ? (ledger.linkReversals ??= { count: 0, totalMinor: 0 }) : ledger.reversals;
  given.count += 1;
  given.totalMinor -= netMinor;
  if (!isOfLink) ledger.netMinor += netMinor;
}

/** The ledger's line of a person; null selects the line without a name. */
function personOf({ people }: DayLedger, name: string | null): DayPersonLines {
  const known =
    people.find((one) => one.name === name) ??
    people.find((one) => name !== null && one.name !== null && personKey(one.name) === personKey(name));
  if (known) return known;
  const fresh = { name, ...emptyLines(), givenBack: { count: 0, totalMinor: 0 } };
  people.push(fresh);
  return fresh;
}

/**
 * Name of the person who reversed the payment, or null if it was reversed on the platform's pages, or if the name was
 * lost with a journal.
 */
function giverOf({ by, isElsewhere }: ReversalView): string | null {
  return isElsewhere || by === 'unknown' ? null : by;
}

function addGivenBack({ givenBack }: DayPersonLines, { netMinor }: Moved): void {
  givenBack.count += 1;
  givenBack.totalMinor -= netMinor;
}

function byTaken(a: DayPersonLines, b: DayPersonLines): number {
  if (a.name === null || b.name === null) return Number(a.name === null) - Number(b.name === null);
  return b.totalMinor - a.totalMinor || a.name.localeCompare(b.name);
}

function addNote({ otherTenders }: DayLedger, { way, amountMinor }: OtherTender): void {
  const known = otherTenders.find((one) => one.way === way);
  if (!known) {
    otherTenders.push({ way, count: 1, totalMinor: amountMinor });
    return;
  }
  known.count += 1;
  known.totalMinor += amountMinor;
}

function addLines(lines: DayLines, { saleMinor, tipMinor, surchargeMinor, netMinor }: Moved): void {
  lines.count += 1;
  lines.salesMinor += saleMinor;
  lines.tipsMinor += tipMinor;
  lines.surchargesMinor += surchargeMinor;
  lines.totalMinor += netMinor;
}

function emptyLines(): DayLines {
  return { count: 0, salesMinor: 0, tipsMinor: 0, surchargesMinor: 0, totalMinor: 0 };
}

function emptyCounts(): Record<PaymentGroup, number> {
  return { paid: 0, 'given-back': 0, held: 0, declined: 0, cancelled: 0, 'not-paid': 0, open: 0, decided: 0 };
}

function tabsOf(held: readonly AttemptView[]): DayTotals['tabs'] {
  const tabs = new Map<string, { count: number; totalMinor: number }>();
  for (const { currency, authorizedMinor, totalMinor } of held) {
    const known = tabs.get(currency) ?? { count: 0, totalMinor: 0 };
    tabs.set(currency, { count: known.count + 1, totalMinor: known.totalMinor + (authorizedMinor ?? totalMinor) });
  }
  return [...tabs]
    .map(([currency, tab]) => ({ currency, ...tab }))
    .sort((a, b) => a.currency.localeCompare(b.currency));
}
