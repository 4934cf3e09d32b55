/**
 * Implements `npm run test:model`: every scenario, then every mutation, in as many workers as there are cores. The last
 * lines are the depth, `N states explored, N violations` and `N passed, N failed`.
 *
 *   node test/model/run.ts [--states N]            at most N states per scenario
 *   node test/model/run.ts --replay SCENARIO:1.2.3  replays a violation as text
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { replay } from './explore.ts';
import { brokenInTheEnd, storyOf } from './fair.ts';
import { linkMutations, linkScenarios, type LinksExplored } from './links.ts';
import { mutations } from './mutations.ts';
import { broken } from './rules.ts';
import { scenarios } from './scenarios.ts';
import type { Done, Job, Report } from './worker.ts';

/** States per scenario at full size. The total stays well within five minutes on two cores. */
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

/** Each worker takes the next job when its last job is done. If a worker crashes, its job fails. */
async function doAll(jobs: readonly Job[]): Promise<Done[]> {
  const waiting = [...jobs];
  const all: Done[] = [];
  const one = async (): Promise<void> => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 4_096 },
    });
    try {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const { promise, resolve, reject } = Promise.withResolvers<Done>();
        worker.once('message', resolve);
        worker.once('error', reject);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
        worker.postMessage(job);
        const done = await promise;
        worker.removeAllListeners('error');
        show(done);
        all.push(done);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, one));
  return all;
}

function show(done: Done): void {
  if (done.kind === 'scenario') showScenario(done.report);
  else if (done.kind === 'links') showLinks(done.explored);
  else
    console.log(
      `${done.found === null ? 'MISSED' : 'caught'}  ${done.name}: ${done.what}${done.found === null ? '' : ` -> ${done.found}`}`,
    );
}

function showScenario({
  scenario,
  states,
  edges,
  depth,
  isComplete,
  attempts,
  violations,
  folded,
  elapsedMs,
}: Report): void {
  const end = isComplete ? 'to the end' : 'to the limit';
  console.log(
    `${scenario.padEnd(28)} ${states} states, ${edges} steps, depth ${depth}, ${end}; ` +
      `${attempts} attempt states, ${folded} journal prefixes folded; ${(elapsedMs / 1_000).toFixed(1)} s`,
  );
  for (const { what } of violations) console.log(`  VIOLATION: ${what}`);
}

function showWays({ scenario, violations }: Report): void {
  for (const { what, trace, steps } of violations) {
    console.log(`${scenario}: ${what}`);
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
  const named = (kind: Exclude<Job['kind'], 'scenario'>, all: readonly { name: string }[]) =>
    all.map(({ name }): Job => ({ kind, name }));
  // Long jobs run first.
  const done = await doAll([
    ...scenarios.map(({ name }): Job => ({ kind: 'scenario', name, maxStates: limit })),
    ...named('links', linkScenarios),
    ...named('mutation', mutations),
    ...named('link-mutation', linkMutations),
  ]);
  const reports = done.flatMap((one) => (one.kind === 'scenario' ? [one.report] : []));
  const links = done.flatMap((one) => (one.kind === 'links' ? [one.explored] : []));
  const caught = done.filter((one) => one.kind === 'break' && one.found !== null).length;
  const all = mutations.length + linkMutations.length;
  const sum = (pick: (report: Report) => number): number => reports.reduce((total, one) => total + pick(one), 0);
  const whole = reports.filter(({ isComplete }) => isComplete).length;
  const wrongLinks = links.filter(({ violation }) => violation !== null).length;
  const violations = sum((report) => report.violations.length) + wrongLinks;
  const failed = reports.filter((report) => report.violations.length > 0).length + wrongLinks + all - caught;
  // The paths are printed last, because only the end of a long output is visible.
  reports.forEach(showWays);
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
