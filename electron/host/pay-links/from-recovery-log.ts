/**
 * Recovers links that the recovery log has and the journal lacks, because the database was lost or quarantined as
 * damaged. Each link is searched for at the platform by its tag; a link that can still be paid is watched again.
 */
import { toFailure } from '../../contract/index.ts';
import { RECOVERED_NOTE, type JournalFile, type RecoveryRecord } from '../journal/index.ts';
import type { Clock } from '../../domain/index.ts';
import type { LinkIntent } from './machine/index.ts';
import type { PayLinks } from './service.ts';

/** Links last minutes: a link of last week was settled long before. */
const WITHIN_MS = 7 * 24 * 60 * 60_000;

/** Intents of lost links, as far as their records describe them; the platform provides the rest. Pure. */
export function lostLinks(
  records: readonly RecoveryRecord[],
  now: number,
  has: (link: string) => boolean,
): LinkIntent[] {
  const lost = records.filter(
    (record) => record.what === 'link' && record.at >= now - WITHIN_MS && !has(record.attempt),
  );
  const first = new Map<string, RecoveryRecord>();
  for (const record of lost) if (!first.has(record.attempt)) first.set(record.attempt, record);
  return [...first.values()].map(({ attempt, amountMinor, currency, order = null, at }) => ({
    link: attempt,
    amountMinor,
    tipMinor: 0,
    tipMaxMinor: 0,
    currency,
    order,
    note: RECOVERED_NOTE,
    part: null,
    minutes: 15,
    startedAt: at,
  }));
}

/** Pause before the next try while the journal cannot be written. */
const UNWRITABLE_RETRY_MS = 2_000;

export interface LinkRecoveryOptions {
  links: Pick<PayLinks, 'recoverFromLog' | 'has'>;
  journal: Pick<JournalFile, 'recoveryRecords'>;
  clock: Clock;
  log: (level: 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

export interface LinkRecovery {
  /** Number of links that the first try recovered. */
  readonly count: number;
  stop(): void;
}

/** Recovers all lost links. While the disk is full it tries again, so that no link is left for the next start. */
export function recoverLinks({ links, journal, clock, log }: LinkRecoveryOptions): LinkRecovery {
  let stop = (): void => undefined;

  function tryOnce(): number {
    let count = 0;
    const now = clock.now();
    try {
      for (const intent of lostLinks(journal.recoveryRecords(now - WITHIN_MS), now, (link) => links.has(link))) {
        links.recoverFromLog(intent);
        count += 1;
      }
    } catch (error) {
      const failure = toFailure(error);
      log('error', 'payment links could not be recovered from the recovery log', { failure });
      if (failure.code === 'JRNL_UNWRITABLE') stop = clock.after(UNWRITABLE_RETRY_MS, tryOnce);
    }
    if (count > 0) log('warn', 'payment links recovered from the recovery log', { count });
    return count;
  }

  return { count: tryOnce(), stop: () => stop() };
}
