/** Manages all terminals of this till, by id, for the payment engine and the device service. */
import {
  serialKeyOf,
  TillError,
  type Discovered,
  type Family,
  type PaymentRoute,
  type PortAsk,
  type TerminalView,
} from '../../contract/index.ts';
import {
  connectTerminal,
  discoverTerminals,
  type ConnectOptions,
  type DiscoverOptions,
  type PortWatcher,
  type Terminal,
  type Transaction,
} from '../../../native/index.ts';
import type { Clock } from '../../domain/index.ts';
import type { TerminalEvent, TerminalPort } from '../payments/index.ts';
import { Adoption } from './adoption.ts';
import { cablelessSerialNumber, cablelessView } from './cableless.ts';
import { ProbeLimiter } from './probe-limiter.ts';
import { memoryPairings, type Pairings } from './pairings.ts';
import { memoryDecisions, PortRules, type PortDecisions, type PortSettings } from './port-rules.ts';
import { plainAddress, PortBook } from './ports.ts';
import { startSelfTester, type LocalTime, type PlatformCheck } from './self-test.ts';
import { Slot } from './slot.ts';
import type { TerminalSupervisor } from './supervisor.ts';

/** Terminal of this till as configured. */
export interface ConfiguredTerminal {
  id: string;
  /** Address of a cable, or `device:SERIALNUMBER` for a terminal that only the platform reaches. */
  address: string;
  isPractice: boolean;
  /** Driver of payments; default: the cable. */
  route?: PaymentRoute | undefined;
  /**
   * Serial number of the Device, if a cable is configured in addition to the cloud route; default: the terminal's own.
   */
  serialNumber?: string | undefined;
}

export interface ManagerOptions {
  terminals: readonly ConfiguredTerminal[];
  clock: Clock;
  random: () => number;
  publish: (view: TerminalView) => void;
  /** Called when a terminal no longer belongs to this till. */
  onRemoved?: (id: string) => void;
  onUnmatched: (message: { at: number; attempt: string | null; what: string }) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
  /** Pairings of ids and terminals; default: in memory. */
  pairings?: Pairings;
  /** Address of the receipt printer's port, which stays claimed. */
  printer?: string | null;
  /** Ports that the settings allow to probe. */
  portSettings?: PortSettings;
  /** Managers' decisions about ports; default: in memory. */
  decisions?: PortDecisions;
  /**
   * Watches serial ports and HID devices; without it, terminals are searched only on their own ports. Stopped with the
   * manager.
   */
  watcher?: PortWatcher;
  /** Adopts terminals that are not configured. Requires the watcher. */
  adopts?: boolean;
  selfTest?: {
    /** Local time, `HH:MM`. */
    at: string;
    localTime?: (at: number) => LocalTime;
    /** Result of the platform's connectivity monitor, or null if there is nothing to check. */
    platform: () => PlatformCheck | null;
  };
  /** Records masked link traffic, if enabled. */
  trace?: (id: string, family: Family) => (line: string) => void;
  /** Default: native's connectTerminal; tests replace it. */
  connect?: (address: string, options: ConnectOptions) => Promise<Terminal>;
  /** Default: native's discoverTerminals, which probes every port of this computer; tests replace it. */
  discover?: typeof discoverTerminals;
}

/** Callbacks and abort signal of a port search. */
type Watched = Pick<DiscoverOptions, 'signal' | 'onListed' | 'onFound'>;

/** Time limit for a port that the manager has chosen; enough to open it and try every family. */
const PROBE_WITHIN_MS = 20_000;

type Named = Pick<TerminalView, 'id' | 'serialNumber'>;

export class TerminalManager {
  /** Port of the payment engine. */
  readonly port: TerminalPort;
  readonly #options: ManagerOptions;
  readonly #pairings: Pairings;
  readonly #watcher: PortWatcher | null;
  readonly #connect: (address: string, options: ConnectOptions) => Promise<Terminal>;
  readonly #discover: typeof discoverTerminals;
  readonly #ports: PortBook;
  readonly #rules: PortRules;
  readonly #probeLimiter: ProbeLimiter;
  readonly #slots = new Map<string, Slot>();
  readonly #cableless = new Map<string, TerminalView>();
  readonly #configured: ReadonlyMap<string, ConfiguredTerminal>;
  readonly #adoption: Adoption | null;
  readonly #stops: (() => Promise<void> | void)[] = [];
  #isStopped = false;

