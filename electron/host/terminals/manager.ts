/** All terminals of this till, by id: what the payment engine and the device service see of them. */
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
import { Neighbours } from './neighbours.ts';
import { memoryPairings, type Pairings } from './pairings.ts';
import { memoryDecisions, PortRules, type PortDecisions, type PortSettings } from './port-rules.ts';
import { plainAddress, PortBook } from './ports.ts';
import { startSelfTester, type LocalTime, type PlatformCheck } from './self-test.ts';
import { Slot } from './slot.ts';
import type { TerminalSupervisor } from './supervisor.ts';

/** A terminal of this till as it is configured. */
export interface ConfiguredTerminal {
  id: string;
  /** Of a cable, or `device:SERIALNUMBER` for one that only the platform reaches. */
  address: string;
  isPractice: boolean;
  /** Who drives it in a payment; the cable when not said. */
  route?: PaymentRoute | undefined;
  /** Of the Device, where a cable is configured beside the cloud route; the terminal's own when not said. */
  serialNumber?: string | undefined;
}

export interface ManagerOptions {
  terminals: readonly ConfiguredTerminal[];
  clock: Clock;
  random: () => number;
  publish: (view: TerminalView) => void;
  /** A terminal no longer belongs to this till. */
  onRemoved?: (id: string) => void;
  onUnmatched: (message: { at: number; attempt: string | null; what: string }) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
  /** Which terminal is whose; in memory unless given. */
  pairings?: Pairings;
  /** The receipt printer's port, as an address; claimed for good. */
  printer?: string | null;
  /** Which ports the settings let be asked. */
  portSettings?: PortSettings;
  /** What people have said about ports; in memory unless given. */
  decisions?: PortDecisions;
  /** Serial ports and HID devices as they come and go; without it nothing is looked for elsewhere. Stopped with the manager. */
  watcher?: PortWatcher;
  /** Take terminals that are found without being configured. Needs the watcher. */
  adopts?: boolean;
  selfTest?: {
    /** Local time, `HH:MM`. */
    at: string;
    localTime?: (at: number) => LocalTime;
    /** What the platform's connectivity monitor says; null where there is nothing to check. */
    platform: () => PlatformCheck | null;
  };
  /** Where masked link traffic goes, when it is recorded. */
  trace?: (id: string, family: Family) => (line: string) => void;
  /** Native's connectTerminal unless a test stands in. */
  connect?: (address: string, options: ConnectOptions) => Promise<Terminal>;
  /** Native's discoverTerminals unless a test stands in: it looks at every port of this computer. */
  discover?: typeof discoverTerminals;
}

/** How a look at the ports is followed, and ended early. */
type Watched = Pick<DiscoverOptions, 'signal' | 'onListed' | 'onFound'>;

/** Somebody has named this one port and waits for it; opening and asking every family fits in. */
const PROBE_WITHIN_MS = 20_000;

type Named = Pick<TerminalView, 'id' | 'serialNumber'>;

export class TerminalManager {
  /** What the payment engine uses. */
  readonly port: TerminalPort;
  readonly #options: ManagerOptions;
  readonly #pairings: Pairings;
  readonly #watcher: PortWatcher | null;
  readonly #connect: (address: string, options: ConnectOptions) => Promise<Terminal>;
  readonly #discover: typeof discoverTerminals;
  readonly #ports: PortBook;
  readonly #rules: PortRules;
  readonly #neighbours: Neighbours;
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
    this.#neighbours = new Neighbours(this.#rules, options.clock);
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
            neighbours: this.#neighbours,
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

  /** Of its Device at the platform: the one that is configured, else its own. */
  deviceSerialNumber({ id, serialNumber }: Named): string | null {
    return this.#configured.get(id)?.serialNumber ?? serialNumber;
  }

  isDevice(terminal: Named, serialNumber: string): boolean {
    const own = this.deviceSerialNumber(terminal);
    return own !== null && serialKeyOf(own) === serialKeyOf(serialNumber);
  }

