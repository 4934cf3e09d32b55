/**
 * The payment engine: what callers may ask of attempts, and how these stand. Each request becomes one event of the pure
 * machine (steps.ts); what rests is looked at again by the reconciliation poll.
 */
import { isOpenAttempt, TillError, type AttemptView, type CancelledBy } from '../../contract/index.ts';
import { Ages, within } from '../time/index.ts';
import { deviceAtStart } from './device-choice.ts';
import type { LaggingPayment } from './logged-steps.ts';
import {
  isOpen,
  isRunning,
  repeatedReversal,
  reversibleMinorOf,
  takeableOf,
  type Intent,
  type LoggedSteps,
  type TransferAnswer,
} from './machine/index.ts';
import { OutcomeWaiters } from './outcome-waiters.ts';
import { ReconciliationPoll } from './reconciliation-poll.ts';
import {
  duplicateReversalOf,
  intentOf,
  isAbout,
  tooMuch,
  type CaptureRequest,
  type DecisionRequest,
  type PaymentRequest,
  type ReversalRequest,
} from './requests.ts';
import { PaymentSteps, viewOfLive, type StepOptions } from './steps.ts';

export class PaymentEngine {
  readonly #options: StepOptions;
  readonly #steps: PaymentSteps;
  readonly #waiters: OutcomeWaiters;
  readonly #poll: ReconciliationPoll;
  /** Of reversals, since they were asked for. */
  readonly #ages: Ages;

