/**
 * Joins the platform's Devices with the wired terminals: lists, actions by the right route, read-back after each
 * action.
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
  type DeviceChange,
  type DeviceMetric,
  type DeviceView,
  type ReadBack,
  type TerminalView,
} from '../../contract/index.ts';
import { pause } from '../../domain/index.ts';
import type { ApiOutcome, PlatformDevices } from '../platform/index.ts';
import { DeviceList, type DeviceListOptions } from './device-list.ts';

type TerminalsOfList = DeviceListOptions['terminals'];

/** Wired terminals, as the service needs them. */
export interface CablePort extends TerminalsOfList {
  byId(id: string): TerminalView | null;
  reboot(id: string): Promise<void>;
  /** Resolves with true when the terminal is ready again, or false after `withinMs`. */
  ready(id: string, withinMs: number): Promise<boolean>;
  setIdleMessage(id: string, text: string): Promise<void>;
}

/** Payment engine, as the service needs it. */
interface PaymentsSide {
  openOn(terminal: string): AttemptView | null;
  cancel(attempt: string): AttemptView;
  settled(attempt: string, waitMs: number): Promise<AttemptView>;
}

export interface DeviceServiceOptions extends DeviceListOptions {
  terminals: CablePort;
  payments: PaymentsSide;
}

/** Time limit for a cancel by cable; after it the payment is reported as still being checked. */
const CANCEL_WITHIN_MS = 15_000;
/** Time limit for a restart, which usually takes about 20 s. */
const RESTART_WITHIN_MS = 60_000;
/**
 * Time limit for the platform to report a restarting terminal as offline; after it, the platform will not report it.
 */
const RESTART_SEEN_WITHIN_MS = 5_000;

export class DeviceService {
  readonly #options: DeviceServiceOptions;
  readonly #closing = new AbortController();
  readonly #list: DeviceList;

  constructor(options: DeviceServiceOptions) {
    this.#options = options;
    this.#list = new DeviceList(options);
  }

  start(): void {
    this.#list.start();
  }

  close(): void {
    this.#closing.abort();
    this.#list.close();
  }

  /**
   * Reads the platform's Devices, and the connections if Devices are few or belong to terminals here.
   * @throws TillError
   */
  list(): Promise<DeviceView[]> {
    return this.#list.read();
  }

  /** Finds known Devices by name, serial number or id; returns the first matches and the number of matches. */
  find(text: string): { devices: DeviceView[]; count: number } {
    return this.#list.find(text);
  }

  get(device: string): Promise<DeviceView> {
    return this.#list.get(device);
  }

  async offers(device: string): Promise<ActionOffer[]> {
    return (await this.get(device)).offers;
  }

  async metrics(device: string, limit: number): Promise<DeviceMetric[]> {
    return valueOf(await this.#devices.metrics(device, limit));
  }

  /** Performs an action by the offered route, then reads the Device back. */
  async act(request: DeviceActionRequest): Promise<ActionResult> {
    const { terminals, payments, clock, log } = this.#options;
    const startedAt = clock.monotonic();
    const { device, action } = request;
    const before = await this.get(device);
    const offer = before.offers.find((one) => one.action === action);
    const terminal = before.terminalId === null ? null : terminals.byId(before.terminalId);
    const running = terminal && action !== 'CANCEL' ? payments.openOn(terminal.id) : null;
    // A Device must not be removed during a payment. Checked again here, because a payment may have started since the
    // first check.
    if (offer?.reason === 'busy' || (running && (running.state === 'working' || offer?.route === 'cable'))) {
      throw busy({ device, action, attempt: running?.id ?? null });
    }
    if (!offer || offer.route === 'none') throw refusal(action, offer?.reason ?? 'processor', before);
    log.info('device action', { device, action, route: offer.route, ...(offer.isAway ? { isAway: true } : {}) });
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
      ...(offer.isAway ? { isAway: true } : {}),
      readBack: attempt ? paymentSeen(attempt) : (restart ?? difference(before, after)),
      attempt,
      tookMs: Math.round(clock.monotonic() - startedAt),
    };
  }

  /**
   * Performs an action of the cable driver; the terminal may have no Device on the platform.
   * @throws TERM_NOT_FOUND, TERM_NOT_READY, TERM_BUSY (a payment is open), TERM_UNSUPPORTED, or the terminal's own
   * failure
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
    const done = action === 'REBOOT' ? await this.#backOnCable(terminal.id) : ({ kind: 'taken' } as const);
    return {
      action,
      route: 'cable',
      device: null,
      readBack: attempt ? paymentSeen(attempt) : done,
      attempt,
      tookMs: Math.round(clock.monotonic() - startedAt),
    };
  }

  /** Called when a terminal or a payment has changed. */
  cablesChanged(): void {
    this.#list.cablesChanged();
  }

