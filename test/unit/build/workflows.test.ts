/** Workflows on GitHub: parsed by GitHub's own parser, and compared with the files of the repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../../build/scripts/parts/paths.mjs';

// The parser imports JSON without import attributes, which only bundlers accept.
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

test.each(readdirSync(folder))('%s is a valid workflow, and everything it runs exists', (name) => {
  expect(problems(name, read(name))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const [, script = ''] of read(name).matchAll(/npm run ([a-z:]+)/g)) expect(scripts).toHaveProperty([script]);
  for (const [, file = ''] of read(name).matchAll(/node (build\/[\w/.-]+)/g))
    expect(existsSync(join(root, file)), file).toBe(true);
  // A third-party step has the same permissions: to read the sources only.
  expect((parse(read(name)) as { permissions: unknown }).permissions).toEqual({ contents: 'read' });
});

test('a mistake in a workflow is detected', () => {
  const wrong = read('test.yml').replace('runs-on: ${{ matrix.system }}', 'runs-upon: ${{ matrix.sytem }}');
  expect(problems('test.yml', wrong).join()).toContain('runs-upon');
  const unfinished = read('test.yml').replace('tests (${{ matrix.system }})', 'tests (${{ matrix.system ) }})');
  expect(problems('test.yml', unfinished)).not.toEqual([]);
});

test('the hosted workflow, the README and .ci/run contain the same run', () => {
  const { jobs } = parse(read('test.yml')) as { jobs: { test: { steps: { if?: string; run?: string }[] } } };
  const onLinux = jobs.test.steps.filter((step) => step.if === "runner.os == 'Linux'").map(({ run }) => run);
  expect(onLinux).toContain('xvfb-run --auto-servernum bash .ci/run');
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toMatch(/`\.ci\/run`[^.]*CI runs/);
  expect(read('nightly.yml')).toContain('npm run test:full');
});

test('the turn of .ci/run depends on the commit, and is the same on every date', () => {
  const script = readFileSync(join(root, '.ci/run'), 'utf8');
  expect(script).not.toMatch(/\bdate\b/);
  const chosen = /^export TILLBRIDGE_TURN=.*$/m.exec(script)?.[0] ?? '';
  const turnOf = (commit: string) =>
    execFileSync('bash', ['-c', `${chosen}; echo "$TILLBRIDGE_TURN"`], { env: { ...process.env, commit } }).toString();
  expect(turnOf('0a67425f')).toBe('709\n');
  expect(turnOf('340d2af2')).not.toBe(turnOf('0a67425f'));
});