  constructor(options: ManagerOptions) {
    this.#options = options;
    this.#pairings = options.pairings ?? memoryPairings();
    this.#watcher = options.watcher ?? null;
    this.#ports = new PortBook(options.printer ?? null);
    const { portSettings = { neverAsk: [], onlyAsk: [] }, decisions = memoryDecisions() } = options;
    this.#rules = new PortRules(portSettings, decisions, this.#ports);
    this.#probeLimiter = new ProbeLimiter(this.#rules, options.clock);
    this.#connect = options.connect ?? connectTerminal;
    this.#discover = options.discover ?? discoverTerminals;
    this.#configured = new Map(options.terminals.map((terminal) => [terminal.id, terminal]));
    for (const terminal of options.terminals) {
      const serialNumber = cablelessSerialNumber(terminal.address);
      if (serialNumber === null) this.#addSlot(terminal);
      else this.#cableless.set(terminal.id, cablelessView(terminal.id, serialNumber, options.clock.now()));
    }
    this.#adoption =
      options.adopts && this.#watcher
        ? new Adoption({
            pairings: this.#pairings,
            ports: this.#ports,
            probeLimiter: this.#probeLimiter,
            clock: options.clock,
            watcher: this.#watcher,
            discover: this.#discover,
            connect: this.#connect,
            slots: this.#slots,
            log: options.log,
            add: (slot) => this.#addSlot({ ...slot, isPractice: false }, true),
          })
        : null;
    this.port = this.#paymentPort();
  }

