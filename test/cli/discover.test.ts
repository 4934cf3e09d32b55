/** Discovery as a process: two terminals of one model and a stranger, each on a serial line of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Discovered, Family } from '../../electron/contract/index.ts';
import { ptyPair, serve, tillbridge } from './processes.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function line(): Promise<{ terminalEnd: string; tillEnd: string; dir: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'tillbridge-discover-'));
  const pair = await ptyPair(dir);
  stops.push(async () => {
    await pair.pull();
    rmSync(dir, { recursive: true, force: true });
  });
  return { ...pair, dir };
}

async function terminal(serialNumber: string, family: Family = 'mms'): Promise<string> {
  const { terminalEnd, tillEnd } = await line();
  const simulator = serve([
    'simulator',
    '--family',
    family,
    '--serial',
    terminalEnd,
    '--serial-number',
    serialNumber,
    '--json',
  ]);
  stops.push(() => simulator.stop());
  await simulator.said;
  return `serial:${tillEnd}`;
}

/** Something else on a serial line: writes down what it hears and answers with its own prompt. */
async function stranger(): Promise<{ address: string; heard: () => Buffer; child: ChildProcess }> {
  const { terminalEnd, tillEnd, dir } = await line();
  const log = join(dir, 'heard');
  const child = spawn(
    'sh',
    ['-c', `tee ${log} < ${terminalEnd} > /dev/null & while sleep 0.2; do printf 'READY> ' > ${terminalEnd}; done`],
    {
      stdio: 'ignore',
      detached: true,
    },
  );
  stops.push(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  });
  return { address: `serial:${tillEnd}`, heard: () => readFileSync(log), child };
}

test('both terminals are found by serial number, the stranger is named and left as it was, in bounded time', async () => {
  const first = await terminal('B000011');
  const second = await terminal('B000012');
  const other = await stranger();
  const nobody = mkdtempSync(join(tmpdir(), 'tillbridge-nobody-'));
  const run = await tillbridge(['discover', '--also', first, second, other.address, '--data', nobody, '--json']);
  const { found, tookMs } = JSON.parse(run.stdout) as { found: Discovered[]; tookMs: number };
  const at = (address: string) => found.find((one) => one.address === address);
  expect(at(first)).toMatchObject({
    verdict: 'terminal',
    family: 'mms',
    model: 'DynaFlex II PED',
    serialNumber: 'B000011',
  });
  expect(at(second)).toMatchObject({
    verdict: 'terminal',
    family: 'mms',
    model: 'DynaFlex II PED',
    serialNumber: 'B000012',
  });
  expect(at(other.address)).toMatchObject({ verdict: 'stranger' });
  expect(other.child.exitCode).toBeNull();
  // It was asked who it is and nothing else: each frame is a "get property" (D101) or an echo, never a start or a reset.
  expect(other.heard().toString('hex')).not.toMatch(/8104[0-9a-f]{4}(1001|1f01|1008)/);
  expect(tookMs).toBeLessThan(15_000);
});

test('readers of both families side by side, each named; in words too', async () => {
  const neo2 = await terminal('630Z000077', 'neo2');
  const twin = await terminal('630Z000078', 'neo2');
  const mms = await terminal('B000013');
  const nobody = mkdtempSync(join(tmpdir(), 'tillbridge-nobody-'));
  const args = ['discover', '--also', neo2, twin, mms, '--data', nobody];
  const { found } = JSON.parse((await tillbridge([...args, '--json'])).stdout) as { found: Discovered[] };
  const at = (address: string) => found.find((one) => one.address === address);
  expect(at(neo2)).toMatchObject({
    verdict: 'terminal',
    family: 'neo2',
    model: 'VP6800',
    serialNumber: '630Z000077',
    failure: null,
  });
  expect(at(twin)).toMatchObject({ verdict: 'terminal', family: 'neo2', serialNumber: '630Z000078' });
  expect(at(mms)).toMatchObject({ verdict: 'terminal', family: 'mms', serialNumber: 'B000013' });
  const words = await tillbridge(args);
  expect(words.code).toBe(0);
  expect(words.stdout).toMatch(/^terminal +serial:\S+ +neo2 VP6800 630Z000077 /m);
});
