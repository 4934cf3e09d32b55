/** Why a value cannot be a setting: codes that every screen has words for (renderer/text, `settings.faults`). */
import { z } from 'zod';

/** What each says in English, as a sentence begins with its field; undefined: it has a limit in it, or several forms. */
const faultWords = {
  unknown: 'is not a setting',
  missing: 'is missing',
  'platform-first': 'is missing, and is set first',
  text: 'has to be text',
  number: 'has to be a number',
  whole: 'has to be a whole number',
  'yes-no': 'has to be true or false',
  list: 'has to be a list',
  object: 'has to be an object',
  'one-of': undefined,
  empty: 'may not be empty',
  small: undefined,
  short: undefined,
  few: undefined,
  big: undefined,
  long: undefined,
  many: undefined,
  form: 'is not what it may be',
  currency: 'is not a currency a terminal can be asked for',
  locale: 'is not a language tag such as en-US',
  zone: 'is not a time zone such as America/New_York',
  time: 'is not a time such as 06:00',
  'web-address': 'is not an http(s) address',
  port: 'is not a port such as serial:PATH or usb:VVVV:PPPP',
  terminal: 'is not an address such as serial:PATH, tcp:HOST:PORT, hid:SERIALNUMBER or device:SERIALNUMBER',
  printer: 'is not a printer such as tcp://HOST:9100, serial:PATH@BAUD, path:FILE or system:NAME',
  'terminal-port': 'is where a terminal is, and nothing is printed there',
  decimals: 'has more than two decimals',
  'later-tip': 'a tip given later cannot be part of it',
  'tabs-needed': 'tips after the payment are added to tabs, so it cannot be false',
  'nobody-signs-in': 'is on, and there is nobody in people who could sign in',
  'manager-needed': 'where somebody has a pin a manager is needed',
  'named-twice': undefined,
  'pin-needed': undefined,
} as const satisfies Record<string, string | undefined>;

export type SettingFaultCode = keyof typeof faultWords;
const codes = Object.keys(faultWords) as SettingFaultCode[];

const faultSchema = z.object({
  /** Of the setting, or of the part of it that is meant; empty: the whole file. */
  key: z.string(),
  code: z.enum(codes),
  /** The smallest or largest that may be, in the setting's own unit. */
  limit: z.number().optional(),
  /** English, for logs and the command line. */
  text: z.string(),
});
export interface SettingFault extends z.infer<typeof faultSchema> {}
/** By its name: the contract's own type is long enough. */
export const settingFaultSchema: z.ZodType<SettingFault> = faultSchema;

const byWords: ReadonlyMap<string, SettingFaultCode> = new Map(
  codes.flatMap((code) => {
    const words: string | undefined = faultWords[code];
    return words === undefined ? [] : [[words, code] as const];
  }),
);

const tooSmall: Readonly<Record<string, SettingFaultCode>> = { string: 'short', array: 'few' };
const tooBig: Readonly<Record<string, SettingFaultCode>> = { string: 'long', array: 'many' };

/** What one issue of the schema says, without its field. */
export function settingFaultOf(issue: z.core.$ZodIssue): Omit<SettingFault, 'key'> {
  const { message: text } = issue;
  const known = byWords.get(text);
  if (known !== undefined) return { code: known, text };
  if (issue.code === 'too_small')
    return { code: tooSmall[issue.origin] ?? 'small', limit: Number(issue.minimum), text };
  if (issue.code === 'too_big') return { code: tooBig[issue.origin] ?? 'big', limit: Number(issue.maximum), text };
  if (issue.code === 'invalid_value') return { code: 'one-of', text };
  if (text.endsWith(' is named twice')) return { code: 'named-twice', text };
  if (text.includes(' needs a pin')) return { code: 'pin-needed', text };
  return { code: meantIn(text), text };
}

/** Of a value that has several forms the sentence names the part first: `percents.0 has to be a whole number`. */
function meantIn(text: string): SettingFaultCode {
  const [, code] = [...byWords].find(([words]) => text.endsWith(` ${words}`)) ?? [];
  return code ?? 'form';
}
