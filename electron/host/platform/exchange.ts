/**
 * One HTTP request and its answer over undici, with the one distinction money needs: whether any byte of the request
 * can have left. undici tells a handler right before it writes a request to a connection (`onRequestStart`) and lets it
 * refuse; what ends before that moment was provably not sent, whatever the reason (name not found, refused, TLS, waiting
 * for a free connection). undici never resends a request it has begun to write.
 */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import { createDispatcher, type NetworkOptions } from './network.ts';

export interface ExchangeRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with query, from the root. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Chunks must add up to the `content-length` among the headers. */
  body: string | AsyncIterable<Uint8Array> | null;
  /** From now to the last byte of the answer, milliseconds. */
  timeoutMs: number;
  /** Takes the bytes of a 200 as they come, instead of keeping them. */
  receiver?: ChunkReceiver;
  /** Calls the exchange off. */
  signal?: AbortSignal;
}

/** Where the bytes of a download go. The connection is read no faster than `write` resolves. */
export interface ChunkReceiver {
  /** Null to take the body; otherwise why it is not wanted, which ends the exchange. */
  start(headers: AnswerHeaders): string | null;
  /** Throws TillError, which ends the exchange. */
  write(chunk: Buffer): Promise<void>;
}

/** Header names in lower case; a header given twice is joined with a comma. */
export type AnswerHeaders = Readonly<Record<string, string>>;

export type FailReason = 'timeout' | 'closed' | 'too-large' | 'broken' | 'aborted' | 'unwanted' | 'receiver';

/** `body` is empty when a receiver took it. */
export type ExchangeResult =
  | { kind: 'answer'; status: number; headers: AnswerHeaders; body: Buffer }
  | { kind: 'failed'; isSent: boolean; reason: FailReason; cause: unknown };

export interface Exchanger {
  /** Never rejects. */
  exchange(request: ExchangeRequest): Promise<ExchangeResult>;
  /** Ends everything in flight and frees all sockets. */
  close(): Promise<void>;
}

/**
 * What carries a request: undici's own contract for one, with `onRequestStart` right before the first byte leaves. Takes
 * an origin, so that one transport could serve several.
 */
export type Transport = Pick<Dispatcher, 'dispatch' | 'destroy'>;

export interface ExchangerOptions extends NetworkOptions {
  clock: Clock;
  /** Default: real connections (network.ts). A simulation brings its own network. */
  transport?: Transport;
  /** Answers longer than this are cut off and count as unreadable; what a receiver takes is its own business. Default 8 MiB. */
  maxResponseBytes?: number;
}

export function createExchanger(options: ExchangerOptions): Exchanger {
  const maxBytes = options.maxResponseBytes ?? 8 * 1024 * 1024;
  const transport = options.transport ?? createDispatcher(options);
  let isClosed = false;

  const exchange = (request: ExchangeRequest): Promise<ExchangeResult> =>
    new Promise((resolve) => {
      let controller: Dispatcher.DispatchController | null = null;
      let isSettled = false;
      let status = 0;
      let headers: AnswerHeaders = {};
      let size = 0;
      const chunks: Buffer[] = [];
      let receiver: ChunkReceiver | null = null;
      let received: Promise<void> = Promise.resolve();

      const settle = (result: ExchangeResult): void => {
        if (isSettled) return;
        isSettled = true;
        stopTimer();
        request.signal?.removeEventListener('abort', onAbort);
        // A receiver is done with its last chunk before anybody closes what it writes to.
        void received.then(() => resolve(result));
      };
      const fail = (reason: FailReason, cause: unknown): void => {
        const started = controller;
        settle({ kind: 'failed', isSent: started !== null, reason, cause });
        if (started && !started.aborted) started.abort(new Error(`exchange ended: ${reason}`));
      };
      const stopTimer = options.clock.after(request.timeoutMs, () => fail('timeout', undefined));
      const onAbort = (): void => fail('aborted', undefined);
      request.signal?.addEventListener('abort', onAbort);

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
          if (statusCode !== 200 || !request.receiver) return;
          const refusal = request.receiver.start(headers);
          if (refusal === null) receiver = request.receiver;
          else fail('unwanted', new Error(refusal));
        },
        onResponseData(started, chunk) {
          // undici wakes a paused parser with nothing at all; pausing again on that would go round for ever.
          if (isSettled || chunk.length === 0) return;
          if (receiver) {
            const { write } = receiver;
            started.pause();
            received = received
              .then(() => (isSettled ? undefined : write(chunk)))
              .then(
                () => started.resume(),
                (error: unknown) => fail('receiver', error),
              );
            return;
          }
          size += chunk.length;
          if (size > maxBytes) fail('too-large', undefined);
          else chunks.push(chunk);
        },
        onResponseEnd() {
          // The last chunk may still fail to be written.
          void received.then(() => settle({ kind: 'answer', status, headers, body: Buffer.concat(chunks) }));
        },
        onResponseError(_controller, error) {
          fail(isClosed ? 'closed' : 'broken', error);
        },
      };
      if (request.signal?.aborted) return onAbort();
      try {
        transport.dispatch(
          {
            origin: options.origin,
            path: request.path,
            method: request.method,
            headers: request.headers,
            body:
              typeof request.body === 'object' && request.body !== null
                ? Readable.from(request.body, { objectMode: false })
                : request.body,
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
      await transport.destroy();
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
