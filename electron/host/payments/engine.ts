/**
 * The payment engine: commands on attempts, and queries of their state. Each command becomes one event of the pure
 * machine (steps.ts); the reconciliation poll checks attempts at rest again.
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
  /** Time since each reversal was requested. */
  readonly #ages: Ages;

  constructor(options: StepOptions) {
    const { journal, clock } = options;
    this.#options = options;
    this.#ages = new Ages(clock);
    this.#waiters = new OutcomeWaiters(clock, (id) => this.get(id));
    this.#steps = new PaymentSteps(options, (view) => this.#waiters.update(view));
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

  // --- start and stop

  /**
   * Folds the journal and resumes every unfinished attempt, and every attempt with additional steps in the recovery
   * log. Call once, before anything else.
   */
  recover(further: ReadonlyMap<string, LaggingPayment> = new Map()): void {
    this.#steps.recover(further);
    this.#poll.start();
  }

  /** Runs pending retries now, and polls every watched attempt at rest. */
  pollNow(): void {
    this.#steps.retryNow();
    this.#poll.pollNow();
  }

  /**
   * Runs pending retries now, and polls every `wanted` attempt that is watched and at rest. Resolves once these polls
   * and the platform calls in progress are answered and the answers are on disk, or after `withinMs`. Resolves with the
   * wanted attempts that still lack an answer.
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

  // --- commands

  /**
   * Starts a payment. A known id returns the payment that was already started under it.
   * @throws PAY_STATE when the id belongs to a different payment; HOST_STOPPING, PAY_BUSY, JRNL_UNWRITABLE, PAY_AMOUNT,
   * TERM_NOT_READY, PAY_DUPLICATE, and the refusal of `deviceAtStart`
   */
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

  /**
   * Recovers an attempt that has only its recovery record left. The attempt shows as checking; `lookUpAdopted` starts
   * its look-up.
   */
  recoverFromLog(intent: Intent, logged: LoggedSteps): AttemptView {
    if (this.#steps.has(intent.attempt)) return this.get(intent.attempt);
    return this.#steps.apply(intent.attempt, { type: 'adopted', intent, logged, at: this.#options.clock.now() });
  }

  /** Starts the look-up of an adopted attempt, once. A start looks up attempts of the journal by itself. */
  lookUpAdopted(id: string): void {
    this.#steps.lookUpAdopted(id);
  }

  /**
   * Adopts a reversal of a captured payment that has only its recovery record left: it is looked up, never sent again.
   * @throws PAY_NOT_FOUND, PAY_STATE, HOST_STOPPING, JRNL_UNWRITABLE
   */
  adoptReversal(id: string, { reversal, amountMinor }: { reversal: string; amountMinor: number }): AttemptView {
    const view = this.get(id);
    if (view.reversals.some((one) => one.id === reversal)) return view;
    return this.#steps.operate(id, { type: 'reversal-adopted', reversal, amountMinor }, 'reversed');
  }

  /**
   * Requests a cancel. The attempt's final state shows whether it came in time. `person`: name of the signed-in person
   * who asks.
   * @throws PAY_NOT_FOUND
   */
  cancel(id: string, by: CancelledBy, person?: string): AttemptView {
    const event = { type: 'cancel-asked' as const, by, ...(person === undefined ? {} : { person }) };
    if (isOpenAttempt(this.get(id))) this.#steps.dispatch(id, event);
    return this.get(id);
  }

  /**
   * Passes the customer's choice of application on to the terminal. Money is unaffected, so the choice is not
   * journaled.
   * @throws PAY_NOT_FOUND, or the terminal's failure (TERM_NOT_READY when there is nothing to choose)
   */
  async chooseApplication(id: string, index: number): Promise<void> {
    await this.#options.terminals.choose(this.get(id).terminal.id, id, index);
  }

  /**
   * Keeps a partial approval.
   * @throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE
   */
  keepPart(id: string, by: string): AttemptView {
    return this.#steps.operate(id, { type: 'part-kept', by }, 'kept in part');
  }

  /**
   * Answers whether a payment is intended although the same card paid the same amount minutes ago. A repeated answer
   * counts once.
   * @throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE
   */
  answerRepeat(id: string, isMeant: boolean, by: string): AttemptView {
    const answer = this.#steps.loadOrThrow(id).state.repeated?.answer;
    if (answer?.isMeant === isMeant) return this.get(id);
    return this.#steps.operate(id, { type: 'repeat-answered', isMeant, by }, 'answered any more');
  }

  /**
   * Captures a hold.
   * @throws PAY_NOT_FOUND, PAY_STATE, PAY_AMOUNT, JRNL_UNWRITABLE
   */
  capture(id: string, { amountMinor, tipMinor, by }: CaptureRequest): AttemptView {
    const view = this.get(id);
    const limit = takeableOf(this.#steps.loadOrThrow(id).state);
    if (view.state === 'authorized' && (amountMinor > limit || tipMinor > amountMinor)) throw tooMuch(view, limit);
    return this.#steps.operate(id, { type: 'capture-asked', amountMinor, tipMinor, by }, 'captured');
  }

  /**
   * Releases a hold or a partial approval.
   * @throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE
   */
  release(id: string, by: string): AttemptView {
    return this.#steps.operate(id, { type: 'void-asked', by }, 'released');
  }

  /**
   * Reverses a captured payment, or a part of it.
   * @throws PAY_NOT_FOUND, PAY_STATE, PAY_AMOUNT, PAY_DUPLICATE, JRNL_UNWRITABLE
   */
  reverse(id: string, { reversal, amountMinor, by, reason, isRepeatMeant = false }: ReversalRequest): AttemptView {
    const entry = this.#steps.loadOrThrow(id);
    const view = viewOfLive(entry);
    const known = view.reversals.find((one) => one.id === reversal);
    // The same reversal requested twice is one reversal. A reversal that never arrived is sent again, under its own
    // key.
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

  /**
   * Adds a reversal that the platform has and that was not requested at this till. A reversal that is known, or may be
   * this till's own, is ignored.
   * @throws PAY_NOT_FOUND
   */
  noteReversal(id: string, answer: TransferAnswer, givenAt: number): void {
    const seen = { type: 'reversal-seen', reversal: answer.id, answer, givenAt } as const;
    this.#steps.loadOrThrow(id);
    if (this.#steps.isMeaningful(id, seen)) this.#steps.operate(id, seen, 'reversed');
  }

  /**
   * Applies the manager's decision about an attempt or a reversal with an unknown outcome.
   * @throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE
   */
  decide(id: string, { reversal, verdict, by, reason }: DecisionRequest): AttemptView {
    const about = reversal === undefined ? {} : { reversal };
    return this.#steps.operate(id, { type: 'operator-decided', ...about, verdict, by, reason }, 'decided');
  }

  // --- queries

  /** @throws PAY_NOT_FOUND */
  get(id: string): AttemptView {
    return viewOfLive(this.#steps.loadOrThrow(id));
  }

  /**
   * Payment with this id, or null.
   * @throws JRNL_CORRUPT
   */
  find(id: string): AttemptView | null {
    return this.#steps.has(id) ? this.get(id) : null;
  }

  /**
   * Amount of a payment that was reversed, or may have been. The journal may lack a pay link's payment, so this returns
   * 0 then.
   */
  reversedMinorOf(id: string): number {
    const live = this.#options.journal.has(id) ? this.#steps.tryLoad(id) : undefined;
    return live ? viewOfLive(live).reversedMinor : 0;
  }

  list(limit: number): AttemptView[] {
    return this.getMany(this.#options.journal.recent(limit));
  }

  /** Readable attempts, in the order of `ids`. */
  getMany(ids: readonly string[]): AttemptView[] {
    return ids.flatMap((id) => this.#steps.tryLoad(id) ?? []).map(viewOfLive);
  }

  /** Attempts with anything unfinished, reversals included, oldest first. */
  running(): AttemptView[] {
    return [...this.#steps.live.values()]
      .filter(({ state }) => isRunning(state))
      .map(viewOfLive)
      .sort((a, b) => a.startedAt.localeCompare(b.startedAt));
  }

  /** The open attempt on a terminal, or null. The next sale there waits for it. */
  openOn(terminal: string): AttemptView | null {
    for (const entry of this.#steps.live.values()) {
      if (entry.state.intent.terminal === terminal && isOpen(entry.state)) return viewOfLive(entry);
    }
    return null;
  }

  /** Resolves with the attempt once it is final, or with its current state after `waitMs`. */
  settled(id: string, waitMs: number): Promise<AttemptView> {
    return this.until(id, (view) => !isOpenAttempt(view), waitMs);
  }

  /** Resolves with the attempt once `isEnough` holds, or with its current state after `waitMs`. */
  until(id: string, isEnough: (view: AttemptView) => boolean, waitMs: number): Promise<AttemptView> {
    return this.#waiters.until(id, isEnough, waitMs);
  }

  /** @throws PAY_BUSY while the terminal has another payment, or a CANCEL is on its way to it */
  #checkFree(terminal: string): void {
    const waiting = this.openOn(terminal);
    if (waiting) {
      throw new TillError('PAY_BUSY', 'This terminal still has a payment that is not finished.', {
        context: { attempt: waiting.id, state: waiting.state },
      });
    }
    // A CANCEL does not identify a payment: a late CANCEL for the previous payment would stop this payment. The wait
    // ends by the CANCEL's own timeout.
    const cancelled = this.#steps.cancellingOn(terminal);
    if (cancelled === undefined) return;
    throw new TillError('PAY_BUSY', 'A CANCEL for the payment before is still on its way to this terminal.', {
      context: { attempt: cancelled },
    });
  }

  /** Partial approvals awaiting the cashier; another client may release them. */
  #undecided(): string[] {
    return [...this.#steps.live].filter(([, { state }]) => state.phase.name === 'deciding').map(([id]) => id);
  }
}
