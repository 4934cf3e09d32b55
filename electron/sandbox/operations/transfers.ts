/**
 * Applies the consequences of a Transfer that succeeds: its Fee, and its place in the settlement queue (MANUAL) or in
 * the accruing Settlement (AUTOMATIC). All code that creates Transfers calls `addTransfer`.
 */
import { isSameDay, processingFee, settlementOf } from '../rules/settlement-rules.ts';
import { equals } from '../store/collection.ts';
import type { Stored } from '../store/collection.ts';
import type { SettlementEntryRecord, SettlementRecord, TransferRecord } from '../store/records/index.ts';
import type { StoredMerchant, StoredTransfer } from '../store/store.ts';
import type { World } from '../world/world.ts';

type Settled = Pick<SettlementEntryRecord, 'entity_type' | 'entity_id' | 'amount' | 'currency'>;

export function addToSettlement(world: World, settlement: Stored<SettlementRecord>, settled: Settled) {
  const { store } = world;
  const isFee = settled.entity_type === 'FEE';
  store.settlementEntries.insert({ ...settled, settlement: settlement.id, merchant: settlement.merchant });
  const fee = isFee ? store.fees.find(settled.entity_id) : undefined;
  if (fee) store.fees.update(fee, { is_settled: true });
  return store.settlements.update(settlement, {
    entry_count: settlement.entry_count + 1,
    total_amount: settlement.total_amount + (isFee ? 0 : settled.amount),
    total_fees: settlement.total_fees - (isFee ? settled.amount : 0),
  });
}

export function openSettlement(
  world: World,
  merchant: Pick<StoredMerchant, 'id' | 'application'>,
  currency: string,
  state: 'ACCRUING' | 'AWAITING_APPROVAL',
): Stored<SettlementRecord> {
  return world.store.settlements.insert({
    application: merchant.application,
    merchant: merchant.id,
    currency,
    state,
    total_amount: 0,
    total_fees: 0,
    entry_count: 0,
    tags: {},
  });
}

/** Today's Settlement. An older Settlement is closed when the first entry of today arrives. */
function accruing(world: World, merchant: StoredMerchant, currency: string): Stored<SettlementRecord> {
  const { store, clock } = world;
  const open = store.settlements.first(
    equals('merchant', merchant.id),
    equals('currency', currency),
    equals('state', 'ACCRUING'),
  );
  if (open && isSameDay(open.created_at, clock.now())) return open;
  if (open) store.settlements.update(open, { state: 'AWAITING_APPROVAL' });
  return openSettlement(world, merchant, currency, 'ACCRUING');
}

/** Adds to the queue of a MANUAL merchant, and to the accruing Settlement of any other. */
export function enqueue(world: World, merchant: StoredMerchant, settled: Settled): void {
  if (merchant.settlement_queue_mode !== 'MANUAL') {
    addToSettlement(world, accruing(world, merchant, settled.currency), settled);
    return;
  }
  world.store.settlementQueue.insert({
    ...settled,
    application: merchant.application,
    merchant: merchant.id,
    state: 'PENDING',
    settlement: null,
    released_at: null,
    tags: {},
  });
}

/** Charges the fee of the application's fee profile, if there is a profile. */
function chargeFee(world: World, merchant: StoredMerchant, transfer: StoredTransfer): void {
  const { store } = world;
  const profile = store.applicationProfiles.first(equals('application', merchant.application));
  const fees = store.feeProfiles.find(profile?.fee_profile ?? '');
  const amount = fees ? processingFee(transfer.amount, fees) : 0;
  if (amount === 0) return;
  const fee = store.fees.insert({
    application: merchant.application,
    merchant: merchant.id,
    amount,
    currency: transfer.currency,
    fee_type: 'CARD_PROCESSING',
    label: null,
    linked_to: transfer.id,
    linked_type: 'TRANSFER',
    is_settled: false,
    tags: {},
  });
  enqueue(world, merchant, { entity_type: 'FEE', entity_id: fee.id, amount: -amount, currency: fee.currency });
}

/** Applies the consequences of a Transfer. Call once, in the transaction in which the Transfer succeeds. */
export function applyTransferOutcome(world: World, transfer: StoredTransfer): void {
  const merchant = world.store.merchants.find(transfer.merchant);
  const settled = settlementOf(transfer);
  if (!merchant || !settled || transfer.state !== 'SUCCEEDED') return;
  enqueue(world, merchant, { ...settled, entity_id: transfer.id, currency: transfer.currency });
  if (transfer.type === 'DEBIT') chargeFee(world, merchant, transfer);
}

/** Stores a Transfer and applies its consequences. */
export function addTransfer(world: World, record: TransferRecord): StoredTransfer {
  return world.store.transaction(() => {
    const transfer = world.store.transfers.insert(record);
    applyTransferOutcome(world, transfer);
    return transfer;
  });
}
