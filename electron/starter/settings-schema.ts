/**
 * settings.json: what may stand in it. Its words are in contract/setting-words.ts, what is wrong with it in settings-faults.ts,
 * reading it in settings.ts, changing it in settings-file.ts.
 */
import { z } from 'zod';
import {
  amountMinorSchema,
  currencyDecimals,
  currencySchema,
  DEFAULT_MAX_AMOUNT_MINOR,
  paymentRouteSchema,
  personKey,
  roleNames,
  terminalAddressSchema,
  tillSettingsSchema,
} from '../contract/index.ts';
import { devicePairingSchema, passedOnSchema, peopleOf } from './protocol.ts';
import { printerPort } from './receipt-settings.ts';
import { writtenSurchargeSchema, writtenTipsSchema } from './sale-settings.ts';

/** Name of the settings file in the data folder. */
export const SETTINGS_FILE = 'settings.json';

const DEFAULT_CARD_TIMEOUT_MS = 60_000;

const knownCurrency = currencySchema.refine((code) => currencyDecimals(code) !== undefined, {
  error: 'is not a currency a terminal can be asked for',
});
const knownLocale = z.string().refine((tag) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}, 'is not a language tag such as en-US');

/** How a terminal is named in the settings: an address, or a Device without a cable. */
export const terminalNameSchema = z.union([terminalAddressSchema, devicePairingSchema]);

/** A terminal with more to say about it than where it is. */
const terminalSettingSchema = z.strictObject({
  address: terminalNameSchema,
  route: paymentRouteSchema.optional(),
  serialNumber: z.string().trim().min(1).max(60).optional(),
});
export type TerminalSetting = z.infer<typeof terminalSettingSchema>;

/**
 * `till`: the contract's schema with defaults, narrower where a person writes it. Tips, surcharge and what makes no sense
 * together are checked here as well.
 */
const writtenTillSchema = tillSettingsSchema
  .extend({
    name: z.string().min(1).max(60).default('Till 1'),
    shop: z.string().min(1).max(60).default('My shop'),
    currency: knownCurrency.default('USD'),
    locale: knownLocale.default('en-US'),
    maxAmountMinor: amountMinorSchema.min(1).default(DEFAULT_MAX_AMOUNT_MINOR),
    cardTimeoutMs: tillSettingsSchema.shape.cardTimeoutMs.default(DEFAULT_CARD_TIMEOUT_MS),
    /** In training on unless it is a kiosk, else off, unless said otherwise. */
    tabs: z.boolean().optional(),
    tips: writtenTipsSchema.optional(),
    surcharge: writtenSurchargeSchema.optional(),
  })
  .strict()
  .superRefine(({ tips, surcharge, tabs }, context) => {
    if (surcharge?.appliesTo === 'goods-and-tip' && tips !== undefined && tips.when !== 'before') {
      const message = 'a tip given later cannot be part of it';
      context.addIssue({ code: 'custom', path: ['surcharge', 'appliesTo'], message });
    }
    if (tips?.when === 'after' && tabs === false) {
      const message = 'tips after the payment are added to tabs, so it cannot be false';
      context.addIssue({ code: 'custom', path: ['tabs'], message });
    }
  });

