/**
 * The terminal on a serial device, through the real serialport: a USB-serial adapter whose other end is a till, or one
 * end of a pty pair. When the device disappears, the carrier tries to reopen it until it is back.
 */
import { openSerialLink, type SerialSettings } from '../../link/serial-link.ts';
import type { Link } from '../../link/link.ts';
import type { SimulatedTerminal } from '../../families/shared/simulator/simulated-terminal.ts';
import type { Carrier } from './carrier.ts';

/** MMS on RS-232 (reference section 2). */
const settings: SerialSettings = { baudRate: 115_200, dtr: true, rts: true, hupcl: false };

const REOPEN_MS = 250;

/** Opens the device. Rejects with LINK_NOT_FOUND, LINK_BUSY, LINK_PERMISSION or LINK_TIMEOUT. */
export async function openSerialCarrier(terminal: SimulatedTerminal, path: string): Promise<Carrier> {
  const carrier = new SerialCarrier(terminal, path);
  try {
    await carrier.setPluggedIn(true);
    return carrier;
  } catch (error) {
    await carrier.close();
    throw error;
  }
}

class SerialCarrier implements Carrier {
  readonly address: string;
  readonly #path: string;
  readonly #terminal: SimulatedTerminal;
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: readonly (() => void)[];
  readonly #closing = new AbortController();
  /** Requested state; the device itself may be missing. */
  #isWanted = false;
  #link: Link | null = null;
  #reopen: NodeJS.Timeout | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(terminal: SimulatedTerminal, path: string) {
    this.address = `serial:${path}`;
    this.#path = path;
    this.#terminal = terminal;
    this.#unsubscribe = [
      terminal.onSend((bytes) => this.#send(bytes)),
      terminal.onUnplug(() => void this.setPluggedIn(false)),
    ];
  }

  get isPluggedIn(): boolean {
    return this.#link !== null;
  }

  setPluggedIn(isPluggedIn: boolean): Promise<void> {
    clearTimeout(this.#reopen);
    this.#isWanted = isPluggedIn;
    const next = this.#last.then(() => (isPluggedIn ? this.#open() : this.#pull()));
    this.#last = next.catch(() => undefined);
    return next;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await this.setPluggedIn(false);
    this.#listeners.clear();
  }

  async #open(): Promise<void> {
    if (this.#link || this.#closing.signal.aborted) return;
    const link = await openSerialLink(this.#path, settings, { signal: this.#closing.signal });
    this.#link = link;
    link.onData((bytes) => this.#terminal.receive(bytes));
    void link.closed.then(() => this.#lost(link));
    this.#terminal.cableChanged(true);
    this.#changed();
  }

  async #pull(): Promise<void> {
    const link = this.#link;
    if (!link) return;
    this.#link = null;
    await link.close();
    this.#terminal.cableChanged(false);
    this.#changed();
  }

  /** Called when the device disappears: tries to reopen it until it is back. */
  #lost(link: Link): void {
    if (this.#link !== link) return;
    this.#link = null;
    this.#terminal.cableChanged(false);
    this.#changed();
    this.#openAgain();
  }

  #openAgain(): void {
    if (!this.#isWanted || this.#closing.signal.aborted) return;
    this.#reopen = setTimeout(() => {
      // The device is still missing. The reason does not matter, because another attempt follows.
      this.setPluggedIn(true).catch(() => this.#openAgain());
    }, REOPEN_MS);
  }

  #send(bytes: Uint8Array): void {
    // A failed write may be the first sign of a lost device; `closed` handles it.
    this.#link?.write(bytes).catch(() => undefined);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
