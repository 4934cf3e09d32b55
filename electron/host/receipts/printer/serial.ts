/** A printer on a serial line, 8N1. */
import { SerialPort } from 'serialport';
import { openWhenFree, reasonOf, unreachable, type Wire } from './wire.ts';

/** Rejects with PRINTER_UNREACHABLE: no such port, held by another program until the signal, not ours to use. */
export async function openSerial(
  printer: string,
  { path, baudRate }: { path: string; baudRate: number },
  signal: AbortSignal,
  onBusy: (why: string) => void,
): Promise<Wire> {
  const port = new SerialPort({ path, baudRate, lock: true, autoOpen: false });
  const gone = new Promise<never>((_, reject) => {
    port.on('error', (error: Error) => reject(unreachable(printer, reasonOf(error), error)));
    port.on('close', () => reject(unreachable(printer, 'the port is gone')));
  });
  gone.catch(() => undefined);
  let isUnsent = false;
  /** One call of the port; its refusal becomes PRINTER_UNREACHABLE. */
  const done = (call: (report: (error?: Error | null) => void) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      call((error) => (error ? reject(unreachable(printer, reasonOf(error), error)) : resolve()));
    });
  const open = (): Promise<void> =>
    new Promise((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
  await openWhenFree(open, signal, onBusy).catch((error: unknown) => {
    throw unreachable(printer, reasonOf(error), error);
  });
  return {
    canAnswer: true,
    write(bytes) {
      isUnsent = true;
      return Promise.race([done((report) => port.write(bytes, report)), gone]);
    },
    async drain() {
      await Promise.race([done((report) => port.drain(report)), gone]);
      isUnsent = false;
    },
    onData(listener) {
      port.on('data', listener);
      return () => port.off('data', listener);
    },
    async close() {
      if (!port.isOpen) return;
      // Bytes that the printer never took would block the port for its next user. Those of a finished job stay: a port that
      // only passes them on (a pseudo-terminal, a radio line) calls them sent before they have arrived.
      if (isUnsent) await new Promise<void>((resolve) => port.flush(() => resolve()));
      await new Promise<void>((resolve) => port.close(() => resolve()));
    },
  };
}
