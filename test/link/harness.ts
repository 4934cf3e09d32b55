/**
 * A harness: the real driver (connectTerminal and serialport) and the simulated terminal (serialport as well) at the
 * two ends of a serial cable. All times are real.
 */
import type {
  HostAnswer,
  Terminal,
  TerminalNotice,
  Transaction,
  TransactionEvent,
} from '../../native/families/shared/terminal.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { TillError } from '../../electron/contract/index.ts';
import { connectTerminal, type PayingFamily } from '../../native/index.ts';
import { systemClock } from '../../electron/domain/index.ts';
import {
  testDeck,
  type Gesture,
  type RunningSimulator,
  type SimulatedTerminal,
  type TestCard,
} from '../../native/simulator/index.ts';
import { words } from '../unit/native/scripted-terminal.ts';
import { codeOf } from '../unit/native/support.ts';
import { Cable } from './cable.ts';
import { until } from '../waiting.ts';

// --- Timers -----------------------------------------------------------------------------------------------------

/** Owner of a timer, tracked through callbacks and events of the port: each harness counts its own timers. */
const owner = new AsyncLocalStorage<object>();
const pending = new Map<unknown, number>();
const count = (whose: unknown, change: number): unknown => pending.set(whose, (pending.get(whose) ?? 0) + change);

const plainAfter = systemClock.after.bind(systemClock);
systemClock.after = (delayMs, task) => {
  const whose = owner.getStore();
  count(whose, 1);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) count(whose, -1);
    isOpen = false;
  };
  const cancelTimer = plainAfter(delayMs, () => {
    close();
    task();
  });
  return () => {
    close();
    cancelTimer();
  };
};

/** True if drivers or sessions created timers without a harness: then the harnesses' own counts are meaningless. */
export const hasUnownedTimers = (): boolean => pending.has(undefined);

// --- Cards ------------------------------------------------------------------------------------------------------

const twoApplications: TestCard['applications'] = [
  { aid: 'A0000000031010', label: 'VISA CREDIT' },
  { aid: 'A0000000032010', label: 'VISA ELECTRON' },
];
const [first] = testDeck;
if (!first) throw new Error('empty deck');

/** The deck, a card with two applications, and a card with two applications and a PIN. */
export const deck: readonly TestCard[] = [
  ...testDeck,
  { ...first, id: 'two', applications: twoApplications },
  { ...first, id: 'two-and-pin', applications: twoApplications, asksForPin: true },
];

// --- Terminals of each family -----------------------------------------------------------------------------------

export interface AnyTerminal<B, S extends string> extends SimulatedTerminal {
  addBehaviour(behaviour: B): () => void;
  readonly step: S | null;
  readonly controls: { removeCard(): void; reboot(): void; sense(changes: object): void };
}

export interface Kit<B, S extends string> {
  readonly family: PayingFamily;
  /** `variant`: a name from the kit, or '' for its default terminal. */
  start(serial: string, variant: string): Promise<RunningSimulator<AnyTerminal<B, S>>>;
  /** Returns a behaviour that reports each step when it is entered. */
  watch(onStep: (step: S) => void): B;
  /** Connects a variant that is not on the serial cable, or undefined for a variant on the cable. */
  connect?(simulator: RunningSimulator<AnyTerminal<B, S>>, variant: string): Promise<Terminal | undefined>;
  /** Prepares a new connection before the first sale, for example with a setting. */
  prepare?(terminal: Terminal, variant: string): Promise<void>;
}

const bankAnswers = {
  approve: { isApproved: true, authorizationResponseCode: '00' },
  /** Approves a part of the amount only; the card treats that like any approval. */
  partial: { isApproved: true, authorizationResponseCode: '10' },
  decline: { isApproved: false, authorizationResponseCode: '51' },
  /** Approves, with a proof for the card that is not from the bank. */
  forged: { isApproved: true, authorizationResponseCode: '00', issuerAuthenticationData: '00112233445566773030' },
  silent: null,
} as const satisfies Readonly<Record<string, HostAnswer | null>>;
export type Bank = keyof typeof bankAnswers;

