import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, linkSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { ownNode } from '../../build/scripts/parts/paths.mjs';

const NOBODY = 65_534;

/** True if this run may act as another user of this computer; CI may. */
export const canBeNobody =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('setpriv', ['--reuid', `${NOBODY}`, '--clear-groups', 'true']).status === 0;

export const whyNot = 'Needs root and setpriv, to act as a second user of this computer; CI runs it.';

const asNobody = ['--reuid', `${NOBODY}`, '--regid', `${NOBODY}`, '--clear-groups'];

/** Reads a file as another user. */
export const readAsNobody = (path: string) => spawnSync('setpriv', [...asNobody, 'cat', path], { cwd: '/' });

/**
 * Polls arguments and environments of all programs as another user. `found` returns links with a token, paths of pages,
 * and the whole command line of each program with such a link, so that a failure shows the program.
 */
export function watchProcesses(): {
  readonly found: () => readonly string[];
  readonly rounds: () => number;
  stop(): void;
} {
  const script = `while :; do
    cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' |
      grep -aoE 'https?://[^ ]*token=[A-Za-z0-9_-]{20,}|file://[^ ]*[.]html' | sort -u
    grep -alE 'https?://[^ ]*token=[A-Za-z0-9_-]{20}' /proc/[0-9]*/cmdline 2>/dev/null |
      while read -r file; do echo "a link is an argument of $(tr '\\0\\n' '  ' <"$file")"; done 2>/dev/null
    echo round
  done`;
  const child = spawn('setpriv', [...asNobody, 'sh', '-c', script], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  const lines = () => text.split('\n').filter((line) => line !== '');
  return {
    found: () => [...new Set(lines().filter((line) => line !== 'round'))],
    rounds: () => lines().filter((line) => line === 'round').length,
    stop: () => void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')),
  };
}

let open: string | undefined;

/** Node and stranger.mjs in a folder that every user can read, because the tests may be in a private folder. */
function openFolder(): string {
  if (open !== undefined) return open;
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-stranger-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  copyFileSync(join(import.meta.dirname, 'stranger.mjs'), join(folder, 'stranger.mjs'));
  try {
    linkSync(ownNode, join(folder, 'node'));
  } catch {
    // A hard link is not possible to another file system.
    copyFileSync(ownNode, join(folder, 'node'));
  }
  return (open = folder);
}

/** Request received by the intruder's server. */
export interface Overheard {
  readonly host: string;
  readonly url: string;
  readonly cookie: string;
  readonly keys: string;
}

/** Another user's server at a port (stranger.mjs). */
export interface Stranger {
  readonly port: number;
  /** Addresses at which the system let the server listen. */
  readonly at: readonly string[];
  readonly heard: () => readonly Overheard[];
  stop(): Promise<void>;
}

/** Listens at a port as another user, at each address that the system allows. */
export async function listenAsNobody(port: number, addresses: readonly string[]): Promise<Stranger> {
  const program = [join(openFolder(), 'node'), join(openFolder(), 'stranger.mjs')];
  const child = spawn('setpriv', [...asNobody, ...program, String(port), ...addresses], {
    cwd: '/',
    // The other user may not read the modules that the tests preload.
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => child.once('exit', done));
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  const lines = (): unknown[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as unknown);
  await vi.waitFor(() => expect(lines()).toContain('tried'), { timeout: 60_000 });
  return {
    port,
    at: lines().flatMap((line) => (line as { listening?: string }).listening ?? []),
    heard: () =>
      lines().filter((line): line is Overheard => typeof line === 'object' && line !== null && 'url' in line),
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
