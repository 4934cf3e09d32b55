/** Payments and payment links: the engine, its recovery, and in a kiosk the inactivity timeout. */
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
import { isBeyondWaiting, noteOlderJournal, type JournalFile } from '../journal/index.ts';
import {
  createUnconfiguredLinkPort,
  linkPaymentIn,
  OrderDesk,
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

/** Everything through which the payment engine reaches the world. */
export type EnginePorts = Pick<EngineOptions, 'journal' | 'terminals' | 'platform' | 'devices' | 'publish'>;

/** What crash tests put in place of the host's own; whatever is left out is the real one. No shell passes any but `onFatal`; the command line `auditJournal`. */
export interface HostParts {
  /** The journal turned out damaged or gone while running. Only a new start helps, which begins a new one (host/journal). */
  onFatal?: (failure: Failure) => void;
  /** Asks for the next life, with new settings, and says who is signed in. Without it settings hold until the next start. */
  reload?: (signIns: KeptSignIn[]) => void;
  /** A live setting was changed and is in force; its starter has it from now on as well. */
  liveChanged?: () => void;
  /** Puts the update that was offered in place, as its starter does it. Without it none is offered. */
  updateNow?: () => void;
  /** Where the platform's password is kept: its starter's store. Without it none can be kept. */
  secrets?: SecretKeeper;
  /** Of this process: which proxies there are on the way to a platform that is tried. */
  env?: Readonly<Record<string, string | undefined>>;
  /** The payment engine's clock, so that its look-up waits need not be waited for. All else keeps the system's. */
  paymentClock?: Clock;
  /** Where acts and PINs are written down, and wrong ones counted, of a host whose own record is thrown away; its owner closes it. */
  auditJournal?: JournalFile;
  /** What the automatic sign-out is measured with, and the wait after a wrong PIN. */
  signInClock?: Clock;
  /** Stands around the engine's ports, to see each step and to end the process at one. */
  around?: (ports: EnginePorts) => EnginePorts;
}

export interface Payments {
  readonly engine: PaymentEngine;
  readonly tabCount: TabCount;
  readonly pollAndWait: PollAndWait;
  /** Settles once every payment of an earlier life is taken up, also those that only the recovery log knows. */
  readonly recovered: Promise<unknown>;
}

/** Starts the engine and resumes every payment that an earlier life of the host left unfinished. */
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
      // It is shown by its link, and is no sale at the terminal.
      if (attempt.payLink !== undefined) return base.linkPaymentChanged(attempt.payLink);
      base.ends.note(attempt);
      publish({ type: 'attempt', attempt });
      tabCount.changed(attempt);
      inactivity?.changed(attempt);
      base.cablesChanged();
    },
  };
  const engine = new PaymentEngine({
    ...(parts.around?.(ports) ?? ports),
    clock,
    random,
    linkPayment: (id) => linkPaymentIn(journal.payLinks, id),
    cardReads: journal.cardReads,
    sameCardWithinMs: sameCardWithinMsOf(config.till),
    publishUnmatched,
    onJournal(failure) {
      base.journalChanged({ failure, since: new Date(base.clock.now()).toISOString() });
      if (failure && isBeyondWaiting(failure)) parts.onFatal?.(failure);
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

/** Starts payment links and resumes the unfinished ones. */
export function composePayLinks(
  base: Base,
  platform: Platform,
  engine: PaymentEngine,
): { links: PayLinks; orderDesk: OrderDesk } {
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
  // One that is no longer among the newest would come up as the newest.
  base.linkPaymentChanged = (id) => {
    if (hub.state().payLinks?.some((link) => link.id === id)) links.publishAgain(id);
  };
  onStop(() => links.stop());
  for (const link of links.list(RECENT_LINKS).reverse()) publish({ type: 'pay-link', link });
  for (const noted of journal.payLinks.notes(RECENT_LINKS).reverse()) publish({ type: 'other-tender', noted });
  links.recover();
  const recovery = recoverLinks({ links, journal, clock, log });
  onStop(() => recovery.stop());
  const orderDesk = new OrderDesk({
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
  return { links, orderDesk };
}

/** Known before its cable answers only for a terminal without one; it is what a CANCEL through the platform needs. */
function serialNumberOf(terminals: readonly TerminalView[], id: string): string | null {
  return terminals.find((terminal) => terminal.id === id)?.serialNumber ?? null;
}
