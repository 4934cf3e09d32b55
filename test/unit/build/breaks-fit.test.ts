/**
 * Checks that breaks and exceptions which refer to code or tests still match them: the suites that use them run at
 * night, or would pass without them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breakNames, breakPlugin } from '../../hardware-lab/machine/breaks.ts';
import { mutations } from '../../simulation/mutations.ts';
import { excused } from '../../wall/excused.ts';

const root = join(import.meta.dirname, '../../..');

test.each(breakNames)('the break %s matches the code of its file', (name) => {
  expect(() => breakPlugin(root, name)).not.toThrow();
});

test.each(mutations)('the mutation $name matches the code of its file', ({ file, changes }) => {
  const source = readFileSync(join(root, file), 'utf8');
  expect(changes.filter(([right]) => !source.includes(right))).toEqual([]);
});

test.each(Object.entries(excused))('%s contains the tests that are excused from clock jumps', (path, excuses) => {
  const source = readFileSync(join(root, 'test', path), 'utf8');
  expect(excuses.filter(([name]) => !source.includes(name)).map(([name]) => name)).toEqual([]);
});
