/** Composes everything behind the contract: devices, history, the day, receipts, settings, setup and sign-ins. */
import { randomUUID } from 'node:crypto';
import type { PayLinks, OrderService } from '../pay-links/index.ts';
import { isPaying, type Scope } from '../../contract/index.ts';
import { peopleOf, SettingsFile, type SettingsFileContent } from '../../config/index.ts';
import {
  createRouter,
  CustomerDisplay,
  Loads,
  openLocalSocket,
  PageFailures,
  DismissedItems,
  untilReady,
  type ConnectionContext,
  type HostRouter,
} from '../api/index.ts';
import { Charges } from '../charges/index.ts';
import { DeviceService, type DeviceMatches } from '../devices/index.ts';
import { Day, History } from '../history/index.ts';
import type { Platform } from '../platform/index.ts';
import { PrinterFinder, ReceiptService } from '../receipts/index.ts';
import { Reconciler } from '../reconcile/index.ts';
import { Setup, SetupStore } from '../setup/index.ts';
import { LockOut, Roles, SignIns } from '../roles/index.ts';
import { PasswordService, ReloadWhenIdle, SettingsService } from '../settings/index.ts';
import { random, sinceBoot } from '../time/index.ts';
import { adviseOnSerialPort, listSerialPorts, type Practice, type TerminalManager } from '../terminals/index.ts';
import type { Base } from './base.ts';
import type { HostParts, Payments } from './payments.ts';
import { passwordUser } from './passwords.ts';
import { composeChecks } from './checks.ts';

/** Time that a test payment waits for a terminal that the till has just begun to connect. */
const READY_WITHIN_MS = 15_000;

export interface ApiParts extends Payments {
  readonly platform: Platform;
  readonly terminals: TerminalManager;
  readonly matches: DeviceMatches;
  readonly practice: Practice | null;
  readonly links: PayLinks;
  readonly orderService: OrderService;
}

