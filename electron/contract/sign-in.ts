/** Sign-in to a till's window, if the shop uses it (`till.signIn`). Each connection has its own signed-in person. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { base, operatorSchema } from './procedure-base.ts';
import { roleNames } from '../domain/index.ts';

export const signedInSchema = z.object({ name: z.string(), roles: z.array(z.enum(roleNames)) });
export type SignedInPerson = z.infer<typeof signedInSchema>;

export const sessionProcedures = {
  /** People who may sign in, in the order of the settings; empty if sign-in is off. */
  people: base.output(z.array(signedInSchema.extend({ hasPin: z.boolean() }))),
  /**
   * Signs a person in. A person already signed in is signed out first, even if this call then fails. A person without a
   * PIN needs only a name. `token` resumes the session on another connection of the same page.
   * @throws ROLE_PIN_WRONG, ROLE_LOCKED as acts do.
   * @throws ROLE_REQUIRED for an unknown name or a missing PIN.
   */
  signIn: base.input(operatorSchema).output(signedInSchema.extend({ token: z.string() })),
  /** Resumes a session after a reload of the page. Returns null if it has ended. */
  resume: base.input(z.object({ token: z.string().max(64) })).output(signedInSchema.nullable()),
  /** Ends the session on every connection that resumed it. */
  signOut: base.output(z.void()),
  current: base.output(signedInSchema.nullable()),
  /** Restarts the automatic sign-out's wait: a cashier is at the till. */
  stay: base.output(z.void()),
  /** Person signed in to this connection: now, and at each change. */
  watch: base.output(eventIterator(signedInSchema.nullable())),
};

/** A signed-in session kept across restarts of the host: the digest of the token, never the token. */
export const keptSignInSchema = z.object({
  digest: z.string(),
  name: z.string(),
  /** Hash of the PIN at sign-in; a person whose PIN has changed must sign in again. */
  pin: z.string().optional(),
  /** Milliseconds since the last command. */
  idleMs: z.number().nonnegative(),
});
export type KeptSignIn = z.infer<typeof keptSignInSchema>;
