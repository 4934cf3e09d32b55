/** Recurring charges. Amounts in minor units, times in milliseconds since 1970. */
import type { SubscriptionLinkState, Tags } from '../../../platform-api/index.ts';
import type { Invoice, SubscriptionFacts } from '../../rules/subscription-rules.ts';
import type { PricedTerms } from '../../rules/subscription-terms.ts';

export interface SubscriptionRecord extends SubscriptionFacts {
  application: string;
  merchant: string;
  nickname: string | null;
  currency: string;
  /** Id of the charged Payment Instrument. */
  instrument: string;
  subscription_plan_id: string | null;
  first_charge_at: number;
  tags: Tags;
}

/** One billed period. Stored in the transaction that creates its Transfer. Not shown. */
export interface SubscriptionChargeRecord extends Invoice {
  subscription: string;
  /** Transfer of the charge, or null if there was no amount to charge. */
  transfer: string | null;
}

export interface SubscriptionBalanceEntryRecord {
  subscription: string;
  merchant: string;
  type: 'CREDIT';
  amount: number;
  currency: string;
  description: string | null;
  tags: Tags;
}

export interface SubscriptionPlanRecord extends PricedTerms {
  application: string;
  merchant: string;
  plan_name: string;
  tags: Tags;
}

export interface SubscriptionLinkRecord extends PricedTerms {
  application: string;
  merchant: string;
  nickname: string | null;
  subscription_plan_id: string | null;
  total_billing_intervals: number | null;
  state: SubscriptionLinkState;
  tags: Tags;
}
