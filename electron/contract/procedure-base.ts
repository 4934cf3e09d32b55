import { oc } from '@orpc/contract';
import { z } from 'zod';
import { failureSchema } from './failures.ts';
import { typedText } from './typed-text.ts';

/** Every procedure fails with the same shape: FAILED, whose data is a Failure (code, message, safe context). */
export const base = oc.errors({ FAILED: { status: 400, data: failureSchema } });

export const attemptIdSchema = z.object({ attempt: z.string().min(1).max(64) });

/** Id of a reversal, chosen by the caller. */
export const reversalIdSchema = z.string().regex(/^[A-Za-z0-9_-]{4,40}$/);

/** Name of the person who makes a request. If people with PINs are set up, their PIN is required too (rights.ts). */
export const operatorSchema = z.object({ name: typedText(60).trim().min(1), pin: z.string().max(32).optional() });
export type Operator = z.infer<typeof operatorSchema>;
