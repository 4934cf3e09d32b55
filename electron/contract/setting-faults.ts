/** Reasons why a value is refused, as codes with words on each screen (`settings.faults` in electron/words). */
import { z } from 'zod';

/**
 * English text of each fault, after the field at the beginning of the sentence. Undefined if the text has a limit or
 * several forms.
 */
export const faultWords = {
  unknown: 'is not a setting',
  missing: 'is missing',
  'platform-first': 'is missing; set it first',
  text: 'has to be text',
  number: 'has to be a number',
  whole: 'has to be a whole number',
  'yes-no': 'has to be true or false',
  list: 'has to be a list',
  object: 'has to be an object',
  'one-of': undefined,
  empty: 'must not be empty',
  small: undefined,
  short: undefined,
  few: undefined,
  big: undefined,
  long: undefined,
  many: undefined,
  form: 'is not a possible value',
  currency: 'is not a currency that terminals know',
  locale: 'is not a language tag such as en-US',
  zone: 'is not a time zone such as America/New_York',
  time: 'is not a time such as 06:00',
  'web-address': 'is not an http(s) address',
  port: 'is not a port such as serial:PATH or usb:VVVV:PPPP',
  terminal: 'is not an address such as serial:PATH, tcp:HOST:PORT, hid:SERIALNUMBER or device:SERIALNUMBER',
  printer: 'is not a printer such as tcp://HOST:9100, serial:PATH@BAUD, path:DEVICE or system:NAME',
  'printer-file': 'is a file and not a device: a receipt would overwrite it',
  'terminal-port': 'is the port of a terminal; name the port of the printer',
  decimals: 'has more than two decimals',
  'later-tip': 'cannot include a tip that is given after the card',
  'tabs-needed': 'tips after the payment are added to tabs, so it cannot be false',
  'nobody-signs-in': 'is on, but no person in people can sign in',
  'manager-needed': 'if a person has a pin, a manager is needed',
  'named-twice': undefined,
  'pin-needed': undefined,
} as const satisfies Record<string, string | undefined>;

export type SettingFaultCode = keyof typeof faultWords;
const codes = Object.keys(faultWords) as SettingFaultCode[];

const faultSchema = z.object({
  /** Key of the setting or of a part of it; empty for the whole file. */
  key: z.string(),
  code: z.enum(codes),
  /** Smallest or largest allowed value, in the unit of the setting. */
  limit: z.number().optional(),
  /** English text, for logs and the command line. */
  text: z.string(),
});
export interface SettingFault extends z.infer<typeof faultSchema> {}
/** A named type, to keep the type of the contract short. */
export const settingFaultSchema: z.ZodType<SettingFault> = faultSchema;
