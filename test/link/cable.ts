/**
 * A serial cable of two pseudo-terminals whose ends keep their names, so it is the same cable when it is reconnected.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../waiting.ts';

export const hasSocat = process.platform !== 'win32' && spawnSync('socat', ['-V']).status === 0;

export class Cable {
  /** The till's end. */
  readonly near: string;
  /** The terminal's end. */
  readonly far: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'tillbridge-link-'));
  /** Resolves after the last pull; reconnecting waits for it. */
  #pulled: Promise<void> = Promise.resolve();
  #socat: { readonly process: ChildProcess; readonly ended: Promise<void> } | undefined;

  constructor() {
    this.near = join(this.#folder, 'near');
    this.far = join(this.#folder, 'far');
  }

  async lay(): Promise<void> {
    await this.#pulled;
    for (const end of [this.near, this.far]) rmSync(end, { force: true });
    const ends = [this.near, this.far].map((end) => `pty,raw,echo=0,link=${end}`);
    const process = spawn('socat', ends, { stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => process.once('exit', () => resolve()));
    this.#socat = { process, ended };
    await until(() => existsSync(this.near) && existsSync(this.far), 'the pseudo-terminals');
  }

  /** Pulls the cable. Both ends have disappeared when the promise resolves. */
  pull(): Promise<void> {
    this.#socat?.process.kill('SIGKILL');
    this.#pulled = this.#socat?.ended ?? this.#pulled;
    this.#socat = undefined;
    return this.#pulled;
  }

  async remove(): Promise<void> {
    await this.pull();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
