/** Composes payments and payment links: the engine, its recovery, and the inactivity timeout of a kiosk. */
import { maskCardNumbers, type Clock } from '../../domain/index.ts';
import {
  RECENT_ATTEMPTS,
  RECENT_LINKS,
  sameCardWithinMsOf,
  type Failure,
  type KeptSignIn,
  type TerminalView,
} from '../../contract/index.ts';
import type { SecretKeeper } from '../../config/index.ts';
import { random } from '../time/index.ts';
import type { DeviceMatches } from '../devices/index.ts';
import { TabCount } from '../history/index.ts';
import { isPermanent, noteOlderJournal, type JournalFile } from '../journal/index.ts';
import {
  createUnconfiguredLinkPort,
  linkPaymentIn,
  OrderService,
  PayLinks,
  PlatformPayLinks,
  recoverLinks,
} from '../pay-links/index.ts';
import {
  InactivityTimeout,
  PaymentEngine,
  pollAndWait,
  resumePayments,
  type EngineOptions,
  type PollAndWait,
} from '../payments/index.ts';
import type { Platform } from '../platform/index.ts';
import type { TerminalManager } from '../terminals/index.ts';
import type { Base } from './base.ts';

/** Ports of the payment engine to the outside. */
export type EnginePorts = Pick<EngineOptions, 'journal' | 'terminals' | 'platform' | 'devices' | 'publish'>;

/**
 * Parts that crash tests replace; the default for each part is its real implementation. Shells pass `onFatal` only, and
 * the command line passes `auditJournal`.
 */
export interface HostParts {
  /**
   * Called when the journal is damaged or missing while the host runs. Only a restart helps, which begins a new journal
   * (host/journal).
   */
  onFatal?: (failure: Failure) => void;
  /**
   * Restarts the host with new settings and keeps these sign-ins. Without `reload`, settings apply at the next start.
   */
  reload?: (signIns: KeptSignIn[]) => void;
  /** Called when a live setting has taken effect, so that the starter uses it too. */
  liveChanged?: () => void;
  /** Makes the starter install the offered update. Updates are offered only with `updateNow`. */
  updateNow?: () => void;
  /** The starter's store of the platform's password. Storing a password requires `secrets`. */
  secrets?: SecretKeeper;
  /** Environment of this process; names the proxies on the way to a platform under trial. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Clock of the payment engine, so that tests can skip its poll waits. Everything else uses the system's clock. */
  paymentClock?: Clock;
  /** Journal for audits, PINs and wrong-PIN counts, for a host whose own journal is discarded. The caller closes it. */
  auditJournal?: JournalFile;
  /** Clock of the automatic sign-out and of the delay after a wrong PIN. */
  signInClock?: Clock;
  /** Wraps the engine's ports, so that a test can observe each step and end the process there. */
  wrapPorts?: (ports: EnginePorts) => EnginePorts;
}

export interface Payments {
  readonly engine: PaymentEngine;
  readonly tabCount: TabCount;
  readonly pollAndWait: PollAndWait;
  /** Settles when every payment of earlier runs is resumed, including those known from the recovery log only. */
  readonly recovered: Promise<unknown>;
}

