import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hashOf } from '../../../build/scripts/parts/build.mjs';
import { whyNotElectron } from '../../../build/scripts/parts/electron-binary.mjs';
import { installComplaint, isInstalled, nodeComplaint, npmComplaint } from '../../../build/scripts/parts/install.mjs';
import { ask } from '../../../build/scripts/parts/ask.mjs';
import { larger, leftToCi, longest, seldom, seldomTold, toldInCi } from '../../../build/scripts/parts/larger.mjs';
import { compare } from '../../../build/scripts/parts/npm-parent.mjs';
import { run } from '../../../build/scripts/parts/run.mjs';
import {
  filesToRunAgain,
  playwrightFailures,
  playwrightResult,
  readPlaywright,
  readVitest,
  secondRun,
  sumLine,
  vitestFailures,
  withFailures,
} from '../../../build/scripts/parts/results.mjs';

const root = resolve(import.meta.dirname, '../../..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge scripts '));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each(['20.10.0', '20.20.2', '22.0.0', '24.21.0'])('Node %s will do', (version) => {
  expect(nodeComplaint(version)).toBeUndefined();
});
test.each(['18.20.0', '20.9.0', '4.0.0'])('Node %s is refused with a sentence', (version) => {
  expect(nodeComplaint(version)).toMatch(new RegExp(`needs Node 20\\.10 or newer.*this is Node ${version}`));
});
test('npm 10 will do, npm 9 is refused with what to run', () => {
  expect(npmComplaint('10.0.0')).toBeUndefined();
  expect(npmComplaint('9.9.4')).toMatch(/npm install --global npm@10/);
});

