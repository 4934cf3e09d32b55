/**
 * Keeps one terminal connected: connect, identify, clear, keep alive, notice the loss, come back with backoff, and be able
 * to say at any moment in which state it is, since when and why. What state follows is decided in terminal-state.ts.
 *
 *   looking ──► identifying ──► ready ◄──► busy
 *      ▲                          │ unplugged, silent, restarted
 *      └──── lost / rebooting / failed (with the next try's time)
 */
import type { Failure, SelfTest, TerminalState, TerminalView } from '../../contract/index.ts';
import { TillError, toFailure } from '../../contract/index.ts';
import type {
  Terminal,
  TerminalIdentity,
  TerminalNotice,
  Transaction,
  TransactionEvent,
  TransactionRequest,
} from '../../../native/index.ts';
import type { Clock } from '../clock.ts';
import { isAnnouncedReset, isHeldBack, resetTime } from './planned-reset.ts';
import { askHowItIs, selfTestOf, type PlatformCheck } from './self-test.ts';
import { newRecord, viewOfRecord } from './terminal-record.ts';
import { afterFailedTry, afterLoss, isRestartOverdue, reconnectDelayMs } from './terminal-state.ts';

/** One try to connect. */
export interface ConnectTry {
  signal: AbortSignal;
  /** To be called once something is open and is being asked who it is. */
  onOpened: () => void;
  /** False once the terminal has come by another way. */
  isWanted: () => boolean;
}

export interface SupervisorOptions {
  id: string;
  address: string;
  isPractice: boolean;
  /** Opens the link and identifies what answers; the place's reach, native's connectTerminal, or a stand-in. */
  connect: (address: string, options: ConnectTry) => Promise<Terminal>;
  /** Where it is now, or was last; `address` where it never moves. */
  whereabouts?: () => string;
  /** Called with what was identified, before it is ready. */
  onIdentified?: (identity: TerminalIdentity) => void;
  /** The last self-test of an earlier life of the host. */
  selfTest?: SelfTest | null;
  clock: Clock;
  /** A number in [0, 1) for jitter. */
  random: () => number;
  publish: (view: TerminalView) => void;
  onStray: (what: string) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

export interface Supervisor {
  readonly id: string;
  view(): TerminalView;
  start(): void;
  /** The connected terminal; throws TERM_NOT_READY while there is none. */
  terminal(): Terminal;
  /** Why no payment is started now, where there are words for it: TERM_OTHER, TERM_RESTARTING; null otherwise. */
  refusal(): TillError | null;
  run(request: TransactionRequest, listener: (event: TransactionEvent) => void): Promise<Transaction>;
  /** The transaction of an attempt, while it runs. */
  transaction(attempt: string): Transaction | undefined;
  reboot(): Promise<void>;
  /** A payment holds it, from the asking on. */
  isHeld(): boolean;
  /** Takes a terminal that came by another way; false when there is one, or no need any more. */
  offer(terminal: Terminal): boolean;
  /** Something has changed on the ports: a terminal that is away is tried at once. */
  nudge(): void;
  /** Cable and health asked now, the platform as it was told. Never rejects; null while a payment holds the terminal. */
  selfTest(platform: PlatformCheck | null): Promise<SelfTest | null>;
  /** Resolves once nothing is held open any more. */
  stop(): Promise<void>;
}

const PING_EVERY_MS = 2_000;
const HEALTH_EVERY_MS = 60_000;

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { id, clock, log } = options;
  const stopping = new AbortController();
  const record = newRecord(id, options.whereabouts?.() ?? options.address, options.isPractice, clock.now());
  record.selfTest = options.selfTest ?? null;
  let terminal: Terminal | null = null;
  let running: Transaction | null = null;
  /** Names the run that holds the terminal, from the asking on; an older run's late end changes nothing. */
  let holder: symbol | null = null;
  let tries = 0;
  /** Names the try that counts; what an older one finds is not wanted any more. */
  let latest: symbol | null = null;
  let nextHealthAt = 0;
  let stopBeat: (() => void) | null = null;
  let stopRetry: (() => void) | null = null;
  let current: Promise<void> = Promise.resolve();

  const view = (): TerminalView => viewOfRecord(record, clock.now());
  const publish = (): void => options.publish(view());

  function become(next: TerminalState, why: Failure | null = null): void {
    if (next !== record.state) record.since = clock.now();
    record.state = next;
    record.failure = why;
    publish();
  }

  // --- Coming ---------------------------------------------------------------------------------------------------

