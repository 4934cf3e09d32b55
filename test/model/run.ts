/**
 * `npm run test:model`: every scenario, in as many workers as there are cores, then every mutation. The last lines are the
 * depth, `N states explored, N violations` and `N passed, N failed`.
 *
 *   node test/model/run.ts [--states N]            at most N states per scenario
 *   node test/model/run.ts --replay SCENARIO:1.2.3  goes the way of a violation again, in words
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { replay } from './explore.ts';
import { brokenInTheEnd, storyOf } from './fair.ts';
import { exploreLinks, linkMutations, linkScenarios, type LinksExplored } from './links.ts';
import { mutations } from './mutations.ts';
import { isCaught } from './mutate.ts';
import { broken } from './rules.ts';
import { scenarios } from './scenarios.ts';
import type { Job, Report } from './worker.ts';

/** States per scenario at full size: the sum stays well within five minutes on two cores. */
const STATES = 400_000;

const { values } = parseArgs({ options: { states: { type: 'string' }, replay: { type: 'string' } } });

function retrace(way: string): void {
  const [name, steps = ''] = way.split(':');
  const scenario = scenarios.find((one) => one.name === name);
  if (!scenario) throw new Error(`no scenario ${name}; there are ${scenarios.map((one) => one.name).join(', ')}`);
  const { trace, worlds, ctx } = replay(
    scenario,
    steps
      .split('.')
      .filter((step) => step !== '')
      .map(Number),
  );
  trace.forEach((line, index) => {
    const world = worlds[index + 1];
    console.log(`${String(index + 1).padStart(3)}  ${line}`);
    console.log(`       now: ${world?.sides.map(({ known }) => known?.attempt.phase.name ?? 'not begun').join(', ')}`);
    const wrong = world && (world.breach ?? broken(ctx, world));
    if (wrong) console.log(`       BROKEN: ${wrong}`);
  });
  const last = worlds.at(-1);
  if (!last) return;
  for (const line of storyOf(ctx, last)) console.log(`     ${line}`);
  const end = brokenInTheEnd(ctx, last, 'last', new Set());
  console.log(end === null ? 'Everything resolves.' : `BROKEN: ${end}`);
}

/** Each worker takes the next job when it is done with one. A worker that dies is a failure of its job. */
async function exploreAll(jobs: readonly Job[]): Promise<Report[]> {
  const waiting = [...jobs];
  const reports: Report[] = [];
  const one = async (): Promise<void> => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 4_096 },
    });
    try {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const { promise, resolve, reject } = Promise.withResolvers<Report>();
        worker.once('message', resolve);
        worker.once('error', reject);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
        worker.postMessage(job);
        const report = await promise;
        worker.removeAllListeners('error');
        show(report);
        reports.push(report);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, one));
  return reports;
}

function show({ scenario, states, edges, depth, isComplete, attempts, violations, folded, elapsedMs }: Report): void {
  const end = isComplete ? 'to the end' : 'to the limit';
  console.log(
    `${scenario.padEnd(28)} ${states} states, ${edges} steps, depth ${depth}, ${end}; ` +
      `${attempts} attempt states, ${folded} journal prefixes folded; ${(elapsedMs / 1_000).toFixed(1)} s`,
  );
  for (const { what, trace, steps } of violations) {
    console.log(`  VIOLATION: ${what}`);
    trace.forEach((line, index) => console.log(`  ${String(index + 1).padStart(3)}  ${line}`));
    console.log(`  again: node test/model/run.ts --replay ${scenario}:${steps.join('.')}`);
  }
}

function showLinks({ scenario, states, edges, violation }: LinksExplored): void {
  console.log(`${scenario.padEnd(28)} ${states} states, ${edges} steps, to the end`);
  if (!violation) return;
  console.log(`  VIOLATION: ${violation.what}`);
  violation.trace.forEach((line, index) => console.log(`  ${String(index + 1).padStart(3)}  ${line}`));
}

async function main(): Promise<void> {
  const limit = Number(values.states ?? STATES);
  const reports = await exploreAll(scenarios.map(({ name }) => ({ scenario: name, maxStates: limit })));
  const links = linkScenarios.map((scenario) => exploreLinks(scenario));
  for (const explored of links) showLinks(explored);
  console.log('\nDeliberate breaks, each to be caught:');
  let caught = 0;
  const say = (name: string, what: string, found: string | undefined): void => {
    if (found !== undefined) caught += 1;
    console.log(`${found === undefined ? 'MISSED' : 'caught'}  ${name}: ${what}${found ? ` -> ${found}` : ''}`);
  };
  for (const mutation of mutations) say(mutation.name, mutation.what, isCaught(mutation)?.what);
  for (const { name, what, scenario, habits } of linkMutations)
    say(name, what, exploreLinks(scenario, habits).violation?.what);
  const all = mutations.length + linkMutations.length;
  const sum = (pick: (report: Report) => number): number => reports.reduce((total, one) => total + pick(one), 0);
  const whole = reports.filter(({ isComplete }) => isComplete).length;
  const wrongLinks = links.filter(({ violation }) => violation !== null).length;
  const violations = sum((report) => report.violations.length) + wrongLinks;
  const failed = reports.filter((report) => report.violations.length > 0).length + wrongLinks + all - caught;
  console.log(`\n${caught} of ${all} mutations caught`);
  console.log(`${sum(({ folded }) => folded)} journal prefixes folded to the live state`);
  console.log(
    `depth ${Math.min(...reports.map(({ depth }) => depth))} to ${Math.max(...reports.map(({ depth }) => depth))} events, ` +
      `${whole} of ${reports.length} scenarios to the end`,
  );
  const states = links.reduce((total, one) => total + one.states, 0) + sum((report) => report.states);
  console.log(`${states} states explored, ${violations} violations`);
  console.log(`${reports.length + links.length + all - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

if (values.replay) retrace(values.replay);
else await main();