/** Starts the engine and resumes every payment that an earlier run of the host left unfinished. */
export function composePayments(
  base: Base,
  platform: Platform,
  terminals: TerminalManager,
  devices: DeviceMatches,
  parts: HostParts,
): Payments {
  const { config, journal, publish, publishUnmatched, onStop } = base;
  const clock = parts.paymentClock ?? base.clock;
  const log = base.log('payments');
  const tabCount = new TabCount({
    held: () => journal.finder.held(),
    publish: (openTabs) => publish({ type: 'open-tabs', openTabs }),
  });
  const { cardTimeoutMs } = config.till;
  const inactivity = config.isKiosk
    ? new InactivityTimeout({ clock, cardTimeoutMs, cancel: (attempt, by) => engine.cancel(attempt, by) })
    : null;
  onStop(() => inactivity?.stop());
  const ports: EnginePorts = {
    journal,
    terminals: terminals.port,
    platform: platform.payments,
    devices,
    publish: (attempt) => {
      // A payment through a link is shown by its link; it is not a sale at the terminal.
      if (attempt.payLink !== undefined) return base.linkPaymentChanged(attempt.payLink);
      base.ends.note(attempt);
      publish({ type: 'attempt', attempt });
      tabCount.changed(attempt);
      inactivity?.changed(attempt);
      base.cablesChanged();
    },
  };
  const engine = new PaymentEngine({
    ...(parts.wrapPorts?.(ports) ?? ports),
    clock,
    random,
    linkPayment: (id) => linkPaymentIn(journal.payLinks, id),
    cardReads: journal.cardReads,
    sameCardWithinMs: sameCardWithinMsOf(config.till),
    publishUnmatched,
    onJournal(failure) {
      base.journalChanged({ failure, since: new Date(base.clock.now()).toISOString() });
      if (failure && isPermanent(failure)) parts.onFatal?.(failure);
    },
    log,
  });
  onStop(() => engine.close());
  tabCount.count();
  for (const attempt of engine.list(RECENT_ATTEMPTS).reverse())
    if (attempt.payLink === undefined) publish({ type: 'attempt', attempt });
  for (const message of journal.unmatched(20).reverse()) publishUnmatched(message);
  const { recovery, lost } = resumePayments({
    engine,
    journal,
    clock,
    serialNumberOf: (id) => serialNumberOf(terminals.views(), id),
    log,
  });
  onStop(() => recovery.stop());
  if (lost > 0) {
    const at = clock.now();
    const file = noteOlderJournal(journal.path, { at, payments: lost });
    base.journalChanged({ older: { at: new Date(at).toISOString(), payments: lost, file } });
  }
  for (const attempt of engine.running()) inactivity?.changed(attempt);
  return {
    engine,
    tabCount,
    pollAndWait: pollAndWait(engine, recovery, clock),
    recovered: recovery.done,
  };
}

/** Starts payment links and resumes the unfinished links. */
export function composePayLinks(
  base: Base,
  platform: Platform,
  engine: PaymentEngine,
): { links: PayLinks; orderService: OrderService } {
  const { journal, clock, hub, publish, onStop } = base;
  const log = base.log('links');
  const { operations } = platform;
  const links = new PayLinks({
    book: journal.payLinks,
    recoveryLog: journal.recoveryLog,
    port: operations ? new PlatformPayLinks({ ...platform, operations, clock }) : createUnconfiguredLinkPort(),
    clock,
    random,
    reversedMinorOf: (payment) => engine.reversedMinorOf(payment),
    transferOf: (payment) => (journal.has(payment) ? engine.get(payment).transfer : null),
    publish: (link) => {
      base.ends.note(link);
      publish({ type: 'pay-link', link });
    },
    log,
  });
  // Publish only links still shown; an older link would reappear as the newest.
  base.linkPaymentChanged = (id) => {
    if (hub.state().payLinks?.some((link) => link.id === id)) links.publishAgain(id);
  };
  onStop(() => links.stop());
  for (const link of links.list(RECENT_LINKS).reverse()) publish({ type: 'pay-link', link });
  for (const noted of journal.payLinks.notes(RECENT_LINKS).reverse()) publish({ type: 'other-tender', noted });
  links.recover();
  const recovery = recoverLinks({ links, journal, clock, log });
  onStop(() => recovery.stop());
  const orderService = new OrderService({
    links,
    journal,
    engine,
    state: () => hub.state(),
    publish: (noted) => publish({ type: 'other-tender', noted }),
    clean: maskCardNumbers,
    sameCardWithinMs: sameCardWithinMsOf(base.config.till),
    now: () => clock.now(),
    ends: base.ends,
  });
  return { links, orderService };
}

/**
 * Only a terminal without a cable has a serial number before it answers; a CANCEL through the platform needs that
 * number.
 */
function serialNumberOf(terminals: readonly TerminalView[], id: string): string | null {
  return terminals.find((terminal) => terminal.id === id)?.serialNumber ?? null;
}
