/** A terminal whose answers the test decides, and a clock that the test moves. */
import { TillError, type EntryMode, type TerminalView } from '../../../../electron/contract/index.ts';
import type { Clock } from '../../../../electron/domain/index.ts';
import { TerminalSupervisor } from '../../../../electron/host/terminals/supervisor.ts';
import type {
  Terminal,
  TerminalHealth,
  TerminalNotice,
  Transaction,
  TransactionEvent,
  TransactionRequest,
} from '../../../../native/index.ts';
import { stepWall, wallAheadMs } from '../../../wall/wall.ts';

/** Runs everything that is ready. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 30; round += 1) await Promise.resolve();
}

export class SteppedClock implements Clock {
  #now = Date.UTC(2026, 10, 21, 9);
  #setMs = 0;
  #tasks: { at: number; run: () => void }[] = [];

  now(): number {
    return this.#now + wallAheadMs();
  }

  monotonic(): number {
    return this.#now - this.#setMs;
  }

  /** Sets the wall clock; timers continue unchanged. */
  set(byMs: number): void {
    this.#now += byMs;
    this.#setMs += byMs;
    for (const task of this.#tasks) task.at += byMs;
  }

  after(delayMs: number, run: () => void): () => void {
    stepWall();
    const task = { at: this.#now + delayMs, run };
    this.#tasks.push(task);
    return () => {
      this.#tasks = this.#tasks.filter((one) => one !== task);
    };
  }

  /** Timers that are still waiting. */
  get waiting(): number {
    return this.#tasks.length;
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const [due] = this.#tasks.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!due) break;
      this.#tasks = this.#tasks.filter((one) => one !== due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
    }
    this.#now = end;
    await settle();
  }
}

const goodHealth: TerminalHealth = {
  batteryPercent: 80,
  temperatureCelsius: 30,
  hasExternalPower: true,
  isTampered: false,
  isOperational: true,
};

/** Completes each call at once, unless an entry in `answers` overrides it. */
export class StandInTerminal implements Terminal {
  readonly identity;
  readonly capabilities = {
    readers: ['chip'] as EntryMode[],
    hasDisplay: true,
    hasPinPad: true,
    idleMessage: 'free',
    cableActions: ['CANCEL', 'REBOOT'],
  } satisfies Terminal['capabilities'];
  readonly closed: Promise<TillError | null>;
  calls: string[] = [];
  answers: Partial<Record<'health' | 'ping' | 'clear' | 'start' | 'reboot', () => Promise<void>>> = {};
  listeners = new Set<(notice: TerminalNotice) => void>();
  transactions: StandInTransaction[] = [];
  isClosed = false;
  #settleClosed: (why: TillError | null) => void;

  constructor(serialNumber = 'B61378A') {
    const address = 'tcp:127.0.0.1:9001' as const;
    this.identity = {
      family: 'mms',
      model: 'DynaFlex II PED',
      serialNumber,
      firmware: '1',
      address,
      link: 'tcp',
    } as const;
    const { promise, resolve } = Promise.withResolvers<TillError | null>();
    this.closed = promise;
    this.#settleClosed = resolve;
  }

  async #answer(call: 'health' | 'ping' | 'clear' | 'start' | 'reboot'): Promise<void> {
    this.calls.push(call);
    await this.answers[call]?.();
  }

  async health(): Promise<TerminalHealth> {
    await this.#answer('health');
    return goodHealth;
  }

  ping(): Promise<void> {
    return this.#answer('ping');
  }

  clear(): Promise<void> {
    return this.#answer('clear');
  }

  reboot(): Promise<void> {
    return this.#answer('reboot');
  }

  async start(request: TransactionRequest, listener: (event: TransactionEvent) => void): Promise<Transaction> {
    const transaction = new StandInTransaction(request.attempt, listener);
    this.transactions.push(transaction);
    await this.#answer('start');
    return transaction;
  }

  async setIdleMessage(text: string): Promise<void> {
    this.calls.push(`idle ${text}`);
  }

  onNotice(listener: (notice: TerminalNotice) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  notice(notice: TerminalNotice): void {
    for (const listener of this.listeners) listener(notice);
  }

  /** Pulls the cable. */
  unplug(why = new TillError('LINK_LOST', 'unplugged')): void {
    this.#settleClosed(why);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.#settleClosed(null);
  }
}

export class StandInTransaction implements Transaction {
  readonly attempt: string;
  readonly emit: (event: TransactionEvent) => void;
  calls: string[] = [];

  constructor(attempt: string, emit: (event: TransactionEvent) => void) {
    this.attempt = attempt;
    this.emit = emit;
  }

  finish(result: Extract<TransactionEvent, { type: 'finished' }>['result']): void {
    this.emit({ type: 'finished', attempt: this.attempt, result });
  }

  async respond(): Promise<void> {
    this.calls.push('respond');
  }

  async cancel(): Promise<'asked'> {
    this.calls.push('cancel');
    return 'asked';
  }
}

export const sale = (attempt = 'A-1'): TransactionRequest => ({
  attempt,
  amountMinor: 1234,
  currency: 'USD',
  cardTimeoutMs: 60_000,
});

/** Returns a function that fails like a driver, with this code. */
export const failing = (code: TillError['code']) => async (): Promise<void> => {
  throw new TillError(code, `it is ${code}`);
};

/** Pending until the test decides the result. */
export function held() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => undefined);
  return {
    wait: () => promise,
    release: resolve,
    fail: (code: TillError['code']) => reject(new TillError(code, code)),
  };
}

export interface Bench {
  clock: SteppedClock;
  supervisor: TerminalSupervisor;
  views: TerminalView[];
  unmatched: string[];
  /** Queue of results of the next connection attempts: a terminal, or a failure code. */
  next: (StandInTerminal | TillError['code'] | (() => Promise<Terminal>))[];
  tries: { at: number; signal: AbortSignal }[];
  /** Published states, without repetitions. */
  states(): string[];
}

/** Supervisor on a cable that answers with `next`; if empty, it finds no port. */
export function supervised(options: { random?: number } = {}): Bench {
  const clock = new SteppedClock();
  const bench: Omit<Bench, 'supervisor'> = {
    clock,
    views: [],
    unmatched: [],
    next: [],
    tries: [],
    states: () => bench.views.map(({ state }) => state).filter((state, index, all) => state !== all[index - 1]),
  };
  const supervisor = new TerminalSupervisor({
    id: 'counter',
    address: 'tcp:127.0.0.1:9001',
    isPractice: false,
    async connect(_, { signal }) {
      bench.tries.push({ at: clock.now(), signal });
      const found = bench.next.shift() ?? 'LINK_NOT_FOUND';
      if (typeof found === 'function') return found();
      if (typeof found === 'string') throw new TillError(found, `it is ${found}`);
      return found;
    },
    clock,
    random: () => options.random ?? 0,
    publish: (view) => void bench.views.push(view),
    onUnmatched: (what) => void bench.unmatched.push(what),
    log: () => undefined,
  });
  return Object.assign(bench, { supervisor });
}

/** Supervisor with a ready terminal. */
export async function ready(): Promise<Bench & { terminal: StandInTerminal }> {
  const terminal = new StandInTerminal();
  const bench = supervised();
  bench.next.push(terminal);
  bench.supervisor.start();
  await settle();
  return Object.assign(bench, { terminal });
}
