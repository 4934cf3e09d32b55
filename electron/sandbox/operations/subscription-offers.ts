/** Resolves the offer that Subscriptions, Plans and Links share: the Merchant and the terms. */
import { Problem, throwIfRefused } from '../world/problem.ts';
import { invalidField } from '../rules/refusal.ts';
import { agreedTerms, refusePlace } from '../rules/subscription-terms.ts';
import type { AskedTerms, PricedTerms } from '../rules/subscription-terms.ts';
import type { StoredMerchant, StoredUser } from '../store/store.ts';
import { resolveMerchant } from './payment-ways.ts';
import type { World } from '../world/world.ts';
import { maySee } from '../rules/user-rules.ts';

export interface Offer {
  merchant: StoredMerchant;
  subscription_plan_id: string | null;
  terms: PricedTerms;
}

export interface AskedOffer extends AskedTerms {
  merchant?: string;
  subscription_plan_id?: string;
}

function findPlan(world: World, user: StoredUser, { merchant, subscription_plan_id: id }: AskedOffer) {
  if (id === undefined) return null;
  const plan = world.store.subscriptionPlans.find(id);
  if (!plan || !maySee(user, plan.merchant)) {
    throw new Problem(invalidField('subscription_plan_id', 'There is no such plan.'));
  }
  if (merchant !== undefined && merchant !== plan.merchant) {
    throw new Problem(invalidField('merchant', 'The plan belongs to another merchant.'));
  }
  return plan;
}

/**
 * The Merchant that charges, and the agreed terms. The Merchant is that of the request, that of the plan, or the home
 * Merchant.
 * @throws Problem 422
 */
export function resolveOffer(world: World, user: StoredUser, asked: AskedOffer): Offer {
  const plan = findPlan(world, user, asked);
  const terms = agreedTerms(asked, plan);
  if (Array.isArray(terms)) throwIfRefused(terms);
  else {
    const named = plan?.merchant ?? asked.merchant;
    const { merchant } = resolveMerchant(world, user, named === undefined ? {} : { merchant: named });
    const identity = world.store.identities.find(merchant.identity ?? '');
    const country = identity?.entity.personal_address?.country ?? null;
    throwIfRefused([refusePlace({ processor: merchant.processor, country }, terms.currency)]);
    return { merchant, subscription_plan_id: plan?.id ?? null, terms };
  }
  throw new Error('Terms were refused without a reason');
}
