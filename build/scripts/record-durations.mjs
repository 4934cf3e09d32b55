/**
 * After `npm test` on a quiet computer: records how long its test files took (test/durations.json), by which later runs notice a file that
 * became ten times slower. `node build/scripts/record-durations.mjs [REPORT]`
 */
import { readFileSync } from 'node:fs';
import { record } from './parts/durations.mjs';
import { reportOf } from './parts/results.mjs';

record(readFileSync(process.argv[2] ?? reportOf('vitest'), 'utf8'));
