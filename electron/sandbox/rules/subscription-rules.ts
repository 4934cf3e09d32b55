/**
 * When a Subscription is charged, and how much. Pure: times in milliseconds since 1970 (UTC), amounts in minor units.
 *
 *   start ──(trial)──► first charge ──► next ──► next …      a charge belongs to the period that begins with it
 *
 * Everything is reckoned from the periods, never from when somebody looked: a sandbox that was off makes up for it.
 */
import type {
  BillingInterval,
  DiscountPhaseDetails,
  SubscriptionPhase,
  SubscriptionState,
  TrialDetails,
} from '../../platform-api/index.ts';
import {
  dayOfMonth,
  intervalAfter,
  intervalBefore,
  isMonthly,
  isOnDay,
  nextOnDay,
  prorate,
  trialEnd,
} from './billing-calendar.ts';
import { conflict, invalidField } from './refusal.ts';
import type { Refusal } from './refusal.ts';

/** Between the creation of a Subscription without trial and its first charge; the specification allows 60 minutes. */
export const FIRST_CHARGE_MS = 5 * 60_000;

export interface SubscriptionTerms {
  amount: number;
  billing_interval: BillingInterval;
  trial_details: TrialDetails | null;
  discount_phase_details: DiscountPhaseDetails | null;
  /** 1 to 31; a month that is too short is charged on its last day. Null: the day of the first charge. */
  billing_cycle_day: number | null;
  start_subscription_at: number | null;
  /** Prorated charges count. */
  total_billing_intervals: number | null;
}

export interface SubscriptionFacts extends SubscriptionTerms {
  state: SubscriptionState;
  subscription_phase: SubscriptionPhase;
  /** Start of the next period that is charged; null when there is none. */
  next_billing_at: number | null;
  /** When something happens next: it starts, is charged, or expires. */
  next_event_at: number | null;
  billing_intervals_done: number;
  /** Day of the month it is charged on. */
  anchor_day: number;
  /** A changed billing day that the next charge bridges to. */
  pending_cycle_day: number | null;
  /** Credit for the next charges. */
  balance: number;
}

/** What one period costs. */
export interface Invoice {
  /** 1 for the first. */
  cycle: number;
  phase: SubscriptionPhase;
  from: number;
  until: number;
  is_prorated: boolean;
  /** Before credit. */
  amount: number;
  /** Taken off it, from the balance; goes back there when the charge fails. */
  credit: number;
}

/** Nothing happens any more. */
const ended = { subscription_phase: 'NONE', next_billing_at: null, next_event_at: null } as const;

export const cancelled: Partial<SubscriptionFacts> = { ...ended, state: 'CANCELED' };
export const expired: Partial<SubscriptionFacts> = { ...ended, state: 'EXPIRED' };

function paidPhase(terms: SubscriptionTerms, done: number): SubscriptionPhase {
  const discount = terms.discount_phase_details;
  return discount && done < discount.billing_interval_count ? 'DISCOUNT' : 'EVERGREEN';
}

const firstPhase = (terms: SubscriptionTerms) => (terms.trial_details ? 'TRIAL' : paidPhase(terms, 0));

/** A Subscription as it is created. A start that is not in the future is now. */
export function startSubscription(
  terms: SubscriptionTerms,
  now: number,
): SubscriptionFacts & { first_charge_at: number } {
  const start = Math.max(now, terms.start_subscription_at ?? now);
  const isLater = start > now;
  const firstBilling = terms.trial_details ? trialEnd(start, terms.trial_details) : start;
  const firstCharge = Math.max(firstBilling, now + FIRST_CHARGE_MS);
  return {
    ...terms,
    state: isLater ? 'NOT_STARTED' : 'ACTIVE',
    subscription_phase: isLater ? 'NONE' : firstPhase(terms),
    first_charge_at: firstCharge,
    next_billing_at: firstBilling,
    next_event_at: isLater ? start : firstCharge,
    billing_intervals_done: 0,
    anchor_day: terms.billing_cycle_day ?? dayOfMonth(firstBilling),
    pending_cycle_day: null,
    balance: 0,
  };
}

