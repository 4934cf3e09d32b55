/**
 * Printer behind a device file: `/dev/usb/lp0`, or a printer shared by Windows. Other files are never written
 * (starter/printer-device.ts).
 *
 * A device that accepts no bytes (off, out of paper) blocks a plain write forever. The write occupies one of the few
 * I/O threads of this process. So the file is opened non-blocking if the system supports it, and unaccepted bytes are
 * offered again.
 */
import { constants } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { pause, systemClock } from '../../../domain/index.ts';
import { isPrinterDevice, isWindowsPrinterName } from '../../../config/index.ts';
import { openWhenFree, reasonOf, unreachable, type Wire } from './wire.ts';

/** Delay before unaccepted bytes are offered again. */
const AGAIN_MS = 20;

/**
 * Opens the printer. A missing file fails at once; a device in use is retried until the signal aborts.
 * @throws PRINTER_UNREACHABLE, also when the path is not a printer device
 */
export async function openPath(
  printer: string,
  path: string,
  signal: AbortSignal,
  onBusy: (why: string) => void,
): Promise<Wire> {
  // Windows has no such flag; there the job's time limit ends the wait, and the next job waits for the thread.
  const isWindows = constants.O_NONBLOCK === undefined;
  const flags = isWindows ? constants.O_WRONLY : constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY;
  const file = await openWhenFree(() => openDevice(path, flags, isWindows), signal, onBusy).catch((error: unknown) => {
    throw unreachable(printer, reasonOf(error), error);
  });
  const canAnswer = !isWindows;
  const answers = canAnswer ? new Answers(file) : null;
  let isClosed = false;
  return {
    canAnswer,
    async write(bytes) {
      let rest = bytes;
      while (rest.length > 0) {
        if (isClosed || signal.aborted) throw unreachable(printer, 'it takes no data');
        try {
          const { bytesWritten } = await file.write(rest);
          rest = rest.subarray(bytesWritten);
          if (bytesWritten === 0) await pause(systemClock, AGAIN_MS);
        } catch (error) {
          const reason = reasonOf(error);
          if (reason !== 'EAGAIN' && reason !== 'EBUSY') throw unreachable(printer, reason, error);
          await pause(systemClock, AGAIN_MS);
        }
      }
    },
    drain: async () => undefined,
    onData: (listener) => answers?.listen(listener) ?? (() => undefined),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await answers?.stop();
      await file.close().catch(() => undefined);
    },
  };
}

const NO_PRINTER = 'it is not a printer';

/** Checks the open file too, because the name may have become a link to another file since the first check. */
async function openDevice(path: string, flags: number, isWindows: boolean): Promise<FileHandle> {
  if (isWindows) {
    if (!isWindowsPrinterName(path)) throw new Error(NO_PRINTER);
    return open(path, flags);
  }
  // Check before opening, because opening some files has side effects.
  if (!isPrinterDevice(await stat(path))) throw new Error(NO_PRINTER);
  const file = await open(path, flags);
  if (isPrinterDevice(await file.stat())) return file;
  await file.close();
  throw new Error(NO_PRINTER);
}

/** Buffer size; a printer's status is shorter. */
const ANSWER_BYTES = 64;

/** Polls the device for answers while there is a listener, because a device file does not signal readable data. */
class Answers {
  readonly #file: FileHandle;
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();
  #reading: Promise<void> = Promise.resolve();

  constructor(file: FileHandle) {
    this.#file = file;
  }

  listen(listener: (bytes: Uint8Array) => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#reading = this.#reading.then(() => this.#read());
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when reading has stopped. */
  async stop(): Promise<void> {
    this.#listeners.clear();
    await this.#reading;
  }

  async #read(): Promise<void> {
    while (this.#listeners.size > 0) {
      try {
        const { bytesRead, buffer } = await this.#file.read(new Uint8Array(ANSWER_BYTES));
        if (bytesRead > 0) for (const listener of this.#listeners) listener(buffer.subarray(0, bytesRead));
      } catch (error) {
        // A device that cannot be read counts as silent; writing detects a lost device.
        if (reasonOf(error) !== 'EAGAIN') return;
      }
      await pause(systemClock, AGAIN_MS);
    }
  }
}
