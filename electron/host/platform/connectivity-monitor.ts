/** Whether the platform can be reached: asked every half minute, and learned from every other call in between. */
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

/** One page of one device: the cheapest question there is. Also its operation, as reports name it. */
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

  /** Something has changed that may let us in. */
  askNow(): void {
    if (this.#stopObserving && !this.#isAsking) this.#askLater(0);
  }

  /**
   * A card's data may be here in a moment: where no connection stands, the question is asked now, and names, TCP and TLS are behind us by
   * then. Two or three round trips of a customer's time.
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

  /** Any call proves something: an answer, even a refusal, that the platform is there. */
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
    // A till that has just lost the platform wants to know soon when it is back.
    if (state !== 'reachable' && this.#failures === 1 && !this.#isAsking) this.#askLater(RETRY_FIRST_MS);
  }

  #stateAfter({ kind, status, operation, error }: ExchangeReport): PlatformView['state'] {
    if (error?.code === 'API_NO_PASSWORD') return 'refused';
    // What answers with a fault, a redirect or a web page (a gateway, a hotel's log-in) is not the platform at work.
    if (kind === 'unknown' || kind === 'not-sent') return 'unreachable';
    if (status === 401) return 'refused';
    // 403 elsewhere is about that one endpoint; about the devices, or while locked out, it is about these credentials.
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
      // Any JSON object will do: only the platform answers with one.
      read: (body) => body,
    });
    this.#isAsking = false;
    this.#askLater(this.#failures === 0 ? PROBE_EVERY_MS : probeRetryMs(this.#failures, random()));
  }

  #iso(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }
}