  constructor(options: StepOptions) {
    const { journal, clock } = options;
    this.#options = options;
    this.#ages = new Ages(clock);
    this.#waiters = new OutcomeWaiters(clock, (id) => this.get(id));
    this.#steps = new PaymentSteps(options, (view) => this.#waiters.look(view));
    this.#poll = new ReconciliationPoll({
      clock,
      watched: (now) => [...this.#undecided(), ...journal.watched(now)],
      resting: (id) => {
        const attempt = this.#steps.tryLoad(id)?.state;
        return attempt && (!isRunning(attempt) || attempt.phase.name === 'deciding') ? attempt : undefined;
      },
      run: (attempt, effect) => this.#steps.poll(attempt, effect),
    });
  }

  // --- its life

  /**
   * Folds the journal and resumes every unfinished attempt, and every one of which the recovery log knows more. Call once,
   * before anything else.
   */
  recover(further: ReadonlyMap<string, LaggingPayment> = new Map()): void {
    this.#steps.recover(further);
    this.#poll.start();
  }

  /** Asks the platform again about everything that is at rest and watched. */
  pollNow(): void {
    this.#steps.retryNow();
    this.#poll.pollNow();
  }

  /**
   * Asks the platform about everything that is at rest and watched, and `wanted`. Settles once each was asked, and once what
   * is being asked anyway was answered and the disk has it, or after `withinMs`: with those of which nothing was heard.
   */
  async pollAndWait(wanted: (view: AttemptView) => boolean, withinMs: number): Promise<AttemptView[]> {
    this.#steps.retryNow();
    const { clock } = this.#options;
    const end = clock.monotonic() + withinMs;
    const isWanted = (id: string): boolean => this.getMany([id]).some(wanted);
    const [stillUnknown, running] = await Promise.all([
      this.#poll.pollAndWait(isWanted, withinMs),
      within(clock, withinMs, this.#steps.whenIdle()),
    ]);
    const others = running ?? this.running().map(({ id }) => id);
    // An answer that the disk refused has changed nothing yet.
    const unwritten = await this.#steps.written(Math.max(0, end - clock.monotonic()));
    return this.getMany([...new Set([...stillUnknown, ...others, ...unwritten])]).filter(wanted);
  }

  /** Stops timers. Attempts stay as they are on disk; the next start recovers them. */
  close(): void {
    this.#steps.close();
    this.#poll.stop();
    this.#waiters.close();
  }

  // --- what is asked for

  /** Starts a payment, or gives back the one already started under this id. Throws TillError; PAY_STATE where that is another. */
  start(request: PaymentRequest): AttemptView {
    const { clock, platform, terminals, devices } = this.#options;
    if (this.#steps.has(request.id)) return this.#startedAs(request);
    this.#steps.checkOpen();
    this.#checkFree(request.terminal);
    this.#steps.checkWritable();
    const terminal = terminals.describe(request.terminal);
    const at = clock.now();
    const { account } = platform;
    const asked = intentOf(request, terminal, at);
    const device = deviceAtStart(devices.matchOf(asked.terminalSerialNumber), asked.route);
    const intent: Intent = { ...asked, ...device, ...(account === undefined ? {} : { account }) };
    if (intent.route === 'cable' && !terminal.isReady) {
      throw new TillError('TERM_NOT_READY', 'The terminal is not ready.', { context: { terminal: request.terminal } });
    }
    return this.#steps.begin(intent, at);
  }

  #startedAs(request: PaymentRequest): AttemptView {
    const live = this.#steps.loadOrThrow(request.id);
    const view = viewOfLive(live);
    if (view.payLink === undefined && isAbout(live.state.intent, request)) return view;
    throw new TillError('PAY_STATE', 'Another payment has this id already. Nothing was sent.', {
      context: { attempt: view.id, state: view.state },
    });
  }

  /** Recovers an attempt of which only its recovery record is left: shown as checking, and looked up by `lookUpAdopted`. */
  recoverFromLog(intent: Intent, logged: LoggedSteps): AttemptView {
    if (this.#steps.has(intent.attempt)) return this.get(intent.attempt);
    return this.#steps.apply(intent.attempt, { type: 'adopted', intent, logged, at: this.#options.clock.now() });
  }

  /** Begins to look up what was adopted, once; a start does so by itself for what the journal has. */
  lookUpAdopted(id: string): void {
    this.#steps.lookUpAdopted(id);
  }

  /** The same for a reversal of a captured payment: looked up, never sent again. Throws PAY_NOT_FOUND, PAY_STATE. */
  adoptReversal(id: string, { reversal, amountMinor }: { reversal: string; amountMinor: number }): AttemptView {
    const view = this.get(id);
    if (view.reversals.some((one) => one.id === reversal)) return view;
    return this.#steps.operate(id, { type: 'reversal-adopted', reversal, amountMinor }, 'reversed');
  }

  /** Asks for a cancel. The honest answer is the attempt's final state. `person`: name of the asker who is signed in. Throws PAY_NOT_FOUND. */
  cancel(id: string, by: CancelledBy, person?: string): AttemptView {
    const event = { type: 'cancel-asked' as const, by, ...(person === undefined ? {} : { person }) };
    if (isOpenAttempt(this.get(id))) this.#steps.dispatch(id, event);
    return this.get(id);
  }

  /**
   * Passes the customer's choice of application on to the terminal. It moves no money, so it is nothing to journal. Rejects
   * with PAY_NOT_FOUND, or with what the terminal says (TERM_NOT_READY where nothing is to be chosen).
   */
  async chooseApplication(id: string, index: number): Promise<void> {
    await this.#options.terminals.choose(this.get(id).terminal.id, id, index);
  }

  /** Partial approval: keeps the part. Throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE. */
  keepPart(id: string, by: string): AttemptView {
    return this.#steps.operate(id, { type: 'part-kept', by }, 'kept in part');
  }

  /**
   * Says whether a payment with the same card and amount as one minutes ago is meant. The same answer twice is one. Throws
   * PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE.
   */
  answerRepeat(id: string, isMeant: boolean, by: string): AttemptView {
    const answer = this.#steps.loadOrThrow(id).state.repeated?.answer;
    if (answer?.isMeant === isMeant) return this.get(id);
    return this.#steps.operate(id, { type: 'repeat-answered', isMeant, by }, 'answered any more');
  }

  /** Captures a hold. Throws PAY_NOT_FOUND, PAY_STATE, PAY_AMOUNT, JRNL_UNWRITABLE. */
  capture(id: string, { amountMinor, tipMinor, by }: CaptureRequest): AttemptView {
    const view = this.get(id);
    const limit = takeableOf(this.#steps.loadOrThrow(id).state);
    if (view.state === 'authorized' && (amountMinor > limit || tipMinor > amountMinor)) throw tooMuch(view, limit);
    return this.#steps.operate(id, { type: 'capture-asked', amountMinor, tipMinor, by }, 'captured');
  }

  /** Gives a hold, or a part, back. Throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE. */
  release(id: string, by: string): AttemptView {
    return this.#steps.operate(id, { type: 'void-asked', by }, 'released');
  }

  /** Gives money back of a captured payment. Throws PAY_NOT_FOUND, PAY_STATE, PAY_AMOUNT, PAY_DUPLICATE, JRNL_UNWRITABLE. */
  reverse(id: string, { reversal, amountMinor, by, reason, isRepeatMeant = false }: ReversalRequest): AttemptView {
    const entry = this.#steps.loadOrThrow(id);
    const view = viewOfLive(entry);
    const known = view.reversals.find((one) => one.id === reversal);
    // Asked for twice: the same one, unless it never arrived; then it is sent again under its own key.
    if (known && (known.state !== 'failed' || known.failure?.code !== 'PAY_NEVER_ARRIVED')) return view;
    const limit = reversibleMinorOf(entry.state);
    if (!known && view.state === 'captured' && amountMinor > limit) throw tooMuch(view, limit);
    if (!known && !isRepeatMeant) {
      const ageMs = (one: { id: string; askedAt: number }): number => this.#ages.ageMs(`${id} ${one.id}`, one.askedAt);
      const like = repeatedReversal(entry.state, amountMinor, (one) => ageMs(one) <= this.#options.sameCardWithinMs);
      if (like) throw duplicateReversalOf(entry.state, like, ageMs(like));
    }
    this.#ages.begin(`${id} ${reversal}`);
    return this.#steps.operate(id, { type: 'reversal-asked', reversal, amountMinor, by, reason }, 'reversed');
  }

  /** The platform has a reversal that nobody here asked for; one that is known, or may be ours, is left. Throws PAY_NOT_FOUND. */
  noteReversal(id: string, answer: TransferAnswer, givenAt: number): void {
    const seen = { type: 'reversal-seen', reversal: answer.id, answer, givenAt } as const;
    this.#steps.loadOrThrow(id);
    if (this.#steps.isMeaningful(id, seen)) this.#steps.operate(id, seen, 'reversed');
  }

  /** A named person's word on an attempt that nobody can explain. Throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE. */
  decide(id: string, { reversal, verdict, by, reason }: DecisionRequest): AttemptView {
    const about = reversal === undefined ? {} : { reversal };
    return this.#steps.operate(id, { type: 'operator-decided', ...about, verdict, by, reason }, 'decided');
  }

  // --- how things stand

  /** Throws PAY_NOT_FOUND. */
  get(id: string): AttemptView {
    return viewOfLive(this.#steps.loadOrThrow(id));
  }

  /** The payment with this id, or null where there is none. @throws JRNL_CORRUPT */
  find(id: string): AttemptView | null {
    return this.#steps.has(id) ? this.get(id) : null;
  }

  /** What was given back of a payment, or may have been, minor units. Of a pay link's payment the journal may know nothing. */
  reversedMinorOf(id: string): number {
    const live = this.#options.journal.has(id) ? this.#steps.tryLoad(id) : undefined;
    return live ? viewOfLive(live).reversedMinor : 0;
  }

  list(limit: number): AttemptView[] {
    return this.getMany(this.#options.journal.recent(limit));
  }

  /** These, in their order; one that cannot be read is left out. */
  getMany(ids: readonly string[]): AttemptView[] {
    return ids.flatMap((id) => this.#steps.tryLoad(id) ?? []).map(viewOfLive);
  }

  /** Every attempt that something runs of, oldest first. */
  running(): AttemptView[] {
    return [...this.#steps.live.values()]
      .filter(({ state }) => isRunning(state))
      .map(viewOfLive)
      .sort((a, b) => a.startedAt.localeCompare(b.startedAt));
  }

  /** The open attempt on a terminal; the next sale there waits for it. */
  openOn(terminal: string): AttemptView | null {
    for (const entry of this.#steps.live.values()) {
      if (entry.state.intent.terminal === terminal && isOpen(entry.state)) return viewOfLive(entry);
    }
    return null;
  }

  /** Resolves with the attempt once it is final, or as it stands after `waitMs`. */
  settled(id: string, waitMs: number): Promise<AttemptView> {
    return this.until(id, (view) => !isOpenAttempt(view), waitMs);
  }

  /** Resolves with the attempt once `isEnough` holds, or as it stands after `waitMs`. */
  until(id: string, isEnough: (view: AttemptView) => boolean, waitMs: number): Promise<AttemptView> {
    return this.#waiters.until(id, isEnough, waitMs);
  }

  /** Throws PAY_BUSY while the terminal has another payment. */
  #checkFree(terminal: string): void {
    const waiting = this.openOn(terminal);
    if (waiting) {
      throw new TillError('PAY_BUSY', 'This terminal still has a payment that is not finished.', {
        context: { attempt: waiting.id, state: waiting.state },
      });
    }
    // It names no payment: on its way for the one before, it would stop this one. Its own time-out ends the wait.
    const cancelled = this.#steps.cancellingOn(terminal);
    if (cancelled === undefined) return;
    throw new TillError('PAY_BUSY', 'A CANCEL for the payment before is still on its way to this terminal.', {
      context: { attempt: cancelled },
    });
  }

  /** Parts that wait for the cashier: somebody else may give them back. */
  #undecided(): string[] {
    return [...this.#steps.live].filter(([, { state }]) => state.phase.name === 'deciding').map(([id]) => id);
  }
}
