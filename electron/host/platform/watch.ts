/** The platform's light: asked every half minute, told by every other call in between, never overlapping. */
import { backoff, type PlatformView } from '../../contract/index.ts';
import type { Clock } from '../clock.ts';
import type { PlatformClient } from './client.ts';
import type { ExchangeReport, Http } from './http.ts';

export interface WatchOptions {
  http: Http;
  client: PlatformClient;
  clock: Clock;
  random: () => number;
  publish: (view: PlatformView) => void;
}

export interface Watch {
  start(): void;
  view(): PlatformView;
  stop(): void;
}

/** Operation of the probe, as reports name it. */
const PROBE = 'GET /devices';
const ASK_EVERY_MS = 30_000;
const RETRY_FIRST_MS = 1_000;
const probeRetryMs = backoff({ firstMs: RETRY_FIRST_MS, maxMs: 15_000, jitter: [0.5, 1] });

export function createWatch({ http, client, clock, random, publish }: WatchOptions): Watch {
  const iso = (): string => new Date(clock.now()).toISOString();
  let view: PlatformView = { state: 'unknown', since: iso(), askedAt: null, failure: null, host: http.host };
  let failures = 0;
  let stopTimer: (() => void) | null = null;
  let isAsking = false;
  let isStopped = false;

  function stateAfter({ kind, status, operation }: ExchangeReport): PlatformView['state'] {
    // Whoever answers a fault, a redirect or a web page (a gateway, a hotel's log-in) is not the platform at work.
    if (kind === 'unknown' || kind === 'not-sent') return 'unreachable';
    if (status === 401) return 'refused';
    // 403 elsewhere is about that one endpoint; about the devices, or while locked out, it is about these credentials.
    if (status === 403 && (operation === PROBE || view.state === 'refused')) return 'refused';
    return 'reachable';
  }

  /** Any call proves something: an answer, even a refusal, that the platform is there. */
  function onReport(report: ExchangeReport): void {
    const askedAt = iso();
    const state = stateAfter(report);
    failures = state === 'reachable' ? 0 : failures + 1;
    const since = state === view.state ? view.since : askedAt;
    view = {
      ...view,
      state,
      since,
      askedAt,
      failure: state === 'reachable' ? null : (report.error?.toFailure() ?? null),
    };
    publish(view);
    // A till that has just lost the platform wants to know soon when it is back.
    if (state !== 'reachable' && failures === 1 && !isAsking) askLater(RETRY_FIRST_MS);
  }

  function askLater(delayMs: number): void {
    stopTimer?.();
    stopTimer = isStopped ? null : clock.after(delayMs, () => void ask());
  }

  async function ask(): Promise<void> {
    stopTimer = null;
    isAsking = true;
    await client.devices.probe();
    isAsking = false;
    askLater(failures === 0 ? ASK_EVERY_MS : probeRetryMs(failures, random()));
  }

  let stopObserving: (() => void) | null = null;
  return {
    start() {
      stopObserving = http.observe(onReport);
      publish(view);
      askLater(0);
    },
    view: () => view,
    stop() {
      isStopped = true;
      stopTimer?.();
      stopObserving?.();
    },
  };
}
