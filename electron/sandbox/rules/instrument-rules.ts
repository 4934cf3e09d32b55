/** Decides which fields a Payment Instrument needs, which may change, and what its verification needs. Pure. */
import type {
  PaymentInstrumentCreate,
  PaymentInstrumentType,
  PaymentInstrumentUpdate,
} from '../../platform-api/index.ts';
import { invalidField } from './refusal.ts';
import type { Refusal } from './refusal.ts';

const needs: Readonly<Record<PaymentInstrumentType, readonly (keyof PaymentInstrumentCreate)[]>> = {
  PAYMENT_CARD: ['number', 'expiration_month', 'expiration_year'],
  BANK_ACCOUNT: ['account_number', 'bank_code', 'account_type', 'name'],
  WALLET_A_PAY: ['third_party_token'],
  WALLET_B_PAY: ['third_party_token'],
};

export function refuseIncomplete(body: PaymentInstrumentCreate): Refusal[] {
  return needs[body.type]
    .filter((name) => body[name] === undefined)
    .map((name) => invalidField(name, `${body.type} needs ${name}.`));
}

const cardOnly = ['address', 'expiration_month', 'expiration_year', 'account_updater_enabled', 'network_token_enabled'];

/** Billing address, expiration date, Account Updater and Network Tokens are for cards only (specification, PUT). */
export function refuseChange(type: PaymentInstrumentType, body: PaymentInstrumentUpdate): Refusal[] {
  if (type !== 'BANK_ACCOUNT') return [];
  const given: Readonly<Record<string, unknown>> = { ...body };
  return cardOnly
    .filter((name) => given[name] !== undefined)
    .map((name) => invalidField(name, `A bank account has no ${name}.`));
}

export function refuseDisabled(instrument: { enabled: boolean }, field: string): Refusal | null {
  return instrument.enabled
    ? null
    : invalidField(field, 'The payment instrument is disabled.', 'PAYMENT_INSTRUMENT_DISABLED');
}

export interface HistoryChange {
  field: string;
  old_value: string | null;
  new_value: string | null;
}

type CardDetails = { name: string | null; expiration_month: number | null; expiration_year: number | null };

/** Changes that an update makes to a stored card's details, for its history; empty when it makes none. */
export function cardChanges(before: CardDetails, change: Partial<CardDetails>): HistoryChange[] {
  const text = (value: string | number | null) => (value === null ? null : String(value));
  return (['name', 'expiration_month', 'expiration_year'] as const).flatMap((field) => {
    const next = change[field];
    if (next === undefined || next === before[field]) return [];
    return [{ field, old_value: text(before[field]), new_value: text(next) }];
  });
}