  /** @param reach gives the terminal; it is closed again when it is not wanted any more */
  async function take(reach: (attempt: ConnectTry) => Promise<Terminal>): Promise<void> {
    const mine = Symbol(id);
    latest = mine;
    record.nextTryAt = null;
    const before = { state: record.state, since: record.since };
    const isWanted = (): boolean => latest === mine && !stopping.signal.aborted;
    const onOpened = (): void => {
      if (isWanted() && before.state !== 'rebooting') become('identifying');
    };
    try {
      const found = await reach({ signal: stopping.signal, onOpened, isWanted });
      if (isWanted()) await adopt(found);
      else await found.close();
    } catch (error) {
      if (!isWanted()) return;
      const why = toFailure(error);
      // A try that changed nothing has not begun a new state either.
      Object.assign(record, before);
      retryLater();
      const facts = { ...before, now: clock.now(), why, wasKnown: record.identity !== null };
      const next = afterFailedTry({ ...facts, connects: record.connects, tries });
      // Nothing is wrong with a terminal that restarts.
      become(next, next === 'rebooting' ? null : why);
    }
  }

  function connect(): void {
    stopRetry?.();
    stopRetry = null;
    current = take((attempt) => options.connect(options.address, attempt));
  }

  async function adopt(found: Terminal): Promise<void> {
    // An earlier life of the host may have left a transaction running there: end it before taking a new one.
    terminal = found;
    const stopNotices = found.onNotice(onNotice);
    try {
      await found.clear();
    } catch (error) {
      const why = toFailure(error);
      log('warn', 'terminal could not be cleared', { terminal: id, failure: why });
      // One that refuses has told so and may well take the next; one that fell silent or went away is not there.
      if (why.code === 'TERM_SILENT' || why.code.startsWith('LINK_')) {
        stopNotices();
        terminal = null;
        await found.close();
        throw error;
      }
    }
    if (stopping.signal.aborted) {
      stopNotices();
      await found.close();
      return;
    }
    tries = 0;
    nextHealthAt = 0;
    if (record.state === 'rebooting') record.resetAt = null;
    const { identity } = found;
    Object.assign(record, {
      identity,
      cableActions: found.capabilities.cableActions,
      lastHeardAt: clock.now(),
      linkUpSince: clock.now(),
      connects: record.connects + 1,
    });
    options.onIdentified?.(identity);
    record.address = options.whereabouts?.() ?? options.address;
    become('ready');
    const { model, serialNumber } = identity;
    log('info', 'terminal ready', { terminal: id, address: record.address, model, serialNumber });
    beatLater(0);
    void found.closed.then((why) => {
      stopNotices();
      gone(why);
    });
  }

  // --- Going ----------------------------------------------------------------------------------------------------

  function gone(why: TillError | null): void {
    stopBeat?.();
    terminal = null;
    running = null;
    holder = null;
    record.linkUpSince = null;
    if (stopping.signal.aborted) return;
    retryLater();
    // Lost by silence: we closed it ourselves, and the silence is the reason to tell.
    if (record.state === 'rebooting' || record.state === 'lost') publish();
    else {
      const next = afterLoss({ ...record, now: clock.now() });
      const reason = why ? why.toFailure() : { code: 'LINK_LOST' as const, message: 'The terminal is gone.' };
      become(next, next === 'lost' ? reason : null);
    }
    log('warn', 'terminal gone', { terminal: id, state: record.state, failure: record.failure });
  }

  function retryLater(): void {
    tries += 1;
    const delayMs = reconnectDelayMs(tries, options.random());
    record.nextTryAt = clock.now() + delayMs;
    stopRetry?.();
    stopRetry = clock.after(delayMs, connect);
  }

  // --- What it says by itself -----------------------------------------------------------------------------------

  function onNotice(notice: TerminalNotice): void {
    record.lastHeardAt = clock.now();
    switch (notice.type) {
      case 'heard':
        return; // the beat publishes it
      case 'health':
        record.health = { ...record.health, ...notice.health };
        break;
      case 'read-error':
        record.readErrors += 1;
        break;
      case 'resetting': {
        const at = resetTime(clock.now(), notice.inSeconds);
        if (at === null) become('rebooting');
        else record.resetAt = at;
        log('info', 'terminal announces a restart', { terminal: id, inSeconds: notice.inSeconds });
        break;
      }
      case 'reset':
        record.resetAt = null;
        log('info', 'terminal has restarted', { terminal: id });
        if (record.state === 'rebooting' && terminal) become('ready');
        break;
      case 'stray':
        options.onStray(notice.what);
        break;
    }
    publish();
  }

  /** Every two seconds while nothing runs: proof that the terminal is there; now and then its health. */
  function beatLater(delayMs: number): void {
    stopBeat = clock.after(delayMs, () => {
      stopBeat = null;
      void beat().finally(() => {
        if (terminal && !stopping.signal.aborted) beatLater(PING_EVERY_MS);
      });
    });
  }

