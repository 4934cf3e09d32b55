/**
 * Measures the time from the start of the host's process until it is ready, with a given number of payments in its
 * records.
 */
import { join } from 'node:path';
import { fillJournal } from '../parts/journal-fill.ts';
import { TestBench, Till } from './test-bench.ts';

/** Duration of each start, milliseconds. After the first start, the files are also in the disk cache. */
export async function starts(payments: number, count: number): Promise<number[]> {
  const testBench = await TestBench.open({ kind: 'tcp', delayMs: 5 });
  const took: number[] = [];
  try {
    for (let nth = 0; nth < count; nth += 1) {
      const till = await Till.start(testBench, {
        route: 'cable',
        prepare: (dataDir) => withPayments(dataDir, payments),
      });
      took.push(till.readyMs);
      await till.close();
    }
    return took;
  } finally {
    await testBench.close();
  }
}

/**
 * Fills the records. Twenty payments are unfinished, as after a power cut, so the host queries the platform for their
 * outcome.
 */
export function withPayments(dataDir: string, payments: number): void {
  if (payments > 0) fillJournal(join(dataDir, 'journal.sqlite'), payments);
}
