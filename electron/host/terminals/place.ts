/** One place of the till: an id, the pairing behind it, and the supervisor that keeps its terminal connected. */
import type { Discovered, Family, TerminalView } from '../../contract/index.ts';
import type { ConnectOptions, PortWatcher, Terminal, TerminalIdentity } from '../../../native/index.ts';
import type { Clock } from '../clock.ts';
import { isSameTerminal, type Pairings } from './pairings.ts';
import { plainAddress, type PortBook } from './ports.ts';
import { createReach, type Reach } from './reach.ts';
import type { PlatformCheck } from './self-test.ts';
import { linkOf } from './terminal-record.ts';
import { createSupervisor, type Supervisor, type SupervisorOptions } from './supervisor.ts';

export interface PlaceOptions extends Pick<SupervisorOptions, 'random' | 'publish' | 'onStray' | 'log'> {
  id: string;
  /** Where it is configured, or where it was adopted. */
  address: string;
  isPractice: boolean;
  isAdopted: boolean;
  clock: Clock;
  pairings: Pairings;
  ports: PortBook;
  watcher: PortWatcher | null;
  connect: (address: string, options: ConnectOptions) => Promise<Terminal>;
  trace?: (id: string, family: Family) => (line: string) => void;
  passOn: (terminal: Terminal, address: string) => boolean;
}

export interface Place {
  readonly id: string;
  readonly isAdopted: boolean;
  readonly supervisor: Supervisor;
  readonly reach: Reach;
  /** Takes a terminal found elsewhere if it is the paired one and wanted; false otherwise. */
  take(terminal: Terminal, address: string): boolean;
  portsChanged(): void;
  /** Tests it unless a payment holds it, and keeps the result. */
  selfTest(platform: PlatformCheck | null): Promise<void>;
  /** As discovery would report it, while it is connected; null otherwise. */
  discovered(): Discovered | null;
}

export function createPlace(options: PlaceOptions): Place {
  const { id, address, isPractice, isAdopted, clock, pairings, ports, watcher } = options;
  const reach = createReach({
    id,
    configured: address,
    pairings,
    ports,
    watcher,
    clock,
    connect: options.connect,
    passOn: options.passOn,
    ...(options.trace ? { trace: options.trace } : {}),
  });

  /** From now on this place is that terminal's, and no other's. */
  function pair(identity: TerminalIdentity): void {
    // The practice terminal is whatever simulator the till was started with.
    if (isPractice || identity.serialNumber.trim() === '') return;
    const now = new Date(clock.now()).toISOString();
    const before = pairings.of(id);
    const known = before && isSameTerminal(before, identity) ? before : null;
    const where = reach.address();
    const port = watcher?.present().find((one) => plainAddress(one.address) === plainAddress(where));
    pairings.keep({
      id,
      isAdopted,
      family: identity.family,
      model: identity.model,
      serialNumber: identity.serialNumber,
      usbSerialNumber: port ? port.serialNumber : (known?.usbSerialNumber ?? null),
      address: where,
      firstSeenAt: known?.firstSeenAt ?? now,
      lastSeenAt: now,
      selfTest: known?.selfTest ?? null,
    });
    if (!known) {
      const { model, serialNumber } = identity;
      options.log('info', 'terminal paired', { terminal: id, address: where, model, serialNumber });
    }
  }

  const supervisor = createSupervisor({
    id,
    address,
    isPractice,
    connect: (_, attempt) => reach.connect(attempt),
    whereabouts: () => reach.address(),
    onIdentified: pair,
    selfTest: pairings.of(id)?.selfTest ?? null,
    clock,
    random: options.random,
    publish: options.publish,
    onStray: options.onStray,
    log: options.log,
  });

  return {
    id,
    isAdopted,
    supervisor,
    reach,
    take(terminal, where) {
      const paired = pairings.of(id);
      if (!paired || !isSameTerminal(paired, terminal.identity)) return false;
      const release = ports.claim(where, id);
      if (!release) return false;
      const before = reach.address();
      reach.arrived(where);
      if (supervisor.offer(terminal)) {
        void terminal.closed.then(release);
        return true;
      }
      reach.arrived(before);
      release();
      return false;
    },
    portsChanged() {
      reach.portsChanged();
      supervisor.nudge();
    },
    async selfTest(platform) {
      const found = await supervisor.selfTest(platform);
      if (!found) return;
      const context = { terminal: id, isOk: found.isOk, checks: found.checks.map(({ what, failure }) => `${what} ${failure?.code ?? 'ok'}`).join(', ') }; // prettier-ignore
      options.log(found.isOk ? 'info' : 'warn', 'self-test', context);
      const paired = pairings.of(id);
      if (paired) pairings.keep({ ...paired, selfTest: found });
    },
    discovered() {
      const view: TerminalView = supervisor.view();
      if (view.state !== 'ready' && view.state !== 'busy') return null;
      return {
        address: view.address,
        link: linkOf(view.address),
        vendorId: null,
        productId: null,
        serialNumber: view.serialNumber,
        verdict: 'terminal',
        family: view.family,
        model: view.model,
        firmware: view.firmware,
        failure: null,
        tookMs: 0,
      };
    },
  };
}
