/**
 * One process run of the host: the real engine, recovery, reconciliation poll and platform client, composed as in
 * electron/host/compose/, on a clock, a disk, a network and terminals that all end with it. An ended process causes no
 * further events.
 */
import {
  applyEvent,
  isReversalInDoubt,
  RECENT_LINKS,
  sameCardWithinMsOf,
  TillError,
  toFailure,
  type AttemptView,
  type HostEvent,
  type HostState,
  type PayLinkView,
} from '../../electron/contract/index.ts';
import { DismissedItems } from '../../electron/host/api/index.ts';
import {
  linkPaymentIn,
  OrderService,
  PayLinks,
  PlatformPayLinks,
  recoverLinks,
} from '../../electron/host/pay-links/index.ts';
import { DeviceMatches } from '../../electron/host/devices/index.ts';
import type { Logger } from '../../electron/host/log/index.ts';
import type { Clock } from '../../electron/domain/index.ts';
import { CompletionAges } from '../../electron/host/time/index.ts';
import {
  PaymentEngine,
  resumePayments,
  type PaymentRequest,
  type TerminalPort,
} from '../../electron/host/payments/index.ts';
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
import { Standstill } from './standstill.ts';

export interface HostParts {
  scheduler: Scheduler;
  random: Random;
  log: Log;
  disk: Disk;
  network: Network;
  platform: Platform;
  terminals: Terminals;
  /** Current error of the till's own clock, in milliseconds. */
  skewMs: () => number;
  /** True if the process has to crash at this point, now. */
  isDoomed: (point: CrashPoint) => boolean;
  onView: (view: AttemptView) => void;
  onLink: (link: PayLinkView) => void;
  onLeaving: (request: PlatformRequest) => void;
  onHeard: (request: PlatformRequest, body: string, at: number) => void;
  /** Called with every text that the host writes to a log. */
  onText: (text: string) => void;
  onDeath: () => void;
  /** The process is a command line, without terminals. */
  isCommandLine?: boolean;
}

export interface Recovered {
  /** Everything was polled and answered, and nothing is in doubt: "Nothing is unfinished", exit 0. */
  isAllKnown: boolean;
}

type Level = 'debug' | 'info' | 'warn' | 'error';

export class HostProcess {
  readonly engine: PaymentEngine;
  readonly desk: OrderService;
  readonly links: PayLinks;
  readonly #ends: CompletionAges;
  readonly #dismissed: DismissedItems;
  /** State that every window mirrors. */
  state: HostState = noState;
  readonly #parts: HostParts;
  #isAlive = true;
  readonly #standstill: Standstill;
  readonly #matches: DeviceMatches;
  #recovery: ReturnType<typeof resumePayments>['recovery'] | null = null;
  #linkRecovery: { stop(): void } | null = null;
  /** Views that the host publishes before it is up; the screen then gets only their latest state. */
  #early: Map<string, AttemptView> | null = new Map();

