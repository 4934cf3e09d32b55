/**
 * Keeps one terminal connected: connect, identify, clear, keep alive, notice the loss, come back with backoff, and be able
 * to say at any moment in which state it is, since when and why.
 *
 *   looking ──► ready ◄──► busy
 *      ▲          │ unplugged, silent, restarted
 *      └── lost / rebooting / failed (with the next try's time)
 */
import type { DeviceAction, Failure, LinkKind, TerminalState, TerminalView } from '../../contract/index.ts';
import { TillError, toFailure } from '../../contract/index.ts';
import type {
  Terminal,
  TerminalHealth,
  TerminalNotice,
  Transaction,
  TransactionEvent,
  TransactionRequest,
} from '../../../native/index.ts';
import type { Clock } from '../payments/index.ts';

export interface SupervisorOptions {
  id: string;
  address: string;
  link: LinkKind;
  isPractice: boolean;
  /** Opens the link and identifies what answers; native's connectTerminal, or a stand-in. */
  connect: (address: string, options: { signal: AbortSignal }) => Promise<Terminal>;
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
  run(request: TransactionRequest, listener: (event: TransactionEvent) => void): Promise<Transaction>;
  /** The transaction of an attempt, while it runs. */
  transaction(attempt: string): Transaction | undefined;
  reboot(): Promise<void>;
  /** Resolves once nothing is held open any more. */
  stop(): Promise<void>;
}

