/**
 * Compares this till's day with the platform's: every payment, reversal and payment link with its records, and every
 * record that belongs to none of them. A record is the till's by its key, by an id in the journal, or, if it has no
 * key, by the till's tag. Pure.
 */
import { idempotencyIdOf, reversalIdempotencyIdOf } from '../../domain/index.ts';
import {
  linkTipOf,
  mayHaveBeenGiven,
  type AttemptView,
  type DayEntry,
  type DayLink,
  type DayReport,
  type PayLinkView,
  type PlatformRecord,
  type ReversalView,
} from '../../contract/index.ts';
import { hasMoved, matchPayLink, matchPayment, matchReversal, reason, type Match, type Records } from './match.ts';

export interface DayFacts {
  /** Milliseconds since 1970, both included. */
  from: number;
  to: number;
  now: number;
  /** Payments of this till that happened, or may have happened, in the window. */
  attempts: readonly AttemptView[];
  /** Payment links of the window, by the same rule. */
  payLinks: readonly PayLinkView[];
  /** The platform's records of the window, and a little around it. */
  records: readonly PlatformRecord[];
  /** Explanations by managers. */
  links: readonly DayLink[];
}

export type Comparison = Pick<DayReport, 'entries' | 'counts' | 'totals'>;

export function compareDay(facts: DayFacts): Comparison {
  return new DayComparison(facts).result();
}

class DayComparison {
  readonly #facts: DayFacts;
  readonly #records: RecordIndex;
  /** Records of this till, in the window or not, each with its first owner: a payment, a reversal or a link. */
  readonly #ours = new Map<string, string>();
  readonly #entries: { at: string; entry: DayEntry }[] = [];
  readonly #totals = new Map<string, { hereMinor: number; thereMinor: number }>();
  #nothingSent = 0;

  constructor(facts: DayFacts) {
    this.#facts = facts;
    this.#records = new RecordIndex(facts.records);
    for (const view of facts.attempts) {
      // A payment through a link is compared with its link.
      if (view.payLink === undefined) this.#addPayment(view);
      for (const reversal of view.reversals) this.#addReversal(view, reversal);
    }
    for (const link of facts.payLinks) this.#addPayLink(link);
    this.#addUnknown();
  }

  result(): Comparison {
    const entries = this.#entries.toSorted((a, b) => a.at.localeCompare(b.at)).map(({ entry }) => entry);
    const count = (verdict: DayEntry['verdict']): number => entries.filter((one) => one.verdict === verdict).length;
    return {
      entries,
      counts: {
        matched: count('matched'),
        different: count('different'),
        onlyHere: count('only-here'),
        onlyThere: count('only-there'),
        explained: count('explained'),
        open: count('open'),
        nothingSent: this.#nothingSent,
      },
      totals: [...this.#totals]
        .map(([currency, total]) => ({ currency, ...total }))
        .sort((a, b) => a.currency.localeCompare(b.currency)),
    };
  }

  #addPayment(view: AttemptView): void {
    const { state, tipMinor, currency, order, startedAt: at } = view;
    const records = this.#records.ofPayment(view);
    const there = [records.hold, records.money].filter((one) => one !== null);
    const others = this.#take(there, view.id);
    const isMoneyMoved = state === 'captured' || state === 'refunded';
    const isMoneyNow = isMoneyMoved && this.#isInWindow(view.finishedAt);
    if (!this.#isInWindow(at) && !isMoneyNow && !there.some(({ createdAt }) => this.#isInWindow(createdAt))) return;
    const amountMinor = view.capturedMinor ?? view.authorizedMinor ?? view.totalMinor;
    this.#push(at, withOthers(matchPayment(view, records, this.#facts.now), others), {
      what: 'payment',
      attempt: view.id,
      reversal: null,
      here: { state, amountMinor, tipMinor, currency, at, order },
      there,
    });
    const sign = view.kind === 'refund' ? -1 : 1;
    const isThere =
      records.money !== null &&
      !others.has(records.money.id) &&
      (isMoneyNow || this.#isInWindow(records.money.createdAt));
    this.#addTotal(currency, isMoneyNow ? sign * amountMinor : 0, isThere ? movedMinor(records.money) : 0);
  }

