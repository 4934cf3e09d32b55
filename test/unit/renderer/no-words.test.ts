import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** Attributes that are shown or read aloud. */
const spoken =
  /^(?:title|alt|placeholder|label|lead|say|sub|help|aria-(?:label|description|roledescription|valuetext|placeholder))$/;
const hasLetters = (text: string) => /\p{L}{2}/u.test(text);
/** Two words, the first of which starts with a capital letter. */
const isSentence = (text: string) => /^\s*\p{Lu}\p{L}+\S*\s+\S*\p{L}{2}/u.test(text);

interface Node {
  type: string;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const named = (value: unknown): string => {
  if (!isNode(value)) return '';
  if (value.type === 'MemberExpression') return named(value['property']);
  return typeof value['name'] === 'string' ? value['name'] : '';
};

/** Every text in the source that is not from the language files. */
export function wordsInCode(path: string, source: string): string[] {
  const found: string[] = [];
  const check = (text: string, isShown: boolean) => {
    const plain = text.replaceAll(/&\w+;/g, ' ').trim();
    if (hasLetters(plain) && (isShown || isSentence(plain))) found.push(plain);
  };
  const visit = (value: unknown, isShown: boolean): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, isShown);
      return;
    }
    if (!isNode(value)) return;
    switch (value.type) {
      // Errors and their messages are for logs; the screen has texts for their codes. Types hold no text.
      case 'NewExpression':
        if (named(value['callee']).endsWith('Error')) return;
        break;
      case 'Property':
        if (named(value['key']) === 'message') return;
        break;
      case 'ImportDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAnnotation':
        return;
      case 'JSXText':
        check(String(value['value']), true);
        return;
      case 'JSXAttribute':
        visit(value['value'], spoken.test(named(value['name'])));
        return;
      case 'JSXElement':
      case 'JSXFragment':
        for (const child of [value['openingElement'], ...(value['children'] as unknown[])])
          visit(child, isNode(child) && child.type === 'JSXExpressionContainer');
        return;
      // Callees, compared values and looked-up keys are not shown.
      case 'CallExpression':
      case 'BinaryExpression':
        for (const part of ['callee', 'arguments', 'left', 'right']) visit(value[part], false);
        return;
      case 'MemberExpression':
        visit(value['object'], false);
        return;
      case 'Literal':
        if (typeof value['value'] === 'string') check(value['value'], isShown);
        return;
      case 'TemplateElement': {
        const { cooked } = value['value'] as { cooked: string };
        check(cooked, isShown);
        return;
      }
      default:
    }
    for (const [key, inner] of Object.entries(value))
      if (key !== 'type') visit(inner, isShown && !(value.type === 'ConditionalExpression' && key === 'test'));
  };
  visit(parseSync(path, source, { lang: 'tsx' }).program, false);
  return found;
}

const files = globSync(['renderer/**/*.ts', 'renderer/**/*.tsx'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.startsWith('renderer/text/') && !path.endsWith('.d.ts'))
  .sort();

describe('words', () => {
  it('are in renderer/text only', () => {
    expect(files.length).toBeGreaterThan(50);
    const found = files.flatMap((path) =>
      wordsInCode(path, readFileSync(join(root, path), 'utf8')).map((text) => `${path}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['between tags', 'const a = <p>Please pay</p>;', ['Please pay']],
    ['in an expression between tags', "const a = <p>{isPaid ? 'Paid' : words.open}</p>;", ['Paid']],
    ['for a screen reader', 'const a = <button aria-label="Close" type="button" />;', ['Close']],
    ['in a template for a screen reader', 'const a = <i title={`Charge ${amount}`} />;', ['Charge']],
    ['in a constant', "const a = 'The card was read';", ['The card was read']],
    ['not in class names, codes and errors', "throw new TillError('HOST_INTERNAL', 'No carrier here');", []],
    ['not in class names', 'const a = <p className="a b" data-x="one two">{words.x}</p>;', []],
  ])('are found %s', (_where, source, expected) => {
    expect(wordsInCode('one.tsx', source)).toEqual(expected);
  });
});
