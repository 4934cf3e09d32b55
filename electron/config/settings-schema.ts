/**
 * Schema of settings.json. Its words are in electron/words/messages and its faults in settings-faults.ts; settings.ts
 * reads the file, and settings-file.ts changes it.
 */
import { z } from 'zod';
import { currencyDecimals, defaultMaxAmountMinor, personKey } from '../domain/index.ts';
import {
  faultWords,
  amountMinorSchema,
  currencySchema,
  paymentRouteSchema,
  setting,
  terminalAddressSchema,
  tillSettingsSchema,
  type SettingFaultCode,
} from '../contract/index.ts';
import { devicePairingSchema, lackingPin, lacksManager, passedOnSchema, peopleOf } from './host-config-schema.ts';
import { printerPort } from './receipt-settings.ts';
import { writtenSurchargeSchema, writtenTipsSchema } from './sale-settings.ts';

/** Name of the settings file in the data folder. */
export const SETTINGS_FILE = 'settings.json';

const DEFAULT_CARD_TIMEOUT_MS = 60_000;

const knownCurrency = currencySchema.refine((code) => currencyDecimals(code) !== undefined, {
  error: faultWords.currency,
});
const knownLocale = z.string().refine((tag) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}, faultWords.locale);

/** Refuses a value that conflicts with another value. `words` is given for a fault that names a person. */
function refuse(
  context: z.RefinementCtx,
  key: string,
  fault: SettingFaultCode,
  words: string = faultWords[fault] ?? '',
): void {
  context.addIssue({ code: 'custom', path: key.split('.'), message: words, params: { fault } });
}

/** Name of a terminal in the settings: an address, or a Device without a cable. */
export const terminalNameSchema = z.union([terminalAddressSchema, devicePairingSchema]);

/** A terminal with options beside its address. */
const terminalSettingSchema = z.strictObject({
  address: terminalNameSchema,
  route: paymentRouteSchema.optional(),
  serialNumber: z.string().trim().min(1).max(60).optional(),
});
export type TerminalSetting = z.infer<typeof terminalSettingSchema>;

/**
 * `till`: the contract's schema with defaults and with the limits for written values. It also checks tips, surcharge
 * and values that contradict each other.
 */
const writtenTillSchema = tillSettingsSchema
  .extend({
    name: setting(z.string().min(1).max(60).default('Till 1'), { group: 'shop', applies: 'at-start' }),
    shop: setting(z.string().min(1).max(60).default('My shop'), { group: 'shop', applies: 'live' }),
    currency: setting(knownCurrency.default('USD'), { group: 'shop', applies: 'at-start' }),
    locale: setting(knownLocale.default('en-US'), { group: 'shop', applies: 'live' }),
    maxAmountMinor: setting(amountMinorSchema.min(1).optional(), {
      group: 'payments',
      unit: 'money',
      applies: 'at-start',
    }),
    cardTimeoutMs: tillSettingsSchema.shape.cardTimeoutMs.default(DEFAULT_CARD_TIMEOUT_MS),
    tips: setting(writtenTipsSchema.optional(), { group: 'tips', applies: 'at-start' }),
    surcharge: setting(writtenSurchargeSchema.optional(), { group: 'tips', applies: 'at-start' }),
  })
  .strict()
  .superRefine(({ tips, surcharge, tabs }, context) => {
    if (surcharge?.appliesTo === 'goods-and-tip' && tips !== undefined && tips.when !== 'before')
      refuse(context, 'surcharge.appliesTo', 'later-tip');
    if (tips?.when === 'after' && tabs === false) refuse(context, 'tabs', 'tabs-needed');
  })
  .transform(({ maxAmountMinor, ...till }) => ({
    ...till,
    maxAmountMinor: maxAmountMinor ?? defaultMaxAmountMinor(till.currency),
  }));

/**
 * settings.json. Each setting is optional: without the file the till is in training mode. Unknown names are refused.
 */
