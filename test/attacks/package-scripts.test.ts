/**
 * Any account of the computer tries to block the installation, upgrade or removal of Tillbridge. The package's own
 * scripts are run.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { kioskPolicy, placePolicy } from '../../electron/cli/kiosk-policy.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

const debian = resolve(import.meta.dirname, '../../build/packaging/linux/debian');
/** The scripts inspect the computer itself: an installed Tillbridge would interfere. */
const isBare = process.platform === 'linux' && !existsSync('/usr/lib/tillbridge') && !existsSync('/var/lib/tillbridge');

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('tillbridge-package-');
});

/** Runs with one account, whose home is `home`; the system's services are not called. */
function run(script: string, argument: string, home: string) {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const fakes = {
    getent: `echo 'eve:x:1001:1001::${home}:/bin/sh'`,
    systemctl: 'exit 1',
    runuser: 'exit 0',
    deluser: 'exit 0',
  };
  for (const [name, line] of Object.entries(fakes)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const text = readFileSync(join(debian, script), 'utf8')
    .replaceAll('@JOURNAL@', '13')
    .replaceAll('@VERSION@', '9.9.9')
    .replaceAll('"/etc/', `"${folder}/etc/`);
  const { status, stderr } = spawnSync('sh', ['-c', text, script, argument], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` },
  });
  return { status, stderr };
}

test.runIf(isBare)('install and upgrade continue with a warning if an account has malformed records', () => {
  const records = join(folder, '.local/share/tillbridge');
  mkdirSync(records, { recursive: true });
  const header = Buffer.alloc(100);
  header.fill(0xff, 60, 64);
  writeFileSync(join(records, 'journal.sqlite'), header);
  for (const step of ['install', 'upgrade']) {
    const { status, stderr } = run('preinst', step, folder);
    expect(stderr).toContain(
      `Warning: ${records}/journal.sqlite was written by a newer version of Tillbridge. The till of eve`,
    );
    expect(status).toBe(0);
  }
  rmSync(records, { recursive: true });
  expect(run('preinst', 'install', folder)).toEqual({ status: 0, stderr: '' });
});

test.runIf(isBare)('the removal continues if an account has a process named like an open till', async () => {
  const named = '/usr/lib/tillbridge/bin/node x/web.js';
  const sleeper = spawn('bash', ['-c', `exec -a '${named}' sleep 60`], { stdio: 'ignore' });
  try {
    const commandLine = () => readFileSync(`/proc/${sleeper.pid}/cmdline`, 'utf8');
    await expect.poll(commandLine, { timeout: 20_000 }).toContain(named);
    expect(run('prerm', 'remove', folder)).toEqual({ status: 0, stderr: '' });
  } finally {
    sleeper.kill('SIGKILL');
  }
});

test.runIf(isBare).each(['remove', 'purge'])(
  'the policy that locks every browser of the computer is removed with the package: %s',
  (step) => {
    const etc = join(folder, 'etc');
    const files = placePolicy(kioskPolicy('/var/lib/tillbridge'), etc);
    const another = join(etc, 'chromium/policies/managed/school.json');
    writeFileSync(another, '{}');
    expect(run('postrm', step, folder)).toEqual({ status: 0, stderr: '' });
    expect(files.filter((file) => existsSync(file))).toEqual([]);
    expect(existsSync(another)).toBe(true);
  },
);
