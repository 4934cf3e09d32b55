/**
 * The same card, the same amount, minutes apart: two coffees, or one coffee charged twice. The question comes once the
 * card is known and before the capture. Brand and last four digits are coarse on purpose: the till keeps no more of a
 * card, and an unneeded question costs one press. Pure.
 */
import { chargeTotalOf } from '../../../contract/index.ts';
import { mayStillArrive } from './late-responses.ts';
import { reversedMinorOf } from './reversals.ts';
import type { Attempt, Outcome, PhaseName, Repeated } from './state.ts';

/** Phases in which nothing has been captured or held for later. */
const undecided: ReadonlySet<PhaseName> = new Set(['authorizing', 'polling', 'in-doubt', 'completing', 'deciding']);

/**
 * True for a step that takes or keeps an approval that was never compared: it is compared with other payments before
 * the step is made.
 */
export function isToBeCompared(before: Attempt, after: Attempt): boolean {
  const { intent, phase } = after;
  if (intent.repeat === undefined || intent.recovered !== undefined || after.repeated || intent.kind === 'refund')
    return false;
  return undecided.has(before.phase.name) && (phase.name === 'held' || phase.name === 'capturing');
}

/**
 * State of a payment that another payment may repeat, or null if the payment captured nothing or was fully reversed.
 */
function takenAs(attempt: Attempt): Repeated['as'] | null {
  const { phase } = attempt;
  if (phase.name === 'held') return 'held';
  if (phase.name === 'in-doubt') return 'checking';
  // A refund leaves no hold to release: even without a record its money may have been paid out.
  if (attempt.intent.kind === 'refund' && mayStillArrive(attempt)) return 'checking';
  if (phase.name === 'capturing' || phase.name === 'confirming') return phase.inquiry === null ? 'paid' : 'checking';
  return phase.name === 'done' && isTaken(attempt, phase.outcome) ? 'paid' : null;
}

function isTaken(attempt: Attempt, outcome: Outcome): boolean {
  if (outcome.kind === 'decided') return outcome.verdict === 'paid';
  if (outcome.kind === 'refunded') return true;
  return outcome.kind === 'captured' && reversedMinorOf(attempt) < outcome.capturedMinor;
}

/** Compares both cards as far as known; `unknown` if one of them is unknown. */
function isSameCard(a: Attempt, b: Attempt): boolean | 'unknown' {
  const [one, other] = [a.authorization?.card, b.authorization?.card];
  if (!one?.brand || !one.lastFour || !other?.brand || !other.lastFour) return 'unknown';
  return one.brand === other.brand && one.lastFour === other.lastFour;
}

/**
 * State of the earlier payment that `own` may repeat, or null if `own` does not repeat it. Both payments are within the
 * window.
 */
export function repeats(own: Attempt, earlier: Attempt): Repeated['as'] | null {
  const [a, b] = [own.intent, earlier.intent];
  if (
    a.attempt === b.attempt ||
    a.kind !== b.kind ||
    a.currency !== b.currency ||
    chargeTotalOf(a) !== chargeTotalOf(b)
  )
    return null;
  const as = takenAs(earlier);
  if (as === null) return null;
  const hasOrders = a.order !== null && b.order !== null;
  if (hasOrders && a.order !== b.order) return null;
  // A refund's money is paid out at once: the card is unknown until then, and no hold waits.
  if (a.kind === 'refund') return a.terminal === b.terminal ? as : null;
  const isSame = isSameCard(own, earlier);
  if (isSame !== 'unknown') return isSame ? as : null;
  if (hasOrders) return as;
  // The card of a payment with a lost outcome is unknown: an unnecessary question is better than a missing question.
  const isInDoubt = as === 'checking' || (earlier.phase.name === 'done' && earlier.phase.outcome.kind === 'decided');
  return isInDoubt && earlier.authorization === null ? as : null;
}
