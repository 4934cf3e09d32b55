/**
 * Payment links at the platform (specification, "Payment Links"). Links have no idempotency key, so a link carries the
 * till's id as a tag and is found by this tag. Payments are read from the Transfer Attempts of the link and from their
 * Transfers; if the platform does not list attempts, from the Transfers that carry the link's tag.
 */
import { isLoopback, LINK_TAG, type Clock } from '../../domain/index.ts';
import { type Failure, type LinkDelivery } from '../../contract/index.ts';
import type { PlatformOutcome } from '../payments/index.ts';
import {
  notConfigured,
  platformDate,
  failureAsOutcome,
  tagText,
  type ApiOutcome,
  type Operations,
} from '../platform/index.ts';
import { within } from '../time/index.ts';
import type { LinkIntent, LinkPayment, LinkRecord } from './machine/index.ts';
import { linkTotalOf } from './machine/index.ts';
import type { PayLinkPort } from './ports.ts';

export interface LinkPortOptions {
  operations: Operations;
  /** The platform's id of the merchant, or null for the home merchant of the credentials. */
  merchant: string | null;
  /** Platform's clock minus the till's: a search by date uses the platform's time. */
  offsetMs?: () => number;
  clock: Clock;
}

type By = Pick<LinkIntent, 'link' | 'startedAt'>;

const HOUR_MS = 60 * 60_000;
/** Longest wait for the Transfer of an attempt; after that the attempt is reported without its Transfer. */
const TRANSFER_WITHIN_MS = 5_000;
const states: ReadonlySet<string> = new Set(['ACTIVE', 'DEACTIVATED', 'COMPLETED', 'EXPIRED']);
const paymentStates: ReadonlySet<string> = new Set(['PENDING', 'SUCCEEDED', 'FAILED']);

interface RawLink {
  readonly id: string;
  readonly state?: string | null;
  readonly link_url?: string | null;
  readonly tags?: Readonly<Record<string, string | null | undefined>> | null;
  readonly amount_details?: { readonly currency?: string | null } | null;
}

export class PlatformPayLinks implements PayLinkPort {
  readonly #options: LinkPortOptions;

  constructor(options: LinkPortOptions) {
    this.#options = options;
  }

