/** The door of the sandbox: the platform specification, served from this computer. */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AddressInfo } from 'node:net';
import { TillError } from '../contract/index.ts';
import { SkewedClock, systemClock } from './clock.ts';
import type { SandboxClock } from './clock.ts';
import { completeForms } from './effects/compliance.ts';
import { disputeTestAmounts } from './effects/disputes.ts';
import { recordEvents } from './effects/event-sources.ts';
import { Events } from './effects/events.ts';
import { settle } from './effects/settle.ts';
import { Timers } from './effects/timers.ts';
import { FaultQueue } from './faults/faults.ts';
import type { WeatherSpec } from './faults/weather.ts';
import type { World } from './http/handlers.ts';
import { buildServer } from './http/server.ts';
import type { SandboxLog } from './log.ts';
import { allHandlers } from './routes/index.ts';
import type { IdempotencyMode } from './rules/idempotency.ts';
import { ensureCredentials } from './store/credentials.ts';
import { systemRandom } from './store/ids.ts';
import type { RandomBytes } from './store/ids.ts';
import { equals } from './store/collection.ts';
import { completeSeeds, seed, seededApplication } from './store/seeds.ts';
import { Store } from './store/store.ts';

export type { SandboxClock } from './clock.ts';
export type { ControlCommand, ControlReply, ControlRequest } from './faults/control.ts';
export { CONTROL_PATH } from './faults/control.ts';
export type { Fault, FaultRequest } from './faults/faults.ts';
export { readSandboxFlags, sandboxFlags } from './flags.ts';
export type { SandboxFlagValues } from './flags.ts';
export { badDayNames, badDays, createWeather, mishapNames } from './faults/weather.ts';
export type { BadDay, Latency, Mishap, WeatherSpec } from './faults/weather.ts';
export { API_PAGE_PATH } from './http/api-page.ts';
export type { SandboxLog, SandboxLogEntry } from './log.ts';
export { logLine } from './log.ts';
export type { IdempotencyMode } from './rules/idempotency.ts';
export { idempotencyModes } from './rules/idempotency.ts';

/** How long a customer takes on the cloud route, unless the control endpoint says otherwise, milliseconds. */
const CLOUD_MS = 3_000;

export interface SandboxOptions {
  /** Loopback port; 0 (default) takes a free one. */
  port?: number;
  /** Folder for the database and the credentials, made when it is not there. Without it everything is in memory. */
  dataDir?: string;
  clock?: SandboxClock;
  random?: RandomBytes;
  /** Of made-up device metrics. */
  seed?: number;
  /** What a repeated idempotency_id gets; `reference-original` unless told otherwise. */
  idempotency?: IdempotencyMode;
  log?: SandboxLog;
  /** Standing bad weather from the start; fair without it. */
  weather?: WeatherSpec;
  /** How far the platform's clock is ahead of the real one (negative: behind), milliseconds. */
  clockSkewMs?: number;
  /** Serial numbers of terminals that are off the network at the start. */
  offline?: readonly string[];
  /** The create on the cloud route answers PENDING at once (default), or is held open until it is decided. */
  cloudAnswers?: 'pending' | 'held';
}

export interface Sandbox {
  /** Base address without a trailing slash, e.g. `http://127.0.0.1:41234`. */
  url: string;
  /** Credentials of the first platform user. The username is the User's id. */
  username: string;
  password: string;
  /** Id and processor of the home merchant. */
  merchant: string;
  processor: string;
  /** Stops serving: whatever still waits is broken off, the database is closed. Idempotent. */
  close(): Promise<void>;
}

function listenError(error: unknown, port: number): TillError {
  const code = (error as NodeJS.ErrnoException).code;
  const cause = { cause: error, context: { port } };
  if (code === 'EADDRINUSE') return new TillError('LINK_BUSY', `Port ${port} is used by another program`, cause);
  if (code === 'EACCES') return new TillError('LINK_PERMISSION', `Port ${port} is not allowed`, cause);
  return new TillError('CFG_INVALID', `Port ${port} cannot be used: ${code ?? 'unknown reason'}`, cause);
}

/** @throws TillError CFG_INVALID when there is no such terminal */
function takeOffline(store: Store, serialNumber: string): void {
  const device = store.devices.first(equals('serial_number', serialNumber));
  if (!device) throw new TillError('CFG_INVALID', `The sandbox has no terminal with serial number ${serialNumber}`);
  store.devices.update(device, { is_online: false, offline_until: null });
}

function ensureFolder(path: string): string {
  const full = resolve(path);
  try {
    mkdirSync(full, { recursive: true, mode: 0o700 });
    return full;
  } catch (error) {
    throw new TillError('JRNL_UNWRITABLE', `The data folder ${full} cannot be used`, { cause: error });
  }
}

/**
 * Starts a sandbox on the loopback interface.
 * @throws TillError LINK_BUSY, LINK_PERMISSION, CFG_INVALID (port); JRNL_IN_USE, JRNL_CORRUPT, JRNL_NEWER,
 * JRNL_UNWRITABLE (data folder)
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, random = systemRandom, idempotency = 'reference-original' } = options;
  const clock = new SkewedClock(options.clock ?? systemClock);
  clock.set(options.clockSkewMs ?? 0);
  const metricSeed = options.seed ?? 1;
  const dataDir = options.dataDir === undefined ? null : ensureFolder(options.dataDir);
  const store = new Store(dataDir, clock, random);
  const closing = new AbortController();
  try {
    if (!seededApplication(store)) seed(store, { seed: metricSeed, now: clock.now() });
    completeSeeds(store, random);
    const application = seededApplication(store);
    const home = application && store.merchants.find(application.home_merchant);
    if (!home) throw new TillError('JRNL_CORRUPT', 'The sandbox database has no home merchant');
    const credentials = ensureCredentials(store, application, dataDir, random);

    let url = '';
    const log = options.log ?? (() => {});
    const events = new Events({ store, clock, random, log });
    const timers = new Timers(clock, () => settle(world));
    const world: World = {
      store,
      clock,
      random,
      idempotency,
      seed: metricSeed,
      url: (path) => `${url}${path}`,
      settle: () => settle(world),
      settleAt: (time) => timers.at(time),
      later: (delayMs, task) => timers.later(delayMs, task),
      setClockSkew: (skewMs) => clock.set(skewMs),
      events,
      cloud: { answers: options.cloudAnswers ?? 'pending', decidesAfterMs: CLOUD_MS, card: 'approve', tipMinor: 0 },
    };
    const faults = new FaultQueue();
    if (options.weather) faults.setWeather(options.weather);
    for (const serialNumber of options.offline ?? []) takeOffline(store, serialNumber);
    const app = buildServer({
      world,
      handlers: allHandlers(world),
      faults,
      log,
      closing: closing.signal,
    });
    try {
      await app.listen({ host: '127.0.0.1', port });
    } catch (error) {
      await app.close();
      throw listenError(error, port);
    }
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    completeForms(world);
    disputeTestAmounts(world);
    recordEvents(world);
    events.start();
    // What fell due while nothing ran, and timers for what will.
    try {
      world.settle();
      for (const time of store.decisionTimes()) timers.at(time);
    } catch (error) {
      timers.close();
      await Promise.all([app.close(), events.close()]);
      throw error;
    }

    let closed: Promise<void> | undefined;
    const close = async () => {
      closing.abort();
      timers.close();
      await Promise.all([app.close(), events.close()]);
      store.close();
    };
    return {
      url,
      ...credentials,
      merchant: home.id,
      processor: home.processor,
      close: () => (closed ??= close()),
    };
  } catch (error) {
    store.close();
    throw error;
  }
}
