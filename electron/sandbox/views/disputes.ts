/** Represents Disputes, evidence and Account Updater batches in replies. */
import type { Dispute, DisputeEvidence, InstrumentUpdate } from '../../platform-api/index.ts';
import { pathOf } from '../../platform-api/index.ts';
import type { Stored } from '../store/collection.ts';
import type { DisputeEvidenceRecord, DisputeRecord, InstrumentUpdateRecord } from '../store/records/index.ts';
import { instant, instantOrNull, links, shown } from './common.ts';
import type { World } from '../world/world.ts';

export const representDispute = (world: World, stored: Stored<DisputeRecord>): Dispute => ({
  ...shown(
    stored,
    'application',
    'merchant',
    'transfer',
    'amount',
    'currency',
    'state',
    'response_state',
    'reason',
    'tags',
  ),
  respond_by: instant(stored.respond_by),
  submitted_at: instantOrNull(stored.submitted_at),
  _links: links(world, {
    self: pathOf('fetchDispute', { dispute_id: stored.id }),
    transfer: pathOf('fetchTransfer', { transfer_id: stored.transfer }),
    merchant: pathOf('fetchMerchant', { merchant_id: stored.merchant }),
    evidence: pathOf('listDisputeEvidence', { dispute_id: stored.id }),
    adjustment_transfers: pathOf('listDisputeAdjustmentTransfers', { dispute_id: stored.id }),
  }),
});

export const representEvidence = (world: World, stored: Stored<DisputeEvidenceRecord>): DisputeEvidence => {
  const path = { dispute_id: stored.dispute, evidence_id: stored.id };
  return {
    ...shown(stored, 'dispute', 'state', 'file_name', 'content_type', 'size', 'failure_message', 'tags'),
    submitted_at: instantOrNull(stored.submitted_at),
    _links: links(world, {
      self: pathOf('fetchDisputeEvidence', path),
      dispute: pathOf('fetchDispute', { dispute_id: stored.dispute }),
      download: pathOf('downloadDisputeEvidence', path),
    }),
  };
};

export const representInstrumentUpdate = (world: World, stored: Stored<InstrumentUpdateRecord>): InstrumentUpdate => ({
  ...shown(stored, 'idempotency_id', 'merchant', 'state'),
  _links: links(world, {
    self: pathOf('fetchInstrumentUpdate', { instrument_updates_id: stored.id }),
    download: pathOf('downloadInstrumentUpdate', { instrument_updates_id: stored.id }),
    merchant: pathOf('fetchMerchant', { merchant_id: stored.merchant }),
  }),
});
