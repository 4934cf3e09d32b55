/**
 * The one request function of the platform client: HTTP Basic, the version header, time-outs, retries of safe reads,
 * and an outcome that keeps apart what money needs kept apart. It never rejects and never throws.
 */
import { TillError } from '../../contract/index.ts';
import { headers as headerNames, limits, versions } from '../../platform-api/generated/operations.ts';
import { silentLogger, type Logger } from '../log/index.ts';
import type { Clock } from '../clock.ts';
import { checkBaseUrl, isLoopback } from './address.ts';
import { createClockOffset } from './clock-offset.ts';
import { createCleaner, type ErrorDetails } from './errors.ts';
import { createExchanger, type ChunkReceiver, type ExchangeResult, type Transport } from './exchange.ts';
import { judge } from './judge.ts';
import type { Content } from './multipart.ts';
import { proxyHost, proxySecrets } from './network.ts';
import type { Json } from './read.ts';
import { callRetryMs, isWorthRetrying, retryAfterOf } from './retries.ts';

/**
 * How a call to the platform ended. `answered`: with a success and a body that could be read. `refused`: it answered
 * and did nothing. `not-sent`: provably no byte of the request left. `unknown`: it may have arrived and been acted on.
 */
export type ApiOutcome<T> =
  | { kind: 'answered'; value: T }
  | { kind: 'refused'; error: TillError; details: ErrorDetails }
  | { kind: 'not-sent'; error: TillError }
  | { kind: 'unknown'; error: TillError; details: ErrorDetails | null };

export interface PlatformConfig {
  /** `https://host[:port][/prefix]`. Plain http only to this machine, since every request carries the password. */
  baseUrl: string;
  username: string;
  password: string;
  /** Name of the version header. Default `Service-Version`. */
  versionHeader?: string;
  version?: string;
  userAgent?: string;
  /** Allows http:// to other machines: a sandbox on a shop's own network, never the platform. */
  allowPlainHttp?: boolean;
  connectTimeoutMs?: number;
  maxResponseBytes?: number;
  connections?: number;
  /** `http://[user:password@]host:port`; not used to reach this machine. Secret as a whole. */
  proxy?: string | null;
  /** PEM texts of authorities believed beside the system's own. */
  authorities?: readonly string[];
}

export interface HttpDependencies {
  clock: Clock;
  /** Uniform from 0 to 1, for jitter. */
  random: () => number;
  log?: Logger;
  /** What carries the requests; default: real connections. */
  transport?: Transport;
}

export interface ApiCall<T> {
  /** For logs and errors, e.g. `GET /devices/DV1`. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: object;
  /** A body that is no JSON, opened anew for each try. Throws TillError when it cannot be had. */
  content?: () => Promise<Content>;
  /** `Accept` header, where JSON is not what is wanted. */
  accept?: string;
  /** Values of the body that may stand nowhere else: taken out of everything the answer says. */
  secrets?: readonly string[];
  /** From the first try to the last byte of the last answer, milliseconds. At most five minutes. */
  timeoutMs: number;
  /**
   * What may be tried again by itself. `read`: whatever did not work out and may pass. `unsent`: only what provably did
   * nothing, that is: no byte left, or 429. `never`. Default: `read` for GET, else `never`.
   */
  retry?: RetryRule;
  signal?: AbortSignal;
  /** Reads the body of a success; null when it is not what it should be. */
  read: (body: Json) => T | null;
  /** The value of a success without a body, where none is due. */
  whenEmpty?: T;
  /** Takes a 200 as bytes instead of JSON; a new one for each try. */
  receive?: () => Receiver<T>;
}

export type RetryRule = 'read' | 'unsent' | 'never';

/** Where a download goes. Exactly one of `finish` and `drop` is called, after the last `write`. */
export interface Receiver<T> extends ChunkReceiver {
  /** Throws TillError when what was received cannot be kept. */
  finish(): Promise<T>;
  /** Undoes what was begun. Never rejects. */
  drop(): Promise<void>;
}

/** What happened to one request, for health and logs. */
export interface ExchangeReport {
  operation: string;
  kind: ApiOutcome<unknown>['kind'];
  /** Null when there was no answer. */
  status: number | null;
  error: TillError | null;
  requestId: string | null;
  tookMs: number;
}

export interface Http {
  call<T>(request: ApiCall<T>): Promise<ApiOutcome<T>>;
  /** Called after every single try. Returns a function that stops it. */
  observe(listener: (report: ExchangeReport) => void): () => void;
  /** Milliseconds since 1970, by the clock the time-outs go by. */
  now(): number;
  /**
   * Platform's clock minus till's, milliseconds, by what the platform's answers say; 0 while they are seconds apart, and
   * where they do not say.
   */
  offsetMs(): number;
  /** Host and port, never credentials. */
  readonly host: string;
  /** Host and port of the proxy in between, never its credentials. */
  readonly proxy: string | null;
  close(): Promise<void>;
}

/** Time for one read, retries included. */
export const READ_TIMEOUT_MS = 30_000;
/** Time for a list, all its pages included. */
export const LIST_TIMEOUT_MS = 60_000;

const MAX_TRIES = 4;
/** Characters kept of an `x-request-id`. */
const MAX_REQUEST_ID = 100;

interface Received<T> {
  result: ExchangeResult;
  received: { value: T } | null;
}