/** Its start has come. */
export function beginSubscription(facts: SubscriptionFacts & { first_charge_at: number }): Partial<SubscriptionFacts> {
  return { state: 'ACTIVE', subscription_phase: firstPhase(facts), next_event_at: facts.first_charge_at };
}

/** What the period costs that begins at `next_billing_at`; null when there is none because it expires instead. */
export function nextInvoice(facts: SubscriptionFacts): Invoice | null {
  const { billing_interval: interval, billing_intervals_done: done, next_billing_at: from } = facts;
  if (from === null || (facts.total_billing_intervals !== null && done >= facts.total_billing_intervals)) return null;
  const phase = paidPhase(facts, done);
  // An amount that was lowered since can be less than the discounted one.
  const discounted = Math.min(facts.discount_phase_details?.amount ?? facts.amount, facts.amount);
  const full = phase === 'DISCOUNT' ? discounted : facts.amount;
  const day = facts.pending_cycle_day ?? facts.anchor_day;
  const mayBridge = done === 0 || facts.pending_cycle_day !== null;
  const is_prorated = mayBridge && isMonthly(interval) && !isOnDay(from, day);
  const until = is_prorated ? nextOnDay(from, day) : intervalAfter(from, interval, day);
  const amount = is_prorated
    ? prorate(full, { from, until }, { from: intervalBefore(until, interval, day), until })
    : full;
  return { cycle: done + 1, phase, from, until, is_prorated, amount, credit: Math.min(facts.balance, amount) };
}

/** What charging the next invoice makes of a Subscription. A charge that failed leaves the credit where it was. */
export function afterInvoice(facts: SubscriptionFacts, invoice: Invoice, isPaid: boolean): Partial<SubscriptionFacts> {
  return {
    state: isPaid ? 'ACTIVE' : 'PAST_DUE',
    subscription_phase: invoice.phase,
    billing_intervals_done: invoice.cycle,
    anchor_day: facts.pending_cycle_day ?? facts.anchor_day,
    pending_cycle_day: null,
    balance: isPaid ? facts.balance - invoice.credit : facts.balance,
    next_billing_at: invoice.until,
    next_event_at: invoice.until,
  };
}

/** A charge that was on its way failed: its credit comes back, and if it was the latest, it is past due. */
export function afterLateFailure(
  facts: SubscriptionFacts,
  invoice: Pick<Invoice, 'cycle' | 'credit'>,
): Partial<SubscriptionFacts> {
  const isLatest = invoice.cycle === facts.billing_intervals_done && facts.state === 'ACTIVE';
  return { balance: facts.balance + invoice.credit, ...(isLatest ? { state: 'PAST_DUE' as const } : {}) };
}

/** A Subscription that has ended stays as it is. */
export function refuseEnded({ state }: Pick<SubscriptionFacts, 'state'>): Refusal | null {
  return state === 'CANCELED' || state === 'EXPIRED' ? conflict(`The subscription is ${state}.`) : null;
}

/** Only what is charged by the month has a day of it. */
export function refuseBillingDay(interval: BillingInterval, day: number | null | undefined): Refusal | null {
  return day === null || day === undefined || isMonthly(interval)
    ? null
    : invalidField('billing_cycle_day', `${interval} has no day of the month.`);
}

/**
 * Another billing day. Before the first charge it simply applies; afterwards the current period runs on at its full
 * amount, the next charge bridges to the new day, and full billing resumes.
 */
export function changeBillingDay(facts: SubscriptionFacts, day: number): Partial<SubscriptionFacts> {
  if (facts.billing_intervals_done === 0) return { billing_cycle_day: day, anchor_day: day };
  return { billing_cycle_day: day, pending_cycle_day: day === facts.anchor_day ? null : day };
}
