/**
 * The crash suite at full size: `node test/recovery/run.ts`. Options: `--only "NAME OF A CASE"` (several), `--route
 * mms` or `stack` (several), `--like 'other-|taken'` (only cases whose name matches, and the rehearsals), `--pauses
 * 0.5,60,600` (a sale is stopped for so many seconds, at every boundary, over a serial line), `--verbose`. The last
 * line is `N passed, N failed`; the exit code is 1 if anything is wrong.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { withPrograms } from '../../build/scripts/parts/build.mjs';
import { turn } from '../../build/scripts/parts/sizes.mjs';
import { caseOf, nameOf, type Case } from './cases.ts';
import { casesOf, type Rehearse } from './plan.ts';
import { quantile, reportLines } from './report.ts';
import { pauseLines, pausesOf } from './pauses.ts';
import type { CaseResult } from './runner.ts';
import { runStack, type StackResult } from './stack.ts';
import { routes, type Route } from './steps.ts';
import { Tills, tillsInMemory, Turns, type TillsOptions } from './tills.ts';
import type { Finding } from './verdict.ts';

/**
 * Allowed fraction of rehearsed boundaries that do not come again: these are races of the scenario, and more of them
 * would hollow the suite out.
 */
const MAX_MISSED = 0.05;

/** Tills that run at once on each route: one for each processor, at most four. */
const tillsOfRoute = Math.min(availableParallelism(), 4);

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    route: { type: 'string', multiple: true },
    like: { type: 'string' },
    pauses: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

const like = values.like === undefined ? null : new RegExp(values.like);

/** Pauses in milliseconds, or null for the whole suite. */
const pauses = values.pauses?.split(',').map((seconds) => Math.round(Number(seconds) * 1_000)) ?? null;
if (pauses?.some((ms) => !(ms > 0))) throw new Error(`--pauses wants seconds, e.g. 0.5,60: ${values.pauses}`);

// A single case runs from the sources, for a debugger.
if (!values.only) await withPrograms(say);

const results: CaseResult[] = [];
const audit: Finding[] = [];
const stackResults: StackResult[] = [];

function take(result: CaseResult): void {
  results.push(result);
  const isWrong = result.findings.length > 0;
  if (isWrong || values.verbose) {
    const end = result.wasKilled ? '' : ' (not killed)';
    say(
      `${isWrong ? 'WRONG' : 'ok   '} ${result.name}: ${result.state ?? 'never began'}${end}, ${Math.round(result.tookMs)} ms`,
    );
    for (const { wrong, what } of result.findings) say(`      ${wrong}: ${what}`);
  }
  if (!values.verbose && results.length % 50 === 0) say(`${results.length} cases`);
}

function takeStack(result: StackResult): void {
  stackResults.push(result);
  const { name, findings, state, resolvedMs } = result;
  if (findings.length === 0 && !values.verbose) return;
  say(`${findings.length > 0 ? 'WRONG' : 'ok   '} ${name}: ${state ?? 'never began'}, ${Math.round(resolvedMs)} ms`);
  for (const { wrong, what } of findings) say(`      ${wrong}: ${what}`);
}

/** A lane that fails is one failure, and does not affect the others. */
async function guarded(name: string, task: Promise<void>): Promise<void> {
  try {
    await task;
  } catch (error) {
    const what = `the lane ${name} broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    say(`WRONG ${what}`);
    audit.push({ wrong: 'stuck', what });
  }
}

async function lane(
  options: TillsOptions,
  cases: (rehearse: Rehearse) => AsyncIterable<Case> | Iterable<Case>,
): Promise<void> {
  const tills = new Tills(options);
  const running: Promise<void>[] = [];
  const rehearse: Rehearse = async (one) => {
    const { result } = await tills.begin(one);
    const rehearsal = await result;
    take(rehearsal);
    return rehearsal.boundaries;
  };
  try {
    for await (const one of cases(rehearse)) {
      if (like && !like.test(nameOf(one))) continue;
      const { result } = await tills.begin(one);
      running.push(result.then(take));
    }
    await Promise.all(running);
    audit.push(...(await tills.audit()));
  } finally {
    await Promise.allSettled(running);
    await tills.close();
  }
}

const startedAt = performance.now();
if (values.only) {
  const only = values.only.map(caseOf);
  await lane({ most: 1 }, () => only);
} else if (pauses) {
  const wanted = routes.filter((route) => values.route?.includes(route) ?? true);
  const turns = new Turns(2 * availableParallelism());
  const longFirst = pauses.toSorted((a, b) => b - a);
  await lane({ most: tillsInMemory(), isSerial: true, turns }, (rehearse) => pausesOf(wanted, longFirst, rehearse));
} else {
  const wanted: readonly string[] = values.route ?? (like ? routes : [...routes, 'stack']);
  // One lane for each route, and the whole stack at its own slow pace.
  await Promise.all([
    ...(wanted.includes('stack') ? [guarded('stack', runStack(takeStack))] : []),
    ...routes
      .filter((route) => wanted.includes(route))
      .map((route: Route) =>
        guarded(
          route,
          lane({ most: tillsOfRoute }, (rehearse) => casesOf(route, rehearse, turn)),
        ),
      ),
  ]);
}

for (const line of pauses ? pauseLines(results) : reportLines(results, audit)) say(line);
if (stackResults.length > 0) {
  const times = stackResults.map(({ resolvedMs }) => resolvedMs);
  say(
    `the stack as npm start has it: ${stackResults.length} kills, ` +
      `${stackResults.filter(({ findings }) => findings.length > 0).length} wrong; kill to resolved at its own pace: ` +
      `p50 ${(quantile(times, 0.5) / 1000).toFixed(2)} s, max ${(quantile(times, 1) / 1000).toFixed(2)} s`,
  );
}
const toKill = results.filter(({ case: one }) => one.killAt !== null);
const missed = toKill.filter(({ wasKilled, findings }) => !wasKilled && findings.length === 0);
const tooMany = values.only ? missed.length > 0 : missed.length > toKill.length * MAX_MISSED;
say(`boundaries that did not come again: ${missed.length} of ${toKill.length}${tooMany ? ', too many' : ''}`);
if (tooMany) for (const { name } of missed) say(`  ${name}`);
say(`${Math.round((performance.now() - startedAt) / 1000)} s`);
const all = [...results, ...stackResults];
const wrong = all.filter(({ findings }) => findings.length > 0).length;
const failed = wrong + audit.length + (tooMany ? 1 : 0);
say(`${all.length - wrong} passed, ${failed} failed`);
// A failed lane may have left a socket or a timer, which would keep this process running.
process.stdout.write('', () => process.exit(failed > 0 ? 1 : 0));
