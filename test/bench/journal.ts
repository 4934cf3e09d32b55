/**
 * Checks a till with 100,000 payments in the journal, 200 a day, and a month in the recovery log. In under 500 ms its
 * host opens and compares its records, resumes unfinished payments and makes the first list; a lookup of any payment
 * takes under 5 ms.
 *
 *   node test/bench/journal.ts [PAYMENTS]
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillJournal, measureJournal } from './parts/journal-fill.ts';

const payments = Number(process.argv[2] ?? 100_000);
const READY_MS = 500;
const LOOK_UP_MS = 5;
/** Limit for the ratio to a tenth of the payments: reading a whole table would take ten times as long. */
const MAX_TIMES = 5;

const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bench-journal-'));
try {
  const path = join(folder, 'journal.sqlite');
  const wrote = performance.now();
  const entries = fillJournal(path, payments);
  console.log(
    `${payments.toLocaleString('en')} payments, ${entries.toLocaleString('en')} entries, ${(statSync(path).size / 1024 / 1024).toFixed(0)} MB ` +
      `(written in ${((performance.now() - wrote) / 1000).toFixed(1)} s)`,
  );
  const bytes = statSync(path).size / payments;
  console.log(
    `${bytes.toFixed(0)} bytes a payment: a year at 200 a day is ${((bytes * 73_000) / 1024 / 1024).toFixed(0)} MB; ` +
      `the recovery log of a month ${(statSync(`${path}.recovery-log`).size / 1024 / 1024).toFixed(1)} MB`,
  );
  const starts = [1, 2, 3].map(() => measureJournal(path, payments));
  for (const { readyMs, resumed } of starts) {
    console.log(`ready in ${readyMs.toFixed(1)} ms: opened, ${resumed} unfinished resumed, first list of 50`);
  }
  const lookUps = starts.flatMap(({ lookUpsMs }) => lookUpsMs).sort((a, b) => a - b);
  const at = (share: number): number => lookUps[Math.min(lookUps.length - 1, Math.floor(lookUps.length * share))] ?? 0;
  console.log(
    `look-up of any payment: p50 ${at(0.5).toFixed(3)} ms, p99 ${at(0.99).toFixed(3)} ms, max ${at(1).toFixed(3)} ms (${lookUps.length} look-ups)`,
  );
  const smallPath = join(folder, 'small.sqlite');
  fillJournal(smallPath, payments / 10);
  const small = [1, 2, 3].map(() => measureJournal(smallPath, payments / 10));
  const quickest = (all: typeof starts): number => Math.min(...all.map(({ readyMs }) => readyMs));
  const median = (all: typeof starts): number => {
    const sorted = all.flatMap(({ lookUpsMs }) => lookUpsMs).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? NaN;
  };
  const times = Math.max(quickest(starts) / quickest(small), median(starts) / median(small));
  console.log(`beside a tenth of the payments: at most ${times.toFixed(1)} × as slow`);
  const ready = Math.max(...starts.map(({ readyMs }) => readyMs));
  const isKept = ready < READY_MS && at(0.99) < LOOK_UP_MS && times < MAX_TIMES;
  console.log(
    `bounds: ready < ${READY_MS} ms, look-up p99 < ${LOOK_UP_MS} ms, < ${MAX_TIMES} × beside a tenth: ${isKept ? 'kept' : 'NOT KEPT'}`,
  );
  if (!isKept) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
