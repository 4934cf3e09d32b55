/**
 * Finds the program that holds a port, and programs that grab ports uninvited. Reads /proc, so it works on Linux only.
 */
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { lockHolder } from '../terminals/index.ts';

export interface Holder {
  readonly program: string;
  readonly pid: number;
  /** Advice that keeps the program off permanently, or null if ending the program is enough. */
  readonly remedy: string | null;
}

const numbers = async (): Promise<number[]> => {
  const names = await readdir('/proc').catch(() => []);
  return names.filter((name) => /^[0-9]+$/.test(name)).map(Number);
};

async function nameOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null);
  return text === null ? null : text.trim();
}

/**
 * Process that has locked the file; otherwise another process that has the file open; or null. Locks are visible to
 * every user, but the open files of other users' processes only to root.
 */
export async function holderOf(path: string): Promise<Holder | null> {
  const locking = await lockHolder(path);
  const locker = locking === null ? null : await nameOf(locking);
  if (locking !== null && locker !== null) return { program: locker, pid: locking, remedy: meddlers[locker] ?? null };
  const real = await realpath(path).catch(() => path);
  for (const pid of await numbers()) {
    if (pid === process.pid) continue;
    for (const name of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      if ((await readlink(`/proc/${pid}/fd/${name}`).catch(() => null)) !== real) continue;
      const program = await nameOf(pid);
      if (program !== null) return { program, pid, remedy: meddlers[program] ?? null };
    }
  }
  return null;
}

/**
 * Programs that open serial ports uninvited, with the remedy. ModemManager probes each new port for a modem; brltty
 * claims adapters whose USB ids match Braille displays, and the port disappears.
 */
const meddlers: Readonly<Record<string, string>> = {
  ModemManager:
    'put this line into /etc/udev/rules.d/70-tillbridge.rules, then restart: SUBSYSTEM=="tty", ENV{ID_MM_DEVICE_IGNORE}="1" (or: systemctl disable --now ModemManager)',
  brltty: 'systemctl disable --now brltty, or remove the package brltty if no user of this computer reads Braille',
};

/** Running programs of `meddlers`. Process names are readable by every user. */
export async function conflictingProgramsRunning(): Promise<(Holder & { remedy: string })[]> {
  const running = await Promise.all(
    (await numbers()).map(async (pid) => ({ pid, program: (await nameOf(pid)) ?? '' })),
  );
  return running.flatMap(({ pid, program }) => {
    const remedy = meddlers[program];
    return remedy === undefined ? [] : [{ pid, program, remedy }];
  });
}
