/**
 * The platform's Devices joined with the terminals on the cable: lists, actions by the right route, read-back after each.
 */
import {
  TillError,
  toFailure,
  type ActionOffer,
  type ActionResult,
  type AttemptView,
  type CableActionRequest,
  type DeviceAction,
  type DeviceActionRequest,
  type DeviceMetric,
  type DeviceView,
  type TerminalView,
} from '../../contract/index.ts';
import type { Logger } from '../log/index.ts';
import { pause, type Clock } from '../time/index.ts';
import type { ApiOutcome, DeviceRecord, PlatformDevices } from '../platform/index.ts';
import { isOfMerchant } from './match.ts';
import type { DeviceMatches } from './matches.ts';
import { offersOf } from './offers.ts';

/** What the service needs of the terminals on the cable. */
export interface CablePort {
  byId(id: string): TerminalView | null;
  bySerialNumber(serialNumber: string): TerminalView | null;
  reboot(id: string): Promise<void>;
  /** Resolves true once the terminal is ready again, false when the time is over first. */
  ready(id: string, withinMs: number): Promise<boolean>;
  setIdleMessage(id: string, text: string): Promise<void>;
}

/** What it needs of the payment engine. */
interface PaymentsSide {
  openOn(terminal: string): AttemptView | null;
  cancel(attempt: string): AttemptView;
  settled(attempt: string, waitMs: number): Promise<AttemptView>;
}

export interface DeviceServiceOptions {
  platform: { devices: PlatformDevices | null; merchant: string | null };
  terminals: CablePort;
  payments: PaymentsSide;
  /** Which Device is which terminal: what is read here is passed on to it. */
  matches: Pick<DeviceMatches, 'matchOf' | 'take' | 'takeAll'>;
  clock: Clock;
  log: Logger;
  publish: (devices: DeviceView[]) => void;
}

const REFRESH_EVERY_MS = 60_000;
/** A cancel by cable answers within this time or is still checking, milliseconds. */
const CANCEL_WITHIN_MS = 15_000;
/** A restart takes about 20 s; one that takes longer is said so. */
const RESTART_WITHIN_MS = 60_000;
/** A platform that has not shown the terminal away by then will not. */
const RESTART_SEEN_WITHIN_MS = 5_000;
/** Devices asked for their connection at a time. */
const AT_ONCE = 4;

export class DeviceService {
  readonly #options: DeviceServiceOptions;
  /** Each merchant's processor, asked once for all its devices. */
  readonly #processors = new Map<string, Promise<ApiOutcome<string | null>>>();
  readonly #closing = new AbortController();
  #published: DeviceView[] = [];
  #stopTimer: (() => void) | null = null;

  constructor(options: DeviceServiceOptions) {
    this.#options = options;
  }

  start(): void {
    this.#refreshLater(0);
  }

  close(): void {
    this.#closing.abort();
    this.#stopTimer?.();
  }

