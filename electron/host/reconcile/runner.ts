/**
 * Compares a day of this till with the platform: reads both lists whole, reads by id what a list did not show, and
 * compares (compare.ts). The platform's records stay as they are: differences are left to the manager, or to the
 * engine's reconciliation poll.
 */
import { setImmediate } from 'node:timers/promises';
import {
  TillError,
  type AttemptView,
  type DayLink,
  type DayProgress,
  type DayReport,
  type PayLinkView,
  type PlatformRecord,
} from '../../contract/index.ts';
import type { JournalFile, KeptLink } from '../journal/index.ts';
import type { PayLinks } from '../pay-links/index.ts';
import { isNone, notConfigured, type ApiOutcome, type Operations } from '../platform/index.ts';
import { windowOf } from '../time/index.ts';
import { compareDay } from './compare.ts';
import { readInWindows } from './in-windows.ts';
import { hasMoved } from './match.ts';
import { authorizationRecord, transferRecord, type RawRecord } from './records.ts';

export interface ReconcilerOptions {
  /** Operations, or null while no platform is configured. */
  operations: Operations | null;
  /** Merchant whose records are read, or null for all that the credentials may see. */
  merchant: string | null;
  now: () => number;
  journal: Pick<JournalFile, 'activeBetween' | 'has' | 'unmatched'> & {
    dayStore: Pick<JournalFile['dayStore'], 'links' | 'link'>;
  };
  /** @throws PAY_NOT_FOUND */
  attempt: (id: string) => AttemptView;
  payLinks: Pick<PayLinks, 'activeBetween' | 'get' | 'has'>;
  /**
   * Finds the payment that a Transfer took, in the whole journal, and passes the engine a reversal of it that was made
   * elsewhere.
   */
  givenBack?: {
    of: (transfer: string) => AttemptView | undefined;
    note: (attempt: string, reversal: SeenReversal, givenAt: number) => void;
  };
}

/** A reversal made elsewhere, in the fields of the engine's answer for a Transfer. */
interface SeenReversal {
  id: string;
  state: 'SUCCEEDED' | 'PENDING';
  amountMinor: number;
  tipMinor: null;
  failureCode: null;
}

/** Clocks differ, and a record is made a little after the till began: read around the window, show within it. */
const AROUND_MS = 15 * 60_000;
/** The platform's largest page. */
const PAGE_SIZE = 100;
const KEPT_UNMATCHED = 500;
const FOLDED_AT_ONCE = 10;

type Progress = (step: DayProgress['step'], records: number) => void;

