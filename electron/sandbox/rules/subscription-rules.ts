/**
 * Decides when a Subscription is charged, and how much. Pure: times in milliseconds since 1970 (UTC), amounts in minor
 * units.
 *
 *   start ──(trial)──► first charge ──► next ──► next …      a charge belongs to the period that starts with it
 *
 * All times follow from the periods, never from the time of processing, so a sandbox that was off can catch up.
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

/**
 * Delay between the creation of a Subscription without trial and its first charge; the specification allows 60 minutes.
 */
export const FIRST_CHARGE_MS = 5 * 60_000;

export interface SubscriptionTerms {
  amount: number;
  billing_interval: BillingInterval;
  trial_details: TrialDetails | null;
  discount_phase_details: DiscountPhaseDetails | null;
  /** 1..31; a shorter month is charged on its last day. Null means the day of the first charge. */
  billing_cycle_day: number | null;
  start_subscription_at: number | null;
  /** Includes prorated charges. */
  total_billing_intervals: number | null;
}

export interface SubscriptionFacts extends SubscriptionTerms {
  state: SubscriptionState;
  subscription_phase: SubscriptionPhase;
  /** Start of the next period that is charged, or null when there is none. */
  next_billing_at: number | null;
  /** Time of the next event (start, charge or expiry), or null. */
  next_event_at: number | null;
  billing_intervals_done: number;
  /** Day of the month on which the Subscription is charged. */
  anchor_day: number;
  /** A changed billing day, which the next charge bridges to, or null if there is none. */
  pending_cycle_day: number | null;
  /** Credit for future charges. */
  balance: number;
}

export interface Invoice {
  /** Number of the period, from 1. */
  cycle: number;
  phase: SubscriptionPhase;
  from: number;
  until: number;
  is_prorated: boolean;
  /** Amount before credit. */
  amount: number;
  /** Part of the balance that reduces the amount. It returns to the balance if the charge fails. */
  credit: number;
}

const ended = { subscription_phase: 'NONE', next_billing_at: null, next_event_at: null } as const;

export const cancelled: Partial<SubscriptionFacts> = { ...ended, state: 'CANCELED' };
export const expired: Partial<SubscriptionFacts> = { ...ended, state: 'EXPIRED' };

function paidPhase(terms: SubscriptionTerms, done: number): SubscriptionPhase {
  const discount = terms.discount_phase_details;
  return discount && done < discount.billing_interval_count ? 'DISCOUNT' : 'EVERGREEN';
}

const firstPhase = (terms: SubscriptionTerms) => (terms.trial_details ? 'TRIAL' : paidPhase(terms, 0));

/** A new Subscription. A start that is not in the future is now. */
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

export function beginSubscription(facts: SubscriptionFacts & { first_charge_at: number }): Partial<SubscriptionFacts> {
  return { state: 'ACTIVE', subscription_phase: firstPhase(facts), next_event_at: facts.first_charge_at };
}

/** The invoice of the period that starts at `next_billing_at`, or null when the Subscription expires instead. */
export function nextInvoice(facts: SubscriptionFacts): Invoice | null {
  const { billing_interval: interval, billing_intervals_done: done, next_billing_at: from } = facts;
  if (from === null || (facts.total_billing_intervals !== null && done >= facts.total_billing_intervals)) return null;
  const phase = paidPhase(facts, done);
  // An amount that was reduced later can be less than the discounted one.
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

/** Changes that charging the next invoice makes to a Subscription. A failed charge leaves the credit unchanged. */
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

/**
 * Changes after a pending charge failed: its credit returns, and if it was the latest charge, the Subscription is past
 * due.
 */
export function afterLateFailure(
  facts: SubscriptionFacts,
  invoice: Pick<Invoice, 'cycle' | 'credit'>,
): Partial<SubscriptionFacts> {
  const isLatest = invoice.cycle === facts.billing_intervals_done && facts.state === 'ACTIVE';
  return { balance: facts.balance + invoice.credit, ...(isLatest ? { state: 'PAST_DUE' as const } : {}) };
}

export function refuseEnded({ state }: Pick<SubscriptionFacts, 'state'>): Refusal | null {
  return state === 'CANCELED' || state === 'EXPIRED' ? conflict(`The subscription is ${state}.`) : null;
}

/** Only a monthly interval has a billing day. */
export function refuseBillingDay(interval: BillingInterval, day: number | null | undefined): Refusal | null {
  return day === null || day === undefined || isMonthly(interval)
    ? null
    : invalidField('billing_cycle_day', `${interval} has no day of the month.`);
}

/**
 * Changes the billing day. Before the first charge the new day simply applies; afterwards the current period continues
 * at its full amount, the next charge bridges to the new day, and full billing resumes.
 */
export function changeBillingDay(facts: SubscriptionFacts, day: number): Partial<SubscriptionFacts> {
  if (facts.billing_intervals_done === 0) return { billing_cycle_day: day, anchor_day: day };
  return { billing_cycle_day: day, pending_cycle_day: day === facts.anchor_day ? null : day };
}
