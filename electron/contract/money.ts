import { z } from 'zod';

/** ISO 4217 alphabetic code, upper case. */
export const currencySchema = z.string().regex(/^[A-Z]{3}$/);

/** An amount in minor units (cents for USD, yen for JPY). Always an integer, always accompanied by its currency. */
export const amountMinorSchema = z.int().min(0).max(999_999_999_999);