/** A payment with its events and results. */
export class Sale {
  readonly events: TransactionEvent[] = [];
  readonly #bank: Bank;
  #transaction: Transaction | undefined;
  /** Result of respond(): `resolved`, or an error's code. */
  answered: string | undefined;
  #answering: Promise<unknown> = Promise.resolve();

  constructor(bank: Bank) {
    this.#bank = bank;
  }

  get transaction(): Transaction {
    if (!this.#transaction) throw new Error('the sale was not started');
    return this.#transaction;
  }

  get story(): string[] {
    return this.events.map(words);
  }

  get isFinished(): boolean {
    return this.events.some(({ type }) => type === 'finished');
  }

  async start(terminal: Terminal, attempt: string, cardTimeoutMs: number): Promise<void> {
    const request = { attempt, amountMinor: 1234, currency: 'USD', cardTimeoutMs };
    this.#transaction = await terminal.start(request, (event) => this.#take(event));
    await this.reaches('prompt present-card');
  }

  #take(event: TransactionEvent): void {
    this.events.push(event);
    const answer = bankAnswers[this.#bank];
    if (event.type !== 'online-request' || !answer) return;
    this.#answering = codeOf(this.transaction.respond(answer)).then((code) => (this.answered = code));
  }

  async reaches(word: string | RegExp, timeoutMs = 10_000): Promise<void> {
    const isThere = () => this.story.some((one) => (typeof word === 'string' ? one === word : word.test(one)));
    const what = `${String(word)} in ${JSON.stringify(this.story)}`;
    await until(isThere, what, timeoutMs).catch(() => {
      throw new Error(`timed out waiting for ${String(word)}; the story was ${JSON.stringify(this.story)}`);
    });
  }

  /** Waits for the end of the payment, and for the result of respond(). */
  async ended(timeoutMs: number): Promise<void> {
    await this.reaches(/^finished/, timeoutMs);
    await this.#answering;
  }
}

/**
 * Opens a port that was closed just before. A program that another harness starts at that moment holds a copy of every
 * open port, and its lock, between fork and exec; this passes soon.
 */
async function unlocked<T>(open: () => Promise<T>): Promise<T> {
  const { opened } = await until(async () => {
    try {
      return { opened: await open() };
    } catch (error) {
      if (!(error instanceof TillError) || error.code !== 'LINK_BUSY') throw error;
      return null;
    }
  }, 'a port without a lock');
  return opened;
}

/**
 * The terminal keeps this reply time for its rows, so it leaves room for a busy machine. It is extended only if
 * connecting itself failed.
 */
async function patiently<T>(connect: (replyMs: number) => Promise<T>): Promise<T> {
  try {
    return await connect(1_500);
  } catch (error) {
    if (!(error instanceof TillError) || !/^(?:TERM_SILENT|FRAME_GARBAGE)$/.test(error.code)) throw error;
  }
  return connect(5_000);
}

let attempts = 0;

export class Harness<B, S extends string> {
  readonly kit: Kit<B, S>;
  readonly cable = new Cable();
  readonly notices: TerminalNotice[] = [];
  #variant: string | undefined;
  #simulator: RunningSimulator<AnyTerminal<B, S>> | undefined;
  #terminal: Terminal | undefined;
  #stopWatching: () => void = () => undefined;
  readonly #stepWaiters = new Map<string, () => void>();

  constructor(kit: Kit<B, S>) {
    this.kit = kit;
  }

  /** Runs a task as this harness, so that its timers count as the harness's. */
  run<T>(task: () => Promise<T>): Promise<T> {
    return owner.run(this, task);
  }

  /** Pending timers of the driver and its session. */
  get pendingTimers(): number {
    return pending.get(this) ?? 0;
  }

