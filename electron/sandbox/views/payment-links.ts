/** Represents Payment Links, Delivery and Transfer Attempts, and Receipts in replies. */
import type { DeliveryAttempt, PaymentLink, Receipt, TransferAttempt } from '../../platform-api/index.ts';
import { pathOf } from '../../platform-api/index.ts';
import { pagePaths } from './page-paths.ts';
import type { Stored } from '../store/collection.ts';
import type {
  DeliveryAttemptRecord,
  PaymentLinkRecord,
  ReceiptRecord,
  TransferAttemptRecord,
} from '../store/records/index.ts';
import { instant, links, shown } from './common.ts';
import type { World } from '../world/world.ts';

const merchantPath = (id: string) => pathOf('fetchMerchant', { merchant_id: id });
const linkPath = (id: string) => pathOf('fetchPaymentLink', { payment_link_id: id });
const receiptPath = (id: string) => pathOf('fetchReceipt', { receipt_id: id });
const transferPath = (id: string) => pathOf('fetchTransfer', { transfer_id: id });

export const representPaymentLink = (world: World, stored: Stored<PaymentLinkRecord>): PaymentLink => ({
  ...shown(
    stored,
    'application',
    'merchant',
    'nickname',
    'state',
    'is_multiple_use',
    'allowed_payment_methods',
    'amount_details',
    'items',
    'buyer_details',
    'tags',
  ),
  link_url: world.url(pagePaths.pay(stored.id)),
  link_expires_at: instant(stored.link_expires_at),
  _links: links(world, {
    self: linkPath(stored.id),
    merchant: merchantPath(stored.merchant),
    delivery_attempts: pathOf('listDeliveryAttempts', { payment_link_id: stored.id }),
    transfer_attempts: `/transfer_attempts?entity_id=${stored.id}`,
    application: pathOf('fetchApplication', { application_id: stored.application }),
  }),
});

export const representDeliveryAttempt = (world: World, stored: Stored<DeliveryAttemptRecord>): DeliveryAttempt => ({
  ...shown(stored, 'application', 'linked_to', 'linked_type', 'type', 'destination', 'state', 'failure_code', 'tags'),
  _links: links(
    world,
    stored.linked_type === 'PAYMENT_LINK'
      ? { payment_link: linkPath(stored.linked_to) }
      : { receipt: receiptPath(stored.linked_to) },
  ),
});

export const representTransferAttempt = (world: World, stored: Stored<TransferAttemptRecord>): TransferAttempt => ({
  ...shown(
    stored,
    'application',
    'merchant',
    'entity_id',
    'entity_type',
    'transfer_id',
    'state',
    'payment_instrument',
    'amount',
    'currency',
    'failure_code',
  ),
  _links: links(world, {
    self: pathOf('fetchTransferAttempt', { transfer_attempt_id: stored.id }),
    payment_link: linkPath(stored.entity_id),
    transfer: stored.transfer_id === null ? null : transferPath(stored.transfer_id),
    merchant: merchantPath(stored.merchant),
  }),
});

export const representReceipt = (world: World, stored: Stored<ReceiptRecord>): Receipt => ({
  ...shown(
    stored,
    'application',
    'merchant',
    'entity_id',
    'entity_type',
    'type',
    'merchant_name',
    'amount',
    'currency',
    'amount_breakdown',
    'items',
    'card_present_details',
    'requested_delivery_methods',
    'tags',
  ),
  receipt_url: world.url(pagePaths.receipt(stored.token)),
  _links: links(world, {
    self: receiptPath(stored.id),
    delivery_attempts: pathOf('listReceiptDeliveryAttempts', { receipt_id: stored.id }),
    merchant: merchantPath(stored.merchant),
    [stored.entity_type.toLowerCase()]:
      stored.entity_type === 'TRANSFER'
        ? transferPath(stored.entity_id)
        : pathOf('fetchAuthorization', { authorization_id: stored.entity_id }),
  }),
});
