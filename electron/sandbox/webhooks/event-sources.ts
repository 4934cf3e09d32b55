/** Defines which collections announce their changes, under which entity, and how their records are shown. */
import type { webhookEntityKnownValues } from '../../platform-api/index.ts';
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
import type { Store } from '../store/store.ts';
import type { World } from '../world/world.ts';

type Shown = { readonly id: string };
type CollectionKey = { [Key in keyof Store]: Store[Key] extends Collection<infer _> ? Key : never }[keyof Store];
type FieldsOf<Key extends CollectionKey> = Store[Key] extends Collection<infer Fields> ? Fields : never;

interface Source<Fields extends object> {
  entity: (typeof webhookEntityKnownValues)[number];
  show(world: World, stored: Stored<Fields>): Shown;
}

/** Sources of every collection of the store, or null if its changes are internal, or visible in another resource. */
const sources: { readonly [Key in CollectionKey]: Source<FieldsOf<Key>> | null } = {
  applications: { entity: 'application', show: representApplication },
  applicationProfiles: { entity: 'application_profile', show: representProfile },
  feeProfiles: null,
  // The function is wrapped, because its third parameter is the password.
  users: { entity: 'user', show: (world, user) => representUser(world, user) },
  identities: { entity: 'identity', show: representIdentity },
  merchants: { entity: 'merchant', show: representMerchant },
  verifications: { entity: 'verification', show: representVerification },
  instruments: { entity: 'payment_instrument', show: representInstrument },
  instrumentHistory: null,
  devices: { entity: 'device', show: (world, device) => representDevice(world, device) },
  deviceMetrics: null,
  authorizations: { entity: 'authorization', show: representAuthorization },
  transfers: { entity: 'transfer', show: representTransfer },
  usedKeys: null,
  fees: { entity: 'fee', show: representFee },
  settlementQueue: { entity: 'settlement_queue_entry', show: representQueueEntry },
  settlements: { entity: 'settlement', show: representSettlement },
  settlementEntries: null,
  balanceAdjustments: { entity: 'balance_adjustment', show: representAdjustment },
  balanceTransfers: { entity: 'balance_transfer', show: representBalanceTransfer },
  subscriptions: { entity: 'subscription', show: representSubscription },
  subscriptionCharges: null,
  subscriptionBalanceEntries: { entity: 'subscription_balance_entry', show: representBalanceEntry },
  subscriptionPlans: { entity: 'subscription_plan', show: representPlan },
  subscriptionLinks: { entity: 'subscription_link', show: representSubscriptionLink },
  webhooks: null,
  disputes: { entity: 'dispute', show: representDispute },
  disputeEvidence: { entity: 'dispute_evidence', show: representEvidence },
  instrumentUpdates: { entity: 'instrument_update', show: representInstrumentUpdate },
  files: { entity: 'file', show: representFile },
  externalLinks: { entity: 'external_link', show: representExternalLink },
  paymentLinks: { entity: 'payment_link', show: representPaymentLink },
  deliveryAttempts: { entity: 'delivery_attempt', show: representDeliveryAttempt },
  transferAttempts: { entity: 'transfer_attempt', show: representTransferAttempt },
  receipts: { entity: 'receipt', show: representReceipt },
  complianceForms: { entity: 'compliance_form', show: representComplianceForm },
};

/** A change contains a record of the collection `entity`. */
type AnySource = Pick<Source<object>, 'entity'> & { show(world: World, record: Change['record']): Shown };

function sourcesByName(store: Store): ReadonlyMap<string, AnySource> {
  const named = Object.entries(sources) as [CollectionKey, AnySource | null][];
  return new Map(named.flatMap(([key, source]) => (source ? [[store[key].name, source]] : [])));
}

/** The resource without the time of its last change. Equal results look the same to a receiver. */
const comparable = (shown: Shown) => JSON.stringify({ ...shown, updated_at: null });

/**
 * Records every visible change from now on as an event: one for each resource and transaction, with the final state.
 */
export function recordEvents(world: World): void {
  const byName = sourcesByName(world.store);
  world.store.beforeCommit((changes) => {
    const known = changes.filter(({ collection }) => byName.has(collection));
    if (known.length === 0 || !world.events.isWanted()) return;
    const byRecord = Map.groupBy(known, ({ record }) => record.id);
    for (const [first, ...rest] of byRecord.values() as Iterable<[Change, ...Change[]]>) {
      const source = byName.get(first.collection);
      if (!source) continue;
      const record = source.show(world, (rest.at(-1) ?? first).record);
      const isSame = first.before !== undefined && comparable(source.show(world, first.before)) === comparable(record);
      if (!isSame) world.events.emit({ entity: source.entity, type: first.type, record });
    }
  });
}
