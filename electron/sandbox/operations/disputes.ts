/** Opens Disputes, and ends them: by the clock, by the seller, or by the control endpoint. */
import { newTransfer } from './new-payments.ts';
import { adjustments, DISPUTED_AMOUNT_MINOR, RESPONSE_MS } from '../rules/dispute-rules.ts';
import type { DisputeOutcome } from '../rules/dispute-rules.ts';
import { equals } from '../store/collection.ts';
import type { Stored } from '../store/collection.ts';
import type { DisputeRecord } from '../store/records/index.ts';
import type { StoredTransfer } from '../store/store.ts';
import { addTransfer } from './transfers.ts';
import type { World } from '../world/world.ts';

/** Moves the disputed amount for one step of the Dispute. */
function adjust(world: World, dispute: Stored<DisputeRecord>, step: keyof typeof adjustments): void {
  const { application, merchant, amount, currency } = dispute;
  for (const subtype of adjustments[step]) {
    addTransfer(
      world,
      newTransfer(
        world,
        { id: merchant, application },
        {
          type: 'ADJUSTMENT',
          subtype,
          amount,
          currency,
          operation_key: `${subtype}_ADJUSTMENT`,
          dispute: dispute.id,
        },
      ),
    );
  }
}

/** Opens a Dispute for a Transfer. The caller checks that this is allowed. */
export function openDispute(
  world: World,
  transfer: StoredTransfer,
  { amount = transfer.amount, reason = 'FRAUD' }: { amount?: number | undefined; reason?: string | undefined } = {},
): Stored<DisputeRecord> {
  const { store, clock } = world;
  const respondBy = clock.now() + RESPONSE_MS;
  const opened = store.transaction(() => {
    const dispute = store.disputes.insert({
      application: transfer.application,
      merchant: transfer.merchant,
      transfer: transfer.id,
      amount,
      currency: transfer.currency,
      state: 'PENDING',
      response_state: 'NEEDS_RESPONSE',
      reason,
      respond_by: respondBy,
      submitted_at: null,
      tags: {},
      pending: { decides_at: respondBy, change: { state: 'LOST', response_state: 'NO_RESPONSE' } },
    });
    adjust(world, dispute, 'opened');
    return dispute;
  });
  world.settleAt(respondBy);
  return opened;
}

/** Ends a Dispute before its time. */
export function decideDispute(
  world: World,
  dispute: Stored<DisputeRecord>,
  outcome: DisputeOutcome,
  more: Partial<DisputeRecord> = {},
): Stored<DisputeRecord> {
  return world.store.transaction(() => {
    const decided = world.store.disputes.update(dispute, { ...more, state: outcome, pending: null });
    adjust(world, decided, outcome);
    return decided;
  });
}

/** Moves the money of a Dispute that the clock ended. Call once, in the transaction that ended it. */
export function applyDisputeOutcome(world: World, id: string): void {
  const dispute = world.store.disputes.find(id);
  if (dispute?.state === 'WON') adjust(world, dispute, 'WON');
  if (dispute?.state === 'LOST') adjust(world, dispute, 'LOST');
}

/** Disputes every sale of the test amount from now on, in the transaction in which the sale succeeds. */
export function disputeTestAmounts(world: World): void {
  const { store } = world;
  store.beforeCommit((changes) => {
    const sales = changes
      .filter(({ collection }) => collection === store.transfers.name)
      .map(({ record }) => record as StoredTransfer)
      .filter(
        ({ type, state, amount }) => type === 'DEBIT' && state === 'SUCCEEDED' && amount === DISPUTED_AMOUNT_MINOR,
      );
    for (const sale of sales) {
      if (!store.disputes.first(equals('transfer', sale.id))) openDispute(world, sale);
    }
  });
}
