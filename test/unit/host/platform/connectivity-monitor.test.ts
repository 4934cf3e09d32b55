/** Reachability of the platform: events that change it, and the rate of probes. On a manual clock. */
import { describe, expect, it } from 'vitest';
import { TillError, type PlatformView } from '../../../../electron/contract/index.ts';
import { ConnectivityMonitor } from '../../../../electron/host/platform/connectivity-monitor.ts';
import type { ExchangeReport, Http } from '../../../../electron/host/platform/http.ts';
import { harnessOf, fastClock, html, json, startHostile } from './support.ts';
import { ManualClock, settle } from '../payments/world.ts';

type Report = Pick<ExchangeReport, 'kind' | 'status'> & { operation?: string; code?: TillError['code'] };

const good: Report = { kind: 'answered', status: 200 };
const gone: Report = { kind: 'not-sent', status: null, code: 'API_UNREACHABLE' };

/** Monitor on a fake client whose probes wait for the test's answers. */
function makeMonitor() {
  const clock = new ManualClock();
  const listeners = new Set<(report: ExchangeReport) => void>();
  const views: PlatformView[] = [];
  const open: (() => void)[] = [];
  let asked = 0;
  const http = {
    host: 'platform.example',
    observe(listener: (report: ExchangeReport) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async call() {
      asked += 1;
      await new Promise<void>((resolve) => open.push(resolve));
      return { kind: 'answered', value: null } as const;
    },
  } as unknown as Http;
  const monitor = new ConnectivityMonitor({ http, clock, random: () => 1, publish: (view) => void views.push(view) });
  const report = ({ kind, status, operation = 'GET /authorizations', code }: Report): void => {
    const error = kind === 'answered' ? null : new TillError(code ?? 'API_SERVER', 'no', { context: {} });
    for (const listener of listeners) listener({ operation, kind, status, error, requestId: null, tookMs: 1 });
  };
  return {
    clock,
    monitor,
    views,
    report,
    get asked() {
      return asked;
    },
    /** Probes in flight. */
    get open() {
      return open.length;
    },
    get isHeard() {
      return listeners.size > 0;
    },
    /** Ends the probe in flight with these reports, one per attempt. */
    async answer(...reports: Report[]) {
      for (const one of reports) report({ operation: 'GET /devices', ...one });
      open.shift()?.();
      await settle();
    },
  };
}

async function started() {
  const it = makeMonitor();
  it.monitor.start();
  await it.clock.advance(0);
  return it;
}

describe('connectivity monitor', () => {
  it('is unknown until the first answer, and probes at once', async () => {
    const { views, asked } = await started();
    expect(views).toEqual([
      { state: 'unknown', since: '2026-01-05T09:00:00.000Z', askedAt: null, failure: null, host: 'platform.example' },
    ]);
    expect(asked).toBe(1);
  });

  it.each<[string, Report, PlatformView['state'], string | null]>([
    ['an answer', good, 'reachable', null],
    ['404: it is there', { kind: 'refused', status: 404 }, 'reachable', null],
    ['422: it is there', { kind: 'refused', status: 422 }, 'reachable', null],
    ['402: it is there', { kind: 'refused', status: 402 }, 'reachable', null],
    ['429: it is there', { kind: 'refused', status: 429 }, 'reachable', null],
    ['401', { kind: 'refused', status: 401, code: 'API_UNAUTHORIZED' }, 'refused', 'API_UNAUTHORIZED'],
    [
      '403 on the devices',
      { kind: 'refused', status: 403, code: 'API_FORBIDDEN', operation: 'GET /devices' },
      'refused',
      'API_FORBIDDEN',
    ],
    [
      '403 on one other endpoint',
      { kind: 'refused', status: 403, operation: 'GET /merchants/{merchant_id}' },
      'reachable',
      null,
    ],
    ['500', { kind: 'unknown', status: 500 }, 'unreachable', 'API_SERVER'],
    ['503', { kind: 'unknown', status: 503 }, 'unreachable', 'API_SERVER'],
    ['408', { kind: 'unknown', status: 408, code: 'API_TIMEOUT' }, 'unreachable', 'API_TIMEOUT'],
    ['a web page with 200', { kind: 'unknown', status: 200, code: 'API_UNREADABLE' }, 'unreachable', 'API_UNREADABLE'],
    ['a redirect', { kind: 'unknown', status: 302, code: 'API_UNREADABLE' }, 'unreachable', 'API_UNREADABLE'],
    ['no connection', gone, 'unreachable', 'API_UNREACHABLE'],
    ['no answer', { kind: 'unknown', status: null, code: 'API_TIMEOUT' }, 'unreachable', 'API_TIMEOUT'],
  ])('shows the state after %s', async (_, report, state, code) => {
    const it = await started();
    it.report(report);
    expect(it.monitor.view()).toMatchObject({ state, failure: code === null ? null : { code } });
    expect(it.views.at(-1)).toEqual(it.monitor.view());
  });

  it('keeps `since` while the state stays, and reports the last probe’s time', async () => {
    const { clock, monitor, report } = await started();
    const at = (): string => new Date(clock.now()).toISOString();
    await clock.advance(1_000);
    report(good);
    const reachable = at();
    await clock.advance(5_000);
    report(good);
    expect(monitor.view()).toMatchObject({ since: reachable, askedAt: at() });
    report(gone);
    const lost = at();
    await clock.advance(100);
    report({ kind: 'unknown', status: 500 });
    // The reason changes, the state does not.
    expect(monitor.view()).toMatchObject({ since: lost, askedAt: at(), failure: { code: 'API_SERVER' } });
    report(good);
    expect(monitor.view()).toMatchObject({ state: 'reachable', since: at(), failure: null });
  });

  it('stays refused if every answer is 403 while access is refused', async () => {
    const { monitor, report } = await started();
    report({ kind: 'refused', status: 403, operation: 'GET /devices' });
    report({ kind: 'refused', status: 403, operation: 'GET /authorizations' });
    expect(monitor.view().state).toBe('refused');
    report(good);
    expect(monitor.view().state).toBe('reachable');
  });

  it('probes every half minute while the platform answers', async () => {
    const it = await started();
    await it.answer(good);
    await it.clock.advance(29_999);
    expect(it.asked).toBe(1);
    await it.clock.advance(1);
    expect(it.asked).toBe(2);
  });

  it('probes soon after a loss, ever more rarely, and as before after recovery', async () => {
    const it = await started();
    await it.answer(gone);
    const gaps: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const [asked, startedAt] = [it.asked, it.clock.now()];
      while (it.asked === asked) await it.clock.advance(100);
      gaps.push(it.clock.now() - startedAt);
      await it.answer(gone);
    }
    expect(gaps).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    await it.clock.advance(15_000);
    await it.answer(good);
    const { asked } = it;
    await it.clock.advance(29_000);
    expect(it.asked).toBe(asked);
    await it.clock.advance(1_000);
    expect(it.asked).toBe(asked + 1);
  });

  it('another call’s failure brings the next probe forward', async () => {
    const it = await started();
    await it.answer(good);
    await it.clock.advance(5_000);
    it.report(gone);
    await it.clock.advance(1_000);
    expect(it.asked).toBe(2);
  });

  it('never probes twice at a time, however many attempts fail during a probe', async () => {
    const it = await started();
    for (let round = 0; round < 5; round += 1) {
      it.report({ ...gone, operation: 'GET /devices' });
      it.report(good);
      await it.clock.advance(60_000);
    }
    expect([it.open, it.asked]).toEqual([1, 1]);
    await it.answer(good);
    await it.clock.advance(30_000);
    expect([it.open, it.asked]).toEqual([1, 2]);
  });

  it('stops probing, listening and publishing', async () => {
    const it = await started();
    await it.answer(gone);
    it.monitor.stop();
    const count = it.views.length;
    await it.clock.advance(120_000);
    expect([it.asked, it.isHeard, it.views.length]).toEqual([1, false, count]);
  });

  it('starts no other probe if it is stopped during a probe', async () => {
    const it = await started();
    it.monitor.stop();
    await it.answer(gone);
    await it.clock.advance(120_000);
    expect(it.asked).toBe(1);
  });

  it('reports with the real client: unreachable, behind a web page, reachable', async () => {
    let reply = json(200, { page: { limit: 1, next_cursor: null } });
    const server = await startHostile((socket, asked) => reply(socket, asked));
    const harness = harnessOf(server.url, {}, fastClock(100));
    const states: string[] = [];
    const monitor = new ConnectivityMonitor({
      http: harness.http,
      clock: fastClock(100),
      random: () => 0.5,
      publish: ({ state }) => void (states.at(-1) === state || states.push(state)),
    });
    monitor.start();
    await expect.poll(() => monitor.view().state).toBe('reachable');
    reply = html(200);
    await expect.poll(() => monitor.view().state, { timeout: 60_000 }).toBe('unreachable');
    expect(monitor.view().failure?.code).toBe('API_UNREADABLE');
    reply = json(401, {});
    await expect.poll(() => monitor.view().state, { timeout: 60_000 }).toBe('refused');
    reply = json(200, {});
    await expect.poll(() => monitor.view().state, { timeout: 60_000 }).toBe('reachable');
    expect(states).toEqual(['unknown', 'reachable', 'unreachable', 'refused', 'reachable']);
    monitor.stop();
    await harness.close();
    await server.close();
  });

  it('probes before a card only if no connection is open', async () => {
    let isKept = false;
    const server = await startHostile((socket, asked) => {
      json(200, {}, isKept ? {} : { connection: 'close' })(socket, asked);
      if (!isKept) socket.end();
    });
    const harness = harnessOf(server.url);
    const clock = new ManualClock();
    const monitor = new ConnectivityMonitor({ http: harness.http, clock, random: () => 0.5, publish: () => undefined });
    const warm = async (): Promise<boolean | null> => {
      monitor.preconnect();
      await clock.advance(0);
      await expect.poll(() => monitor.view().askedAt === new Date(clock.now()).toISOString()).toBe(true);
      return harness.http.hasFreeConnection;
    };
    expect(harness.http.hasFreeConnection).toBe(false);
    monitor.start();
    expect(await warm()).toBe(false); // the first probe, whose connection the platform has closed
    isKept = true;
    await clock.advance(1_000);
    expect(await warm()).toBe(true);
    await clock.advance(1_000);
    monitor.preconnect();
    await clock.advance(0);
    expect(server.asked).toHaveLength(2);
    monitor.stop();
    await harness.close();
    await server.close();
  });
});