  /** Reads the platform's devices, connections included. Throws TillError. */
  async list(): Promise<DeviceView[]> {
    const { merchant } = this.#options.platform;
    const listedAt = this.#options.clock.now();
    const records: DeviceRecord[] = [];
    for await (const record of this.#devices.list()) records.push(record);
    this.#options.matches.takeAll(records, listedAt);
    // A till shows its merchant's devices first; the others follow.
    records.sort((a, b) => Number(b.merchant === merchant) - Number(a.merchant === merchant));
    const views: DeviceView[] = [];
    const queue = records.map((record, index) => ({ record, index }));
    const worker = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        // The list does not carry the connection, so each device is read by itself; one that cannot be is shown as unknown.
        const askedAt = this.#now();
        const outcome = await this.#devices.get(next.record.id);
        views[next.index] = await this.#viewOf(outcome.kind === 'answered' ? outcome.value : next.record, askedAt);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    // An action may have read a device back while the list was on its way: the later question has the better answer.
    this.#publish(views.map((view) => newer(this.#published.find((one) => one.id === view.id) ?? view, view)));
    return this.#published;
  }

  async get(device: string): Promise<DeviceView> {
    const askedAt = this.#now();
    const view = await this.#viewOf(valueOf(await this.#devices.get(device)), askedAt);
    const isKnown = this.#published.some((one) => one.id === view.id);
    this.#publish(
      isKnown
        ? this.#published.map((one) => (one.id === view.id ? newer(one, view) : one))
        : [...this.#published, view],
    );
    return view;
  }

  async offers(device: string): Promise<ActionOffer[]> {
    return (await this.get(device)).offers;
  }

  async metrics(device: string, limit: number): Promise<DeviceMetric[]> {
    return valueOf(await this.#devices.metrics(device, limit));
  }

  /** Does an action by the route its offer names, then reads the device back. */
  async act(request: DeviceActionRequest): Promise<ActionResult> {
    const { terminals, payments, clock, log } = this.#options;
    const startedAt = clock.monotonic();
    const { device, action } = request;
    const before = await this.get(device);
    const offer = before.offers.find((one) => one.action === action);
    const terminal = before.terminalId === null ? null : terminals.byId(before.terminalId);
    const running = terminal && action !== 'CANCEL' ? payments.openOn(terminal.id) : null;
    // A device may not be taken away from under a customer; checked again here, since a payment may have come in between.
    if (offer?.reason === 'busy' || (running && (running.state === 'working' || offer?.route === 'cable'))) {
      throw busy({ device, action, attempt: running?.id ?? null });
    }
    if (!offer || offer.route === 'none') throw refusal(action, offer?.reason ?? 'processor', before);
    log.info('device action', { device, action, route: offer.route });
    const isByCable = offer.route === 'cable';
    const attempt = isByCable ? await this.#byCable(request, terminal) : await this.#byPlatform(request);
    const restart =
      action !== 'REBOOT'
        ? null
        : isByCable && terminal
          ? await this.#backOnCable(terminal.id)
          : await this.#backAtPlatform(device);
    const after = await this.get(device).catch((error: unknown) => {
      log.warn('device could not be read back', { device, failure: toFailure(error) });
      return null;
    });
    return {
      action,
      route: offer.route,
      device: after,
      readBack: attempt ? `payment ${attempt.id} is ${attempt.state}` : (restart ?? difference(before, after)),
      attempt,
      tookMs: Math.round(clock.monotonic() - startedAt),
    };
  }

  /**
   * What the cable driver does by itself, for a terminal that may have no Device at the platform. Throws TERM_NOT_FOUND,
   * TERM_NOT_READY, TERM_BUSY (a payment), TERM_UNSUPPORTED, and what the terminal says.
   */
  async actByCable(request: CableActionRequest): Promise<ActionResult> {
    const { terminals, payments, clock, log } = this.#options;
    const startedAt = clock.monotonic();
    const { action } = request;
    const terminal = terminals.byId(request.terminal);
    const context = { terminal: request.terminal, action };
    if (!terminal) throw new TillError('TERM_NOT_FOUND', 'There is no such terminal on this till.', { context });
    if (terminal.state !== 'ready' && terminal.state !== 'busy') {
      throw new TillError('TERM_NOT_READY', 'The terminal is not on the cable.', { context });
    }
    if (!terminal.cableActions.includes(action)) {
      throw new TillError('TERM_UNSUPPORTED', `This terminal does not do ${action} by itself.`, { context });
    }
    const open = payments.openOn(terminal.id);
    if (open && action !== 'CANCEL') throw busy({ ...context, attempt: open.id });
    log.info('terminal action', { ...context, route: 'cable' });
    const attempt = await this.#byCable(request, terminal);
    const done = action === 'REBOOT' ? await this.#backOnCable(terminal.id) : 'the terminal has taken it';
    const readBack = attempt ? `payment ${attempt.id} is ${attempt.state}` : done;
    return {
      action,
      route: 'cable',
      device: null,
      readBack,
      attempt,
      tookMs: Math.round(clock.monotonic() - startedAt),
    };
  }

  /** A terminal or a payment has changed: offers are worked out anew and published where they differ. */
  cablesChanged(): void {
    const views = this.#published.map((one) => {
      const view = { ...one };
      delete view.refusal;
      return { ...view, ...this.#cableSide(view, view.processor) };
    });
    if (JSON.stringify(views) !== JSON.stringify(this.#published)) this.#publish(views);
  }

  get #devices(): PlatformDevices {
    const { devices } = this.#options.platform;
    if (!devices) throw new TillError('API_NOT_CONFIGURED', 'No payment platform is set up on this till.');
    return devices;
  }

  #now(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }

  #publish(views: DeviceView[]): void {
    this.#published = views;
    if (!this.#closing.signal.aborted) this.#options.publish(views);
  }

  async #processorOf(merchant: string | null): Promise<string | null> {
    if (merchant === null) return null;
    const request = this.#processors.get(merchant) ?? this.#devices.processorOf(merchant);
    this.#processors.set(merchant, request);
    const outcome = await request;
    if (outcome.kind === 'answered') return outcome.value;
    if (this.#processors.get(merchant) === request) this.#processors.delete(merchant); // tried again next time
    return null;
  }

  async #viewOf(record: DeviceRecord, askedAt: string): Promise<DeviceView> {
    this.#options.matches.take(record);
    const processor = await this.#processorOf(record.merchant);
    return { ...record, processor, askedAt, ...this.#cableSide(record, processor) };
  }

  /** The part of a view that depends on the cable and on payments. */
  #cableSide(record: DeviceRecord, processor: string | null): Pick<DeviceView, 'terminalId' | 'offers' | 'refusal'> {
    const { terminals, payments, matches, platform } = this.#options;
    const { serialNumber } = record;
    const here = serialNumber === null ? null : terminals.bySerialNumber(serialNumber);
    const match = here && matches.matchOf(serialNumber);
    // Another merchant's is nothing to the terminal that happens to have its number.
    const terminal = isOfMerchant(record, platform.merchant) ? here : null;
    const open = terminal === null ? null : payments.openOn(terminal.id);
    const payment = { hasRunningPayment: open !== null, isPaymentWorking: open?.state === 'working' };
    return {
      terminalId: terminal?.id ?? null,
      offers: offersOf({ device: record, processor, terminal, ...payment }),
      ...(match?.kind === 'refused' ? { refusal: match.failure } : {}),
    };
  }

  async #byPlatform({ device, action, activationCode, idleMessage }: DeviceActionRequest): Promise<null> {
    valueOf(await this.#devices.act(device, action, { activationCode, idleMessage }));
    return null;
  }

  async #byCable(
    { action, idleMessage }: Pick<DeviceActionRequest, 'action' | 'idleMessage'>,
    terminal: TerminalView | null,
  ): Promise<AttemptView | null> {
    const { terminals, payments } = this.#options;
    if (!terminal) throw new TillError('TERM_NOT_READY', 'The terminal is not on the cable any more.');
    switch (action) {
      case 'CANCEL': {
        const running = payments.openOn(terminal.id);
        if (!running) throw new TillError('PAY_NOT_FOUND', 'Nothing is running on this terminal.');
        payments.cancel(running.id);
        return payments.settled(running.id, CANCEL_WITHIN_MS);
      }
      case 'REBOOT':
        await terminals.reboot(terminal.id);
        return null;
      case 'CREATE_IDLE_MESSAGE':
        await terminals.setIdleMessage(terminal.id, idleMessage ?? '');
        return null;
      case 'ACTIVATE':
      case 'DEACTIVATE':
        throw new TillError('TERM_UNSUPPORTED', 'This goes by the platform only.');
    }
  }