  /**
   * Assigns records to an owner. Returns the records that have another owner already, each with that owner: they count
   * there, and once.
   */
  #take(records: readonly PlatformRecord[], owner: string): ReadonlyMap<string, string> {
    const others = new Map<string, string>();
    for (const { id } of records) {
      const known = this.#ours.get(id);
      if (known === undefined) this.#ours.set(id, owner);
      else if (known !== owner) others.set(id, known);
    }
    return others;
  }

  #addReversal(view: AttemptView, reversal: ReversalView): void {
    const { id, state, transfer, amountMinor, askedAt: at } = reversal;
    if (reversal.isElsewhere) {
      // The reversal's record stays among those that only the platform has until a manager explains it. Its amount
      // counts here, because the money left the merchant account.
      if (mayHaveBeenGiven(reversal) && this.#isInWindow(at)) this.#addTotal(view.currency, -amountMinor, 0);
      return;
    }
    const record = this.#records.ofReversal(view.id, id, transfer);
    const others = this.#take(record ? [record] : [], `${view.id} ${id}`);
    if (!this.#isInWindow(at)) return;
    this.#push(at, withOthers(matchReversal(reversal, record), others), {
      what: 'reversal',
      attempt: view.id,
      reversal: id,
      here: { state, amountMinor, tipMinor: 0, currency: view.currency, at, order: view.order },
      there: record ? [record] : [],
    });
    const isGiven = state === 'succeeded' || state === 'pending';
    this.#addTotal(view.currency, isGiven ? -amountMinor : 0, others.size === 0 ? movedMinor(record) : 0);
  }

  #addPayLink(view: PayLinkView): void {
    const there = this.#records.ofLink(view);
    const others = this.#take(there, view.id);
    const isMoneyNow = view.paidMinor !== null && this.#isInWindow(view.finishedAt);
    const isThereNow = there.some(({ createdAt }) => this.#isInWindow(createdAt));
    if (!this.#isInWindow(view.openedAt) && !isMoneyNow && !isThereNow) return;
    const { id, state, currency, order, openedAt: at } = view;
    const amountMinor = view.paidMinor ?? view.totalMinor;
    this.#push(at, withOthers(matchPayLink(view, there), others), {
      what: 'pay-link',
      attempt: null,
      reversal: null,
      payLink: id,
      here: { state, amountMinor, tipMinor: linkTipOf(view), currency, at, order },
      there,
    });
    this.#addTotal(currency, isMoneyNow ? amountMinor : 0, 0);
    for (const record of there) {
      // A till that was off detects only the next day that a customer paid at night: both sides count the payment at
      // the time when the till detected it.
      const isCounted = view.paidMinor === null ? this.#isInWindow(record.createdAt) : isMoneyNow;
      if (isCounted && !others.has(record.id)) this.#addTotal(record.currency, 0, movedMinor(record));
    }
  }

  /** Adds the records that belong to nothing of this till. */
  #addUnknown(): void {
    for (const group of this.#records.without(this.#ours)) {
      if (!group.some(({ createdAt }) => this.#isInWindow(createdAt) || createdAt === null)) continue;
      this.#entries.push({ at: group[0]?.createdAt ?? '', entry: this.#onlyThere(group) });
      for (const record of group) this.#addTotal(record.currency, 0, movedMinor(record));
    }
  }

  #onlyThere(group: readonly PlatformRecord[]): DayEntry {
    const { attempts } = this.#facts;
    const link = this.#explanationOf(group);
    const tagged = group.find(({ attempt }) => attempt !== null)?.attempt ?? null;
    const parent = group.find(({ kind }) => kind === 'reversal')?.transfer ?? null;
    // A reversal of this till's payment made elsewhere, or a second record with the till's tag: report the payment.
    const near =
      (tagged === null ? undefined : attempts.findLast(({ id }) => id === tagged)) ??
      (parent === null ? undefined : attempts.find(({ transfer }) => transfer === parent));
    // A reversal may carry the tags of its Transfer.
    const isTills = group.some(
      ({ kind, idempotencyId, payLink }) =>
        idempotencyId?.startsWith('tillbridge-') || (kind === 'transfer' && typeof payLink === 'string'),
    );
    const state = group.map((record) => `${record.kind} ${record.state}`).join(', ');
    return {
      verdict: link ? 'explained' : 'only-there',
      what: 'record',
      attempt: link?.attempt ?? near?.id ?? null,
      reversal: null,
      here: null,
      there: [...group],
      reasons: [reason(!near && isTills ? 'other-till' : 'unknown-here', null, state)],
      link,
    };
  }

  #push(at: string, { verdict, reasons }: Match, entry: Omit<DayEntry, 'verdict' | 'reasons' | 'link'>): void {
    if (verdict === 'nothing') {
      this.#nothingSent += 1;
      return;
    }
    const link = this.#explanationOf(entry.there);
    this.#entries.push({
      at,
      entry: { ...entry, verdict: link && verdict !== 'matched' ? 'explained' : verdict, reasons, link },
    });
  }

  /** A manager's latest explanation of one of these records. */
  #explanationOf(records: readonly PlatformRecord[]): DayLink | null {
    return this.#facts.links.findLast((link) => records.some(({ id }) => id === link.record.id)) ?? null;
  }

  #addTotal(currency: string, hereMinor: number, thereMinor: number): void {
    const total = this.#totals.get(currency) ?? { hereMinor: 0, thereMinor: 0 };
    this.#totals.set(currency, {
      hereMinor: total.hereMinor + hereMinor,
      thereMinor: total.thereMinor + thereMinor,
    });
  }

  #isInWindow(instant: string | null): boolean {
    const at = Date.parse(instant ?? '');
    return at >= this.#facts.from && at <= this.#facts.to;
  }
}

