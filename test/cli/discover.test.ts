/**
 * Runs discovery as a process: it finds two terminals of one model and a foreign device, each on its own serial line.
 * @module-tag ci-only
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Discovered, Family } from '../../electron/contract/index.ts';
import { describeNeo2Frame } from '../../native/families/neo2/codec/describe.ts';
import { parseMmsMessage } from '../../native/families/mms/codec/message.ts';
import { Neo2Deframer } from '../../native/framing/neo2-stream.ts';
import { SlipDeframer } from '../../native/framing/slip.ts';
import { openSerialLink } from '../../native/link/serial-link.ts';
import { simulator } from './in-process.ts';
import { ptyPair, tillbridgeProcess } from './processes.ts';
import { until } from '../waiting.ts';

async function line(): Promise<{ terminalEnd: string; tillEnd: string; dir: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'tillbridge-discover-'));
  const pair = await ptyPair(dir);
  onTestFinished(async () => {
    await pair.pull();
    rmSync(dir, { recursive: true, force: true });
  });
  return { ...pair, dir };
}

async function terminal(serialNumber: string, family: Family = 'mms'): Promise<string> {
  const { terminalEnd, tillEnd } = await line();
  const running = await simulator('--family', family, '--serial', terminalEnd, '--serial-number', serialNumber);
  onTestFinished(() => running.close());
  return `serial:${tillEnd}`;
}

/** A foreign device on a serial line: logs all input and answers with its own prompt. */
async function stranger(): Promise<{ address: string; heard: () => Buffer; child: ChildProcess }> {
  const { terminalEnd, tillEnd, dir } = await line();
  const log = join(dir, 'heard');
  const child = spawn(
    'sh',
    ['-c', `tee ${log} < ${terminalEnd} > /dev/null & while sleep 0.2; do printf 'READY> ' > ${terminalEnd}; done`],
    { stdio: 'ignore', detached: true },
  );
  onTestFinished(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  });
  return { address: `serial:${tillEnd}`, heard: () => readFileSync(log), child };
}

/** Questions that a foreign device may receive: complete frames of either family that ask for its identity. */
function questionsIn(heard: Buffer): string[] {
  const names: string[] = [];
  const mms = new SlipDeframer('device');
  for (const item of mms.push(heard)) {
    if (item.kind !== 'frame') continue;
    const parsed = parseMmsMessage(item.message);
    names.push(
      parsed.ok
        ? `mms ${parsed.message.kind === 'request' ? parsed.message.command.toString(16) : parsed.message.kind}`
        : 'mms ?',
    );
  }
  for (const item of new Neo2Deframer('device').push(heard)) {
    if (item.kind === 'frame') names.push(`neo2 ${describeNeo2Frame(item.frame).name}`);
  }
  return names;
}

test('discover finds terminals of both families by serial number, and names a foreign device and leaves it unchanged', async () => {
  const [first, second, reader] = [
    await terminal('B000011'),
    await terminal('B000012'),
    await terminal('630Z000077', 'neo2'),
  ];
  const other = await stranger();
  const nobody = mkdtempSync(join(tmpdir(), 'tillbridge-nobody-'));
  onTestFinished(() => rmSync(nobody, { recursive: true, force: true }));
  const run = await tillbridgeProcess([
    'discover',
    '--also',
    first,
    second,
    reader,
    other.address,
    '--data',
    nobody,
    '--json',
  ]);
  const { found, tookMs } = JSON.parse(run.stdout) as { found: Discovered[]; tookMs: number };
  const at = (address: string) => found.find((one) => one.address === address);
  const pair = { verdict: 'terminal', family: 'mms', model: 'DynaFlex II PED' };
  expect(at(first)).toMatchObject({ ...pair, serialNumber: 'B000011' });
  expect(at(second)).toMatchObject({ ...pair, serialNumber: 'B000012' });
  expect(at(reader)).toMatchObject({ verdict: 'terminal', family: 'neo2', serialNumber: '630Z000077' });
  expect(at(other.address)).toMatchObject({ verdict: 'stranger', serialNumber: null, family: null });
  // The total duration and that of each port are reported.
  expect(tookMs).toBeGreaterThan(0);
  for (const one of found) expect(one.tookMs).toBeGreaterThan(0);

  // The foreign device received only questions about its identity: MMS get-property (D101) and echo (DF01), NEO 2 ping.
  const heard = other.heard();
  const questions = new Set(questionsIn(heard));
  console.info(`discovery took ${tookMs} ms; the stranger heard ${heard.length} bytes: ${[...questions].join(', ')}`);
  expect(questions.size).toBeGreaterThan(0);
  const harmless = ['mms d101', 'mms df01', 'neo2 ping'];
  for (const question of questions) expect(harmless).toContain(question);
  // The other device continues as before, and its port is free.
  expect(other.child.exitCode).toBeNull();
  const port = await openSerialLink(other.address.slice('serial:'.length), {
    baudRate: 9_600,
    dtr: true,
    rts: true,
    hupcl: false,
  });
  const said: string[] = [];
  port.onData((bytes) => said.push(Buffer.from(bytes).toString()));
  const before = heard.length;
  await port.write(Buffer.from('hello'));
  await until(() => said.join('').includes('READY> ') && other.heard().length >= before + 5, 'the stranger to talk');
  expect(other.heard().subarray(before).toString()).toBe('hello');
  await port.close();
}, 180_000);
