/**
 * List of the platform's Devices, joined with the till's terminals. Devices of this till's terminals appear as soon as
 * the platform has reported them. All others appear once a screen asks for the list, which is read page by page and
 * published as it changes.
 */
import {
  matchesDevice,
  MAX_SHOWN_DEVICES,
  serialKeyOf,
  TillError,
  toFailure,
  type AttemptView,
  type DeviceListView,
  type DevicesChange,
  type DeviceView,
  type TerminalView,
} from '../../contract/index.ts';
import type { Logger } from '../log/index.ts';
import { notConfigured, type ApiOutcome, type DeviceRecord, type PlatformDevices } from '../platform/index.ts';
import { pause, type Clock } from '../../domain/index.ts';
import { isOfMerchant } from './match.ts';
import type { DeviceMatches } from './matches.ts';
import { offersOf } from './offers.ts';

export interface DeviceListOptions {
  platform: { devices: PlatformDevices | null; merchant: string | null };
  terminals: {
    bySerialNumber(serialNumber: string): TerminalView | null;
    /** Serial numbers in the Devices of this till's terminals. */
    serialNumbers(): readonly string[];
  };
  payments: { openOn(terminal: string): AttemptView | null };
  /** Matches of terminals to Devices; records read here are passed on to them. */
  matches: Pick<DeviceMatches, 'matchOf' | 'recordsOf' | 'take' | 'takeAll' | 'takePage'>;
  clock: Clock;
  log: Logger;
  publish: (change: DevicesChange) => void;
}

/**
 * Maximum Devices that are read individually for their connection, which the list lacks. Beyond it, only joined Devices
 * are read.
 */
const CONNECTIONS_READ = 50;
/** Maximum concurrent connection queries. */
const AT_ONCE = 4;
/**
 * Poll interval for the connection of terminals without a cable, which are reachable through the platform only. A till
 * without such terminals reads the first page of all Devices instead: platforms list the newest first, so a duplicate
 * shows there.
 */
const CABLELESS_EVERY_MS = 2 * 60_000;

export class DeviceList {
  readonly #options: DeviceListOptions;
  readonly #closing = new AbortController();
  /** Processor by merchant, queried once for all Devices of the merchant. */
  readonly #processors = new Map<string, Promise<ApiOutcome<string | null>>>();
  readonly #views = new Map<string, DeviceView>();
  readonly #bySerial = new Map<string, Set<string>>();
  /** Ids of Devices that belong to a terminal of this till; only these change with it. */
  readonly #joined = new Set<string>();
  /** Ids of Devices that windows show. */
  readonly #shown = new Set<string>();
  readonly #adopting = new Set<string>();
  #list: DeviceListView = { isReading: false, readAt: null };
  #reading: Promise<DeviceView[]> | null = null;

  constructor(options: DeviceListOptions) {
    this.#options = options;
  }

