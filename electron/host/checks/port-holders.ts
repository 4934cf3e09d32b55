/** Which program has a port, and which programs take ports that nobody gave them: from /proc, so on Linux alone. */
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { lockHolder } from '../terminals/index.ts';

export interface Holder {
  readonly program: string;
  readonly pid: number;
  /** What keeps it off for good; null: ending it does. */
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
 * Whoever has locked this file, else whoever has it open, but for this process. Who locks is told to everybody; which files another
 * user's programs have open, to the super-user alone.
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
 * Programs that open serial ports by themselves, and what keeps them off. ModemManager asks each new port whether it is a modem;
 * brltty takes adapters whose numbers are those of Braille displays too, and the port is gone.
 */
const meddlers: Readonly<Record<string, string>> = {
  ModemManager:
    'put this line into /etc/udev/rules.d/70-tillbridge.rules, then restart: SUBSYSTEM=="tty", ENV{ID_MM_DEVICE_IGNORE}="1" (or: systemctl disable --now ModemManager)',
  brltty: 'systemctl disable --now brltty, or remove the package brltty where nobody reads Braille',
};

/** Those of them that run. Their names are everybody's to read. */
export async function meddlersRunning(): Promise<(Holder & { remedy: string })[]> {
  const running = await Promise.all(
    (await numbers()).map(async (pid) => ({ pid, program: (await nameOf(pid)) ?? '' })),
  );
  return running.flatMap(({ pid, program }) => {
    const remedy = meddlers[program];
    return remedy === undefined ? [] : [{ pid, program, remedy }];
  });
}
