/**
 * Recovers payments that the recovery log has and the journal lacks, because the database was lost or quarantined as
 * damaged. Each payment shows as checking before anything else is done. After that the payments are looked up at the
 * platform, newest first and a few at a time.
 */
import { TillError, toFailure, type AttemptView } from '../../contract/index.ts';
import { RECOVERED_NOTE, type JournalFile, type RecoveryRecord } from '../journal/index.ts';
import type { PaymentEngine } from './engine.ts';
import { progressOf, kindOf, loggedSteps, reversalOf, withoutWithdrawn } from './logged-steps.ts';
import { LIST_LAG_MS, type Intent, type LoggedSteps } from './machine/index.ts';
import { pause, type Clock } from '../../domain/index.ts';

/** Payments with older records only were settled long before. */
export const RECOVERED_WITHIN_MS = 7 * 24 * 60 * 60_000;
/** Maximum concurrent look-ups: the platform also serves the cashier's next sale. */
const AT_ONCE = 4;
/** Number of newest payments that the guards know from the start: a busy till's day, independent of any clock. */
const KNOWN_AT_START = 200;
/** Time after which a worker begins the next payment; the earlier look-up continues by itself. */
const NEXT_AFTER_MS = 5_000;
/** Pause before a retry while the journal cannot be written or the engine is closing. */
const AGAIN_AFTER_MS = 2_000;

export interface LostPayment {
  intent: Intent;
  reversals: { reversal: string; amountMinor: number }[];
  logged: LoggedSteps;
}

/**
 * Payments of the last days, as far as their records describe them, newest first. Pure.
 * @param now milliseconds since 1970
 * @param serialNumberOf serial number that the terminal with this id is paired with, or null if no longer known
 */
export function lostPayments(
  records: readonly RecoveryRecord[],
  now: number,
  serialNumberOf: (terminal: string) => string | null,
): LostPayment[] {
  const byAttempt = Map.groupBy(records, ({ attempt }) => attempt);
  return [...byAttempt.values()]
    .map(withoutWithdrawn)
    .filter((own) => own.some(({ at }) => at >= now - RECOVERED_WITHIN_MS))
    .map((own) => lostPayment(own, serialNumberOf))
    .filter((lost) => lost !== null)
    .sort((a, b) => b.intent.startedAt - a.intent.startedAt);
}

function lostPayment(
  own: readonly RecoveryRecord[],
  serialNumberOf: (terminal: string) => string | null,
): LostPayment | null {
  const [first] = own;
  if (!first) return null;
  const { attempt, currency, terminal, account, paidByLink } = first;
  const last = (what: string): RecoveryRecord | undefined => own.findLast((record) => record.what === what);
  // The payment's own amount, because a reversal or a capture may have been for less.
  const about = own.find(({ what }) => what === 'authorize') ?? own.find(({ what }) => what !== 'reverse') ?? first;
  const kind = kindOf(first.kind);
  const recovered = progressOf(own, kind);
  const reversals = own.flatMap((record) => {
    const reversal = reversalOf(record);
    return reversal ? [{ reversal, amountMinor: record.amountMinor }] : [];
  });
  return {
    intent: {
      attempt,
      kind,
      route: last('authorize')?.route === 'cloud' || first.route === 'cloud' ? 'cloud' : 'cable',
      amountMinor: about.amountMinor,
      tipMinor: 0,
      surchargeMinor: 0,
      isTipOnTerminal: false,
      // The cashier had accepted a part that was being captured; otherwise the cashier decides.
      partialApproval: recovered === 'completed' ? 'accept' : 'ask',
      currency,
      terminal,
      terminalSerialNumber: serialNumberOf(terminal),
      terminalLink: null,
      order: about.order ?? null,
      note: RECOVERED_NOTE,
      cardTimeoutMs: 0,
      listLagMs: LIST_LAG_MS,
      startedAt: first.at,
      ...(account === undefined ? {} : { account }),
      ...(paidByLink ? { paidByLink: { ...paidByLink, at: first.at } } : {}),
      // The request's `onRepeat` is lost, so a repeated card is asked about.
      ...(recovered === null ? { repeat: 'ask' } : { recovered }),
    },
    reversals: [...new Map(reversals.map((one) => [one.reversal, one])).values()],
    logged: loggedSteps(own),
  };
}

