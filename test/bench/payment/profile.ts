/**
 * Shows how a sale uses the host's processor time, with V8's sampling profile of a host that runs from the sources
 * while it sells.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sellByTill } from './sales.ts';
import { TestBench, Till } from './test-bench.ts';
import { nowMs } from './words.ts';

const root = resolve(import.meta.dirname, '../../..');
/** Sales until V8 has optimized the till's code as in a shop. */
const WARM_UP = 60;
const SAMPLE_US = 200;

export interface Spent {
  readonly what: string;
  /** Milliseconds per sale. */
  readonly ms: number;
}

export interface Profile {
  readonly places: readonly Spent[];
  readonly functions: readonly Spent[];
  /** Time that the host was busy, milliseconds per sale; `idleMs` is the rest of a sale. */
  readonly busyMs: number;
  readonly idleMs: number;
}

export async function profile(sales: number, delayMs: number): Promise<Profile> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-profile-'));
  const before = { ...process.env };
  // The host runs from the sources, because a bundle has no names of functions.
  delete process.env['TILLBRIDGE_PROGRAMS'];
  const testBench = await TestBench.open({ kind: 'tcp', delayMs });
  process.env['NODE_OPTIONS'] = `--cpu-prof --cpu-prof-interval=${SAMPLE_US} --cpu-prof-dir=${folder}`;
  try {
    const till = await Till.start(testBench, { route: 'cable' });
    process.env = before;
    for (let nth = 0; nth < WARM_UP; nth += 1) await sellByTill(till, testBench, nth);
    const fromMs = nowMs();
    for (let nth = 0; nth < sales; nth += 1) await sellByTill(till, testBench, nth);
    const toMs = nowMs();
    await till.stop();
    const [name] = readdirSync(folder).filter((one) => one.endsWith('.cpuprofile'));
    if (name === undefined) throw new Error('the host left no profile');
    return summed(JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile, fromMs, toMs, sales);
  } finally {
    process.env = before;
    await testBench.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The format that V8 writes. Times are microseconds of the monotonic clock. */
interface CpuProfile {
  readonly nodes: readonly { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Self time of every function between two times, by place and by function. */
export function summed(read: CpuProfile, fromMs: number, toMs: number, sales: number): Profile {
  const frames = new Map(read.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const [places, functions] = [new Map<string, number>(), new Map<string, number>()];
  const add = (sums: Map<string, number>, key: string, ms: number): void =>
    void sums.set(key, (sums.get(key) ?? 0) + ms);
  let atUs = read.startTime;
  let [busyMs, idleMs] = [0, 0];
  for (const [index, id] of read.samples.entries()) {
    const deltaUs = read.timeDeltas[index] ?? 0;
    atUs += deltaUs;
    const frame = frames.get(id);
    if (!frame || atUs < fromMs * 1e3 || atUs > toMs * 1e3) continue;
    const ms = deltaUs / 1e3 / sales;
    if (frame.functionName === '(idle)') idleMs += ms;
    else {
      busyMs += ms;
      add(places, placeOf(frame), ms);
      add(functions, `${frame.functionName || `(anonymous, line ${frame.lineNumber + 1})`}  ${fileOf(frame.url)}`, ms);
    }
  }
  const most = (sums: Map<string, number>, count: number): Spent[] =>
    [...sums]
      .map(([what, ms]) => ({ what, ms }))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, count);
  return { places: most(places, 14), functions: most(functions, 20), busyMs, idleMs };
}

const fileOf = (url: string): string =>
  url.startsWith('file:')
    ? fileURLToPath(url)
        .slice(root.length + 1)
        .replaceAll('\\', '/')
    : url;

/** The source folder, the npm package, the Node module, or V8's name when there is no file. */
function placeOf({ functionName, url }: { functionName: string; url: string }): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native code';
  if (!url.startsWith('file:')) return url;
  const path = fileURLToPath(url)
    .slice(root.length + 1)
    .replaceAll('\\', '/');
  const [top = '', next = '', last = ''] = path.split('/');
  if (top === 'node_modules') return next.startsWith('@') ? `${next}/${last}` : next;
  return last.includes('.') ? `${top}/${next}` : `${top}/${next}/${last}`;
}
