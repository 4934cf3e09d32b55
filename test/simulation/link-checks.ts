/**
 * Rules of payment links, compared with the platform's records: at every view of the till, and when the day has ended.
 */
import { LINK_TAG, reversalIdempotencyIdOf } from '../../electron/domain/index.ts';
import { isUnfinishedLink, type AttemptView, type PayLinkView } from '../../electron/contract/index.ts';
import type { StoredTransfer } from '../../electron/sandbox/store/store.ts';
import { hasMoved } from './platform-records.ts';
import type { Disk } from './disk.ts';
import { LIST_LAG_MS, type Platform, type PlatformRequest } from './platform.ts';
import type { Record as Log } from './record.ts';

/** A copy of this age existed when the till searched for copies. */
const SEARCHED_MS = 2 * 60_000;

/** States that mean "no customer has paid". */
const unpaid: ReadonlySet<PayLinkView['state']> = new Set(['closed', 'expired', 'failed']);

export class LinkChecks {
  readonly #log: Log;
  readonly #platform: Platform;
  readonly #disk: Disk;
  /** The last view of every link. */
  readonly screen = new Map<string, PayLinkView>();
  /** Time when a payment came into the records, by the day's own time. */
  readonly #since = new Map<string, number>();
  /** Time of the platform's last answer about a link's payments, by the link's id there. */
  readonly #heardAt = new Map<string, number>();
  /** Time when the journal lost something: dismissed items may come up again, and the orders of links are unknown. */
  lostAt = -Infinity;

  constructor(parts: { log: Log; platform: Platform; disk: Disk }) {
    this.#log = parts.log;
    this.#platform = parts.platform;
    this.#disk = parts.disk;
  }

  onLoss(): void {
    this.lostAt = this.#log.now();
    // Answers that the till had are lost too, and come again.
    this.#heardAt.clear();
  }

  /** Rule 1: the record is on disk before the link is made. */
  onLeaving({ method, url, body }: PlatformRequest): void {
    if (method !== 'POST' || url !== '/payment_links' || body === null) return;
    const { tags } = JSON.parse(body) as { tags?: Record<string, string> };
    const link = tags?.[LINK_TAG] ?? '';
    if (!this.#disk.hasRecord('link', link)) this.#log.breach('1', link, 'a link was made before its recovery record');
  }

  onHeard({ url }: PlatformRequest, body: string, at: number): void {
    const id = /^\/transfer_attempts\?.*entity_id=([^&]+)/.exec(url)?.[1];
    if (id === undefined || !body.includes('_embedded')) return;
    for (const [link, { platformId }] of this.screen) if (platformId === id) this.#heardAt.set(link, at);
  }

  /** Called by the paying customer. */
  onPaid(link: string): void {
    for (const { id } of this.paymentsOf(link)) if (!this.#since.has(id)) this.#since.set(id, this.#log.now());
  }

  paymentsOf(link: string): StoredTransfer[] {
    return (this.#platform.records.links.get(link) ?? []).filter(hasMoved);
  }

  /** Payments that the till could have seen before it reported. */
  #seenOf(link: string): StoredTransfer[] {
    const heardAt = this.#heardAt.get(link) ?? -Infinity;
    return this.paymentsOf(link).filter(({ id }) => (this.#since.get(id) ?? Infinity) < heardAt - LIST_LAG_MS - 500);
  }

  /** Called with every view of a link. */
  onLink(view: PayLinkView): void {
    const before = this.screen.get(view.id);
    this.screen.set(view.id, view);
    if (before?.state === view.state && before.paidMinor === view.paidMinor) return;
    const { id, state, paidMinor } = view;
    this.#log.line(`link ${id} ${state} ${paidMinor ?? '-'} ${view.checking?.reason ?? view.failure?.code ?? ''}`);
    if (unpaid.has(state) && this.#seenOf(id).length > 0)
      this.#log.breach('3', id, `${state} on screen, and it was paid`);
    if (state === 'closed' || state === 'expired') this.#nobodyCanPay(id, state);
    if (state === 'paid' && this.paymentsOf(id).every((one) => one.state !== 'SUCCEEDED'))
      this.#log.breach('3', id, 'paid on screen, and nobody has paid');
  }

  /** A request that is delivered twice makes two links; a very recent copy may be found later. */
  #nobodyCanPay(link: string, state: string): void {
    for (const one of this.#platform.payableLinks()) {
      if (one.tag === link && one.since < this.#log.now() - SEARCHED_MS)
        this.#log.breach('3', link, `${state} on screen, and ${one.id} can still be paid`);
    }
  }

  /** The reversals of a link's payments are those that the till shows, each once and under its own key. */
  #givenBackAtEnd(payments: readonly AttemptView[]): void {
    const states = new Map(
      payments.flatMap(({ id, reversals }) =>
        reversals.map((one) => [reversalIdempotencyIdOf(id, one.id), one.state] as const),
      ),
    );
    const stands = new Set<string>();
    for (const [link, all] of this.#platform.records.linkReversals) {
      const given = all.filter(hasMoved);
      for (const { id, idempotency_id: key } of given) {
        if (key === null || !states.has(key)) this.#log.breach('7', link, `reversal ${id} of a link is nobody's`);
        else if (stands.has(key)) this.#log.breach('2', link, `reversal ${key} of a link was done twice`);
        stands.add(key ?? '');
      }
      if (sum(given) > sum(this.paymentsOf(link))) this.#log.breach('9', link, 'more given back than was paid by link');
    }
    for (const [key, state] of states) {
      if (state === 'working' || state === 'checking' || state === 'pending')
        this.#log.breach('3', key, `a reversal of a link never resolved: ${state}`);
      else if (state !== 'decided' && stands.has(key) !== (state === 'succeeded'))
        this.#log.breach(
          '3',
          key,
          `a reversal of a link is ${state} and ${stands.has(key) ? 'stands' : 'does not stand'}`,
        );
    }
  }

  /** An order was charged by card, which is wrong if the till could know that a link may pay it. */
  onCharged(link: string): void {
    const view = this.screen.get(link);
    if (!view) return;
    if (isUnfinishedLink(view)) this.#log.breach('2', link, `charged by card beside a link that is ${view.state}`);
    if (this.#seenOf(link).length > 0) this.#log.breach('2', link, 'charged by card, and it was paid by link');
  }

  /** The day has ended: every payment is shown, and every payment after an end was reported as late. */
  atEnd(views: readonly PayLinkView[], payments: readonly AttemptView[]): void {
    this.#givenBackAtEnd(payments.filter(({ payLink }) => payLink !== undefined));
    const known = new Set(views.map(({ id }) => id));
    for (const link of this.#platform.linkTags())
      if (!known.has(link)) this.#log.breach('1', link, 'lost: only the platform knows this link');
    for (const { tag, id } of this.#platform.payableLinks()) this.#log.breach('3', tag, `${id} can be paid for ever`);
    for (const { id, state, paidMinor } of views) {
      const taken = sum(this.paymentsOf(id));
      if (isUnfinished.has(state)) this.#log.breach('3', id, `a link never resolved: ${state}`);
      else if ((paidMinor ?? 0) !== taken)
        this.#log.breach('9', id, `link ${state}: ${paidMinor ?? 0} on screen, ${taken} taken`);
    }
  }
}

function sum(all: readonly { amount: number }[]): number {
  return all.reduce((total, { amount }) => total + amount, 0);
}

const isUnfinished: ReadonlySet<PayLinkView['state']> = new Set(['creating', 'checking', 'open', 'closing']);
