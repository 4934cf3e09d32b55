/** Who is signed in to a till's window, where the shop wants that (`till.signIn`). Each connection has its own answer. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { base, operatorSchema } from './procedure-base.ts';
import { roleNames } from '../domain/index.ts';

export const signedInSchema = z.object({ name: z.string(), roles: z.array(z.enum(roleNames)) });
export type SignedInPerson = z.infer<typeof signedInSchema>;

export const sessionProcedures = {
  /** Who may sign in, in the order of the settings; nobody where sign-in is off. */
  people: base.output(z.array(signedInSchema.extend({ hasPin: z.boolean() }))),
  /**
   * Whoever is signed in already is signed out first, also where this then fails. Without a PIN of their own a name is enough.
   * `token` resumes it on another connection of the same page. Fails with ROLE_PIN_WRONG and ROLE_LOCKED as acts do, and with
   * ROLE_REQUIRED for a name that nobody has or whose PIN was not given.
   */
  signIn: base.input(operatorSchema).output(signedInSchema.extend({ token: z.string() })),
  /** After a reload of the page; null: it is over. */
  resume: base.input(z.object({ token: z.string().max(64) })).output(signedInSchema.nullable()),
  /** Ends it on every connection that resumed it. */
  signOut: base.output(z.void()),
  current: base.output(signedInSchema.nullable()),
  /** Somebody is at the till: the automatic sign-out waits from now on. */
  stay: base.output(z.void()),
  /** Who is signed in to this connection: now, and at each change. */
  watch: base.output(eventIterator(signedInSchema.nullable())),
};

/** Who is signed in, from one life of the host to the next: the digest of the token, never the token. */
export const keptSignInSchema = z.object({
  digest: z.string(),
  name: z.string(),
  /** The PIN's hash at that time; somebody whose PIN was changed signs in again. */
  pin: z.string().optional(),
  /** Since the last command, milliseconds. */
  idleMs: z.number().nonnegative(),
});
export type KeptSignIn = z.infer<typeof keptSignInSchema>;
