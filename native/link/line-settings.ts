/**
 * Saves the settings of a serial port before the till opens the port, and restores them afterwards: baud rate, parity,
 * flow control and the other terminal settings.
 *
 * serialport cannot read these settings, so `stty` does (Linux, macOS), on a separate descriptor that is opened before
 * serialport's and closed after it. The settings are thus read before anything has changed. The port is already open
 * when serialport opens it, and still open when serialport closes it; the last close happens with the original
 * settings:
 * - With HUPCL (the default), the system then drops DTR and RTS, as it did after the previous user of the port.
 * - Without HUPCL, both lines stay raised: a device that its owner keeps powered or running through them stays so.
 *
 * One effect is unavoidable: every open raises DTR and RTS (Linux tty_port_block_til_ready), and some boards restart
 * then. Such boards are recognized by their USB ids and are not probed (discovery/known-adapters.ts). On Windows the
 * driver keeps a port's settings and there is no such descriptor, so nothing is restored.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

const STTY = '/bin/stty';
/** Restoring waits for unsent bytes, which a blocked line never sends. Milliseconds. */
const STTY_WITHIN_MS = 1_000;
/** HUPCL in the control flags: the third field of `stty -g` on Linux, `cflag` on macOS. */
const HUPCL = process.platform === 'darwin' ? 0x4000 : 0x400;

export class LineSettings {
  readonly #descriptor: FileHandle;
  readonly #saved: string;

  private constructor(descriptor: FileHandle, saved: string) {
    this.#descriptor = descriptor;
    this.#saved = saved;
  }

  /**
   * Reads the settings. Resolves with null when they are unavailable (Windows, no stty, port held exclusively, no such
   * port). Never rejects.
   */
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

  /** When false, DTR and RTS keep their state when the port is closed; the link then does not lower them either. */
  get dropsLines(): boolean {
    const flags = /cflag=([0-9a-f]+)/.exec(this.#saved)?.[1] ?? this.#saved.split(':')[2] ?? '';
    return (Number.parseInt(flags, 16) & HUPCL) !== 0;
  }

  /** Restores the settings and closes the descriptor, as the last step. Never rejects. */
  async restore(): Promise<void> {
    await stty(this.#descriptor, [this.#saved]);
    await this.closeDescriptor();
  }

  /** Closes the descriptor of a port that has disappeared. Never rejects. */
  async closeDescriptor(): Promise<void> {
    await this.#descriptor.close().catch(() => undefined);
  }
}

/** Output of stty for the terminal on its standard input, or null when it fails or takes too long. */
function stty({ fd }: FileHandle, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(STTY, args, { stdio: [fd, 'pipe', 'ignore'], timeout: STTY_WITHIN_MS, killSignal: 'SIGKILL' });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString('latin1')));
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code === 0 ? output : null));
  });
}
