/** Entry point of the sandbox, which serves the platform specification from this computer. */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { TillError } from '../contract/index.ts';
import { FaultQueue } from './faults/fault-queue.ts';
import { settle } from './jobs/settle.ts';
import { completeForms } from './operations/compliance.ts';
import { disputeTestAmounts } from './operations/disputes.ts';
import type { SandboxOptions } from './options.ts';
import { allHandlers } from './server/routes/index.ts';
import { buildServer } from './server/server.ts';
import { equals } from './store/collection.ts';
import { ensureCredentials } from './store/credentials.ts';
import { systemRandom } from './store/ids.ts';
import type { RandomBytes } from './store/ids.ts';
import { completeSeeds, seed, seededApplication } from './store/seeds.ts';
import { Store } from './store/store.ts';
import { platformClock, SkewedClock } from './time/clock.ts';
import { Timers } from './time/timers.ts';
import { recordEvents } from './webhooks/event-sources.ts';
import { Events } from './webhooks/events.ts';
import type { World } from './world/world.ts';

export type { SandboxClock } from './time/clock.ts';
export type { ControlReply, ControlRequest } from './server/control.ts';
export { CONTROL_PATH } from './server/control.ts';
export { formerSandboxFlags, readSandboxFlags, sandboxFlags } from './options.ts';
export type { SandboxFlagValues, SandboxOptions } from './options.ts';
export { faultProfileNames, faultProfiles, createFaultSource, faultNames } from './faults/fault-profile.ts';
export type { FaultProfile } from './faults/fault-profile.ts';
export { API_PAGE_PATH } from './server/api-page.ts';
export type { SandboxLogEntry } from './world/log.ts';
export { logLine } from './world/log.ts';
export { idempotencyModes } from './rules/idempotency.ts';

/** Default time, milliseconds, that a customer takes on the cloud route. The control endpoint can change it. */
const CLOUD_MS = 3_000;

export interface Sandbox {
  /** Base address without a trailing slash, e.g. `http://127.0.0.1:41234`. */
  url: string;
  /** Credentials of the first platform user. The username is the User's id. */
  username: string;
  password: string;
  /** Id and processor of the home merchant. */
  merchant: string;
  processor: string;
  /** Stops serving: aborts running requests and closes the database. Idempotent. */
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

/** The seeded application and its home merchant, created if the store is empty. */
function ensureSeeds(store: Store, seedNumber: number, now: number, random: RandomBytes) {
  if (!seededApplication(store)) seed(store, { seed: seedNumber, now });
  completeSeeds(store, random);
  const application = seededApplication(store);
  const home = application && store.merchants.find(application.home_merchant);
  if (!home) throw new TillError('JRNL_CORRUPT', 'The sandbox database has no home merchant');
  return { application, home };
}

class LocalSandbox implements Sandbox {
  readonly #store: Store;
  readonly #world: World;
  readonly #events: Events;
  readonly #timers: Timers;
  readonly #app: FastifyInstance;
  readonly #closing = new AbortController();
  #closed: Promise<void> | undefined;
  url = '';
  readonly username: string;
  readonly password: string;
  readonly merchant: string;
  readonly processor: string;

  constructor(store: Store, clock: SkewedClock, dataDir: string | null, options: SandboxOptions) {
    const { random = systemRandom, log = () => {}, seed: metricSeed = 1 } = options;
    this.#store = store;
    const { application, home } = ensureSeeds(store, metricSeed, clock.now(), random);
    ({ username: this.username, password: this.password } = ensureCredentials(store, application, dataDir, random));
    ({ id: this.merchant, processor: this.processor } = home);
    this.#events = new Events({ store, clock, random, log });
    this.#timers = new Timers(clock, () => this.#world.settle());
    this.#world = {
      store,
      clock,
      random,
      idempotency: options.idempotency ?? 'reference-original',
      seed: metricSeed,
      url: (path) => `${this.url}${path}`,
      settle: () => settle(this.#world),
      settleAt: (time) => this.#timers.at(time),
      later: (delayMs, task) => this.#timers.later(delayMs, task),
      setClockSkew: (skewMs) => clock.set(skewMs),
      events: this.#events,
      cloud: {
        answers: options.cloudAnswers ?? 'pending',
        decidesAfterMs: CLOUD_MS,
        card: 'approve',
        entry: null,
        presented: 0,
        tipMinor: 0,
      },
    };
    const faults = new FaultQueue();
    if (options.faultProfile) faults.setProfile(options.faultProfile);
    for (const serialNumber of options.offline ?? []) takeOffline(store, serialNumber);
    const handlers = allHandlers(this.#world);
    this.#app = buildServer({ world: this.#world, handlers, faults, log, closing: this.#closing.signal });
  }

  async start(port: number): Promise<void> {
    try {
      await this.#app.listen({ host: '127.0.0.1', port });
    } catch (error) {
      await this.#app.close();
      throw listenError(error, port);
    }
    this.url = `http://127.0.0.1:${(this.#app.server.address() as AddressInfo).port}`;
    completeForms(this.#world);
    disputeTestAmounts(this.#world);
    recordEvents(this.#world);
    this.#events.start();
    // Settle everything that fell due while the sandbox was off, and set timers for the rest.
    try {
      this.#world.settle();
      for (const time of this.#store.decisionTimes()) this.#timers.at(time);
    } catch (error) {
      await this.#stop();
      throw error;
    }
  }

  async #stop(): Promise<void> {
    this.#timers.close();
    await Promise.all([this.#app.close(), this.#events.close()]);
  }

  close(): Promise<void> {
    this.#closing.abort();
    return (this.#closed ??= this.#stop().then(() => this.#store.close()));
  }
}

/**
 * Starts a sandbox on the loopback interface.
 * @throws TillError LINK_BUSY, LINK_PERMISSION or CFG_INVALID because of the port; JRNL_IN_USE, JRNL_CORRUPT,
 * JRNL_NEWER or JRNL_UNWRITABLE because of the data folder
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = new SkewedClock(options.clock ?? platformClock);
  clock.set(options.clockSkewMs ?? 0);
  const dataDir = options.dataDir === undefined ? null : ensureFolder(options.dataDir);
  const store = new Store(dataDir, clock, options.random ?? systemRandom);
  try {
    const sandbox = new LocalSandbox(store, clock, dataDir, options);
    await sandbox.start(options.port ?? 0);
    return sandbox;
  } catch (error) {
    store.close();
    throw error;
  }
}
