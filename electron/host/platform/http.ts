/**
 * The one request function of the platform client: HTTP Basic, the version header, time-outs, retries of safe reads,
 * and an outcome that keeps apart what money needs kept apart. It never rejects and never throws.
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
  /** Uniform from 0 to 1, for jitter. */
  random: () => number;
  log?: Logger;
  /** What carries the requests; default: real connections. */
  transport?: Transport;
  /** The platform has taken a password, and it was not the last one it took. */
  onPasswordWorked?: (which: Credential['which']) => void;
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

const MAX_TRIES = 4;
/** Characters kept of an `x-request-id`. */
const MAX_REQUEST_ID = 100;

export class Http {
  /** Host and port, never credentials. */
  readonly host: string;
  /** Host and port of the proxy in between, never its credentials. */
  readonly proxy: string | null;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #log: Logger;
  readonly #prefix: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #proxySecrets: readonly string[];
  readonly #credentials: Credentials;
  /** Keeps everything secret of every request out of what is said about it. */
  #clean: (text: string) => string;
  readonly #exchanger: Exchanger;
  readonly #listeners = new Set<(report: ExchangeReport) => void>();
  readonly #offset = new ClockOffset();
  readonly #closing = new AbortController();
  #isLetIn = false;

  /** Throws API_NOT_CONFIGURED or CFG_INVALID for settings that make no sense. */
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
      // The pause would end past the deadline: give up now.
      if (this.monotonic() + delayMs >= deadline) return outcome;
      await pause(this.#clock, delayMs, this.#closing.signal, ...(request.signal ? [request.signal] : []));
      if (isOver()) return outcome;
    }
  }

  /** Other passwords, from the next request on. */
  use(passwords: Passwords): void {
    this.#credentials.use(passwords);
    this.#isLetIn = false;
    this.#clean = createCleaner(this.#secrets);
  }

  /** Whether the platform's last word about the present passwords was not that it does not accept them. Before its first: false. */
  get isLetIn(): boolean {
    return this.#isLetIn;
  }

  /** Called after every single try. Returns a function that stops it. */
  observe(listener: (report: ExchangeReport) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#clock.now();
  }

  /** Milliseconds, by the clock that time-outs go by. */
  monotonic(): number {
    return this.#clock.monotonic();
  }

  /**
   * Platform's clock minus till's, milliseconds, by what the platform's answers say; 0 while they are seconds apart, and
   * where they do not say.
   */
  offsetMs(): number {
    return this.#offset.ms;
  }

  /** The platform's clock, milliseconds since 1970; null until an answer has named it. */
  platformNow(): number | null {
    return this.#offset.isKnown ? this.now() + this.#offset.ms : null;
  }

  /** Whether a request would go out at once; null: not known. */
  get hasFreeConnection(): boolean | null {
    return this.#exchanger.hasFreeConnection;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#exchanger.close();
    this.#listeners.clear();
  }

  /**
   * With the password that worked last, and after a 401 with the other one. A 401 proves that the request was not looked at, so it may
   * be sent again whatever it does; should a gateway have sent it twice nevertheless, it stands under the same idempotency id.
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
        if (isPlatformsOwn(outcome)) this.#isLetIn = !isRefused;
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

  /** What a request ends with that cannot be sent. */
  #noPassword(operation: string): Extract<ApiOutcome<never>, { kind: 'not-sent' }> {
    const { place = null, why = null } = this.#credentials.trouble ?? {};
    const error = new TillError('API_NO_PASSWORD', `${operation}: this till cannot have the platform’s password`, {
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
    // Before it is sent: other passwords may be in force when it is answered.
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

/** A gateway's page does not speak for the platform, and its clock is another. */
function isPlatformsOwn(outcome: ApiOutcome<unknown>): boolean {
  return outcome.kind === 'answered' || detailsOf(outcome)?.isOwn === true;
}

function writeQuery(query: ApiCall<unknown>['query']): string {
  const parts = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