export function createHttp(config: PlatformConfig, dependencies: HttpDependencies): Http {
  const { clock, random } = dependencies;
  const log = dependencies.log ?? silentLogger;
  const base = checkBaseUrl(config);
  const credentials = Buffer.from(`${config.username}:${config.password}`, 'utf8').toString('base64');
  const proxy = isLoopback(new URL(base.origin).hostname) ? null : (config.proxy ?? null);
  const ownSecrets = [config.password, credentials, ...(proxy === null ? [] : proxySecrets(proxy))];
  const cleanOwn = createCleaner(ownSecrets);
  const headers: Readonly<Record<string, string>> = {
    authorization: `Basic ${credentials}`,
    accept: 'application/hal+json, application/json;q=0.9',
    [(config.versionHeader ?? headerNames.version).toLowerCase()]: config.version ?? versions.cursorPagination,
    'user-agent': config.userAgent ?? 'Tillbridge',
  };
  const exchanger = createExchanger({
    origin: base.origin,
    clock,
    proxy,
    ...(dependencies.transport ? { transport: dependencies.transport } : {}),
    ...(config.authorities ? { authorities: config.authorities } : {}),
    ...(config.connectTimeoutMs === undefined ? {} : { connectTimeoutMs: config.connectTimeoutMs }),
    ...(config.maxResponseBytes === undefined ? {} : { maxResponseBytes: config.maxResponseBytes }),
    ...(config.connections === undefined ? {} : { connections: config.connections }),
  });
  const listeners = new Set<(report: ExchangeReport) => void>();
  const waiting = new Set<() => void>();
  const offset = createClockOffset();
  let isClosed = false;

  const pause = (delayMs: number, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve) => {
      const finish = (): void => {
        stop();
        waiting.delete(finish);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const stop = clock.after(delayMs, finish);
      waiting.add(finish);
      signal?.addEventListener('abort', finish);
    });

  const send = async <T>(request: ApiCall<T>, content: Content | null, timeoutMs: number): Promise<Received<T>> => {
    const receiver = request.receive?.();
    const contentHeaders: Record<string, string> = content
      ? { 'content-type': content.type, 'content-length': String(content.length) }
      : request.body
        ? { 'content-type': 'application/json' }
        : {};
    const result = await exchanger.exchange({
      method: request.method,
      path: `${base.prefix}${request.path}${writeQuery(request.query)}`,
      headers: { ...headers, ...contentHeaders, ...(request.accept === undefined ? {} : { accept: request.accept }) },
      body: content ? content.chunks : request.body ? JSON.stringify(request.body) : null,
      timeoutMs,
      ...(receiver ? { receiver } : {}),
      ...(request.signal ? { signal: request.signal } : {}),
    });
    if (!receiver) return { result, received: null };
    if (result.kind !== 'answer' || result.status !== 200) {
      await receiver.drop();
      return { result, received: null };
    }
    try {
      return { result, received: { value: await receiver.finish() } };
    } catch (cause) {
      await receiver.drop();
      return { result: { kind: 'failed', isSent: true, reason: 'receiver', cause }, received: null };
    }
  };

  const tryOnce = async <T>(request: ApiCall<T>, timeoutMs: number): Promise<ApiOutcome<T>> => {
    const startedAt = clock.now();
    const clean = request.secrets ? createCleaner([...ownSecrets, ...request.secrets]) : cleanOwn;
    let content: Content | null = null;
    let sent: Received<T>;
    try {
      content = request.content ? await request.content() : null;
      sent = await send(request, content, timeoutMs);
    } catch (cause) {
      sent = { result: { kind: 'failed', isSent: false, reason: 'broken', cause }, received: null };
    } finally {
      await content?.close();
    }
    const { result } = sent;
    const outcome = judge(request, result, sent.received, clock.now(), clean);
    if (result.kind === 'answer' && isPlatformsOwn(outcome))
      offset.heard(result.headers['date'], startedAt, clock.now());
    const requestId = result.kind === 'answer' ? result.headers[headerNames.requestId] : undefined;
    const report: ExchangeReport = {
      operation: request.operation,
      kind: outcome.kind,
      status: result.kind === 'answer' ? result.status : null,
      error: outcome.kind === 'answered' ? null : outcome.error,
      requestId: requestId === undefined ? null : clean(requestId).slice(0, MAX_REQUEST_ID),
      tookMs: clock.now() - startedAt,
    };
    const { error, ...fields } = report;
    if (error) log.warn('platform call failed', { ...fields, code: error.code, context: error.context });
    else log.debug('platform call', fields);
    for (const listener of listeners) listener(report);
    return outcome;
  };

  return {
    host: base.host,
    proxy: proxy === null ? null : proxyHost(proxy),
    now: () => clock.now(),
    offsetMs: () => offset.ms,
    observe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async call(request) {
      const timeoutMs = Math.min(request.timeoutMs, limits.requestTimeoutMs);
      const deadline = clock.now() + timeoutMs;
      const rule = request.retry ?? (request.method === 'GET' ? 'read' : 'never');
      for (let tries = 1; ; tries += 1) {
        const outcome = await tryOnce(request, Math.max(1, deadline - clock.now()));
        const isOver = (): boolean => isClosed || request.signal?.aborted === true;
        if (tries >= MAX_TRIES || isOver() || !isWorthRetrying(outcome, rule)) return outcome;
        const delayMs = Math.max(callRetryMs(tries, random()), retryAfterOf(outcome) ?? 0);
        // Waiting past the deadline only to give up there would help nobody.
        if (clock.now() + delayMs >= deadline) return outcome;
        await pause(delayMs, request.signal);
        if (isOver()) return outcome;
      }
    },
    async close() {
      isClosed = true;
      for (const finish of waiting) finish();
      await exchanger.close();
      listeners.clear();
    },
  };
}

/** A gateway's page does not speak for the platform, and its clock is another. */
function isPlatformsOwn(outcome: ApiOutcome<unknown>): boolean {
  return outcome.kind === 'answered' || (outcome.kind === 'refused' && outcome.details.platformCode !== null);
}

function writeQuery(query: ApiCall<unknown>['query']): string {
  const parts = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
