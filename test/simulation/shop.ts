/** A shop: its computer, its terminals, the way to the platform, and the faults in the course of a day. */
import { TillError, type AttemptView, type PaymentRoute } from '../../electron/contract/index.ts';
import type { PaymentEngine } from '../../electron/host/payments/index.ts';
import { Checks } from './checks.ts';
import { Killed } from './crash.ts';
import { Disk } from './disk.ts';
import { LinkChecks } from './link-checks.ts';
import { HostProcess, type HostParts } from './host-process.ts';
import { Network } from './network.ts';
import { Platform } from './platform.ts';
import { createRandom, type Random } from './random.ts';
import { Record as Log } from './record.ts';
import { OPENING, Scheduler } from './scheduler.ts';
import { Terminals } from './terminals.ts';
import {
  calm,
  crashPoints,
  drawProfile,
  type CrashPoint,
  type FaultProfile,
  type ProfileName,
} from './fault-profile.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Opening time of the shop. */
const OPEN_MS = 8 * HOUR;
/** Time with a good network after which every outcome must be known, however often the till restarts. */
const UNTIL_KNOWN_MS = 45 * MINUTE;

export interface Lane {
  id: string;
  serialNumber: string;
  route: PaymentRoute;
}

export const lanes: readonly [Lane, ...Lane[]] = [
  { id: 'lane-1', serialNumber: 'B61378A', route: 'cable' },
  { id: 'lane-2', serialNumber: 'B61378B', route: 'cable' },
  { id: 'lane-3', serialNumber: 'B61378C', route: 'cloud' },
];

export interface DayOptions {
  seed: string;
  /** Fault profile; drawn from the seed by default. */
  profile?: ProfileName;
  /** Number of customers over all lanes; by default drawn from the seed. */
  customers?: number;
  /** Called with every line of the event log. */
  keep?: ((line: string) => void) | null;
}

/** Result of a call to the host for the user at the screen. */
export type Called<T> = { ok: true; value: T } | { ok: false; code: string };

export class Shop {
  readonly random: Random;
  readonly profile: FaultProfile;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly disk = new Disk();
  readonly platform: Platform;
  readonly network: Network;
  readonly terminals: Terminals;
  readonly checks: Checks;
  readonly links: LinkChecks;
  #host: HostProcess | null = null;
  #doom: CrashPoint | null = null;
  /** Point where the till is stopped next, and for how long. */
  #pause: { point: CrashPoint; forMs: number } | null = null;
  #skewMs = 0;
  #isClosed = false;
  /** The command line that is using the folder alone. */
  #recovering: HostProcess | null = null;

  static async open({ seed, profile: named, keep = null }: DayOptions): Promise<Shop> {
    const random = createRandom(seed);
    const profile = drawProfile(random.fork('weather'), named);
    const busy: { platform?: Platform } = {};
    const scheduler = new Scheduler(() => (busy.platform?.busy ?? 0) > 0);
    const log = new Log(() => scheduler.now(), keep);
    log.line(`shop ${seed} ${profile.name}`);
    const platform = await Platform.open({
      clock: scheduler,
      random: random.fork('platform'),
      log,
      terminals: lanes.map(({ serialNumber }) => serialNumber),
      skewMs: random.fork('skew').int(-profile.skewMs, profile.skewMs),
    });
    busy.platform = platform;
    return new Shop(random, profile, scheduler, log, platform);
  }