const lock = (packages: Record<string, unknown>) => JSON.stringify({ packages });
const wanted = lock({
  '': { name: 'x' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/other-os': { version: '1.0.0', optional: true },
});
test.each([
  ['all there', lock({ 'node_modules/a': { version: '1.0.0' } }), true],
  ['optional ones too', lock({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/other-os': { version: '1.0.0' } }), true],
  ['an older one', lock({ 'node_modules/a': { version: '0.9.0' } }), false],
  ['one missing', lock({}), false],
  ['one too many', lock({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } }), false],
  ['cut off', '{"packages": {', false],
])('installed or not: %s', (_name, hidden, is) => {
  expect(isInstalled(wanted, hidden)).toBe(is);
}); // oxfmt-ignore

test('a patient program and what it starts give way to others', async () => {
  const started = 'console.log(require("node:child_process").execFileSync(process.execPath, ["-p", "os.getPriority()"]).toString())';
  const own = getPriority();
  const priorityOf = async (isBackground: boolean) => Number((await run(process.execPath, ['-e', started], { isBackground })).text);
  expect(await priorityOf(true)).toBe(process.platform === 'win32' ? 10 : Math.min(own + 10, 19));
  expect(await priorityOf(false)).toBe(own);
}); // oxfmt-ignore

test('this very installation counts as installed', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  expect(isInstalled(read('package-lock.json'), read('node_modules/.package-lock.json'))).toBe(true);
});

test.each([
  ['npm error code ENOTFOUND\nnpm error network request to https://x failed', /there is no connection/],
  ['npm error code ECONNREFUSED', /there is no connection/],
  ['npm error code ENOSPC\nnpm error nospc', /disk is full/],
  ['npm error code EACCES\nnpm error syscall mkdir', /may not be written to/],
  ['npm error code EUSAGE\nnpm error\nnpm error The lock file is out of date', /The lock file is out of date/],
])('npm’s %s becomes one sentence', (text, sentence) => {
  expect(installComplaint(text)).toMatch(sentence);
  expect(installComplaint(text)).not.toContain('\n');
});

test('the hash changes with a content, a name and a new file, and not with anything else', () => {
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/a.ts'), 'one');
  const hash = () => hashOf(['src', 'nowhere'], folder);
  const first = hash();
  expect(hash()).toBe(first);
  writeFileSync(join(folder, 'outside.ts'), 'x');
  expect(hash()).toBe(first);
  writeFileSync(join(folder, 'src/a.ts'), 'two');
  const second = hash();
  expect(second).not.toBe(first);
  renameSync(join(folder, 'src/a.ts'), join(folder, 'src/b.ts'));
  expect(new Set([first, second, hash()]).size).toBe(3);
});

const desktop = { args: [], env: { DISPLAY: ':0' }, platform: 'linux', uid: 1000 } as const;
test('Electron is tried on a desktop', () => {
  expect(whyNotElectron(desktop)).toBeUndefined();
  expect(whyNotElectron({ ...desktop, platform: 'darwin', env: {}, uid: 0 })).toBeUndefined();
  expect(whyNotElectron({ ...desktop, platform: 'win32', env: {}, uid: undefined })).toBeUndefined();
});
test.each([
  [{ ...desktop, env: {} }, /no display/],
  [{ ...desktop, uid: 0 }, /root/],
  [{ ...desktop, args: ['--no-open'] }, /--no-open/],
  [{ ...desktop, args: ['--port=1'] }, /--port/],
  [{ ...desktop, env: { DISPLAY: ':0', TILLBRIDGE_SHELL: 'browser' } }, /TILLBRIDGE_SHELL/],
])('Electron is not tried, with a reason: %#', (situation, reason) => {
  expect(whyNotElectron(situation)).toMatch(reason);
});

test('a program that takes too long is ended with all it started', async () => {
  const script = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    setInterval(() => {}, 1000);`;
  const { isLate, code } = await run(process.execPath, ['-e', script], { timeoutMs: 500 });
  // It resolves on 'close', which needs both ends of the pipes gone: the grandchild as well.
  expect(isLate).toBe(true);
  expect(code).toBeNull();
});

const calm = { parent: 10, grandparent: 9, shellWakes: '4', atMs: 1_000 };
test.each([
  ['nothing happened', { ...calm, atMs: 1_400 }, 'nothing'],
  ['the shell died', { ...calm, parent: 1, atMs: 1_400 }, 'gone'],
  ['npm died and left the shell', { ...calm, grandparent: 1, atMs: 1_400 }, 'gone'],
  ['the shell was woken', { ...calm, shellWakes: '5', atMs: 1_400 }, 'interrupted'],
  ['everything was woken, after a sleep', { ...calm, shellWakes: '5', atMs: 61_000 }, 'nothing'],
])('npm is watched: %s', (_name, now, verdict) => {
  expect(compare(calm, now)).toBe(verdict);
});

test('a child with a channel is asked in words, so that none is ended at once where a signal does that', async () => {
  const program = join(folder, 'asked.mjs');
  writeFileSync(
    program,
    `for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log('signal', signal));
    process.on('message', (message) => console.log(message));
    process.on('disconnect', () => console.log('end'));
    console.log('up');`,
  );
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  let out = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
    if (out.endsWith('up\n')) ask(child, 'SIGINT');
    if (out.endsWith('interrupt\n')) ask(child, 'SIGTERM');
  });
  const code = await new Promise((done) => child.once('exit', done));
  await vi.waitFor(() => expect(out).toContain('end'));
  expect([out, code]).toEqual(['up\ninterrupt\nend\n', 0]);
});

test.skipIf(process.platform !== 'linux')('every interrupt that a shell keeps to itself is noticed', async () => {
  const script = join(folder, 'waits.mjs');
  writeFileSync(
    script,
    `import { watchNpm } from ${JSON.stringify(join(root, 'build/scripts/parts/npm-parent.mjs'))};
    let heard = 0;
    watchNpm((signal) => { console.log(signal); heard += 1; if (heard === 2) process.exit(0); });
    setInterval(() => {}, 1000);
    console.log('up');`,
  );
  // The command after it keeps every shell, also one that would otherwise become its last command.
  const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" "${script}"; true`], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  const message = new Promise<void>((done) => {
    shell.stdout.on('data', (chunk) => {
      out += chunk;
      if (out === 'up\n' || out === 'up\nSIGINT\n') setTimeout(() => shell.kill('SIGINT'), 500);
      if (out === 'up\nSIGINT\nSIGINT\n') done();
    });
  });
  await message;
  expect(out).toBe('up\nSIGINT\nSIGINT\n');
});

test('results are read from the reporters, and what cannot be read is a failure', () => {
  expect(readVitest(JSON.stringify({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, success: false }))).toEqual({
    passed: 5, failed: 1, skipped: 2,
  });
  // A file that did not even load has no failed test in it.
  expect(readVitest(JSON.stringify({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, success: false })).failed).toBe(1);
  expect(readPlaywright(JSON.stringify({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 1 }, errors: [] }))).toEqual({
    passed: 4, failed: 1, skipped: 1,
  });
  expect(readPlaywright(JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [{}] })).failed).toBe(1);
  expect(readVitest('')).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(sumLine([{ passed: 3, failed: 0 }, { passed: 4, failed: 2 }])).toBe('7 passed, 2 failed');
}); // oxfmt-ignore

