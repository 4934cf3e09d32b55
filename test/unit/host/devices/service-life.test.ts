/** Device service over time: refreshes, answers that overtake each other, faulty platforms, and closing. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DevicesChange, DeviceView } from '../../../../electron/contract/index.ts';
import { DeviceMatches, DeviceService } from '../../../../electron/host/devices/index.ts';
import { createLogger } from '../../../../electron/host/log/index.ts';
import type { Clock } from '../../../../electron/domain/index.ts';
import { connectPlatform } from '../../../../electron/host/platform/index.ts';
import { fastClock, html, json, startHostile, type HostileServer, type Reply } from '../platform/support.ts';
import { shownAfter, StandInCable, StandInPayments } from './support.ts';
import { stepWall, wallAheadMs } from '../../../wall/wall.ts';
import { until } from '../../../waiting.ts';

/** Clock whose tasks the test runs by their delay. */
class HandClock implements Clock {
  tasks: { delayMs: number; task: () => void }[] = [];
  #now = Date.UTC(2026, 10, 21);

  now(): number {
    return this.monotonic() + wallAheadMs();
  }

  monotonic(): number {
    this.#now += 1;
    return this.#now;
  }

  after(delayMs: number, task: () => void): () => void {
    stepWall();
    const entry = { delayMs, task };
    this.tasks.push(entry);
    return () => {
      this.tasks = this.tasks.filter((one) => one !== entry);
    };
  }

  waiting(delayMs: number): number {
    return this.tasks.filter((one) => one.delayMs === delayMs).length;
  }

  run(delayMs: number): void {
    const due = this.tasks.find((one) => one.delayMs === delayMs);
    if (!due) throw new Error(`nothing waits ${delayMs} ms`);
    this.tasks = this.tasks.filter((one) => one !== due);
    due.task();
  }
}

async function serve(reply: Reply): Promise<HostileServer> {
  const server = await startHostile(reply);
  onTestFinished(() => server.close());
  return server;
}

function serviceOf(url: string | null, clock: Clock) {
  const lines: string[] = [];
  const published: DeviceView[][] = [];
  const told: DevicesChange[] = [];
  const shown = shownAfter(published);
  const log = createLogger('devices', { write: (entry) => void lines.push(JSON.stringify(entry)) });
  const settings = url === null ? null : { url, username: 'US1', password: 'a-password', merchant: 'MU1' };
  const platform = connectPlatform({ settings, clock, random: () => 0.5, log, publish: () => undefined });
  onTestFinished(() => platform.close());
  const service = new DeviceService({
    platform,
    terminals: new StandInCable(),
    payments: new StandInPayments(),
    matches: new DeviceMatches({ platform, clock, random: () => 0.5, log, onChange: () => undefined }),
    clock,
    log,
    publish(change) {
      told.push(change);
      shown(change);
    },
  });
  onTestFinished(() => service.close());
  return { service, lines, published, told };
}

const device = (more: object = {}): object => ({
  id: 'DV1',
  merchant: 'MU1',
  enabled: false,
  connection: 'OPEN',
  ...more,
});
const listOf = (...devices: object[]): Reply =>
  json(200, { _embedded: { devices }, page: { limit: 100, next_cursor: null } });
const merchant = json(200, { id: 'MU1', processor: 'GATEWAY_B_V1' });

describe('the list', () => {
  it('is read on demand only, once for concurrent callers', async () => {
    let lists = 0;
    const server = await serve((socket, asked) => {
      if (asked.path === '/devices') lists += 1;
      return (
        asked.path === '/devices'
          ? listOf(device())
          : asked.path.startsWith('/merchants')
            ? merchant
            : json(200, device())
      )(socket, asked);
    });
    const clock = new HandClock();
    const { service, published } = serviceOf(server.url, clock);
    service.start();
    expect(clock.tasks.map(({ delayMs }) => delayMs)).toEqual([120_000]);
    clock.run(120_000);
    expect([lists, published]).toEqual([0, []]);
    const [one, other] = await Promise.all([service.list(), service.list()]);
    expect([lists, one.length]).toEqual([1, 1]);
    expect(other).toEqual(one);
    service.close();
    expect(clock.tasks).toEqual([]);
  });

  it('ends after a failure and does not count as read', async () => {
    const server = await serve(json(401, {}));
    const { service, told } = serviceOf(server.url, new HandClock());
    await expect(service.list()).rejects.toMatchObject({ code: 'API_UNAUTHORIZED' });
    expect(told.map(({ list }) => list)).toEqual([
      { isReading: true, readAt: null, count: 0 },
      { isReading: false, readAt: null, count: 0 },
    ]);
  });

  it('stops publishing and sets no timer when it is closed during a read', async () => {
    const held: (() => void)[] = [];
    const reply = (path: string): Reply => (path === '/devices' ? listOf(device()) : merchant);
    const server = await serve((socket, asked) => void held.push(() => reply(asked.path)(socket, asked)));
    const clock = new HandClock();
    const { service, published, told } = serviceOf(server.url, clock);
    const listing = service.list().catch(() => undefined);
    await expect.poll(() => held.length).toBe(1);
    const before = told.length;
    service.close();
    held[0]?.();
    await expect.poll(() => held.length).toBe(2); // the query of the merchant
    held[1]?.();
    await listing;
    expect([published, told.length]).toEqual([[], before]);
  });

  it('is refused with a typed error and without a timer if there is no platform', async () => {
    const clock = new HandClock();
    const { service } = serviceOf(null, clock);
    service.start();
    expect(clock.tasks).toEqual([]);
    const refusal = { code: 'API_NOT_CONFIGURED' };
    await expect(service.list()).rejects.toMatchObject(refusal);
    await expect(service.get('DV1')).rejects.toMatchObject(refusal);
    await expect(service.offers('DV1')).rejects.toMatchObject(refusal);
    await expect(service.metrics('DV1', 1)).rejects.toMatchObject(refusal);
    await expect(service.act({ device: 'DV1', action: 'CANCEL' })).rejects.toMatchObject(refusal);
  });
});

