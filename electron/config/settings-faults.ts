/** Faults of settings.json: a code for the screens of all languages, and English for commands and logs. */
import type { z } from 'zod';
import { faultWords, TillError, type Failure, type SettingFault, type SettingFaultCode } from '../contract/index.ts';
import { settingsFileSchema, type SettingsFileContent } from './settings-schema.ts';

type Fault = Omit<SettingFault, 'key'>;

const kinds: Readonly<Record<string, SettingFaultCode>> = {
  string: 'text',
  number: 'number',
  int: 'whole',
  boolean: 'yes-no',
  array: 'list',
  object: 'object',
};

const plain = (code: SettingFaultCode, text: string = faultWords[code] ?? faultWords.form): Fault => ({ code, text });

/** Codes of an exceeded limit, and its unit: characters of a text, or entries of a list. */
const bounds: Readonly<Record<string, readonly [least: SettingFaultCode, most: SettingFaultCode, unit: string]>> = {
  string: ['short', 'long', ' characters'],
  array: ['few', 'many', ' entries'],
};

function bound(origin: string, limit: number, end: 'least' | 'most'): Fault {
  if (origin === 'string' && end === 'least' && limit === 1) return plain('empty');
  const [least, most, unit] = bounds[origin] ?? ['small', 'big', ''];
  if (end === 'least') return { code: least, limit, text: `has to be at least ${limit}${unit}` };
  return { code: most, limit, text: `may be at most ${limit}${unit}` };
}

/** Fault of one issue, without the field. An issue keeps the words from the schema. */
function faultOf(issue: z.core.$ZodIssue): Fault {
  if (issue.message !== '') return plain(codeOf(issue), issue.message);
  if (issue.code === 'invalid_type')
    return plain(issue.input === undefined ? 'missing' : (kinds[issue.expected] ?? 'form'));
  if (issue.code === 'invalid_value') return plain('one-of', `has to be ${issue.values.map(String).join(' or ')}`);
  if (issue.code === 'too_small') return bound(issue.origin, Number(issue.minimum), 'least');
  if (issue.code === 'too_big') return bound(issue.origin, Number(issue.maximum), 'most');
  return plain('form');
}

/** Code of an issue: `params.fault` where the words contain a name, else the code with the same words. */
function codeOf(issue: z.core.$ZodIssue): SettingFaultCode {
  const named = issue.code === 'custom' ? (issue.params?.['fault'] as SettingFaultCode | undefined) : undefined;
  const codes = Object.keys(faultWords) as SettingFaultCode[];
  return named ?? codes.find((code) => faultWords[code] === issue.message) ?? 'form';
}

/**
 * Checks the content of a file. Issues keep their input, which distinguishes a missing value from a value of another
 * kind.
 */
export const checkSettings = (value: unknown): z.ZodSafeParseResult<SettingsFileContent> =>
  settingsFileSchema.safeParse(value, { error: () => '', reportInput: true });

/** Faults of a file, each with its field. */
export function faultsOf({ issues }: z.ZodError): SettingFault[] {
  return issues.flatMap((issue): SettingFault[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ key: [...issue.path, key].join('.'), ...plain('unknown') }));
    const meant = meantIn(issue);
    return [{ key: [...issue.path, ...(meant?.path ?? [])].join('.'), ...faultOf(meant ?? issue) }];
  });
}

/**
 * Selects an issue of a union: the deepest issue, or the issue of the alternative that accepts the kind of the value.
 */
function meantIn(issue: z.core.$ZodIssue): z.core.$ZodIssue | undefined {
  if (issue.code !== 'invalid_union') return undefined;
  const all = issue.errors.flat().filter(({ code }) => code !== 'invalid_union');
  const inside = all.find(({ path }) => path.length > 0);
  return inside ?? (issue.message === '' ? all.find(({ code }) => code !== 'invalid_type') : undefined);
}

/** The fault as a sentence that begins with the field. */
export const faultSentence = ({ key, text }: Pick<SettingFault, 'key' | 'text'>): string =>
  `${key || 'the file'}: ${text}`;

/** @throws TillError CFG_INVALID */
export function refuseSettings(words: string, context?: Failure['context'], cause?: unknown): never {
  throw new TillError('CFG_INVALID', words, { context, cause });
}

/** True if a fault is in this setting. */
export const isAbout = (fault: Pick<SettingFault, 'key'>, key: string): boolean =>
  fault.key === key || fault.key.startsWith(`${key}.`);
