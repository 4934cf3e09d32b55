/**
 * Source text of a page's isolated world, for Chromium: the preload script and the `ipcRenderer` that Electron gives
 * it.
 */
import { readFileSync } from 'node:fs';

export const WORLD = 'Electron Isolated Context';
export const BINDING = '__standInMain';

/** Runs in the page's isolated world. Only the top frame has a preload, as in Electron. */
function world(binding: string, preload: (require: (name: string) => object) => void): void {
  if (window !== window.top) return;
  type Carried = { text?: string; bytes?: string; json?: unknown };
  const own = globalThis as unknown as Record<string, (text: string) => void>;
  const say = (message: object): void => own[binding]?.(JSON.stringify(message));
  const listeners = new Map<string, ((event: object, ...args: unknown[]) => void)[]>();
  const ports = new Map<number, MessagePort>();
  const carried = (data: unknown): Carried => {
    if (typeof data === 'string') return { text: data };
    if (data instanceof Uint8Array) return { bytes: btoa(String.fromCharCode(...data)) };
    return { json: data };
  };
  const plain = ({ text, bytes, json }: Carried): unknown =>
    bytes === undefined ? (text ?? json) : Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0));
  const portOf = (id: number): MessagePort => {
    const { port1, port2 } = new MessageChannel();
    ports.set(id, port1);
    port1.addEventListener('message', ({ data }) => say({ port: id, data: carried(data) }));
    port1.addEventListener('close', () => say({ closed: id }));
    port1.start();
    return port2;
  };
  own['__standInPage'] = (text) => {
    const message = JSON.parse(text) as {
      channel?: string;
      args: unknown[];
      ports: number[];
      port: number;
      data: Carried;
      closed?: number;
    };
    if (message.channel !== undefined) {
      const event = { ports: message.ports.map(portOf) };
      for (const listener of listeners.get(message.channel) ?? []) listener(event, ...message.args);
    } else if (message.closed !== undefined) ports.get(message.closed)?.close();
    else ports.get(message.port)?.postMessage(plain(message.data));
  };
  const ipcRenderer = {
    on: (channel: string, listener: (event: object, ...args: unknown[]) => void) =>
      void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    send: (channel: string, ...args: unknown[]) => say({ channel, args }),
  };
  preload((name) => {
    // Almost the only module that a sandboxed preload can load is `electron`.
    if (name !== 'electron') throw new Error(`module not found: ${name}`);
    return { ipcRenderer };
  });
}

export function worldSource(preload: string): string {
  const script = readFileSync(preload, 'utf8');
  return `(${world.toString()})(${JSON.stringify(BINDING)}, (require) => { const module = { exports: {} }; const exports = module.exports;\n${script}\n});`;
}
