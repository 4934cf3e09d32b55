/**
 * HTTP client of the platform: HTTP Basic, version header, timeouts, retries of safe reads, and outcomes that separate
 * "refused", "not sent" and "unknown" for money. It never rejects or throws.
 */
import { isLoopback, pause, type Clock } from '../../domain/index.ts';
import { TillError } from '../../contract/index.ts';
import { headers as headerNames, limits, versions } from '../../platform-api/generated/operations.ts';
import { silentLogger, type Logger } from '../log/index.ts';
import { checkBaseUrl } from './address.ts';
import type { Passwords } from '../../config/index.ts';
import { detailsOf, type ApiCall, type ApiOutcome, type PlatformConfig } from './call.ts';
import { classify } from './classify.ts';
import { ClockOffset } from './clock-offset.ts';
import { Credentials, type Credential } from './credentials.ts';
import { createCleaner } from './errors.ts';
import { Exchanger, type Transport } from './exchange.ts';
import { proxyHost, proxySecrets } from './network.ts';
import { callRetryMs, isWorthRetrying, retryAfterOf } from './retries.ts';

export interface HttpDependencies {
  clock: Clock;
  /** Uniform random number in 0..1, for jitter. */
  random: () => number;
  log?: Logger;
  /** Carrier of the requests. Default: real connections. */
  transport?: Transport;
  /** Called when the platform has accepted a password other than the last accepted one. */
  onPasswordWorked?: (which: Credential['which']) => void;
}

/** Report of one request, for monitoring and logs. */
export interface ExchangeReport {
  operation: string;
  kind: ApiOutcome<unknown>['kind'];
  /** HTTP status, or null without an answer. */
  status: number | null;
  error: TillError | null;
  requestId: string | null;
  tookMs: number;
}

const MAX_TRIES = 4;
/** Maximum stored characters of an `x-request-id`. */
const MAX_REQUEST_ID = 100;

export class Http {
  /** Host and port, never credentials. */
  readonly host: string;
  /** Host and port of the proxy, never its credentials, or null. */
  readonly proxy: string | null;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #log: Logger;
  readonly #prefix: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #proxySecrets: readonly string[];
  readonly #credentials: Credentials;
  /** Removes the secrets of every request from texts. */
  #clean: (text: string) => string;
  readonly #exchanger: Exchanger;
  readonly #listeners = new Set<(report: ExchangeReport) => void>();
  readonly #offset = new ClockOffset();
  readonly #closing = new AbortController();
  #isPasswordAccepted = false;

