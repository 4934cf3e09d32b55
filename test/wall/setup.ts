/**
 * Runs in every test file if TILLBRIDGE_WALL_STEPS=1. Every wait in the file, and in the processes that it starts,
 * steps the clock.
 */
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, expect } from 'vitest';
import { excused } from './excused.ts';
import { noteWaits } from './figures.ts';
import { beginTest, stepAtEveryWait } from './wall.ts';

const path = relative(resolve(import.meta.dirname, '..'), expect.getState().testPath ?? '').replaceAll('\\', '/');
const [first = '', second = ''] = path.split('/');
const suite = first === 'unit' ? `${first}/${second}` : first;

stepAtEveryWait();

const preload = `--import=${pathToFileURL(resolve(import.meta.dirname, 'preload.ts')).href}`;
const options = process.env['NODE_OPTIONS'] ?? '';
if (!options.includes(preload)) process.env['NODE_OPTIONS'] = `${options} ${preload}`.trim();
process.env['TILLBRIDGE_WALL_SUITE'] = suite;

beforeEach(({ task }) => {
  const reasons = excused[path] ?? [];
  beginTest(
    task.name,
    reasons.some(([name]) => task.name.startsWith(name)),
  );
});
afterAll(() => noteWaits(suite));
