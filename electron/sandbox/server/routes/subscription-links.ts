/** Links that let a buyer subscribe. Their target page is not part of the API. */
import { subscriptionLinkStateKnownValues } from '../../../platform-api/index.ts';
import { oneOf, text } from '../filters.ts';
import type { Handlers } from '../handlers.ts';
import { representSubscriptionLink } from '../../views/subscriptions.ts';
import { resource } from './resource.ts';
import { resolveOffer } from '../../operations/subscription-offers.ts';
import type { World } from '../../world/world.ts';

export function subscriptionLinkHandlers(world: World) {
  const { store } = world;
  const all = resource(world, {
    name: 'subscription_links',
    collection: store.subscriptionLinks,
    filters: {
      state: oneOf('state', subscriptionLinkStateKnownValues),
      subscription_plan_id: text('subscription_plan_id'),
    },
    represent: (stored) => representSubscriptionLink(world, stored),
  });
  return {
    createSubscriptionLink: ({ body, user }) => {
      const { merchant, subscription_plan_id, terms } = resolveOffer(world, user, body);
      return all.created(
        store.subscriptionLinks.insert({
          ...terms,
          application: merchant.application,
          merchant: merchant.id,
          nickname: body.nickname ?? null,
          subscription_plan_id,
          total_billing_intervals: body.total_billing_intervals ?? null,
          state: 'ACTIVE',
          tags: body.tags ?? {},
        }),
      );
    },
    listSubscriptionLinks: (call) => all.list(call),
    fetchSubscriptionLink: ({ parameters, user }) => all.fetch(user, parameters.subscription_link_id),
    deactivateSubscriptionLink: ({ parameters, user }) => {
      const stored = all.find(user, parameters.subscription_link_id);
      const isActive = stored.state === 'ACTIVE';
      return all.answer(isActive ? store.subscriptionLinks.update(stored, { state: 'DEACTIVATED' }) : stored);
    },
  } satisfies Partial<Handlers>;
}
