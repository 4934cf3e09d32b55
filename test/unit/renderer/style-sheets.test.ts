import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const renderer = resolve(import.meta.dirname, '../../../renderer');

/** Sheets of places are loaded with them, in whatever order somebody opens them; these are there from the first moment on. */
const FIRST = ['components', 'theme', 'frame', 'counter'];
/** Says of every part what it is on a short and wide screen; frame.css is loaded right before it. */
const ADAPTS_OTHERS = 'frame/short-wide.css';
/** Both sheets are of the first load: the frame keeps the ring of each of its controls within its bar. */
const SHARED = new Set(['tb-lights']);

const filesOf = (ending: string): { path: string; folder: string; text: string }[] =>
  readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(ending))
    .map((path) => ({ path, folder: path.split('/')[0] ?? '', text: readFileSync(join(renderer, path), 'utf8') }));

/** Classes that have rules of their own in a sheet: no other class in the selector says where, or beside what, they hold. */
function ownClasses(css: string): string[] {
  const selectors = [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector.trim())
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => selector.split(/,(?![^(]*\))/));
  return selectors.flatMap((selector) => {
    const classes = selector.match(/\.tb-[\w-]+/g) ?? [];
    return classes.length === 1 && /^\s*\.tb-[^\s>+~]*$/.test(selector) ? classes.map((one) => one.slice(1)) : [];
  });
}

const homes = new Map<string, Set<string>>();
for (const { path, folder, text } of filesOf('.css')) {
  if (path === ADAPTS_OTHERS) continue;
  for (const name of ownClasses(text)) homes.set(name, (homes.get(name) ?? new Set()).add(folder));
}

test('a class is one thing: its own rules are in the sheets of one folder', () => {
  expect(homes.size).toBeGreaterThan(200);
  const several = [...homes].filter(([name, folders]) => folders.size > 1 && !SHARED.has(name));
  expect(several.map(([name, folders]) => `${name}: ${[...folders].sort().join(', ')}`)).toEqual([]);
});

test('nothing wears a class whose sheet comes with another place', () => {
  const astray = filesOf('.tsx').flatMap(({ path, folder, text }) =>
    [...new Set(text.match(/(?<![\w-])tb-[\w-]+/g))].flatMap((name) => {
      const [home] = homes.get(name) ?? [];
      return home === undefined || home === folder || FIRST.includes(home) ? [] : [`${name} of ${home}: ${path}`];
    }),
  );
  expect(astray).toEqual([]);
});
