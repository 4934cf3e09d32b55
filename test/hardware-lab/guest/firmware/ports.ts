/**
 * The device's ends of the cables: reports of a HID gadget, the line of a CDC-ACM gadget, the far end of an adapter.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSerialLink } from '../../../../native/link/serial-link.ts';
import type { Link } from '../../../../native/link/link.ts';
import { CharacterPort } from '../character-port.ts';
import { FeaturePort } from './feature-port.ts';
import type { PortOptions } from './messages.ts';

const REPORT_BYTES = 64;
const RETRY_MS = 2;
const REOPEN_MS = 20;
const NODE_WITHIN_MS = 5_000;

export interface DevicePort {
  /** Called when the device was plugged in: its nodes exist, or will in a moment. */
  opened(): Promise<void>;
  /** Called when the device was pulled: unsent data is void, and all files are closed when the promise resolves. */
  closed(): Promise<void>;
  write(bytes: Uint8Array): void;
  /** Called after the last closed(): the device may be removed from the kernel. */
  release?(): void;
  onData: (bytes: Uint8Array) => void;
}

/**
 * A separate `cat` does the reading: a read that waits in the kernel would keep the node of a pulled device alive, and
 * the kernel fails if the device is then plugged in again. Writing is non-blocking for the same reason.
 */
class HidPort implements DevicePort {
  onData: (bytes: Uint8Array) => void = () => undefined;
  readonly #path: string;
  readonly #onFailure: (why: string) => void;
  #descriptor: number | null = null;
  #reader: { readonly process: ChildProcess; readonly ended: Promise<void> } | null = null;
  #waiting: Uint8Array[] = [];
  #timer: NodeJS.Timeout | undefined;
  #rest = Buffer.alloc(0);

  /** @param onFailure called when reports can no longer be read although the device is plugged in */
  constructor(path: string, onFailure: (why: string) => void) {
    this.#path = path;
    this.#onFailure = onFailure;
  }

  async opened(): Promise<void> {
    for (const until = Date.now() + NODE_WITHIN_MS; !existsSync(this.#path); await sleep(RETRY_MS)) {
      if (Date.now() > until) throw new Error(`${this.#path} does not appear`);
    }
    this.#descriptor = openSync(this.#path, constants.O_WRONLY | constants.O_NONBLOCK);
    // Ends with this process, even if this process is killed.
    const args = ['--pdeathsig', 'KILL', '/run/busybox', 'cat', this.#path];
    const process = spawn('setpriv', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = new Promise<void>((resolve) => process.once('close', () => resolve()));
    process.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#rest = Buffer.alloc(0);
    const reader = { process, ended };
    this.#reader = reader;
    void ended.then(() => {
      if (this.#reader === reader) this.#onFailure(`${this.#path} can no longer be read`);
    });
  }

  async closed(): Promise<void> {
    clearTimeout(this.#timer);
    this.#waiting = [];
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
    const reader = this.#reader;
    this.#reader = null;
    reader?.process.kill('SIGKILL');
    await reader?.ended;
  }

  write(report: Uint8Array): void {
    this.#waiting.push(report);
    if (this.#waiting.length === 1) this.#send();
  }

  /** Sends a single report at a time: the kernel takes the next when the till has fetched the last. */
  #send(): void {
    while (this.#waiting.length > 0 && this.#descriptor !== null) {
      try {
        writeSync(this.#descriptor, this.#waiting[0] ?? new Uint8Array());
        this.#waiting.shift();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') this.#waiting = [];
        else {
          this.#timer = setTimeout(() => this.#send(), RETRY_MS);
          return;
        }
      }
    }
  }

  #take(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= REPORT_BYTES) {
      const report = Uint8Array.from(this.#rest.subarray(0, REPORT_BYTES));
      this.#rest = this.#rest.subarray(REPORT_BYTES);
      this.onData(report);
    }
  }
}

/** A serial line that hangs up with every pull and is opened again at once. */
class LinePort implements DevicePort {
  onData: (bytes: Uint8Array) => void = () => undefined;
  readonly #path: string;
  #link: Link | null = null;
  #isWanted = false;
  #opening: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  opened(): Promise<void> {
    this.#isWanted = true;
    this.#opening = this.#open();
    return this.#opening;
  }

  async closed(): Promise<void> {
    this.#isWanted = false;
    await this.#opening;
    await this.#link?.close();
    this.#link = null;
  }

  write(bytes: Uint8Array): void {
    // A failed write means a pulled cable, which is reported separately.
    this.#link?.write(bytes).catch(() => undefined);
  }

  async #open(): Promise<void> {
    while (this.#isWanted && !this.#link) {
      try {
        const link = await openSerialLink(this.#path, { baudRate: 115_200, dtr: true, rts: true, hupcl: false });
        this.#link = link;
        link.onData((bytes) => this.onData(Uint8Array.from(bytes)));
        void link.closed.then(() => {
          if (this.#link !== link) return;
          this.#link = null;
          this.#opening = this.#open();
        });
      } catch {
        await sleep(REOPEN_MS);
      }
    }
  }
}

/** The far end of an adapter's line, which exists whether or not the adapter is plugged in. */
class FarEnd implements DevicePort {
  onData: (bytes: Uint8Array) => void = () => undefined;
  readonly #path: string;
  #port: CharacterPort | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  async opened(): Promise<void> {
    this.#port ??= new CharacterPort(this.#path);
    this.#port.onData = (bytes) => this.onData(bytes);
    await Promise.resolve();
  }

  async closed(): Promise<void> {
    await this.#port?.close();
    this.#port = null;
  }

  write(bytes: Uint8Array): void {
    this.#port?.write(bytes);
  }
}

/** @param onFailure called when a plugged-in device can no longer be read */
export function portOf({ kind, path }: PortOptions, onFailure: (why: string) => void): DevicePort {
  if (kind === 'hid') return new HidPort(path, onFailure);
  if (kind === 'feature') return new FeaturePort(path, onFailure);
  return kind === 'acm' ? new LinePort(path) : new FarEnd(path);
}
