/**
 * Money and resources of a platform. Tests compare the till with the ledger, and never rely on the till's own reports.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Switches } from './switches.ts';

export type State = 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED' | 'UNKNOWN';
export type Tags = Record<string, string>;

interface Entry {
  id: string;
  createdAt: number;
  updatedAt: number;
  /** Record after each change, for lists that lag. */
  past: { at: number; record: Entry }[];
}

interface Money extends Entry {
  state: State;
  amount: number;
  requested: number;
  currency: string;
  merchant: string;
  device: string | null;
  operation: string;
  key: string | null;
  tags: Tags;
  failure: string | null;
  tip: number | null;
}

export interface Transfer extends Money {
  type: 'DEBIT' | 'CREDIT' | 'REVERSAL';
  authorization: string | null;
  parent: string | null;
  link: string | null;
}

export interface Authorization extends Money {
  transfer: string | null;
  captureAmount: number | null;
  isVoid: boolean;
  voidState: 'UNATTEMPTED' | 'PENDING' | 'SUCCEEDED';
}

export interface Device extends Entry {
  merchant: string;
  name: string;
  model: string;
  serialNumber: string;
  description: string | null;
  isEnabled: boolean;
  isOnline: boolean;
  idleMessage: string | null;
  configuration: Record<string, unknown>;
  tags: Tags;
  reboots: number;
}

export interface Link extends Entry {
  merchant: string;
  state: 'ACTIVE' | 'DEACTIVATED' | 'COMPLETED' | 'EXPIRED';
  amount: number;
  currency: string;
  tags: Tags;
  /** Body of the create request, echoed. */
  given: Record<string, unknown>;
  expiresAt: number;
  transfers: string[];
}

export interface Merchant {
  id: string;
  name: string;
  processor: string;
  isApproved: boolean;
}

/** Amount that was charged, held or released. */
export interface Movement {
  what: 'held' | 'released' | 'captured' | 'charged' | 'refunded' | 'credited';
  /** Id of the authorization or transfer. */
  of: string;
  amount: number;
  currency: string;
}

export interface Sums {
  held: number;
  taken: number;
  givenBack: number;
  openHolds: number;
  charges: number;
}

const prefixes = { transfer: 'TR', authorization: 'AU', device: 'DV', link: 'PL', merchant: 'MU', user: 'US' } as const;

export class Ledger {
  readonly transfers = new Map<string, Transfer>();
  readonly authorizations = new Map<string, Authorization>();
  readonly devices = new Map<string, Device>();
  readonly links = new Map<string, Link>();
  readonly merchants: Merchant[] = [];
  readonly movements: Movement[] = [];
  readonly #switches: Switches;

  constructor(switches: Switches) {
    this.#switches = switches;
  }

  now(): number {
    return Date.now() + this.#switches.clockSkewSeconds * 1_000;
  }

  newId(kind: keyof typeof prefixes): string {
    if (this.#switches.ids === 'long') return `${prefixes[kind]}-${kind.toUpperCase()}.${randomUUID()}`;
    return `${prefixes[kind]}${randomBytes(11).toString('hex')}`;
  }

  entry(kind: keyof typeof prefixes): Entry {
    const at = this.now();
    return { id: this.newId(kind), createdAt: at, updatedAt: at, past: [] };
  }

  /** Must be called after every change of a record, so that lists can lag. */
  changed<T extends Entry>(record: T): T {
    record.updatedAt = this.now();
    record.past.push({ at: record.updatedAt, record: structuredClone({ ...record, past: [] }) });
    return record;
  }

  /** Record at that time, or null if it did not exist yet. */
  asOf<T extends Entry>(record: T, at: number): T | null {
    return (record.past.findLast((past) => past.at <= at)?.record as T | undefined) ?? null;
  }

  move(what: Movement['what'], of: string, amount: number, currency: string): void {
    this.movements.push({ what, of, amount, currency });
  }

  /** Sums of all records of one order, found by the value of any tag, and of the records that followed from them. */
  sums(order: string): Sums {
    const carries = (record: Money | Link): boolean => Object.values(record.tags).includes(order);
    const ids = new Set<string>();
    for (const link of this.links.values()) if (carries(link)) link.transfers.forEach((id) => ids.add(id));
    for (const record of [...this.authorizations.values(), ...this.transfers.values()])
      if (carries(record)) ids.add(record.id);
    for (const transfer of this.transfers.values())
      if (ids.has(transfer.authorization ?? '') || ids.has(transfer.parent ?? '')) ids.add(transfer.id);
    return this.#sum((id) => ids.has(id));
  }

  total(): Sums {
    return this.#sum(() => true);
  }

  /** Violations of the rules of money, in words; must be empty. */
  problems(): string[] {
    const found: string[] = [];
    for (const { id, amount } of this.authorizations.values()) {
      const [held, captured, released] = (['held', 'captured', 'released'] as const).map((what) => this.#of(what, id));
      if (captured!.length > 1) found.push(`${id} was captured ${captured!.length} times`);
      if (captured!.length > 0 && released!.length > 0) found.push(`${id} was captured and released`);
      if (held!.length > 0 && (captured![0] ?? 0) > amount) found.push(`${id} was captured for more than was held`);
    }
    for (const { id } of this.transfers.values()) {
      const [charged, refunded] = (['charged', 'refunded'] as const).map((what) => sumOf(this.#of(what, id)));
      if (refunded! > charged!) found.push(`${id} gave back ${refunded} of ${charged}`);
    }
    return found;
  }

  #of(what: Movement['what'], id: string): number[] {
    return this.movements.filter((one) => one.what === what && one.of === id).map(({ amount }) => amount);
  }

  #sum(belongs: (id: string) => boolean): Sums {
    const mine = this.movements.filter(({ of }) => belongs(of));
    const all = (...kinds: Movement['what'][]): number[] =>
      mine.filter(({ what }) => kinds.includes(what)).map(({ amount }) => amount);
    const open = mine.filter(
      ({ what, of }) => what === 'held' && !mine.some((other) => other.of === of && other.what !== 'held'),
    );
    return {
      held: sumOf(all('held')),
      taken: sumOf(all('charged')),
      givenBack: sumOf(all('refunded', 'credited')),
      openHolds: sumOf(open.map(({ amount }) => amount)),
      charges: all('charged').length,
    };
  }
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
