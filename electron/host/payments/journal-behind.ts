/**
 * Detects a journal that went back in time: the disk lost writes that it had acknowledged, or an older copy was
 * restored. SQLite reports neither. The recovery log shows which payments were further; they are resumed before
 * anything else is done.
 */
import { toFailure } from '../../contract/index.ts';
import type { Entry, JournalFile, RecoveryRecord } from '../journal/index.ts';
import type { PaymentEngine } from './engine.ts';
import { LogRecovery, RECOVERED_WITHIN_MS, recordsOfPayments, type LogRecoveryOptions } from './from-recovery-log.ts';
import {
  explainedSteps,
  progressOf,
  kindOf,
  loggedSteps,
  reversalOf,
  withoutWithdrawn,
  type LaggingPayment,
} from './logged-steps.ts';

type Behind = NonNullable<LaggingPayment['behind']>;
type Step = Behind['ahead'][number];

/**
 * Payments that are further in the log, by attempt. Pure.
 * @param entriesOf the journal's entries of an attempt; empty for an unknown attempt
 */
function behindPayments(
  records: readonly RecoveryRecord[],
  entriesOf: (attempt: string) => readonly Entry[],
): Map<string, LaggingPayment> {
  const found = new Map<string, LaggingPayment>();
  for (const [attempt, all] of Map.groupBy(records, (record) => record.attempt)) {
    const payment = behindPayment(withoutWithdrawn(all), entriesOf(attempt));
    if (payment) found.set(attempt, payment);
  }
  return found;
}

function behindPayment(own: readonly RecoveryRecord[], entries: readonly Entry[]): LaggingPayment | null {
  const [first] = own;
  const explained = first && entries.length > 0 ? explainedSteps(entries) : null;
  if (!first || explained === null) return null;
  const logged = loggedSteps(own);
  const missing = Object.keys(logged).filter((step) => (logged[step] ?? 0) > (explained[step] ?? 0));
  if (missing.length === 0) return null;
  const ahead = missing.filter((step): step is Step => !step.startsWith('reverse:'));
  const recovered = progressOf(own, kindOf(first.kind));
  const reversals = new Map<string, LaggingPayment['reversals'][number]>();
  for (const record of own) {
    const reversal = reversalOf(record);
    if (reversal !== undefined && missing.includes(`reverse:${reversal}`))
      reversals.set(reversal, { type: 'reversal-adopted', reversal, amountMinor: record.amountMinor });
  }
  const behind: Behind = { type: 'journal-behind', ahead, logged, ...(recovered === null ? {} : { recovered }) };
  return { behind: ahead.length === 0 ? null : behind, reversals: [...reversals.values()] };
}

export interface ResumeOptions extends LogRecoveryOptions {
  engine: LogRecoveryOptions['engine'] & Pick<PaymentEngine, 'recover'>;
  journal: LogRecoveryOptions['journal'] & Pick<JournalFile, 'entries'>;
}

export interface Resumed {
  recovery: LogRecovery;
  /**
   * Number of payments that were further in the log than in the journal, or only in the log. 0 if only the very last
   * record lacks an entry: then the host crashed between the two writes, and nothing was lost.
   */
  lost: number;
}

/**
 * Resumes every unfinished payment: first those in the journal, then those only in the log. Call once, before anything
 * else.
 */
export function resumePayments(options: ResumeOptions): Resumed {
  const { engine, journal, clock, log } = options;
  let records: RecoveryRecord[] = [];
  let behind = new Map<string, LaggingPayment>();
  try {
    records = recordsOfPayments(journal, clock.now() - RECOVERED_WITHIN_MS);
    behind = behindPayments(records, (attempt) => entriesOf(options, attempt));
  } catch (error) {
    log('error', 'recovery log could not be read', { failure: toFailure(error) });
  }
  engine.recover(behind);
  const recovery = new LogRecovery(options, records);
  const lost = behind.size + recovery.count;
  const isCrash = lost === 1 && isOnlyLast(records, behind);
  if (lost > 0 && !isCrash) log('warn', 'the journal is older than the recovery log', { payments: lost });
  return { recovery, lost: isCrash ? 0 : lost };
}

/** A damaged payment must not stop the others: only a caller that loads it gets the error. */
function entriesOf({ journal, log }: ResumeOptions, attempt: string): readonly Entry[] {
  try {
    return journal.entries(attempt);
  } catch (error) {
    log('error', 'payment cannot be read', { attempt, failure: toFailure(error) });
    return [];
  }
}

/** True if one payment lacks the last step of the log, and everything else is complete. */
function isOnlyLast(records: readonly RecoveryRecord[], behind: ReadonlyMap<string, LaggingPayment>): boolean {
  const last = records.at(-1);
  if (!last) return false;
  const own = records.filter(({ attempt }) => attempt === last.attempt);
  const payment = behind.get(last.attempt);
  if (!payment) return behind.size === 0 && own.length === 1;
  const { behind: event, reversals } = payment;
  if ((event?.ahead.length ?? 0) + reversals.length !== 1) return false;
  const step = event?.ahead[0];
  return step === undefined ? last.what === 'reverse' : last.what === step;
}
