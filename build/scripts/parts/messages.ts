/**
 * Reads catalogues of messages in ICU MessageFormat and writes them as modules, so that programs parse no messages at
 * run time.
 */
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/**
 * Messages of one part of the screens in one language: text by key, `/` between the levels; `@key` describes `key` to
 * translators.
 */
export type Catalogue = Readonly<Record<string, string>>;

interface Message {
  readonly elements: readonly MessageFormatElement[];
  /** Placeholders; `number` if a plural counts the value. */
  readonly values: ReadonlyMap<string, 'Value' | 'number'>;
}

function valuesOf(
  elements: readonly MessageFormatElement[],
  values = new Map<string, 'Value' | 'number'>(),
): Message['values'] {
  for (const element of elements) {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        break;
      case TYPE.argument:
        if (!values.has(element.value)) values.set(element.value, 'Value');
        break;
      case TYPE.plural:
      case TYPE.select:
        values.set(element.value, element.type === TYPE.plural ? 'number' : (values.get(element.value) ?? 'Value'));
        for (const { value } of Object.values(element.options)) valuesOf(value, values);
        break;
      case TYPE.number:
      case TYPE.date:
      case TYPE.time:
      case TYPE.tag:
        throw new Error('only {name}, {name, plural, …} and {name, select, …} are allowed');
    }
  }
  return values;
}

function readMessage(text: string): Message {
  const elements = parse(text, { ignoreTag: true, requiresOtherClause: true });
  return { elements, values: valuesOf(elements) };
}

/**
 * Parses the messages of a catalogue by key, without descriptions.
 * @throws Error whose message contains the key
 */
function readCatalogue(catalogue: Catalogue): ReadonlyMap<string, Message> {
  const messages = new Map<string, Message>();
  for (const [key, text] of Object.entries(catalogue)) {
    if (key.startsWith('@')) continue;
    try {
      messages.set(key, readMessage(text));
    } catch (error) {
      throw new Error(`${key}: ${(error as Error).message}`, { cause: error });
    }
  }
  return messages;
}

/** True if the message's description allows a translation to omit the placeholder: "May leave out {name}". */
const isOptional = (english: Catalogue, key: string, name: string): boolean =>
  english[`@${key}`]?.includes(`May leave out {${name}}`) ?? false;

/**
 * Faults of a translation: a sentence for each message that is missing or superfluous, or whose placeholders differ.
 */
export function faultsOf(translation: Catalogue, english: Catalogue): string[] {
  const [mine, theirs] = [readCatalogue(translation), readCatalogue(english)];
  const faults = [...theirs.keys()].filter((key) => !mine.has(key)).map((key) => `${key} is missing`);
  for (const [key, { values }] of mine) {
    const wanted = theirs.get(key)?.values;
    if (!wanted) {
      faults.push(`${key} is not a message of the English catalogue`);
      continue;
    }
    for (const name of values.keys())
      if (!wanted.has(name)) faults.push(`${key} has {${name}}, which the English message lacks`);
    for (const name of wanted.keys()) {
      if (!values.has(name) && !isOptional(english, key, name)) faults.push(`${key} lacks {${name}}`);
    }
  }
  return faults;
}

const quoted = (text: string): string => text.replaceAll(/[\\`]|\$(?=\{)/g, (character) => `\\${character}`);

/** Content of a template literal. `counted`: the placeholder that `#` refers to. */
function templateOf(elements: readonly MessageFormatElement[], language: string, counted?: string): string {
  const textsOf = (options: Readonly<Record<string, { value: MessageFormatElement[] }>>, name?: string): string =>
    Object.entries(options)
      .map(([option, { value }]) => `${JSON.stringify(option)}: \`${templateOf(value, language, name)}\``)
      .join(', ');
  return elements
    .map((element) => {
      switch (element.type) {
        case TYPE.literal:
          return quoted(element.value);
        case TYPE.pound:
          return `\${v.${counted ?? ''}}`;
        case TYPE.argument:
          return `\${v.${element.value}}`;
        case TYPE.plural:
          return `\${plural('${language}', v.${element.value}, { ${textsOf(element.options, element.value)} })}`;
        case TYPE.select:
          return `\${select(v.${element.value}, { ${textsOf(element.options, counted)} })}`;
        case TYPE.number:
        case TYPE.date:
        case TYPE.time:
        case TYPE.tag:
          return '';
      }
    })
    .join('');
}

type Tree = Map<string, Tree | string>;

function codeOf({ elements, values: used }: Message, values: Message['values'], language: string): string {
  const template = `\`${templateOf(elements, language)}\``;
  if (values.size === 0) return template;
  const type = [...values].map(([name, kind]) => `${name}: ${kind}`).join('; ');
  return `(${language === 'en' ? `v: { ${type} }` : used.size > 0 ? 'v' : ''}) => ${template}`;
}

function printed(tree: Tree): string {
  const rows = [...tree].map(
    ([key, value]) => `${JSON.stringify(key)}: ${typeof value === 'string' ? value : printed(value)},`,
  );
  return `{\n${rows.join('\n')}\n}`;
}

/** Placeholders of each message, across the catalogues of all languages. */
function wantedOf(catalogues: readonly Catalogue[]): ReadonlyMap<string, Message['values']> {
  const wanted = new Map<string, Map<string, 'Value' | 'number'>>();
  for (const catalogue of catalogues) {
    for (const [key, { values }] of readCatalogue(catalogue)) {
      const known = wanted.get(key) ?? new Map<string, 'Value' | 'number'>();
      for (const [name, kind] of values) if (kind === 'number' || !known.has(name)) known.set(name, kind);
      wanted.set(key, known);
    }
  }
  return wanted;
}

/**
 * Source of the module of one part in one language: messages without placeholders are strings, the others functions of
 * their values.
 * @param all the part's catalogues of all languages: a value is a number for every language if the plural of one counts
 * it
 */
export function moduleOf(part: string, language: string, catalogue: Catalogue, all: readonly Catalogue[]): string {
  const tree: Tree = new Map();
  const wanted = wantedOf(all);
  const isEnglish = language === 'en';
  for (const [key, message] of readCatalogue(catalogue)) {
    const path = key.split('/');
    const last = path.pop() ?? '';
    let place = tree;
    for (const step of path) {
      const inner = place.get(step) ?? new Map<string, Tree | string>();
      if (typeof inner === 'string') throw new Error(`${key}: ${step} is a message and cannot hold others`);
      place.set(step, inner);
      place = inner;
    }
    if (place.has(last)) throw new Error(`${key}: it holds other messages and cannot be one`);
    place.set(last, codeOf(message, wanted.get(key) ?? message.values, language));
  }
  const code = printed(tree);
  const used = ['plural', 'select'].filter((name) => code.includes(`\${${name}(`));
  const typed = isEnglish && code.includes(': Value') ? ['type Value'] : [];
  return [
    `// Generated from electron/words/messages/${language}/${part}.json by build/scripts/generate-words.ts. Do not edit.`,
    '/* oxlint-disable */',
    ...(used.length + typed.length > 0
      ? [`import { ${[...used, ...typed].join(', ')} } from '../../runtime.ts';`]
      : []),
    ...(isEnglish ? [] : [`import type { ${part} as english } from '../en/${part}.ts';`]),
    '',
    `export const ${part}${isEnglish ? '' : ': typeof english'} = ${code};`,
    '',
  ].join('\n');
}