export interface LogRecoveryOptions {
  engine: Pick<PaymentEngine, 'recoverFromLog' | 'adoptReversal' | 'get' | 'lookUpAdopted' | 'until'>;
  journal: Pick<JournalFile, 'recoveryRecords' | 'has'>;
  clock: Clock;
  serialNumberOf: (terminal: string) => string | null;
  log: (level: 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

/**
 * Records of payments, without those of payment links.
 * @param since milliseconds since 1970
 */
export function recordsOfPayments(journal: LogRecoveryOptions['journal'], since: number): RecoveryRecord[] {
  return journal.recoveryRecords(since).filter(({ what }) => what !== 'link');
}

export class LogRecovery {
  readonly #options: LogRecoveryOptions;
  readonly #stopping = new AbortController();
  readonly #waiting: LostPayment[];
  /** Number of payments that were missing from the journal. */
  readonly count: number;
  #left: number;
  /** Resolves when all payments have been resumed. Never rejects. */
  readonly done: Promise<void>;

  /**
   * Starts at once: lost payments are open, and their reversals counted, before anything else can start.
   * @param recent the log's records of the last days
   */
  constructor(options: LogRecoveryOptions, recent: readonly RecoveryRecord[]) {
    this.#options = options;
    const missing = this.#missing(recent);
    this.count = missing.length;
    this.#left = this.count;
    if (this.count > 0) options.log('warn', 'payments recovered from the recovery log', { count: this.count });
    const [known, lost] = [true, false].map((isKnown) =>
      missing.filter(({ intent }) => options.journal.has(intent.attempt) === isKnown),
    ) as [LostPayment[], LostPayment[]];
    this.#waiting = lost;
    const withReversals = known.map((one) => this.#withReversals(one));
    this.#makeKnown(lost.slice(0, KNOWN_AT_START));
    const workers = Array.from({ length: AT_ONCE }, () => this.#worker());
    this.done = Promise.all([...withReversals, ...workers]).then(() => undefined);
  }

  /** Number of payments that are waiting to be resumed or whose first look-up is running. */
  get left(): number {
    return this.#left;
  }

  stop(): void {
    this.#stopping.abort();
    this.#waiting.length = 0;
  }

  #missing(recent: readonly RecoveryRecord[]): LostPayment[] {
    const { clock, journal, serialNumberOf, log } = this.#options;
    const lost = (records: readonly RecoveryRecord[]): LostPayment[] =>
      lostPayments(records, clock.now(), serialNumberOf).filter((one) => !this.#isKnown(one));
    try {
      // Usually the journal is complete. A missing payment may have begun earlier, so then all of the kept log is read.
      return lost(recent).length === 0 ? [] : lost(recordsOfPayments(journal, 0));
    } catch (error) {
      log('error', 'recovery log could not be read', { failure: toFailure(error) });
      return [];
    }
  }

  /** True if the journal has the payment with all its reversals. */
  #isKnown({ intent: { attempt }, reversals }: LostPayment): boolean {
    const { journal, engine } = this.#options;
    if (!journal.has(attempt)) return false;
    if (reversals.length === 0) return true;
    const known = engine.get(attempt).reversals;
    return reversals.every(({ reversal }) => known.some(({ id }) => id === reversal));
  }

  /** Opens lost payments before their look-up, so that their terminals and orders do not count as free. */
  #makeKnown(lost: readonly LostPayment[]): void {
    try {
      // The oldest is opened first, so that the newest payment is the last in the journal.
      for (const { intent, logged } of lost.toReversed()) this.#options.engine.recoverFromLog(intent, logged);
    } catch (error) {
      // The disk is full: the workers try again.
      this.#options.log('error', 'payments could not be recovered yet', { failure: toFailure(error) });
    }
  }

  /**
   * Adopts lost reversals at once if the journal has their payment, because otherwise a cashier could reverse the
   * payment again.
   */
  async #withReversals(lost: LostPayment): Promise<void> {
    const { engine, log } = this.#options;
    const { attempt } = lost.intent;
    try {
      if (engine.get(attempt).state === 'captured') this.#adoptReversals(lost);
      else {
        void this.#later(lost);
        await engine.until(attempt, isOver, NEXT_AFTER_MS);
      }
    } catch (error) {
      const failure = toFailure(error);
      log('error', 'a reversal could not be recovered', { attempt, failure });
      if (failure.code === 'JRNL_UNWRITABLE') void this.#later(lost);
    }
    this.#left -= 1;
  }

  async #worker(): Promise<void> {
    const { engine, log } = this.#options;
    for (let lost = this.#waiting.shift(); lost && !this.#isStopped; lost = this.#waiting.shift()) {
      const { intent, reversals, logged } = lost;
      try {
        engine.recoverFromLog(intent, logged);
        engine.lookUpAdopted(intent.attempt);
        const view = await engine.until(intent.attempt, isOver, NEXT_AFTER_MS);
        if (view.state === 'captured') this.#adoptReversals(lost);
        else if (reversals.length > 0) void this.#later(lost);
      } catch (error) {
        const failure = toFailure(error);
        log('error', 'a payment could not be recovered', { attempt: intent.attempt, failure });
        if (failure.code === 'JRNL_UNWRITABLE') {
          // The disk is full: try this payment again, because the payments behind it would fail too.
          this.#waiting.unshift(lost);
          await pause(this.#options.clock, AGAIN_AFTER_MS, this.#stopping.signal);
          continue;
        }
      }
      this.#left -= 1;
    }
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  #adoptReversals({ intent, reversals }: LostPayment): void {
    for (const one of reversals) this.#options.engine.adoptReversal(intent.attempt, one);
  }

  /**
   * Adopts the reversals of a payment that was not known in time, once its outcome is known. Otherwise the next start
   * does.
   */
  async #later(lost: LostPayment): Promise<void> {
    const { engine, log } = this.#options;
    const { attempt } = lost.intent;
    while (!this.#isStopped) {
      try {
        const view = await engine.until(attempt, isOver, 60_000);
        if (isOver(view)) {
          if (view.state === 'captured') this.#adoptReversals(lost);
          return;
        }
        // An engine that is closing answers at once.
        await pause(this.#options.clock, AGAIN_AFTER_MS, this.#stopping.signal);
      } catch (error) {
        if (error instanceof TillError && error.code === 'HOST_STOPPING') return;
        const failure = toFailure(error);
        log('error', 'a reversal could not be recovered', { attempt, failure });
        if (failure.code !== 'JRNL_UNWRITABLE') return;
        await pause(this.#options.clock, AGAIN_AFTER_MS, this.#stopping.signal);
      }
    }
  }
}

function isOver({ state }: AttemptView): boolean {
  return state !== 'working' && state !== 'checking';
}
