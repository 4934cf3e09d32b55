/** The start script's watch over real processes that play shells, and its reaction to each way of ending. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findElectron, whyNotElectron } from '../../../build/scripts/parts/electron-binary.mjs';
import { afterEnd, ShellWatch, whatHappened, type End } from '../../../build/scripts/parts/shell-watch.mjs';
import { until } from '../../waiting.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

let folder: string;
const watches: ShellWatch[] = [];
beforeEach(() => {
  folder = temporaryFolder('tillbridge watch ');
});
afterEach(async () => {
  for (const watch of watches.splice(0)) {
    watch.expectEnd();
    const running = watch.running;
    running?.kill('SIGKILL');
    if (running) await vi.waitUntil(() => !watch.running, { timeout: 20_000 });
  }
  vi.unstubAllEnvs();
});

/** A binary that plays a shell. It records each start and the note that it received. */
function standIn(name: string, code: string) {
  const path = join(folder, `${name}.mjs`);
  const begin = `import { appendFileSync } from 'node:fs';
    appendFileSync(${JSON.stringify(join(folder, 'starts'))}, JSON.stringify({ name: '${name}', note: process.env.TILLBRIDGE_SHELL_NOTE ?? null }) + '\\n');
    setInterval(() => {}, 1000); process.on('disconnect', () => process.exit(0));`;
  writeFileSync(path, `${begin}\n${code}`);
  return { file: process.execPath, args: [path] };
}
const alive = `process.send('up'); setInterval(() => process.send('alive'), 50);`;

interface Start {
  name: string;
  note: string | null;
}
const starts = (): Start[] => {
  try {
    return readFileSync(join(folder, 'starts'), 'utf8')
      .trim()
      .split('\n')
      .map((line): Start => JSON.parse(line));
  } catch {
    return [];
  }
};

function watching(electron: string, browser = alive) {
  const said: string[] = [];
  const codes: number[] = [];
  const watch = new ShellWatch({
    commands: { electron: standIn('electron', electron), browser: standIn('browser', browser) },
    say: (line) => said.push(line),
    exit: (code) => codes.push(code),
    upWithinMs: 3_000,
    silentMs: { electron: 3_000, browser: 3_000 },
  });
  watches.push(watch);
  watch.start('electron');
  return { watch, said, codes };
}
const names = () => starts().map(({ name }) => name);
const noteOf = (start: Start | undefined) => JSON.parse(start?.note ?? 'null') as { what: string; tail: string[] };

test('a binary that exits is reported in a line and kept with its last output, and the browser shell opens', async () => {
  const { said } = watching(`console.error('error while loading libnss3.so'); process.exit(127);`);
  await vi.waitUntil(() => names().includes('browser'), { timeout: 30_000 });
  expect(said).toEqual(['Electron’s window ended while starting (exit code 127). The till opens in the browser.']);
  expect(noteOf(starts()[1])).toMatchObject({
    shell: 'electron',
    why: 'not-started',
    tail: ['error while loading libnss3.so'],
  });
});

test('a binary that hangs is killed, and the browser shell opens', async () => {
  const { said } = watching('');
  await vi.waitUntil(() => names().includes('browser'), { timeout: 30_000 });
  expect(said).toEqual(['Electron’s window was not there within 30 s. The till opens in the browser.']);
});

test('a missing binary is reported, and the browser shell opens', async () => {
  const { said, watch } = watching('');
  watch.expectEnd();
  const other = new ShellWatch({
    commands: { electron: { file: join(folder, 'none'), args: [] }, browser: standIn('browser', alive) },
    say: (line) => said.push(line),
    exit: () => {},
  });
  watches.push(other);
  other.start('electron');
  await vi.waitUntil(() => names().includes('browser'), { timeout: 30_000 });
  expect(said).toEqual([
    'Electron’s window ended while starting (it could not be started). The till opens in the browser.',
  ]);
});

test('a binary that crashes is started again, and after the second crash the browser shell opens', async () => {
  const { said } = watching(`${alive} setTimeout(() => process.kill(process.pid, 'SIGKILL'), 200);`);
  await vi.waitUntil(() => names().includes('browser'), { timeout: 30_000 });
  expect(names()).toEqual(['electron', 'electron', 'browser']);
  expect(said[0]).toMatch(/^Electron’s window ended unexpectedly \(.+\)\. It is started again\.$/);
  expect(said[1]).toMatch(/The till opens in the browser\.$/);
});

test.skipIf(process.platform === 'win32')('a shell that was killed or stopped is started again', async () => {
  const { watch, said } = watching('process.exit(3)');
  for (const [signal, count] of [
    ['SIGKILL', 2],
    ['SIGSTOP', 3],
  ] as const) {
    await vi.waitUntil(() => names().filter((name) => name === 'browser').length === count - 1, { timeout: 30_000 });
    // The browser shell is up after its first message.
    await once(await until(() => watch.running, 'the browser shell'), 'message');
    watch.running?.kill(signal);
    await vi.waitUntil(() => names().filter((name) => name === 'browser').length === count, { timeout: 30_000 });
  }
  expect(said[1]).toBe('The browser shell ended unexpectedly (SIGKILL). It is started again.');
  expect(said[2]).toBe('The browser shell no longer answered. It is started again.');
});

test('the watch exits when the user closes the window, and also when a shell reported why it cannot start', async () => {
  const closed = watching(`${alive} setTimeout(() => process.exit(0), 200);`);
  await vi.waitUntil(() => closed.codes.length > 0, { timeout: 30_000 });
  const told = watching(`process.send('told', () => process.exit(1));`);
  await vi.waitUntil(() => told.codes.length > 0, { timeout: 30_000 });
  expect([closed.codes, told.codes, names()]).toEqual([[0], [1], ['electron', 'electron']]);
});

const end: End = { kind: 'browser', code: null, signal: 'SIGKILL', isUp: true, hasReported: false, isHung: false };
test('each end leads to its next step', () => {
  expect([0, 1, 2, 5].map((crashes) => afterEnd(end, crashes))).toEqual([
    { next: 'again', waitMs: 0 },
    { next: 'again', waitMs: 0 },
    { next: 'again', waitMs: 5_000 },
    { next: 'again', waitMs: 5_000 },
  ]);
  // A browser shell that is not up yet reports its failures itself.
  expect(afterEnd({ ...end, isUp: false, code: 1, signal: null }, 0)).toEqual({ next: 'exit', code: 1 });
  expect(afterEnd({ ...end, kind: 'electron', code: 0, signal: null, isUp: false }, 0)).toEqual({
    next: 'exit',
    code: 0,
  });
  expect(whatHappened({ ...end, kind: 'electron', isHung: true })).toBe('Electron’s window no longer answered');
});

test('Electron is found in the given folder, and tested if requested', () => {
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
  expect(findElectron()).toBeUndefined();
  if (process.platform === 'linux') {
    writeFileSync(join(folder, 'electron'), '');
    expect(findElectron()).toBe(join(folder, 'electron'));
  }
  const root = { args: ['--no-open'], platform: 'linux', uid: 0 } as const;
  expect(whyNotElectron({ ...root, env: { TILLBRIDGE_SHELL: 'electron' } })).toBeUndefined();
  expect(whyNotElectron({ ...root, env: {} })).toBeDefined();
});
