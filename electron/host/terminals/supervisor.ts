/**
 * Keeps one terminal connected: connects, identifies, clears, keeps it alive, notices the loss and reconnects with back-off.
 * It can say at any moment in which state the terminal is, since when and why; terminal-state.ts decides which state follows.
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

/** One try to connect. */
export interface ConnectTry {
  signal: AbortSignal;
  /** To be called once a port is open and identification has begun. */
  onOpened: () => void;
  /** False once the terminal was connected by another way. */
  isWanted: () => boolean;
}

export interface SupervisorOptions {
  id: string;
  address: string;
  isPractice: boolean;
  /** Opens the link and identifies what answers: a slot's connector, native's connectTerminal, or a stand-in. */
  connect: (address: string, options: ConnectTry) => Promise<Terminal>;
  /** Its current or last address; `address` where it never moves. */
  whereabouts?: () => string;
  /** Called with what was identified, before it is ready. */
  onIdentified?: (identity: TerminalIdentity) => void;
  /** The last self-test of an earlier life of the host. */
  selfTest?: SelfTest | null;
  clock: Clock;
  /** A number in [0, 1) for jitter. */
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
  /** The run that holds the terminal, from its request on; the late end of an older run changes nothing. */
  #holder: symbol | null = null;
  readonly #slotWait = new SlotWait();
  #tries = 0;
  /** The latest try to connect; what an older try finds is closed again. */
  #latestTry: symbol | null = null;
  #nextHealthAt = 0;
  /** Why it was not taken, as the log has it already; anew once it was. */
  readonly #told = new Set<string>();
  #stopBeat: (() => void) | null = null;
  #stopRetry: (() => void) | null = null;
  #current: Promise<void> = Promise.resolve();

  constructor(options: SupervisorOptions) {
    this.id = options.id;
    this.#options = options;
    this.#clock = options.clock;
    this.#record = newRecord(this.id, this.#whereabouts(), options.isPractice, options.clock);
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

  /** The connected terminal. Throws TERM_NOT_READY before it is cleared, while it restarts and while there is none. */
  terminal(): Terminal {
    const { state } = this.#record;
    if (!this.#terminal || (state !== 'ready' && state !== 'busy')) {
      throw new TillError('TERM_NOT_READY', 'The terminal is not ready.', { context: { terminal: this.id, state } });
    }
    return this.#terminal;
  }

  /** Why no payment is started now, where there is a code for it: TERM_OTHER, TERM_TWICE, TERM_UNSUPPORTED, TERM_RESTARTING; null otherwise. */
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
      // Not ready again: reconnecting begins with closing what is left of the link.
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
      // `finished` may have come before start() resolved (card refused at once): then nothing runs any more.
      if (this.#holder === mine) this.#running = transaction;
      return transaction;
    } catch (error) {
      settle(toFailure(error).code.startsWith('LINK_'));
      throw error;
    }
  }

  /** Nothing is sent before the card of the payment before is out, as long as the terminal tells of it. */
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

  /** Ends the attempt's wait for the card of the payment before; its `run` rejects with TERM_CARD_IN. */
  giveUpStart(attempt: string): void {
    this.#slotWait.giveUp(attempt);
  }

  /** The transaction of an attempt, while it runs. */
  transaction(attempt: string): Transaction | undefined {
    return this.#running?.attempt === attempt ? this.#running : undefined;
  }