const PING_EVERY_MS = 2_000;
const HEALTH_EVERY_MS = 60_000;
const RETRY_FIRST_MS = 200;
const RETRY_MAX_MS = 3_000;
/** A restart takes about 20 s. One that takes longer than this is a loss, or never happened. */
const REBOOT_WITHIN_MS = 60_000;

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { clock, log } = options;
  const iso = (at: number): string => new Date(at).toISOString();
  const stopping = new AbortController();
  let state: TerminalState = 'looking';
  let since = clock.now();
  let failure: Failure | null = null;
  let terminal: Terminal | null = null;
  let running: Transaction | null = null;
  /** Names the run that holds the terminal, from the asking on; an older run's late end changes nothing. */
  let holder: symbol | null = null;
  let lastHeardAt: number | null = null;
  let linkUpSince: number | null = null;
  let nextTryAt: number | null = null;
  let tries = 0;
  let connects = 0;
  let readErrors = 0;
  let identity: Terminal['identity'] | null = null;
  let cableActions: readonly DeviceAction[] = [];
  let health: TerminalHealth = {
    batteryPercent: null,
    temperatureCelsius: null,
    hasExternalPower: null,
    isTampered: null,
    isOperational: null,
  };
  let nextHealthAt = 0;
  let stopBeat: (() => void) | null = null;
  let stopRetry: (() => void) | null = null;
  let current: Promise<void> = Promise.resolve();

  function view(): TerminalView {
    return {
      id: options.id,
      address: options.address,
      link: options.link,
      state,
      since: iso(since),
      failure,
      lastHeardAt: lastHeardAt === null ? null : iso(lastHeardAt),
      nextTryAt: nextTryAt === null ? null : iso(nextTryAt),
      family: identity?.family ?? null,
      model: identity?.model ?? null,
      serialNumber: identity?.serialNumber ?? null,
      firmware: identity?.firmware ?? null,
      isPractice: options.isPractice,
      cableActions: terminal ? [...cableActions] : [],
      health: {
        ...health,
        linkUpSince: linkUpSince === null ? null : iso(linkUpSince),
        reconnects: Math.max(0, connects - 1),
        readErrors,
      },
    };
  }

  function become(next: TerminalState, why: Failure | null = null): void {
    if (next !== state) since = clock.now();
    state = next;
    failure = why;
    options.publish(view());
  }

  async function connect(): Promise<void> {
    nextTryAt = null;
    try {
      const found = await options.connect(options.address, { signal: stopping.signal });
      if (stopping.signal.aborted) {
        await found.close();
        return;
      }
      await adopt(found);
    } catch (error) {
      if (stopping.signal.aborted) return;
      const why = toFailure(error);
      // Known before and gone now: lost. Never seen, or answering rubbish: failed.
      const isAbsent =
        why.code === 'LINK_NOT_FOUND' ||
        why.code === 'LINK_REFUSED' ||
        why.code === 'LINK_LOST' ||
        why.code === 'TERM_SILENT';
      retryLater();
      become(
        state === 'rebooting' && clock.now() - since < REBOOT_WITHIN_MS
          ? 'rebooting'
          : isAbsent && identity
            ? 'lost'
            : isAbsent && connects === 0 && tries < 3
              ? 'looking'
              : 'failed',
        why,
      );
    }
  }

  async function adopt(found: Terminal): Promise<void> {
    // An earlier life of the host may have left a transaction running there: end it before taking a new one.
    terminal = found;
    const stopNotices = found.onNotice(onNotice);
    try {
      await found.clear();
    } catch (error) {
      const why = toFailure(error);
      log('warn', 'terminal could not be cleared', { terminal: options.id, failure: why });
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
    lastHeardAt = clock.now();
    tries = 0;
    connects += 1;
    identity = found.identity;
    cableActions = found.capabilities.cableActions;
    linkUpSince = clock.now();
    nextHealthAt = 0;
    become('ready');
    log('info', 'terminal ready', { terminal: options.id, model: identity.model, serialNumber: identity.serialNumber });
    beatLater(0);
    void found.closed.then((why) => {
      stopNotices();
      stopBeat?.();
      terminal = null;
      running = null;
      holder = null;
      linkUpSince = null;
      if (stopping.signal.aborted) return;
      retryLater();
      // Lost by silence: we closed it ourselves, and the silence is the reason to tell.
      if (state === 'rebooting' || state === 'lost') options.publish(view());
      else become('lost', why ? why.toFailure() : { code: 'LINK_LOST', message: 'The terminal is gone.' });
      log('warn', 'terminal gone', { terminal: options.id, failure });
    });
  }

  function retryLater(): void {
    const delayMs = Math.min(RETRY_FIRST_MS * 2 ** Math.min(tries, 6), RETRY_MAX_MS) * (1 + options.random() / 5);
    tries += 1;
    nextTryAt = clock.now() + delayMs;
    stopRetry = clock.after(delayMs, () => {
      stopRetry = null;
      current = connect();
    });
  }

  function onNotice(notice: TerminalNotice): void {
    lastHeardAt = clock.now();
    switch (notice.type) {
      case 'heard':
        return; // the beat publishes it
      case 'health':
        health = { ...health, ...notice.health };
        break;
      case 'read-error':
        readErrors += 1;
        break;
      case 'resetting':
        if (notice.inSeconds === null || notice.inSeconds <= 1) become('rebooting');
        log('info', 'terminal announces a restart', { terminal: options.id, inSeconds: notice.inSeconds });
        break;
      case 'reset':
        log('info', 'terminal has restarted', { terminal: options.id });
        if (state === 'rebooting' && terminal) become('ready');
        break;
      case 'stray':
        options.onStray(notice.what);
        break;
    }
    options.publish(view());
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
    const isOverdue = state === 'rebooting' && clock.now() - since >= REBOOT_WITHIN_MS;
    if (state === 'rebooting' && !isOverdue) return;
    try {
      if (clock.now() >= nextHealthAt) {
        nextHealthAt = clock.now() + HEALTH_EVERY_MS;
        const told = await asked.health();
        if (terminal === asked) health = told;
      } else {
        await asked.ping();
      }
      if (terminal !== asked) return;
      lastHeardAt = clock.now();
      if (isOverdue) become('ready');
      else options.publish(view());
    } catch (error) {
      if (terminal !== asked || stopping.signal.aborted || holder) return;
      const why = toFailure(error);
      log('warn', 'terminal does not answer', { terminal: options.id, failure: why });
      if (why.code === 'TERM_REFUSED' || why.code === 'TERM_UNSUPPORTED' || why.code === 'TERM_BUSY') return;
      // Silent on an open cable is as lost as unplugged. Closing it starts the way back.
      become('lost', why);
      await asked.close();
    }
  }

  /** Not before it is cleared, and not while it restarts. */
  function need(): Terminal {
    if (!terminal || (state !== 'ready' && state !== 'busy')) {
      throw new TillError('TERM_NOT_READY', 'The terminal is not ready.', { context: { terminal: options.id, state } });
    }
    return terminal;
  }

  return {
    id: options.id,
    view,
    terminal: need,
    start() {
      options.publish(view());
      current = connect();
    },
    async run(request, listener) {
      const at = need();
      if (holder)
        throw new TillError('TERM_BUSY', 'The terminal is still with another payment.', {
          context: { terminal: options.id },
        });
      const mine = Symbol(request.attempt);
      holder = mine;
      become('busy');
      const settle = (isGone: boolean): void => {
        if (holder !== mine) return;
        holder = null;
        running = null;
        // Not ready again: its own way back begins with closing what is left of the link.
        if (isGone) void at.close();
        else if (state === 'busy') become('ready');
      };
      try {
        const transaction = await at.start(request, (event) => {
          lastHeardAt = clock.now();
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
    async stop() {
      stopping.abort();
      stopRetry?.();
      stopBeat?.();
      await terminal?.close();
      await current.catch(() => undefined);
    },
  };
}
