import { spawn, spawnSync } from 'node:child_process';

/** The user that owns nothing: another person on the same computer. */
const NOBODY = 65_534;

/** Whether this run may act as another user of this computer; CI's may. */
export const canBeNobody =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('setpriv', ['--reuid', `${NOBODY}`, '--clear-groups', 'true']).status === 0;

export const whyNot = 'Needs root and setpriv, to act as a second user of this computer; CI runs it.';

const asNobody = ['--reuid', `${NOBODY}`, '--regid', `${NOBODY}`, '--clear-groups'];

/** What another user gets of a file. */
export const readAsNobody = (path: string) => spawnSync('setpriv', [...asNobody, 'cat', path], { cwd: '/' });

/** Another user reads arguments and environments of all programs, again and again; `found` says what looks like a way in. */
export function watchProcesses(): {
  readonly found: () => readonly string[];
  readonly rounds: () => number;
  stop(): void;
} {
  const script = `while :; do
    cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' |
      grep -aoE 'https?://[^ ]*token=[A-Za-z0-9_-]+|file://[^ ]*[.]html' | sort -u
    echo round
  done`;
  const child = spawn('setpriv', [...asNobody, 'sh', '-c', script], { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'], detached: true }); // oxfmt-ignore
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  const lines = () => text.split('\n').filter((line) => line !== '');
  return {
    found: () => [...new Set(lines().filter((line) => line !== 'round'))],
    rounds: () => lines().filter((line) => line === 'round').length,
    stop: () => void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')),
  };
}