  get terminal(): Terminal {
    if (!this.#terminal) throw new Error('not connected');
    return this.#terminal;
  }

  get simulated(): AnyTerminal<B, S> {
    if (!this.#simulator) throw new Error('no simulator');
    return this.#simulator.terminal;
  }

  /** Ensures that a terminal of that variant is on the cable and connected. */
  async use(variant: string): Promise<void> {
    if (this.#variant === variant) return;
    await this.#terminal?.close();
    await this.#simulator?.close();
    if (this.#variant === undefined) await this.cable.lay();
    this.#variant = variant;
    this.notices.length = 0;
    this.#simulator = await unlocked(() => this.kit.start(this.cable.far, variant));
    // A fault that unplugs pulls the real cable: on a pseudo-terminal a closed far end looks like mere silence.
    this.simulated.onUnplug(() => void this.cable.pull());
    this.#stopWatching = this.simulated.addBehaviour(
      this.kit.watch((step) => {
        this.#stepWaiters.get(step)?.();
        this.#stepWaiters.delete(step);
      }),
    );
    await this.connect();
  }

  async connect(): Promise<void> {
    const simulator = this.#simulator;
    const other = simulator && (await this.kit.connect?.(simulator, this.#variant ?? ''));
    this.#terminal =
      other ??
      (await unlocked(() =>
        patiently((replyMs) => connectTerminal(`serial:${this.cable.near}`, { timeouts: { replyMs } })),
      ));
    this.#terminal.onNotice((notice) => {
      if (notice.type !== 'heard') this.notices.push(notice);
    });
    await this.kit.prepare?.(this.#terminal, this.#variant ?? '');
  }

  /** Reconnects a pulled cable and the terminal, like the host's supervisor. */
  async replug(): Promise<void> {
    await this.cable.lay();
    await this.#simulator?.setPluggedIn(true);
    await this.connect();
    // A customer who pulls the cable also takes the card.
    this.tidy();
    await this.terminal.clear();
  }

  /** Called after a failed row: resets everything, so that the next row does not fail because of it. */
  async startOver(): Promise<void> {
    await this.#terminal?.close();
    await this.#simulator?.close();
    await this.cable.pull();
    this.#variant = undefined;
  }

  /** Resolves when the terminal reaches a step. Call it before that. */
  reaches(step: S): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#stepWaiters.set(step, resolve);
    return promise;
  }

  async sale(options: { bank?: Bank; cardTimeoutMs?: number } = {}): Promise<Sale> {
    const sale = new Sale(options.bank ?? 'approve');
    attempts += 1;
    await sale.start(this.terminal, `ATTEMPT-${attempts}`, options.cardTimeoutMs ?? 20_000);
    return sale;
  }

  /** Makes the customer's gesture as soon as the terminal accepts it. */
  async hand(gesture: Gesture, timeoutMs = 10_000): Promise<void> {
    await until(() => this.simulated.face.can.includes(gesture), `the terminal to take ${gesture}`, timeoutMs);
    this.simulated.gesture(gesture);
  }

  /** Plays a customer who follows every prompt until the end of the sale, except the gestures in `except`. */
  async serve(sale: Sale, except: readonly Gesture[] = []): Promise<void> {
    await until(() => {
      if (sale.isFinished) return true;
      const asked = ({ 'enter-pin': 'enter-pin', remove: 'remove', present: null } as const)[
        this.simulated.asks ?? 'present'
      ];
      if (asked && !except.includes(asked)) this.simulated.gesture(asked);
      return false;
    }, 'the end of the sale');
  }

  /** Runs a task, and waits for a notice from the terminal. */
  async hears(task: () => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const off = this.terminal.onNotice(() => resolve());
    task();
    await promise;
    off();
  }

  tidy(): void {
    this.simulated.controls.removeCard();
  }

  async close(): Promise<void> {
    this.#stopWatching();
    await this.#terminal?.close();
    await this.#simulator?.close();
    await this.cable.remove();
  }
}
