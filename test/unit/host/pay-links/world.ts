/**
 * A platform for links that can lose requests and replies, a clock that the test moves, and the real runner over the
 * real journal between them. Buyers pay by calling `pay`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { maskCardNumbers } from '../../../../electron/domain/index.ts';
import { type Failure, payLinkViewSchema, type PayLinkView } from '../../../../electron/contract/index.ts';
import { openJournal, type JournalFile } from '../../../../electron/host/journal/index.ts';
import {
  PayLinks,
  type LinkIntent,
  type LinkPayment,
  type LinkRecord,
  type PayLinkPort,
} from '../../../../electron/host/pay-links/index.ts';
import type { PlatformOutcome } from '../../../../electron/host/payments/index.ts';
import { ManualClock } from '../payments/world.ts';

/** Fate of a request. `lost`: never arrives, unnoticed by the till. `reply-lost`: done, unnoticed by the till. */
export type Fault = 'fine' | 'lost' | 'reply-lost' | 'not-sent' | 'refused';

const timeout: Failure = { code: 'API_TIMEOUT', message: 'no answer' };
const unreachable: Failure = { code: 'API_UNREACHABLE', message: 'no connection' };
const invalid: Failure = { code: 'API_INVALID', message: 'no' };

export interface PlatformLink {
  id: string;
  tag: string;
  state: LinkRecord['state'];
  expiresAt: number;
  totalMinor: number;
  currency: string;
  payments: LinkPayment[];
}

export class LinkPlatform implements PayLinkPort {
  readonly links = new Map<string, PlatformLink>();
  /** Requests, in order. */
  readonly asked: string[] = [];
  /** Faults for the next requests of a kind, in order; later requests are fine. */
  readonly faults: Partial<Record<'create' | 'find' | 'read' | 'deactivate' | 'update' | 'send', Fault[]>> = {};
  private readonly now: () => number;
  private count = 0;

  constructor(now: () => number) {
    this.now = now;
  }

  /** Links that carry a tag. */
  tagged(tag: string): PlatformLink[] {
    return [...this.links.values()].filter((link) => link.tag === tag);
  }

  make(tag: string, totalMinor = 4260, currency = 'USD', minutes = 15): PlatformLink {
    this.count += 1;
    const id = `PL${this.count}`;
    const expiresAt = this.now() + minutes * 60_000;
    const link: PlatformLink = { id, tag, state: 'ACTIVE', expiresAt, totalMinor, currency, payments: [] };
    this.links.set(id, link);
    return link;
  }

  /** A buyer pays. Returns true if the page still allowed it. */
  pay(id: string, state: LinkPayment['state'] = 'SUCCEEDED', amountMinor?: number): boolean {
    const link = this.one(id);
    if (link.state !== 'ACTIVE' || link.payments.some((one) => one.state === 'PENDING')) return false;
    const transfer = `TR${link.payments.length + 1}-${id}`;
    link.payments.push({ transfer, state, amountMinor: amountMinor ?? link.totalMinor, currency: link.currency });
    if (state === 'SUCCEEDED') link.state = 'COMPLETED';
    return true;
  }

  /** Decides the pending payment. */
  decide(id: string, state: 'SUCCEEDED' | 'FAILED'): void {
    const link = this.one(id);
    if (!link.payments.some((one) => one.state === 'PENDING')) return;
    link.payments = link.payments.map((one) => (one.state === 'PENDING' ? { ...one, state } : one));
    // The money has moved, so the link is completed even if it was deactivated in between.
    if (state === 'SUCCEEDED') link.state = 'COMPLETED';
  }

  private one(id: string): PlatformLink {
    const link = this.links.get(id);
    if (!link) throw new Error(`no link ${id}`);
    if (link.state === 'ACTIVE' && this.now() >= link.expiresAt && !link.payments.some((p) => p.state === 'PENDING')) {
      link.state = 'EXPIRED';
    }
    return link;
  }

  private recordOf(id: string): LinkRecord {
    const { state, payments } = this.one(id);
    return { id, url: `https://pay.example/${id}`, state, payments: payments.map((one) => ({ ...one })) };
  }

  /** Record of a link with the payments through its copies, which are deactivated. */
  private wholeOf(id: string): LinkRecord {
    const own = this.recordOf(id);
    const copies = this.tagged(this.one(id).tag).filter((one) => one.id !== id);
    for (const one of copies) if (this.one(one.id).state === 'ACTIVE') one.state = 'DEACTIVATED';
    if (copies.length === 0) return own;
    const payments = [own, ...copies].flatMap((one) => one.payments);
    return {
      ...own,
      state: copies.some(({ state }) => state === 'COMPLETED') ? 'COMPLETED' : own.state,
      payments,
      hasCopies: true,
    };
  }

