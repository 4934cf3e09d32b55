/**
 * How a serial port was set up before we opened it, put back when we are done: baud rate, parity, flow control and the rest
 * of its terminal settings.
 *
 * serialport cannot read them, so `stty` does (Linux, macOS), on a descriptor of ours that is opened before serialport's and
 * closed after it. So the settings are read before anything has changed, the port is never the first or the last to be
 * opened by serialport, and its last close is made with the settings that were there:
 * - with HUPCL (the default) the system drops DTR and RTS then, as it did after whoever had the port last;
 * - without it they stay raised: a device that its owner keeps powered or running stays so.
 * What nobody can avoid: every opening raises DTR and RTS (Linux tty_port_block_til_ready), and a board that restarts at
 * that restarts. Such boards are known by their USB numbers and not asked (discovery/known-adapters.ts).
 * Windows keeps a port's settings with its driver and has no such descriptor: there nothing is put back.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

const STTY = '/bin/stty';
/** Setting waits for bytes still to be sent, which a line that is held up never sends, milliseconds. */
const STTY_WITHIN_MS = 1_000;
/** HUPCL in the control flags, the third field of `stty -g` on Linux, `cflag` on macOS. */
const HUPCL = process.platform === 'darwin' ? 0x4000 : 0x400;

export class LineSettings {
  readonly #descriptor: FileHandle;
  readonly #saved: string;

  private constructor(descriptor: FileHandle, saved: string) {
    this.#descriptor = descriptor;
    this.#saved = saved;
  }

  /** Reads them; null where they cannot be had (Windows, no stty, held exclusively, no such port). Never rejects. */
  static async read(path: string): Promise<LineSettings | null> {
    if (process.platform === 'win32') return null;
    const flags = constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK;
    const descriptor = await open(path, flags).catch(() => null);
    if (!descriptor) return null;
    const saved = (await stty(descriptor, ['-g']))?.trim();
    if (saved) return new LineSettings(descriptor, saved);
    await descriptor.close().catch(() => undefined);
    return null;
  }

  /** False: DTR and RTS stay as they are when the port is closed; then they are not lowered in between either. */
  get dropsLines(): boolean {
    const flags = /cflag=([0-9a-f]+)/.exec(this.#saved)?.[1] ?? this.#saved.split(':')[2] ?? '';
    return (Number.parseInt(flags, 16) & HUPCL) !== 0;
  }

  /** Puts them back and lets go of the port, last of all. Never rejects. */
  async putBack(): Promise<void> {
    await stty(this.#descriptor, [this.#saved]);
    await this.letGo();
  }

  /** Lets go of a port that is gone. Never rejects. */
  async letGo(): Promise<void> {
    await this.#descriptor.close().catch(() => undefined);
  }
}

/** What stty says of the terminal on its standard input; null when it fails or takes too long. */
function stty({ fd }: FileHandle, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(STTY, args, { stdio: [fd, 'pipe', 'ignore'], timeout: STTY_WITHIN_MS, killSignal: 'SIGKILL' });
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString('latin1')));
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code === 0 ? said : null));
  });
}