describe('answers out of order', () => {
  it('an older list does not undo a later read-back', async () => {
    const held: (() => void)[] = [];
    const server = await serve((socket, asked) => {
      if (asked.path === '/devices') return listOf(device())(socket, asked);
      if (asked.path.startsWith('/merchants')) return merchant(socket, asked);
      // The list's request for this Device waits; the later request is answered first.
      if (held.length === 0) return void held.push(() => json(200, device({ enabled: false }))(socket, asked));
      return json(200, device({ enabled: true }))(socket, asked);
    });
    const clock = fastClock();
    const { service, published } = serviceOf(server.url, clock);
    const listing = service.list();
    await expect.poll(() => held.length).toBe(1);
    const listedAt = clock.monotonic();
    await until(() => clock.monotonic() > listedAt, 'a later moment');
    expect(await service.get('DV1')).toMatchObject({ isEnabled: true });
    held[0]?.();
    expect((await listing).map(({ isEnabled }) => isEnabled)).toEqual([true]);
    expect(published.at(-1)?.map(({ isEnabled }) => isEnabled)).toEqual([true]);
  });

  it('removes a Device that is missing from the list', async () => {
    let devices = [device(), device({ id: 'DV2' })];
    const server = await serve((socket, asked) => {
      if (asked.path === '/devices') return listOf(...devices)(socket, asked);
      if (asked.path.startsWith('/merchants')) return merchant(socket, asked);
      return json(200, device({ id: asked.path.split('/').at(-1) }))(socket, asked);
    });
    const clock = fastClock();
    const { service, published } = serviceOf(server.url, clock);
    await service.list();
    expect(published.at(-1)?.map(({ id }) => id)).toEqual(['DV1', 'DV2']);
    devices = [device()];
    await service.list();
    expect(published.at(-1)?.map(({ id }) => id)).toEqual(['DV1']);
  });
});

describe('a platform that does not report its effect', () => {
  /** Answers reads of the Device with each reply in turn, the last reply forever; actions with `put`. */
  function acting(put: Reply, ...reads: Reply[]): Reply {
    let count = 0;
    return (socket, asked) => {
      if (asked.path.startsWith('/merchants')) return merchant(socket, asked);
      if (asked.method === 'PUT') return put(socket, asked);
      const read = reads[Math.min(count, reads.length - 1)];
      count += 1;
      return read?.(socket, asked);
    };
  }

  it('answers CANCEL and ACTIVATE with another record, so the till reads the Device back', async () => {
    const transfer = json(200, { id: 'TR1', state: 'CANCELED', failure_code: 'CANCELLATION_VIA_API' });
    const server = await serve(acting(transfer, json(200, device()), json(200, device({ enabled: true }))));
    const { service } = serviceOf(server.url, fastClock());
    const done = await service.act({ device: 'DV1', action: 'ACTIVATE', activationCode: '1' });
    expect(done).toMatchObject({
      readBack: { kind: 'changed', changes: [{ field: 'enabled', from: false, to: true }] },
      device: { isEnabled: true },
    });
  });

  it('reports the action as done and unread if the Device cannot be read afterwards', async () => {
    const server = await serve(acting(json(200, {}), json(200, device()), html(404)));
    const { service, lines } = serviceOf(server.url, fastClock());
    const done = await service.act({ device: 'DV1', action: 'ACTIVATE', activationCode: '1' });
    expect(done).toMatchObject({ device: null, readBack: { kind: 'unread' } });
    expect(lines.join()).toContain('could not be read back');
  });

  it('answers an action with a web page, so the till throws and does not report it as done', async () => {
    const server = await serve(acting(html(200), json(200, device())));
    const { service } = serviceOf(server.url, fastClock());
    await expect(service.act({ device: 'DV1', action: 'ACTIVATE' })).rejects.toMatchObject({ code: 'API_UNREADABLE' });
  });

  it('accepts a REBOOT without reporting the terminal as offline', async () => {
    const server = await serve(acting(json(200, {}), json(200, device({ enabled: true }))));
    const { service } = serviceOf(server.url, fastClock(100));
    const done = await service.act({ device: 'DV1', action: 'REBOOT' });
    expect(done.readBack).toEqual({ kind: 'never-away' });
  });

  it('ends its wait during a restart when the till stops', async () => {
    const away = json(200, device({ enabled: true, connection: 'CLOSED' }));
    const server = await serve(acting(json(200, {}), json(200, device({ enabled: true })), away));
    const clock = new HandClock();
    const { service, published } = serviceOf(server.url, clock);
    const rebooting = service.act({ device: 'DV1', action: 'REBOOT' });
    await expect.poll(() => clock.waiting(500)).toBe(1);
    const shown = published.length;
    service.close();
    await expect(rebooting).rejects.toMatchObject({ code: 'HOST_STOPPING' });
    expect([clock.tasks, published.length]).toEqual([[], shown]);
  });
});
