/**
 * Checks the terms of Subscriptions, Plans and Links, their source, and the place of the Merchant that offers them.
 * Pure.
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

/** Amount that the validation of a card or wallet authorizes, minor units. */
export const VALIDATION_MINOR = 1;

/** Maximum time until a start. */
const FURTHEST_START_MS = 3653 * DAY_MS;

const processors: readonly Processor[] = ['DUMMY_V1', 'SERVICE_V1'];
const currencies = ['USD', 'CAD'];
const countries = ['US', 'USA', 'CA', 'CAN'];

export interface PricedTerms {
  amount: number;
  currency: string;
  billing_interval: BillingInterval;
  trial_details: TrialDetails | null;
  discount_phase_details: DiscountPhaseDetails | null;
}

export type AskedTerms = { [Name in keyof PricedTerms]?: NonNullable<PricedTerms[Name]> };

/** A discounted amount must be less than the full amount. */
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

/** Terms without a plan, or the refusals of missing fields. */
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
 * The terms of a request: those of its plan, or its own. A request cannot override a plan's trial and discount; if the
 * plan has none, those of the request apply (assumed).
 */
export function agreedTerms(asked: AskedTerms, plan: PricedTerms | null): PricedTerms | Refusal[] {
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
 * Allows Subscriptions in the United States and Canada only, on two processors (specification, "Limits").
 * @param merchant `country` is null when unknown
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

/**
 * Reads `start_subscription_at`.
 * @returns null if there is no text
 */
export function readStart(text: string | undefined, now: number): number | null | Refusal {
  if (text === undefined) return null;
  const field = 'start_subscription_at';
  const time = parseInstant(text);
  if (time === null) return invalidField(field, 'That is no time.');
  return time > now + FURTHEST_START_MS ? invalidField(field, 'A start is at most ten years ahead.') : time;
}

/** Bank accounts lack an address and a security code that could be checked. */
export const needsValidation = (type: PaymentInstrumentType): boolean => type !== 'BANK_ACCOUNT';

/** Failure that the 0.01 authorization finds in addition to the issuer's decision, or null. */
export function failedCheck(instrument: {
  address_verification: AddressVerification;
  security_code_verification: SecurityCodeVerification;
}): FailureCode | null {
  if (instrument.address_verification === 'NO_MATCH') return 'ADDRESS_VERIFICATION_FAILED';
  return instrument.security_code_verification === 'UNMATCHED' ? 'SECURITY_CODE_VERIFICATION_FAILED' : null;
}
