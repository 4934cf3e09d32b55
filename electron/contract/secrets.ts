/** The places that keep the platform's password, and changing it. The value goes in and never comes out. */
import { z } from 'zod';
import { base, operatorSchema } from './procedure-base.ts';

/**
 * `desktop`: encrypted by Electron's `safeStorage`. `system`: the system's key store. `service`: provided by the
 * service manager (systemd credentials), never written. `file`: a separate file that only this user may read. In order
 * of preference.
 */
export const secretPlaces = ['desktop', 'system', 'service', 'file'] as const;
export type SecretPlaceName = (typeof secretPlaces)[number];

/**
 * `absent`: not available on this computer or in this session. `silent`: no answer in time. `lost`: kept before, but
 * missing or no longer readable. `weak`: practically unencrypted, and not accepted by the user. `exposed`: readable by
 * other users.
 */
export const secretTroubles = ['absent', 'locked', 'silent', 'lost', 'weak', 'exposed', 'failed'] as const;
export type SecretTrouble = (typeof secretTroubles)[number];

const placeTroubleSchema = z.object({ place: z.enum(secretPlaces), why: z.enum(secretTroubles) });
export type SecretPlaceTrouble = z.infer<typeof placeTroubleSchema>;

/** Place where a password was stored, and the better places that did not accept it. */
const keptSecretSchema = z.object({ place: z.enum(secretPlaces), passedOver: z.array(placeTroubleSchema) });
export type KeptSecret = z.infer<typeof keptSecretSchema>;

/** State of the password, without the password. */
const secretsViewSchema = z.object({
  /** Source used by the till: the environment and a service's credentials take precedence over kept passwords. */
  source: z.enum(['environment', 'service', 'kept', 'none']),
  /** Newest first. */
  kept: z.array(
    z.object({
      place: z.enum(secretPlaces),
      /** Reason why the password is unreadable, or null if it is readable. */
      trouble: z.enum(secretTroubles).nullable(),
      /** True if kept for an address or user other than that in the settings now; never sent there. */
      isOtherAccount: z.boolean(),
      keptAt: z.iso.datetime(),
      /** Start of the unbroken period in which the platform has accepted it, or null. */
      worksSince: z.iso.datetime().nullable(),
    }),
  ),
});
export type SecretsView = z.infer<typeof secretsViewSchema>;

/** `former`: the older one of two. */
export const forgottenSecrets = ['former', 'all'] as const;
export type ForgottenSecrets = (typeof forgottenSecrets)[number];

/** Byte for byte: spaces are kept. The setup's own question has the same limit of a thousand characters. */
const passwordSchema = z
  .string()
  .min(1)
  .max(1_000)
  .refine((text) => !/\p{Cc}/u.test(text), 'a password has no line break and no control character');

const asked = z.object({ operator: operatorSchema.optional() });

export const secretsProcedures = {
  where: base.output(secretsViewSchema),
  /**
   * Stores a password as well as the previous password, which is kept until the new password has worked for a day.
   * Takes effect at once, even while payments run.
   */
  set: base.input(asked.extend({ password: passwordSchema })).output(keptSecretSchema),
  /** Removes passwords; a running till loses them too. */
  forget: base.input(asked.extend({ which: z.enum(forgottenSecrets) })).output(secretsViewSchema),
};
