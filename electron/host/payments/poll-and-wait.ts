/** Polls the platform once about everything that may still change, for a command that waits for the answers. */
import type { AttemptView } from '../../contract/index.ts';
import type { Clock } from '../../domain/index.ts';
import { within } from '../time/index.ts';
import type { PaymentEngine } from './engine.ts';
import type { Resumed } from './journal-behind.ts';

/**
 * Polls watched payments. `unanswered`: payments whose outcome is still unknown. `waiting`: number
 * of payments from the recovery log that are not resumed yet.
 */
export type PollAndWait = (
  of: 'all' | 'unpaid',
  withinMs: number,
) => Promise<{ unanswered: AttemptView[]; waiting: number }>;

/** A late hold or record may still appear for a payment that ended without a charge. */
function isUnpaid({ state, decision }: AttemptView): boolean {
  return (
    state === 'cancelled' ||
    state === 'declined' ||
    state === 'failed' ||
    state === 'voided' ||
    state === 'released' ||
    decision?.verdict === 'not-paid'
  );
}

export function pollAndWait(
  engine: Pick<PaymentEngine, 'pollAndWait'>,
  recovery: Resumed['recovery'],
  clock: Clock,
): PollAndWait {
  return async (of, withinMs) => {
    const [stillUnknown] = await Promise.all([
      engine.pollAndWait(of === 'all' ? () => true : isUnpaid, withinMs),
      within(clock, withinMs, recovery.done),
    ]);
    return { unanswered: stillUnknown, waiting: recovery.left };
  };
}
