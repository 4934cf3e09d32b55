import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReplacementWatch, ServiceNotice, wakefulCommands } from '../../../electron/web/service.ts';
import { StillClock } from '../starter/stand-ins.ts';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'tillbridge service '))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('systemd is notified that the till is open, that it answers, and that it stops; other starters are not', async () => {
  const clock = new StillClock();
  const heard: string[][] = [];
  const send = (words: readonly string[]) => void heard.push([...words]);
  const alone = new ServiceNotice({}, clock, send);
  alone.ready();
  alone.stopping();
  expect(heard).toEqual([]);
  const service = new ServiceNotice({ NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '60000000' }, clock, send);
  service.ready();
  await clock.move(20_000);
  await clock.move(20_000);
  expect(heard.map(([word]) => word)).toEqual(['READY=1', 'WATCHDOG=1', 'WATCHDOG=1', 'WATCHDOG=1']);
  service.stopping();
  await clock.move(60_000);
  expect(heard.map(([word]) => word).at(-1)).toBe('STOPPING=1');
  expect(heard.length).toBe(5);
});

test('sleep and a dark screen are prevented if the system has a command for it', () => {
  expect(wakefulCommands('linux').map(([, what]) => what)).toEqual(['--what=idle:sleep', '--what=idle']);
  expect(wakefulCommands('darwin')[0]?.[0]).toBe('caffeinate');
  expect(wakefulCommands('win32')).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'the command that prevents them ends with the till, however the till ends',
  { timeout: 60_000 },
  async () => {
    const ended = join(dir, 'ended');
    // Replaces systemd's program, which needs a system bus.
    const notified = join(dir, 'notified');
    writeFileSync(
      join(dir, 'systemd-inhibit'),
      `#!/bin/sh\nprintf %s "$NOTIFY_SOCKET" >'${notified}'; /bin/cat; echo >'${ended}'\n`,
      { mode: 0o755 },
    );
    const service = resolve(import.meta.dirname, '../../../electron/web/service.ts');
    const code = `import { stayAwake } from ${JSON.stringify(service)}; stayAwake('linux'); setInterval(() => {}, 1000); console.log('up');`;
    const till = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code], {
      env: { ...process.env, NOTIFY_SOCKET: '/run/none', PATH: `${dir}:${process.env['PATH'] ?? ''}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((up) => till.stdout.once('data', up));
    till.kill('SIGKILL');
    await expect.poll(() => existsSync(ended), { timeout: 30_000 }).toBe(true);
    // A failure of the service would be reported as the till's.
    expect(readFileSync(notified, 'utf8')).toBe('');
  },
);

test('a till stops once another program is completely installed over it, and never while it is busy', async () => {
  const clock = new StillClock();
  const file = join(dir, 'web.js');
  writeFileSync(file, 'old');
  let isBusy = true;
  let replaced = 0;
  const watch = new ReplacementWatch({ file, clock, isBusy: async () => isBusy, replaced: () => (replaced += 1) });
  await clock.move(20_000);
  expect(replaced).toBe(0);
  rmSync(file);
  await clock.move(10_000);
  writeFileSync(`${file}.new`, 'newer');
  renameSync(`${file}.new`, file);
  await clock.move(20_000);
  expect(replaced).toBe(0);
  isBusy = false;
  await clock.move(5_000);
  expect(replaced).toBe(1);
  await clock.move(20_000);
  expect(replaced).toBe(1);
  watch.stop();
});
