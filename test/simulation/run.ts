/**
 * Runs simulated shop days, several at once.
 *
 *   node test/simulation/run.ts [--days 200] [--seed 1] [--workers N] [--faults NAME] [--customers N] [--minutes N]
 *   node test/simulation/run.ts --days 1 --seed 17 --log FILE     one day again, with its whole event log
 *   node test/simulation/run.ts --mutations [--days 20]           finds every deliberate break; --break NAME,NAME: only these
 *
 * Seeds are `--seed`, the next, and so on. A day with a breach prints its seed, which gives exactly the same day again.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { DayReport } from './day.ts';
import { mutations, type Mutation } from './mutations.ts';
import type { ProfileName } from './fault-profile.ts';

interface Plan {
  days: number;
  firstSeed: number;
  workers: number;
  profile?: ProfileName;
  customers?: number;
  /** Time after which no new day begins. */
  withinMs: number;
}

/** Limit for a day: a day takes seconds, so a longer run is stuck in a loop. */
const DAY_WITHIN_MS = 15 * 60_000;

/** Days run one after the other in each worker; reports come in the order in which days end. */
async function runDays(plan: Plan, onReport: (report: DayReport) => boolean): Promise<void> {
  const until = Date.now() + plan.withinMs;
  let next = 0;
  let isOver = false;
  const work = async (): Promise<void> => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: 'worker', execArgv: process.execArgv });
    let hangs: NodeJS.Timeout | undefined;
    try {
      while (!isOver && next < plan.days && Date.now() < until) {
        const seed = String(plan.firstSeed + next);
        next += 1;
        const { profile, customers } = plan;
        const options = { seed, ...(profile ? { profile } : {}), ...(customers === undefined ? {} : { customers }) };
        const report = await new Promise<DayReport>((resolve, reject) => {
          clearTimeout(hangs);
          hangs = setTimeout(() => reject(new Error(`seed ${seed}: the day does not come to its end`)), DAY_WITHIN_MS);
          worker.removeAllListeners();
          worker.once('message', resolve);
          worker.once('error', (cause) => reject(new Error(`seed ${seed}: the simulation itself failed`, { cause })));
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
          worker.postMessage(options);
        });
        if (!onReport(report)) isOver = true;
      }
    } finally {
      clearTimeout(hangs);
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: plan.workers }, work));
}

function print({ seed, profile, payments, requests, hash, breaches }: DayReport): void {
  console.log(
    `seed ${seed} ${profile}: ${payments} payments, ${requests} requests, ${breaches.length} breaches, ${hash.slice(0, 16)}`,
  );
  for (const { at, rule, attempt, what } of breaches.slice(0, 5))
    console.log(`  rule ${rule} at ${at.slice(11, 23)} ${attempt ?? ''}: ${what}`);
}

function addUp(all: readonly Readonly<Record<string, number>>[]): [string, number][] {
  const sum = new Map<string, number>();
  for (const one of all) for (const [name, count] of Object.entries(one)) sum.set(name, (sum.get(name) ?? 0) + count);
  return [...sum].sort(([a], [b]) => (a < b ? -1 : 1));
}

