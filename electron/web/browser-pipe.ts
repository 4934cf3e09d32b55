/**
 * Chromium's own word on how it is, over a pipe that only its starter holds (`--remote-debugging-pipe`): no port is opened, and a
 * browser whose starter is gone ends by itself. Chrome DevTools Protocol, messages with a zero byte behind each.
 */
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

export interface BrowserPipeEvents {
  /** The page's process is gone: killed, out of memory, "Aw, Snap!". */
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

/** One browser's pipe. A browser that does not speak it (a wrapper lost the handles) is silent, and `isSpoken` stays false. */
export class BrowserPipe {
  readonly #out: Writable | null;
  readonly #events: BrowserPipeEvents;
  readonly #waiting = new Map<number, (result: NonNullable<Message['result']>) => void>();
  #id = 0;
  #rest = '';
  #crashed = new Set<string>();
  /** It has answered at least once. */
  isSpoken = false;

  constructor(child: ChildProcess, events: BrowserPipeEvents) {
    this.#events = events;
    this.#out = (child.stdio[3] ?? null) as Writable | null;
    const input = (child.stdio[4] ?? null) as Readable | null;
    // What happens to a browser that goes is told by its exit.
    this.#out?.on('error', () => {});
    input?.on('error', () => {});
    input?.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    void this.#ask('Target.setDiscoverTargets', { discover: true });
  }

  /** Resolves when the browser's main process answers; never, where it does not. */
  async ping(): Promise<void> {
    await this.#ask('Browser.getVersion');
  }

  /** Loads the pages that crashed once more. */
  async reload(): Promise<void> {
    const crashed = [...this.#crashed];
    this.#crashed.clear();
    for (const targetId of crashed) {
      const { sessionId } = await this.#ask('Target.attachToTarget', { targetId, flatten: true });
      if (sessionId !== undefined) this.#send('Page.reload', {}, sessionId);
    }
  }

  /** Ends the processes that draw: those of pages and of the screen. A page that was ended is reported as crashed. */
  async endDrawing(): Promise<void> {
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
    this.isSpoken = true;
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
    // Gone already.
  }
}
