import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { checkImport, modules } from '../../../build/lint/modules.mjs';

const root = resolve(import.meta.dirname, '../../..');

const relative = (from: string, target: string) => checkImport(from, target, true);
const bare = (from: string, name: string) => checkImport(from, name, false);

test.each([
  ['renderer/app.tsx', 'electron/host/index.ts'],
  ['renderer/app.tsx', 'native/index.ts'],
  ['renderer/app.tsx', 'electron/web/server.ts'],
  ['renderer/counter/idle.tsx', 'renderer/kiosk/kiosk-screen.tsx'],
  ['renderer/sale/charge-key.tsx', 'renderer/counter/idle.tsx'],
  ['renderer/components/keys.tsx', 'renderer/store/index.ts'],
  ['renderer/store/index.ts', 'renderer/text/index.ts'],
  ['electron/contract/events.ts', 'electron/host/index.ts'],
  ['electron/host/compose/index.ts', 'native/index.ts'],
  ['electron/host/terminals/manager.ts', 'native/families/mms/driver/driver.ts'],
  ['electron/host/payments/machine/machine.ts', 'electron/host/payments/ports.ts'],
  ['electron/host/pay-links/guards.ts', 'electron/host/payments/requests.ts'],
  ['electron/host/log/logger.ts', 'electron/host/payments/index.ts'],
  ['electron/host/payments/engine.ts', 'electron/host/platform/index.ts'],
  ['electron/starter/stack.ts', 'electron/host/compose/index.ts'],
  ['electron/shell/main.ts', 'electron/host/index.ts'],
  ['electron/shell/main.ts', 'electron/starter/stack.ts'],
  ['electron/web/main.ts', 'native/index.ts'],
  ['electron/sandbox/main.ts', 'electron/host/index.ts'],
  ['electron/sandbox/operations/files.ts', 'electron/sandbox/server/errors.ts'],
  ['electron/sandbox/rules/refusal.ts', 'electron/sandbox/store/store.ts'],
  ['electron/sandbox/webhooks/events.ts', 'electron/sandbox/operations/files.ts'],
  ['native/framing/slip.ts', 'native/link/link.ts'],
  ['native/link/tcp.ts', 'native/framing/slip.ts'],
  ['native/families/mms/driver/driver.ts', 'native/families/mms/simulator/mms-terminal.ts'],
  ['native/families/mms/driver/driver.ts', 'native/families/neo2/driver/driver.ts'],
  ['native/families/neo2/simulator/commands.ts', 'native/families/mms/simulator/commands.ts'],
  ['native/families/mms/simulator/commands.ts', 'native/session/session.ts'],
  ['native/families/mms/codec/message.ts', 'native/families/mms/driver/driver.ts'],
  ['native/families/shared/driver/errors.ts', 'native/families/mms/driver/driver.ts'],
  ['native/families/mms/driver/driver.ts', 'electron/host/index.ts'],
  ['electron/host/compose/index.ts', 'test/unit/starter/stand-ins.ts'],
  ['build/scripts/test.mjs', 'electron/host/index.ts'],
])('an import is refused with the allowed modules: %s -> %s', (from, target) => {
  expect(relative(from, target)).toMatch(/may import the modules: /);
});

test.each([
  ['electron/host/payments/machine/machine.ts', 'node:crypto'],
  ['electron/contract/events.ts', 'node:fs'],
  ['renderer/app.tsx', 'node:fs'],
  ['renderer/app.tsx', 'electron'],
  ['electron/host/compose/index.ts', 'electron'],
  ['electron/host/compose/index.ts', 'serialport'],
  ['electron/web/main.ts', 'electron'],
  ['native/families/mms/driver/driver.ts', 'serialport'],
  ['electron/shell/main.ts', 'some-package-nobody-listed'],
  ['build/scripts/start.mjs', 'electron'],
])('an import of a package is refused: %s -> %s', (from, name) => {
  expect(bare(from, name)).toMatch(/not (allowed|listed)/);
});

test.each([
  ['renderer/app.tsx', 'electron/contract/index.ts'],
  ['renderer/app.tsx', 'renderer/counter/counter-screen.tsx'],
  ['renderer/kiosk/kiosk-screen.tsx', 'renderer/sale/amount-keyboard.ts'],
  ['electron/host/terminals/manager.ts', 'native/index.ts'],
  ['electron/host/terminals/manager.ts', 'electron/host/payments/index.ts'],
  ['electron/host/payments/engine.ts', 'electron/host/time/index.ts'],
  ['electron/host/compose/index.ts', 'electron/host/terminals/index.ts'],
  ['electron/shell/main.ts', 'electron/starter/index.ts'],
  ['electron/web/main.ts', 'electron/starter/index.ts'],
  ['native/families/mms/driver/driver.ts', 'native/session/session.ts'],
  ['native/families/mms/driver/driver.ts', 'native/families/mms/codec/message.ts'],
  ['native/families/mms/simulator/commands.ts', 'native/families/mms/codec/message.ts'],
])('an import is allowed: %s -> %s', (from, target) => {
  expect(relative(from, target)).toBeUndefined();
});