  /** The terminal that a Device of this serial number is. Asked for every Device with every change: no other view is made for it. */
  bySerialNumber(serialNumber: string): TerminalView | null {
    const is = (one: Named): boolean => this.isDevice(one, serialNumber);
    const same = [...this.#cabled(is), ...[...this.#cableless.values()].filter(is)];
    // Moved from one port to another it is known on both: the one where it is now counts.
    return same.find(({ state }) => state === 'ready' || state === 'busy') ?? same[0] ?? null;
  }

  async reboot(id: string): Promise<void> {
    await this.#supervisorOf(id).reboot();
  }

  async setIdleMessage(id: string, text: string): Promise<void> {
    await this.#supervisorOf(id).terminal().setIdleMessage(text);
  }

  /** Looks at every port; the terminals we have open are reported as they are, untouched. */
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

  /** As `discover`, without the practice terminal: nobody sets a till up with a simulator by pressing Enter. */
  async discoverReal({ onFound, ...watched }: Watched = {}): Promise<Discovered[]> {
    const practice = [...this.#configured.values()]
      .filter(({ isPractice }) => isPractice)
      .map(({ address }) => address);
    const isReal = ({ address }: Discovered): boolean => !practice.includes(address);
    const found = await this.discover({ ...watched, onFound: (one) => isReal(one) && onFound?.(one) });
    return found.filter(isReal);
  }

  /** The terminal of ours that is at this address, or is set up to be; null: none. A printer has no business there. */
  terminalAt(address: string): string | null {
    const plain = plainAddress(address);
    const ids = [...this.#configured.values()].filter((one) => plainAddress(one.address) === plain).map(({ id }) => id);
    return ids[0] ?? (this.#ports.isPrinter(address) ? null : this.#ports.userOf(address));
  }

  /** Asks at one address who is there; what we have open is reported as it is, untouched. */
  async probe(address: string): Promise<Discovered | null> {
    const plain = plainAddress(address);
    const ours = [...this.#slots.values()].map((slot) => slot.discovered());
    const open = ours.find((one) => one !== null && plainAddress(one.address) === plain);
    if (open) return open;
    const perPortMs = PROBE_WITHIN_MS;
    const [found] = await this.#discover({ list: () => Promise.resolve([]), also: [address], perPortMs });
    return found ?? null;
  }

  /** Keeps what a person knows of a port, and looks at it once more where it may be asked. */
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
   * Ends the pairing of a terminal: a configured slot takes whatever is at its address now, an adopted one is gone until
   * it is found again. Throws TERM_NOT_FOUND, and TERM_BUSY while a payment holds it.
   */
  async forget(id: string): Promise<void> {
    const { isAdopted, supervisor } = this.#slotOf(id);
    if (supervisor.isHeld()) {
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
      neighbours: this.#neighbours,
      watcher: this.#watcher,
      connect: this.#connect,
      passOn: (terminal, where) => this.#passOn(terminal, where),
      publish: (view) => publish(this.#withRoute(view)),
      onUnmatched: (what) => onUnmatched({ at: clock.now(), attempt: null, what: `${id}: ${what}` }),
    });
    this.#slots.set(id, slot);
    return slot;
  }

  /** A terminal that one slot has opened and another is paired with. */
  #passOn(terminal: Terminal, address: string): boolean {
    if (this.#isStopped) return false;
    for (const slot of this.#slots.values()) if (slot.take(terminal, address)) return true;
    return false;
  }

  /** The route is a fact of the configuration, not of the cable. */
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
    // Ready for no cable payment: there is no cable.
    if (device) return { id, serialNumber: device.serialNumber, link: null, isReady: false, route: 'cloud' };
    const supervisor = this.#supervisorOf(id);
    const { route, serialNumber } = this.#configured.get(id) ?? {};
    // Refused before it begins, with the reason's own code. What is on the cable does not matter to a payment that the
    // platform drives on a Device known by its serial number.
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
    throw new TillError('TERM_NOT_READY', 'This payment does not run on the terminal any more.', {
      context: { terminal: id, attempt },
    });
  }

  #onPortsChanged({ appeared, vanished }: Parameters<Parameters<PortWatcher['onChange']>[0]>[0]): void {
    const addresses = (all: typeof appeared) => all.map(({ address }) => address).join(' ');
    this.#options.log('info', 'ports changed', { appeared: addresses(appeared), vanished: addresses(vanished) });
    for (const slot of this.#slots.values()) slot.portsChanged(appeared);
    this.#adoption?.look(appeared);
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

/** One that failed because the terminal was away is repeated once it is back. */
function lastSelfTest({ supervisor }: Slot): number | null {
  const { selfTest, state } = supervisor.view();
  if (!selfTest) return null;
  const wasAway = selfTest.checks.some(({ what, failure }) => what === 'cable' && failure !== null);
  return wasAway && state === 'ready' ? null : Date.parse(selfTest.at);
}
