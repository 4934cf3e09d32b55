/**
 * What may be agreed on: terms of Subscriptions, Plans and Links, where they may come from, and to whom they are
 * offered. Pure.
 */
import type {
  AddressVerification,
  BillingInterval,
  DiscountPhaseDetails,
  FailureCode,
  PaymentInstrumentType,
  Processor,
  SecurityCodeVerification,
  TrialDetails,
} from '../../platform-api/index.ts';
import { DAY_MS } from './billing-calendar.ts';
import { parseInstant } from './instants.ts';
import { invalidField, unprocessable } from './refusal.ts';
import type { Refusal } from './refusal.ts';

/** What the validation of a card or wallet authorizes, minor units. */
export const VALIDATION_MINOR = 1;

/** How far ahead a start may lie. */
const FURTHEST_START_MS = 3653 * DAY_MS;

const processors: readonly Processor[] = ['DUMMY_V1', 'SERVICE_V1'];
const currencies = ['USD', 'CAD'];
const countries = ['US', 'USA', 'CA', 'CAN'];

/** What is charged, and how often. */
export interface PricedTerms {
  amount: number;
  currency: string;
  billing_interval: BillingInterval;
  trial_details: TrialDetails | null;
  discount_phase_details: DiscountPhaseDetails | null;
}

/** The same as a request has it. */
export type AskedTerms = { [Name in keyof PricedTerms]?: NonNullable<PricedTerms[Name]> };

/** A discount is less than what it is taken from. */
function refuseDiscount({ amount, discount_phase_details: discount }: PricedTerms): Refusal[] {
  return discount && discount.amount >= amount
    ? [invalidField('discount_phase_details.amount', 'A discount amount is less than the amount.')]
    : [];
}

function refuseBesidePlan(asked: AskedTerms, plan: PricedTerms): Refusal[] {
  const refusals: Refusal[] = [];
  if (asked.amount !== undefined) {
    refusals.push(invalidField('amount', 'The amount comes from the plan and must not be set.'));
  }
  for (const name of ['billing_interval', 'currency'] as const) {
    const value = asked[name];
    if (value === undefined || value === plan[name]) continue;
    refusals.push(invalidField(name, `${name} comes from the plan, which has another.`));
  }
  return refusals;
}

/** Terms without a plan, and what they lack. */
function ownTerms(asked: AskedTerms): PricedTerms | Refusal[] {
  const { amount, currency, billing_interval } = asked;
  if (amount === undefined || currency === undefined || billing_interval === undefined) {
    return (['amount', 'currency', 'billing_interval'] as const)
      .filter((name) => asked[name] === undefined)
      .map((name) => invalidField(name, `Without a plan, ${name} is needed.`));
  }
  const { trial_details = null, discount_phase_details = null } = asked;
  return { amount, currency, billing_interval, trial_details, discount_phase_details };
}

/**
 * What a request comes to: the terms of its plan, or its own. A plan's trial and discount are not overridden; where it
 * has none, those of the request count (assumed).
 */
export function agree(asked: AskedTerms, plan: PricedTerms | null): PricedTerms | Refusal[] {
  const refusals = plan ? refuseBesidePlan(asked, plan) : [];
  if (refusals.length > 0) return refusals;
  const terms = plan
    ? {
        amount: plan.amount,
        currency: plan.currency,
        billing_interval: plan.billing_interval,
        trial_details: plan.trial_details ?? asked.trial_details ?? null,
        discount_phase_details: plan.discount_phase_details ?? asked.discount_phase_details ?? null,
      }
    : ownTerms(asked);
  if (Array.isArray(terms)) return terms;
  const discount = refuseDiscount(terms);
  return discount.length > 0 ? discount : terms;
}

/**
 * Subscriptions exist in the United States and Canada, on two processors (specification, "Limits").
 * @param country of the Merchant; null when it is not known
 */
export function refusePlace(
  merchant: { processor: Processor; country: string | null },
  currency: string,
): Refusal | null {
  const code = 'SUBSCRIPTIONS_NOT_SUPPORTED';
  if (!processors.includes(merchant.processor)) {
    return unprocessable(`Subscriptions are not supported on ${merchant.processor}.`, code, { field: 'merchant' });
  }
  if (merchant.country !== null && !countries.includes(merchant.country.toUpperCase())) {
    return unprocessable('Subscriptions are for merchants in the United States and Canada.', code, {
      field: 'merchant',
    });
  }
  return currencies.includes(currency)
    ? null
    : invalidField('currency', `Subscriptions are charged in ${currencies.join(' or ')}.`, code);
}

/** Reads `start_subscription_at`. @returns null when none was given */
export function readStart(text: string | undefined, now: number): number | null | Refusal {
  if (text === undefined) return null;
  const field = 'start_subscription_at';
  const time = parseInstant(text);
  if (time === null) return invalidField(field, 'That is no time.');
  return time > now + FURTHEST_START_MS ? invalidField(field, 'A start is at most ten years ahead.') : time;
}

/** Bank accounts have neither address nor security code to check. */
export const needsValidation = (type: PaymentInstrumentType): boolean => type !== 'BANK_ACCOUNT';

/** What the 0.01 authorization finds beside the issuer's decision; null when nothing is wrong with the instrument. */
export function failedCheck(instrument: {
  address_verification: AddressVerification;
  security_code_verification: SecurityCodeVerification;
}): FailureCode | null {
  if (instrument.address_verification === 'NO_MATCH') return 'ADDRESS_VERIFICATION_FAILED';
  return instrument.security_code_verification === 'UNMATCHED' ? 'SECURITY_CODE_VERIFICATION_FAILED' : null;
}
