/**
 * Puts the host together: journal, terminals, platform, engine, devices, API. The order is the order of safety: the journal
 * first (it is also the lock on the data folder), recovery before any terminal or screen can ask for anything.
 */
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient, type RouterClient } from '@orpc/server';
import {
  RECENT_LINKS,
  toFailure,
  type AttemptView,
  type Failure,
  type HostEvent,
  type HostState,
  type TerminalView,
} from '../contract/index.ts';
import {
  createHub,
  createRouter,
  createShownBasket,
  openLocalSocket,
  type HostRouter,
  type LocalSocket,
} from './api/index.ts';
import { cancelWhatWaits } from './called-off.ts';
import { DeviceService } from './devices/index.ts';
import { createDay, createHistory, createTabCount } from './history/index.ts';
import { openOrBegin } from './journal/index.ts';
import { createKioskPatience } from './kiosk-patience.ts';
import { createFileSink, createLogger, createLogHub, maskCardNumbers } from './log/index.ts';
import { random, systemClock, type Clock } from './clock.ts';
import { PaymentEngine, recoverFromLog, type EngineOptions } from './payments/index.ts';
import {
  createLinkPort,
  createOrderDesk,
  PayLinks,
  createUnconfiguredLinkPort,
  isLinkRecord,
  recoverLinks,
} from './pay-links/index.ts';
import { connectPlatform } from './platform/index.ts';
import { ReceiptService, waysOf } from './receipts/index.ts';
import { Reconciler } from './reconcile/index.ts';
import { defaultReceiptSettings, PRACTICE_TERMINAL_ID, type HostConfig } from '../starter/index.ts';
import { createRoles } from './roles/index.ts';
import { createPractice, TerminalManager, createTraceFiles, openPairings, watchPorts } from './terminals/index.ts';
import { untilReady, untilSettled, waitForTerminal } from './waiting.ts';

export type HostClient = RouterClient<HostRouter>;

/** A running host. */
export interface Host {
  /** Names this life of the host. */
  readonly epoch: string;
  readonly router: HostRouter;
  /** The contract, called in-process. */
  readonly client: HostClient;
  /** Path of the local socket, where one was asked for. */
  readonly socket: string | null;
  state(): HostState;
  /** The first ready terminal; throws its failure when there will be none in time. */
  waitForTerminal(withinMs: number): Promise<TerminalView>;
  /** The attempt once final, or as it stands when the time is over. */
  settled(
    attempt: string,
    within: { cardMs: number; checkingMs: number },
    onChange: (view: AttemptView) => void,
  ): Promise<AttemptView>;
  /** Ordered stop; idempotent. Unfinished attempts stay on disk and are taken up by the next start. */
  close(): Promise<void>;
}

/** Everything through which the payment engine reaches the world. */
export type EnginePorts = Pick<EngineOptions, 'journal' | 'terminals' | 'platform' | 'publish'>;

/** What crash tests put in place of the host's own; whatever is left out is the real one. No shell passes a clock or ports. */
export interface HostParts {
  /** The journal turned out damaged or gone while running. Only a new start helps, which begins a new one (host/journal). */
  onFatal?: (failure: Failure) => void;
  /** The payment engine's clock, so that its look-up waits need not be waited for. All else keeps the system's. */
  paymentClock?: Clock;
  /** Stands around the engine's ports, to see each step and to end the process at one. */
  around?: (ports: EnginePorts) => EnginePorts;
}