  private constructor(random: Random, profile: FaultProfile, scheduler: Scheduler, log: Log, platform: Platform) {
    this.random = random;
    this.profile = profile;
    this.scheduler = scheduler;
    this.log = log;
    this.platform = platform;
    this.network = new Network({ platform, scheduler, random: random.fork('network'), log, profile });
    this.terminals = new Terminals({ scheduler, random: random.fork('terminals'), log, profile, lanes });
    this.links = new LinkChecks({ log, platform, disk: this.disk });
    this.checks = new Checks({
      log,
      records: platform.records,
      disk: this.disk,
      cards: this.terminals,
      devices: platform,
      wire: this.network,
    });
    const aim = random.fork('recover');
    platform.onCommit = (attempt) => {
      this.checks.onCommit(attempt);
      // Some timers fire just when a late create has arrived, before the poll has seen the hold.
      if (profile.perDay.recovers > 0 && !this.#isClosed && this.checks.isHeldUnseen(attempt) && aim.chance(0.8))
        scheduler.after(aim.int(1, 3_000), () => void this.#recover(false, 60 * SECOND));
    };
    this.#start();
    this.#schedule();
    const { restartsForMs } = profile;
    if (restartsForMs > 0) scheduler.after(OPEN_MS - restartsForMs, () => this.#startAnew(this.closesAt));
  }

  get closesAt(): number {
    return OPENING + OPEN_MS;
  }

  /** A user's request to the host through its screen. */
  call<T>(task: (engine: PaymentEngine, host: HostProcess) => T): Called<T> {
    const host = this.#host;
    // A user who has closed the laptop cannot press anything.
    if (!host?.isAlive || host.isStandingStill) return { ok: false, code: 'HOST_DOWN' };
    try {
      return { ok: true, value: task(host.engine, host) };
    } catch (error) {
      if (error instanceof Killed) return { ok: false, code: 'HOST_DOWN' };
      if (error instanceof TillError) return { ok: false, code: error.code };
      throw error;
    }
  }

  view(attempt: string): AttemptView | null {
    return this.checks.screen.get(attempt) ?? null;
  }

  /** Faults stop, hours pass, the reconciliation poll checks everything once more; then the records are compared. */
  async endOfDay(): Promise<void> {
    this.#isClosed = true;
    this.network.profile = calm;
    this.network.outage = 'none';
    this.disk.isFull = false;
    this.#doom = null;
    this.#pause = null;
    this.terminals.isCalm = true;
    this.platform.setRevoked(false);
    for (const { serialNumber } of lanes) {
      this.platform.setOnline(serialNumber, true);
      this.platform.setEnabled(serialNumber, true);
    }
    this.disk.refuses = null;
    const { scheduler } = this;
    if (this.profile.restartsForMs > 0) {
      const since = scheduler.now();
      this.#startAnew(since + UNTIL_KNOWN_MS);
      await scheduler.runUntil(since + UNTIL_KNOWN_MS);
      this.checks.onEnoughTime(since);
    }
    await scheduler.runUntil(scheduler.now() + 3 * HOUR);
    for (let round = 0; round < 2; round += 1) {
      this.call((engine) => engine.pollNow());
      await scheduler.runUntil(scheduler.now() + 10 * MINUTE);
    }
    const views = this.call((engine) => this.disk.ids().map((id) => engine.get(id)));
    const links = this.call((_engine, { links }) => this.disk.links().map((id) => links.get(id)));
    if (links.ok && views.ok) this.links.atEnd(links.value, views.value);
    if (views.ok) this.checks.atEnd(views.value.filter(({ payLink }) => payLink === undefined));
    else this.log.breach('3', null, 'the host is not there at the end of the day');
  }

  async close(): Promise<void> {
    await this.platform.close();
  }

  // --- starts and crashes of the host

  #start(): void {
    this.log.line('host starts');
    this.checks.onHostStart();
    this.#host = this.#process({ onDeath: () => this.#restart(this.random.int(400, 1_500)) });
  }

  /** Starts a process, or null if it crashed during the start. */
  #process(own: Pick<HostParts, 'onDeath' | 'isCommandLine'>): HostProcess | null {
    const { scheduler, log, disk, network, platform, terminals, checks } = this;
    try {
      return new HostProcess({
        ...own,
        scheduler,
        log,
        disk,
        network,
        platform,
        terminals,
        random: this.random.fork(`host ${scheduler.now()}`),
        skewMs: () => this.#skewMs,
        isDoomed: (point) => {
          if (this.#pause?.point === point && !own.isCommandLine) {
            this.#host?.standStill(this.#pause.forMs);
            this.#pause = null;
          }
          if (this.#doom !== point) return false;
          this.#doom = null;
          return true;
        },
        onView: (view) => checks.onView(view),
        onLink: (link) => this.links.onLink(link),
        onLeaving: (request) => {
          checks.onLeaving(request);
          this.links.onLeaving(request);
        },
        onHeard: (request, body, at) => {
          checks.onHeard(request, body, at);
          this.links.onHeard(request, body, at);
        },
        onText: (text) => checks.onText(text),
      });
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      return null;
    }
  }

  /** The host is started again within a second or so; after a power cut it takes longer. */
  #restart(afterMs: number): void {
    this.scheduler.after(afterMs, () => {
      // Only one process at a time can use the folder; a refused process tries again.
      if (this.#recovering?.isAlive) this.#restart(2 * SECOND);
      else if (!this.#host?.isAlive) this.#start();
    });
  }

  /** Restarts the host every twenty seconds, like a supervisor that considers the till hung. */
  #startAnew(until: number): void {
    if (this.scheduler.now() >= until) return;
    this.#host?.kill('restart');
    this.scheduler.after(20 * SECOND, () => this.#startAnew(until));
  }

  /**
   * The shop's IT lets a timer run `recover`: through the till if it runs, otherwise as the process that uses the
   * folder.
   */
  async #recover(isAlone: boolean, withinMs: number): Promise<void> {
    this.log.fault(isAlone ? 'recover-alone' : 'recover-beside-till');
    if (isAlone) this.#host?.kill('idle');
    const alone =
      this.#host?.isAlive || this.#recovering?.isAlive
        ? null
        : this.#process({ onDeath: () => undefined, isCommandLine: true });
    if (alone) this.#recovering = alone;
    const begunAt = this.scheduler.now();
    const asked = alone ?? this.#host;
    const said = asked?.isAlive && !asked.isStandingStill ? await asked.recover(withinMs) : null;
    this.log.line(`recover says ${said ? (said.isAllKnown ? 'nothing is unfinished' : 'still checking') : 'nothing'}`);
    if (said?.isAllKnown) this.checks.onAllKnown(begunAt);
    if (alone?.isAlive) alone.end();
  }

  // --- faults

  #schedule(): void {
    const random = this.random.fork('happenings');
    const { perDay } = this.profile;
    const often = (mean: number, task: () => void): void => {
      const whole = Math.floor(mean) + (random.chance(mean % 1) ? 1 : 0);
      for (let n = 0; n < whole; n += 1)
        this.scheduler.after(random.int(0, OPEN_MS), () => {
          if (!this.#isClosed) task();
        });
    };
    const forAWhile = (medianMs: number, p99Ms: number, begin: () => void, end: () => void): void => {
      begin();
      this.scheduler.after(random.logNormal(medianMs, p99Ms), end);
    };
    const cable = lanes.filter(({ route }) => route === 'cable') as [Lane, ...Lane[]];
    often(perDay.crashes, () => {
      const point = random.pick(crashPoints);
      if (point === 'idle') this.#host?.kill('idle');
      else this.#doom = point;
    });
    often(perDay.powerCuts, () => {
      this.log.fault('power-cut');
      this.#host?.kill('idle');
      for (const { id } of cable) if (random.chance(0.5)) this.terminals.reboot(id, random.int(20_000, 90_000));
    });
    often(perDay.outages, () => {
      const how = random.pick(['refused', 'silent', 'failing'] as const);
      this.log.fault(`outage-${how}`);
      const end = (): void => void (this.network.outage = 'none');
      forAWhile(2 * MINUTE, 40 * MINUTE, () => (this.network.outage = how), end);
    });
    often(perDay.revocations, () => {
      this.log.fault('token-revoked');
      this.platform.setRevoked(true);
      this.scheduler.after(HOUR, () => this.platform.setRevoked(false));
    });
    often(perDay.fullDisks, () => {
      this.log.fault('disk-full');
      const end = (): void => void (this.disk.isFull = false);
      forAWhile(20 * SECOND, 10 * MINUTE, () => (this.disk.isFull = true), end);
    });
    often(perDay.lostJournals, () => {
      this.log.fault('journal-lost');
      this.#host?.kill('idle');
      this.#recovering?.kill('idle');
      this.disk.loseDatabase();
      this.links.onLoss();
    });
    often(perDay.lostWrites, () => {
      this.log.fault('journal-went-back');
      this.#host?.kill('idle');
      this.#recovering?.kill('idle');
      this.disk.loseTail(Math.max(1, random.logNormal(5, 60)));
      this.links.onLoss();
    });
    often(perDay.refusedWrites, () => {
      this.log.fault('journal-write-refused');
      this.disk.refuses = random.pick(['next', 'next-after-record'] as const);
    });
    const recovers = (mean: number, isAlone: boolean): void =>
      often(mean, () => void this.#recover(isAlone, random.pick([10, 60, 120] as const) * SECOND));
    recovers(perDay.recovers, false);
    recovers(perDay.recoversAlone, true);
    often(perDay.cablePulls, () =>
      this.terminals.pullCable(random.pick(cable).id, random.logNormal(8_000, 5 * MINUTE)),
    );
    often(perDay.terminalReboots, () => this.terminals.reboot(random.pick(cable).id, random.int(30_000, 90_000)));
    often(perDay.deviceOffline, () => {
      const { serialNumber } = random.pick(lanes);
      this.log.fault('device-offline', serialNumber);
      const set = (isOnline: boolean): void => this.platform.setOnline(serialNumber, isOnline);
      forAWhile(
        MINUTE,
        20 * MINUTE,
        () => set(false),
        () => set(true),
      );
    });
    often(perDay.deviceDisabled, () => {
      const { serialNumber } = random.pick(lanes);
      this.log.fault('device-disabled', serialNumber);
      const set = (isEnabled: boolean): void => this.platform.setEnabled(serialNumber, isEnabled);
      forAWhile(
        4 * MINUTE,
        30 * MINUTE,
        () => set(false),
        () => set(true),
      );
    });
    often(perDay.clockJumps, () => {
      this.log.fault('till-clock-jumps');
      this.#skewMs = random.int(-3 * MINUTE, 3 * MINUTE);
    });
    often(perDay.pauses, () => {
      const point = random.pick(crashPoints);
      const forMs = Math.min(500 + random.logNormal(5_000, 600_000), 600_000);
      if (point === 'idle') this.#host?.standStill(forMs);
      else this.#pause = { point, forMs };
    });
    // Pulling the cable during a payment matters most: half of the time it is aimed at a busy terminal.
    often(perDay.cablePulls, () => {
      const busy = cable.find(({ id }) => this.terminals.isBusy(id));
      if (busy) this.terminals.pullCable(busy.id, random.logNormal(8_000, 2 * MINUTE));
    });
  }
}