export class Reconciler {
  readonly #options: ReconcilerOptions;
  #running: DayProgress | null = null;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
  }

  /** Progress of the newest running comparison, or null. */
  progress(): DayProgress | null {
    return this.#running;
  }

  /** @throws CFG_INVALID when the window is invalid, API_… when the platform's records could not be read completely */
  async reconcile(asked: { from: string; to: string; isMatchedListed?: boolean | undefined }): Promise<DayReport> {
    const { isMatchedListed = true } = asked;
    const { from, to } = windowOf(asked);
    const mine: DayProgress = { since: iso(this.#options.now()), step: 'holds', records: 0 };
    this.#running = mine;
    try {
      const report = await this.#compared(from, to, (step, count) => {
        mine.step = step;
        mine.records += count;
      });
      const entries = report.entries.filter(({ verdict }) => isMatchedListed || verdict !== 'matched');
      return { from: asked.from, to: asked.to, ...report, entries };
    } finally {
      // If another comparison has begun since, it stays the running comparison.
      if (this.#running === mine) this.#running = null;
    }
  }

  /**
   * Writes a manager's explanation of a platform record.
   * @throws PAY_NOT_FOUND when the explanation contains an unknown payment, JRNL_UNWRITABLE
   */
  link(link: Omit<DayLink, 'at'>): DayLink {
    const { journal, attempt, now } = this.#options;
    if (link.attempt !== null) attempt(link.attempt);
    const kept: KeptLink = { ...link, at: now() };
    journal.dayStore.link(kept);
    return viewOf(kept);
  }

  get #platform(): Operations {
    if (this.#options.operations) return this.#options.operations;
    throw TillError.of(notConfigured);
  }

  async #compared(from: number, to: number, onProgress: Progress): Promise<Omit<DayReport, 'from' | 'to'>> {
    const { journal, now, attempt } = this.#options;
    const listed = await this.#lists(from, to, onProgress);
    // The journal is read after the lists: a payment that ended in between is then in both, and never only at the
    // platform.
    const askedAt = now();
    const ids = new Set(journal.activeBetween(from - AROUND_MS, to + AROUND_MS));
    // Payments of this till from another day that a record of this day contains.
    for (const id of listed.flatMap(ownAttempts)) if (journal.has(id)) ids.add(id);
    for (const id of this.#noteElsewhere(listed)) ids.add(id);
    const attempts: AttemptView[] = [];
    for (const id of ids) {
      // Each attempt is folded from its entries: a running payment must not wait for all of them.
      if (attempts.length % FOLDED_AT_ONCE === 0) await setImmediate();
      attempts.push(attempt(id));
    }
    const payLinks = this.#payLinks(from, to, listed);
    onProgress('missing', 0);
    const records = [...listed, ...(await this.#notListed(attempts, payLinks, listed))];
    onProgress('comparing', 0);
    const links = journal.dayStore.links().map(viewOf);
    const strays = journal
      .unmatched(KEPT_UNMATCHED)
      .filter(({ at }) => at >= from && at <= to)
      .map((message) => ({ ...message, at: iso(message.at) }));
    const comparison = compareDay({ from, to, now: askedAt, attempts, payLinks, records, links });
    return { askedAt: iso(askedAt), ...comparison, strays };
  }

  /**
   * Ids of payments that were reversed elsewhere. The engine notes the reversals, so that the till's own figures
   * follow.
   */
  #noteElsewhere(listed: readonly PlatformRecord[]): string[] {
    const { givenBack, now } = this.#options;
    return listed.flatMap((record) => {
      const isOurs = record.idempotencyId?.startsWith('tillbridge-') ?? false;
      if (record.kind !== 'reversal' || record.transfer === null || isOurs || !hasMoved(record)) return [];
      const of = givenBack?.of(record.transfer);
      if (!of || of.currency !== record.currency) return [];
      const { id, amountMinor, createdAt } = record;
      const state = record.state === 'SUCCEEDED' ? 'SUCCEEDED' : 'PENDING';
      const seen = { id, state, amountMinor, tipMinor: null, failureCode: null } as const;
      givenBack?.note(of.id, seen, createdAt === null ? now() : Date.parse(createdAt));
      return [of.id];
    });
  }

  async #lists(from: number, to: number, onProgress: Progress): Promise<PlatformRecord[]> {
    const { authorizations, transfers } = this.#platform;
    const { merchant } = this.#options;
    const ofMerchant = merchant === null ? {} : { merchant_id: merchant };
    const around = { from: from - AROUND_MS, to: to + AROUND_MS };
    const read = (
      list: (filters: Readonly<Record<string, string>>, page: { pageSize: number }) => AsyncIterable<RawRecord>,
      map: (raw: RawRecord) => PlatformRecord | null,
      onRecord: (count: number) => void,
    ) =>
      readInWindows(around, (filters) =>
        whole(list({ ...filters, ...ofMerchant }, { pageSize: PAGE_SIZE }), map, onRecord),
      );
    // One list after the other: two lists at the same time would not show the same moment either, and a till has one
    // connection to spare.
    const holds = await read(authorizations.list, authorizationRecord, (count) => onProgress('holds', count));
    const moved = await read(transfers.list, transferRecord, (count) => onProgress('payments', count));
    return [...holds, ...moved];
  }

  /** Records that the journal contains and the window's lists lack: made at another time, or missing. */
  async #notListed(
    attempts: readonly AttemptView[],
    payLinks: readonly PayLinkView[],
    listed: readonly PlatformRecord[],
  ): Promise<PlatformRecord[]> {
    const { authorizations, transfers } = this.#platform;
    const known = new Set(listed.map(({ id }) => id));
    const found: PlatformRecord[] = [];
    const ask = async (id: string | null, read: (id: string) => Promise<PlatformRecord | null>): Promise<void> => {
      if (id === null || known.has(id)) return;
      known.add(id);
      const record = await read(id);
      if (record) found.push(record);
    };
    const hold = async (id: string) => one(await authorizations.fetch(id), authorizationRecord);
    const transfer = async (id: string) => one(await transfers.fetch(id), transferRecord);
    for (const view of attempts) {
      await ask(view.authorization, hold);
      await ask(view.transfer, transfer);
      for (const reversal of view.reversals) await ask(reversal.transfer, transfer);
    }
    for (const { payments } of payLinks) for (const paid of payments) await ask(paid.transfer, transfer);
    for (const { transfer: id, kind } of [...listed, ...found]) if (kind === 'authorization') await ask(id, transfer);
    return found;
  }

  /** Links of the window, and links of another day that a record of this day was paid through. */
  #payLinks(from: number, to: number, listed: readonly PlatformRecord[]): PayLinkView[] {
    const { payLinks } = this.#options;
    const active = payLinks.activeBetween(from - AROUND_MS, to + AROUND_MS);
    const tags = new Set(listed.flatMap(({ kind, payLink }) => (kind === 'transfer' && payLink ? [payLink] : [])));
    for (const { id } of active) tags.delete(id);
    const others = [...tags].filter((id) => payLinks.has(id)).map((id) => payLinks.get(id));
    return [...active, ...others];
  }
}

const iso = (at: number): string => new Date(at).toISOString();

function viewOf({ at, ...link }: KeptLink): DayLink {
  return { ...link, at: iso(at) };
}

/**
 * Payments that a record may belong to: by its key `tillbridge-ATTEMPT`, with `-r-REVERSAL` for a reversal, and by its
 * tag.
 */
function ownAttempts({ idempotencyId, attempt }: PlatformRecord): string[] {
  const named = /^tillbridge-(.+)$/.exec(idempotencyId ?? '')?.[1];
  const names = [attempt, named, named?.replace(/-r-[A-Za-z0-9_-]+$/, '')];
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

/**
 * Every record of a list.
 * @throws the failure of a page that could not be read: a day is compared whole or not at all
 */
async function whole(
  list: AsyncIterable<RawRecord>,
  read: (raw: RawRecord) => PlatformRecord | null,
  onRecord: (count: number) => void,
): Promise<PlatformRecord[]> {
  const records: PlatformRecord[] = [];
  for await (const raw of list) {
    onRecord(1);
    const record = read(raw);
    if (record) records.push(record);
  }
  return records;
}

/** Returns null only if the platform itself reports that there is none. */
function one(answer: ApiOutcome<RawRecord>, read: (raw: RawRecord) => PlatformRecord | null): PlatformRecord | null {
  if (answer.kind === 'answered') return read(answer.value);
  if (isNone(answer)) return null;
  throw answer.error;
}
