/**
 * Restarts announced by a terminal (PCI terminals restart themselves 23 hours after power-on, and announce this a few
 * minutes before). Pure.
 *
 *        announced                         resetAt
 *   ─────────┴───────────[ payments held back ]──┼── overdue ──]──►
 *                        [ disconnect expected ──┼─────────────]
 */

/** New payments are held back this long before a restart, because a chip payment could not finish in time. */
const HOLD_BEFORE_MS = 60_000;
/** Maximum time that a restart may come early, because terminals announce whole minutes. */
const EARLY_MS = 60_000;
/** Time after which an announced restart is no longer expected. */
const OVERDUE_MS = 60_000;

/** Monotonic time of a restart announced `inSeconds` ahead, or null if it happens now. */
export function resetTime(now: number, inSeconds: number | null): number | null {
  return inSeconds === null || inSeconds <= 1 ? null : now + inSeconds * 1000;
}

/** Announced time, or null once it is overdue. */
export function pendingReset(now: number, resetAt: number | null): number | null {
  return resetAt !== null && now < resetAt + OVERDUE_MS ? resetAt : null;
}

/** True if new payments are held back. Bounded, so that the terminal becomes free even if the restart is cancelled. */
export function isHeldBack(now: number, resetAt: number | null): boolean {
  return pendingReset(now, resetAt) !== null && now >= (resetAt ?? 0) - HOLD_BEFORE_MS;
}

/** True if a disconnect or a silence now is the announced restart. */
export function isAnnouncedReset(now: number, resetAt: number | null): boolean {
  return pendingReset(now, resetAt) !== null && now >= (resetAt ?? 0) - EARLY_MS;
}
