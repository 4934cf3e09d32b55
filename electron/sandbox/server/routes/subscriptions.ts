/** Recurring charges. jobs/billing.ts charges them over time. */
import { billingIntervalValues, subscriptionStateKnownValues } from '../../../platform-api/index.ts';
import { planEvent } from '../../jobs/billing.ts';
import { Problem, throwIfRefused } from '../../world/problem.ts';
import { oneOf, text } from '../filters.ts';
import type { Call, Handlers } from '../handlers.ts';
import { failureMessage } from '../../rules/decide.ts';
import { notFound, unprocessable } from '../../rules/refusal.ts';
import {
  cancelled,
  changeBillingDay,
  refuseBillingDay,
  refuseEnded,
  startSubscription,
} from '../../rules/subscription-rules.ts';
import { failedCheck, needsValidation, readStart, VALIDATION_MINOR } from '../../rules/subscription-terms.ts';
import { equals } from '../../store/collection.ts';
import type { StoredInstrument, StoredMerchant, StoredSubscription, StoredUser } from '../../store/store.ts';
import { newAuthorization } from '../../operations/new-payments.ts';
import { changeBy, decideStored, usableInstrument } from '../../operations/payment-ways.ts';
import { representBalanceEntry, representSubscription } from '../../views/subscriptions.ts';
import { resource } from './resource.ts';
import { resolveOffer } from '../../operations/subscription-offers.ts';
import type { World } from '../../world/world.ts';

/**
 * Makes the 0.01 authorization that checks issuer, address and security code of a card or wallet. It is stored, and
 * voided at once.
 * @returns true if the reply gets lost (the test card that does that)
 * @throws Problem 422 with its id
 */
async function validate(
  world: World,
  merchant: StoredMerchant,
  instrument: StoredInstrument,
  currency: string,
  wait: (delayMs: number) => Promise<boolean>,
): Promise<boolean> {
  if (!needsValidation(instrument.type)) return false;
  const { outcome, delayMs, losesReply } = decideStored(world, instrument, VALIDATION_MINOR, merchant.processor);
  if (delayMs > 0) await wait(delayMs);
  const change = changeBy(outcome);
  const failure = change.failure_code ?? failedCheck(instrument);
  const { id } = world.store.authorizations.insert(
    newAuthorization(world, merchant, {
      source: instrument.id,
      amount: VALIDATION_MINOR,
      currency,
      operation_key: 'CARD_NOT_PRESENT_AUTHORIZATION',
      ...change,
      ...(failure === null
        ? { is_void: true, void_state: 'SUCCEEDED' }
        : { state: 'FAILED', failure_code: failure, failure_message: failureMessage(failure) }),
    }),
  );
  if (failure === null) return losesReply;
  const field = 'buyer_details.instrument_id';
  throw new Problem(unprocessable(failureMessage(failure), failure, { field, authorization: id }));
}

async function create(world: World, { body, user, wait }: Call<'createSubscription'>) {
  const { store, clock } = world;
  const { merchant, subscription_plan_id, terms } = resolveOffer(world, user, body);
  const start = readStart(body.start_subscription_at, clock.now());
  if (start !== null && typeof start !== 'number') throw new Problem(start);
  throwIfRefused([refuseBillingDay(terms.billing_interval, body.billing_cycle_day)]);
  const instrument = usableInstrument(world, user, body.buyer_details.instrument_id, 'buyer_details.instrument_id');
  const isLost = await validate(world, merchant, instrument, terms.currency, wait);
  const facts = startSubscription(
    {
      amount: terms.amount,
      billing_interval: terms.billing_interval,
      trial_details: terms.trial_details,
      discount_phase_details: terms.discount_phase_details,
      billing_cycle_day: body.billing_cycle_day ?? null,
      start_subscription_at: start,
      total_billing_intervals: body.total_billing_intervals ?? null,
    },
    clock.now(),
  );
  const made = store.subscriptions.insert({
    ...facts,
    application: merchant.application,
    merchant: merchant.id,
    nickname: body.nickname ?? null,
    currency: terms.currency,
    instrument: instrument.id,
    subscription_plan_id,
    tags: body.tags ?? {},
  });
  planEvent(world, made);
  return { made, isLost };
}

const resources = (world: World) => ({
  subscriptions: resource(world, {
    name: 'subscriptions',
    collection: world.store.subscriptions,
    filters: {
      state: oneOf('state', subscriptionStateKnownValues),
      subscription_plan_id: text('subscription_plan_id'),
      billing_interval: oneOf('billing_interval', billingIntervalValues),
    },
    represent: (stored) => representSubscription(world, stored),
  }),
  entries: resource(world, {
    name: 'subscription_balance_entries',
    collection: world.store.subscriptionBalanceEntries,
    represent: (stored) => representBalanceEntry(world, stored),
  }),
});

function update(world: World, stored: StoredSubscription, { body, user }: Call<'updateSubscription'>) {
  const { amount, billing_cycle_day: day, buyer_details: buyer } = body;
  throwIfRefused([refuseEnded(stored), refuseBillingDay(stored.billing_interval, day)]);
  const instrument = buyer && usableInstrument(world, user, buyer.instrument_id, 'buyer_details.instrument_id');
  return world.store.subscriptions.update(stored, {
    ...(amount === undefined ? {} : { amount }),
    ...(instrument ? { instrument: instrument.id } : {}),
    ...(day === undefined ? {} : changeBillingDay(stored, day)),
  });
}

function credit(world: World, subscription: StoredSubscription, body: Call<'createSubscriptionBalanceEntry'>['body']) {
  const { store } = world;
  throwIfRefused([refuseEnded(subscription)]);
  return store.transaction(() => {
    store.subscriptions.update(subscription, { balance: subscription.balance + body.amount });
    return store.subscriptionBalanceEntries.insert({
      subscription: subscription.id,
      merchant: subscription.merchant,
      type: 'CREDIT',
      amount: body.amount,
      currency: subscription.currency,
      description: body.description ?? null,
      tags: body.tags ?? {},
    });
  });
}

export function subscriptionHandlers(world: World) {
  const { store } = world;
  const { subscriptions, entries } = resources(world);
  const subscriptionOf = ({ parameters, user }: { parameters: { subscription_id: string }; user: StoredUser }) =>
    subscriptions.find(user, parameters.subscription_id);
  return {
    createSubscription: async (call) => {
      const { made, isLost } = await create(world, call);
      return { ...subscriptions.created(made), isLost };
    },
    listSubscriptions: (call) => subscriptions.list(call),
    fetchSubscription: (call) => subscriptions.answer(subscriptionOf(call)),
    updateSubscription: (call) => subscriptions.answer(update(world, subscriptionOf(call), call)),
    cancelSubscription: (call) => {
      const stored = subscriptionOf(call);
      return subscriptions.answer(stored.state === 'CANCELED' ? stored : store.subscriptions.update(stored, cancelled));
    },
    createSubscriptionBalanceEntry: (call) => entries.created(credit(world, subscriptionOf(call), call.body)),
    listSubscriptionBalanceEntries: (call) => entries.list(call, [equals('subscription', subscriptionOf(call).id)]),
    updateSubscriptionBalanceEntry: (call) => {
      const { id } = subscriptionOf(call);
      const entry = entries.find(call.user, call.parameters.subscription_balance_entry_id);
      if (entry.subscription !== id) throw new Problem(notFound);
      return entries.answer(store.subscriptionBalanceEntries.update(entry, { tags: call.body.tags }));
    },
  } satisfies Partial<Handlers>;
}