  create(intent: LinkIntent): Promise<PlatformOutcome<LinkRecord>> {
    return failureAsOutcome(async () => {
      const { merchant } = this.#options;
      const { amountMinor, tipMaxMinor, currency, minutes, order, link } = intent;
      const total = linkTotalOf({ amountMinor, tipMinor: intent.tipMinor });
      const made = await this.#options.operations.paymentLinks.create({
        ...(merchant === null ? {} : { merchant }),
        nickname: `Till ${order ?? link}`.slice(0, 100),
        is_multiple_use: false,
        // At the counter a payment comes within seconds or not at all: a payment from a bank account takes days.
        allowed_payment_methods: ['PAYMENT_CARD'],
        amount_details:
          tipMaxMinor > 0
            ? { amount_type: 'VARIABLE', min_amount: total, max_amount: total + tipMaxMinor, currency }
            : { amount_type: 'FIXED', total_amount: total, currency },
        additional_details: { expiration_in_minutes: minutes },
        tags: tagsOf(intent),
      });
      if (made.kind !== 'answered') return failedCall(made);
      // An answer about another link is no answer (money rule 7), so the till's link is searched for.
      const tag = made.value.tags?.[LINK_TAG];
      if (tag !== undefined && tag !== null && tag !== link) return { kind: 'unknown', failure: otherLink };
      return { kind: 'answered', record: recordOf(made.value, []) };
    });
  }

  find(by: By): Promise<PlatformOutcome<LinkRecord | null>> {
    return failureAsOutcome<LinkRecord | null>(async () => {
      const found = await this.#tagged(by);
      return found.kind === 'answered' ? this.#oneOf(found.record, by) : found;
    });
  }

  read(id: string, by: By, ofCopies = false): Promise<PlatformOutcome<LinkRecord>> {
    return failureAsOutcome(() => (ofCopies ? this.#readAll(id, by) : this.#read(id, by)));
  }

  deactivate(id: string, by: By): Promise<PlatformOutcome<LinkRecord>> {
    return failureAsOutcome(async () => {
      const before = await this.#options.operations.paymentLinks.fetch(id);
      if (before.kind === 'answered' && before.value.state === 'ACTIVE') {
        // The answer does not matter: the link's state afterwards decides.
        await this.#options.operations.paymentLinks.update(id, { state: 'DEACTIVATED' });
      }
      return this.#readAll(id, by);
    });
  }

  send(id: string, way: LinkDelivery['way'], to: string): Promise<PlatformOutcome<null>> {
    return failureAsOutcome(async () => {
      const sent = await this.#options.operations.deliveryAttempts.create(id, {
        requested_delivery_methods: [{ type: way, destinations: [to] }],
      });
      return sent.kind === 'answered' ? { kind: 'answered', record: null } : failedCall(sent);
    });
  }

  /** Payments through a link, by attempts; by the Transfers' tag if the platform has no list of attempts. */
  async #paymentsOf({ id, amount_details: amount }: RawLink, by: By): Promise<PlatformOutcome<LinkPayment[]>> {
    const currency = currencyOf(amount?.currency);
    const attempts: { transfer: string | null; state: string }[] = [];
    for await (const page of this.#options.operations.transferAttempts.list({ entity_id: id }).pages()) {
      if (page.kind === 'refused' && isUnknownList(page.details)) return this.#taggedTransfers(currency, by);
      if (page.kind !== 'answered') return { kind: page.kind, failure: page.error.toFailure() };
      for (const one of page.value.items) {
        // A platform that does not support the filter also lists attempts of other links.
        if (one.entity_id !== id) continue;
        attempts.push({ transfer: one.transfer_id ?? null, state: one.state ?? 'UNKNOWN' });
      }
    }
    const payments: LinkPayment[] = [];
    for (const { transfer, state } of attempts) {
      if (transfer === null) {
        // A payment without an amount stays unresolved until a Transfer is reported.
        const unsaid = known(state) === 'SUCCEEDED' ? 'UNKNOWN' : known(state);
        payments.push({ transfer, state: unsaid, amountMinor: 0, currency: currency ?? '' });
        continue;
      }
      // The attempt shows that a customer tried; only its Transfer shows what moved, and how much.
      const reading = this.#options.operations.transfers.fetch(transfer);
      const read =
        known(state) === 'FAILED' ? await reading : await within(this.#options.clock, TRANSFER_WITHIN_MS, reading);
      if (read === null) {
        // Until then no payment of the order starts, so the answer may take as long as the platform needs.
        payments.push({ transfer, state: 'UNKNOWN', amountMinor: 0, currency: currency ?? '' });
        continue;
      }
      if (read.kind !== 'answered') return { kind: 'unknown', failure: read.error.toFailure() };
      payments.push(paymentOf(read.value, currency));
    }
    return { kind: 'answered', record: payments };
  }

  /**
   * Reads by tag, at any time. If the platform returns other Transfers or "not found", the filter is unreliable, so a
   * search by date follows.
   */
  async #taggedTransfers(currency: string | null, { link, startedAt }: By): Promise<PlatformOutcome<LinkPayment[]>> {
    const byTag = { 'tags.key': LINK_TAG, 'tags.value': link };
    const since = { 'created_at.gte': platformDate(startedAt + this.#offsetMs() - HOUR_MS) };
    const payments: LinkPayment[] = [];
    for await (const page of this.#options.operations.transfers
      .list((await this.#knowsTags(byTag)) ? byTag : since)
      .pages()) {
      if (page.kind !== 'answered') return { kind: page.kind, failure: page.error.toFailure() };
      for (const one of page.value.items) {
        // A reversal may carry its Transfer's tags.
        if (one.tags?.[LINK_TAG] === link && one.type === 'DEBIT') payments.push(paymentOf(one, currency));
      }
    }
    return { kind: 'answered', record: payments };
  }

  /** True if the list of Transfers keeps to the filter, judged by its first page. */
  async #knowsTags(byTag: Readonly<Record<'tags.key' | 'tags.value', string>>): Promise<boolean> {
    for await (const page of this.#options.operations.transfers.list(byTag).pages()) {
      return page.kind === 'answered' && page.value.items.every(({ tags }) => tags?.[LINK_TAG] === byTag['tags.value']);
    }
    return true;
  }

  async #withPayments(raw: RawLink, by: By): Promise<PlatformOutcome<LinkRecord>> {
    const payments = await this.#paymentsOf(raw, by);
    if (payments.kind !== 'answered') return { kind: 'unknown', failure: payments.failure };
    return { kind: 'answered', record: recordOf(raw, payments.record) };
  }

  /** All links with the till's tag: more than one if the create request was delivered twice. */
  async #tagged({ link, startedAt }: By): Promise<PlatformOutcome<RawLink[]>> {
    // Searches twice, since the platform may not know a filter: by tag, and through everything made around that time.
    const made = startedAt + this.#offsetMs();
    const [from, to] = [made - HOUR_MS, made + 25 * HOUR_MS];
    const byTag = { 'tags.key': LINK_TAG, 'tags.value': link };
    const byTime = { 'created_at.gte': platformDate(from), 'created_at.lte': platformDate(to) };
    const found = new Map<string, RawLink>();
    let isNameless = false;
    for (const filters of [byTag, byTime]) {
      let isFiltered = true;
      for await (const page of this.#options.operations.paymentLinks.list(filters).pages()) {
        // Some platforms answer 404 if a filter matches nothing.
        if (filters === byTag && page.kind === 'refused' && page.error.code === 'API_NOT_FOUND') break;
        if (page.kind !== 'answered') return failedCall(page);
        const own = page.value.items.filter(({ tags }) => tags?.[LINK_TAG] === link);
        for (const one of own) found.set(one.id, one);
        isFiltered &&= own.length === page.value.items.length;
        isNameless ||= page.value.items.some(({ tags }) => tags === undefined || tags === null);
        // A platform that does not support the filter lists all of its links; copies were made at about the same time.
        if (filters === byTag && found.size > 0 && !isFiltered) break;
      }
      if (found.size > 0 && isFiltered) break;
    }
    // A link without tags may be the till's, so "none" remains unproven.
    if (found.size === 0 && isNameless) return { kind: 'unknown', failure: nameless };
    return { kind: 'answered', record: [...found.values()] };
  }

  /** The copy through which a customer has paid; otherwise the first copy. */
  async #oneOf(copies: readonly RawLink[], by: By): Promise<PlatformOutcome<LinkRecord | null>> {
    const [first] = copies;
    if (!first) return { kind: 'answered', record: null };
    if (copies.length === 1) return this.#withPayments(first, by);
    for (const one of copies) {
      const outcome = await this.#withPayments(one, by);
      if (outcome.kind !== 'answered' || hasMoney(outcome.record)) return this.#readAll(one.id, by);
    }
    return this.#readAll(first.id, by);
  }

  /**
   * Reads a link with the payments through its copies, which are deactivated. Payments are reported even if something
   * else is unknown.
   */
  async #readAll(id: string, by: By): Promise<PlatformOutcome<LinkRecord>> {
    const own = await this.#read(id, by);
    if (own.kind !== 'answered') return own;
    const found = await this.#tagged(by);
    if (found.kind !== 'answered') return hasMoney(own.record) ? own : { kind: 'unknown', failure: found.failure };
    let { record } = own;
    let unclear: Failure | null = null;
    for (const copy of found.record.filter((one) => one.id !== id)) {
      if (copy.state === 'ACTIVE')
        await this.#options.operations.paymentLinks.update(copy.id, { state: 'DEACTIVATED' });
      const read = await this.#read(copy.id, by);
      if (read.kind !== 'answered') {
        unclear = read.failure;
        continue;
      }
      const { state, payments } = read.record;
      if (state === 'ACTIVE' || state === 'UNKNOWN') unclear = copyInUse;
      record = {
        ...record,
        state: state === 'COMPLETED' ? state : record.state,
        payments: [...record.payments, ...payments],
        hasCopies: true,
      };
    }
    return unclear && !hasMoney(record) ? { kind: 'unknown', failure: unclear } : { kind: 'answered', record };
  }

  async #read(id: string, by: By): Promise<PlatformOutcome<LinkRecord>> {
    const link = await this.#options.operations.paymentLinks.fetch(id);
    return link.kind === 'answered' ? this.#withPayments(link.value, by) : failedCall(link);
  }

  #offsetMs(): number {
    return this.#options.offsetMs?.() ?? 0;
  }
}