  /** @throws API_NOT_CONFIGURED or CFG_INVALID when the settings are invalid */
  constructor(config: PlatformConfig, dependencies: HttpDependencies) {
    const { clock, random, log = silentLogger, transport, onPasswordWorked = () => undefined } = dependencies;
    const base = checkBaseUrl(config);
    const proxy = isLoopback(new URL(base.origin).hostname) ? null : (config.proxy ?? null);
    this.host = base.host;
    this.proxy = proxy === null ? null : proxyHost(proxy);
    this.#clock = clock;
    this.#random = random;
    this.#log = log;
    this.#prefix = base.prefix;
    this.#proxySecrets = proxy === null ? [] : proxySecrets(proxy);
    this.#credentials = new Credentials(config.username, config, onPasswordWorked, () => clock.monotonic());
    this.#clean = createCleaner(this.#secrets);
    this.#headers = {
      accept: 'application/hal+json, application/json;q=0.9',
      [(config.versionHeader ?? headerNames.version).toLowerCase()]: config.version ?? versions.cursorPagination,
      'user-agent': config.userAgent ?? 'Tillbridge',
    };
    const { authorities, connectTimeoutMs, maxResponseBytes, connections } = config;
    this.#exchanger = new Exchanger({
      origin: base.origin,
      clock,
      proxy,
      ...(transport ? { transport } : {}),
      ...(authorities ? { authorities } : {}),
      ...(connectTimeoutMs === undefined ? {} : { connectTimeoutMs }),
      ...(maxResponseBytes === undefined ? {} : { maxResponseBytes }),
      ...(connections === undefined ? {} : { connections }),
    });
  }

  async call<T>(request: ApiCall<T>): Promise<ApiOutcome<T>> {
    const timeoutMs = Math.min(request.timeoutMs, limits.requestTimeoutMs);
    const deadline = this.monotonic() + timeoutMs;
    const rule = request.retry ?? (request.method === 'GET' ? 'read' : 'never');
    const isOver = (): boolean => this.#closing.signal.aborted || request.signal?.aborted === true;
    for (let tries = 1; ; tries += 1) {
      const outcome = await this.#tryOnce(request, Math.max(1, deadline - this.monotonic()));
      if (tries >= MAX_TRIES || isOver() || !isWorthRetrying(outcome, rule)) return outcome;
      const delayMs = Math.max(callRetryMs(tries, this.#random()), retryAfterOf(outcome) ?? 0);
      // The delay would pass the deadline, so end the retries now.
      if (this.monotonic() + delayMs >= deadline) return outcome;
      await pause(this.#clock, delayMs, this.#closing.signal, ...(request.signal ? [request.signal] : []));
      if (isOver()) return outcome;
    }
  }

  /** Changes the passwords from the next request on. */
  use(passwords: Passwords): void {
    this.#credentials.use(passwords);
    this.#isPasswordAccepted = false;
    this.#clean = createCleaner(this.#secrets);
  }

  /** True if the platform's last answer accepted the present passwords. False before its first answer. */
  get isPasswordAccepted(): boolean {
    return this.#isPasswordAccepted;
  }

  /** Registers a listener for every single attempt. Returns a function that removes it. */
  observe(listener: (report: ExchangeReport) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#clock.now();
  }

  /** Milliseconds of the clock that measures timeouts. */
  monotonic(): number {
    return this.#clock.monotonic();
  }

  /**
   * Platform's clock minus the till's, in milliseconds, as learned from the platform's answers; 0 if the difference is
   * a few seconds or unknown.
   */
  offsetMs(): number {
    return this.#offset.ms;
  }

  /** Platform's clock in milliseconds since 1970, or null until an answer has contained it. */
  platformNow(): number | null {
    return this.#offset.isKnown ? this.now() + this.#offset.ms : null;
  }

  /** True if a connection is free for the next request, or null if unknown. */
  get hasFreeConnection(): boolean | null {
    return this.#exchanger.hasFreeConnection;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#exchanger.close();
    this.#listeners.clear();
  }

  /**
   * Sends with the password that worked last, and after a 401 with the other password. A 401 proves that the request
   * was not processed, so every request may be repeated. Even if a gateway has forwarded both, they share one
   * idempotency id.
   */
  async #tryOnce<T>(request: ApiCall<T>, timeoutMs: number): Promise<ApiOutcome<T>> {
    const deadline = this.monotonic() + timeoutMs;
    const tried: Credential[] = [];
    for (let one = this.#credentials.next(tried); one !== null; one = this.#credentials.next(tried)) {
      if (tried.length > 0)
        this.#log.warn('the platform refused a password; the other one is tried', {
          operation: request.operation,
          now: one.which,
        });
      tried.push(one);
      const { outcome, report } = await this.#send(request, Math.max(1, deadline - this.monotonic()), one);
      const isOver = this.#closing.signal.aborted || request.signal?.aborted === true || this.monotonic() >= deadline;
      const isRefused = detailsOf(outcome)?.status === 401;
      if (!isRefused || isOver || this.#credentials.next(tried) === null) {
        this.#report(report);
        if (isPlatformsOwn(outcome)) this.#isPasswordAccepted = !isRefused;
        if (!isRefused && isPlatformsOwn(outcome)) this.#credentials.worked(one);
        return outcome;
      }
    }
    const none = this.#noPassword(request.operation);
    this.#report({
      operation: request.operation,
      kind: none.kind,
      status: null,
      error: none.error,
      requestId: null,
      tookMs: 0,
    });
    return none;
  }

  get #secrets(): string[] {
    return [...this.#credentials.secrets, ...this.#proxySecrets];
  }

  /** Outcome of a request that cannot be sent. */
  #noPassword(operation: string): Extract<ApiOutcome<never>, { kind: 'not-sent' }> {
    const { place = null, why = null } = this.#credentials.trouble ?? {};
    const error = new TillError('API_NO_PASSWORD', `${operation}: this till cannot read the platform’s password`, {
      context: { operation, place, why },
    });
    return { kind: 'not-sent', error };
  }

  async #send<T>(
    request: ApiCall<T>,
    timeoutMs: number,
    credential: Credential,
  ): Promise<{ outcome: ApiOutcome<T>; report: ExchangeReport }> {
    const sentAt = this.now();
    const startedAt = this.monotonic();
    const { operation, method, path, query, body, upload, accept, signal, file, secrets } = request;
    // Create the cleaner before sending, because the passwords may change before the answer.
    const clean = secrets?.length ? createCleaner([...this.#secrets, ...secrets]) : this.#clean;
    const type = upload?.type ?? (body ? 'application/json' : null);
    const result = await this.#exchanger.exchange({
      method,
      path: `${this.#prefix}${path}${writeQuery(query)}`,
      headers: {
        ...this.#headers,
        authorization: credential.header,
        ...(type === null ? {} : { 'content-type': type }),
        ...(accept === undefined ? {} : { accept }),
      },
      body: upload?.bytes ?? (body ? JSON.stringify(body) : null),
      timeoutMs,
      ...(file ? { maxBytes: file.maxBytes } : {}),
      ...(signal ? { signal } : {}),
    });
    const outcome = classify(request, result, this.now(), clean);
    const answer = result.kind === 'answer' ? result : null;
    if (answer && isPlatformsOwn(outcome)) this.#offset.heard(answer.headers['date'], sentAt, this.now());
    const requestId = answer?.headers[headerNames.requestId];
    const report: ExchangeReport = {
      operation,
      kind: outcome.kind,
      status: answer?.status ?? null,
      error: outcome.kind === 'answered' ? null : outcome.error,
      requestId: requestId === undefined ? null : clean(requestId).slice(0, MAX_REQUEST_ID),
      tookMs: Math.round(this.monotonic() - startedAt),
    };
    return { outcome, report };
  }

  #report(report: ExchangeReport): void {
    const { error, ...fields } = report;
    if (error) this.#log.warn('platform call failed', { ...fields, code: error.code, context: error.context });
    else this.#log.debug('platform call', fields);
    for (const listener of this.#listeners) listener(report);
  }
}

/**
 * An answer is the platform's own if it is a success or its error envelope. A gateway's page and clock are no evidence.
 */
function isPlatformsOwn(outcome: ApiOutcome<unknown>): boolean {
  return outcome.kind === 'answered' || detailsOf(outcome)?.isOwn === true;
}

function writeQuery(query: ApiCall<unknown>['query']): string {
  const parts = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
