/**
 * A restart that a terminal has announced (PCI terminals restart themselves 23 hours after switching on and say so some
 * minutes before). Pure.
 *
 *        announced                         resetAt
 *   ─────────┴───────────[ payments held back ]──┼── overdue ──]──►
 *                        [ going away is no loss ┼─────────────]
 */

/** New payments are held back this long before: a chip payment that starts now would hardly be done in time. */
const HOLD_BEFORE_MS = 60_000;
/** Terminals announce in whole minutes: one may restart this much earlier than announced. */
const EARLY_MS = 60_000;
/** One that has not restarted by then is not expected to any more. */
const OVERDUE_MS = 60_000;

/** When a restart announced `inSeconds` ahead is to be expected, by the clock of `now`, which never jumps; null for one that is now. */
export function resetTime(now: number, inSeconds: number | null): number | null {
  return inSeconds === null || inSeconds <= 1 ? null : now + inSeconds * 1000;
}

/** The announced time, until it is overdue. */
export function pendingReset(now: number, resetAt: number | null): number | null {
  return resetAt !== null && now < resetAt + OVERDUE_MS ? resetAt : null;
}

/** No new payment now. Bounded: a restart that does not come frees the terminal. */
export function isHeldBack(now: number, resetAt: number | null): boolean {
  return pendingReset(now, resetAt) !== null && now >= (resetAt ?? 0) - HOLD_BEFORE_MS;
}

/** A terminal that goes away or falls silent now is restarting as announced. */
export function isAnnouncedReset(now: number, resetAt: number | null): boolean {
  return pendingReset(now, resetAt) !== null && now >= (resetAt ?? 0) - EARLY_MS;
}
