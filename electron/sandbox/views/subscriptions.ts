/** Represents Subscriptions and related resources in replies. */
import { pathOf } from '../../platform-api/index.ts';
import type {
  Subscription,
  SubscriptionBalanceEntry,
  SubscriptionLink,
  SubscriptionPlan,
} from '../../platform-api/index.ts';
import type { Stored } from '../store/collection.ts';
import type {
  SubscriptionBalanceEntryRecord,
  SubscriptionLinkRecord,
  SubscriptionPlanRecord,
} from '../store/records/index.ts';
import type { StoredSubscription } from '../store/store.ts';
import { instant, instantOrNull, links, shown } from './common.ts';
import type { World } from '../world/world.ts';

/** A host name that does not exist: the page behind a link is not part of the API. */
const LINK_HOST = 'https://checkout.example';

const merchantPath = (id: string) => pathOf('fetchMerchant', { merchant_id: id });
const planPath = (id: string | null) =>
  id === null ? null : pathOf('fetchSubscriptionPlan', { subscription_plan_id: id });

export const representSubscription = (world: World, stored: StoredSubscription): Subscription => ({
  ...shown(
    stored,
    'application',
    'merchant',
    'nickname',
    'amount',
    'currency',
    'billing_interval',
    'subscription_plan_id',
    'trial_details',
    'discount_phase_details',
    'subscription_phase',
    'state',
    'billing_cycle_day',
    'total_billing_intervals',
    'billing_intervals_done',
    'balance',
    'tags',
  ),
  buyer_details: { instrument_id: stored.instrument },
  first_charge_at: instant(stored.first_charge_at),
  start_subscription_at: instantOrNull(stored.start_subscription_at),
  next_billing_at: instantOrNull(stored.next_billing_at),
  _links: links(world, {
    self: pathOf('fetchSubscription', { subscription_id: stored.id }),
    merchant: merchantPath(stored.merchant),
    payment_instrument: pathOf('fetchPaymentInstrument', { payment_instrument_id: stored.instrument }),
    subscription_plan: planPath(stored.subscription_plan_id),
    subscription_balance_entries: pathOf('listSubscriptionBalanceEntries', { subscription_id: stored.id }),
  }),
});

export const representBalanceEntry = (
  world: World,
  stored: Stored<SubscriptionBalanceEntryRecord>,
): SubscriptionBalanceEntry => ({
  ...shown(stored, 'subscription', 'type', 'amount', 'currency', 'description', 'tags'),
  _links: links(world, {
    self: pathOf('updateSubscriptionBalanceEntry', {
      subscription_id: stored.subscription,
      subscription_balance_entry_id: stored.id,
    }),
    subscription: pathOf('fetchSubscription', { subscription_id: stored.subscription }),
  }),
});

export const representPlan = (world: World, stored: Stored<SubscriptionPlanRecord>): SubscriptionPlan => ({
  ...shown(
    stored,
    'application',
    'merchant',
    'plan_name',
    'amount',
    'currency',
    'billing_interval',
    'trial_details',
    'discount_phase_details',
    'tags',
  ),
  _links: links(world, {
    self: pathOf('fetchSubscriptionPlan', { subscription_plan_id: stored.id }),
    merchant: merchantPath(stored.merchant),
    subscriptions: `/subscriptions?subscription_plan_id=${stored.id}`,
  }),
});

export const representSubscriptionLink = (world: World, stored: Stored<SubscriptionLinkRecord>): SubscriptionLink => ({
  ...shown(
    stored,
    'application',
    'merchant',
    'nickname',
    'state',
    'subscription_plan_id',
    'amount',
    'currency',
    'billing_interval',
    'trial_details',
    'discount_phase_details',
    'total_billing_intervals',
    'tags',
  ),
  link_url: `${LINK_HOST}/subscribe/${stored.id}`,
  _links: links(world, {
    self: pathOf('fetchSubscriptionLink', { subscription_link_id: stored.id }),
    merchant: merchantPath(stored.merchant),
    subscription_plan: planPath(stored.subscription_plan_id),
  }),
});
