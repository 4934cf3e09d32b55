/** Decides when a Payment Link may change, and when it may be paid. Pure. Amounts in minor units. */
import { currencyDecimals, moneyFormat, numericCurrency } from '../../domain/index.ts';
import type {
  AmountDetails,
  PaymentInstrumentType,
  PaymentLinkBuyer,
  PaymentLinkState,
  PaymentLinkUpdate,
} from '../../platform-api/index.ts';
import { invalidField } from './refusal.ts';
import type { Refusal } from './refusal.ts';

/** Seven days. */
export const DEFAULT_EXPIRY_MINUTES = 10_080;

export interface LinkFacts {
  state: PaymentLinkState;
  is_multiple_use: boolean;
  allowed_payment_methods: PaymentInstrumentType[];
  amount_details: Required<AmountDetails>;
  buyer_details: PaymentLinkBuyer | null;
  /** The running Transfer Attempt on a single-use link, or null. It blocks other buyers. */
  paid_by: string | null;
}

/** The refusals of an invalid amount, at most one for each field. */
export function refuseAmount(amount: AmountDetails): Refusal[] {
  const found: Refusal[] = [];
  const { total_amount: total = null, min_amount: min = null, max_amount: max = null } = amount;
  const add = (name: string, message: string) => found.push(invalidField(`amount_details.${name}`, message));
  if (numericCurrency(amount.currency) === undefined) add('currency', 'That currency is not known.');
  if (amount.amount_type === 'FIXED') {
    if (total === null) add('total_amount', 'FIXED needs total_amount.');
    if (min !== null) add('min_amount', 'Only VARIABLE has min_amount.');
    if (max !== null) add('max_amount', 'Only VARIABLE has max_amount.');
  } else {
    if (total !== null) add('total_amount', 'Only FIXED has total_amount.');
    if (min !== null && max !== null && min > max) add('min_amount', 'min_amount is more than max_amount.');
  }
  return found;
}

/** Allows buyer details only for a single-use link. */
export function refuseBuyer(isMultipleUse: boolean, buyer: unknown): Refusal | null {
  if (!isMultipleUse || buyer === undefined) return null;
  return invalidField('buyer_details', 'A multiple-use link has no buyer of its own.');
}

/**
 * Implements the specification's state table: ACTIVE and DEACTIVATED can be toggled; in every state except ACTIVE, only
 * nickname and tags may also change; buyer_details need a single-use link. The state before the change decides.
 */
export function refuseLinkUpdate(link: LinkFacts, update: PaymentLinkUpdate): Refusal[] {
  const found: Refusal[] = [];
  const isToggled = link.state === 'ACTIVE' || link.state === 'DEACTIVATED';
  const onlyNames = `The link is ${link.state}: only nickname and tags may change.`;
  if (update.state !== undefined && !isToggled) found.push(invalidField('state', onlyNames, 'PAYMENT_LINK_CLOSED'));
  for (const name of ['allowed_payment_methods', 'buyer_details'] as const) {
    if (update[name] !== undefined && link.state !== 'ACTIVE') {
      found.push(invalidField(name, onlyNames, 'PAYMENT_LINK_NOT_ACTIVE'));
    }
  }
  const buyer = link.state === 'ACTIVE' ? refuseBuyer(link.is_multiple_use, update.buyer_details) : null;
  return buyer ? [...found, buyer] : found;
}

/** Reason why a link cannot be paid now. */
export type Closed = Exclude<PaymentLinkState, 'ACTIVE'> | 'BEING_PAID';

/** Returns the reason why a link cannot be paid now, or null if it can be paid. */
export function closedFor(link: LinkFacts): Closed | null {
  if (link.state !== 'ACTIVE') return link.state;
  return link.paid_by === null ? null : 'BEING_PAID';
}

/** Returns the amount of a payment, or a refusal if the buyer's amount is out of bounds. */
export function amountToPay(details: Required<AmountDetails>, chosen: number | null): number | Refusal {
  if (details.amount_type === 'FIXED') return details.total_amount ?? 0;
  if (chosen === null) return invalidField('amount', 'An amount is needed.');
  if (chosen < (details.min_amount ?? 1)) return invalidField('amount', 'The amount is too small.');
  if (details.max_amount !== null && chosen > details.max_amount) {
    return invalidField('amount', 'The amount is too large.');
  }
  return chosen;
}

export function readableAmount(amount: number, currency: string): string {
  const decimals = currencyDecimals(currency) ?? 2;
  return moneyFormat('en', currency).format(amount / 10 ** decimals);
}
