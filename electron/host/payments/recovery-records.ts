/** The recovery log of a step: on disk before its journal entry, once however often that has to be tried (money rule 1). */
import { idempotencyIdOf, reversalIdempotencyIdOf } from '../../contract/index.ts';
import type { RecoveryLog } from '../journal/index.ts';
import { isNowHeld } from './fold.ts';
import { movesMoney, totalOf, type Attempt, type Effect, type Step, type TimedEvent } from './machine/index.ts';
import type { Clock } from '../clock.ts';

export interface RecoveryRecords {
  /** Before the entry of this event. Throws JRNL_UNWRITABLE. */
  append(event: TimedEvent, before: Attempt | undefined, step: Step): void;
  /**
   * The entry was refused, and the event will not be tried again: its requests never leave, and that is said where it was
   * said that they might. Throws JRNL_UNWRITABLE.
   */
  withdraw(event: TimedEvent, step: Step): void;
}

export function createRecoveryRecords(log: RecoveryLog, clock: Pick<Clock, 'now'>): RecoveryRecords {
  /** The event whose recovery log are on disk. */
  let laid: TimedEvent | null = null;

  function drop(attempt: Attempt, effect: Effect | { type: 'hold' }, what: string = effect.type): void {
    const { attempt: id, currency, kind, terminal, route, account } = attempt.intent;
    const isReversal = effect.type === 'reverse';
    log.append({
      at: clock.now(),
      attempt: id,
      key: isReversal ? reversalIdempotencyIdOf(id, effect.reversal) : idempotencyIdOf(id),
      what,
      kind,
      amountMinor: isReversal || effect.type === 'capture' ? effect.amountMinor : totalOf(attempt.intent),
      currency,
      terminal,
      route,
      ...(account === undefined ? {} : { account }),
    });
  }

  return {
    append(event, before, { attempt, effects }) {
      if (laid === event) return;
      for (const effect of effects) if (movesMoney(effect)) drop(attempt, effect);
      // Without it a tab could not be told from a payment that its terminal never completed, were the journal lost.
      if (isNowHeld(before, attempt)) drop(attempt, { type: 'hold' });
      laid = event;
    },
    withdraw(event, { attempt, effects }) {
      if (laid !== event) return;
      for (const effect of effects) if (movesMoney(effect)) drop(attempt, effect, 'unsent');
    },
  };
}