  async reboot(): Promise<void> {
    const terminal = this.terminal();
    await terminal.reboot();
    // It may have gone before its answer was read; if it is back already, there is nothing left to wait for.
    if (this.#terminal === terminal || !this.#terminal) this.#become('rebooting');
  }

  /** A payment holds it, from its request on. */
  isHeld(): boolean {
    return this.#holder !== null;
  }

  /** Takes a terminal that was opened elsewhere; false when there is one already, or when stopped. */
  offer(found: Terminal): boolean {
    if (this.#terminal || this.#stopping.signal.aborted) return false;
    this.#cancelRetry();
    const older = this.#current;
    this.#current = this.#tryWith(() => Promise.resolve(found)).then(() => older);
    return true;
  }

  /** Something has changed on the ports: a terminal that is away is tried at once. */
  nudge(): void {
    if (this.#terminal || this.#stopping.signal.aborted) return;
    this.#tries = 0;
    // A try under way may end by itself; the next one follows it soon.
    if (this.#stopRetry) this.#connect();
  }

  /** Asks cable and health now; the platform as its monitor saw it. Never rejects; null while a payment holds the terminal. */
  async selfTest(platform: PlatformCheck | null): Promise<SelfTest | null> {
    if (this.#holder) return null;
    const record = this.#record;
    const tested = record.state === 'ready' ? this.#terminal : null;
    const away = record.failure ?? { code: 'TERM_NOT_READY' as const, message: `It is ${record.state}.` };
    const answer = tested ? await checkTerminal(tested) : { cable: away, health: null, reported: null };
    // A payment that came in between has the terminal: this test says nothing.
    if (this.#holder) return null;
    if (answer.reported && this.#terminal === tested) record.health = answer.reported;
    const since = answer.cable === null ? null : new Date(record.since).toISOString();
    record.selfTest = selfTestOf(this.#clock.now(), { ...answer, since, platform });
    this.#publish();
    return record.selfTest;
  }

  /** Resolves once nothing is held open any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#stopRetry?.();
    this.#stopBeat?.();
    await this.#terminal?.close();
    await this.#current.catch(() => undefined);
  }

  #whereabouts(): string {
    return this.#options.whereabouts?.() ?? this.#options.address;
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

  /** @param open gives the terminal; it is closed again when it is not wanted any more */
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
      // A try that changed nothing has not begun a new state either.
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
      this.#tell(why);
      // Nothing is wrong with a terminal that restarts.
      this.#become(next, next === 'rebooting' ? null : why);
    }
  }

  /** Each reason once: it is tried again every few seconds. */
  #tell(why: Failure): void {
    const words = `${why.code} ${why.message}`;
    if (this.#told.has(words)) return;
    this.#told.add(words);
    this.#options.log('warn', 'terminal not taken', { terminal: this.id, failure: why });
  }

  async #adopt(found: Terminal): Promise<void> {
    const { id } = this;
    this.#terminal = found;
    const stopNotices = found.onNotice((notice) => this.#onNotice(notice));
    try {
      // An earlier life of the host may have left a transaction running there: end it before taking a new one.
      await found.clear();
    } catch (error) {
      const why = toFailure(error);
      this.#options.log('warn', 'terminal could not be cleared', { terminal: id, failure: why });
      // One that refuses has answered and may well take the next payment; one that fell silent or went away is not there.
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
      // A removal before this connection was not told.
      card: null,
      identity,
      cableActions: found.capabilities.cableActions,
      readers: readerSchema.options.filter((one) => found.capabilities.readers.includes(one)),
      lastHeardAt: this.#clock.now(),
      linkUpSince: this.#clock.now(),
      connects: record.connects + 1,
    });
    this.#options.onIdentified?.(identity);
    record.address = this.#whereabouts();
    this.#told.clear();
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
    // Lost by silence: we closed it ourselves, and the silence is the reason to show.
    if (record.state === 'rebooting' || record.state === 'lost') this.#publish();
    else {
      const next = afterLoss({ ...record, now: this.#clock.monotonic() });
      const reason = why ? why.toFailure() : { code: 'LINK_LOST' as const, message: 'The terminal is gone.' };
      this.#become(next, next === 'lost' ? reason : null);
    }
    const { state, failure } = record;
    this.#options.log('warn', 'terminal gone', { terminal: this.id, state, failure });
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
        log('warn', 'card data leave out what was asked for; the payment goes on', {
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

  /** A payment has begun on the terminal; one that waits for the slot only holds it. */
  get #isAtPayment(): boolean {
    return this.#holder !== null && !this.#slotWait.isRunning;
  }

  /** Every two seconds while nothing runs: proof that the terminal is there; now and then its health. */
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
    // A link that stays open through a restart: `reset` says that it is over, unless that notice was missed.
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
      // Silent on an open cable is as lost as unplugged, unless it has announced it. Closing starts the reconnecting.
      if (isAnnouncedReset(this.#clock.monotonic(), record.resetAt)) this.#become('rebooting');
      else this.#become('lost', why);
      await terminal.close();
    }
  }
}