async function days(plan: Plan): Promise<{ passed: number; failed: number }> {
  const reports: DayReport[] = [];
  const startedAt = Date.now();
  await runDays(plan, (report) => {
    reports.push(report);
    print(report);
    return true;
  });
  const total = (pick: (report: DayReport) => number): string =>
    reports.reduce((sum, report) => sum + pick(report), 0).toLocaleString('en');
  const failed = reports.filter(({ breaches }) => breaches.length > 0);
  const words = (list: [string, number][]): string => list.map(([name, count]) => `${name} ${count}`).join(', ');
  console.log(`fault profiles: ${words(addUp(reports.map(({ profile }) => ({ [profile]: 1 }))))}`);
  console.log(`ends: ${words(addUp(reports.map(({ ends }) => ends)))}`);
  console.log(`faults injected: ${words(addUp(reports.map(({ faults }) => faults)))}`);
  const faults = total((report) => Object.values(report.faults).reduce((sum, count) => sum + count, 0));
  const breaches = total((report) => report.breaches.length);
  console.log(
    `${reports.length} shop days (seeds ${plan.firstSeed} to ${plan.firstSeed + plan.days - 1}), ${total((one) => one.payments)} payments, ` +
      `${total((one) => one.requests)} requests, ${faults} faults, ${breaches} rule breaches, ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
  for (const { seed } of failed) console.log(`again: node test/simulation/run.ts --days 1 --seed ${seed} --log FILE`);
  if (reports.length < plan.days) console.log(`only ${reports.length} of ${plan.days} days within the time`);
  return { passed: reports.length - failed.length, failed: failed.length + (reports.length < plan.days ? 1 : 0) };
}

/** Runs days with one break until a day finds it. */
async function mutant({ name, rule, faults = 'bad' }: Mutation, plan: Plan): Promise<boolean> {
  const flags = process.execArgv.filter((flag) => !flag.startsWith('--import'));
  const hook = fileURLToPath(new URL('mutate.mjs', import.meta.url));
  const args = [
    ...flags,
    '--import',
    hook,
    fileURLToPath(import.meta.url),
    '--until-breach',
    '--days',
    String(plan.days),
  ];
  args.push('--seed', String(plan.firstSeed), '--workers', '1', '--customers', '60', '--faults', faults);
  const child = spawn(process.execPath, args, { env: { ...process.env, TILLBRIDGE_MUTATION: name } });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const found = /^found (.+)$/m.exec(text)?.[1];
  if (found === undefined) console.log(text.trim().split('\n').slice(-5).join('\n'));
  console.log(`${found === undefined ? 'MISSED' : 'caught'} ${name} (rule ${rule}): ${found ?? `exit ${code}`}`);
  return found !== undefined;
}

async function allMutants(plan: Plan, named?: string): Promise<{ passed: number; failed: number }> {
  const chosen = mutations.filter(({ name }) => named === undefined || named.split(',').includes(name));
  const queue = [...chosen];
  let passed = 0;
  const work = async (): Promise<void> => {
    for (let one = queue.shift(); one; one = queue.shift()) if (await mutant(one, plan)) passed += 1;
  };
  await Promise.all(Array.from({ length: plan.workers }, work));
  console.log(`${passed} of ${chosen.length} deliberate breaks found`);
  return { passed, failed: chosen.length - passed };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      days: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string', default: String(Math.max(1, Math.min(availableParallelism(), 8))) },
      minutes: { type: 'string', default: '600' },
      faults: { type: 'string' },
      customers: { type: 'string' },
      log: { type: 'string' },
      mutations: { type: 'boolean', default: false },
      break: { type: 'string' },
      'until-breach': { type: 'boolean', default: false },
    },
  });
  const plan: Plan = {
    days: Number(values.days),
    firstSeed: Number(values.seed),
    workers: Number(values.workers),
    withinMs: Number(values.minutes) * 60_000,
    ...(values.faults === undefined ? {} : { profile: values.faults as ProfileName }),
    ...(values.customers === undefined ? {} : { customers: Number(values.customers) }),
  };
  if (values['until-breach']) {
    await runDays(plan, (report) => {
      const [first] = report.breaches;
      if (first) console.log(`found by seed ${report.seed}: rule ${first.rule}, ${first.what}`);
      return first === undefined;
    });
    return;
  }
  if (values.log !== undefined) {
    const { runDay } = await import('./day.ts');
    const file = openSync(values.log, 'w');
    const { profile, customers } = plan;
    const report = await runDay({
      seed: values.seed,
      ...(profile ? { profile } : {}),
      ...(customers === undefined ? {} : { customers }),
      keep: (line) => void writeSync(file, `${line}\n`),
    });
    closeSync(file);
    print(report);
    return;
  }
  const counts = values.mutations ? await allMutants(plan, values.break) : await days(plan);
  process.exitCode = counts.failed > 0 ? 1 : 0;
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
}

if (isMainThread) await main();
else if (workerData === 'worker') {
  const { runDay } = await import('./day.ts');
  parentPort?.on('message', (options: Parameters<typeof runDay>[0]) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
    void runDay(options).then((report) => parentPort?.postMessage(report));
  });
}
