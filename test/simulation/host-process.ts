/**
 * One life of the host: the real engine, recovery, reconciliation poll and platform client, composed as electron/host/compose/ does, on
 * a clock, a disk, a network and terminals that all die with it. Nothing of a dead process is heard of again.
 */
import { toFailure, type AttemptView } from '../../electron/contract/index.ts';
import { DeviceMatches } from '../../electron/host/devices/index.ts';
import type { Logger } from '../../electron/host/log/index.ts';
import type { Clock } from '../../electron/host/time/index.ts';
import { PaymentEngine, resumePayments } from '../../electron/host/payments/index.ts';
import { connectPlatform } from '../../electron/host/platform/index.ts';
import { Killed } from './crash.ts';
import type { Disk } from './disk.ts';
import type { Network } from './network.ts';
import type { Platform, PlatformRequest } from './platform.ts';
import type { Random } from './random.ts';
import type { Record as Log } from './record.ts';
import type { Scheduler } from './scheduler.ts';
import type { Terminals } from './terminals.ts';
import type { CrashPoint } from './fault-profile.ts';

export interface HostParts {
  scheduler: Scheduler;
  random: Random;
  log: Log;
  disk: Disk;
  network: Network;
  platform: Platform;
  terminals: Terminals;
  /** How far the till's own clock is off at the moment, milliseconds. */
  skewMs: () => number;
  /** True when the process is to die at this point, now. */
  isDoomed: (point: CrashPoint) => boolean;
  onView: (view: AttemptView) => void;
  onLeaving: (request: PlatformRequest) => void;
  onHeard: (request: PlatformRequest, body: string, at: number) => void;
  /** Every text the host writes to a log. */
  onText: (text: string) => void;
  onDeath: () => void;
}

type Level = 'debug' | 'info' | 'warn' | 'error';

export class HostProcess {
  readonly engine: PaymentEngine;
  readonly #parts: HostParts;
  #isAlive = true;
  readonly #matches: DeviceMatches;
  #recovery: { stop(): void } | null = null;

  /** Starts, and recovers. Throws Killed when it dies while doing so. */
  constructor(parts: HostParts) {
    this.#parts = parts;
    const { scheduler, random, log, disk, network, platform, terminals } = parts;
    const isAlive = (): boolean => this.#isAlive;
    const at = (point: CrashPoint): void => this.#at(point);
    const clock: Clock = {
      now: () => scheduler.now() + parts.skewMs(),
      after: (delayMs, task) => (this.#isAlive ? scheduler.after(delayMs, () => isAlive() && task()) : () => undefined),
    };
    const say = (level: Level, message: string, context?: Readonly<Record<string, unknown>>): void => {
      const text = `${level} ${message} ${JSON.stringify(context ?? {}, inText)}`;
      parts.onText(text);
      if (level !== 'debug') log.line(`log ${text}`);
    };
    const logger: Logger = {
      debug: (message, context) => say('debug', message, context),
      info: (message, context) => say('info', message, context),
      warn: (message, context) => say('warn', message, context),
      error: (message, context) => say('error', message, context),
    };
    const connected = connectPlatform({
      settings: platform.settings,
      clock,
      random: () => random.next(),
      log: logger,
      publish: () => undefined,
      transport: network.transportFor({ isAlive, at, onLeaving: parts.onLeaving, onHeard: parts.onHeard }),
    });
    this.#matches = new DeviceMatches({
      platform: connected,
      clock,
      random: () => random.next(),
      log: logger,
      onChange: () => undefined,
    });
    for (const { id, serialNumber } of terminals.lanes) this.#matches.terminalIs(id, 'ready', serialNumber);
    const journal = disk.open(at);
    const port = terminals.portFor({ isAlive, at });
    this.engine = new PaymentEngine({
      journal,
      terminals: port,
      platform: connected.payments,
      devices: this.#matches,
      clock,
      random: () => random.next(),
      publish: (view) => {
        if (!this.#isAlive) return;
        parts.onView(view);
        at('publish');
      },
      publishUnmatched: ({ attempt, what }) => log.line(`unmatched ${attempt ?? '-'} ${what}`),
      log: say,
    });
    for (const view of this.engine.list(50).reverse()) parts.onView(view);
    this.#recovery = resumePayments({
      engine: this.engine,
      journal,
      clock,
      serialNumberOf: (id) => port.describe(id).serialNumber,
      log: say,
    }).recovery;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** SIGKILL, or the power. */
  kill(point: CrashPoint): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    this.#parts.log.fault(`crash-${point}`);
    // Memory is gone: nothing that is still under way inside may lead to anything.
    this.#recovery?.stop();
    this.#matches.close();
    this.engine?.close();
    this.#parts.onDeath();
  }

  #at(point: CrashPoint): void {
    if (!this.#isAlive) throw new Killed(point);
    if (!this.#parts.isDoomed(point)) return;
    this.kill(point);
    throw new Killed(point);
  }
}

function inText(_key: string, value: unknown): unknown {
  return value instanceof Error ? toFailure(value) : value;
}
