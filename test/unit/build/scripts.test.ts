import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test, vi } from 'vitest';
import { hashOf } from '../../../build/scripts/parts/build.mjs';
import { whyNotElectron } from '../../../build/scripts/parts/electron-binary.mjs';
import { installComplaint, isInstalled, nodeComplaint, npmComplaint } from '../../../build/scripts/parts/install.mjs';
import { ask } from '../../../build/scripts/parts/ask.mjs';
import { compare } from '../../../build/scripts/parts/npm-parent.mjs';
import { run } from '../../../build/scripts/parts/run.mjs';
import { slowdowns, slowdownsIn } from '../../../build/scripts/parts/durations.mjs';
import stories from '../../../build/playwright/playwright.config.ts';
import { readReport, reported, sumLine, withFailures } from '../../../build/scripts/parts/results.mjs';
import { filesTagged, fullFiles, inTurn, quarantine, tags } from '../../../build/scripts/parts/sizes.mjs';
import { temporaryFolder } from '../../fixtures/folder.ts';

const root = resolve(import.meta.dirname, '../../..');

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('tillbridge scripts ');
});

test.each(['20.10.0', '20.20.2', '22.0.0', '24.21.0'])('Node %s is accepted', (version) => {
  expect(nodeComplaint(version)).toBeUndefined();
});
test.each(['18.20.0', '20.9.0', '4.0.0'])('Node %s is refused with a message', (version) => {
  expect(nodeComplaint(version)).toMatch(new RegExp(`needs Node 20\\.10 or newer.*this is Node ${version}`));
});
test('npm 10 is accepted, and npm 9 is refused with the command to run', () => {
  expect(npmComplaint('10.0.0')).toBeUndefined();
  expect(npmComplaint('9.9.4')).toMatch(/npm install --global npm@10/);
});

const lock = (packages: Record<string, unknown>) => JSON.stringify({ packages });
const one = { version: '1.0.0' };
const wanted = lock({
  '': { name: 'x' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/other-os': { version: '1.0.0', optional: true },
});
test.each([
  ['all packages', lock({ 'node_modules/a': { version: '1.0.0' } }), true],
  ['optional packages too', lock({ 'node_modules/a': one, 'node_modules/other-os': one }), true],
  ['an older package', lock({ 'node_modules/a': { version: '0.9.0' } }), false],
  ['a missing package', lock({}), false],
  ['a surplus package', lock({ 'node_modules/a': one, 'node_modules/b': one }), false],
  ['a truncated file', '{"packages": {', false],
])('an installation is recognised or not: %s', (_name, hidden, is) => {
  expect(isInstalled(wanted, hidden)).toBe(is);
});

test('a low-priority program and its children yield to others', async () => {
  const asked = 'execFileSync(process.execPath, ["-p", "os.getPriority()"]).toString()';
  const started = `console.log(require("node:child_process").${asked})`;
  const own = getPriority();
  const priorityOf = async (isBackground: boolean) =>
    Number((await run(process.execPath, ['-e', started], { isBackground })).text);
  expect(await priorityOf(true)).toBe(process.platform === 'win32' ? 10 : Math.min(own + 10, 19));
  expect(await priorityOf(false)).toBe(own);
});

test('this installation is recognised', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  expect(isInstalled(read('package-lock.json'), read('node_modules/.package-lock.json'))).toBe(true);
});

test.each([
  ['npm error code ENOTFOUND\nnpm error network request to https://x failed', /there is no connection/],
  ['npm error code ECONNREFUSED', /there is no connection/],
  ['npm error code ENOSPC\nnpm error nospc', /disk is full/],
  ['npm error code EACCES\nnpm error syscall mkdir', /may not be written to/],
  ['npm error code EUSAGE\nnpm error\nnpm error The lock file is out of date', /The lock file is out of date/],
])('npm’s %s is turned into a single message', (text, sentence) => {
  expect(installComplaint(text)).toMatch(sentence);
  expect(installComplaint(text)).not.toContain('\n');
});

