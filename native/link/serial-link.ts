/**
 * Serial port through the serialport binding.
 *
 * Pitfalls of the binding, each handled below:
 * - It notices an unplug only while it reads: the port reads from open to close and is never paused.
 * - When the hang-up comes between a poll and its read, read() returns 0 bytes and the binding reads again at once,
 *   forever: 100 % CPU and no event. A watchdog checks the device node ten times a second, and ends the link when the
 *   node has disappeared or belongs to another device (nodes are renumbered).
 * - A write on a closed port is queued for a later 'open', and its callback never runs: writes are refused once the link
 *   has ended, and pending writes end with the link.
 * - Opening raises DTR and closing drops it, which resets some devices: DTR, RTS and hupcl are always set explicitly.
 * - Opening changes the port's settings, even if the port then turns out to be held: locks are checked before
 *   (locked.ts), and settings are saved first and restored.
 * - A second open of the same port fails with "Cannot lock port" without an error code: it is recognized by its text.
 */
import { stat } from 'node:fs/promises';
import { SerialPort } from 'serialport';
import { reasonOf, TillError, type FailureCode } from './failure.ts';
import { LineSettings } from './line-settings.ts';
import { isLocked } from './locked.ts';
import { LinkCore, openWithin, type Link } from './link.ts';
import { adviseOnSerialPort } from './permission.ts';
import { listSysfsPorts, type ListedPort } from './sysfs-ports.ts';

/** Setup of a port; depends on the model, because a wrong DTR or RTS resets some devices. */
export interface SerialSettings {
  readonly baudRate: number;
  readonly dtr: boolean;
  readonly rts: boolean;
  /** True if the operating system drops DTR when the port is closed. */
  readonly hupcl: boolean;
}

const HELD = 'the port is held by another program';
/** A lost cable must be detected within 250 ms. One check takes about 0.05 ms. */
const WATCHDOG_MS = 100;

/**
 * Opens a port with 8N1 and without flow control. Rejects with LINK_NOT_FOUND (no such node, or not a serial port),
 * LINK_BUSY (held by another program), LINK_PERMISSION (with the group or rule that fixes it), LINK_TIMEOUT, or
 * LINK_CLOSED when `signal` aborts.
 */
export async function openSerialLink(
  path: string,
  settings: SerialSettings,
  options: { timeoutMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<Link> {
  const address = `serial:${path}`;
  const port = new SerialPort({
    path,
    baudRate: settings.baudRate,
    dataBits: 8,
    parity: 'none',
    stopBits: 1,
    rtscts: false,
    xon: false,
    xoff: false,
    hupcl: settings.hupcl,
    lock: true,
    autoOpen: false,
  });
  // The listener is attached before the port opens, so that the opening itself starts the first poll.
  const link = new SerialLink(port, address);
  await openWithin(
    address,
    async () => {
      if (await isLocked(path)) throw new TillError('LINK_BUSY', `${address}: ${HELD}`, { context: { address } });
      await link.saveSettings(path);
      try {
        await openPort(port, path, address);
        await link.setLines(settings);
        await link.watchNode(path);
      } catch (error) {
        await link.close();
        throw error;
      }
    },
    () => link.close(),
    options,
  );
  return link;
}

async function openPort(port: SerialPort, path: string, address: string): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
  } catch (error) {
    const { code, words } = await explainOpenFailure(reasonOf(error), path);
    throw new TillError(code, `${address}: ${words}`, { context: { address }, cause: error });
  }
}

/** The binding provides only texts, no error codes. Exported for its test. */
export async function explainOpenFailure(
  message: string,
  path: string,
  advise: (path: string) => Promise<string> = adviseOnSerialPort,
): Promise<{ code: FailureCode; words: string }> {
  if (/cannot lock port|resource busy|resource temporarily unavailable/i.test(message)) {
    return { code: 'LINK_BUSY', words: HELD };
  }
  // Windows reports "Access denied" for a port that another program holds; permissions are rarely the reason there.
  if (/access denied/i.test(message)) {
    return { code: 'LINK_BUSY', words: 'access denied: the port is most likely held by another program' };
  }
  if (/permission denied|operation not permitted/i.test(message)) {
    return { code: 'LINK_PERMISSION', words: `permission denied; ${await advise(path)}` };
  }
  if (/no such file|file not found|no such device/i.test(message)) {
    return { code: 'LINK_NOT_FOUND', words: 'there is no such port' };
  }
  if (/inappropriate ioctl|is a directory|not a typewriter/i.test(message)) {
    return { code: 'LINK_NOT_FOUND', words: 'this is not a serial port' };
  }
  return { code: 'LINK_NOT_FOUND', words: message.replace(/^Error:?\s*/, '') };
}

async function setLines(port: SerialPort, { dtr, rts }: Pick<SerialSettings, 'dtr' | 'rts'>): Promise<void> {
  // Pseudo-terminals and some drivers of device servers have no control lines and refuse the request, which is
  // harmless.
  await new Promise<void>((resolve) => port.set({ dtr, rts }, () => resolve()));
}

