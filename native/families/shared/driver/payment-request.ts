/** Checks that every family applies to a payment before it asks for a card. */
import { currencyDecimals, numericCurrency } from '../../../../electron/domain/index.ts';
import { TillError } from '../../../../electron/contract/index.ts';
import type { TransactionRequest } from '../terminal.ts';

/** Amounts are twelve decimal digits in EMV (tag 9F02, format n12). */
const MAX_AMOUNT_MINOR = 999_999_999_999;
/** Every payment family encodes its timeout as one byte of seconds, in which 0 would mean no limit. */
const MAX_TIMEOUT_SECONDS = 255;

interface CheckedPayment {
  /** Four digits of ISO 4217, for example `0840`. */
  readonly numericCurrency: string;
  readonly decimals: number;
}

/**
 * @throws TERM_UNSUPPORTED when the currency has no numeric code; PAY_AMOUNT when terminals cannot encode the amount.
 */
export function checkPayment({ currency, amountMinor }: TransactionRequest): CheckedPayment {
  const code = numericCurrency(currency);
  const decimals = currencyDecimals(currency);
  if (code === undefined || decimals === undefined) {
    throw new TillError('TERM_UNSUPPORTED', `the currency ${currency} has no code a terminal knows`, {
      context: { currency },
    });
  }
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0 || amountMinor > MAX_AMOUNT_MINOR) {
    throw new TillError('PAY_AMOUNT', 'the amount is not a positive number of minor units in 12 digits');
  }
  return { numericCurrency: code, decimals };
}

/** Timeout as the terminal encodes it: whole seconds, 1..255. */
export function timeoutSeconds(timeoutMs: number): number {
  return Math.min(MAX_TIMEOUT_SECONDS, Math.max(1, Math.ceil(timeoutMs / 1000)));
}
