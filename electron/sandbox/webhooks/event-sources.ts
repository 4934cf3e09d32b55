/** Which collections announce their changes, as which entity, and how a record of each is shown. */
import type { WebhookEntity } from '../../platform-api/index.ts';
import { representComplianceForm, representExternalLink, representFile } from '../views/files.ts';
import {
  representDeliveryAttempt,
  representPaymentLink,
  representReceipt,
  representTransferAttempt,
} from '../views/payment-links.ts';
import { representDispute, representEvidence, representInstrumentUpdate } from '../views/disputes.ts';
import {
  representAdjustment,
  representBalanceTransfer,
  representFee,
  representQueueEntry,
  representSettlement,
} from '../views/money.ts';
import {
  representApplication,
  representIdentity,
  representInstrument,
  representProfile,
  representUser,
  representVerification,
} from '../views/parties.ts';
import {
  representBalanceEntry,
  representPlan,
  representSubscription,
  representSubscriptionLink,
} from '../views/subscriptions.ts';
import { representAuthorization, representDevice, representMerchant, representTransfer } from '../views/payments.ts';
import type { Change, Collection, Stored } from '../store/collection.ts';
import type { World } from '../world/world.ts';

type Shown = { readonly id: string };

interface Source {
  entity: WebhookEntity;
  show(record: Shown): Shown;
}

/** One line per collection. A new resource joins by its line here. */
function sourcesOf(world: World): ReadonlyMap<string, Source> {
  const sources = new Map<string, Source>();
  const add = <Fields extends object>(
    entity: WebhookEntity,
    collection: Collection<Fields>,
    represent: (world: World, stored: Stored<Fields>) => Shown,
  ) => {
    // A change carries a record of the collection it names.
    sources.set(collection.name, { entity, show: (record) => represent(world, record as Stored<Fields>) });
  };
  const { store } = world;
  add('application', store.applications, representApplication);
  add('application_profile', store.applicationProfiles, representProfile);
  add('authorization', store.authorizations, representAuthorization);
  add('balance_adjustment', store.balanceAdjustments, representAdjustment);
  add('balance_transfer', store.balanceTransfers, representBalanceTransfer);
  add('compliance_form', store.complianceForms, representComplianceForm);
  add('delivery_attempt', store.deliveryAttempts, representDeliveryAttempt);
  add('device', store.devices, (_, device) => representDevice(world, device));
  add('external_link', store.externalLinks, representExternalLink);
  add('dispute', store.disputes, representDispute);
  add('dispute_evidence', store.disputeEvidence, representEvidence);
  add('fee', store.fees, representFee);
  add('file', store.files, representFile);
  add('identity', store.identities, representIdentity);
  add('instrument_update', store.instrumentUpdates, representInstrumentUpdate);
  add('merchant', store.merchants, representMerchant);
  add('payment_instrument', store.instruments, representInstrument);
  add('payment_link', store.paymentLinks, representPaymentLink);
  add('receipt', store.receipts, representReceipt);
  add('settlement', store.settlements, representSettlement);
  add('settlement_queue_entry', store.settlementQueue, representQueueEntry);
  add('subscription', store.subscriptions, representSubscription);
  add('subscription_balance_entry', store.subscriptionBalanceEntries, representBalanceEntry);
  add('subscription_link', store.subscriptionLinks, representSubscriptionLink);
  add('subscription_plan', store.subscriptionPlans, representPlan);
  add('transfer', store.transfers, representTransfer);
  add('transfer_attempt', store.transferAttempts, representTransferAttempt);
  // Wrapped, because its third parameter is the password.
  add('user', store.users, (_, user) => representUser(world, user));
  add('verification', store.verifications, representVerification);
  return sources;
}

/** A resource without the time of its last change: two that differ in nothing else look the same to a receiver. */
const comparable = (shown: Shown) => JSON.stringify({ ...shown, updated_at: null });

/** From now on every visible change is an event: one per resource and transaction, with what it came to in the end. */
export function recordEvents(world: World): void {
  const sources = sourcesOf(world);
  world.store.beforeCommit((changes) => {
    const known = changes.filter(({ collection }) => sources.has(collection));
    if (known.length === 0 || !world.events.isWanted()) return;
    const byRecord = Map.groupBy(known, ({ record }) => record.id);
    for (const [first, ...rest] of byRecord.values() as Iterable<[Change, ...Change[]]>) {
      const source = sources.get(first.collection);
      if (!source) continue;
      const record = source.show((rest.at(-1) ?? first).record);
      const isSame = first.before !== undefined && comparable(source.show(first.before)) === comparable(record);
      if (!isSame) world.events.emit({ entity: source.entity, type: first.type, record });
    }
  });
}