/** settings.json. Everything is optional: without the file the till is in training mode. Unknown names are refused. */
export const settingsFileSchema = z
  .strictObject({
    /** For editors: where the JSON Schema of this file is. */
    $schema: z.string().optional(),
    /** Of the form of this file; absent: the first (settings-version.ts). */
    version: z.int().min(1).optional(),
    /** `live` as soon as a platform is configured, unless said otherwise. */
    mode: z.enum(['training', 'live']).optional(),
    till: writtenTillSchema.prefault({}),
    platform: z
      .strictObject({
        url: z.url({
          protocol: /^https?$/,
          error: ({ input }) => (input === undefined ? 'is missing, and is set first' : 'is not an http(s) address'),
        }),
        username: z.string().min(1).optional(),
        /** Of earlier versions: moved into the store of secrets at the next start (secrets/from-settings.ts). */
        password: z.string().min(1).optional(),
        merchant: z.string().min(1).optional(),
        versionHeader: z.string().min(1).optional(),
        /** `http://[user:password@]host:port`, or `none`; wins over HTTPS_PROXY and HTTP_PROXY. */
        proxy: z.string().min(1).optional(),
        /** Hosts reached without the proxy, as in NO_PROXY; wins over it. */
        noProxy: z.string().optional(),
        /** PEM file of authorities believed beside the system's; relative to the data folder. */
        caFile: z.string().min(1).optional(),
      })
      .optional(),
    /**
     * Addresses: `serial:/dev/ttyUSB0`, `tcp:192.168.1.20:9001`, `hid:B61378A`; `device:B61378A` for one without a cable. Or
     * `{ address, route: 'cloud', serialNumber }`: on a cable, but driven by the platform.
     */
    terminals: z
      .array(
        z.union([terminalNameSchema, terminalSettingSchema], {
          error: 'is not an address such as serial:PATH, tcp:HOST:PORT, hid:SERIALNUMBER or device:SERIALNUMBER',
        }),
      )
      .max(16)
      .default([]),
    /** Local time of the terminals' daily self-test, `HH:MM`; null: none. */
    selfTestAt: z
      .string()
      .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'is not a time such as 06:00')
      .nullable()
      .default('06:00'),
    ...passedOnSchema.shape,
    /** Of earlier versions: managers who also look after the terminals. PINs are hashes made by `tillbridge pin`. */
    managers: z
      .array(z.strictObject({ name: z.string().trim().min(1).max(60), pin: z.string().startsWith('scrypt$') }))
      .max(50)
      .default([]),
    /** Who works here. With PINs only managers refund, void and decide; without any, any name does. */
    people: z
      .array(
        z.strictObject({
          name: z.string().trim().min(1).max(60),
          roles: z.array(z.enum(roleNames)).min(1).default(['cashier']),
          pin: z.string().startsWith('scrypt$').optional(),
        }),
      )
      .max(200)
      .default([]),
    /** Records link traffic, card data masked, in the folder `traces` of the data folder; TILLBRIDGE_TRACE names another. */
    trace: z.boolean().default(false),
    /** Whether the till looks for another version of itself once a day, and takes it when it closes. */
    looksForUpdates: z.boolean().default(true),
  })
  .superRefine((file, context) => {
    const printer = printerPort(file.receipts?.printer ?? null);
    const addresses = file.terminals.map((one) => (typeof one === 'string' ? one : one.address));
    if (printer !== null && addresses.includes(printer)) {
      const message = 'is where a terminal is, and nothing is printed there';
      context.addIssue({ code: 'custom', path: ['receipts', 'printer'], message });
    }
    const wrong = (message: string) => context.addIssue({ code: 'custom', path: ['people'], message });
    const all = peopleOf(file);
    const names = all.map(({ name }) => personKey(name));
    const twice = all.find((_, index) => names.indexOf(names[index] ?? '') !== index);
    if (twice) wrong(`${twice.name} is named twice`);
    const open = all.find(({ roles, pin }) => pin === undefined && roles.some((role) => role !== 'cashier'));
    if (open) wrong(`${open.name} needs a pin: a manager or technician without one is anybody`);
    const isManaged = all.some(({ roles }) => roles.includes('manager'));
    if (file.signIn?.isOn && all.length === 0) {
      const message = 'is on, and there is nobody in people who could sign in';
      context.addIssue({ code: 'custom', path: ['signIn'], message });
    }
    if (all.some(({ pin }) => pin !== undefined) && !isManaged) wrong('where somebody has a pin a manager is needed');
  });
export type SettingsFileContent = z.infer<typeof settingsFileSchema>;