/** The port of a till without a platform: provably nothing is sent. */
export function createUnconfiguredLinkPort(): PayLinkPort {
  const notSent = async () => ({ kind: 'not-sent', failure: notConfigured }) as const;
  return { create: notSent, find: notSent, read: notSent, deactivate: notSent, send: notSent };
}

const otherLink: Failure = { code: 'API_UNREADABLE', message: 'The answer was about another link.' };
const nameless: Failure = { code: 'API_UNREADABLE', message: 'The list does not say which tags its links carry.' };
const copyInUse: Failure = { code: 'API_UNREADABLE', message: 'A second link of the same request can still be paid.' };

/**
 * The specification lists the resource and shows no endpoint for it, so a platform may lack the list. A gateway's error
 * page does not prove that. The form of the error is ignored, because the only consequence is a different way of
 * reading.
 */
function isUnknownList({ status, platformCode }: { status: number; platformCode: string | null }): boolean {
  return platformCode !== null && (status === 404 || status === 405 || status === 403);
}

function hasMoney({ payments }: LinkRecord): boolean {
  return payments.some(({ state }) => state !== 'FAILED');
}

function recordOf(raw: RawLink, payments: LinkPayment[]): LinkRecord {
  const state = raw.state ?? '';
  return {
    id: raw.id,
    url: addressOf(raw.link_url ?? null),
    state: states.has(state) ? (state as LinkRecord['state']) : 'UNKNOWN',
    payments,
  };
}

