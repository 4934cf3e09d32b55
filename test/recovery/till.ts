/**
 * A till whose host is killed and restarts: the same data folder for each host process. Talks to it as the screen does,
 * through the contract over the local socket, and keeps what the screen was shown.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'ws';
import {
  isOpenAttempt,
  type AttemptView,
  type HostEvent,
  type HostState,
  type TerminalView,
} from '../../electron/contract/index.ts';
import type { HostClient, HostConfig } from '../../electron/host/index.ts';
import { hostFileSchema } from '../../electron/starter/index.ts';
import { program } from '../fixtures/programs.ts';
import { delay, start, type Child } from './process-children.ts';
import type { FromHostProcess, ToHostProcess, Watch } from './processes/words.ts';
import { openLocal } from '../local-socket.ts';

/** The host ended during a request: a kill as its client sees it. */
export class HostGone extends Error {}

const START_WITHIN_MS = 60_000;
/** Time between the end of a process's sockets and the report of its end. */
const GONE_WITHIN_MS = 2_000;

/** One run of the host process. */
export class Life {
  readonly client: HostClient;
  readonly died: Promise<NodeJS.Signals | null>;
  /** Boundaries passed since the last `watch`, in order. */
  boundaries: string[] = [];
  /** Called with each boundary as it is passed. */
  onBoundary: (name: string) => void = () => undefined;
  /** Time from the start of the process to `ready`. */
  readonly startedMs: number;
  /** The engine's clock when the host was ready. */
  readonly engineNow: number;
  isDead = false;
  readonly #child: Child;
  readonly #socket: WebSocket;
  readonly #views = new Map<string, AttemptView>();
  readonly #terminals = new Map<string, TerminalView>();
  readonly #looks = new Set<() => void>();
  readonly #shown: (view: AttemptView) => void;
  #nextId = 1;

