/** Network printer on its raw port (usually 9100). */
import { createConnection } from 'node:net';
import { once } from 'node:events';
import { reasonOf, unreachable, type Wire } from './wire.ts';

const CLOSE_WITHIN_MS = 500;

/** @throws PRINTER_UNREACHABLE, also when `signal` aborts first */
export async function openTcp(
  printer: string,
  { host, port }: { host: string; port: number },
  signal: AbortSignal,
): Promise<Wire> {
  const socket = createConnection({ host, port, noDelay: true });
  // This is the only listener for a failure between two waits, which otherwise would end the process.
  let broken: Error | null = null;
  const breaking = new Promise<never>((_, reject) => {
    socket.on('error', (error) => {
      broken ??= error;
      reject(unreachable(printer, reasonOf(error), error));
    });
    socket.on('close', () => reject(unreachable(printer, 'it ended the connection', broken ?? undefined)));
  });
  breaking.catch(() => undefined);
  // Always read the printer's bytes: closing with unread bytes would reset the connection and lose the job.
  socket.on('data', () => undefined);
  try {
    await Promise.race([once(socket, 'connect', { signal }), breaking]);
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? unreachable(printer, 'no answer', error) : error;
  }
  return {
    canAnswer: true,
    write: (bytes) =>
      Promise.race([
        new Promise<void>((resolve, reject) => {
          socket.write(bytes, (error) => (error ? reject(unreachable(printer, reasonOf(error), error)) : resolve()));
        }),
        breaking,
      ]),
    // The write's callback already reports that the bytes were sent.
    drain: async () => undefined,
    onData(listener) {
      socket.on('data', listener);
      return () => socket.off('data', listener);
    },
    async close() {
      if (socket.destroyed) return;
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      // Close gracefully, so that written bytes arrive, but do not wait for a printer that keeps its side open.
      socket.end();
      const hard = setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS);
      await closed;
      clearTimeout(hard);
    },
  };
}
