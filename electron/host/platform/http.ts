/**
 * The one request function of the platform client: HTTP Basic, the version header, time-outs, retries of safe reads,
 * and an outcome that keeps apart what money needs kept apart. It never rejects and never throws.
 */
import { TillError, type FailureCode } from '../../contract/index.ts';
import { headers as headerNames, limits, versions } from '../../platform-api/generated/operations.ts';
import { silentLogger, type Logger } from '../log/index.ts';
import type { Clock } from '../payments/ports.ts';
import {
  answerError,
  createCleaner,
  meaningOf,
  readErrorDetails,
  readRetryAfter,
  type ErrorDetails,
} from './errors.ts';
import { createExchanger, type ExchangeResult } from './exchange.ts';
import { hideSensitiveDeclines } from './hidden-declines.ts';
import { asObject, type Json } from './read.ts';

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
}

export interface HttpDependencies {
  clock: Clock;
  /** Uniform from 0 to 1, for jitter. */
  random: () => number;
  log?: Logger;
}

export interface ApiCall<T> {
  /** For logs and errors, e.g. `GET /devices/DV1`. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: object;
  /** Values of the body that may stand nowhere else: taken out of everything the answer says. */
  secrets?: readonly string[];
  /** From the first try to the last byte of the last answer, milliseconds. At most five minutes. */
  timeoutMs: number;
  /** Reads the body of a success; null when it is not what it should be. */
  read: (body: Json) => T | null;
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
  /** Host and port, never credentials. */
  readonly host: string;
  close(): Promise<void>;
}

/** Time for one read, retries included. */
export const READ_TIMEOUT_MS = 30_000;
/** Time for a list, all its pages included. */
export const LIST_TIMEOUT_MS = 60_000;

const MAX_TRIES = 4;
const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 4_000;

