/** A printer on a serial line, 8N1. */
import { SerialPort } from 'serialport';
import { reasonOf, unreachable, type Wire } from './wire.ts';

/** Rejects with PRINTER_UNREACHABLE: no such port, held by another program, not ours to use. */
export async function openSerial(
  printer: string,
  { path, baudRate }: { path: string; baudRate: number },
): Promise<Wire> {
  const port = new SerialPort({ path, baudRate, lock: true, autoOpen: false });
  const gone = new Promise<never>((_, reject) => {
    port.on('error', (error: Error) => reject(unreachable(printer, reasonOf(error), error)));
    port.on('close', () => reject(unreachable(printer, 'the port is gone')));
  });
  gone.catch(() => undefined);
  let isOwed = false;
  await new Promise<void>((resolve, reject) => {
    port.open((error) => (error ? reject(unreachable(printer, reasonOf(error), error)) : resolve()));
  });
  return {
    canAnswer: true,
    write(bytes) {
      isOwed = true;
      const written = new Promise<void>((resolve, reject) => {
        port.write(bytes, (error) => (error ? reject(unreachable(printer, reasonOf(error), error)) : resolve()));
      });
      return Promise.race([written, gone]);
    },
    async drain() {
      const drained = new Promise<void>((resolve, reject) => {
        port.drain((error) => (error ? reject(unreachable(printer, reasonOf(error), error)) : resolve()));
      });
      await Promise.race([drained, gone]);
      isOwed = false;
    },
    onData(listener) {
      port.on('data', listener);
      return () => port.off('data', listener);
    },
    async close() {
      if (!port.isOpen) return;
      // Bytes that the printer never took would hold the port, and whoever opens it next. Those of a finished job stay: a port
      // that only passes them on (a pseudo-terminal, a radio line) calls them sent before they have arrived.
      if (isOwed) await new Promise<void>((resolve) => port.flush(() => resolve()));
      await new Promise<void>((resolve) => port.close(() => resolve()));
    },
  };
}