test('every folder in the rules is in one of the top folders', () => {
  expect(
    modules
      .map((module) => module.folder.split('/')[0])
      .filter((top) => !['electron', 'native', 'renderer', 'test', 'build'].includes(top ?? '')),
  ).toEqual([]);
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/**
 * Lints files by path, as if they were in the repository, with the real linter and the real rules. All files share a
 * single run, because each run costs a second of processor time. Returns the messages about a file in one line, empty
 * if there are none.
 */
function lint(files: Readonly<Record<string, string>>): (path: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge lint '));
  folders.push(folder);
  cpSync(join(root, 'build/lint'), join(folder, 'build/lint'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), source);
  }
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const args = [oxlint, '-c', 'build/lint/oxlintrc.json', '-f', 'json', ...Object.keys(files)];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const { diagnostics, number_of_files } = z
    .object({
      number_of_files: z.number(),
      diagnostics: z.array(z.object({ filename: z.string(), message: z.string(), code: z.string() })),
    })
    .parse(JSON.parse(stdout));
  expect(number_of_files).toBe(Object.keys(files).length);
  expect(status).toBe(diagnostics.length > 0 ? 1 : 0);
  const said = (path: string) => diagnostics.filter(({ filename }) => filename === path);
  return (path) =>
    said(path)
      .map(({ code, message }) => `${code}: ${message.replace(/\s+/g, ' ')}`)
      .join(' ');
}

test('the linter reports a forbidden import, including a dynamic import, and the allowed modules and packages', () => {
  const said = lint({
    'renderer/wrong.ts': "export { composeHost } from '../electron/host/index.ts';\n",
    'native/link/wrong.ts': "export const load = () => import('electron');\n",
    'renderer/right.ts': "export * from '../electron/contract/index.ts';\n",
  });
  expect(said('renderer/wrong.ts')).toContain('renderer may import the modules: electron/domain, electron/contract');
  expect(said('native/link/wrong.ts')).toContain('The package electron is not listed for this module');
  expect(said('renderer/right.ts')).toBe('');
});

const waits = [
  'Date.now() - startedAt',
  'endsAt - Date.now()',
  'clock.now() - startedAt',
  'Date.now() >= endsAt',
  'clock.now() < endsAt',
];
const timed = ['native/session', 'electron/host/terminals', 'electron/shell', 'renderer/store'];

test('the linter reports a wait by the wall clock, and accepts a wait by a monotonic clock', () => {
  const files: Record<string, string> = {};
  for (const [n, expression] of waits.entries()) {
    const wrong = `declare const startedAt: number, endsAt: number;\ndeclare const clock: { now(): number };\nexport const it = () => [clock, startedAt, endsAt, ${expression}];\n`;
    const right = wrong
      .replaceAll('Date.now', 'performance.now')
      .replaceAll('clock.now()', 'clock.monotonic()')
      .replace('{ now()', '{ monotonic()');
    for (const module of timed)
      Object.assign(files, { [`${module}/wrong${n}.ts`]: wrong, [`${module}/right${n}.ts`]: right });
  }
  // A fixed distance into the past is a date, and a point in time is not a wait.
  files['native/session/date.ts'] =
    'const DAY_MS = 86_400_000;\nexport const since = () => [Date.now() - DAY_MS, Date.now() + DAY_MS];\n';
  const said = lint(files);
  for (const path of Object.keys(files)) {
    const it = expect(said(path), `${path}: ${files[path]}`);
    if (path.includes('/wrong')) it.toContain('tillbridge(no-wall-durations)');
    else it.not.toContain('no-wall-durations');
  }
});

const sleeps = [
  'new Promise((resolve) => setTimeout(resolve, 50))',
  'new Promise<void>((done) => void setTimeout(done, 50))',
  'new Promise<void>((done) => { setTimeout(() => done(), 50); })',
];
const bounds = [
  'expect(performance.now() - startedAt).toBeLessThan(5_000)',
  'const tookMs = Date.now() - startedAt; expect(tookMs).toBeLessThanOrEqual(5_000)',
  'const { user } = process.cpuUsage(); expect(user / 1_000).toBeLessThan(200)',
];

test('the linter reports a bare sleep and a limit for elapsed time in tests, and accepts them in a benchmark', () => {
  const lines = [...sleeps, ...bounds];
  const source = (line: string) =>
    `declare const expect: (value: number) => Record<string, (most: number) => void>;\nexport const it = async (startedAt: number) => { await startedAt; ${line}; };\n`;
  const files = Object.fromEntries(
    lines.flatMap((line, n) => [
      [`test/unit/wrong${n}.ts`, source(line)],
      [`test/bench/right${n}.ts`, source(line)],
    ]),
  );
  files['test/unit/import.ts'] = "export { setTimeout as pause } from 'node:timers/promises';\n";
  files['test/unit/late.ts'] = source("await new Promise((late) => setTimeout(late, 60_000, 'late'))");
  files['test/unit/count.ts'] = source('const most = startedAt; expect(most).toBeLessThan(5)');
  const said = lint(files);
  for (const n of lines.keys()) {
    const rule = n < sleeps.length ? 'tillbridge(no-bare-sleep)' : 'tillbridge(no-elapsed-bound)';
    expect(said(`test/unit/wrong${n}.ts`), lines[n]).toContain(rule);
    expect(said(`test/bench/right${n}.ts`), lines[n]).not.toMatch(/no-bare-sleep|no-elapsed-bound/);
  }
  expect(said('test/unit/import.ts')).toContain('tillbridge(no-bare-sleep)');
  for (const path of ['test/unit/late.ts', 'test/unit/count.ts'])
    expect(said(path)).not.toMatch(/no-bare-sleep|no-elapsed-bound/);
});