export function createHttp(config: PlatformConfig, dependencies: HttpDependencies): Http {
  const { clock, random } = dependencies;
  const log = dependencies.log ?? silentLogger;
  const base = checkBaseUrl(config);
  const credentials = Buffer.from(`${config.username}:${config.password}`, 'utf8').toString('base64');
  const ownSecrets = [config.password, credentials];
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
    ...(config.connectTimeoutMs === undefined ? {} : { connectTimeoutMs: config.connectTimeoutMs }),
    ...(config.maxResponseBytes === undefined ? {} : { maxResponseBytes: config.maxResponseBytes }),
    ...(config.connections === undefined ? {} : { connections: config.connections }),
  });
  const listeners = new Set<(report: ExchangeReport) => void>();
  const waiting = new Set<() => void>();
  let isClosed = false;

  const pause = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      const finish = (): void => {
        stop();
        waiting.delete(finish);
        resolve();
      };
      const stop = clock.after(delayMs, finish);
      waiting.add(finish);
    });

  const tryOnce = async <T>(request: ApiCall<T>, timeoutMs: number): Promise<ApiOutcome<T>> => {
    const startedAt = clock.now();
    const clean = request.secrets ? createCleaner([...ownSecrets, ...request.secrets]) : cleanOwn;
    const result = await exchanger.exchange({
      method: request.method,
      path: `${base.prefix}${request.path}${writeQuery(request.query)}`,
      headers: request.body ? { ...headers, 'content-type': 'application/json' } : headers,
      body: request.body ? JSON.stringify(request.body) : null,
      timeoutMs,
    });
    const outcome = judge(request, result, clock.now(), clean);
    const requestId = result.kind === 'answer' ? result.headers[headerNames.requestId] : undefined;
    const report: ExchangeReport = {
      operation: request.operation,
      kind: outcome.kind,
      status: result.kind === 'answer' ? result.status : null,
      error: outcome.kind === 'answered' ? null : outcome.error,
      requestId: requestId === undefined ? null : clean(requestId),
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
    now: () => clock.now(),
    observe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async call(request) {
      const timeoutMs = Math.min(request.timeoutMs, limits.requestTimeoutMs);
      const deadline = clock.now() + timeoutMs;
      const isSafe = request.method === 'GET';
      for (let tries = 1; ; tries += 1) {
        const outcome = await tryOnce(request, Math.max(1, deadline - clock.now()));
        if (!isSafe || tries >= MAX_TRIES || isClosed || !isWorthRetrying(outcome)) return outcome;
        const delayMs = Math.max(backoffMs(tries, random), retryAfterOf(outcome) ?? 0);
        // Waiting past the deadline only to give up there would help nobody.
        if (clock.now() + delayMs >= deadline) return outcome;
        await pause(delayMs);
        if (isClosed) return outcome;
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

/** Doubling from 250 ms to 4 s, the upper half of each left to chance so that tills do not return in step. */
export function backoffMs(
  tries: number,
  random: () => number,
  firstMs = FIRST_BACKOFF_MS,
  longestMs = LONGEST_BACKOFF_MS,
): number {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.min(tries - 1, 30));
  return Math.round(whole / 2 + (whole / 2) * random());
}

function isWorthRetrying(outcome: ApiOutcome<unknown>): boolean {
  if (outcome.kind === 'answered') return false;
  // Too many requests is the one refusal that passes by itself; time-outs have used up the whole time already.
  if (outcome.kind === 'refused') return outcome.error.code === 'API_RATE_LIMITED';
  return true;
}

function retryAfterOf(outcome: ApiOutcome<unknown>): number | null {
  return 'details' in outcome ? (outcome.details?.retryAfterMs ?? null) : null;
}

/** What an exchange means for the caller. */
function judge<T>(
  request: ApiCall<T>,
  result: ExchangeResult,
  nowMs: number,
  clean: (text: string) => string,
): ApiOutcome<T> {
  const { operation } = request;
  if (result.kind === 'failed') return judgeFailure(operation, result, request.timeoutMs, clean);
  const body = parseBody(result.body);
  const requestId = result.headers[headerNames.requestId] ?? null;
  const retryAfterMs = readRetryAfter(result.headers['retry-after'], nowMs);
  const details = readErrorDetails(result.status, requestId, body.json, retryAfterMs, clean);
  const isSuccess = result.status >= 200 && result.status < 300;
  if (!isSuccess) {
    const meaning = meaningOf(result.status);
    const error = answerError(operation, meaning.code, meaning.words, details);
    return { kind: meaning.kind, error, details };
  }
  const record = asObject(body.json);
  const value = record === null ? null : request.read(record);
  if (value !== null) return { kind: 'answered', value };
  const words = record === null ? `answered ${body.form} instead of JSON` : 'the answer lacks what it must have';
  return { kind: 'unknown', error: answerError(operation, 'API_UNREADABLE', words, details), details: null };
}

function judgeFailure(
  operation: string,
  failed: Extract<ExchangeResult, { kind: 'failed' }>,
  timeoutMs: number,
  clean: (text: string) => string,
): ApiOutcome<never> {
  const cause = safeCause(failed.cause, clean);
  const reason = systemCode(failed.cause) ?? failed.reason;
  const context = { operation, reason };
  const options = cause === undefined ? { context } : { context, cause };
  if (!failed.isSent) {
    const words = failed.reason === 'timeout' ? `no connection within ${timeoutMs} ms` : `no connection (${reason})`;
    return { kind: 'not-sent', error: new TillError('API_UNREACHABLE', `${operation}: ${words}`, options) };
  }
  const [code, words] = sentFailures[failed.reason](timeoutMs);
  return { kind: 'unknown', error: new TillError(code, `${operation}: ${words}`, options), details: null };
}

const sentFailures: Readonly<
  Record<Extract<ExchangeResult, { kind: 'failed' }>['reason'], (timeoutMs: number) => readonly [FailureCode, string]>
> = {
  timeout: (timeoutMs) => ['API_TIMEOUT', `no answer within ${timeoutMs} ms`],
  'too-large': () => ['API_UNREADABLE', 'the answer is too long'],
  broken: () => ['API_BROKEN', 'the connection broke before the answer was complete'],
  closed: () => ['API_BROKEN', 'the till closed the connection before the answer'],
};

/** Name and message of what was thrown, and no more: a parser's error carries the bytes it choked on. */
function safeCause(cause: unknown, clean: (text: string) => string): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  return Object.assign(new Error(clean(cause.message)), { name: cause.name });
}

/** The code of a system, TLS or client error, e.g. ECONNREFUSED; of the first inner one for an aggregate. */
function systemCode(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  const { code } = cause as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  return cause instanceof AggregateError ? systemCode(cause.errors[0]) : systemCode(cause.cause);
}

function parseBody(bytes: Buffer): { json: unknown; form: string } {
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trim();
  if (text === '') return { json: undefined, form: 'nothing' };
  try {
    return { json: hideSensitiveDeclines(JSON.parse(text)), form: 'JSON of another kind' };
  } catch {
    return { json: undefined, form: text.startsWith('<') ? 'a web page' : 'text' };
  }
}

function writeQuery(query: ApiCall<unknown>['query']): string {
  const parts = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function checkBaseUrl(config: PlatformConfig): { origin: string; host: string; prefix: string } {
  if (config.baseUrl === '' || config.username === '' || config.password === '') {
    throw new TillError('API_NOT_CONFIGURED', 'the platform needs an address, a username and a password');
  }
  let url: URL;
  try {
    url = new URL(config.baseUrl);
  } catch {
    throw new TillError('CFG_INVALID', 'the platform address is not a web address');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TillError('CFG_INVALID', 'the platform address must begin with https://');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TillError('CFG_INVALID', 'the platform address may not hold credentials, a query or a fragment');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && config.allowPlainHttp !== true) {
    throw new TillError('CFG_INVALID', 'plain http is refused except to this machine: it would show the password', {
      context: { host: url.host },
    });
  }
  // A line break here would be a second header of somebody else's choosing; undici refuses it later, this names it.
  if (/[^\x20-\x7e]/.test(`${config.version ?? ''}${config.userAgent ?? ''}`)) {
    throw new TillError('CFG_INVALID', 'header values must be plain text');
  }
  const name = config.versionHeader;
  if (
    name !== undefined &&
    (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(name) || takenHeaders.has(name.toLowerCase()))
  ) {
    throw new TillError('CFG_INVALID', 'the name of the version header must be a header name that is not in use');
  }
  return { origin: url.origin, host: url.host, prefix: url.pathname.replace(/\/+$/, '') };
}

/** Headers that a version header's name must not replace. */
const takenHeaders: ReadonlySet<string> = new Set([
  'accept',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.[0-9]{1,3}){3}$/.test(hostname);
}