  start(): void {
    for (const view of this.#cableless.values()) this.#options.publish(view);
    for (const { supervisor } of this.#slots.values()) supervisor.start();
    if (this.#watcher) this.#stops.push(this.#watcher.onChange((change) => this.#onPortsChanged(change)));
    const adoption = this.#adoption;
    if (adoption) {
      adoption.start();
      this.#stops.push(() => adoption.stop());
    }
    this.#startSelfTester();
  }

  views(): TerminalView[] {
    return [...this.#cabled(), ...this.#cableless.values()];
  }

  /** Serial number of the terminal's Device on the platform: the configured one, otherwise the terminal's own. */
  deviceSerialNumber({ id, serialNumber }: Named): string | null {
    return this.#configured.get(id)?.serialNumber ?? serialNumber;
  }

  isDevice(terminal: Named, serialNumber: string): boolean {
    const own = this.deviceSerialNumber(terminal);
    return own !== null && serialKeyOf(own) === serialKeyOf(serialNumber);
  }

  /**
   * Terminal of the Device with this serial number. Called for every Device on every change, so it creates no other
   * views.
   */
  bySerialNumber(serialNumber: string): TerminalView | null {
    const is = (one: Named): boolean => this.isDevice(one, serialNumber);
    const same = [...this.#cabled(is), ...[...this.#cableless.values()].filter(is)];
    // A terminal moved to another port is known on both; its present port counts.
    return same.find(({ state }) => state === 'ready' || state === 'busy') ?? same[0] ?? null;
  }

  async reboot(id: string): Promise<void> {
    await this.#supervisorOf(id).reboot();
  }

  async setIdleMessage(id: string, text: string): Promise<void> {
    await this.#supervisorOf(id).terminal().setIdleMessage(text);
  }

  /** Probes every port; terminals that this till has open are reported without a probe. */
  async discover({ onListed, onFound, ...stop }: Watched = {}): Promise<Discovered[]> {
    const ours = [...this.#slots.values()].map((slot) => slot.discovered()).filter((one) => one !== null);
    const held = new Set(ours.map(({ address }) => address));
    for (const one of ours) onFound?.(one);
    const found = await this.#discover({
      skip: [...held],
      notAsked: (port) => this.#rules.notAsked(port),
      onListed: (count) => onListed?.(count + ours.length),
      onFound: (one) => held.has(one.address) || onFound?.(one),
      ...stop,
    });
    return [...ours, ...found.filter((one) => !held.has(one.address))];
  }

  /** Like `discover`, without the practice terminal: pressing Enter must not set a till up with a simulator. */
  async discoverReal({ onFound, ...watched }: Watched = {}): Promise<Discovered[]> {
    const practice = [...this.#configured.values()]
      .filter(({ isPractice }) => isPractice)
      .map(({ address }) => address);
    const isReal = ({ address }: Discovered): boolean => !practice.includes(address);
    const found = await this.discover({ ...watched, onFound: (one) => isReal(one) && onFound?.(one) });
    return found.filter(isReal);
  }

  /**
   * Id of the till's terminal that is or should be at this address, or null. A printer must not use such an address.
   */
  terminalAt(address: string): string | null {
    const plain = plainAddress(address);
    const ids = [...this.#configured.values()].filter((one) => plainAddress(one.address) === plain).map(({ id }) => id);
    return ids[0] ?? (this.#ports.isPrinter(address) ? null : this.#ports.userOf(address));
  }

  /** Probes one address; a terminal that this till has open is reported without a probe. */
  async probe(address: string): Promise<Discovered | null> {
    const plain = plainAddress(address);
    const ours = [...this.#slots.values()].map((slot) => slot.discovered());
    const open = ours.find((one) => one !== null && plainAddress(one.address) === plain);
    if (open) return open;
    const perPortMs = PROBE_WITHIN_MS;
    const [found] = await this.#discover({ list: () => Promise.resolve([]), also: [address], perPortMs });
    return found ?? null;
  }

  /** Stores a manager's decision about a port, and probes the port again if allowed. */
  async decidePort(address: string, ask: PortAsk): Promise<Discovered> {
    const plain = plainAddress(address);
    const holder = [...this.#slots.values()].find((slot) => plainAddress(slot.discovered()?.address ?? '') === plain);
    if (holder) {
      const words = 'A terminal of this till is connected there.';
      throw new TillError('TERM_BUSY', words, { context: { address, terminal: holder.id } });
    }
    const present = this.#watcher?.present().find((one) => plainAddress(one.address) === plain);
    const away = this.#rules.decided(address);
    const port = present ?? (away && { ...away, link: 'serial', mayProbe: true });
    const unknown = new TillError('TERM_NOT_FOUND', `There is no port ${address} on this till.`, {
      context: { address },
    });
    if (!port) throw unknown;
    this.#rules.decide(port, ask === 'undecided' ? null : ask, this.#options.clock.now());
    const why = this.#rules.notAsked(port);
    this.#options.log('info', 'port decided', { address, ask, notAsked: why });
    const [found] = await this.#discover({ list: () => Promise.resolve([port]), notAsked: () => why });
    if (!found) throw unknown;
    if (found.verdict === 'terminal') this.#onPortsChanged({ appeared: [port], vanished: [] });
    return found;
  }

  /**
   * Ends a terminal's pairing: a configured slot pairs with the terminal now at its address; an adopted terminal is
   * removed until it is found again.
   * @throws TERM_NOT_FOUND; TERM_BUSY while a payment holds the terminal
   */
  async forget(id: string): Promise<void> {
    const { isAdopted, supervisor } = this.#slotOf(id);
    if (supervisor.hasPayment()) {
      throw new TillError('TERM_BUSY', 'A payment is running on this terminal.', { context: { terminal: id } });
    }
    const terminal = this.#configured.get(id);
    await supervisor.stop();
    this.#pairings.forget(id);
    this.#slots.delete(id);
    this.#options.log('info', 'pairing ended', { terminal: id });
    if (isAdopted || !terminal) this.#options.onRemoved?.(id);
    else if (!this.#isStopped) this.#addSlot(terminal).supervisor.start();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#watcher?.stop();
    for (const stop of this.#stops.splice(0).reverse()) await stop();
    await Promise.all([...this.#slots.values()].map(({ supervisor }) => supervisor.stop()));
  }

  #addSlot({ id, address, isPractice }: ConfiguredTerminal, isAdopted = false): Slot {
    const { clock, publish, onUnmatched } = this.#options;
    const slot = new Slot({
      ...this.#options,
      id,
      address,
      isPractice,
      isAdopted,
      pairings: this.#pairings,
      ports: this.#ports,
      probeLimiter: this.#probeLimiter,
      watcher: this.#watcher,
      connect: this.#connect,
      passOn: (terminal, where) => this.#passOn(terminal, where),
      publish: (view) => publish(this.#withRoute(view)),
      onUnmatched: (what) => onUnmatched({ at: clock.now(), attempt: null, what: `${id}: ${what}` }),
    });
    this.#slots.set(id, slot);
    return slot;
  }

  /** Passes an opened terminal to the slot that is paired with the terminal. */
  #passOn(terminal: Terminal, address: string): boolean {
    if (this.#isStopped) return false;
    for (const slot of this.#slots.values()) if (slot.take(terminal, address)) return true;
    return false;
  }

  /** The configuration decides the route, independent of the cable. */
  #withRoute(view: TerminalView): TerminalView {
    const route = this.#configured.get(view.id)?.route;
    return route ? { ...view, route } : view;
  }

  #cabled(is: (one: Named) => boolean = () => true): TerminalView[] {
    const supervisors = [...this.#slots.values()].map(({ supervisor }) => supervisor);
    return supervisors.filter(is).map((supervisor) => this.#withRoute(supervisor.view()));
  }

  #slotOf(id: string): Slot {
    if (this.#cableless.has(id)) {
      throw new TillError('TERM_UNSUPPORTED', 'This terminal has no cable here: only the platform reaches it.', {
        context: { terminal: id },
      });
    }
    const slot = this.#slots.get(id);
    if (slot) return slot;
    throw new TillError('TERM_NOT_FOUND', `There is no terminal ${id} on this till.`, { context: { terminal: id } });
  }

  #supervisorOf(id: string): TerminalSupervisor {
    return this.#slotOf(id).supervisor;
  }

  #paymentPort(): TerminalPort {
    return {
      describe: (id) => this.#describe(id),
      start: async (id, request, listener) => {
        await this.#supervisorOf(id).run(request, (event) => {
          if (event.type === 'finished' && event.result.kind === 'lost') {
            listener({ ...event, result: { kind: 'lost', failure: event.result.error.toFailure() } });
          } else listener(event as TerminalEvent);
        });
      },
      giveUpStart: (id, attempt) => this.#supervisorOf(id).giveUpStart(attempt),
      respond: async (id, attempt, answer) => {
        await this.#transaction(id, attempt).respond(answer);
      },
      cancel: async (id, attempt) => this.#transaction(id, attempt).cancel(),
      choose: async (id, attempt, index) => {
        const transaction = this.#transaction(id, attempt);
        if (!transaction.choose) {
          throw new TillError('TERM_UNSUPPORTED', 'On this terminal the cardholder chooses.', {
            context: { terminal: id, attempt },
          });
        }
        await transaction.choose(index);
      },
    };
  }

  #describe(id: string): ReturnType<TerminalPort['describe']> {
    const device = this.#cableless.get(id);
    // Cable payments require a cable.
    if (device) return { id, serialNumber: device.serialNumber, link: null, isReady: false, route: 'cloud' };
    const supervisor = this.#supervisorOf(id);
    const { route, serialNumber } = this.#configured.get(id) ?? {};
    // Refuse before the start, with the reason's own code. The cable does not matter to a payment that the platform
    // drives on a Device with a known serial number.
    const refusal = route === 'cloud' && serialNumber !== undefined ? null : supervisor.refusal(route !== 'cloud');
    if (refusal) throw refusal;
    const view = supervisor.view();
    const isReady = view.state === 'ready';
    const known = { id, serialNumber: this.deviceSerialNumber(view), link: view.link, isReady };
    return route === undefined ? known : { ...known, route };
  }

  #transaction(id: string, attempt: string): Transaction {
    const transaction = this.#supervisorOf(id).transaction(attempt);
    if (transaction) return transaction;
    throw new TillError('TERM_NOT_READY', 'This payment no longer runs on the terminal.', {
      context: { terminal: id, attempt },
    });
  }

  #onPortsChanged({ appeared, vanished }: Parameters<Parameters<PortWatcher['onChange']>[0]>[0]): void {
    const addresses = (all: typeof appeared) => all.map(({ address }) => address).join(' ');
    this.#options.log('info', 'ports changed', { appeared: addresses(appeared), vanished: addresses(vanished) });
    for (const slot of this.#slots.values()) slot.portsChanged(appeared);
    this.#adoption?.identify(appeared);
  }

  #startSelfTester(): void {
    const { selfTest, clock } = this.#options;
    if (!selfTest) return;
    const stop = startSelfTester({
      at: selfTest.at,
      clock,
      ...(selfTest.localTime ? { localTime: selfTest.localTime } : {}),
      targets: () =>
        [...this.#slots.values()].map((slot) => ({
          last: lastSelfTest(slot),
          run: () => slot.selfTest(selfTest.platform()),
        })),
      isSettled: () => this.#cabled().every(({ state }) => state === 'ready' || state === 'busy'),
    });
    this.#stops.push(stop);
  }
}

/**
 * Time of the last self-test. A self-test that failed because the terminal was disconnected is repeated when it is
 * back.
 */
function lastSelfTest({ supervisor }: Slot): number | null {
  const { selfTest, state } = supervisor.view();
  if (!selfTest) return null;
  const wasAway = selfTest.checks.some(({ what, failure }) => what === 'cable' && failure !== null);
  return wasAway && state === 'ready' ? null : Date.parse(selfTest.at);
}
