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
  atStart,
  live,
  terminalAddressSchema,
  tillSettingsSchema,
  type SettingFaultCode,
} from '../contract/index.ts';
import { devicePairingSchema, personWithoutPin, lacksManager, passedOnSchema, peopleOf } from './host-config-schema.ts';
import { printerPort, textOf } from './receipt-settings.ts';
import { writtenSurchargeSchema, writtenTipsSchema } from './sale-settings.ts';

/** Name of the settings file in the data folder. */
export const SETTINGS_FILE = 'settings.json';

const DEFAULT_CARD_TIMEOUT_MS = 60_000;

const knownCurrency = currencySchema.refine((code) => currencyDecimals(code) !== undefined, faultWords.currency);
const knownLocale = textOf((tag) => new Intl.Locale(tag), faultWords.locale);
const knownTime = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, faultWords.time);
const anyText = z.string().min(1);

/** Refuses a value that conflicts with another value. `message` is set for a fault that concerns a person. */
function refuse(
  context: z.RefinementCtx,
  key: string,
  fault: SettingFaultCode,
  message = faultWords[fault] ?? '',
): void {
  context.addIssue({ code: 'custom', path: key.split('.'), message, params: { fault } });
}

const platformAddress = z.url({
  protocol: /^https?$/,
  error: ({ input }) => faultWords[input === undefined ? 'platform-first' : 'web-address'],
});

/** Name of a terminal in the settings: an address, or a Device without a cable. */
export const terminalNameSchema = z.union([terminalAddressSchema, devicePairingSchema]);

/** A terminal with its address and options. */
const terminalSettingSchema = z.strictObject({
  address: terminalNameSchema,
  route: paymentRouteSchema.optional(),
  serialNumber: z.string().trim().min(1).max(60).optional(),
});
export type TerminalSetting = z.infer<typeof terminalSettingSchema>;
const writtenTerminalSchema = z.union([terminalNameSchema, terminalSettingSchema], { error: faultWords.terminal });

/**
 * `till`: the contract's schema with defaults and with the limits for written values. It also checks tips, surcharge
 * and values that contradict each other.
 */
const writtenTillSchema = tillSettingsSchema
  .extend({
    name: atStart('shop', z.string().min(1).max(60).default('Till 1')),
    shop: live('shop', z.string().min(1).max(60).default('My shop')),
    currency: atStart('shop', knownCurrency.default('USD')),
    locale: live('shop', knownLocale.default('en-US')),
    maxAmountMinor: atStart('payments', amountMinorSchema.min(1).optional(), { unit: 'money' }),
    cardTimeoutMs: tillSettingsSchema.shape.cardTimeoutMs.default(DEFAULT_CARD_TIMEOUT_MS),
    tips: atStart('tips', writtenTipsSchema.optional()),
    surcharge: atStart('tips', writtenSurchargeSchema.optional()),
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
    /** Absent by default: then `live` as soon as a platform is configured. */
    mode: atStart('computer', z.enum(['training', 'live']).optional()),
    till: writtenTillSchema.prefault({}),
    platform: z
      .strictObject({
        url: atStart('platform', platformAddress),
        username: atStart('platform', anyText.optional(), { environment: 'TILLBRIDGE_USERNAME' }),
        /** Kept here by earlier versions: the next start moves it into the store of secrets (secrets/from-settings.ts). */
        password: atStart('platform', anyText.optional(), { isSecret: true, environment: 'TILLBRIDGE_PASSWORD' }),
        merchant: atStart('platform', anyText.optional()),
        versionHeader: atStart('platform', anyText.optional()),
        /** `http://[user:password@]host:port`, or `none`; wins over HTTPS_PROXY and HTTP_PROXY. */
        proxy: atStart('computer', anyText.optional()),
        /** Hosts reached without the proxy, as in NO_PROXY; wins over it. */
        noProxy: atStart('computer', z.string().optional()),
        /** PEM file of authorities that are trusted in addition to those of the system; relative to the data folder. */
        caFile: atStart('computer', anyText.optional()),
      })
      .optional(),
    /**
     * Addresses: `serial:/dev/ttyUSB0`, `tcp:192.168.1.20:9001`, `hid:B61378A`, or `device:B61378A` for a Device
     * without a cable. A terminal on a cable that the platform drives is `{ address, route: 'cloud', serialNumber }`.
     */
    terminals: atStart('terminals', z.array(writtenTerminalSchema).max(16).default([])),
    /** Local time of the terminals' daily self-test, or null for none. */
    selfTestAt: atStart('terminals', knownTime.nullable().default('06:00')),
    ...passedOnSchema.shape,
    managers: passedOnSchema.shape.managers.unwrap().default([]),
    people: passedOnSchema.shape.people.unwrap().default([]),
    /** Records link traffic in the folder `traces` of the data folder; TILLBRIDGE_TRACE sets another folder. */
    trace: atStart('computer', z.boolean().default(false)),
    looksForUpdates: live('computer', z.boolean().default(true)),
  })
  .superRefine((file, context) => {
    const printer = printerPort(file.receipts?.printer ?? null);
    const addresses = file.terminals.map((one) => (typeof one === 'string' ? one : one.address));
    if (printer !== null && addresses.includes(printer)) refuse(context, 'receipts.printer', 'terminal-port');
    const all = peopleOf(file);
    const names = all.map(({ name }) => personKey(name));
    const twice = all.find((_, index) => names.indexOf(names[index] ?? '') !== index);
    if (twice) refuse(context, 'people', 'named-twice', `${twice.name} is named twice`);
    const open = personWithoutPin(all);
    if (open) {
      const risk = 'without a pin, every person could sign in as this manager or technician';
      refuse(context, 'people', 'pin-needed', `${open.name} needs a pin: ${risk}`);
    }
    if (file.signIn?.isOn && all.length === 0) refuse(context, 'signIn', 'nobody-signs-in');
    if (lacksManager(all)) refuse(context, 'people', 'manager-needed');
  });
export type SettingsFileContent = z.infer<typeof settingsFileSchema>;