/** Starts everything. Rejects with a TillError (JRNL_IN_USE, JRNL_NEWER, JRNL_CORRUPT, CFG_INVALID…); nothing is left open then. */
export async function composeHost(config: HostConfig, parts: HostParts = {}): Promise<Host> {
  const clock = systemClock;
  const secrets = config.platform ? [config.platform.password] : [];
  const logs = createLogHub({ clock, homeDirectory: homedir(), secrets });
  const stops: (() => Promise<void> | void)[] = [() => logs.close()];
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  try {
    const { journal, setAside } = openOrBegin({
      path: join(config.dataDir, 'journal.sqlite'),
      clean: maskCardNumbers,
      isKiosk: config.isKiosk,
      now: () => clock.now(),
    });
    stops.push(() => journal.close());
    logs.install(createFileSink({ path: join(config.dataDir, 'logs', 'tillbridge.log') }));
    const log = (topic: string) => {
      const logger = createLogger(topic, logs);
      return (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) =>
        logger[level](message, context);
    };

    const epoch = randomUUID();
    const aside = setAside && { at: new Date(setAside.at).toISOString(), file: setAside.file };
    if (aside) log('journal')('warn', 'a damaged journal was set aside', { setAside: aside });
    const hub = createHub(initialState(config, clock, aside), epoch);
    stops.push(() => hub.close());
    const publish = (event: HostEvent): void => hub.publish(event);
    const publishUnmatched = (stray: { at: number; attempt: string | null; what: string }): void =>
      publish({ type: 'stray', stray: { ...stray, at: new Date(stray.at).toISOString() } });

    const platform = connectPlatform({
      settings: config.platform,
      clock,
      random,
      log: createLogger('platform', logs),
      publish: (view) => publish({ type: 'platform', platform: view }),
    });
    stops.push(() => platform.close());

    const terminalLog = log('terminals');
    const supervision = config.supervision ?? { adopts: false, selfTestAt: null, traceDir: null };
    const traces =
      supervision.traceDir === null
        ? null
        : createTraceFiles({
            directory: supervision.traceDir,
            onFailure: (path, error) => terminalLog('warn', 'trace not written', { path, failure: toFailure(error) }),
          });
    stops.push(() => traces?.close());
    /** Set once there is a device service: what it offers depends on the cables and on running payments. */
    let onCables = (): void => undefined;
    const terminals = new TerminalManager({
      terminals: config.terminals.map(({ address, isPractice, route, serialNumber }) => ({
        id: isPractice ? PRACTICE_TERMINAL_ID : address,
        address,
        isPractice,
        ...(route === undefined ? {} : { route }),
        ...(serialNumber === undefined ? {} : { serialNumber }),
      })),
      clock,
      random,
      publish: (view) => {
        publish({ type: 'terminal', terminal: view });
        onCables();
      },
      onRemoved: (id) => publish({ type: 'terminal-removed', id }),
      onUnmatched: publishUnmatched,
      log: terminalLog,
      pairings: openPairings(join(config.dataDir, 'pairings.json'), (what, failure) =>
        terminalLog('warn', what, { failure }),
      ),
      watcher: watchPorts({ onFailure: (error) => terminalLog('debug', 'ports', { failure: toFailure(error) }) }),
      adopts: supervision.adopts,
      ...(supervision.selfTestAt === null
        ? {}
        : { selfTest: { at: supervision.selfTestAt, platform: () => platformCheck(hub.state()) } }),
      ...(traces ? { trace: (id, family) => traces.open(id, family) } : {}),
    });
    stops.push(() => terminals.stop());

    const tabCount = createTabCount({
      held: () => journal.finder.held(),
      publish: (openTabs) => publish({ type: 'open-tabs', openTabs }),
    });
    const patience = config.isKiosk
      ? createKioskPatience({
          clock: parts.paymentClock ?? clock,
          cardTimeoutMs: config.till.cardTimeoutMs,
          cancel: (attempt, by) => engine.cancel(attempt, by),
        })
      : null;
    stops.push(() => patience?.stop());
    const ports: EnginePorts = {
      journal,
      terminals: terminals.port,
      platform: platform.payments,
      publish: (attempt) => {
        publish({ type: 'attempt', attempt });
        tabCount.changed(attempt);
        patience?.changed(attempt);
        onCables();
      },
    };
    const engine = new PaymentEngine({
      ...(parts.around?.(ports) ?? ports),
      clock: parts.paymentClock ?? clock,
      random,
      publishUnmatched,
      onJournal(failure) {
        const since = new Date(clock.now()).toISOString();
        publish({ type: 'journal', journal: { failure, since, setAside: aside } });
        if (failure && isBeyondWaiting(failure)) parts.onFatal?.(failure);
      },
      log: log('payments'),
    });
    stops.push(() => engine.close());
    tabCount.count();
    for (const attempt of engine.list(50).reverse()) publish({ type: 'attempt', attempt });
    for (const stray of journal.unmatched(20).reverse()) publishUnmatched(stray);
    engine.recover();
    for (const attempt of engine.running()) patience?.changed(attempt);
    const logRecovery = recoverFromLog({
      engine,
      records: (since) => journal.recoveryRecords(since).filter((record) => !isLinkRecord(record)),
      has: journal.has,
      clock: parts.paymentClock ?? clock,
      serialNumberOf: (id) => serialNumberOf(terminals.views(), id),
      log: log('payments'),
    });
    stops.push(() => logRecovery.stop());

    const { operations } = platform;
    const links = new PayLinks({
      book: journal.payLinks,
      recoveryLog: journal.recoveryLog,
      port: operations ? createLinkPort({ ...platform, operations }) : createUnconfiguredLinkPort(),
      clock,
      random,
      publish: (link) => publish({ type: 'pay-link', link }),
      log: log('links'),
    });
    stops.push(() => links.stop());
    for (const link of links.list(RECENT_LINKS).reverse()) publish({ type: 'pay-link', link });
    for (const noted of journal.payLinks.notes(RECENT_LINKS).reverse()) publish({ type: 'other-way', noted });
    links.recover();
    const linkRecovery = recoverLinks({
      links,
      records: journal.recoveryRecords,
      has: journal.payLinks.has,
      clock,
      log: log('links'),
    });
    stops.push(() => linkRecovery.stop());
    const orderDesk = createOrderDesk({
      links,
      journal,
      engine,
      state: () => hub.state(),
      publish: (noted) => publish({ type: 'other-way', noted }),
      clean: maskCardNumbers,
      now: () => clock.now(),
    });

    const devices = new DeviceService({
      platform,
      clock,
      log: createLogger('devices', logs),
      publish: (views) => publish({ type: 'devices', devices: views }),
      terminals: {
        byId: (id) => terminals.views().find((view) => view.id === id) ?? null,
        bySerialNumber: (serialNumber) => terminals.bySerialNumber(serialNumber),
        reboot: (id) => terminals.reboot(id),
        ready: (id, withinMs) => untilReady(hub, clock, id, withinMs),
        setIdleMessage: (id, text) => terminals.setIdleMessage(id, text),
      },
      payments: {
        openOn: (terminal) => engine.openOn(terminal),
        cancel: (attempt) => engine.cancel(attempt, 'cashier'),
        settled: (attempt, waitMs) => engine.settled(attempt, waitMs),
      },
    });
    stops.push(() => devices.close());
    onCables = coalesced(() => devices.cablesChanged());

    const practice = config.practice
      ? createPractice({
          ...config.practice,
          clock,
          publish: (view) => publish({ type: 'practice', practice: view }),
        })
      : null;
    stops.push(() => practice?.stop());

    const roles = createRoles({
      managers: config.managers ?? [],
      now: () => clock.now(),
      audit: (entry) => journal.audit(entry),
      audited: (limit, attempt) => journal.audited(limit, attempt),
    });
    const reconciler = new Reconciler({
      operations: platform.operations,
      merchant: platform.merchant,
      now: () => clock.now(),
      journal: { ...journal.dayStore, unmatched: journal.unmatched, has: journal.has },
      attempt: (id) => engine.get(id),
      payLinks: links,
    });
    const history = createHistory({
      finder: journal.finder,
      engine,
      clock,
      locale: () => hub.state().till.locale,
      onSorted: () => tabCount.count(),
      log: log('history'),
    });
    stops.push(() => history.stop());
    history.start();
    const day = createDay({
      dayBook: journal.dayStore,
      finder: journal.finder,
      engine,
      links,
      linkBook: journal.payLinks,
    });
    const receipts = new ReceiptService({
      settings: config.receipts ?? defaultReceiptSettings,
      till: config.till,
      isTraining: config.mode === 'training',
      dataDir: config.dataDir,
      operations: platform.operations,
      attempt: (id) => engine.get(id),
      clock,
      log: createLogger('receipts', logs),
    });
    stops.push(() => receipts.close());
    const shown = createShownBasket({ clock, publish });
    stops.push(() => shown.close());
    const router = createRouter({
      hub,
      engine,
      terminals,
      devices,
      practice,
      roles,
      reconciler,
      shown,
      history,
      day,
      orderDesk,
      receipts,
      log: log('api'),
    });
    const socket: LocalSocket | null = config.localSocket ? await openLocalSocket(router, config.dataDir) : null;
    stops.push(() => socket?.close());

    terminals.start();
    practice?.start();
    platform.start();
    devices.start();

    let closing: Promise<void> | null = null;
    return {
      epoch,
      router,
      client: createRouterClient(router),
      socket: socket?.path ?? null,
      state: () => hub.state(),
      waitForTerminal: (withinMs) => waitForTerminal(hub, clock, withinMs),
      settled: async (attempt, within, onChange) =>
        (await untilSettled(hub, clock, attempt, within, onChange)) ?? engine.get(attempt),
      close() {
        closing ??= cancelWhatWaits(engine, config.isKiosk).then(stopAll);
        return closing;
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Known before its cable answers only for a terminal without one; it is what a CANCEL through the platform needs. */
function serialNumberOf(terminals: readonly TerminalView[], id: string): string | null {
  return terminals.find((terminal) => terminal.id === id)?.serialNumber ?? null;
}

/** Runs `task` once for all calls of one moment: a payment's step changes attempt and terminal together. */
function coalesced(task: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      isWaiting = false;
      task();
    });
  };
}

/** The platform as the self-test reports it; null where there is nothing to check or nothing is known yet. */
function platformCheck({ platform }: HostState): { failure: Failure | null; since: string } | null {
  const { state, since, failure } = platform;
  if (state === 'not-configured' || state === 'unknown') return null;
  if (state === 'reachable') return { failure: null, since };
  return { failure: failure ?? { code: 'API_UNREACHABLE', message: `The platform is ${state}.` }, since };
}

/** A full disk may be freed; a damaged or deleted journal does not come back. */
function isBeyondWaiting({ code, context }: Failure): boolean {
  return code === 'JRNL_CORRUPT' || context?.['reason'] === 'gone';
}

function initialState(
  config: HostConfig,
  clock: Clock,
  setAside: NonNullable<HostState['journal']>['setAside'],
): HostState {
  const since = new Date(clock.now()).toISOString();
  return {
    till: {
      mode: config.mode,
      isKiosk: config.isKiosk,
      version: config.version,
      hasManagers: (config.managers ?? []).length > 0,
      ...config.till,
      receipts: waysOf(config.receipts ?? defaultReceiptSettings, config.platform !== null),
    },
    terminals: [],
    platform: {
      state: config.platform ? 'unknown' : 'not-configured',
      since,
      askedAt: null,
      failure: null,
      host: config.platform ? new URL(config.platform.url).host : null,
    },
    devices: [],
    attempts: [],
    practice: null,
    strays: [],
    journal: { failure: null, since, setAside },
  };
}
