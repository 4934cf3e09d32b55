/**
 * One HTTP request and its answer over undici, with the one distinction money needs: whether any byte of the request
 * can have left. undici tells a handler right before it writes a request to a connection (`onRequestStart`) and lets it
 * refuse; what ends before that moment was provably not sent, whatever the reason (name not found, refused, TLS, waiting
 * for a free connection). undici never resends a request it has begun to write.
 */
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../payments/ports.ts';

export interface ExchangeRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with query, from the root. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** From now to the last byte of the answer, milliseconds. */
  timeoutMs: number;
}

/** Header names in lower case; a header given twice is joined with a comma. */
export type AnswerHeaders = Readonly<Record<string, string>>;

export type ExchangeResult =
  | { kind: 'answer'; status: number; headers: AnswerHeaders; body: Buffer }
  | { kind: 'failed'; isSent: boolean; reason: 'timeout' | 'closed' | 'too-large' | 'broken'; cause: unknown };

export interface Exchanger {
  /** Never rejects. */
  exchange(request: ExchangeRequest): Promise<ExchangeResult>;
  /** Ends everything in flight and frees all sockets. */
  close(): Promise<void>;
}

export interface ExchangerOptions {
  origin: string;
  clock: Clock;
  /** Name look-up, TCP and TLS together. Default 10 s. */
  connectTimeoutMs?: number;
  /** Answers longer than this are cut off and count as unreadable. Default 8 MiB. */
  maxResponseBytes?: number;
  /** Connections kept to the platform. Default 6. */
  connections?: number;
  /** Idle time after which a connection is dropped unless the platform announces another. Default 20 s. */
  keepAliveMs?: number;
}

export function createExchanger(options: ExchangerOptions): Exchanger {
  const maxBytes = options.maxResponseBytes ?? 8 * 1024 * 1024;
  const agent = new Agent({
    // HTTP/1.1 without pipelining: one request on a connection at a time, so that a broken one is one broken request.
    allowH2: false,
    pipelining: 1,
    connections: options.connections ?? 6,
    connect: { timeout: options.connectTimeoutMs ?? 10_000 },
    keepAliveTimeout: options.keepAliveMs ?? 20_000,
    keepAliveMaxTimeout: 60_000,
    // Time is kept per exchange, from our own clock.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let isClosed = false;

  const exchange = (request: ExchangeRequest): Promise<ExchangeResult> =>
    new Promise((resolve) => {
      let controller: Dispatcher.DispatchController | null = null;
      let isSettled = false;
      let status = 0;
      let headers: AnswerHeaders = {};
      let size = 0;
      const chunks: Buffer[] = [];

      const settle = (result: ExchangeResult): void => {
        if (isSettled) return;
        isSettled = true;
        stopTimer();
        resolve(result);
      };
      const fail = (reason: 'timeout' | 'closed' | 'too-large' | 'broken', cause: unknown): void => {
        const started = controller;
        settle({ kind: 'failed', isSent: started !== null, reason, cause });
        if (started && !started.aborted) started.abort(new Error(`exchange ended: ${reason}`));
      };
      const stopTimer = options.clock.after(request.timeoutMs, () => fail('timeout', undefined));

      const handler: Dispatcher.DispatchHandler = {
        onRequestStart(started) {
          // Called off while it waited for a connection: throwing here keeps every byte back.
          if (isSettled) throw new Error('exchange ended before it was sent');
          controller = started;
        },
        onResponseStart(_controller, statusCode, answerHeaders) {
          if (statusCode < 200) return;
          status = statusCode;
          headers = joinHeaders(answerHeaders);
        },
        onResponseData(_controller, chunk) {
          size += chunk.length;
          if (size > maxBytes) fail('too-large', undefined);
          else chunks.push(chunk);
        },
        onResponseEnd() {
          settle({ kind: 'answer', status, headers, body: Buffer.concat(chunks) });
        },
        onResponseError(_controller, error) {
          fail(isClosed ? 'closed' : 'broken', error);
        },
      };
      try {
        agent.dispatch(
          {
            origin: options.origin,
            path: request.path,
            method: request.method,
            headers: request.headers,
            body: request.body,
          },
          handler,
        );
      } catch (error) {
        fail(isClosed ? 'closed' : 'broken', error);
      }
    });

  return {
    exchange,
    async close() {
      isClosed = true;
      await agent.destroy();
    },
  };
}

function joinHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): AnswerHeaders {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}