  /** Starts polling terminals without a cable. */
  start(): void {
    if (this.#options.platform.devices) void this.#watchCableless(this.#options.platform.devices);
  }

  close(): void {
    this.#closing.abort();
  }

  get devices(): PlatformDevices {
    const { devices } = this.#options.platform;
    if (!devices) throw TillError.of(notConfigured);
    return devices;
  }

  /**
   * Reads all Devices; concurrent callers share one read.
   * @throws TillError
   */
  read(): Promise<DeviceView[]> {
    this.#reading ??= this.#read().finally(() => (this.#reading = null));
    return this.#reading;
  }

  /**
   * Reads one Device with its connection.
   * @throws TillError
   */
  async get(device: string): Promise<DeviceView> {
    const askedAt = this.#now();
    const outcome = await this.devices.get(device);
    if (outcome.kind !== 'answered') throw outcome.error;
    this.#options.matches.take(outcome.value);
    const view = await this.#viewOf(outcome.value, askedAt);
    // A window shows this Device from now on.
    this.#shown.add(view.id);
    if (this.#isNewest(view)) this.#publish([view]);
    return view;
  }

  find(text: string): { devices: DeviceView[]; count: number } {
    const found = [...this.#views.values()].filter((view) => matchesDevice(view, text));
    return { devices: this.#ownFirst(found).slice(0, MAX_SHOWN_DEVICES), count: found.length };
  }

  /** Called when a terminal or a payment has changed: only Devices of this till's terminals can change with it. */
  cablesChanged(): void {
    const { terminals, matches } = this.#options;
    const ids = new Set(this.#joined);
    for (const serialNumber of terminals.serialNumbers()) {
      for (const id of this.#bySerial.get(serialKeyOf(serialNumber)) ?? []) ids.add(id);
      const { records, askedAt } = matches.recordsOf(serialNumber);
      for (const record of records) void this.#adopt(record, new Date(askedAt).toISOString());
    }
    const changed = [...ids].flatMap((id) => {
      const before = this.#views.get(id);
      if (!before) return [];
      const { refusal: _refusal, ...rest } = before;
      const view = { ...rest, ...this.#cableSide(before, before.processor) };
      return isSame(before, view) ? [] : [view];
    });
    if (changed.length > 0) this.#publish(changed);
  }

  async #read(): Promise<DeviceView[]> {
    const { matches, clock, log } = this.#options;
    const { devices } = this;
    const listedAt = clock.now();
    const records: DeviceRecord[] = [];
    this.#publishList({ ...this.#list, isReading: true });
    try {
      let askedAt = this.#now();
      for await (const page of devices.list().pages()) {
        if (page.kind !== 'answered') throw page.error;
        records.push(...page.value.items);
        await this.#takePage(page.value.items, askedAt);
        askedAt = this.#now();
      }
    } catch (error) {
      this.#publishList({ ...this.#list, isReading: false });
      throw error;
    }
    matches.takeAll(records, listedAt);
    const named = new Set(records.map(({ id }) => id));
    const isGone = ({ id, askedAt }: DeviceView): boolean => !named.has(id) && Date.parse(askedAt) <= listedAt;
    const removed = [...this.#views.values()].filter(isGone).map(({ id }) => id);
    for (const id of removed) this.#forget(id);
    this.#list = { isReading: false, readAt: new Date(listedAt).toISOString() };
    this.#publish([], removed);
    const near = records.length <= CONNECTIONS_READ ? [...named] : [...this.#joined];
    await this.#readConnections(near).catch((error: unknown) => log.info('connections', { failure: toFailure(error) }));
    return this.#ownFirst([...named].flatMap((id) => this.#views.get(id) ?? []));
  }

  async #takePage(records: readonly DeviceRecord[], askedAt: string): Promise<void> {
    const changed: DeviceView[] = [];
    for (const record of this.#ownFirst(records)) {
      const view = await this.#viewOf(record, askedAt);
      const before = this.#views.get(record.id);
      // The list lacks the connection, so keep the value read for the single Device.
      const { connection } = view.connection === 'unknown' && before ? before : view;
      const known = { ...view, connection };
      if (this.#isNewest(known) && !(before && isSame(before, { ...known, askedAt: before.askedAt })))
        changed.push(known);
    }
    if (changed.length > 0) this.#publish(changed);
  }

  async #readConnections(ids: readonly string[]): Promise<void> {
    const queue = [...ids];
    const worker = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined && !this.#closing.signal.aborted; id = queue.shift()) {
        await this.get(id).catch(() => undefined); // the Device's connection stays unknown
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  /** Takes a Device that the platform has named for a terminal of this till, without another request. */
  async #adopt(record: DeviceRecord, askedAt: string): Promise<void> {
    const before = this.#views.get(record.id);
    const isKnown =
      before && (before.askedAt >= askedAt || isSame(before, { ...before, ...record, connection: before.connection }));
    if (isKnown || this.#adopting.has(record.id)) return;
    this.#adopting.add(record.id);
    const view = await this.#viewOf(record, askedAt);
    this.#adopting.delete(record.id);
    const connection =
      record.connection === 'unknown' ? (this.#views.get(record.id)?.connection ?? 'unknown') : record.connection;
    if (this.#isNewest(view)) this.#publish([{ ...view, connection }]);
    if (!before && this.#isCableless(view)) await this.get(record.id).catch(() => undefined);
  }

  /** Polls one Device per interval, so the request rate does not depend on the number of terminals. */
  async #watchCableless(devices: PlatformDevices): Promise<void> {
    const { signal } = this.#closing;
    for (let turn = 0; !signal.aborted; turn += 1) {
      await pause(this.#options.clock, CABLELESS_EVERY_MS, signal);
      const ids = [...this.#joined].filter((id) => this.#isCableless(this.#views.get(id)));
      const id = ids[turn % Math.max(1, ids.length)];
      if (signal.aborted) return;
      if (id !== undefined) await this.get(id).catch(() => undefined);
      else if (this.#joined.size > 0) await this.#readNewest(devices);
    }
  }

  /**
   * Finds a Device created under another spelling of a terminal's serial number long before the fleet walk reaches it.
   */
  async #readNewest(devices: PlatformDevices): Promise<void> {
    const { clock, matches } = this.#options;
    const askedAt = clock.now();
    const page = await devices.page({});
    if (page.kind === 'answered') matches.takePage(page.value.items, askedAt);
  }

  #isCableless(view: DeviceView | undefined): boolean {
    const { serialNumber = null, terminalId = null } = view ?? {};
    if (serialNumber === null || terminalId === null) return false;
    return this.#options.terminals.bySerialNumber(serialNumber)?.link === null;
  }

  /** Sorts the Devices of the till's merchant first. */
  #ownFirst<One extends Pick<DeviceRecord, 'merchant'>>(all: readonly One[]): One[] {
    const isOwn = ({ merchant }: One): number => Number(merchant === this.#options.platform.merchant);
    return all.toSorted((a, b) => isOwn(b) - isOwn(a));
  }

  #now(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }

  /** Answers can overtake each other; the answer to the later request wins. */
  #isNewest({ id, askedAt }: DeviceView): boolean {
    const known = this.#views.get(id);
    return known === undefined || askedAt >= known.askedAt;
  }

  #publishList(list: DeviceListView): void {
    this.#list = list;
    this.#publish([]);
  }

  #publish(changed: DeviceView[], removed: string[] = []): void {
    for (const view of changed) this.#keep(view);
    const shown = changed.filter(({ id }) => this.#isShown(id));
    const list = { ...this.#list, count: this.#views.size };
    const gone = removed.filter((id) => this.#shown.delete(id));
    if (!this.#closing.signal.aborted) this.#options.publish({ changed: shown, removed: gone, list });
  }

  /** Limits the shown Devices: thousands would slow down every window and every window's start. */
  #isShown(id: string): boolean {
    const isShown = this.#shown.has(id) || this.#joined.has(id) || this.#shown.size < MAX_SHOWN_DEVICES;
    if (isShown) this.#shown.add(id);
    return isShown;
  }

  #keep(view: DeviceView): void {
    const { id, serialNumber, terminalId, refusal } = view;
    if (this.#views.get(id)?.serialNumber !== serialNumber) this.#forget(id);
    this.#views.set(id, view);
    if (serialNumber !== null) {
      const key = serialKeyOf(serialNumber);
      this.#bySerial.set(key, (this.#bySerial.get(key) ?? new Set()).add(id));
    }
    if (terminalId !== null || refusal) this.#joined.add(id);
    else this.#joined.delete(id);
  }

  #forget(id: string): void {
    const serialNumber = this.#views.get(id)?.serialNumber ?? null;
    if (serialNumber !== null) this.#bySerial.get(serialKeyOf(serialNumber))?.delete(id);
    this.#views.delete(id);
    this.#joined.delete(id);
  }

  async #processorOf(merchant: string | null): Promise<string | null> {
    if (merchant === null) return null;
    const request = this.#processors.get(merchant) ?? this.devices.processorOf(merchant);
    this.#processors.set(merchant, request);
    const outcome = await request;
    if (outcome.kind === 'answered') return outcome.value;
    if (this.#processors.get(merchant) === request) this.#processors.delete(merchant); // the next call retries
    return null;
  }

  async #viewOf(record: DeviceRecord, askedAt: string): Promise<DeviceView> {
    const processor = await this.#processorOf(record.merchant);
    return { ...record, processor, askedAt, ...this.#cableSide(record, processor) };
  }

  /** Part of a view that depends on the cable and on payments. */
  #cableSide(record: DeviceRecord, processor: string | null): Pick<DeviceView, 'terminalId' | 'offers' | 'refusal'> {
    const { terminals, payments, matches, platform } = this.#options;
    const { serialNumber } = record;
    const here = serialNumber === null ? null : terminals.bySerialNumber(serialNumber);
    const match = here && matches.matchOf(serialNumber);
    // A Device of another merchant is unrelated to a terminal that happens to have the same serial number.
    const terminal = isOfMerchant(record, platform.merchant) ? here : null;
    const open = terminal === null ? null : payments.openOn(terminal.id);
    const payment = { hasRunningPayment: open !== null, isPaymentWorking: open?.state === 'working' };
    return {
      terminalId: terminal?.id ?? null,
      offers: offersOf({ device: record, processor, terminal, ...payment }),
      ...(match?.kind === 'refused' ? { refusal: match.failure } : {}),
    };
  }
}

const isSame = (one: DeviceView, other: DeviceView): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
const inOrder = (view: DeviceView): [string, unknown][] =>
  Object.entries(view).toSorted(([a], [b]) => (a < b ? -1 : 1));
