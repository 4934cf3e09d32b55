/** A USB serial adapter (FTDI 0403:6001) simulated by QEMU, plugged and pulled through QEMU's own monitor (QMP). */
import { CharacterPort } from './character-port.ts';
import { TIMEOUT_MS, until, within } from './waiting.ts';

const MONITOR = '/dev/virtio-ports/lab.qmp';
/** The far end of the adapter's line, for a terminal. */
export const LINE = '/dev/virtio-ports/lab.line';

interface Reply {
  readonly return?: unknown;
  readonly error?: { readonly desc: string };
}

export class Adapter {
  readonly #port = new CharacterPort(MONITOR);
  readonly #serialNumber: string;
  readonly #waiting: ((reply: Reply) => void)[] = [];
  #text = '';

  private constructor(serialNumber: string) {
    this.#serialNumber = serialNumber;
    this.#port.onData = (bytes) => this.#take(Buffer.from(bytes).toString());
  }

  /** @param serialNumber serial number of the adapter instead of the terminal behind it */
  static async open(serialNumber: string): Promise<Adapter> {
    const adapter = new Adapter(serialNumber);
    // The greeting is accepted once per run; the monitor stays greeted when another adapter opens the port.
    await adapter.#ask('qmp_capabilities').catch((error: Error) => {
      if (!error.message.includes('already complete')) throw error;
    });
    return adapter;
  }

  async plug(): Promise<void> {
    const device = { driver: 'usb-serial', id: 'adapter', bus: 'xhci.0', chardev: 'line0', serial: this.#serialNumber };
    // QEMU releases a pulled device and its line shortly after its confirmation.
    const isFree = async (): Promise<boolean> => {
      try {
        await this.#ask('device_add', device);
        return true;
      } catch (error) {
        if (/in use|Duplicate/.test((error as Error).message)) return false;
        throw error;
      }
    };
    await until(isFree, 'the adapter to be pulled altogether');
  }

  async unplug(): Promise<void> {
    await this.#ask('device_del', { id: 'adapter' });
  }

  close(): Promise<void> {
    return this.#port.close();
  }

  /** Sends a single command at a time; QEMU's unsolicited messages are not replies. */
  async #ask(execute: string, args?: object): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push(({ error }) => (error ? reject(new Error(`${execute}: ${error.desc}`)) : resolve()));
    this.#port.write(`${JSON.stringify({ execute, ...(args ? { arguments: args } : {}) })}\n`);
    await within(promise, TIMEOUT_MS, `QEMU to ${execute}`);
  }

  #take(text: string): void {
    const lines = `${this.#text}${text}`.split('\n');
    this.#text = lines.pop() ?? '';
    for (const line of lines.filter((one) => one.trim() !== '')) {
      const reply = JSON.parse(line) as Reply;
      if (reply.error !== undefined || reply.return !== undefined) this.#waiting.shift()?.(reply);
    }
  }
}
