/** Printer on a serial line, 8N1. */
import { SerialPort } from 'serialport';
import { openWhenFree, reasonOf, unreachable, type Wire } from './wire.ts';

/**
 * @throws PRINTER_UNREACHABLE when the port is missing, forbidden, or still held by another program when the signal
 * aborts
 */
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
  /** Promisifies one call of the port; its error becomes PRINTER_UNREACHABLE. */
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
      // Discard bytes that the printer never accepted: they would block the port for its next user. Keep those of a
      // finished job: a port that only forwards them (a pseudo-terminal, a radio link) reports them as sent before they
      // arrive.
      if (isUnsent) await new Promise<void>((resolve) => port.flush(() => resolve()));
      await new Promise<void>((resolve) => port.close(() => resolve()));
    },
  };
}