/** A match becomes a difference if its record belongs to another owner. */
function withOthers(match: Match, others: ReadonlyMap<string, string>): Match {
  if (others.size === 0) return match;
  const reasons = [...others].map(([record, owner]) => reason('another-payments', record, owner));
  return { verdict: 'different', reasons: [...reasons, ...match.reasons] };
}

/** Amount that a record moved: positive towards the shop, negative away from it. A hold moves nothing. */
function movedMinor(record: PlatformRecord | null): number {
  if (!record || record.kind === 'authorization') return 0;
  if (!hasMoved(record)) return 0;
  return record.kind === 'transfer' ? record.amountMinor : -record.amountMinor;
}

class RecordIndex {
  readonly #records: readonly PlatformRecord[];
  readonly #byId: ReadonlyMap<string, PlatformRecord>;
  readonly #byKey: ReadonlyMap<string, PlatformRecord>;
  /** Records without a key, by kind and tagged attempt. */
  readonly #byTag: ReadonlyMap<string, PlatformRecord>;

  constructor(records: readonly PlatformRecord[]) {
    this.#records = records;
    this.#byId = new Map(records.map((record) => [record.id, record]));
    this.#byKey = new Map(records.flatMap((record) => (record.idempotencyId ? [[record.idempotencyId, record]] : [])));
    const keyless = records.filter(({ idempotencyId, attempt }) => !idempotencyId && attempt);
    this.#byTag = new Map(keyless.map((record) => [`${record.kind} ${record.attempt}`, record]));
  }

  ofPayment(view: AttemptView): Records {
    const own = this.#at(view.authorization) ?? this.#byKey.get(idempotencyIdOf(view.id)) ?? null;
    if (view.kind === 'refund') {
      const money = this.#at(view.transfer) ?? own ?? this.#byTag.get(`refund ${view.id}`) ?? null;
      return { hold: null, money };
    }
    const hold = own ?? this.#byTag.get(`authorization ${view.id}`) ?? null;
    return { hold, money: this.#at(hold?.transfer ?? view.transfer) ?? this.#at(view.transfer) };
  }

  ofReversal(attempt: string, reversal: string, transfer: string | null): PlatformRecord | null {
    return this.#at(transfer) ?? this.#byKey.get(reversalIdempotencyIdOf(attempt, reversal)) ?? null;
  }

  /** Transfers that were paid or tried through a link; those that moved money come first. */
  ofLink({ id, payments }: PayLinkView): PlatformRecord[] {
    const named = new Set(payments.map(({ transfer }) => transfer));
    const found = this.#records.filter(
      (record) => record.kind === 'transfer' && (record.payLink === id || named.has(record.id)),
    );
    return found.toSorted((a, b) => Number(hasMoved(b)) - Number(hasMoved(a)));
  }

  /** Records absent from `ours`, in groups: a hold with the Transfer of its capture, every other record alone. */
  without(ours: ReadonlyMap<string, unknown>): PlatformRecord[][] {
    const rest = this.#records.filter(({ id }) => !ours.has(id));
    const captures = new Set(
      rest.flatMap(({ kind, transfer }) => (kind === 'authorization' && transfer ? [transfer] : [])),
    );
    return rest
      .filter(({ id }) => !captures.has(id))
      .map((record) => {
        const capture = record.kind === 'authorization' ? this.#at(record.transfer) : null;
        return capture && !ours.has(capture.id) ? [record, capture] : [record];
      });
  }

  #at(id: string | null): PlatformRecord | null {
    return id === null ? null : (this.#byId.get(id) ?? null);
  }
}
