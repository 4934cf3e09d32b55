/**
 * The terminals on the counter and their customers. A terminal survives the host: it continues alone when the host
 * crashes or the cable is pulled. The engine sees it as the port, with the promises of
 * native/families/shared/terminal.ts.
 */
import { PIN_MS, TillError, type EntryMode, type PaymentRoute } from '../../electron/contract/index.ts';
import type { TerminalEvent, TerminalPort, TerminalResult } from '../../electron/host/payments/index.ts';
import { SlotWait } from '../../electron/host/terminals/slot-wait.ts';
import type { Clock } from '../../electron/domain/index.ts';
import { createCards, type TestCard } from './cards.ts';
import type { Random } from './random.ts';
import type { Record as Log } from './record.ts';
import type { Scheduler } from './scheduler.ts';
import type { FaultProfile } from './fault-profile.ts';

/** The process that owns a port. */
export interface Owner {
  isAlive(): boolean;
  /** May throw: the process crashes here. */
  at(point: 'terminal-call' | 'terminal-event'): void;
  /** Runs a task that reaches the process, once it reads. */
  whenAwake(task: () => void): void;
}

/** A customer's future actions. */
interface Plan {
  /** Time after the prompt, or null if the customer never presents a card. */
  presentsAfterMs: number | null;
  pressesCancelAfterMs: number | null;
  card: TestCard;
  entryMode: Extract<EntryMode, 'chip' | 'contactless' | 'swipe'>;
  /** The customer waits at the PIN until the terminal times out. */
  entersNoPin: boolean;
  /** Time that the chip card stays in the slot after the end, or null if it is removed at once. */
  leavesCardForMs: number | null;
  /** Time at which the customer removes the card while the bank is asked, or null. */
  removesEarlyAfterMs: number | null;
}

interface Running {
  attempt: string;
  phase: 'waiting' | 'pin' | 'online' | 'completing';
  owner: Owner;
  listener: (event: TerminalEvent) => void;
  plan: Plan;
}

type Start = Parameters<TerminalPort['start']>[1];

/** Time that a terminal waits for the bank's answer before it ends the payment. */
const ONLINE_TIMEOUT_MS = 75_000;

const lost = (message: string): TerminalResult => ({ kind: 'lost', failure: { code: 'LINK_LOST', message } });

export interface TerminalsOptions {
  scheduler: Scheduler;
  random: Random;
  log: Log;
  profile: FaultProfile;
  lanes: readonly { id: string; serialNumber: string; route: PaymentRoute }[];
}

export class Terminals {
  readonly #options: TerminalsOptions;
  readonly #cards = createCards();
  readonly #running = new Map<string, Running>();
  /** Time until which the cable is out or the terminal restarts, milliseconds since 1970. */
  readonly #awayUntil = new Map<string, number>();
  /** Terminals that still have the previous payment's card in them, and the removal that ends this. */
  readonly #slots = new Map<string, () => void>();
  /** A start of the running process that waits for such a card. */
  readonly #slotWaits = new Map<string, { wait: SlotWait; owner: Owner; clock: Clock }>();
  /** The owner that a terminal has answered since it connected. */
  readonly #connected = new Map<string, Owner>();
  /** Attempts for which a customer presented a card. */
  readonly presented = new Set<string>();
  /** Attempts that a card has completed, as the customer saw on the terminal. */
  readonly completed = new Set<string>();
  /** Set at closing time: no more faults. */
  isCalm = false;

  constructor(options: TerminalsOptions) {
    this.#options = options;
  }

  get lanes(): TerminalsOptions['lanes'] {
    return this.#options.lanes;
  }