  async function beat(): Promise<void> {
    const asked = terminal;
    if (!asked || holder) return;
    // A link that stays open through a restart: `reset` says that it is over, unless that one was missed.
    const isOverdue = isRestartOverdue(record, clock.now());
    if (record.state === 'rebooting' && !isOverdue) return;
    try {
      if (clock.now() >= nextHealthAt) {
        nextHealthAt = clock.now() + HEALTH_EVERY_MS;
        const told = await asked.health();
        if (terminal === asked) record.health = told;
      } else {
        await asked.ping();
      }
      if (terminal !== asked) return;
      record.lastHeardAt = clock.now();
      if (isOverdue) become('ready');
      else publish();
    } catch (error) {
      if (terminal !== asked || stopping.signal.aborted || holder) return;
      const why = toFailure(error);
      log('warn', 'terminal does not answer', { terminal: id, failure: why });
      if (why.code === 'TERM_REFUSED' || why.code === 'TERM_UNSUPPORTED' || why.code === 'TERM_BUSY') return;
      // Silent on an open cable is as lost as unplugged, unless it has announced it. Closing starts the way back.
      if (isAnnouncedReset(clock.now(), record.resetAt)) become('rebooting');
      else become('lost', why);
      await asked.close();
    }
  }

  // --- The outside ----------------------------------------------------------------------------------------------

  /** Not before it is cleared, and not while it restarts. */
  function need(): Terminal {
    const { state } = record;
    if (!terminal || (state !== 'ready' && state !== 'busy')) {
      throw new TillError('TERM_NOT_READY', 'The terminal is not ready.', { context: { terminal: id, state } });
    }
    return terminal;
  }

  function refusal(): TillError | null {
    const { failure, resetAt } = record;
    if (!terminal && failure?.code === 'TERM_OTHER') {
      return new TillError('TERM_OTHER', failure.message, { context: failure.context });
    }
    if (resetAt === null || !isHeldBack(clock.now(), resetAt)) return null;
    const at = new Date(resetAt).toISOString();
    return new TillError('TERM_RESTARTING', 'The terminal is about to restart by itself.', {
      context: { terminal: id, resetAt: at },
    });
  }

  return {
    id,
    view,
    terminal: need,
    refusal,
    start() {
      publish();
      connect();
    },
    async run(request, listener) {
      const at = need();
      if (holder) throw new TillError('TERM_BUSY', 'The terminal is still with another payment.', { context: { terminal: id } }); // prettier-ignore
      const refused = refusal();
      if (refused) throw refused;
      const mine = Symbol(request.attempt);
      holder = mine;
      become('busy');
      const settle = (isGone: boolean): void => {
        if (holder !== mine) return;
        holder = null;
        running = null;
        // Not ready again: its own way back begins with closing what is left of the link.
        if (isGone) void at.close();
        else if (record.state === 'busy') become('ready');
      };
      try {
        const transaction = await at.start(request, (event) => {
          record.lastHeardAt = clock.now();
          if (event.type === 'finished') settle(event.result.kind === 'lost');
          listener(event);
        });
        // `finished` may have come before start() resolved (card refused at once): then nothing runs any more.
        if (holder === mine) running = transaction;
        return transaction;
      } catch (error) {
        settle(toFailure(error).code.startsWith('LINK_'));
        throw error;
      }
    },
    transaction: (attempt) => (running?.attempt === attempt ? running : undefined),
    async reboot() {
      const at = need();
      await at.reboot();
      // It may have gone before its answer was read; if it is back already, there is nothing left to wait for.
      if (terminal === at || !terminal) become('rebooting');
    },
    isHeld: () => holder !== null,
    offer(found) {
      if (terminal || stopping.signal.aborted) return false;
      stopRetry?.();
      stopRetry = null;
      const older = current;
      current = take(() => Promise.resolve(found)).then(() => older);
      return true;
    },
    nudge() {
      if (terminal || stopping.signal.aborted) return;
      tries = 0;
      // A try under way is let end; the next one follows it soon.
      if (stopRetry) connect();
    },
    async selfTest(platform) {
      if (holder) return null;
      const tested = record.state === 'ready' ? terminal : null;
      const away = record.failure ?? { code: 'TERM_NOT_READY' as const, message: `It is ${record.state}.` };
      const answer = tested ? await askHowItIs(tested) : { cable: away, health: null, told: null };
      // A payment that came in between has the terminal: this test says nothing.
      if (holder) return null;
      if (answer.told && terminal === tested) record.health = answer.told;
      const since = answer.cable === null ? null : new Date(record.since).toISOString();
      record.selfTest = selfTestOf(clock.now(), { ...answer, since, platform });
      publish();
      return record.selfTest;
    },
    async stop() {
      stopping.abort();
      stopRetry?.();
      stopBeat?.();
      await terminal?.close();
      await current.catch(() => undefined);
    },
  };
}