export const settingsFileSchema = z
  .strictObject({
    /** Path of the JSON Schema of this file, for editors. */
    $schema: z.string().optional(),
    /** Version of the form of this file; absent in the first version (settings-version.ts). */
    version: z.int().min(1).optional(),
    /** Absent: `live` as soon as a platform is configured. */
    mode: setting(z.enum(['training', 'live']).optional(), { group: 'computer', applies: 'at-start' }),
    till: writtenTillSchema.prefault({}),
    platform: z
      .strictObject({
        url: setting(
          z.url({
            protocol: /^https?$/,
            error: ({ input }) => (input === undefined ? faultWords['platform-first'] : faultWords['web-address']),
          }),
          { group: 'platform', applies: 'at-start' },
        ),
        username: setting(z.string().min(1).optional(), {
          group: 'platform',
          applies: 'at-start',
          environment: 'TILLBRIDGE_USERNAME',
        }),
        /**
         * Password of an earlier version: the next start moves it into the store of secrets (secrets/from-settings.ts).
         */
        password: setting(z.string().min(1).optional(), {
          group: 'platform',
          applies: 'at-start',
          isSecret: true,
          environment: 'TILLBRIDGE_PASSWORD',
        }),
        merchant: setting(z.string().min(1).optional(), { group: 'platform', applies: 'at-start' }),
        versionHeader: setting(z.string().min(1).optional(), { group: 'platform', applies: 'at-start' }),
        /** `http://[user:password@]host:port`, or `none`; wins over HTTPS_PROXY and HTTP_PROXY. */
        proxy: setting(z.string().min(1).optional(), { group: 'computer', applies: 'at-start' }),
        /** Hosts reached without the proxy, as in NO_PROXY; wins over it. */
        noProxy: setting(z.string().optional(), { group: 'computer', applies: 'at-start' }),
        /** PEM file of authorities that are trusted beside those of the system; relative to the data folder. */
        caFile: setting(z.string().min(1).optional(), { group: 'computer', applies: 'at-start' }),
      })
      .optional(),
    /**
     * Addresses: `serial:/dev/ttyUSB0`, `tcp:192.168.1.20:9001`, `hid:B61378A`, or `device:B61378A` for a Device
     * without a cable. A terminal on a cable that the platform drives is `{ address, route: 'cloud', serialNumber }`.
     */
    terminals: setting(
      z
        .array(
          z.union([terminalNameSchema, terminalSettingSchema], {
            error: faultWords.terminal,
          }),
        )
        .max(16)
        .default([]),
      { group: 'terminals', applies: 'at-start' },
    ),
    /** Local time of the terminals' daily self-test, `HH:MM`; null: none. */
    selfTestAt: setting(
      z
        .string()
        .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, faultWords.time)
        .nullable()
        .default('06:00'),
      { group: 'terminals', applies: 'at-start' },
    ),
    ...passedOnSchema.shape,
    managers: passedOnSchema.shape.managers.unwrap().default([]),
    people: passedOnSchema.shape.people.unwrap().default([]),
    /**
     * Records link traffic, card data masked, in the folder `traces` of the data folder; TILLBRIDGE_TRACE names
     * another.
     */
    trace: setting(z.boolean().default(false), { group: 'computer', applies: 'at-start' }),
    /** Whether the till looks for an update once a day and installs it when it closes. */
    looksForUpdates: setting(z.boolean().default(true), { group: 'computer', applies: 'live' }),
  })
  .superRefine((file, context) => {
    const printer = printerPort(file.receipts?.printer ?? null);
    const addresses = file.terminals.map((one) => (typeof one === 'string' ? one : one.address));
    if (printer !== null && addresses.includes(printer)) refuse(context, 'receipts.printer', 'terminal-port');
    const all = peopleOf(file);
    const names = all.map(({ name }) => personKey(name));
    const twice = all.find((_, index) => names.indexOf(names[index] ?? '') !== index);
    if (twice) refuse(context, 'people', 'named-twice', `${twice.name} is named twice`);
    const open = lackingPin(all);
    if (open)
      refuse(
        context,
        'people',
        'pin-needed',
        `${open.name} needs a pin: a manager or technician without one is anybody`,
      );
    if (file.signIn?.isOn && all.length === 0) refuse(context, 'signIn', 'nobody-signs-in');
    if (lacksManager(all)) refuse(context, 'people', 'manager-needed');
  });
export type SettingsFileContent = z.infer<typeof settingsFileSchema>;