export function composeDevices(base: Base, { platform, terminals, matches, engine }: ApiParts): DeviceService {
  const { clock, hub } = base;
  const devices = new DeviceService({
    platform,
    clock,
    log: base.logger('devices'),
    publish: (change) => base.publish({ type: 'devices', ...change }),
    matches,
    terminals: {
      byId: (id) => terminals.views().find((view) => view.id === id) ?? null,
      bySerialNumber: (serialNumber) => terminals.bySerialNumber(serialNumber),
      serialNumbers: () => terminals.views().flatMap((view) => terminals.deviceSerialNumber(view) ?? []),
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
  base.onStop(() => devices.close());
  base.cablesChanged = coalesced(() => devices.cablesChanged());
  return devices;
}

/** Creates the contract's router, and opens the local socket if the configuration asks for it. */
export async function composeApi(
  base: Base,
  parts: ApiParts,
  devices: DeviceService,
  more: HostParts,
): Promise<{
  router: HostRouter;
  socket: string | null;
  contextFor: (scope: Scope) => ConnectionContext;
  settingsService: SettingsService;
}> {
  const { config, journal, clock, hub, onStop } = base;
  const display = new CustomerDisplay({ clock, publish: base.publish });
  onStop(() => display.close());
  const dismissed = new DismissedItems({
    store: journal.dismissed,
    state: () => hub.state(),
    publish: base.publish,
    log: base.log('api'),
  });
  dismissed.start(clock.now());
  const { roles, signIns } = composePeople(base, more);
  const records = composeRecords(base, parts, roles);
  const settings = composeSettings(base, parts, more, signIns);
  const setup = composeSetup(base, parts, more, { ...settings, printers: records.printers });
  const { engine, orderService } = parts;
  const router = createRouter({
    ...parts,
    ...records,
    hub,
    devices,
    display,
    dismissed,
    pageFailures: new PageFailures({ clock, log: base.log('api') }),
    roles,
    auditLog: (more.auditJournal ?? journal).auditLog,
    signIns,
    settingsService: settings.settingsService,
    passwords: settings.passwords,
    setup,
    charges: new Charges({ state: () => hub.state(), engine, orderService, roles, setup }),
    checks: composeChecks(base, {
      terminals: parts.terminals,
      receipts: records.receipts,
      passwords: settings.passwords,
      pollDevices: () => pollDevices(parts, devices),
      env: more.env ?? {},
    }),
    updateNow: more.updateNow ?? (() => undefined),
    log: base.log('api'),
  });
  const loads = new Loads();
  const contextFor = (scope: Scope): ConnectionContext => ({ ...signIns.contextFor(scope), load: loads.open(scope) });
  const socket = config.localSocket ? await openLocalSocket(router, { ...config, contextFor }) : null;
  onStop(() => socket?.close());
  return { router, socket: socket?.address ?? null, contextFor, settingsService: settings.settingsService };
}

/**
 * Looks up by serial number and also reads the whole list: a second Device with another spelling is only in the list.
 */
async function pollDevices({ matches, platform }: ApiParts, devices: DeviceService): Promise<void> {
  if (platform.devices) await Promise.allSettled([matches.pollAll(), devices.list()]);
}

interface Records {
  readonly receipts: ReceiptService;
  readonly printers: PrinterFinder;
  readonly history: History;
  readonly day: Day;
  readonly reconciler: Reconciler;
}

/** Composes the parts that read finished payments: receipts, history, the day, the comparison with the platform. */
function composeRecords(base: Base, parts: ApiParts, roles: Roles): Records {
  const { journal, clock, hub, log, onStop } = base;
  const { platform, engine, links, tabCount } = parts;
  const { finder } = journal;
  const { receipts, printers } = composePrinting(base, parts, roles);
  const history = new History({
    finder,
    engine,
    clock,
    locale: () => hub.state().till.locale,
    onSorted: () => tabCount.count(),
    log: log('history'),
  });
  onStop(() => history.stop());
  history.start();
  const reconciler = new Reconciler({
    operations: platform.operations,
    merchant: platform.merchant,
    now: () => clock.now(),
    journal,
    attempt: (id) => engine.get(id),
    payLinks: links,
    givenBack: {
      of: (transfer) => engine.getMany(finder.named(transfer)).find((view) => view.transfer === transfer),
      note: (attempt, answer, givenAt) => engine.noteReversal(attempt, answer, givenAt),
    },
  });
  const day = new Day({ journal, finder, engine, links, linkBook: journal.payLinks });
  return { receipts, printers, history, day, reconciler };
}

/** Composes receipts with their printers and the drawer. */
function composePrinting(
  { config, settings, clock, logger, onStop }: Base,
  { platform, engine, terminals }: ApiParts,
  roles: Roles,
): Pick<Records, 'receipts' | 'printers'> {
  const now = { settings: () => settings.receipts, till: () => settings.config.till };
  const receipts = new ReceiptService({
    ...now,
    isTraining: config.mode === 'training',
    dataDir: config.dataDir,
    operations: platform.operations,
    attempt: (id) => engine.get(id),
    audit: (action, by, data) => roles.appendAudit(action, by, data),
    clock,
    log: logger('receipts'),
  });
  onStop(() => receipts.close());
  const printers = new PrinterFinder({
    ...now,
    printer: receipts.printer,
    serialPorts: listSerialPorts,
    terminalAt: (address) => terminals.terminalAt(address),
    adviseOn: adviseOnSerialPort,
  });
  return { receipts, printers };
}

interface Settings {
  readonly file: SettingsFile;
  readonly settingsService: SettingsService;
  readonly passwords: PasswordService;
}

/** Composes the settings that change while the till runs, and the passwords. */
function composeSettings(base: Base, { platform }: ApiParts, more: HostParts, signIns: SignIns): Settings {
  const { config, clock, hub, onStop } = base;
  const file = new SettingsFile(config.dataDir, config.held);
  const reload = more.reload
    ? new ReloadWhenIdle({
        clock,
        isPaying: () => isPaying(hub.state()),
        reload: () => more.reload?.(signIns.keep()),
        onPending: (isPending) => settingsService.waits(isPending),
      })
    : null;
  onStop(() => reload?.close());
  const useLive = (content: SettingsFileContent): void => {
    if (base.settings.use(content)) more.liveChanged?.();
  };
  const settingsService = new SettingsService({
    file,
    held: config.held ?? [],
    clock,
    publish: (state) => base.publish({ type: 'settings', settings: state }),
    reload: () => reload?.request(),
    useLive: more.reload && config.settingsNoted === 'all' ? useLive : null,
    changes: (limit) => {
      const rows = (more.auditJournal ?? base.journal).auditLog.ofAction('settings', limit);
      return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
    },
    log: base.log('settings'),
  });
  onStop(() => settingsService.close());
  settingsService.start();
  const passwords = new PasswordService({
    keeper: more.secrets,
    platform: config.mode === 'live' ? config.platform : null,
    file,
    changed: () => reload?.request(),
    use: passwordUser(base, platform),
  });
  return { file, settingsService, passwords };
}

/** Composes the setup from training to the first live payment. */
function composeSetup(
  base: Base,
  { platform, engine, recovered, terminals }: ApiParts,
  more: HostParts,
  { file, settingsService, passwords, printers }: Settings & Pick<Records, 'printers'>,
): Setup {
  const { config, clock, hub, onStop } = base;
  const setup = new Setup({
    config: () => base.settings.config,
    store: new SetupStore(config.dataDir),
    settings: file,
    passwords,
    trial: { dataDir: config.dataDir, env: more.env ?? {}, clock, random, log: base.logger('setup') },
    engine,
    platform: platform.payments,
    recovered,
    printPage: (printer, shop) => printers.test(printer, base.settings.receipts, shop),
    terminals: { discover: (watched) => terminals.discoverReal(watched), probe: (address) => terminals.probe(address) },
    clock,
    untilReady: (id) => untilReady(hub, clock, id, READY_WITHIN_MS),
    unique: randomUUID,
    hub,
    publish: (view) => base.publish({ type: 'setup', setup: view }),
    reload: () => settingsService.apply(),
    log: base.log('setup'),
  });
  onStop(() => setup.close());
  setup.start();
  return setup;
}

/** Composes roles and sign-ins. */
function composePeople(
  { config, journal, audit: ownAudit, clock, hub, log, onStop }: Base,
  { signInClock = clock, auditJournal = journal }: HostParts,
): { roles: Roles; signIns: SignIns } {
  const people = peopleOf(config);
  const audit: Base['audit'] = auditJournal === journal ? ownAudit : (entry) => auditJournal.audit(entry);
  const roles = new Roles({
    people,
    now: () => clock.now(),
    audit,
    audited: (limit, attempt) => auditJournal.audited(limit, attempt),
    lockOut: new LockOut({ clock: signInClock, sinceBoot, pins: auditJournal.auditLog.pins(), audit }),
  });
  const signIns = new SignIns({
    afterMs: () => hub.state().till.signIn?.afterMs ?? null,
    people,
    roles,
    clock: signInClock,
    isPaying: () => isPaying(hub.state()),
    ...(config.signIns ? { kept: config.signIns } : {}),
    audit,
    log: log('api'),
  });
  onStop(() => signIns.close());
  return { roles, signIns };
}

/** Merges all calls of one tick into one `task`: a payment step changes attempt and terminal together. */
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
