/**
 * Keeps one terminal connected: connects, identifies, clears, keeps it alive, detects a loss, and reconnects with
 * back-off. Its view has the state, its start and its reason at any time; terminal-state.ts decides the next state.
 *
 *   looking ──► identifying ──► ready ◄──► busy
 *      ▲                          │ unplugged, silent, restarted
 *      └──── lost / rebooting / failed (with the next try's time)
 */
import type { Failure, SelfTest, TerminalState, TerminalView } from '../../contract/index.ts';
import { readerSchema, TillError, toFailure } from '../../contract/index.ts';
import type {
  Terminal,
  TerminalIdentity,
  TerminalNotice,
  Transaction,
  TransactionEvent,
  TransactionRequest,
} from '../../../native/index.ts';
import type { Clock } from '../../domain/index.ts';
import { isAnnouncedReset, isHeldBack, resetTime } from './planned-reset.ts';
import { checkTerminal, selfTestOf, type PlatformCheck } from './self-test.ts';
import { SlotWait } from './slot-wait.ts';
import { newRecord, shownMoment, viewOfRecord, type TerminalRecord } from './terminal-record.ts';
import { afterFailedTry, afterLoss, isRestartOverdue, reconnectDelayMs } from './terminal-state.ts';

/** One connection attempt. */
export interface ConnectTry {
  signal: AbortSignal;
  /** Call when a port is open and identification has begun. */
  onOpened: () => void;
  /** False once the terminal was connected in another way. */
  isWanted: () => boolean;
}

export interface SupervisorOptions {
  id: string;
  address: string;
  isPractice: boolean;
  /** Opens the link and identifies the terminal: a slot's connector, native's connectTerminal, or a test double. */
  connect: (address: string, options: ConnectTry) => Promise<Terminal>;
  /** Current or last address; default: `address`, for a terminal that never moves. */
  lastKnownAddress?: () => string;
  /** Called with the identity before the terminal becomes ready. */
  onIdentified?: (identity: TerminalIdentity) => void;
  /** Last self-test of an earlier host run. */
  selfTest?: SelfTest | null;
  clock: Clock;
  /** Random number in [0, 1) for jitter. */
  random: () => number;
  publish: (view: TerminalView) => void;
  onUnmatched: (what: string) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

const PING_EVERY_MS = 2_000;
const HEALTH_EVERY_MS = 60_000;

export class TerminalSupervisor {
  readonly id: string;
  readonly #options: SupervisorOptions;
  readonly #clock: Clock;
  readonly #record: TerminalRecord;
  readonly #stopping = new AbortController();
  #terminal: Terminal | null = null;
  #running: Transaction | null = null;
  /** Run that holds the terminal, from its request on; a late end of an older run is ignored. */
  #holder: symbol | null = null;
  readonly #slotWait = new SlotWait();
  #tries = 0;
  /** Latest connection attempt; a terminal found by an older attempt is closed. */
  #latestTry: symbol | null = null;
  #nextHealthAt = 0;
  /** Logged reasons why the terminal was not adopted; cleared when the terminal is adopted. */
  readonly #logged = new Set<string>();
  #stopBeat: (() => void) | null = null;
  #stopRetry: (() => void) | null = null;
  #current: Promise<void> = Promise.resolve();

  constructor(options: SupervisorOptions) {
    this.id = options.id;
    this.#options = options;
    this.#clock = options.clock;
    this.#record = newRecord(this.id, this.#lastKnownAddress(), options.isPractice, options.clock);
    this.#record.selfTest = options.selfTest ?? null;
  }

  get serialNumber(): string | null {
    return this.#record.identity?.serialNumber ?? null;
  }

