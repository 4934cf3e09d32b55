/** All terminals of this till, by id: what the payment engine and the device service see of them. */
import { TillError, type Discovered, type Family, type PaymentRoute, type TerminalView } from '../../contract/index.ts';
import {
  connectTerminal,
  discoverTerminals,
  type ConnectOptions,
  type PortWatcher,
  type Terminal,
} from '../../../native/index.ts';
import type { Clock } from '../clock.ts';
import type { TerminalEvent, TerminalPort } from '../payments/index.ts';
import { createAdoption } from './adoption.ts';
import { cablelessSerialNumber, cablelessView } from './cableless.ts';
import { memoryPairings, type Pairings } from './pairings.ts';
import { createPlace, type Place } from './place.ts';
import { createPortBook } from './ports.ts';
import { startSelfTester, type LocalTime, type PlatformCheck } from './self-test.ts';

/** A terminal of this till as it is configured. */
export interface ConfiguredTerminal {
  id: string;
  /** Of a cable, or `device:SERIALNUMBER` for one that only the platform reaches. */
  address: string;
  isPractice: boolean;
  /** Who drives it in a payment; the cable when not said. */
  route?: PaymentRoute;
  /** Of the Device, where a cable is configured beside the cloud route; the terminal's own when not said. */
  serialNumber?: string;
}

export interface ManagerOptions {
  terminals: readonly ConfiguredTerminal[];
  clock: Clock;
  random: () => number;
  publish: (view: TerminalView) => void;
  /** A terminal is not this till's any more. */
  onRemoved?: (id: string) => void;
  onStray: (stray: { at: number; attempt: string | null; what: string }) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
  /** Which terminal is whose; in memory unless given. */
  pairings?: Pairings;
  /** Serial ports and HID devices as they come and go; without it nothing is looked for elsewhere. Stopped with the manager. */
  watcher?: PortWatcher;
  /** Take terminals that are found without being configured. Needs the watcher. */
  adopts?: boolean;
  selfTest?: {
    /** Local time, `HH:MM`. */
    at: string;
    localTime?: (at: number) => LocalTime;
    /** What the platform's own watch says; null where there is nothing to check. */
    platform: () => PlatformCheck | null;
  };
  /** Where masked link traffic goes, when it is recorded. */
  trace?: (id: string, family: Family) => (line: string) => void;
  /** Native's connectTerminal unless a test stands in. */
  connect?: (address: string, options: ConnectOptions) => Promise<Terminal>;
  /** Native's discoverTerminals unless a test stands in: it looks at every port of this computer. */
  discover?: typeof discoverTerminals;
}

export interface TerminalManager {
  readonly port: TerminalPort;
  start(): void;
  views(): TerminalView[];
  bySerialNumber(serialNumber: string): TerminalView | null;
  reboot(id: string): Promise<void>;
  setIdleMessage(id: string, text: string): Promise<void>;
  /** Looks at every port; those we hold ourselves are reported as what they are, untouched. */
  discover(): Promise<Discovered[]>;
  /**
   * Ends the pairing of a terminal: a configured place takes whatever is at its address now, an adopted one is gone until
   * it is found again. Throws TERM_NOT_FOUND, and TERM_BUSY while a payment holds it.
   */
  forget(id: string): Promise<void>;
  stop(): Promise<void>;
}

