/**
 * A Chromium, driven over its debugging protocol without a library: a library would fail when a page crashes, but here
 * a crash is a test case.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { findChromium } from '../../../build/scripts/parts/tools.mjs';
import { withoutFeatures } from '../without-features.ts';
import { storyTime } from '../../waiting.ts';

type Params = Record<string, unknown>;
interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Params;
  result?: Params;
  error?: { message: string };
}

const UP_WITHIN_MS = 60_000;

/** Session of a target on the shared connection. Emits protocol events under their method names. */
export class Session extends EventEmitter {
  readonly #chromium: Chromium;
  readonly #id: string | undefined;

  constructor(chromium: Chromium, id?: string) {
    super();
    this.#chromium = chromium;
    this.#id = id;
  }

  send<Result = Params>(method: string, params: Params = {}): Promise<Result> {
    return this.#chromium.call(method, params, this.#id) as Promise<Result>;
  }

  /** Sends without waiting for the answer, and ignores failures: the target may have closed. */
  tell(method: string, params: Params = {}): void {
    this.send(method, params).catch(() => undefined);
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the protocol's types are the caller's
  listen<Event>(method: string, listener: (event: Event) => void): void {
    this.on(method, listener);
  }
}

export class Chromium {
  readonly #child: ChildProcess;
  readonly #socket: WebSocket;
  readonly #calls = new Map<number, { done: (result: Params) => void; fail: (error: Error) => void }>();
  readonly #sessions = new Map<string, Session>();
  readonly browser = new Session(this);
  readonly url: string;
  #next = 1;

  private constructor(child: ChildProcess, socket: WebSocket, url: string) {
    this.#child = child;
    this.#socket = socket;
    this.url = url;
    socket.on('message', (data: Buffer) => this.#take(JSON.parse(data.toString()) as Message));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  static async start(): Promise<Chromium> {
    const file = findChromium();
    if (!file) throw new Error('No Chromium was found; set CHROMIUM to one');
    const profile = mkdtempSync(join(tmpdir(), 'tillbridge stand-in '));
    const flags = [
      '--headless',
      '--no-sandbox',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      withoutFeatures,
      '--use-fake-device-for-media-stream',
      'about:blank',
    ];
    const child = spawn(file, flags, { stdio: 'ignore' });
    // Chromium ends with this process, even if it is still starting.
    process.on('exit', () => {
      child.kill('SIGKILL');
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    });
    const end = performance.now() + UP_WITHIN_MS;
    for (;;) {
      const [port, path] = portOf(profile);
      if (port !== undefined) {
        const url = `ws://127.0.0.1:${port}${path}`;
        const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 2 ** 28 });
        await new Promise((done, fail) => socket.once('open', done).once('error', fail));
        return new Chromium(child, socket, url);
      }
      if (performance.now() > end || child.exitCode !== null) throw new Error('Chromium does not come up');
      await storyTime(50, 'the next look for Chromium');
    }
  }

  async attach(targetId: string): Promise<Session> {
    const { sessionId } = await this.browser.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    const session = new Session(this, sessionId);
    this.#sessions.set(sessionId, session);
    return session;
  }

  call(method: string, params: Params, sessionId?: string): Promise<Params> {
    const id = this.#next++;
    return new Promise((done, fail) => {
      this.#calls.set(id, { done, fail });
      this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    });
  }

  #take({ id, sessionId, method, params, result, error }: Message): void {
    if (id !== undefined) {
      const call = this.#calls.get(id);
      this.#calls.delete(id);
      if (error) call?.fail(new Error(error.message));
      else call?.done(result ?? {});
      return;
    }
    const session = sessionId === undefined ? this.browser : this.#sessions.get(sessionId);
    if (method !== undefined) session?.emit(method, params);
  }
}

function portOf(profile: string): [string, string] | [] {
  try {
    const [port = '', path = ''] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
    return path === '' ? [] : [port, path];
  } catch {
    return [];
  }
}