test('the hash changes exactly with a content, a name and a new file', () => {
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
test('Electron is started on a desktop', () => {
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
])('Electron is not started, and the reason is given: %#', (situation, reason) => {
  expect(whyNotElectron(situation)).toMatch(reason);
});

test('a program that exceeds its time limit is killed with its children', async () => {
  const script = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    setInterval(() => {}, 1000);`;
  const { isLate, code } = await run(process.execPath, ['-e', script], { timeoutMs: 500 });
  // `run` resolves on 'close', which requires that both ends of the pipes are closed: the grandchild has ended as well.
  expect(isLate).toBe(true);
  expect(code).toBeNull();
});

const calm = { parent: 10, grandparent: 9, shellWakes: '4', atMs: 1_000 };
test.each([
  ['nothing changed', { ...calm, atMs: 1_400 }, 'nothing'],
  ['the shell exited', { ...calm, parent: 1, atMs: 1_400 }, 'gone'],
  ['npm exited and left the shell', { ...calm, grandparent: 1, atMs: 1_400 }, 'gone'],
  ['the shell was woken', { ...calm, shellWakes: '5', atMs: 1_400 }, 'interrupted'],
  ['all programs were woken, after a sleep', { ...calm, shellWakes: '5', atMs: 61_000 }, 'nothing'],
])('the change between two readings gets its verdict: %s', (_name, now, verdict) => {
  expect(compare(calm, now)).toBe(verdict);
});

test('a child with a channel gets messages instead of signals, which would kill it on some systems', async () => {
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

test.skipIf(process.platform !== 'linux')('every interrupt that a shell does not pass on is detected', async () => {
  const script = join(folder, 'waits.mjs');
  writeFileSync(
    script,
    `import { watchNpm } from ${JSON.stringify(join(root, 'build/scripts/parts/npm-parent.mjs'))};
    let heard = 0;
    watchNpm((signal) => { console.log(signal); heard += 1; if (heard === 2) process.exit(0); });
    setInterval(() => {}, 1000);
    console.log('up');`,
  );
  // The command after it keeps every shell running, including those that would replace themselves with their last
  // command.
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

const suite = (path: string, cases: string) =>
  `<testsuite name="${path}" time="1.5" tests="9">\n${cases}\n</testsuite>`;
const junit = (...suites: string[]) => `<testsuites name="all">\n${suites.join('\n')}\n</testsuites>\n`;
/** A Vitest report with a failed, a passed and a skipped test, and a file that fails to load. */
const fromVitest = junit(
  suite(
    'test/a.test.ts',
    `<testcase classname="test/a.test.ts" name="a sale &gt; is paid &quot;once&quot;" time="0">
      <failure message="expected 1 &amp;" type="AssertionError">\n\x1b[31mexpected 1\x1b[0m &amp;\nto be 2\n</failure></testcase>
    <testcase classname="test/a.test.ts" name="fine" time="0.1">\n</testcase>
    <testcase classname="test/a.test.ts" name="left" time="0"><skipped/></testcase>`,
  ),
  suite(
    'test/b.test.ts',
    `<testcase classname="test/b.test.ts" name="test/b.test.ts" time="0"><failure message="x">does not load</failure></testcase>`,
  ),
);
const fromPlaywright = junit(
  suite(
    'pay.story.ts',
    `<testcase name="paid" classname="pay.story.ts" time="1"><system-out><![CDATA[<a>]]></system-out>
      <failure message="no title" type="Error">\n<![CDATA[  pay.story.ts:3:1 › paid\n  <b> & "no title"]]>\n</failure></testcase>
    <testcase name="fine" classname="pay.story.ts" time="1"/>`,
  ),
);

test('results are read from the reporters, and an unreadable report counts as a failure', () => {
  expect(reported('unit', { code: 1, text: '' }, fromVitest)).toMatchObject({ passed: 1, failed: 2, skipped: 1 });
  expect(reported('e2e', { code: 1, text: '' }, fromPlaywright)).toMatchObject({ passed: 1, failed: 1, skipped: 0 });
  expect([...(readReport(fromVitest)?.seconds ?? [])]).toEqual([
    ['test/a.test.ts', 1.5],
    ['test/b.test.ts', 1.5],
  ]);
  const fine = junit(suite('c.test.ts', '<testcase classname="c.test.ts" name="fine" time="0"/>'));
  expect(reported('unit', { code: 0, text: '' }, fine)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  // An error outside a test, and a story that passed at its second try, are not failures in the report.
  expect(reported('unit', { code: 1, text: 'no browser\n' }, fine)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ['! unit', '!   no browser'],
  });
  for (const unreadable of ['', fine.slice(0, 80)])
    expect(reported('unit', { code: 0, text: 'cut' }, unreadable)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  expect(
    sumLine([
      { passed: 3, failed: 0 },
      { passed: 4, failed: 2 },
    ]),
  ).toBe('7 passed, 2 failed');
});

test('each failure is reported with its message, and a program’s own failure by its last lines', () => {
  const named = reported('unit', { code: 1, text: '' }, fromVitest).failures ?? [];
  expect(named).toEqual([
    '! test/a.test.ts > a sale > is paid "once"',
    '!   expected 1 &',
    '!   to be 2',
    '! test/b.test.ts > test/b.test.ts',
    '!   does not load',
  ]);
  expect(reported('e2e', { code: 1, text: '' }, fromPlaywright).failures).toEqual([
    '! pay.story.ts > paid',
    '!   pay.story.ts:3:1 › paid',
    '!     <b> & "no title"',
  ]);

  const one = { passed: 5, failed: 1, skipped: 0 };
  expect(withFailures('lab', one, 'x', named).failures).toBe(named);
  expect(withFailures('lab', one, `${'x\n'.repeat(50)}FAIL cut\n5 passed, 1 failed\n`).failures?.slice(-2)).toEqual([
    '!   FAIL cut',
    '!   5 passed, 1 failed',
  ]);
  expect(withFailures('lab', { ...one, failed: 0 }, 'x', named)).not.toHaveProperty('failures');
});

test('a story that passes only at its second try fails the run', () => {
  expect(stories).toMatchObject({ retries: 0, failOnFlakyTests: true });
});

test('the start script passes on the shell’s message about its flags, and its exit code', () => {
  const node20Like = process.execPath;
  const { status, stderr } = spawnSync(
    node20Like,
    [join(root, 'build/scripts/start.mjs'), '--no-open', '--port', 'x'],
    { cwd: folder, encoding: 'utf8' },
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

test('every tag is in use, and each suite of the full run has files', () => {
  for (const { name } of tags) expect(filesTagged(name), name).not.toEqual([]);
  expect(fullFiles('scanners')).toContain('test/unit/renderer/scan-guard.test.tsx');
  expect(fullFiles('setup').filter((file) => file.endsWith('.story.ts'))).toEqual([]);
});

test('turns cover every item once in as many turns as there are parts', () => {
  const all = Array.from({ length: 10 }, (_, index) => index);
  const parts = [0, 1, 2].flatMap((at) => inTurn(all, 3, 268_435_455 + at));
  expect(parts.toSorted((a, b) => a - b)).toEqual(all);
  expect(inTurn(all, 3, null)).toEqual(all);
});

test('a file that became ten times slower is reported, on slow and fast computers', () => {
  const recorded = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.test.ts`, 1 + index]));
  for (const scale of [0.5, 1, 6]) {
    const measured = new Map(Object.entries(recorded).map(([path, seconds]) => [path, seconds * scale]));
    expect(slowdowns(measured, recorded)).toEqual([]);
    measured.set('9.test.ts', 110 * scale);
    expect(slowdowns(measured, recorded)).toEqual([expect.stringContaining('9.test.ts took')]);
  }
  // The sum counts an unreadable report as a failure.
  for (const unreadable of ['', '{', junit().slice(0, 9)]) expect(slowdownsIn(unreadable)).toEqual([]);
  // A single file that is run by hand is no measure of the computer.
  expect(slowdowns(new Map([['9.test.ts', 500]]), recorded)).toEqual([]);
});

test('a test in quarantine is reported with its file and a reason', () => {
  for (const { file, name, reason } of quarantine()) {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(name.length, file).toBeGreaterThan(0);
    expect(reason.length, name).toBeGreaterThan(20);
  }
});

test('a test that fails in every second run fails the run', async () => {
  mkdirSync(join(root, 'test/results'), { recursive: true });
  const own = mkdtempSync(join(root, 'test/results/planted-'));
  try {
    const count = JSON.stringify(join(folder, 'count'));
    const planted = `import { appendFileSync, readFileSync } from 'node:fs';
      import { expect, test } from 'vitest';
      test('planted', () => {
        appendFileSync(${count}, 'x');
        expect(readFileSync(${count}, 'utf8').length % 2).toBe(0);
      });`;
    writeFileSync(join(own, 'planted.test.ts'), planted);
    const runner = `
      import { vitest } from ${JSON.stringify(pathToFileURL(join(root, 'build/scripts/parts/suites.mjs')).href)};
      const { passed, failed } = await vitest('planted', [${JSON.stringify(relative(root, own))}], { minutes: 2 });
      console.log(JSON.stringify({ passed, failed }));`;
    const once = async (): Promise<unknown> => {
      const { text } = await run(process.execPath, ['--input-type=module', '-e', runner], { cwd: root });
      return JSON.parse(text.trim().split('\n').at(-1) ?? '');
    };
    expect(await once()).toEqual({ passed: 0, failed: 1 });
    expect(await once()).toEqual({ passed: 1, failed: 0 });
  } finally {
    rmSync(own, { recursive: true });
  }
});