test('what failed is told by name and message, a program’s own by its last lines', () => {
  const failed = { status: 'failed', fullName: 'a sale is paid once', failureMessages: ['\x1b[31mexpected 1\x1b[0m\nto be 2'] };
  const files = [
    { name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'passed', fullName: 'fine' }, failed] },
    { name: 'b.test.ts', status: 'failed', message: 'does not load', assertionResults: [] },
    { name: 'c.test.ts', status: 'passed', assertionResults: [] },
  ];
  const named = vitestFailures(JSON.stringify({ testResults: files }));
  expect(named).toEqual([
    '! a.test.ts > a sale is paid once', '!   expected 1', '!   to be 2', '! b.test.ts', '!   does not load',
  ]);
  const spec = (status: string) => ({
    title: 'paid', file: 'pay.story.ts', line: 3, tests: [{ status, results: [{ errors: [{ message: 'no title' }] }] }],
  });
  const suites = [{ specs: [spec('expected')], suites: [{ specs: [spec('unexpected')] }] }];
  expect(playwrightFailures(JSON.stringify({ suites, errors: [{ message: 'no browser' }] }))).toEqual([
    '! pay.story.ts:3 > paid', '!   no title', '! outside a story', '!   no browser',
  ]);
  expect([...vitestFailures(''), ...playwrightFailures('{')]).toEqual([]);

  const one = { passed: 5, failed: 1, skipped: 0 };
  expect(withFailures('lab', one, 'x', named).failures).toBe(named);
  expect(withFailures('lab', one, `${'x\n'.repeat(50)}FAIL cut\n5 passed, 1 failed\n`).failures?.slice(-2)).toEqual([
    '!   FAIL cut', '!   5 passed, 1 failed',
  ]);
  expect(withFailures('lab', { ...one, failed: 0 }, 'x', named)).not.toHaveProperty('failures');
}); // oxfmt-ignore

test('a few failed tests are run once more by themselves, and one that passes then is named', () => {
  const file = (name: string, ...statuses: string[]) => ({
    name, status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
    assertionResults: statuses.map((status) => ({ status })),
  });
  const report = (failed: number, ...testResults: unknown[]) => JSON.stringify({ numFailedTests: failed, testResults });
  const [fine, one] = [file('a.test.ts', 'passed'), file('b.test.ts', 'passed', 'failed')];
  expect(filesToRunAgain(report(1, fine, one))).toEqual(['b.test.ts']);
  // Too many for a moment of a slow computer; a file that does not load; no report.
  expect(filesToRunAgain(report(4, one, file('c.test.ts', 'failed', 'failed', 'failed')))).toEqual([]);
  expect(filesToRunAgain(report(1, one, file('d.test.ts')))).toEqual([]);
  expect([...filesToRunAgain(report(0, fine)), ...filesToRunAgain('')]).toEqual([]);

  const first = { passed: 5, failed: 1, skipped: 2, failures: ['! b.test.ts > late', '!   !5 s'] };
  const again = ['~ b.test.ts > late', '~   !5 s'];
  expect(secondRun(first, { passed: 2, failed: 0, skipped: 0 })).toEqual({ passed: 6, failed: 0, skipped: 2, again });
  // What fails twice, or does not run at all, has failed.
  expect(secondRun(first, { passed: 1, failed: 1, skipped: 0 })).toBe(first);
  expect(secondRun(first, { passed: 0, failed: 0, skipped: 2 })).toBe(first);

  const spec = { title: 'paid', file: 'pay.story.ts', line: 3, tests: [{ status: 'flaky', results: [] }] };
  const stories = (flaky: number) =>
    JSON.stringify({
      errors: [], stats: { expected: 9, unexpected: 0, flaky, skipped: 0 },
      suites: [{ specs: Array.from({ length: flaky }, () => spec) }],
    });
  const done = { code: 0, text: '' };
  expect(playwrightResult('e2e', done, stories(1))).toMatchObject({ passed: 10, failed: 0, again: ['~ pay.story.ts:3 > paid', '~   '] });
  expect(playwrightResult('e2e', done, stories(4))).toMatchObject({ passed: 9, failed: 4 });
}); // oxfmt-ignore

test('the start script passes on what the shell says of its flags, and its exit code', () => {
  const node20Like = process.execPath;
  const { status, stderr } = spawnSync(
    node20Like,
    [join(root, 'build/scripts/start.mjs'), '--no-open', '--port', 'x'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  expect(stderr).toContain('--port x is not a port number');
  expect(status).toBe(1);
});

test('the command line script leaves standard output to the command', async () => {
  const child = spawn(process.execPath, [join(root, 'build/scripts/tillbridge.mjs'), '--help'], { cwd: folder });
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  const code = await new Promise((done) => child.once('close', done));
  expect(code).toBe(0);
  expect(out).toMatch(/^Usage: /);
});

test('what is said of test files is said of files that are there', () => {
  const named = [...longest, ...seldom, ...leftToCi, ...Object.values(larger).flat()];
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const stories = [...seldomTold, ...toldInCi].map((pattern) => pattern.replace('**', 'test/e2e'));
  expect(stories.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
