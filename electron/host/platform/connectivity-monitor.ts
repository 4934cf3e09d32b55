/** Monitors whether the platform is reachable: probes every half minute, and also evaluates every other call. */
import { backoff, type Clock } from '../../domain/index.ts';
import { type PlatformView } from '../../contract/index.ts';
import { PROBE_EVERY_MS, READ_TIMEOUT_MS } from './call.ts';
import type { ExchangeReport, Http } from './http.ts';

export interface ConnectivityMonitorOptions {
  http: Http;
  clock: Clock;
  random: () => number;
  publish: (view: PlatformView) => void;
}

/** Cheapest probe: one page with one Device. The value is also the operation's name in reports. */
const PROBE = 'GET /devices';
const RETRY_FIRST_MS = 1_000;
const probeRetryMs = backoff({ firstMs: RETRY_FIRST_MS, maxMs: 15_000, jitter: [0.5, 1] });

export class ConnectivityMonitor {
  readonly #options: ConnectivityMonitorOptions;
  #view: PlatformView;
  #failures = 0;
  #isAsking = false;
  #isStopped = false;
  #stopTimer: (() => void) | null = null;
  #stopObserving: (() => void) | null = null;

  constructor(options: ConnectivityMonitorOptions) {
    this.#options = options;
    const { host } = options.http;
    this.#view = { state: 'unknown', since: this.#iso(), askedAt: null, failure: null, host };
  }

  start(): void {
    this.#stopObserving = this.#options.http.observe((report) => this.#onReport(report));
    this.#options.publish(this.#view);
    this.#askLater(0);
  }

  /** Probes at once, because a change may have restored the access. */
  askNow(): void {
    if (this.#stopObserving && !this.#isAsking) this.#askLater(0);
  }

  /**
   * A card may be read soon, so open a connection now if none is free. This saves the customer the DNS, TCP and TLS
   * round trips: two or three of them.
   */
  preconnect(): void {
    if (this.#options.http.hasFreeConnection === false) this.askNow();
  }

  view(): PlatformView {
    return this.#view;
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopTimer?.();
    this.#stopObserving?.();
  }

  /** Every call is evidence: any answer of the platform, even a refusal, proves that it is reachable. */
  #onReport(report: ExchangeReport): void {
    const askedAt = this.#iso();
    const state = this.#stateAfter(report);
    this.#failures = state === 'reachable' ? 0 : this.#failures + 1;
    this.#view = {
      ...this.#view,
      state,
      since: state === this.#view.state ? this.#view.since : askedAt,
      askedAt,
      failure: state === 'reachable' ? null : (report.error?.toFailure() ?? null),
    };
    this.#options.publish(this.#view);
    // Probe soon after the first failure, so that a recovery is noticed early.
    if (state !== 'reachable' && this.#failures === 1 && !this.#isAsking) this.#askLater(RETRY_FIRST_MS);
  }

  #stateAfter({ kind, status, operation, error }: ExchangeReport): PlatformView['state'] {
    if (error?.code === 'API_NO_PASSWORD') return 'refused';
    // A fault, a redirect or a web page (from a gateway or a captive portal) does not come from a working platform.
    if (kind === 'unknown' || kind === 'not-sent') return 'unreachable';
    if (status === 401) return 'refused';
    // A 403 usually concerns one endpoint; on the Devices, or while access is refused, it concerns these credentials.
    if (status === 403 && (operation === PROBE || this.#view.state === 'refused')) return 'refused';
    return 'reachable';
  }

  #askLater(delayMs: number): void {
    this.#stopTimer?.();
    this.#stopTimer = this.#isStopped ? null : this.#options.clock.after(delayMs, () => void this.#ask());
  }

  async #ask(): Promise<void> {
    const { http, random } = this.#options;
    this.#stopTimer = null;
    this.#isAsking = true;
    await http.call({
      operation: PROBE,
      method: 'GET',
      path: '/devices',
      query: { limit: 1 },
      timeoutMs: READ_TIMEOUT_MS,
      // Any JSON object proves that the platform answered.
      read: (body) => body,
    });
    this.#isAsking = false;
    this.#askLater(this.#failures === 0 ? PROBE_EVERY_MS : probeRetryMs(this.#failures, random()));
  }

  #iso(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }
}
