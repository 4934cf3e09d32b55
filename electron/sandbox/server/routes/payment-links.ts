/** Payment Links, their deliveries, and the attempts to pay through them. */
import {
  deliveryAttemptStateKnownValues,
  deliveryMethodValues,
  paymentLinkStateValues,
  pathOf,
  transferAttemptStateKnownValues,
} from '../../../platform-api/index.ts';
import { destinationsOf, send } from '../../operations/delivery-attempts.ts';
import type { Sent } from '../../operations/delivery-attempts.ts';
import { Problem, throwIfRefused } from '../../world/problem.ts';
import { oneOf, text } from '../filters.ts';
import type { Call, Handlers } from '../handlers.ts';
import { DEFAULT_EXPIRY_MINUTES, refuseAmount, refuseBuyer, refuseLinkUpdate } from '../../rules/payment-link-rules.ts';
import { invalidField } from '../../rules/refusal.ts';
import { equals } from '../../store/collection.ts';
import type { Stored } from '../../store/collection.ts';
import type { PaymentLinkRecord } from '../../store/records/index.ts';
import type { StoredUser } from '../../store/store.ts';
import { resolveMerchant } from '../../operations/payment-ways.ts';
import { representDeliveryAttempt, representPaymentLink, representTransferAttempt } from '../../views/payment-links.ts';
import { given, resource } from './resource.ts';
import type { World } from '../../world/world.ts';

type ListCall = Call<'listDeliveryAttempts' | 'listDeliveryAttemptsHyphenated' | 'listReceiptDeliveryAttempts'>;
type SendCall = Call<'createDeliveryAttempts' | 'createDeliveryAttemptsHyphenated' | 'createReceiptDeliveryAttempts'>;

/** Lists and creates Delivery Attempts of Payment Links and of Receipts. */
export function deliveryAttempts(world: World) {
  const attempts = resource(world, {
    name: 'delivery_attempts',
    collection: world.store.deliveryAttempts,
    filters: {
      type: oneOf('type', deliveryMethodValues),
      state: oneOf('state', deliveryAttemptStateKnownValues),
    },
    represent: (stored) => representDeliveryAttempt(world, stored),
  });
  return {
    listOf: (call: Pick<ListCall, 'query' | 'usesCursor' | 'target' | 'user'>, linkedTo: string) =>
      attempts.list(call, [equals('linked_to', linkedTo)]),
    /** @param listPath path that lists the attempts */
    sendBy: (call: Pick<SendCall, 'body' | 'target'>, sent: Sent, listPath: string) => {
      const { requested_delivery_methods: methods, tags } = call.body;
      const allowed = sent.linked_type === 'RECEIPT' ? deliveryMethodValues : (['EMAIL', 'SMS'] as const);
      const made = send(world, sent, destinationsOf(methods, allowed), tags ?? {});
      return {
        status: 201,
        body: {
          _embedded: { delivery_attempts: made.map((attempt) => representDeliveryAttempt(world, attempt)) },
          _links: { self: { href: world.url(call.target) } },
        },
        location: world.url(listPath),
      };
    },
  };
}

const resources = (world: World) => ({
  paymentLinks: resource(world, {
    name: 'payment_links',
    collection: world.store.paymentLinks,
    filters: { state: oneOf('state', paymentLinkStateValues), nickname: text('nickname') },
    represent: (stored) => representPaymentLink(world, stored),
  }),
  transferAttempts: resource(world, {
    name: 'transfer_attempts',
    collection: world.store.transferAttempts,
    hasTags: false,
    filters: {
      entity_id: text('entity_id'),
      transfer_id: text('transfer_id'),
      state: oneOf('state', transferAttemptStateKnownValues),
    },
    represent: (stored) => representTransferAttempt(world, stored),
  }),
});

function create(world: World, { body, user }: Call<'createPaymentLink'>) {
  const { merchant } = resolveMerchant(world, user, given(body, 'merchant'));
  const isMultipleUse = body.is_multiple_use ?? false;
  throwIfRefused([...refuseAmount(body.amount_details), refuseBuyer(isMultipleUse, body.buyer_details)]);
  const minutes = body.additional_details?.expiration_in_minutes ?? DEFAULT_EXPIRY_MINUTES;
  const expiresAt = world.clock.now() + minutes * 60_000;
  const link = world.store.paymentLinks.insert({
    application: merchant.application,
    merchant: merchant.id,
    nickname: body.nickname ?? null,
    state: 'ACTIVE',
    is_multiple_use: isMultipleUse,
    allowed_payment_methods: body.allowed_payment_methods,
    amount_details: { total_amount: null, min_amount: null, max_amount: null, ...body.amount_details },
    items: body.items ?? [],
    buyer_details: body.buyer_details ?? null,
    link_expires_at: expiresAt,
    paid_by: null,
    tags: body.tags ?? {},
    pending: { decides_at: expiresAt, change: { state: 'EXPIRED' } },
  });
  world.settleAt(expiresAt);
  return link;
}

function update(world: World, link: Stored<PaymentLinkRecord>, body: Call<'updatePaymentLink'>['body']) {
  throwIfRefused(refuseLinkUpdate(link, body));
  const change = given(body, 'nickname', 'tags', 'state', 'allowed_payment_methods', 'buyer_details');
  return world.store.paymentLinks.update(link, change);
}

/** @throws Problem 422 */
function refuseSending(link: Stored<PaymentLinkRecord>): void {
  if (link.state === 'ACTIVE') return;
  throw new Problem(invalidField('state', `The link is ${link.state}, not ACTIVE.`, 'PAYMENT_LINK_NOT_ACTIVE'));
}

export function paymentLinkHandlers(world: World) {
  const { paymentLinks, transferAttempts } = resources(world);
  const deliveries = deliveryAttempts(world);
  const linkOf = ({ parameters, user }: { parameters: { payment_link_id: string }; user: StoredUser }) =>
    paymentLinks.find(user, parameters.payment_link_id);
  const listSent = (call: Call<'listDeliveryAttempts' | 'listDeliveryAttemptsHyphenated'>) =>
    deliveries.listOf(call, linkOf(call).id);
  const sendLink = (call: Call<'createDeliveryAttempts' | 'createDeliveryAttemptsHyphenated'>) => {
    const link = linkOf(call);
    refuseSending(link);
    return deliveries.sendBy(
      call,
      { application: link.application, merchant: link.merchant, linked_to: link.id, linked_type: 'PAYMENT_LINK' },
      pathOf('listDeliveryAttempts', { payment_link_id: link.id }),
    );
  };
  return {
    createPaymentLink: (call) => paymentLinks.created(create(world, call)),
    listPaymentLinks: (call) => paymentLinks.list(call),
    fetchPaymentLink: (call) => paymentLinks.answer(linkOf(call)),
    updatePaymentLink: (call) => paymentLinks.answer(update(world, linkOf(call), call.body)),
    listDeliveryAttempts: listSent,
    createDeliveryAttempts: sendLink,
    listDeliveryAttemptsHyphenated: listSent,
    createDeliveryAttemptsHyphenated: sendLink,
    listTransferAttempts: (call) => transferAttempts.list(call),
    fetchTransferAttempt: ({ parameters, user }) => transferAttempts.fetch(user, parameters.transfer_attempt_id),
  } satisfies Partial<Handlers>;
}