/**
 * Accepts only an address that a browser opens as a page, and over the network only an encrypted one: it is shown and
 * made into a code.
 */
function addressOf(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)) ? text : null;
}

function known(state: string): LinkPayment['state'] {
  return paymentStates.has(state) ? (state as LinkPayment['state']) : 'UNKNOWN';
}

/** Currency code, or null if none is given. */
function currencyOf(text: string | null | undefined): string | null {
  return text?.trim().toUpperCase() || null;
}

/** @param linkCurrency default currency for a payment without a currency: a link has a single currency */
function paymentOf(
  transfer: {
    readonly id: string;
    readonly state?: string | null;
    readonly amount?: number | null;
    readonly currency?: string | null;
  },
  linkCurrency: string | null,
): LinkPayment {
  const { id, state, amount } = transfer;
  const currency = currencyOf(transfer.currency) ?? linkCurrency;
  const isWhole = typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 0;
  return {
    transfer: id,
    // A cancelled Transfer has ended without a payment. Without amount and currency the paid amount is unknown.
    state: state === 'CANCELED' ? 'FAILED' : isWhole && currency !== null ? known(state ?? '') : 'UNKNOWN',
    amountMinor: isWhole ? amount : 0,
    currency: currency ?? '',
  };
}

function tagsOf({ link, order, part }: LinkIntent): Record<string, string> {
  const orderId = tagText(order);
  return {
    [LINK_TAG]: link,
    ...(orderId === '' ? {} : { order_id: orderId }),
    ...(part === null ? {} : { rest_of: part }),
  };
}

function failedCall(
  outcome: Exclude<ApiOutcome<unknown>, { kind: 'answered' }>,
): Exclude<PlatformOutcome<never>, { kind: 'answered' }> {
  return { kind: outcome.kind, failure: outcome.error.toFailure() };
}
