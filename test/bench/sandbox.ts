/**
 * Compares the sandbox with Prism, a well-known API mock server, on the same OpenAPI document: the same GET and POST,
 * alternately in one run, with the same client and connections. Prism only makes up an example and stores nothing; the
 * sandbox authenticates, decides, commits to SQLite and answers from its store. Prism and the client (autocannon) are
 * fetched on demand, with pinned versions, into a folder that is not checked in. Running and testing Tillbridge needs
 * neither.
 */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const tools = join(root, 'build/out/bench-tools');
const wanted = { '@stoplight/prism-cli': '5.16.0', autocannon: '8.0.0' };
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6);
const CONNECTIONS = 8;

interface Load {
  url: string;
  connections: number;
  duration: number;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}
interface Measured {
  requests: { average: number };
  latency: { p50: number; p99: number };
  non2xx: number;
  errors: number;
}

/** The folder of Prism and the client, which are fetched if missing. */
function ensureTools(): string {
  const manifest = join(tools, 'package.json');
  const text = JSON.stringify({ private: true, dependencies: wanted });
  if (existsSync(manifest) && readFileSync(manifest, 'utf8') === text && existsSync(join(tools, 'done'))) return tools;
  rmSync(tools, { recursive: true, force: true });
  mkdirSync(tools, { recursive: true });
  writeFileSync(manifest, text);
  console.log(
    `fetching ${Object.entries(wanted)
      .map((pair) => pair.join(' '))
      .join(' and ')}, about 80 MB on disk…`,
  );
  const done = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: tools,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (done.status !== 0) throw new Error('Prism cannot be fetched here, so there is nothing to compare with.');
  writeFileSync(join(tools, 'done'), '');
  return tools;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Current resident memory of a process, kilobytes. */
function residentKb(child: ChildProcess): number {
  const line = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN);
}

interface Subject {
  name: string;
  url: string;
  child: ChildProcess;
  headers: Record<string, string>;
}

async function startSubject(folder: string): Promise<Subject> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'electron/sandbox/main.ts'), '--json', '--data', folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const line = await new Promise<string>((said) => child.stdout.setEncoding('utf8').once('data', said));
  const { url, username, password } = JSON.parse(line) as { url: string; username: string; password: string };
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return { name: 'sandbox', url, child, headers: { authorization } };
}

async function startPrism(folder: string): Promise<Subject> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js'),
      'mock',
      join(root, 'electron/platform-api/openapi.yaml'),
      '--port',
      String(port),
      '--multiprocess',
      'false',
      '--verboseLevel',
      'silent',
    ],
    { stdio: 'ignore', env: { ...process.env, NODE_ENV: 'production' } },
  );
  const url = `http://127.0.0.1:${port}`;
  const authorization = `Basic ${Buffer.from('anybody:anything').toString('base64')}`;
  for (let waited = 0; ; waited += 100) {
    const isUp = await fetch(`${url}/devices`, { headers: { authorization } }).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) break;
    if (waited > 60_000) throw new Error('Prism does not answer');
    await new Promise((later) => setTimeout(later, 100));
  }
  return { name: 'Prism', url, child, headers: { authorization } };
}

const requests = [
  { name: 'GET /devices', method: 'GET', path: '/devices' },
  {
    name: 'POST /identities',
    method: 'POST',
    path: '/identities',
    body: JSON.stringify({ entity: { first_name: 'Alice', last_name: 'Buyer' }, tags: { order_id: 'A-1' } }),
  },
] as const;

async function main(): Promise<number> {
  const folder = ensureTools();
  const autocannon = createRequire(join(folder, 'package.json'))('autocannon') as (load: Load) => Promise<Measured>;
  const data = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
  const subjects: Subject[] = [];
  const rates = new Map<string, number>();
  try {
    subjects.push(await startSubject(data), await startPrism(folder));
    for (const request of requests) {
      for (const subject of subjects) {
        const load: Load = {
          url: subject.url + request.path,
          method: request.method,
          connections: CONNECTIONS,
          duration: SECONDS,
          headers: { ...subject.headers, ...('body' in request ? { 'content-type': 'application/json' } : {}) },
          ...('body' in request ? { body: request.body } : {}),
        };
        await autocannon({ ...load, duration: 1 });
        const measured = await autocannon(load);
        rates.set(`${subject.name} ${request.name}`, measured.requests.average);
        console.log(
          `${request.name.padEnd(17)} ${subject.name.padEnd(8)} ${measured.requests.average.toFixed(0).padStart(6)} requests/s, ` +
            `p50 ${measured.latency.p50} ms, p99 ${measured.latency.p99} ms, ${(residentKb(subject.child) / 1024).toFixed(0)} MB` +
            (measured.non2xx + measured.errors > 0 ? `, ${measured.non2xx + measured.errors} failed` : ''),
        );
        if (measured.non2xx + measured.errors > 0) return 1;
      }
    }
  } finally {
    for (const { child } of subjects) child.kill();
    rmSync(data, { recursive: true, force: true });
  }
  let isSlower = false;
  for (const { name } of requests) {
    const ratio = (rates.get(`sandbox ${name}`) ?? 0) / (rates.get(`Prism ${name}`) ?? Number.NaN);
    console.log(`${name.padEnd(17)} sandbox / Prism: ${ratio.toFixed(2)} ×`);
    // The sandbox stores requests on disk, which may cost up to half of the throughput.
    isSlower ||= !(ratio >= 0.5);
  }
  return isSlower ? 1 : 0;
}

process.exitCode = await main();