export function createTerminalManager(options: ManagerOptions): TerminalManager {
  const { clock, log, pairings = memoryPairings(), watcher = null } = options;
  const connect = options.connect ?? connectTerminal;
  const discover = options.discover ?? discoverTerminals;
  const ports = createPortBook();
  const places = new Map<string, Place>();
  const cableless = new Map<string, TerminalView>();
  const configured = new Map(options.terminals.map((terminal) => [terminal.id, terminal]));
  const stops: (() => Promise<void> | void)[] = [];
  let isStopped = false;

  function addPlace(place: { id: string; address: string; isPractice: boolean; isAdopted: boolean }): Place {
    const { id } = place;
    const made = createPlace({
      ...place,
      clock,
      pairings,
      ports,
      watcher,
      connect,
      passOn,
      random: options.random,
      publish: (view) => options.publish(withRoute(view)),
      onStray: (what) => options.onStray({ at: clock.now(), attempt: null, what: `${id}: ${what}` }),
      log,
      ...(options.trace ? { trace: options.trace } : {}),
    });
    places.set(id, made);
    return made;
  }

  /** A terminal that one place has opened and another is paired with. */
  function passOn(terminal: Terminal, address: string): boolean {
    if (isStopped) return false;
    for (const place of places.values()) if (place.take(terminal, address)) return true;
    return false;
  }

  /** What it is paired for is a fact of the configuration, not of the cable. */
  function withRoute(view: TerminalView): TerminalView {
    const route = configured.get(view.id)?.route;
    return route ? { ...view, route } : view;
  }

  for (const { id, address, isPractice } of options.terminals) {
    const serialNumber = cablelessSerialNumber(address);
    if (serialNumber === null) addPlace({ id, address, isPractice, isAdopted: false });
    else cableless.set(id, cablelessView(id, serialNumber, clock.now()));
  }

  const adoption =
    options.adopts && watcher
      ? createAdoption({ pairings, ports, watcher, discover, connect, places, log, add: (one) => addPlace({ ...one, isPractice: false, isAdopted: true }) }) // prettier-ignore
      : null;

  function need(id: string): Place {
    const place = places.get(id);
    if (!place)
      throw new TillError('TERM_NOT_FOUND', `There is no terminal ${id} on this till.`, { context: { terminal: id } });
    return place;
  }
  const supervisorOf = (id: string) => {
    if (cableless.has(id)) {
      throw new TillError('TERM_UNSUPPORTED', 'This terminal has no cable here: only the platform reaches it.', {
        context: { terminal: id },
      });
    }
    return need(id).supervisor;
  };
  const cabled = (): TerminalView[] => [...places.values()].map(({ supervisor }) => withRoute(supervisor.view()));
  const views = (): TerminalView[] => [...cabled(), ...cableless.values()];

  const port: TerminalPort = {
    describe(id) {
      const device = cableless.get(id);
      // Ready for no cable payment: there is no cable.
      if (device) return { id, serialNumber: device.serialNumber, link: null, isReady: false, route: 'cloud' };
      const supervisor = supervisorOf(id);
      const { route, serialNumber = null } = configured.get(id) ?? {};
      // Reasons with words of their own: the payment is refused with them before it begins. What hangs on the cable does
      // not matter to a payment that the platform drives on a Device known by name.
      const refusal = route === 'cloud' && serialNumber !== null ? null : supervisor.refusal();
      if (refusal) throw refusal;
      const view = supervisor.view();
      const isReady = view.state === 'ready';
      const known = { id, serialNumber: serialNumber ?? view.serialNumber, link: view.link, isReady };
      return route === undefined ? known : { ...known, route };
    },
    async start(id, request, listener) {
      await supervisorOf(id).run(request, (event) => {
        if (event.type === 'finished' && event.result.kind === 'lost') {
          listener({ ...event, result: { kind: 'lost', failure: event.result.error.toFailure() } });
        } else listener(event as TerminalEvent);
      });
    },
    async respond(id, attempt, answer) {
      const transaction = supervisorOf(id).transaction(attempt);
      if (!transaction) throw notRunning(id, attempt);
      await transaction.respond(answer);
    },
    async cancel(id, attempt) {
      const transaction = supervisorOf(id).transaction(attempt);
      if (!transaction) throw notRunning(id, attempt);
      return transaction.cancel();
    },
    async choose(id, attempt, index) {
      const transaction = supervisorOf(id).transaction(attempt);
      if (!transaction) throw notRunning(id, attempt);
      if (!transaction.choose) {
        throw new TillError('TERM_UNSUPPORTED', 'On this terminal the cardholder chooses.', {
          context: { terminal: id, attempt },
        });
      }
      await transaction.choose(index);
    },
  };

  /** One that failed because the terminal was away is repeated once it is back. */
  function lastSelfTest({ supervisor }: Place): number | null {
    const { selfTest, state } = supervisor.view();
    if (!selfTest) return null;
    const wasAway = selfTest.checks.some(({ what, failure }) => what === 'cable' && failure !== null);
    return wasAway && state === 'ready' ? null : Date.parse(selfTest.at);
  }

  return {
    port,
    start() {
      for (const view of cableless.values()) options.publish(view);
      for (const { supervisor } of places.values()) supervisor.start();
      if (watcher) {
        stops.push(
          watcher.onChange(({ appeared, vanished }) => {
            const addresses = (all: typeof appeared) => all.map(({ address }) => address).join(' ');
            log('info', 'ports changed', { appeared: addresses(appeared), vanished: addresses(vanished) });
            for (const place of places.values()) place.portsChanged();
            adoption?.look(appeared);
          }),
        );
      }
      if (adoption) {
        adoption.start();
        stops.push(() => adoption.stop());
      }
      const { selfTest } = options;
      if (!selfTest) return;
      stops.push(
        startSelfTester({
          at: selfTest.at,
          clock,
          ...(selfTest.localTime ? { localTime: selfTest.localTime } : {}),
          targets: () =>
            [...places.values()].map((place) => ({
              last: lastSelfTest(place),
              run: () => place.selfTest(selfTest.platform()),
            })),
          isSettled: () => cabled().every(({ state }) => state === 'ready' || state === 'busy'),
        }),
      );
    },
    views,
    bySerialNumber(serialNumber) {
      const wanted = serialNumber.toUpperCase();
      const same = views().filter((view) => view.serialNumber?.toUpperCase() === wanted);
      // Moved from one port to another it is known on both: the one where it is now counts.
      return same.find(({ state }) => state === 'ready' || state === 'busy') ?? same[0] ?? null;
    },
    async reboot(id) {
      await supervisorOf(id).reboot();
    },
    async setIdleMessage(id, text) {
      await supervisorOf(id).terminal().setIdleMessage(text);
    },
    async discover() {
      const ours = [...places.values()].map((place) => place.discovered()).filter((one) => one !== null);
      const held = new Set(ours.map(({ address }) => address));
      const found = await discover({ skip: [...held] });
      return [...ours, ...found.filter((one) => !held.has(one.address))];
    },
    async forget(id) {
      const supervisor = supervisorOf(id);
      const { isAdopted } = need(id);
      if (supervisor.isHeld()) {
        throw new TillError('TERM_BUSY', 'A payment is running on this terminal.', { context: { terminal: id } });
      }
      const terminal = configured.get(id);
      await supervisor.stop();
      pairings.forget(id);
      places.delete(id);
      log('info', 'pairing ended', { terminal: id });
      if (isAdopted || !terminal) options.onRemoved?.(id);
      else if (!isStopped) {
        const { address, isPractice } = terminal;
        addPlace({ id, address, isPractice, isAdopted: false }).supervisor.start();
      }
    },
    async stop() {
      isStopped = true;
      watcher?.stop();
      for (const stop of stops.splice(0).reverse()) await stop();
      await Promise.all([...places.values()].map(({ supervisor }) => supervisor.stop()));
    },
  };
}

function notRunning(terminal: string, attempt: string): TillError {
  return new TillError('TERM_NOT_READY', 'This payment does not run on the terminal any more.', {
    context: { terminal, attempt },
  });
}