class SerialLink implements Link {
  readonly kind = 'serial';
  readonly address: string;
  readonly closed: Link['closed'];
  readonly #port: SerialPort;
  readonly #core: LinkCore;
  #watchdog: NodeJS.Timeout | undefined;
  #settings: LineSettings | null = null;
  #areLinesLow = false;
  #releasing: Promise<void> | undefined;

  constructor(port: SerialPort, address: string) {
    this.address = address;
    this.#port = port;
    this.#core = new LinkCore(address);
    this.closed = this.#core.closed;
    port.on('data', (chunk: Buffer) => this.#core.deliver(chunk));
    port.on('error', (error: Error) => this.#lose(reasonOf(error), error));
    port.on('end', () => this.#lose('the port hung up'));
    port.on('close', (error: Error | null) => this.#lose('the port is gone', error ?? undefined));
  }

  async saveSettings(path: string): Promise<void> {
    this.#settings = await LineSettings.read(path);
  }

  /** Ends the link when the device node disappears or another device takes its name. */
  async watchNode(path: string): Promise<void> {
    // Windows ports are not files.
    if (process.platform === 'win32') return;
    const identity = await nodeIdentity(path);
    if (identity === undefined) this.#lose('the device node is gone');
    let isChecking = false;
    this.#watchdog = setInterval(() => {
      if (isChecking || this.#core.hasEnded) return;
      isChecking = true;
      void nodeIdentity(path).then((now) => {
        isChecking = false;
        if (now !== identity) this.#lose('the device node is gone');
      });
    }, WATCHDOG_MS);
    this.#watchdog.unref();
    if (this.#core.hasEnded) clearInterval(this.#watchdog);
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#core.guard(
      () =>
        new Promise((resolve, reject) => {
          this.#port.write(bytes, (error) => {
            if (!error) return resolve();
            // EIO is sometimes the first sign of an unplug.
            this.#lose(reasonOf(error), error);
            reject(new TillError('LINK_LOST', `${this.address}: ${reasonOf(error)}`, { cause: error }));
          });
        }),
    );
  }

  async setLines(lines: { readonly dtr: boolean; readonly rts: boolean }): Promise<void> {
    if (this.#core.hasEnded) return;
    // The port's owner keeps the lines raised while the port is closed: probing must not switch off a device that they
    // power or keep running.
    if (this.#settings?.dropsLines === false) return;
    this.#areLinesLow = !lines.dtr || !lines.rts;
    // The callback of a port that disappears during the call never runs.
    await Promise.race([setLines(this.#port, lines), this.closed]);
  }

  onData(listener: (bytes: Uint8Array) => void): () => void {
    return this.#core.onData(listener);
  }

  close(): Promise<void> {
    return this.#core.close(() => this.#release(false));
  }

  #lose(reason: string, cause?: unknown): void {
    if (this.#core.hasEnded) return;
    this.#core.lose(reason, cause);
    // The port may still be open (watchdog, write error): release it so that the node can be opened again.
    void this.#release(true);
  }

  #release(isGone: boolean): Promise<void> {
    clearInterval(this.#watchdog);
    this.#releasing ??= this.#restoreAndClose(isGone);
    return this.#releasing;
  }

  async #restoreAndClose(isGone: boolean): Promise<void> {
    const [port, settings] = [this.#port, this.#settings];
    // Other programs that have the port open expect raised lines. Without such programs, the last close drops the
    // lines.
    if (port.isOpen && !isGone && settings && this.#areLinesLow) await setLines(port, { dtr: true, rts: true });
    if (port.isOpen) await new Promise<void>((resolve) => port.close(() => resolve()));
    await (isGone ? settings?.closeDescriptor() : settings?.restore());
  }
}

/**
 * Identity of a device node, which distinguishes it from another node of the same name, or undefined if there is none.
 */
async function nodeIdentity(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, rdev } = await stat(path);
    return `${dev}.${ino}.${rdev}`;
  } catch {
    return undefined;
  }
}

export async function listSerialPorts(): Promise<ListedPort[]> {
  let ports: Awaited<ReturnType<typeof SerialPort.list>>;
  try {
    ports = await SerialPort.list();
  } catch (error) {
    // The binding runs the device manager's program, which small systems lack.
    if (process.platform === 'linux' && isMissing(error)) return listSysfsPorts();
    throw error;
  }
  return ports.map((port) => ({
    path: callOut(port.path),
    vendorId: port.vendorId?.toLowerCase() ?? null,
    productId: port.productId?.toLowerCase() ?? null,
    serialNumber: port.serialNumber ?? null,
  }));
}

/**
 * macOS has two nodes for a port: tty.* for incoming calls, which waits for a carrier, and cu.* for outgoing calls. The
 * binding returns the first, while tills and the watch use the second. Pure.
 */
export const callOut = (path: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'darwin' ? path.replace(/^\/dev\/tty\./, '/dev/cu.') : path;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT' && error.message.includes('udevadm');
