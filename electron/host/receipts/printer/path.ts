/**
 * A printer behind a file: `/dev/usb/lp0`, or one that Windows shares.
 *
 * A device that takes no bytes (off, out of paper) blocks a plain write for ever, and with it one of the few threads that
 * everything else of this process reads and writes with. So the file is opened without blocking where the system can, and
 * what is not taken is offered again.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
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
  const flags = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
  const file = await openWhenFree(() => open(path, flags), signal, onBusy).catch((error: unknown) => {
    throw unreachable(printer, reasonOf(error), error);
  });
  let isClosed = false;
  return {
    canAnswer: false,
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
    onData: () => () => undefined,
    async close() {
      if (isClosed) return;
      isClosed = true;
      await file.close().catch(() => undefined);
    },
  };
}
