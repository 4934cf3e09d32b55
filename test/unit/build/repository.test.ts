import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** Allowed entries at the top of the repository (README, "Modules and boundaries"). */
const TOP = [
  'README.md',
  'build',
  'electron',
  'native',
  'package-lock.json',
  'package.json',
  'renderer',
  'test',
  'tsconfig.json',
];
const MODULES = {
  electron: [
    'cli',
    'config',
    'contract',
    'domain',
    'host',
    'platform-api',
    'sandbox',
    'shell',
    'starter',
    'web',
    'words',
  ],
};

const isClone = existsSync(join(root, '.git'));
const tracked = () =>
  execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '');

test.skipIf(!isClone)('the top folder contains only the fixed folders and dotfiles', () => {
  const top = new Set(tracked().map((path) => path.split('/')[0] ?? ''));
  expect([...top].filter((name) => !name.startsWith('.') && !TOP.includes(name))).toEqual([]);
});

test.each(Object.entries(MODULES))('%s contains exactly its modules', (folder, modules) => {
  const folders = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((entry) => entry.name).filter((name) => !modules.includes(name))).toEqual([]);
});

test.skipIf(!isClone)('file names are safe on every disk, in kebab-case, and unique without regard to case', () => {
  const paths = tracked();
  const source = paths.filter((path) => /\.(ts|tsx|mjs|css)$/.test(path));
  expect(source.filter((path) => !/^[a-z0-9.-]+$/.test(path.split('/').at(-1) ?? ''))).toEqual([]);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
});

test.skipIf(!isClone)('every module with code has its own tsconfig, which is checked', () => {
  const checked = readFileSync(join(root, 'tsconfig.json'), 'utf8');
  for (const module of [...MODULES.electron.map((name) => `electron/${name}`), 'native', 'renderer', 'test', 'build']) {
    expect(existsSync(join(root, module, 'tsconfig.json')), module).toBe(true);
    expect(checked).toContain(`{ "path": "${module}" }`);
  }
});

/**
 * Files excluded from formatting, each with the reason. A table is written as a text or a list of calls instead
 * (test/README.md).
 */
const EXEMPT_FROM_FORMAT: Readonly<Record<string, string>> = {};
/**
 * Number of lines in tests with more than 140 characters: titles, vectors and programs in a string. Lower it when
 * possible.
 */
const LONG_TEST_LINES = 59;

test.skipIf(!isClone)('the formatter formats all code, and long lines of tests do not increase', () => {
  const code = tracked().filter((path) => /\.(ts|tsx|mjs)$/.test(path) && existsSync(join(root, path)));
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const exempt = code.filter((path) => /\b(?:oxfmt|prettier)-ignore\b/.test(read(path)));
  expect(exempt.filter((path) => !EXEMPT_FROM_FORMAT[path])).toEqual([]);
  const long = code
    .filter((path) => path.startsWith('test/'))
    .flatMap((path) =>
      read(path)
        .split('\n')
        .filter((line) => line.length > 140)
        .map((line) => `${path}: ${line}`),
    );
  expect(long.length, long.join('\n')).toBeLessThanOrEqual(LONG_TEST_LINES);
});

test('the lock file contains the packages of other systems, without which npm ci refuses it', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>;
  };
  const names = new Set(Object.keys(lock.packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
  const wanted = Object.values(lock.packages).flatMap((one) => Object.keys(one.optionalDependencies ?? {}));
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});

test.skipIf(!isClone)('every doc comment is followed by code, and never by a second doc comment', () => {
  const stacked = /^.+$\n+[ \t]*\/\*\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*\n[ \t]*\/\*\*(?! @)[ *]/m;
  const sources = tracked().filter((path) => /\.(ts|tsx)$/.test(path) && existsSync(join(root, path)));
  expect(sources.filter((path) => stacked.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});
