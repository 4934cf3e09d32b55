/** MessageChannelMain: each end is in this process, in a child (utilityProcess) or in a page, and goes there by `postMessage`. */
import { EventEmitter } from 'node:events';

/** Where an end of a channel lives, once it was sent there. */
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
  /** What came before it was sent anywhere. */
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

  /** What whoever holds this end has said. */
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

/** Bytes do not go through JSON by themselves. */
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
