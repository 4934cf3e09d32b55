/** Runs cases in sequence, each within its time limit, and prints the result of each. */
import type { Lab, LabCase } from './lab.ts';
import type { Report } from './wanted.ts';
import { within } from './waiting.ts';

export async function runCases(
  cases: readonly LabCase[],
  lab: Lab,
  say: (line: string) => void,
): Promise<Report['results']> {
  const results: Report['results'][number][] = [];
  for (const { name, withinMs, run } of cases) {
    const startedAt = performance.now();
    let failure: string | null = null;
    try {
      await within(run(lab), withinMs, 'the case to end');
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      for (const line of ((error as Error).stack ?? '').split('\n').slice(1, 6)) say(`   ${line.trim()}`);
    }
    const tookMs = Math.round(performance.now() - startedAt);
    say(
      `${failure === null ? 'ok  ' : 'FAIL'} ${name} (${(tookMs / 1000).toFixed(1)} s)${failure === null ? '' : `: ${failure}`}`,
    );
    results.push({ name, failure, tookMs });
  }
  return results;
}