  get #devices(): PlatformDevices {
    return this.#list.devices;
  }

  async #byPlatform({ device, action, activationCode, idleMessage }: DeviceActionRequest): Promise<null> {
    const outcome = await this.#devices.act(device, action, { activationCode, idleMessage });
    if (outcome.kind === 'refused') throw refusedAction(outcome.error, activationCode !== undefined);
    valueOf(outcome);
    return null;
  }

  async #byCable(
    { action, idleMessage }: Pick<DeviceActionRequest, 'action' | 'idleMessage'>,
    terminal: TerminalView | null,
  ): Promise<AttemptView | null> {
    const { terminals, payments } = this.#options;
    if (!terminal) throw new TillError('TERM_NOT_READY', 'The terminal is no longer on the cable.');
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

  /** Read-back of a restart by cable: waits until the terminal is ready again. */
  async #backOnCable(terminal: string): Promise<ReadBack> {
    const { clock, terminals } = this.#options;
    const startedAt = clock.monotonic();
    const isBack = await terminals.ready(terminal, RESTART_WITHIN_MS);
    const tookMs = Math.round(clock.monotonic() - startedAt);
    return isBack ? { kind: 'restarted', seenBy: 'cable', tookMs } : { kind: 'not-back', afterMs: tookMs };
  }

  /** Read-back of a restart by the platform's connection state. */
  async #backAtPlatform(device: string): Promise<ReadBack> {
    const { clock } = this.#options;
    const { signal } = this.#closing;
    const startedAt = clock.monotonic();
    const tookMs = (): number => Math.round(clock.monotonic() - startedAt);
    let wasClosed = false;
    while (tookMs() < RESTART_WITHIN_MS && !signal.aborted) {
      const read = await this.#devices.get(device);
      if (read.kind === 'answered') {
        if (read.value.connection === 'closed') wasClosed = true;
        else if (wasClosed) return { kind: 'restarted', seenBy: 'platform', tookMs: tookMs() };
        else if (tookMs() > RESTART_SEEN_WITHIN_MS) return { kind: 'never-away' };
      }
      await pause(clock, 500, signal);
    }
    if (signal.aborted) throw new TillError('HOST_STOPPING', 'Tillbridge is stopping.', { context: { device } });
    return { kind: 'not-back', afterMs: tookMs() };
  }
}

function valueOf<Value>(outcome: ApiOutcome<Value>): Value {
  if (outcome.kind !== 'answered') throw outcome.error;
  return outcome.value;
}

/** Failure codes of a platform that cannot reach the terminal (facts, 4.1). */
const notReached = /^(?:DEVICE_NOT_CONNECTED|DEVICE_UNREACHABLE|COMMUNICATION_ERROR)$/;

/** Gives refusals that a technician can fix at the terminal their own code. */
function refusedAction(error: TillError, hasCode: boolean): TillError {
  const { context } = error.toFailure();
  const { field, failureCode } = context ?? {};
  const platformCode = String(failureCode ?? '');
  const more = { ...(context ? { context } : {}), cause: error };
  if (field === 'activation_code' || /ACTIVATION_CODE/.test(platformCode)) {
    return hasCode
      ? new TillError(
          'DEVICE_CODE_WRONG',
          "That is not the code on the terminal's screen, or it is too old. Read it again.",
          more,
        )
      : new TillError(
          'DEVICE_CODE_MISSING',
          'This terminal needs the activation code that it shows: --activation-code CODE.',
          more,
        );
  }
  if (notReached.test(platformCode))
    return new TillError(
      'DEVICE_OFFLINE',
      'The platform cannot reach the terminal, so nothing was changed. Check that it is on and has a network.',
      more,
    );
  return error;
}

const paymentSeen = ({ id, state }: AttemptView): ReadBack => ({ kind: 'payment', attempt: id, state });

function difference(before: DeviceView, after: DeviceView | null): ReadBack {
  if (!after) return { kind: 'unread' };
  const changes: DeviceChange[] = [];
  if (before.isEnabled !== after.isEnabled)
    changes.push({ field: 'enabled', from: before.isEnabled, to: after.isEnabled });
  if (before.connection !== after.connection)
    changes.push({ field: 'connection', from: before.connection, to: after.connection });
  if (before.idleMessage !== after.idleMessage)
    changes.push({ field: 'idle-message', from: before.idleMessage, to: after.idleMessage });
  return { kind: 'changed', changes };
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
