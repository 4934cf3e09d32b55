/**
 * Health of a Chromium process, reported over a pipe that only its starter holds (`--remote-debugging-pipe`): no port
 * is opened, and a browser whose starter has ended exits by itself. Chrome DevTools Protocol; each message ends with a
 * zero byte.
 */
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

export interface BrowserPipeEvents {
  /** Called when the page's process has ended: killed, out of memory, "Aw, Snap!". */
  readonly onCrash: () => void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly targetId?: string };
  readonly result?: {
    readonly sessionId?: string;
    readonly processInfo?: readonly { readonly type: string; readonly id: number }[];
  };
}

/** Pipe to one browser. If the browser does not use it (a wrapper lost the handles), `hasAnswered` stays false. */
export class BrowserPipe {
  readonly #out: Writable | null;
  readonly #events: BrowserPipeEvents;
  readonly #waiting = new Map<number, (result: NonNullable<Message['result']>) => void>();
  #id = 0;
  #rest = '';
  #crashed = new Set<string>();
  /** True after the first answer. */
  hasAnswered = false;

  constructor(child: ChildProcess, events: BrowserPipeEvents) {
    this.#events = events;
    this.#out = (child.stdio[3] ?? null) as Writable | null;
    const input = (child.stdio[4] ?? null) as Readable | null;
    // The exit event reports the end of a browser.
    this.#out?.on('error', () => {});
    input?.on('error', () => {});
    input?.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    void this.#ask('Target.setDiscoverTargets', { discover: true });
  }

  /** Resolves when the browser's main process answers; otherwise never. */
  async ping(): Promise<void> {
    await this.#ask('Browser.getVersion');
  }

  /** Reloads the crashed pages. */
  async reload(): Promise<void> {
    const crashed = [...this.#crashed];
    this.#crashed.clear();
    for (const targetId of crashed) {
      const { sessionId } = await this.#ask('Target.attachToTarget', { targetId, flatten: true });
      if (sessionId !== undefined) this.#send('Page.reload', {}, sessionId);
    }
  }

  /** Kills the renderer and GPU processes. The browser reports their pages as crashed. */
  async killRenderers(): Promise<void> {
    const { processInfo = [] } = await this.#ask('SystemInfo.getProcessInfo');
    for (const { type, id } of processInfo) if (/^(renderer|gpu)/i.test(type)) kill(id);
  }

  #ask(method: string, params: object = {}): Promise<NonNullable<Message['result']>> {
    return new Promise((resolve) => this.#waiting.set(this.#send(method, params), resolve));
  }

  #send(method: string, params: object, sessionId?: string): number {
    const id = (this.#id += 1);
    if (this.#out?.writable) this.#out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return id;
  }

  #take(text: string): void {
    const parts = (this.#rest + text).split('\0');
    this.#rest = parts.pop() ?? '';
    for (const part of parts) this.#heard(JSON.parse(part) as Message);
  }

  #heard({ id, method, params, result }: Message): void {
    this.hasAnswered = true;
    if (id !== undefined) {
      this.#waiting.get(id)?.(result ?? {});
      this.#waiting.delete(id);
    }
    if (method !== 'Target.targetCrashed' || params?.targetId === undefined) return;
    this.#crashed.add(params.targetId);
    this.#events.onCrash();
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}