  /**
   * The port of one process. It connects to the terminals again, and frees what an earlier process run left running on
   * them.
   */
  portFor(owner: Owner, clock: Clock): TerminalPort {
    const { scheduler, random, lanes } = this.#options;
    for (const { id } of lanes) {
      this.#slotWaits.set(id, { wait: new SlotWait(), owner, clock });
      scheduler.after(random.int(100, 1_500), () => {
        if (!owner.isAlive()) return;
        this.#running.delete(id);
        // A new connection gets no events of an old card.
        this.#slots.delete(id);
        this.#connected.set(id, owner);
      });
    }
    return {
      describe: (id) => {
        const lane = lanes.find((one) => one.id === id);
        if (!lane) throw new TillError('TERM_NOT_FOUND', 'There is no such terminal.');
        const { serialNumber, route } = lane;
        return { id, serialNumber, link: 'serial', isReady: this.#isReady(id, owner), route };
      },
      start: (id, request, listener) =>
        this.#asked(owner, async () => {
          const { attempt, cardTimeoutMs } = request;
          await this.#slotEmpty(id, owner, request, listener);
          await this.#command(id, owner);
          if (this.#running.has(id)) throw new TillError('TERM_BUSY', 'Another transaction is running there.');
          const running: Running = { attempt, phase: 'waiting', owner, listener, plan: this.#drawPlan(cardTimeoutMs) };
          this.#running.set(id, running);
          // "Started" reaches the host before anything else of this transaction.
          scheduler.after(1, () => this.#begin(id, running, cardTimeoutMs));
        }),
      giveUpStart: (id, attempt) => this.#slotWaits.get(id)?.wait.giveUp(attempt),
      respond: (id, attempt, answer) =>
        this.#asked(owner, async () => {
          await this.#command(id, owner);
          const running = this.#running.get(id);
          if (running?.attempt !== attempt || running.phase !== 'online')
            throw new TillError('TERM_NOT_READY', 'The terminal is not waiting for an answer.');
          running.phase = 'completing';
          scheduler.after(random.int(300, 2_500), () => this.#complete(id, running, answer.isApproved));
          if (this.#mischief('silent')) {
            this.#options.log.fault('terminal-silent-after-answer', attempt);
            throw new TillError('TERM_SILENT', 'The terminal did not answer in time.');
          }
        }),
      cancel: (id, attempt) =>
        this.#asked(owner, async () => {
          await this.#command(id, owner);
          const running = this.#running.get(id);
          if (running?.attempt !== attempt) throw new TillError('TERM_NOT_READY', 'Nothing is running there.');
          if (running.phase === 'completing') return 'too-late';
          if (running.phase === 'waiting') {
            scheduler.after(random.int(50, 600), () => {
              if (running.phase === 'waiting') this.#end(id, running, { kind: 'cancelled', by: 'host' });
            });
          } else this.#end(id, running, { kind: 'cancelled', by: 'host' });
          return 'asked';
        }),
      choose: async () => {
        throw new TillError('TERM_NOT_READY', 'Nothing is to be chosen.');
      },
    };
  }

  /** The cable is out for a while: the host notices at once, the terminal continues by itself. */
  pullCable(id: string, forMs: number): void {
    this.#goAway(id, forMs, 'cable-pulled');
  }

  /** Restarts the terminal, planned (every 23 hours) or not: its running transaction is lost. */
  reboot(id: string, forMs: number): void {
    this.#goAway(id, forMs, 'terminal-rebooted');
  }

  isBusy(id: string): boolean {
    return this.#running.has(id);
  }

  isAway(id: string): boolean {
    return (this.#awayUntil.get(id) ?? 0) > this.#options.scheduler.now();
  }

  // --- inside

  #isReady(id: string, owner: Owner): boolean {
    return this.#connected.get(id) === owner && !this.isAway(id);
  }

  /** A terminal carries out a command at once; its result arrives when the process reads. */
  async #asked<Answer>(owner: Owner, task: () => Promise<Answer>): Promise<Answer> {
    owner.at('terminal-call');
    try {
      return await task();
    } finally {
      await new Promise<void>((resolve) => owner.whenAwake(resolve));
    }
  }

  /** A command takes a moment, and fails without a terminal. */
  async #command(id: string, owner: Owner): Promise<void> {
    const { scheduler, random } = this.#options;
    await new Promise<void>((resolve) => {
      scheduler.after(random.int(20, 250), () => {
        if (owner.isAlive()) resolve();
      });
    });
    if (!this.#isReady(id, owner)) throw new TillError('TERM_NOT_READY', 'The terminal is not there.');
    if (this.#mischief('silent')) {
      this.#options.log.fault('terminal-silent', id);
      await new Promise<void>((resolve) => {
        scheduler.after(5_000, () => {
          if (owner.isAlive()) resolve();
        });
      });
      throw new TillError('TERM_SILENT', 'The terminal did not answer in time.');
    }
  }

  /** Waits as the supervisor does: requests wait while the terminal reports that a card is still in it. */
  async #slotEmpty(id: string, owner: Owner, request: Start, listener: Running['listener']): Promise<void> {
    const known = this.#slotWaits.get(id);
    if (!known || !this.#slots.has(id)) return;
    this.#options.log.line(`terminal ${id} ${request.attempt} waits for the slot`);
    try {
      await known.wait.wait(known.clock, request, (event) => owner.isAlive() && listener(event));
    } finally {
      if (!owner.isAlive()) await new Promise<never>(() => undefined);
    }
  }

  #takeOut(id: string): void {
    if (!this.#slots.delete(id)) return;
    this.#options.log.line(`terminal ${id} card out`);
    const told = this.#slotWaits.get(id);
    told?.owner.whenAwake(() => told.wait.end());
  }

  #mischief(what: keyof FaultProfile['terminal']): boolean {
    return !this.isCalm && this.#options.random.chance(this.#options.profile.terminal[what]);
  }

  #drawPlan(cardTimeoutMs: number): Plan {
    const { random } = this.#options;
    const entryMode = random.weighted({ chip: 5, contactless: 4, swipe: 1 });
    return {
      presentsAfterMs: random.chance(0.04) ? null : Math.min(random.logNormal(5_000, 50_000), cardTimeoutMs - 1),
      pressesCancelAfterMs: random.chance(0.04) ? random.int(500, 20_000) : null,
      card: random.weighted({ approve: 70, pin: 8, 'no-funds': 8, partial: 6, slow: 4, 'lost-reply': 4 }),
      entryMode,
      entersNoPin: entryMode === 'chip' && random.chance(0.05),
      leavesCardForMs: entryMode === 'chip' && random.chance(0.3) ? random.logNormal(120_000, 3_600_000) : null,
      removesEarlyAfterMs: entryMode === 'chip' && this.#mischief('earlyRemoval') ? random.int(100, 6_000) : null,
    };
  }

  #begin(id: string, running: Running, cardTimeoutMs: number): void {
    const { scheduler, random } = this.#options;
    const { plan, attempt } = running;
    const whileWaiting = (delayMs: number, task: () => void): void =>
      void scheduler.after(delayMs, () => {
        if (this.#running.get(id) === running && running.phase === 'waiting') task();
      });
    // The terminal reads any chip it finds, although the customer did not present it for this payment.
    if (this.#slots.has(id)) return this.#goOnline(id, running);
    this.#emit(running, { type: 'prompt', attempt, prompt: 'present-card' });
    if (this.#mischief('lateOrDouble')) scheduler.after(random.int(1, 15_000), () => this.#unmatchedEvent(running));
    whileWaiting(cardTimeoutMs, () => this.#end(id, running, { kind: 'timed-out' }));
    if (plan.pressesCancelAfterMs !== null)
      whileWaiting(plan.pressesCancelAfterMs, () => this.#end(id, running, { kind: 'cancelled', by: 'cardholder' }));
    if (plan.presentsAfterMs !== null) whileWaiting(plan.presentsAfterMs, () => this.#present(id, running));
  }

  /** Events of another sale, with another card, while this sale runs. */
  #unmatchedEvent(running: Running): void {
    this.#options.log.fault('unmatched-terminal-event', running.attempt);
    const attempt = 'A-1ke5bc000-00000000';
    const data = this.#cards.payload('approve', 'chip');
    if (this.#options.random.chance(0.5))
      this.#emit(running, { type: 'online-request', attempt, entryMode: 'chip', data });
    else this.#emit(running, { type: 'finished', attempt, result: { kind: 'approved', wantsSignature: false } });
  }

  #present(id: string, running: Running): void {
    const { attempt, plan } = running;
    this.presented.add(attempt);
    if (!plan.entersNoPin) return this.#goOnline(id, running);
    running.phase = 'pin';
    this.#options.log.fault('pin-not-entered', attempt);
    this.#emit(running, { type: 'card', attempt, what: 'presented', entryMode: plan.entryMode });
    this.#emit(running, { type: 'prompt', attempt, prompt: 'enter-pin' });
    this.#options.scheduler.after(PIN_MS, () => {
      if (running.phase === 'pin') this.#end(id, running, { kind: 'timed-out', waitedFor: 'pin' });
    });
  }

  #goOnline(id: string, running: Running): void {
    const { scheduler, random, log } = this.#options;
    const { attempt, plan } = running;
    running.phase = 'online';
    const data = this.#cards.payload(plan.card, plan.entryMode);
    const ask = (): void => this.#emit(running, { type: 'online-request', attempt, entryMode: plan.entryMode, data });
    const whileOnline = (delayMs: number, task: () => void): void =>
      void scheduler.after(delayMs, () => {
        if (this.#running.get(id) === running && running.phase === 'online') task();
      });
    log.line(`terminal ${id} ${attempt} online ${plan.card} ${plan.entryMode}`);
    this.#emit(running, { type: 'card', attempt, what: 'presented', entryMode: plan.entryMode });
    ask();
    if (this.#mischief('lateOrDouble')) {
      log.fault('terminal-asks-again', attempt);
      whileOnline(random.int(500, 20_000), ask);
    }
    if (plan.removesEarlyAfterMs !== null) {
      whileOnline(plan.removesEarlyAfterMs, () => {
        log.fault('card-pulled-early', attempt);
        this.#end(id, running, { kind: 'failed', reason: 'card removed' });
      });
    }
    whileOnline(ONLINE_TIMEOUT_MS, () => this.#end(id, running, { kind: 'failed', reason: 'no answer of the bank' }));
  }

  #complete(id: string, running: Running, isApproved: boolean): void {
    if (this.#running.get(id) !== running) return;
    if (!isApproved) return this.#end(id, running, { kind: 'declined' });
    if (this.#mischief('cardRefusesEnd')) {
      this.#options.log.fault('card-refuses-after-approval', running.attempt);
      return this.#end(id, running, { kind: 'declined' });
    }
    this.completed.add(running.attempt);
    return this.#end(id, running, { kind: 'approved', wantsSignature: false });
  }

  #end(id: string, running: Running, result: TerminalResult): void {
    if (this.#running.get(id) !== running) return;
    this.#running.delete(id);
    this.#leaveCard(id, running);
    const { scheduler, random, log } = this.#options;
    const say = (): void => this.#emit(running, { type: 'finished', attempt: running.attempt, result });
    say();
    if (this.#mischief('lateOrDouble')) {
      log.fault('terminal-ends-twice', running.attempt);
      scheduler.after(random.int(1, 90_000), say);
    }
  }

  #leaveCard(id: string, { attempt, phase, plan }: Running): void {
    const { leavesCardForMs, removesEarlyAfterMs } = plan;
    if (phase === 'waiting' || leavesCardForMs === null || removesEarlyAfterMs !== null) return;
    const { scheduler, log } = this.#options;
    log.fault('card-left-in', attempt);
    const out = (): void => {
      if (this.#slots.get(id) === out) this.#takeOut(id);
    };
    this.#slots.set(id, out);
    scheduler.after(leavesCardForMs, out);
  }

  #emit(running: Running, event: TerminalEvent): void {
    const { owner, listener, attempt } = running;
    const what = event.type === 'finished' ? ` ${event.result.kind}` : '';
    owner.whenAwake(() => {
      if (!owner.isAlive()) return;
      this.#options.log.line(`terminal says ${attempt} ${event.type}${what}`);
      if (event.type !== 'prompt') owner.at('terminal-event');
      listener(event);
    });
  }

  #goAway(id: string, forMs: number, why: string): void {
    const { scheduler, log } = this.#options;
    if (this.isAway(id)) return;
    log.fault(why, id);
    this.#awayUntil.set(id, scheduler.now() + forMs);
    this.#slots.delete(id);
    const told = this.#slotWaits.get(id);
    told?.owner.whenAwake(() => told.wait.fail(new TillError('LINK_LOST', why)));
    const running = this.#running.get(id);
    if (!running) return;
    // Later actions of the customer have no effect: the driver has ended this transaction.
    this.#running.delete(id);
    this.#emit(running, { type: 'finished', attempt: running.attempt, result: lost(why) });
  }
}
