/** Next state of a terminal after an event, and delays between attempts. Pure. */
import { backoff } from '../../domain/index.ts';
import { type Failure, type FailureCode, type TerminalState } from '../../contract/index.ts';
import { isAnnouncedReset } from './planned-reset.ts';

/** Maximum duration of a restart, which takes about 20 s; a longer restart is a loss or never happened. */
const REBOOT_WITHIN_MS = 60_000;
/** Failed attempts after which a terminal that was never connected is reported as failed. */
const CONNECT_TRIES = 3;

/** Failures that mean an absent terminal rather than a fault. */
const absences: readonly FailureCode[] = ['LINK_NOT_FOUND', 'LINK_REFUSED', 'LINK_LOST', 'TERM_SILENT'];

/** Delay before the next connection attempt; up to a fifth longer at random. */
export const reconnectDelayMs = backoff({ firstMs: 200, maxMs: 3_000, jitter: [1, 1.2] });

export interface StateSince {
  state: TerminalState;
  /** Monotonic time, like `now`. */
  begunAt: number;
}

/** True if a restart that began at `begunAt` should have ended. */
export function isRestartOverdue({ state, begunAt }: StateSince, now: number): boolean {
  return state === 'rebooting' && now - begunAt >= REBOOT_WITHIN_MS;
}

/**
 * State after a connection attempt that failed with `why`: `lost` for a known terminal, `failed` for a terminal never
 * seen or garbage.
 */
export function afterFailedTry(
  facts: StateSince & { now: number; why: Failure; wasKnown: boolean; connects: number; tries: number },
): TerminalState {
  const { why, wasKnown, connects, tries } = facts;
  if (facts.state === 'rebooting' && !isRestartOverdue(facts, facts.now)) return 'rebooting';
  const isAbsent = absences.includes(why.code);
  if (isAbsent && wasKnown) return 'lost';
  return isAbsent && connects === 0 && tries < CONNECT_TRIES ? 'looking' : 'failed';
}

/** State after the link of a connected terminal ended, or after it fell silent. */
export function afterLoss(facts: StateSince & { now: number; resetAt: number | null }): TerminalState {
  if (facts.state === 'rebooting' || isAnnouncedReset(facts.now, facts.resetAt)) return 'rebooting';
  return 'lost';
}
