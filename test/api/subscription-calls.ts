/** Shared requests for tests of Subscriptions. */
import type {
  Subscription,
  SubscriptionCreate,
  SubscriptionPlan,
  SubscriptionPlanCreate,
  Transfer,
} from '../../electron/platform-api/index.ts';
import type { Harness } from './harness.ts';

export const DAY = 24 * 60 * 60_000;
export const HOUR = 60 * 60_000;

export const at = (text: string): number => Date.parse(`${text}Z`);

/** Moves the harness's clock to a time, day by day, so that no two charges have the same time. */
export function goTo({ clock }: Harness, text: string): void {
  while (at(text) - clock.now() > DAY) clock.advance(DAY);
  clock.advance(at(text) - clock.now());
}

/**
 * Creates a Subscription, which must succeed: 10.00 a month from a card that does not expire, unless `more` contains
 * other values.
 */
export async function subscribe(harness: Harness, more: Partial<SubscriptionCreate> = {}): Promise<Subscription> {
  const { id } = await harness.card('approve', { expiration_year: 2099 });
  const own = more.subscription_plan_id === undefined;
  return harness.client.post<Subscription>('/subscriptions', {
    ...(own ? { amount: 1000, currency: 'USD', billing_interval: 'MONTHLY' } : {}),
    buyer_details: { instrument_id: id },
    ...more,
  });
}

export const planOf = (harness: Harness, more: Partial<SubscriptionPlanCreate> = {}) =>
  harness.client.post<SubscriptionPlan>('/subscription_plans', {
    plan_name: 'Coffee',
    amount: 2500,
    currency: 'USD',
    billing_interval: 'QUARTERLY',
    ...more,
  });

export const fetched = (harness: Harness, { id }: { id: string }) =>
  harness.client.get<Subscription>(`/subscriptions/${id}`);

/** Transfers of a Subscription, oldest first. */
export async function chargesOf(harness: Harness, { id }: { id: string }): Promise<Transfer[]> {
  const all: Transfer[] = [];
  for (let offset = 0; ; offset += 100) {
    const { _embedded } = await harness.client.get<{ _embedded?: { transfers: Transfer[] } }>(
      `/transfers?limit=100&offset=${offset}`,
    );
    const page = _embedded?.transfers ?? [];
    all.push(...page.filter((one) => one.subscription === id));
    if (page.length < 100) break;
  }
  return all.reverse();
}

/** Amounts of a Subscription's Transfers, oldest first. */
export const amountsOf = async (harness: Harness, subscription: { id: string }) =>
  (await chargesOf(harness, subscription)).map((one) => one.amount);