  view(): TerminalView {
    return viewOfRecord(this.#record, this.#clock);
  }

  start(): void {
    this.#publish();
    this.#connect();
  }

  /**
   * Connected terminal.
   * @throws TERM_NOT_READY before it is cleared, while it restarts and while it is disconnected
   */
  terminal(): Terminal {
    const { state } = this.#record;
    if (!this.#terminal || (state !== 'ready' && state !== 'busy')) {
      throw new TillError('TERM_NOT_READY', 'The terminal is not ready.', { context: { terminal: this.id, state } });
    }
    return this.#terminal;
  }

  /**
   * Error with the specific reason why a payment cannot start now (TERM_OTHER, TERM_TWICE, TERM_UNSUPPORTED,
   * TERM_RESTARTING), or null.
   */
  refusal(isByCable = true): TillError | null {
    const { failure, resetAt, readers } = this.#record;
    if (!this.#terminal && (failure?.code === 'TERM_OTHER' || failure?.code === 'TERM_TWICE')) {
      return TillError.of(failure);
    }
    if (isByCable && readers?.length === 0) {
      return new TillError('TERM_UNSUPPORTED', 'This terminal takes no payments.', { context: { terminal: this.id } });
    }
    if (resetAt === null || !isHeldBack(this.#clock.monotonic(), resetAt)) return null;
    const at = new Date(shownMoment(this.#clock, resetAt) ?? 0).toISOString();
    return new TillError('TERM_RESTARTING', 'The terminal is about to restart by itself.', {
      context: { terminal: this.id, resetAt: at },
    });
  }

  async run(request: TransactionRequest, listener: (event: TransactionEvent) => void): Promise<Transaction> {
    const terminal = this.terminal();
    if (this.#holder) {
      throw new TillError('TERM_BUSY', 'The terminal is still with another payment.', {
        context: { terminal: this.id },
      });
    }
    const refused = this.refusal();
    if (refused) throw refused;
    const mine = Symbol(request.attempt);
    this.#holder = mine;
    this.#become('busy');
    const settle = (isGone: boolean): void => {
      if (this.#holder !== mine) return;
      this.#holder = null;
      this.#running = null;
      // Stay busy instead of ready, because reconnecting begins by closing the rest of the link.
      if (isGone) void terminal.close();
      else if (this.#record.state === 'busy') this.#become('ready');
    };
    try {
      if (this.#record.card === 'in') await this.#slotEmpty(terminal, request, listener);
      const transaction = await terminal.start(request, (event) => {
        this.#record.lastHeardAt = this.#clock.now();
        if (event.type === 'finished') settle(event.result.kind === 'lost');
        listener(event);
      });
      // `finished` may arrive before start() resolves (card refused at once); then there is no transaction.
      if (this.#holder === mine) this.#running = transaction;
      return transaction;
    } catch (error) {
      settle(toFailure(error).code.startsWith('LINK_'));
      throw error;
    }
  }

  /**
   * Waits until the previous payment's card is removed, as long as the terminal reports it; no request is sent before.
   */
  async #slotEmpty(
    terminal: Terminal,
    request: TransactionRequest,
    listener: (event: TransactionEvent) => void,
  ): Promise<void> {
    await this.#slotWait.wait(this.#clock, request, listener);
    const refused = this.refusal();
    if (refused) throw refused;
    // Throws while the terminal restarts.
    if (this.terminal() === terminal) this.#become('busy');
  }

  /** Ends the attempt's wait for the previous card; its `run` rejects with TERM_CARD_IN. */
  giveUpStart(attempt: string): void {
    this.#slotWait.giveUp(attempt);
  }

  /** Running transaction of an attempt, or undefined. */
  transaction(attempt: string): Transaction | undefined {
    return this.#running?.attempt === attempt ? this.#running : undefined;
  }

  async reboot(): Promise<void> {
    const terminal = this.terminal();
    await terminal.reboot();
    // The terminal may have disconnected before its answer was read. If it is already connected again, there is nothing
    // to wait for.
    if (this.#terminal === terminal || !this.#terminal) this.#become('rebooting');
  }

  /** True if a payment holds the terminal, from its request on. */
  hasPayment(): boolean {
    return this.#holder !== null;
  }

  /** Takes a terminal that was opened elsewhere; false if there is already one, or if stopped. */
  offer(found: Terminal): boolean {
    if (this.#terminal || this.#stopping.signal.aborted) return false;
    this.#cancelRetry();
    const older = this.#current;
    this.#current = this.#tryWith(() => Promise.resolve(found)).then(() => older);
    return true;
  }

  /** Called when the ports have changed: a disconnected terminal is tried at once. */
  connectNow(): void {
    if (this.#terminal || this.#stopping.signal.aborted) return;
    this.#tries = 0;
    // A running attempt may fail by itself; the next follows soon.
    if (this.#stopRetry) this.#connect();
  }

  /**
   * Tests cable and health now; the platform's state is the monitor's. Never rejects; returns null while a payment
   * holds the terminal.
   */
  async selfTest(platform: PlatformCheck | null): Promise<SelfTest | null> {
    if (this.#holder) return null;
    const record = this.#record;
    const tested = record.state === 'ready' ? this.#terminal : null;
    const away = record.failure ?? { code: 'TERM_NOT_READY' as const, message: `It is ${record.state}.` };
    const answer = tested ? await checkTerminal(tested) : { cable: away, health: null, reported: null };
    // A payment has started and uses the terminal, so this test is inconclusive.
    if (this.#holder) return null;
    if (answer.reported && this.#terminal === tested) record.health = answer.reported;
    const since = answer.cable === null ? null : new Date(record.since).toISOString();
    record.selfTest = selfTestOf(this.#clock.now(), { ...answer, since, platform });
    this.#publish();
    return record.selfTest;
  }

  /** Resolves when everything is closed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#stopRetry?.();
    this.#stopBeat?.();
    await this.#terminal?.close();
    await this.#current.catch(() => undefined);
  }

  #lastKnownAddress(): string {
    return this.#options.lastKnownAddress?.() ?? this.#options.address;
  }

  #publish(): void {
    this.#options.publish(this.view());
  }

  #become(next: TerminalState, why: Failure | null = null): void {
    const record = this.#record;
    if (next !== record.state) Object.assign(record, { since: this.#clock.now(), begunAt: this.#clock.monotonic() });
    record.state = next;
    record.failure = why;
    this.#publish();
  }

  // --- Connecting -----------------------------------------------------------------------------------------------

  #connect(): void {
    this.#cancelRetry();
    this.#current = this.#tryWith((attempt) => this.#options.connect(this.#options.address, attempt));
  }

  /** @param open opens the terminal, which is closed again if it is no longer wanted */
  async #tryWith(open: (attempt: ConnectTry) => Promise<Terminal>): Promise<void> {
    const mine = Symbol(this.id);
    const { signal } = this.#stopping;
    const record = this.#record;
    this.#latestTry = mine;
    record.nextTryAt = null;
    const before = { state: record.state, begunAt: record.begunAt };
    const isWanted = (): boolean => this.#latestTry === mine && !signal.aborted;
    const onOpened = (): void => {
      if (isWanted() && before.state !== 'rebooting') this.#become('identifying');
    };
    try {
      const found = await open({ signal, onOpened, isWanted });
      if (isWanted()) await this.#adopt(found);
      else await found.close();
    } catch (error) {
      if (!isWanted()) return;
      const why = toFailure(error);
      // An inconclusive attempt keeps the previous state.
      Object.assign(record, before);
      this.#retryLater();
      const next = afterFailedTry({
        ...before,
        now: this.#clock.monotonic(),
        why,
        wasKnown: record.identity !== null,
        connects: record.connects,
        tries: this.#tries,
      });
      this.#logOnce(why);
      // A restarting terminal has no fault.
      this.#become(next, next === 'rebooting' ? null : why);
    }
  }

  /** Logs each reason once, because attempts repeat every few seconds. */
  #logOnce(why: Failure): void {
    const words = `${why.code} ${why.message}`;
    if (this.#logged.has(words)) return;
    this.#logged.add(words);
    this.#options.log('warn', 'terminal rejected', { terminal: this.id, failure: why });
  }

  async #adopt(found: Terminal): Promise<void> {
    const { id } = this;
    this.#terminal = found;
    const stopNotices = found.onNotice((notice) => this.#onNotice(notice));
    try {
      // An earlier host run may have left a transaction running: end it before starting another.
      await found.clear();
    } catch (error) {
      const why = toFailure(error);
      this.#options.log('warn', 'terminal could not be cleared', { terminal: id, failure: why });
      // A refusal is an answer, so the terminal may take the next payment; a silent or disconnected terminal is lost.
      if (why.code === 'TERM_SILENT' || why.code.startsWith('LINK_')) {
        stopNotices();
        this.#terminal = null;
        await found.close();
        throw error;
      }
    }
    if (this.#stopping.signal.aborted) {
      stopNotices();
      await found.close();
      return;
    }
    this.#tries = 0;
    this.#nextHealthAt = 0;
    const record = this.#record;
    if (record.state === 'rebooting') record.resetAt = null;
    const { identity } = found;
    Object.assign(record, {
      // The removal of a card before this connection was not reported.
      card: null,
      identity,
      cableActions: found.capabilities.cableActions,
      readers: readerSchema.options.filter((one) => found.capabilities.readers.includes(one)),
      lastHeardAt: this.#clock.now(),
      linkUpSince: this.#clock.now(),
      connects: record.connects + 1,
    });
    this.#options.onIdentified?.(identity);
    record.address = this.#lastKnownAddress();
    this.#logged.clear();
    this.#become('ready');
    const { model, serialNumber } = identity;
    this.#options.log('info', 'terminal ready', { terminal: id, address: record.address, model, serialNumber });
    this.#beatLater(0);
    void found.closed.then((why) => {
      stopNotices();
      this.#onGone(why);
    });
  }

  #onGone(why: TillError | null): void {
    const record = this.#record;
    this.#stopBeat?.();
    this.#terminal = null;
    this.#running = null;
    this.#holder = null;
    this.#slotWait.fail(why ?? new TillError('LINK_LOST', 'The terminal is gone.'));
    record.linkUpSince = null;
    if (this.#stopping.signal.aborted) return;
    this.#retryLater();
    // After a silence the till closed the link itself; keep the silence as the displayed reason.
    if (record.state === 'rebooting' || record.state === 'lost') this.#publish();
    else {
      const next = afterLoss({ ...record, now: this.#clock.monotonic() });
      const reason = why ? why.toFailure() : { code: 'LINK_LOST' as const, message: 'The terminal is gone.' };
      this.#become(next, next === 'lost' ? reason : null);
    }
    const { state, failure } = record;
    this.#options.log('warn', 'terminal lost', { terminal: this.id, state, failure });
  }

  #retryLater(): void {
    this.#tries += 1;
    const delayMs = reconnectDelayMs(this.#tries, this.#options.random());
    this.#record.nextTryAt = this.#clock.now() + delayMs;
    this.#stopRetry?.();
    this.#stopRetry = this.#clock.after(delayMs, () => this.#connect());
  }

  #cancelRetry(): void {
    this.#stopRetry?.();
    this.#stopRetry = null;
  }

  // --- While connected ------------------------------------------------------------------------------------------

  #onNotice(notice: TerminalNotice): void {
    const record = this.#record;
    const { log } = this.#options;
    record.lastHeardAt = this.#clock.now();
    switch (notice.type) {
      case 'heard':
        return; // the next heartbeat publishes it
      case 'health':
        record.health = { ...record.health, ...notice.health };
        break;
      case 'read-error':
        record.readErrors += 1;
        break;
      case 'resetting': {
        const at = resetTime(this.#clock.monotonic(), notice.inSeconds);
        if (at === null) this.#become('rebooting');
        else record.resetAt = at;
        log('info', 'terminal announces a restart', { terminal: this.id, inSeconds: notice.inSeconds });
        break;
      }
      case 'reset':
        record.resetAt = null;
        record.card = null;
        this.#slotWait.end();
        log('info', 'terminal has restarted', { terminal: this.id });
        if (record.state === 'rebooting' && this.#terminal) this.#become('ready');
        break;
      case 'slot': {
        const card = notice.card === 'out' ? null : notice.card;
        if (card === record.card) return;
        record.card = card;
        if (card !== 'in') this.#slotWait.end();
        break;
      }
      case 'left-out':
        log('warn', 'card data lack requested fields; the payment continues', {
          terminal: this.id,
          tags: notice.tags.join(' '),
        });
        break;
      case 'unmatched':
        this.#options.onUnmatched(notice.what);
        break;
    }
    this.#publish();
  }

  /** True if a payment has begun on the terminal; a payment that waits for the slot only holds it. */
  get #isAtPayment(): boolean {
    return this.#holder !== null && !this.#slotWait.isRunning;
  }

  /** Heartbeat every two seconds while idle: proves that the terminal is present, and sometimes reads its health. */
  #beatLater(delayMs: number): void {
    this.#stopBeat = this.#clock.after(delayMs, () => {
      this.#stopBeat = null;
      void this.#beat().finally(() => {
        if (this.#terminal && !this.#stopping.signal.aborted) this.#beatLater(PING_EVERY_MS);
      });
    });
  }

  async #beat(): Promise<void> {
    const record = this.#record;
    const terminal = this.#terminal;
    if (!terminal || this.#isAtPayment) return;
    // A link may stay open through a restart: `reset` reports its end, unless that notice was missed.
    const isOverdue = isRestartOverdue(record, this.#clock.monotonic());
    if (record.state === 'rebooting' && !isOverdue) return;
    try {
      if (this.#clock.monotonic() >= this.#nextHealthAt) {
        this.#nextHealthAt = this.#clock.monotonic() + HEALTH_EVERY_MS;
        const health = await terminal.health();
        if (this.#terminal === terminal) record.health = health;
      } else {
        await terminal.ping();
      }
      if (this.#terminal !== terminal) return;
      record.lastHeardAt = this.#clock.now();
      if (isOverdue) this.#become('ready');
      else this.#publish();
    } catch (error) {
      if (this.#terminal !== terminal || this.#stopping.signal.aborted || this.#isAtPayment) return;
      const why = toFailure(error);
      this.#options.log('warn', 'terminal does not answer', { terminal: this.id, failure: why });
      if (why.code === 'TERM_REFUSED' || why.code === 'TERM_UNSUPPORTED' || why.code === 'TERM_BUSY') return;
      // A silent terminal is lost like an unplugged one, unless it announced a restart. Closing starts the reconnect.
      if (isAnnouncedReset(this.#clock.monotonic(), record.resetAt)) this.#become('rebooting');
      else this.#become('lost', why);
      await terminal.close();
    }
  }
}
