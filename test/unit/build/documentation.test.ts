/** Checks that everything named in documents exists: files and folders, npm scripts, options of commands. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const tracked = (pattern: string): string[] =>
  execFileSync('git', ['ls-files', pattern], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
// A changelog may name removed files, so it is left out.
const documents = tracked('*.md').filter((path) => !path.endsWith('CHANGELOG.md') && existsSync(join(root, path)));

/** Names that belong to a data folder, a terminal's computer or the platform, not to the repository. */
const elsewhere =
  /^(settings|setup|secrets|pairings|ports|web|host|package|sandbox-credentials)\.json$|^journal\.sqlite|^logs\/|^traces\/|^receipts-given\.txt$|^(build\/out|test\/results)(\/|$)|^\/|\.(example|com)\b/;
const extensions = /\.(ts|tsx|mjs|cjs|js|md|ya?ml|json|sql|css|html|png|ndjson|sh|txt)$/;

function spansOf(text: string): string[] {
  const fenced = [...text.matchAll(/^```[^\n]*\n(.*?)^```/gms)].flatMap(([, block = '']) => block.split('\n'));
  const prose = text.replace(/^```.*?^```/gms, '');
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const links = [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
  return [...fenced, ...spans, ...links];
}

function isPath(word: string): boolean {
  if (
    !/^\.{0,2}[\w@./-]+$/.test(word) ||
    elsewhere.test(word) ||
    /[A-Z]{3,}|^-|\.\.\.|^\d/.test(word.replace(/README|LICENSE/, ''))
  )
    return false;
  return extensions.test(word) || /^(electron|native|renderer|test|build)\/./.test(word);
}

const files = tracked('*').filter((path) => existsSync(join(root, path)));
const folders = new Set(files.flatMap((path) => path.split('/').map((_, n, parts) => parts.slice(0, n).join('/'))));
const places = [...files, ...folders].map((path) => `/${path}`);

/** True if a name is the path of a file, from the root or from the document, or the end of such a path. */
function isThere(document: string, named: string): boolean {
  const path = named.replace(/:\d+$/, '').replace(/\/$/, '');
  if (existsSync(join(root, dirname(document), path))) return true;
  return places.some((place) => place.endsWith(`/${path}`));
}

test.each(documents)('%s mentions only existing files', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const words = spansOf(text)
    .flatMap((span) => span.split(/[\s,;()│]+/))
    .map((word) => word.replace(/[.:]$/, ''));
  const missing = words.filter((word) => isPath(word) && !isThere(document, word));
  expect([...new Set(missing)]).toEqual([]);
});

test('the README has at most 9 kB', () => {
  expect(readFileSync(join(root, 'README.md')).length).toBeLessThanOrEqual(9_000);
});

/** Sections "Adding a …", and paragraphs that begin "To add a …". */
function recipesOf(text: string): { name: string; words: number }[] {
  const sections = [...text.matchAll(/^(#+) (Adding an? [^\n]+)\n(.*?)(?=^#{1,6} |(?![^]))/gms)].map(
    ([, , name = '', body = '']) => ({ name, body }),
  );
  const paragraphs = [...text.matchAll(/^(?:- \*\*)?(To add an? [^:\n]+):(.*?)(?=^To add|^\s*$|(?![^]))/gms)].map(
    ([, name = '', body = '']) => ({ name, body }),
  );
  return [...sections, ...paragraphs].map(({ name, body }) => ({
    name,
    words: body.split(/\s+/).filter(Boolean).length,
  }));
}

test('every recipe has at most 200 words', () => {
  const all = documents.flatMap((document) => recipesOf(readFileSync(join(root, document), 'utf8')));
  const names = all.map(({ name }) => name.replace(/^Adding an? /, ''));
  expect(names).toEqual(
    expect.arrayContaining(['family', 'quirk', 'setting', 'language', 'failure code', 'report', 'resource']),
  );
  expect(all.filter(({ words }) => words > 200)).toEqual([]);
  const [long] = recipesOf(`## Adding a thing\n\n${'word '.repeat(201)}\n\n## Other\n\nmore`);
  expect(long).toEqual({ name: 'Adding a thing', words: 201 });
});

test('the stories take exactly the pictures of the shop owner’s page', () => {
  const page = readFileSync(join(root, 'build/docs/shop-owner.md'), 'utf8');
  const named = [...page.matchAll(/screenshots\/(setup-[\w-]+)\.png/g)].map(([, name = '']) => name);
  const story = readFileSync(join(root, 'test/e2e/setup.story.ts'), 'utf8');
  const made = [...story.matchAll(/till\.shot\('([\w-]+)'\)/g)].map(([, name = '']) => name);
  expect(named.toSorted()).toEqual(made.toSorted());
});

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

test.each(documents)('%s mentions only existing npm scripts', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const named = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

const sources = ['electron/*.ts', 'build/scripts/*.mjs', 'build/scripts/*.ts', 'test/*.ts', 'native/*.ts']
  .flatMap(tracked)
  .filter((path) => existsSync(join(root, path)))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');

test.each(documents)('%s mentions only options that a command reads', (document) => {
  const commands = spansOf(readFileSync(join(root, document), 'utf8')).filter((span) =>
    /^\s*(npm |npx |node |tillbridge |\.ci\/)/.test(span),
  );
  const options = commands.flatMap((span) => [...span.matchAll(/ --([a-z][a-z-]+)/g)].map(([, name = '']) => name));
  const ours = options.filter((name) => !['expose-gc', 'disable-warning', 'inspect-brk'].includes(name));
  const unread = ours.filter(
    (name) => !sources.includes(`--${name}`) && !sources.includes(`'${name}'`) && !sources.includes(`${name}: {`),
  );
  expect([...new Set(unread)]).toEqual([]);
});
