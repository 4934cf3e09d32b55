/** Represents fees, settlement and balances in replies. */
import type {
  BalanceAdjustment,
  BalanceTransfer,
  Fee,
  Settlement,
  SettlementEntry,
  SettlementQueueEntry,
} from '../../platform-api/index.ts';
import { pathOf } from '../../platform-api/index.ts';
import type { Stored } from '../store/collection.ts';
import type {
  BalanceAdjustmentRecord,
  BalanceTransferRecord,
  FeeRecord,
  SettlementEntryRecord,
  SettlementQueueEntryRecord,
  SettlementRecord,
} from '../store/records/index.ts';
import { instant, instantOrNull, links, shown } from './common.ts';
import type { World } from '../world/world.ts';

const merchantPath = (id: string) => pathOf('fetchMerchant', { merchant_id: id });
const settlementPath = (id: string) => pathOf('fetchSettlement', { settlement_id: id });

/** Path of an entry's Fee or Transfer. */
function entityPath(type: string, id: string): string {
  return type === 'FEE' ? pathOf('fetchFee', { fee_id: id }) : pathOf('fetchTransfer', { transfer_id: id });
}

export const representFee = (world: World, stored: Stored<FeeRecord>): Fee => ({
  ...shown(
    stored,
    'application',
    'merchant',
    'amount',
    'currency',
    'fee_type',
    'label',
    'linked_to',
    'linked_type',
    'is_settled',
    'tags',
  ),
  _links: links(world, {
    self: pathOf('fetchFee', { fee_id: stored.id }),
    merchant: merchantPath(stored.merchant),
    transfer:
      stored.linked_type === 'TRANSFER' ? pathOf('fetchTransfer', { transfer_id: stored.linked_to ?? '' }) : null,
    authorization:
      stored.linked_type === 'AUTHORIZATION'
        ? pathOf('fetchAuthorization', { authorization_id: stored.linked_to ?? '' })
        : null,
  }),
});

export const representQueueEntry = (
  world: World,
  stored: Stored<SettlementQueueEntryRecord>,
): SettlementQueueEntry => ({
  ...shown(
    stored,
    'application',
    'merchant',
    'entity_type',
    'entity_id',
    'amount',
    'currency',
    'state',
    'settlement',
    'tags',
  ),
  released_at: instantOrNull(stored.released_at),
  _links: links(world, {
    self: pathOf('fetchSettlementQueueEntry', { settlement_queue_entry_id: stored.id }),
    merchant: merchantPath(stored.merchant),
    entity: entityPath(stored.entity_type, stored.entity_id),
    settlement: stored.settlement === null ? null : settlementPath(stored.settlement),
  }),
});

export const representSettlement = (world: World, stored: Stored<SettlementRecord>): Settlement => ({
  ...shown(stored, 'application', 'merchant', 'currency', 'state', 'total_amount', 'total_fees', 'entry_count', 'tags'),
  net_amount: stored.total_amount - stored.total_fees,
  _links: links(world, {
    self: settlementPath(stored.id),
    settlement_entries: pathOf('listSettlementEntries', { settlement_id: stored.id }),
    merchant: merchantPath(stored.merchant),
  }),
});

export const representSettlementEntry = (world: World, stored: Stored<SettlementEntryRecord>): SettlementEntry => ({
  id: stored.id,
  created_at: instant(stored.created_at),
  settlement: stored.settlement,
  merchant: stored.merchant,
  entity_type: stored.entity_type,
  entity_id: stored.entity_id,
  amount: stored.amount,
  currency: stored.currency,
  _links: links(world, {
    settlement: settlementPath(stored.settlement),
    entity: entityPath(stored.entity_type, stored.entity_id),
  }),
});

export const representAdjustment = (world: World, stored: Stored<BalanceAdjustmentRecord>): BalanceAdjustment => ({
  ...shown(stored, 'linked_to', 'amount', 'currency', 'direction', 'payment_rail', 'state', 'tags'),
  _links: links(world, {
    self: pathOf('fetchBalanceAdjustment', { balance_adjustment_id: stored.id }),
    balances: `/balances?linked_to=${stored.linked_to}`,
  }),
});

export const representBalanceTransfer = (world: World, stored: Stored<BalanceTransferRecord>): BalanceTransfer => ({
  ...shown(stored, 'linked_to', 'amount', 'currency', 'source', 'destination', 'state', 'tags'),
  _links: links(world, { self: pathOf('fetchBalanceTransfer', { balance_transfer_id: stored.id }) }),
});
