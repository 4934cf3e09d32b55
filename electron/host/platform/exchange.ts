/**
 * Sends one HTTP request over undici and receives its answer, with the one distinction that money needs: whether any
 * byte of the request can have been sent. undici calls a handler right before it writes a request to a connection
 * (`onRequestStart`), and the handler may refuse. A request that ends before this call was provably not sent, whatever
 * the reason (name not found, refused, TLS, waiting for a free connection). undici never resends a request that it has
 * begun to write.
 *
 * Error codes cannot decide this, because the same code occurs in both cases: ECONNRESET, ECONNABORTED and EPIPE occur
 * before and after the first byte, and the codes of Windows differ from those of Linux (EACCES from a firewall,
 * ECONNABORTED from security software, UNKNOWN for errors that libuv cannot name). A connection that the other
 * computer's system has accepted, but no program there has, counts as possibly read: Node on Windows accepts 32
 * connections in advance.
 */
import type { Agent, Dispatcher } from 'undici';
import { afterSilence, type Clock } from '../../domain/index.ts';
import type { AnswerHeaders } from './call.ts';
import { createDispatcher, type NetworkOptions } from './network.ts';

export interface ExchangeRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with query, relative to the root. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer | null;
  /** Time from now to the last byte of the answer. */
  timeoutMs: number;
  /** Overrides the client's limit; an answer that announces more is ended at once. */
  maxBytes?: number;
  /** Aborts the exchange. */
  signal?: AbortSignal;
}

export type FailReason = 'timeout' | 'closed' | 'too-large' | 'broken' | 'aborted';

export type ExchangeResult =
  | { kind: 'answer'; status: number; headers: AnswerHeaders; body: Buffer }
  | { kind: 'failed'; isSent: boolean; reason: FailReason; cause: unknown };

/**
 * Carrier of requests: undici's own contract, with `onRequestStart` right before the first byte leaves. The origin is
 * an argument, so that one transport can serve several origins.
 */
export type Transport = Pick<Dispatcher, 'dispatch' | 'destroy'> & Partial<Pick<Agent, 'stats'>>;

export interface ExchangerOptions extends NetworkOptions {
  clock: Clock;
  /** Default: real connections (network.ts). Simulations pass their own network. */
  transport?: Transport;
  /** Maximum answer size; longer answers are cut off and count as unreadable. Default 8 MiB. */
  maxResponseBytes?: number;
}

export class Exchanger {
  readonly #options: ExchangerOptions;
  readonly #transport: Transport;
  #isClosed = false;

  /** @throws CFG_INVALID when the proxy address is invalid */
  constructor(options: ExchangerOptions) {
    this.#options = options;
    this.#transport = options.transport ?? createDispatcher(options);
  }

  /** Never rejects. */
  exchange(request: ExchangeRequest): Promise<ExchangeResult> {
    const { origin, clock, maxResponseBytes = 8 * 1024 * 1024 } = this.#options;
    const brokenReason = (): FailReason => (this.#isClosed ? 'closed' : 'broken');
    const exchange = new Exchange(request, clock, maxResponseBytes, brokenReason);
    if (!exchange.isSettled) {
      const { method, path, headers, body } = request;
      try {
        this.#transport.dispatch({ origin, path, method, headers, body }, exchange);
      } catch (error) {
        exchange.fail(brokenReason(), error);
      }
    }
    return exchange.result;
  }

  /** True if an open connection is idle, or null if the transport cannot determine it (a proxy, a simulation). */
  get hasFreeConnection(): boolean | null {
    const { stats } = this.#transport;
    return stats ? Object.values(stats).some((one) => 'free' in one && one.free > 0) : null;
  }

  /** Ends everything in flight and frees all sockets. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#transport.destroy();
  }
}

/** One request in flight: handles undici's events until the first that ends it. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly result: Promise<ExchangeResult>;
  readonly #resolve: (result: ExchangeResult) => void;
  readonly #maxBytes: number;
  readonly #request: ExchangeRequest;
  readonly #brokenReason: () => FailReason;
  readonly #stopTimer: () => void;
  readonly #onAbort = (): void => this.fail('aborted', undefined);
  /** Controller of the request, or null until the first byte is about to be sent. */
  #controller: Dispatcher.DispatchController | null = null;
  #isSettled = false;
  #status = 0;
  #headers: AnswerHeaders = {};
  #size = 0;
  readonly #chunks: Buffer[] = [];

  constructor(request: ExchangeRequest, clock: Clock, maxBytes: number, brokenReason: () => FailReason) {
    const { promise, resolve } = Promise.withResolvers<ExchangeResult>();
    this.result = promise;
    this.#resolve = resolve;
    this.#request = request;
    this.#maxBytes = request.maxBytes ?? maxBytes;
    this.#brokenReason = brokenReason;
    this.#stopTimer = afterSilence(clock, request.timeoutMs, () => this.fail('timeout', undefined));
    request.signal?.addEventListener('abort', this.#onAbort);
    if (request.signal?.aborted) this.#onAbort();
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  fail(reason: FailReason, cause: unknown): void {
    const controller = this.#controller;
    this.#settle({ kind: 'failed', isSent: controller !== null, reason, cause });
    if (controller && !controller.aborted) controller.abort(new Error(`exchange ended: ${reason}`));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The exchange ended while it waited for a connection. Throwing here prevents every byte from being sent.
    if (this.#isSettled) throw new Error('exchange ended before it was sent');
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = joinHeaders(headers);
    const { maxBytes } = this.#request;
    if (maxBytes !== undefined && Number(this.#headers['content-length'] ?? 0) > maxBytes)
      this.fail('too-large', undefined);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isSettled) return;
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) this.fail('too-large', undefined);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#settle({
      kind: 'answer',
      status: this.#status,
      headers: this.#headers,
      body: Buffer.concat(this.#chunks),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(this.#brokenReason(), error);
  }

  #settle(result: ExchangeResult): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#stopTimer();
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
    this.#resolve(result);
  }
}

function joinHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): AnswerHeaders {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}
