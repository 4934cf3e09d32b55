/** Loaded before a program that `utilityProcess.fork` starts: adds `process.parentPort` and ports of channels. */
import { EventEmitter } from 'node:events';

class Port extends EventEmitter {
  readonly #id: number;
  #isStarted = false;
  readonly #waiting: unknown[] = [];

  constructor(id: number) {
    super();
    this.#id = id;
  }

  postMessage(data: unknown): void {
    process.send?.({ port: this.#id, data });
  }

  start(): void {
    this.#isStarted = true;
    for (const data of this.#waiting.splice(0)) this.emit('message', { data, ports: [] });
  }

  take(data: unknown): void {
    if (this.#isStarted) this.emit('message', { data, ports: [] });
    else this.#waiting.push(data);
  }

  close(): void {
    process.send?.({ closed: this.#id });
  }
}

const ports = new Map<number, Port>();
const send = process.send?.bind(process);

class ParentPort extends EventEmitter {
  postMessage(data: unknown): void {
    send?.({ message: data });
  }
}
const parentPort = new ParentPort();
Object.assign(process, { parentPort });

const madePort = (id: number): Port => {
  const port = new Port(id);
  ports.set(id, port);
  return port;
};

type FromMain = { message?: unknown; ports?: number[]; port?: number; data?: unknown; closed?: number };
process.on('message', ({ message, ports: sent = [], port, data, closed }: FromMain) => {
  if (closed !== undefined) {
    ports.get(closed)?.emit('close');
    ports.delete(closed);
  } else if (port !== undefined) ports.get(port)?.take(data);
  else parentPort.emit('message', { data: message, ports: sent.map(madePort) });
});
// Chromium ends its processes when the main process ends or crashes.
process.on('disconnect', () => process.exit());
