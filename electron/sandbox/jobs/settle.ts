/** Applies pending outcomes that are due, and their consequences. */
import { billDue, applyChargeOutcome } from './billing.ts';
import { applyFormOutcome } from '../operations/compliance.ts';
import { applyAttemptOutcome } from '../operations/link-payments.ts';
import { applyDisputeOutcome } from '../operations/disputes.ts';
import { completeInstrumentUpdate } from '../operations/instrument-updates.ts';
import { applyTransferOutcome } from '../operations/transfers.ts';
import type { World } from '../world/world.ts';

/** Consequences by collection. Each runs in the transaction that settled the record. */
const followUps: Readonly<Record<string, (world: World, id: string) => void>> = {
  transfers: (world, id) => {
    const transfer = world.store.transfers.find(id);
    if (!transfer) return;
    applyTransferOutcome(world, transfer);
    applyAttemptOutcome(world, transfer);
    applyChargeOutcome(world, transfer);
  },
  compliance_forms: (world, id) => {
    const form = world.store.complianceForms.find(id);
    if (form) applyFormOutcome(world, form);
  },
  disputes: applyDisputeOutcome,
  instrument_updates: completeInstrumentUpdate,
  verifications: (world, id) => {
    const { store } = world;
    const verification = store.verifications.find(id);
    const merchant = store.merchants.find(verification?.merchant ?? '');
    if (!merchant || merchant.verification !== id) return;
    store.merchants.update(merchant, { state: verification?.state === 'SUCCEEDED' ? 'APPROVED' : 'REJECTED' });
  },
};

export function settle(world: World): void {
  world.store.settleDue((collection, id) => followUps[collection]?.(world, id));
  billDue(world);
}
