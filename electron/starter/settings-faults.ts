/** What is wrong with settings.json: a code for a screen in any language, and English for commands and logs. */
import type { z } from 'zod';
import { settingFaultOf, type SettingFault } from '../contract/index.ts';
import { settingsFileSchema, type SettingsFileContent } from './settings-schema.ts';

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
const things: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

/** What may be, where the schema has no words of its own for it. */
function reasonOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `has to be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `has to be ${issue.values.map(String).join(' or ')}`;
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? 'may not be empty'
        : `has to be at least ${issue.minimum}${things[issue.origin] ?? ''}`;
    case 'too_big':
      return `may be at most ${issue.maximum}${things[issue.origin] ?? ''}`;
    case 'invalid_union': {
      // Of the forms it may have, the one that was meant: what fails further in, or for another reason than its kind.
      const meant = issue.errors.find(([first]) => first && (first.path.length > 0 || first.code !== 'invalid_type'));
      const [first] = meant ?? [];
      return first ? [...first.path, first.message].join(' ') : 'has not one of the forms it may have';
    }
    case 'not_multiple_of':
      return `has to be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return 'is not a setting';
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
      return 'is not what it may be';
  }
}

/** A file's content, checked, with words for each mistake. */
export const checkSettings = (value: unknown): z.ZodSafeParseResult<SettingsFileContent> =>
  settingsFileSchema.safeParse(value, { error: reasonOf });

/** What is wrong with a file, each with its field. */
export function faultsOf({ issues }: z.ZodError): SettingFault[] {
  return issues.flatMap((issue): SettingFault[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ key: [...issue.path, key].join('.'), code: 'unknown', text: issue.message }));
    const meant = meantIn(issue);
    return [{ key: [...issue.path, ...(meant?.path ?? [])].join('.'), ...settingFaultOf(meant ?? issue) }];
  });
}

/** Of a value that may have several forms: what is wrong further in, in the form that was meant. */
function meantIn(issue: z.core.$ZodIssue): z.core.$ZodIssue | undefined {
  if (issue.code !== 'invalid_union') return undefined;
  return issue.errors.flat().find(({ path, code }) => path.length > 0 && code !== 'invalid_union');
}

/** The same, a sentence each that begins with the field. */
export function problemsOf(error: z.ZodError): string[] {
  return faultsOf(error).map(({ key, text }) => `${key || 'the file'}: ${text}`);
}
