/** From a start of the host's process until it is ready, with as many payments in its records. */
import { join } from 'node:path';
import { fillJournal } from '../parts/journal-fill.ts';
import { Stand, Till } from './stand.ts';

/** Milliseconds of each start. The files lie on this computer's disk and, after the first, in its memory. */
export async function starts(payments: number, count: number): Promise<number[]> {
  const stand = await Stand.open({ kind: 'tcp', delayMs: 5 });
  const took: number[] = [];
  try {
    for (let nth = 0; nth < count; nth += 1) {
      const till = await Till.start(stand, { route: 'cable', prepare: (dataDir) => withPayments(dataDir, payments) });
      took.push(till.readyMs);
      await till.close();
    }
    return took;
  } finally {
    await stand.close();
  }
}

/** Twenty of them unfinished, as a power cut leaves them: their outcome is looked for at the platform. */
export function withPayments(dataDir: string, payments: number): void {
  if (payments > 0) fillJournal(join(dataDir, 'journal.sqlite'), payments);
}
