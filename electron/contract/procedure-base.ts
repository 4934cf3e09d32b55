import { oc } from '@orpc/contract';
import { z } from 'zod';
import { failureSchema } from './failures.ts';
import { typedText } from './typed-text.ts';

/** Every procedure may fail with one shape: FAILED, whose data is a Failure (code, message, safe context). */
export const base = oc.errors({ FAILED: { status: 400, data: failureSchema } });

/** The payment a command is about. */
export const attemptIdSchema = z.object({ attempt: z.string().min(1).max(64) });

/** Id of money given back of a payment, made by the caller. */
export const reversalIdSchema = z.string().regex(/^[A-Za-z0-9_-]{4,40}$/);

/** Who asks for something that needs a name. Where people with PINs are set up theirs is asked for too (rights.ts). */
export const operatorSchema = z.object({ name: typedText(60).trim().min(1), pin: z.string().max(32).optional() });
export type Operator = z.infer<typeof operatorSchema>;
