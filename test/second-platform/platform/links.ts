import type { Ledger, Link, Transfer } from './ledger.ts';
import { tagsOf, textOrNull, type Body, type Payments } from './payments.ts';
import { invalid, notFound, Refusal } from './refusal.ts';

const week = 7 * 86_400_000;

export class Links {
  readonly #ledger: Ledger;
  readonly #payments: Payments;
  readonly #deliveries = new Map<string, Set<string>>();

  constructor(ledger: Ledger, payments: Payments) {
    this.#ledger = ledger;
    this.#payments = payments;
  }

  /** @throws Refusal */
  create(body: Body): Link {
    const details = (body['amount_details'] ?? body) as Body;
    const amount = Number(details['total_amount'] ?? details['amount']);
    if (!Number.isSafeInteger(amount) || amount <= 0) throw invalid('amount_details', 'An amount is needed.');
    const merchant = textOrNull(body['merchant_id'] ?? body['merchant']) ?? this.#ledger.merchants[0]!.id;
    const link: Link = {
      ...this.#ledger.entry('link'),
      merchant,
      state: 'ACTIVE',
      amount,
      currency: textOrNull(details['currency']) ?? 'USD',
      tags: tagsOf(body),
      given: body,
      expiresAt: this.#ledger.now() + week,
      transfers: [],
    };
    this.#ledger.links.set(link.id, link);
    return this.#ledger.changed(link);
  }

  /** @throws Refusal 404 */
  find(id: string): Link {
    const link = this.#ledger.links.get(id);
    if (!link) throw notFound(`Payment link ${id}`);
    return link;
  }

  /** @throws Refusal */
  change(id: string, body: Body): Link {
    const link = this.find(id);
    const state = textOrNull(body['state']);
    if (state !== null && state !== link.state) {
      if (!['ACTIVE', 'DEACTIVATED'].includes(state) || !['ACTIVE', 'DEACTIVATED'].includes(link.state))
        throw new Refusal(422, 'UNPROCESSABLE_ENTITY', `A link that is ${link.state} does not change its state.`);
      link.state = state as 'ACTIVE' | 'DEACTIVATED';
    }
    if (body['tags']) link.tags = tagsOf(body);
    if (typeof body['nickname'] === 'string') link.given = { ...link.given, nickname: body['nickname'] };
    return this.#ledger.changed(link);
  }

  /** @throws Refusal */
  deliver(id: string, body: Body): object {
    const link = this.find(id);
    const known = this.#deliveries.get(id) ?? new Set();
    this.#deliveries.set(id, known);
    for (const text of JSON.stringify(body).match(/[\w.+-]+@[\w.-]+|\+\d{6,}/g) ?? []) known.add(text);
    if (known.size > 15) throw new Refusal(422, 'UNPROCESSABLE_ENTITY', 'At most 15 destinations.');
    return { ...body, id: `delivery-${link.id.slice(-6)}-${known.size}`, payment_link: link.id, state: 'PENDING' };
  }

  /** A customer opens the page and pays. @throws Refusal when the link accepts no payment any more */
  pay(id: string): Transfer {
    const link = this.find(id);
    if (link.state !== 'ACTIVE') throw new Refusal(409, 'CONFLICT', `The link is ${link.state}.`);
    const { amount, currency, merchant, tags } = link;
    const transfer = this.#payments.byLink(id, { amount, currency, merchant, tags });
    link.transfers.push(transfer.id);
    link.state = 'COMPLETED';
    this.#ledger.changed(link);
    return transfer;
  }
}
