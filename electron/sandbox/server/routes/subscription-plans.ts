/** Templates of Subscriptions (assumed endpoints: the specification lists the resource without endpoints). */
import { billingIntervalValues } from '../../../platform-api/index.ts';
import { oneOf } from '../filters.ts';
import type { Handlers } from '../handlers.ts';
import { representPlan } from '../../views/subscriptions.ts';
import { given, resource } from './resource.ts';
import { resolveOffer } from '../../operations/subscription-offers.ts';
import type { World } from '../../world/world.ts';

export function subscriptionPlanHandlers(world: World) {
  const { store } = world;
  const plans = resource(world, {
    name: 'subscription_plans',
    collection: store.subscriptionPlans,
    filters: { billing_interval: oneOf('billing_interval', billingIntervalValues) },
    represent: (stored) => representPlan(world, stored),
  });
  return {
    createSubscriptionPlan: ({ body, user }) => {
      const { merchant, terms } = resolveOffer(world, user, body);
      return plans.created(
        store.subscriptionPlans.insert({
          ...terms,
          application: merchant.application,
          merchant: merchant.id,
          plan_name: body.plan_name,
          tags: body.tags ?? {},
        }),
      );
    },
    listSubscriptionPlans: (call) => plans.list(call),
    fetchSubscriptionPlan: ({ parameters, user }) => plans.fetch(user, parameters.subscription_plan_id),
    updateSubscriptionPlan: ({ parameters, body, user }) => {
      const stored = plans.find(user, parameters.subscription_plan_id);
      return plans.answer(store.subscriptionPlans.update(stored, given(body, 'plan_name', 'tags')));
    },
  } satisfies Partial<Handlers>;
}