  /**
   * Starts, and recovers.
   * @throws Killed when the process crashes during the start
   */
  constructor(parts: HostParts) {
    this.#parts = parts;
    const { scheduler, random, log, disk, network, platform, terminals } = parts;
    const isAlive = (): boolean => this.#isAlive;
    const at = (point: CrashPoint): void => this.#at(point);
    const standstill = new Standstill(scheduler, log);
    this.#standstill = standstill;
    const whenAwake = (task: () => void, leg?: { readonly isAborted: boolean }): void => standstill.read(task, leg);
    const clock: Clock = {
      now: () => scheduler.now() + parts.skewMs(),
      monotonic: () => scheduler.now(),
      after: (delayMs, task) =>
        this.#isAlive ? standstill.after(delayMs, () => isAlive() && task()) : () => undefined,
    };
    this.#ends = new CompletionAges(clock);
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
      transport: network.transportFor({ isAlive, at, whenAwake, onLeaving: parts.onLeaving, onHeard: parts.onHeard }),
    });
    this.#matches = new DeviceMatches({
      platform: connected,
      clock,
      random: () => random.next(),
      log: logger,
      onChange: () => undefined,
    });
    const lanes = parts.isCommandLine ? [] : terminals.lanes;
    for (const { id, serialNumber } of lanes) this.#matches.terminalIs(id, 'ready', serialNumber);
    const journal = disk.open(at);
    const port = parts.isCommandLine ? noTerminals : terminals.portFor({ isAlive, at, whenAwake }, clock);
    this.engine = new PaymentEngine({
      sameCardWithinMs: sameCardWithinMsOf({}),
      journal,
      terminals: port,
      platform: connected.payments,
      devices: this.#matches,
      clock,
      random: () => random.next(),
      linkPayment: (id) => linkPaymentIn(journal.payLinks, id),
      publish: (view) => {
        if (!this.#isAlive) return;
        this.#ends.note(view);
        this.#show(view);
        at('publish');
      },
      publishUnmatched: ({ attempt, what }) => log.line(`unmatched ${attempt ?? '-'} ${what}`),
      log: say,
    });
    for (const view of this.engine.list(50).reverse()) this.#show(view);
    this.#recovery = resumePayments({
      engine: this.engine,
      journal,
      clock,
      serialNumberOf: (id) => lanes.find((lane) => lane.id === id)?.serialNumber ?? null,
      log: say,
    }).recovery;
    const { operations } = connected;
    if (!operations) throw new Error('There is a platform');
    this.links = new PayLinks({
      book: journal.payLinks,
      recoveryLog: journal.recoveryLog,
      port: new PlatformPayLinks({ ...connected, operations, clock }),
      clock,
      random: () => random.next(),
      reversedMinorOf: (payment) => this.engine.reversedMinorOf(payment),
      transferOf: (payment) => (journal.has(payment) ? this.engine.get(payment).transfer : null),
      publish: (link) => {
        this.#ends.note(link);
        this.#showLink(link);
      },
      log: say,
    });
    for (const link of this.links.list(RECENT_LINKS).reverse()) this.#showLink(link);
    this.links.recover();
    this.#linkRecovery = recoverLinks({ links: this.links, journal, clock, log: say });
    this.desk = new OrderService({
      links: this.links,
      journal,
      engine: this.engine,
      state: () => this.state,
      publish: () => undefined,
      clean: (text) => text,
      sameCardWithinMs: sameCardWithinMsOf({}),
      now: () => clock.now(),
      ends: this.#ends,
    });
    this.#dismissed = new DismissedItems({
      store: journal.dismissed,
      state: () => this.state,
      publish: (event) => this.#publish(event),
      log: say,
    });
    this.#dismissed.start(clock.now());
    const early = this.#early;
    this.#early = null;
    for (const view of early?.values() ?? []) parts.onView(view);
    for (const link of this.state.payLinks ?? []) parts.onLink(link);
  }

  /**
   * Charges as the host's interface does.
   * @throws TillError of the guards or the engine
   */
  charge(request: PaymentRequest): AttemptView {
    if (!this.#isKnown(request.id)) this.desk.beforeCharge(request);
    return this.engine.start(request);
  }

  dismiss(names: readonly string[]): void {
    this.#dismissed.change({ add: [...names], remove: [] });
  }

  #isKnown(id: string): boolean {
    try {
      return this.engine.get(id).id === id;
    } catch {
      return false;
    }
  }

  #publish(event: HostEvent): void {
    this.state = applyEvent(this.state, event);
  }

  #showLink(link: PayLinkView): void {
    if (!this.#isAlive) return;
    this.#publish({ type: 'pay-link', link });
    if (this.#early) return;
    this.#parts.onLink(link);
    // The kill is not thrown from here: this may run during an answer, where the exception would not be caught.
    if (this.#parts.isDoomed('publish')) this.kill('publish');
  }

  #show(view: AttemptView): void {
    // A payment through a link is shown as its link.
    if (view.payLink !== undefined) return;
    this.#publish({ type: 'attempt', attempt: view });
    if (this.#early) this.#early.set(view.id, view);
    else this.#parts.onView(view);
  }

  /** `recover` through the running till's interface, or in a separate host, or null if the process crashed. */
  async recover(withinMs: number): Promise<Recovered | null> {
    const { scheduler } = this.#parts;
    const end = scheduler.now() + withinMs;
    const state: { unheard: readonly AttemptView[] | null; isResumed: boolean } = { unheard: null, isResumed: false };
    void this.engine.pollAndWait(() => true, withinMs).then((unheard) => (state.unheard = unheard));
    void this.#recovery?.done.then(() => (state.isResumed = true));
    for (;;) {
      await scheduler.sleep(200);
      if (!this.#isAlive) return null;
      const inDoubt = this.engine
        .running()
        .filter((view) => ['working', 'checking'].includes(view.state) || view.reversals.some(isReversalInDoubt));
      const isAsked = state.unheard !== null && state.isResumed;
      if ((isAsked && inDoubt.length === 0) || scheduler.now() >= end) {
        return { isAllKnown: isAsked && state.unheard?.length === 0 && inDoubt.length === 0 };
      }
    }
  }

  /** Ends the process by itself, as a command line does. */
  end(): void {
    this.#isAlive = false;
    this.#close();
  }

  #close(): void {
    // Memory is lost: nothing that is still in progress inside may have an effect.
    this.#recovery?.stop();
    this.#linkRecovery?.stop();
    this.#matches.close();
    this.links?.stop();
    this.engine?.close();
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** True while the process is stopped and cannot be asked anything. */
  get isStandingStill(): boolean {
    return this.#standstill.isOn;
  }

  /** Stops the process (SIGSTOP) and continues it `forMs` later. */
  standStill(forMs: number): void {
    if (this.#isAlive) this.#standstill.begin(forMs);
  }

  /** Kills the process (SIGKILL, or the power). `why`: the point, or the reason. */
  kill(why: CrashPoint | 'restart'): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    this.#parts.log.fault(`crash-${why}`);
    this.#close();
    this.#parts.onDeath();
  }

  #at(point: CrashPoint): void {
    if (!this.#isAlive) throw new Killed(point);
    if (!this.#parts.isDoomed(point)) return;
    this.kill(point);
    throw new Killed(point);
  }
}

/** The parts of the state that are used here. */
const noState = {
  attempts: [],
  payLinks: [],
  otherTenders: [],
  dismissed: [],
  unmatched: [],
} as Partial<HostState> as HostState;

const noTerminal = (): never => {
  throw new TillError('TERM_NOT_FOUND', 'There is no such terminal.');
};

const noTerminals: TerminalPort = {
  describe: noTerminal,
  start: async () => noTerminal(),
  giveUpStart: noTerminal,
  respond: async () => noTerminal(),
  cancel: async () => noTerminal(),
  choose: async () => noTerminal(),
};

function inText(_key: string, value: unknown): unknown {
  return value instanceof Error ? toFailure(value) : value;
}
