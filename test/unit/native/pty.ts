/** Pair of pseudo-terminals that socat joins: a serial cable with both ends in this process. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../waiting.ts';

export const hasSocat = process.platform !== 'win32' && spawnSync('socat', ['-V']).status === 0;

export interface Cable {
  near: string;
  far: string;
  /** Stops passing bytes on, like a busy computer; returns a function that resumes. */
  hold(): () => void;
  /** Unplugs the cable: both ends disappear. Resolves when socat has exited. */
  pull(): Promise<void>;
}

export async function layCable(): Promise<Cable> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-pty-'));
  const near = join(folder, 'near');
  const far = join(folder, 'far');
  const socat = spawn('socat', [`pty,raw,echo=0,link=${near}`, `pty,raw,echo=0,link=${far}`], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => socat.once('exit', () => resolve()));
  await until(() => existsSync(near) && existsSync(far), 'the pseudo-terminals');
  return {
    near,
    far,
    hold() {
      socat.kill('SIGSTOP');
      return () => void socat.kill('SIGCONT');
    },
    async pull() {
      socat.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
