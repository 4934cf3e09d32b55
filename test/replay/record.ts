/**
 * Records the traces under test/replay/traces with the real driver on the simulator. Run it by hand when a scenario is
 * added, and review the changes before you commit: `node test/replay/record.ts [NAME...]`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { recordTrace } from '../../native/index.ts';
import { connectFamily, Sale, scenarios, type Scenario } from './scenarios.ts';
import { openTestBench } from './test-bench.ts';

const folder = resolve(import.meta.dirname, 'traces');

/** Records one scenario; returns its trace and its story. */
export async function record(scenario: Scenario): Promise<{ trace: string; story: readonly string[] }> {
  const testBench = await openTestBench(scenario);
  const lines: string[] = [];
  try {
    const link = recordTrace(testBench.link, (line) => lines.push(line), scenario.family);
    const terminal = await connectFamily(scenario.family, link);
    const sale = new Sale(terminal);
    await scenario.play(sale, testBench.customer);
    await terminal.close();
    return { trace: `${lines.join('\n')}\n`, story: sale.story };
  } finally {
    await testBench.close();
  }
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true });
  const wanted = process.argv.slice(2);
  for (const scenario of scenarios) {
    if (wanted.length > 0 && !wanted.includes(scenario.name)) continue;
    const { trace, story } = await record(scenario);
    writeFileSync(resolve(folder, `${scenario.name}.trace`), trace);
    console.log(`${scenario.name}: ${trace.split('\n').length - 1} lines\n  ${story.join('\n  ')}`);
  }
}
