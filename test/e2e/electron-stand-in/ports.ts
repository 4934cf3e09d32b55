/**
 * MessageChannelMain: each port is in this process, in a child (utilityProcess) or in a page, and is transferred by
 * `postMessage`.
 */
import { EventEmitter } from 'node:events';

/** Process or page that a port was transferred to. */
export interface Elsewhere {
  deliver(port: number, data: unknown): void;
  close(port: number): void;
}

const all = new Map<number, PortMain>();
let next = 1;

export class PortMain extends EventEmitter {
  readonly id = next++;
  peer: PortMain | null = null;
  #place: Elsewhere | null = null;
  #isClosed = false;
  /** Messages received before the port was transferred. */
  #waiting: unknown[] = [];

  constructor() {
    super();
    all.set(this.id, this);
  }

  static byId(id: number): PortMain | undefined {
    return all.get(id);
  }

  moveTo(place: Elsewhere): void {
    this.#place = place;
    for (const data of this.#waiting.splice(0)) place.deliver(this.id, data);
    if (this.#isClosed) place.close(this.id);
  }

  /** Takes a message from the process or page that holds this port. */
  said(data: unknown): void {
    const { peer } = this;
    if (peer) peer.#take(data);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    all.delete(this.id);
    this.#place?.close(this.id);
    this.emit('close');
    this.peer?.close();
  }

  #take(data: unknown): void {
    if (this.#place) this.#place.deliver(this.id, data);
    else this.#waiting.push(data);
  }
}

export class MessageChannelMain {
  readonly port1 = new PortMain();
  readonly port2 = new PortMain();

  constructor() {
    this.port1.peer = this.port2;
    this.port2.peer = this.port1;
  }
}

/** Message as JSON; bytes are encoded, because JSON cannot carry them. */
export type Carried = { text: string } | { bytes: string } | { json: unknown };

export function toCarried(data: unknown): Carried {
  if (typeof data === 'string') return { text: data };
  if (data instanceof Uint8Array) return { bytes: Buffer.from(data).toString('base64') };
  return { json: data };
}

export function fromCarried(carried: Carried): unknown {
  if ('text' in carried) return carried.text;
  return 'bytes' in carried ? new Uint8Array(Buffer.from(carried.bytes, 'base64')) : carried.json;
}
