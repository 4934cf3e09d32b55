/**
 * Run after `npm test` on an idle computer: records the durations of its test files (test/durations.json), with which
 * later runs detect a file that became ten times slower. `node build/scripts/record-durations.mjs [REPORT]`
 */
import { readFileSync } from 'node:fs';
import { record } from './parts/durations.mjs';
import { reportOf } from './parts/results.mjs';

record(readFileSync(process.argv[2] ?? reportOf('vitest'), 'utf8'));