  /** Counts seconds from now. */
  #stopwatch(): () => string {
    const { clock } = this.#options;
    const startedAt = clock.monotonic();
    return () => `${((clock.monotonic() - startedAt) / 1000).toFixed(1)} s`;
  }

  /** A restart is read back by waiting for the terminal to return, here on the cable. */
  async #backOnCable(terminal: string): Promise<string> {
    const took = this.#stopwatch();
    const isBack = await this.#options.terminals.ready(terminal, RESTART_WITHIN_MS);
    return isBack ? `terminal restarted, back after ${took()}` : `terminal not back after ${took()}`;
  }

  /** The same as the platform sees it. */
  async #backAtPlatform(device: string): Promise<string> {
    const { clock } = this.#options;
    const { signal } = this.#closing;
    const startedAt = clock.monotonic();
    const took = this.#stopwatch();
    let wasClosed = false;
    while (clock.monotonic() - startedAt < RESTART_WITHIN_MS && !signal.aborted) {
      const read = await this.#devices.get(device);
      if (read.kind === 'answered') {
        if (read.value.connection === 'closed') wasClosed = true;
        else if (wasClosed) return `connection open -> closed -> open, back after ${took()}`;
        else if (clock.monotonic() - startedAt > RESTART_SEEN_WITHIN_MS)
          return 'accepted; the platform never showed the terminal as away';
      }
      await pause(clock, 500, signal);
    }
    if (signal.aborted) throw new TillError('HOST_STOPPING', 'Tillbridge is stopping.', { context: { device } });
    return `terminal not back after ${took()}`;
  }

  #refreshLater(delayMs: number): void {
    const { platform, clock, log } = this.#options;
    if (this.#closing.signal.aborted || !platform.devices) return;
    this.#stopTimer = clock.after(delayMs, () => {
      this.list()
        .catch((error: unknown) => log.info('devices could not be listed', { failure: toFailure(error) }))
        .finally(() => this.#refreshLater(REFRESH_EVERY_MS));
    });
  }
}

