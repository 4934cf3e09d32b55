/** Applies pending outcomes that are due, and their consequences. */
import { billDue, followCharge } from './billing.ts';
import { followForm } from '../operations/compliance.ts';
import { followAttempt } from '../operations/link-payments.ts';
import { followDispute } from '../operations/disputes.ts';
import { completeInstrumentUpdate } from '../operations/instrument-updates.ts';
import { followTransfer } from '../operations/transfers.ts';
import type { World } from '../world/world.ts';

/** Consequences by collection. Each runs in the transaction that settled the record. */
const followUps: Readonly<Record<string, (world: World, id: string) => void>> = {
  transfers: (world, id) => {
    const transfer = world.store.transfers.find(id);
    if (!transfer) return;
    followTransfer(world, transfer);
    followAttempt(world, transfer);
    followCharge(world, transfer);
  },
  compliance_forms: (world, id) => {
    const form = world.store.complianceForms.find(id);
    if (form) followForm(world, form);
  },
  disputes: followDispute,
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
