/** What runs outside (GitHub): read by GitHub's own parser, and held against what is really here. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../../build/scripts/parts/paths.mjs';

// The parser imports JSON in the way of bundlers.
const hooks = registerHooks({
  resolve(name, context, next) {
    const found = next(name, context);
    return found.url.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found;
  },
});
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
hooks.deregister();

const folder = join(root, '.github/workflows');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const problems = (name: string, content: string) =>
  parseWorkflow({ name, content }, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message);

test.each(readdirSync(folder))('%s is a workflow, and what it runs is here', (name) => {
  expect(problems(name, read(name))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  for (const [, script = ''] of read(name).matchAll(/npm run ([a-z:]+)/g)) expect(scripts).toHaveProperty([script]);
  for (const [, file = ''] of read(name).matchAll(/node (build\/[\w/.-]+)/g)) expect(existsSync(join(root, file)), file).toBe(true);
  // A step of somebody else's may do what this may: read the sources, and nothing more.
  expect((parse(read(name)) as { permissions: unknown }).permissions).toEqual({ contents: 'read' });
}); // oxfmt-ignore

test('a mistake in a workflow is found', () => {
  const wrong = read('test.yml').replace('runs-on: ${{ matrix.system }}', 'runs-upon: ${{ matrix.sytem }}');
  expect(problems('test.yml', wrong).join()).toContain('runs-upon');
  const unfinished = read('test.yml').replace('npm test (${{ matrix.system }})', 'npm test (${{ matrix.system ) }})');
  expect(problems('test.yml', unfinished)).not.toEqual([]);
});