function valueOf<Value>(outcome: ApiOutcome<Value>): Value {
  if (outcome.kind !== 'answered') throw outcome.error;
  return outcome.value;
}

function newer(one: DeviceView, other: DeviceView): DeviceView {
  return other.askedAt >= one.askedAt ? other : one;
}

function difference(before: DeviceView, after: DeviceView | null): string {
  if (!after) return 'done, but the device could not be read back';
  const changes: string[] = [];
  if (before.isEnabled !== after.isEnabled) changes.push(`enabled ${before.isEnabled} -> ${after.isEnabled}`);
  if (before.connection !== after.connection) changes.push(`connection ${before.connection} -> ${after.connection}`);
  if (before.idleMessage !== after.idleMessage) {
    changes.push(`idle message "${before.idleMessage ?? ''}" -> "${after.idleMessage ?? ''}"`);
  }
  return changes.length > 0 ? changes.join(', ') : 'read back, nothing has changed';
}

function busy(context: Record<string, string | null>): TillError {
  return new TillError('TERM_BUSY', 'A payment is running on this terminal. Cancel it first.', { context });
}

function refusal(action: DeviceAction, reason: NonNullable<ActionOffer['reason']>, device: DeviceView): TillError {
  const context = { device: device.id, action, reason };
  switch (reason) {
    case 'processor':
      return new TillError('TERM_UNSUPPORTED', `${device.processor ?? 'This processor'} does not do ${action}.`, {
        context,
      });
    case 'already':
      return new TillError('API_CONFLICT', `This device is ${device.isEnabled ? 'active' : 'inactive'} already.`, {
        context,
      });
    case 'nothing-running':
      return new TillError('PAY_NOT_FOUND', 'Nothing is running on this terminal.', { context });
    case 'offline':
      return new TillError('TERM_NOT_READY', 'The platform says that this terminal is not online.', { context });
    case 'no-cable':
      return new TillError('TERM_NOT_READY', 'The terminal is not on the cable.', { context });
    case 'busy':
      return busy(context);
  }
}