  private constructor(parts: {
    child: Child;
    socket: WebSocket;
    client: HostClient;
    startedMs: number;
    engineNow: number;
    shown: (view: AttemptView) => void;
  }) {
    this.#child = parts.child;
    this.#socket = parts.socket;
    this.client = parts.client;
    this.startedMs = parts.startedMs;
    this.engineNow = parts.engineNow;
    this.#shown = parts.shown;
    this.died = parts.child.ended.then((signal) => {
      this.isDead = true;
      for (const look of this.#looks) look();
      return signal;
    });
    parts.child.process.on('message', (message: FromHostProcess) => {
      if (message.type !== 'boundary') return;
      this.boundaries.push(message.name);
      this.onBoundary(message.name);
    });
  }

  /**
   * Starts a host and waits until it is ready. Resolves with null if the host was killed before that (a kill point of
   * its recovery). `shown` gets every view of an attempt that the screen gets.
   */
  static async start(
    config: HostConfig,
    options: { now: number; pace: number; watch: Watch | null; shown: (view: AttemptView) => void },
  ): Promise<Life | null> {
    const { shown, ...rest } = options;
    const startedAt = performance.now();
    const child = start(program('test/recovery/processes/host.ts'));
    const early: string[] = [];
    const said = new Promise<Exclude<FromHostProcess, { type: 'boundary' }>>((resolve) => {
      child.process.on('message', (message: FromHostProcess) => {
        if (message.type === 'boundary') early.push(message.name);
        else resolve(message);
      });
    });
    send(child, { type: 'start', config, ...rest });
    const late = new AbortController();
    const first = await Promise.race([
      said,
      child.ended,
      delay(START_WITHIN_MS, late.signal).then(() => 'late' as const),
    ]);
    late.abort();
    if (first === 'SIGKILL') return null;
    if (first === null || typeof first !== 'object' || first.type !== 'ready') {
      await child.end();
      throw new Error(`the host did not start: ${JSON.stringify(first)} ${child.words()}`);
    }
    const startedMs = performance.now() - startedAt;
    const socket = await open(config.dataDir);
    if (!socket) {
      await child.ended;
      return null;
    }
    // ws has the browser's interface; only its types differ in the details of addEventListener.
    const client: HostClient = createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }));
    const life = new Life({ child, socket, client, startedMs, engineNow: first.engineNow, shown });
    life.boundaries.push(...early);
    const isThere = await life.#follow();
    return isThere ? life : null;
  }

  get view(): (attempt: string) => AttemptView | undefined {
    return (attempt) => this.#views.get(attempt);
  }

  /** Open attempts, including those that wait for the cashier. */
  open(): AttemptView[] {
    return [...this.#views.values()].filter(isOpenAttempt);
  }

  /**
   * Sends a request to the host.
   * @throws HostGone when the host is killed before it answers
   */
  async ask<Answer>(task: (client: HostClient) => Promise<Answer>): Promise<Answer> {
    if (this.isDead) throw new HostGone();
    try {
      return await Promise.race([task(this.client), this.died.then(() => Promise.reject(new HostGone()))]);
    } catch (error) {
      // A refusal is an answer. Any other error is a broken connection, and its host ends in the same moment.
      if (error instanceof HostGone || (error instanceof ORPCError && error.defined)) throw error;
      const isGone = await Promise.race([this.died.then(() => true), delay(GONE_WITHIN_MS).then(() => false)]);
      throw isGone ? new HostGone() : error;
    }
  }

  /**
   * The attempt once `isEnough` holds, or its current state when the time has elapsed.
   * @throws HostGone when the host is killed
   */
  async until(
    attempt: string,
    isEnough: (view: AttemptView) => boolean,
    withinMs: number,
  ): Promise<AttemptView | undefined> {
    await this.#wait(() => {
      const view = this.#views.get(attempt);
      return view !== undefined && isEnough(view);
    }, withinMs);
    return this.#views.get(attempt);
  }

  /**
   * Resolves with true once the terminal can accept a payment.
   * @throws HostGone when the host is killed
   */
  async ready(terminal: string, withinMs: number): Promise<boolean> {
    return this.#wait(() => this.#terminals.get(terminal)?.state === 'ready', withinMs);
  }

  /**
   * True once the platform has reported the terminal's Device.
   * @throws HostGone when the host is killed
   */
  async hasDevice(terminal: string, withinMs: number): Promise<boolean> {
    return this.#wait(() => this.#terminals.get(terminal)?.device !== undefined, withinMs);
  }

  /**
   * Counts the boundaries of `watch.attempt` from here on, at another pace of the engine's clock. Resolves with that
   * clock's time.
   * @throws HostGone when the host is killed
   */
  watch(watch: Watch, pace: number): Promise<number> {
    this.boundaries = [];
    return this.#command((id) => ({ type: 'watch', id, watch, pace }));
  }

  /**
   * Resolves with the engine's time once all platform calls have ended.
   * @throws HostGone when the host is killed
   */
  quiet(): Promise<number> {
    return this.#command((id) => ({ type: 'quiet', id }));
  }

  async kill(): Promise<void> {
    await this.#child.end();
    await this.died;
  }

  #command(message: (id: number) => ToHostProcess): Promise<number> {
    const id = this.#nextId;
    this.#nextId += 1;
    const answer = new Promise<number>((resolve) => {
      const listener = (said: FromHostProcess): void => {
        if (said.type !== 'done' || said.id !== id) return;
        this.#child.process.off('message', listener);
        resolve(said.engineNow);
      };
      this.#child.process.on('message', listener);
    });
    send(this.#child, message(id));
    return Promise.race([answer, this.died.then(() => Promise.reject(new HostGone()))]);
  }

  async #wait(isEnough: () => boolean, withinMs: number): Promise<boolean> {
    const end = performance.now() + withinMs;
    for (;;) {
      if (this.isDead) throw new HostGone();
      if (isEnough()) return true;
      const left = end - performance.now();
      if (left <= 0) return false;
      const late = new AbortController();
      const changed = new Promise<void>((resolve) => {
        const look = (): void => {
          this.#looks.delete(look);
          resolve();
        };
        this.#looks.add(look);
      });
      await Promise.race([changed, delay(left, late.signal)]);
      late.abort();
    }
  }

  /**
   * Reads the snapshot, then events, as the screen does. Resolves with false if the host was killed before the
   * snapshot.
   */
  async #follow(): Promise<boolean> {
    try {
      const { epoch, seq, state } = await this.ask((client) => client.snapshot());
      this.#take(state);
      const items = await this.ask((client) => client.events({ epoch, after: seq }));
      void (async () => {
        try {
          for await (const item of items) {
            if (item.kind === 'snapshot') this.#take(item.snapshot.state);
            else this.#apply(item.event);
            for (const look of this.#looks) look();
          }
        } catch {
          // The host has ended, which `died` reports.
        }
      })();
      return true;
    } catch (error) {
      if (!(error instanceof HostGone) && !this.isDead) throw error;
      await this.died;
      return false;
    } finally {
      void this.died.then(() => this.#socket.terminate());
    }
  }

  #take(state: HostState): void {
    for (const terminal of state.terminals) this.#terminals.set(terminal.id, terminal);
    for (const attempt of state.attempts) this.#show(attempt);
  }

  #apply(event: HostEvent): void {
    if (event.type === 'attempt') this.#show(event.attempt);
    if (event.type === 'terminal') this.#terminals.set(event.terminal.id, event.terminal);
  }

  #show(view: AttemptView): void {
    this.#views.set(view.id, view);
    this.#shown(view);
  }
}

function send(child: Child, message: ToHostProcess): void {
  // A host that has ended reports its end in place of an answer.
  child.process.send(message, () => undefined);
}

/** The local socket of a host that has just become ready, or null if the host has already ended. */
async function open(dataDir: string): Promise<WebSocket | null> {
  const { socket: address } = hostFileSchema.parse(JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8')));
  const socket = openLocal(address, '/command');
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', () => resolve(null));
  });
}
