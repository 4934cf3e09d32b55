/** Where the platform's password is kept, and changing it. The value goes in and never comes out. */
import { z } from 'zod';
import { base, operatorSchema } from './procedure-base.ts';

/**
 * `desktop`: encrypted by Electron's `safeStorage`. `system`: the system's key store. `service`: handed over by whoever runs the till
 * as a service (systemd credentials), never written. `file`: a file of its own that only this user may read. In the order of choice.
 */
export const secretPlaces = ['desktop', 'system', 'service', 'file'] as const;
export type SecretPlaceName = (typeof secretPlaces)[number];

/**
 * `absent`: not on this computer or in this session. `locked`. `silent`: no answer in time. `lost`: it was kept there and is there no
 * more, or cannot be opened any more. `weak`: kept as good as unencrypted, which nobody has accepted. `exposed`: others may read it.
 */
export const secretTroubles = ['absent', 'locked', 'silent', 'lost', 'weak', 'exposed', 'failed'] as const;
export type SecretTrouble = (typeof secretTroubles)[number];

const placeTroubleSchema = z.object({ place: z.enum(secretPlaces), why: z.enum(secretTroubles) });
export type SecretPlaceTrouble = z.infer<typeof placeTroubleSchema>;

/** Where a password was put, and which better places did not take it. */
const keptSecretSchema = z.object({ place: z.enum(secretPlaces), passedOver: z.array(placeTroubleSchema) });
export type KeptSecret = z.infer<typeof keptSecretSchema>;

/** What is known of the password, without it. */
const secretsViewSchema = z.object({
  /** Where the till takes it from: the environment and a service's credentials go before what is kept. */
  source: z.enum(['environment', 'service', 'kept', 'none']),
  /** The newest first. */
  kept: z.array(
    z.object({
      place: z.enum(secretPlaces),
      /** Null: it can be had. */
      trouble: z.enum(secretTroubles).nullable(),
      /** Of another address or user than the settings name now; never sent there. */
      isOtherAccount: z.boolean(),
      keptAt: z.iso.datetime(),
      /** Since when the platform has taken it without a break. */
      worksSince: z.iso.datetime().nullable(),
    }),
  ),
});
export type SecretsView = z.infer<typeof secretsViewSchema>;

/** `former`: of two, the one that is not the newest. */
export const forgottenSecrets = ['former', 'all'] as const;
export type ForgottenSecrets = (typeof forgottenSecrets)[number];

/** To the letter: no space is taken off it. Beyond a thousand characters the setup's own question refuses it as well. */
const passwordSchema = z
  .string()
  .min(1)
  .max(1_000)
  .refine((text) => !/\p{Cc}/u.test(text), 'a password has no line break and no control character');

const asked = z.object({ operator: operatorSchema.optional() });

export const secretsProcedures = {
  where: base.output(secretsViewSchema),
  /** Beside the one before, which stays until the new one has worked for a day. It holds at once: no payment is in its way. */
  set: base.input(asked.extend({ password: passwordSchema })).output(keptSecretSchema),
  /** A till that runs has it no more either. */
  forget: base.input(asked.extend({ which: z.enum(forgottenSecrets) })).output(secretsViewSchema),
};