  private async through<Value>(what: keyof LinkPlatform['faults'], task: () => Value): Promise<PlatformOutcome<Value>> {
    this.asked.push(what);
    const fault = this.faults[what]?.shift() ?? 'fine';
    if (fault === 'not-sent') return { kind: 'not-sent', failure: unreachable };
    if (fault === 'refused') return { kind: 'refused', failure: invalid };
    if (fault === 'lost') return { kind: 'unknown', failure: timeout };
    const value = task();
    await Promise.resolve();
    return fault === 'reply-lost' ? { kind: 'unknown', failure: timeout } : { kind: 'answered', record: value };
  }

  create(intent: LinkIntent): Promise<PlatformOutcome<LinkRecord>> {
    return this.through('create', () => {
      const made = this.make(intent.link, intent.amountMinor + intent.tipMinor, intent.currency, intent.minutes);
      return this.recordOf(made.id);
    });
  }

  find({ link }: { link: string }): Promise<PlatformOutcome<LinkRecord | null>> {
    return this.through('find', () => {
      const [found] = this.tagged(link);
      return found ? this.wholeOf(found.id) : null;
    });
  }

  read(id: string, _by: unknown, ofCopies = false): Promise<PlatformOutcome<LinkRecord>> {
    return this.through('read', () => (ofCopies ? this.wholeOf(id) : this.recordOf(id)));
  }

  deactivate(id: string): Promise<PlatformOutcome<LinkRecord>> {
    return this.through('deactivate', () => {
      const link = this.one(id);
      const arrives = (this.faults.update?.shift() ?? 'fine') === 'fine';
      if (link.state === 'ACTIVE' && arrives) link.state = 'DEACTIVATED';
      return this.wholeOf(id);
    });
  }

  send(): Promise<PlatformOutcome<null>> {
    return this.through('send', () => null);
  }
}

export class LinkWorld {
  readonly clock = new ManualClock();
  readonly platform = new LinkPlatform(() => this.clock.monotonic());
  readonly folder = mkdtempSync(join(tmpdir(), 'tillbridge-links-'));
  journal: JournalFile;
  links: PayLinks;
  readonly shown: PayLinkView[] = [];
  /** Transfers of payments that have journal entries. */
  readonly transfers = new Map<string, string>();
  /** Jitter of waits, in [0, 1). */
  random = 0;
  /** Called before each line is written; throws for a full disk, or for the end of the process. */
  beforeAppend: (type: string) => void = () => undefined;

  constructor() {
    this.journal = this.openJournal();
    this.links = this.start();
  }

  private openJournal(): JournalFile {
    return openJournal({ path: join(this.folder, 'journal.sqlite'), clean: maskCardNumbers });
  }

  private start(): PayLinks {
    const { journal } = this;
    const book = journal.payLinks;
    const append = book.append.bind(book);
    book.append = (row, entry) => {
      this.beforeAppend(entry.type);
      append(row, entry);
    };
    const links = new PayLinks({
      book,
      recoveryLog: journal.recoveryLog,
      port: this.platform,
      transferOf: (payment) => this.transfers.get(payment) ?? null,
      clock: this.clock,
      random: () => this.random,
      publish: (view) => this.shown.push(view),
      log: () => undefined,
    });
    links.recover();
    return links;
  }

  /** Sets the till's clock; timers and the platform's clock are not affected. */
  setClock(byMs: number): void {
    this.clock.set(byMs);
  }

  /** Ends the simulated process and restarts it on the same files. */
  restart(): void {
    this.links.stop();
    this.journal.close();
    this.beforeAppend = () => undefined;
    this.journal = this.openJournal();
    this.links = this.start();
  }

  open(id = 'link-0001', more: { order?: string | null; tipMaxMinor?: number } = {}): PayLinkView {
    return this.links.open({
      id,
      amountMinor: 4260,
      currency: 'USD',
      order: more.order ?? null,
      note: null,
      part: null,
      ...(more.tipMaxMinor === undefined ? {} : { tipMaxMinor: more.tipMaxMinor }),
    });
  }

  get(id = 'link-0001'): PayLinkView {
    return this.links.get(id);
  }

  /** Types of the journal's entries of a link. */
  written(id = 'link-0001'): string[] {
    return this.journal.payLinks.entries(id).map(({ type }) => type);
  }

  end(): void {
    this.links.stop();
    this.journal.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const MINUTE_MS = 60_000;

export let world: LinkWorld;
export function eachLinkWorld(): void {
  beforeEach(() => {
    world = new LinkWorld();
  });
  afterEach(() => {
    for (const view of world.shown) expect(payLinkViewSchema.parse(view)).toEqual(view);
    world.end();
  });
}
/** Continues the test in a new world. */
export function renewWorld(): void {
  world.end();
  world = new LinkWorld();
}
export const onlyLink = (): PlatformLink => [...world.platform.links.values()][0]!;
