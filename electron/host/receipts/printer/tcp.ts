/** A printer in the network, on its raw port (9100 as a rule). */
import { createConnection } from 'node:net';
import { once } from 'node:events';
import { reasonOf, unreachable, type Wire } from './wire.ts';

const CLOSE_WITHIN_MS = 500;

/** Rejects with PRINTER_UNREACHABLE, also when `signal` aborts first. */
export async function openTcp(
  printer: string,
  { host, port }: { host: string; port: number },
  signal: AbortSignal,
): Promise<Wire> {
  const socket = createConnection({ host, port, noDelay: true });
  // A failure between two waits has no listener of its own, and must not end the process.
  let broken: Error | null = null;
  const breaking = new Promise<never>((_, reject) => {
    socket.on('error', (error) => {
      broken ??= error;
      reject(unreachable(printer, reasonOf(error), error));
    });
    socket.on('close', () => reject(unreachable(printer, 'it ended the connection', broken ?? undefined)));
  });
  breaking.catch(() => undefined);
  // What it sends is read also where nobody listens: closing with bytes unread would reset the connection and lose ours.
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
    // The write's own callback comes when the bytes have left for the printer.
    drain: async () => undefined,
    onData(listener) {
      socket.on('data', listener);
      return () => socket.off('data', listener);
    },
    async close() {
      if (socket.destroyed) return;
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      // In order, so that what was written arrives; a printer that does not close its side is not waited for.
      socket.end();
      const hard = setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS);
      await closed;
      clearTimeout(hard);
    },
  };
}
