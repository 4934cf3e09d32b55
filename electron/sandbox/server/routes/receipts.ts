/**
 * Receipts of payments (assumed endpoints). Email and SMS are only recorded as deliveries; messages are never really
 * sent.
 */
import { deliveryMethodValues, pathOf } from '../../../platform-api/index.ts';
import { destinationsOf, send } from '../../operations/delivery-attempts.ts';
import { Problem } from '../../world/problem.ts';
import { text } from '../filters.ts';
import type { Call, Handlers } from '../handlers.ts';
import { receiptTypeOf, refuseBreakdown, refuseReceiptOf } from '../../rules/receipt-rules.ts';
import type { Destination } from '../../rules/delivery-rules.ts';
import { invalidField } from '../../rules/refusal.ts';
import { randomText } from '../../store/ids.ts';
import type { ReceiptRecord } from '../../store/records/index.ts';
import type { StoredUser } from '../../store/store.ts';
import { deliveryAttempts } from './payment-links.ts';
import { representReceipt } from '../../views/payment-links.ts';
import { resource } from './resource.ts';
import { maySee } from '../../rules/user-rules.ts';
import type { World } from '../../world/world.ts';

/** Characters of a receipt's token: more than 180 bits. */
const TOKEN_LENGTH = 32;

type Receipted = Pick<
  ReceiptRecord,
  'application' | 'merchant' | 'entity_id' | 'entity_type' | 'type' | 'amount' | 'currency' | 'card_present_details'
>;

/**
 * A receipt can be printed only by a Device of its Merchant.
 * @throws Problem 422
 */
function checkPrinters(world: World, merchant: string, destinations: readonly Destination[]): void {
  const wrong = destinations.find(
    ({ type, key }) => type === 'PRINT' && world.store.devices.find(key)?.merchant !== merchant,
  );
  if (wrong) throw new Problem(invalidField('requested_delivery_methods', 'The merchant has no such device to print.'));
}

/**
 * The payment of a receipt.
 * @throws Problem 422
 */
function receiptedBy(world: World, user: StoredUser, id: string): Receipted {
  const { store } = world;
  const transfer = store.transfers.find(id);
  const authorization = transfer ? undefined : store.authorizations.find(id);
  const found = transfer ?? authorization;
  if (!found || !maySee(user, found.merchant)) {
    throw new Problem(invalidField('entity_id', 'There is no such transfer or authorization.'));
  }
  const type = transfer ? receiptTypeOf(transfer.type) : 'AUTHORIZATION';
  if (type === null) throw new Problem(invalidField('entity_id', 'That kind of transfer has no receipt.'));
  const refusal = refuseReceiptOf(type, found.state);
  if (refusal) throw new Problem(refusal);
  if (authorization?.is_void) throw new Problem(invalidField('entity_id', 'The authorization is void.'));
  const { application, merchant, amount, currency, card_present_details } = found;
  const entity_type = transfer ? 'TRANSFER' : 'AUTHORIZATION';
  return { application, merchant, entity_id: found.id, entity_type, type, amount, currency, card_present_details };
}

export function receiptHandlers(world: World) {
  const { store } = world;
  const receipts = resource(world, {
    name: 'receipts',
    collection: store.receipts,
    filters: { entity_id: text('entity_id') },
    represent: (stored) => representReceipt(world, stored),
  });
  const deliveries = deliveryAttempts(world);

  const create = ({ body, user }: Call<'createReceipt'>) => {
    const payment = receiptedBy(world, user, body.entity_id);
    const methods = body.requested_delivery_methods ?? [];
    const isSent = body.send_receipt_to_buyer === true;
    if (isSent && methods.length === 0) {
      throw new Problem(invalidField('requested_delivery_methods', 'There is nowhere to send it.'));
    }
    const breakdown = body.amount_breakdown ?? null;
    const refusal = breakdown && refuseBreakdown(payment.amount, breakdown);
    if (refusal) throw new Problem(refusal);
    // Destinations are stored and shown, so they are checked even if messages are never sent.
    const destinations = destinationsOf(methods, deliveryMethodValues);
    checkPrinters(world, payment.merchant, destinations);
    const made = store.transaction(() => {
      const receipt = store.receipts.insert({
        ...payment,
        merchant_name: store.merchants.find(payment.merchant)?.name ?? '',
        amount_breakdown: breakdown,
        items: body.items ?? [],
        requested_delivery_methods: methods,
        token: randomText(TOKEN_LENGTH, world.random),
        tags: body.tags ?? {},
      });
      if (isSent) send(world, sentOf(receipt), destinations, {});
      return receipt;
    });
    return receipts.created(made);
  };

  const sentOf = ({ application, merchant, id }: Pick<ReceiptRecord, 'application' | 'merchant'> & { id: string }) => ({
    application,
    merchant,
    linked_to: id,
    linked_type: 'RECEIPT' as const,
  });

  return {
    createReceipt: create,
    listReceipts: (call) => receipts.list(call),
    fetchReceipt: ({ parameters, user }) => receipts.fetch(user, parameters.receipt_id),
    listReceiptDeliveryAttempts: (call) =>
      deliveries.listOf(call, receipts.find(call.user, call.parameters.receipt_id).id),
    createReceiptDeliveryAttempts: (call) => {
      const receipt = receipts.find(call.user, call.parameters.receipt_id);
      checkPrinters(
        world,
        receipt.merchant,
        destinationsOf(call.body.requested_delivery_methods, deliveryMethodValues),
      );
      return deliveries.sendBy(
        call,
        sentOf(receipt),
        pathOf('listReceiptDeliveryAttempts', { receipt_id: receipt.id }),
      );
    },
  } satisfies Partial<Handlers>;
}
