/**
 * A printer behind a file: `/dev/usb/lp0`, or one that Windows shares.
 *
 * A device that takes no bytes (off, out of paper) blocks a plain write for ever, and with it one of the few threads that
 * everything else of this process reads and writes with. So the file is opened without blocking where the system can, and
 * what is not taken is offered again.
 */
import { constants } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { openWhenFree, reasonOf, unreachable, type Wire } from './wire.ts';

/** Between two offers of bytes that the device did not take, milliseconds. */
const AGAIN_MS = 20;

/** Rejects with PRINTER_UNREACHABLE; a file that is not there is not made, one in use is waited for until the signal. */
export async function openPath(
  printer: string,
  path: string,
  signal: AbortSignal,
  onBusy: (why: string) => void,
): Promise<Wire> {
  // Windows has no such flag; there the job's own time limit ends the wait, and the next job waits for the thread.
  const flags = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
  // Of a device the printer's answers can be read; from a pipe or a file one would read what was written.
  const canAnswer = constants.O_NONBLOCK !== undefined && (await isDevice(path));
  const file = await openWhenFree(() => open(path, flags | (canAnswer ? constants.O_RDWR : constants.O_WRONLY)), signal, onBusy).catch((error: unknown) => {
    throw unreachable(printer, reasonOf(error), error);
  }); // oxfmt-ignore
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
          if (bytesWritten === 0) await pause(AGAIN_MS);
        } catch (error) {
          const reason = reasonOf(error);
          if (reason !== 'EAGAIN' && reason !== 'EBUSY') throw unreachable(printer, reason, error);
          await pause(AGAIN_MS);
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

const isDevice = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isCharacterDevice(),
    () => false,
  );

/** Enough for what a printer says of itself. */
const ANSWER_BYTES = 64;

/** What a device says, looked for while somebody listens; a device file tells nobody when there is something to read. */
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

  /** Resolves once nothing reads any more. */
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
        // One that cannot be read at all says nothing; that it is gone, the writing finds out.
        if (reasonOf(error) !== 'EAGAIN') return;
      }
      await pause(AGAIN_MS);
    }
  }
}
