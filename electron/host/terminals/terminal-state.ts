/** What state a terminal is in after what has happened, and when it is tried again. Pure. */
import { backoff } from '../../domain/index.ts';
import { type Failure, type FailureCode, type TerminalState } from '../../contract/index.ts';
import { isAnnouncedReset } from './planned-reset.ts';

/** A restart takes about 20 s. One that takes longer than this is a loss, or never happened. */
const REBOOT_WITHIN_MS = 60_000;
/** After so many tries without result a terminal that was never seen is reported as failed. */
const LOOKING_TRIES = 3;

/** Nothing is there, rather than something wrong. */
const absences: readonly FailureCode[] = ['LINK_NOT_FOUND', 'LINK_REFUSED', 'LINK_LOST', 'TERM_SILENT'];

/** How long to wait before the next try to connect; up to a fifth longer by chance. */
export const reconnectDelayMs = backoff({ firstMs: 200, maxMs: 3_000, jitter: [1, 1.2] });

export interface Standing {
  state: TerminalState;
  /** By the clock that never jumps, as `now`. */
  begunAt: number;
}

/** True when a restart that began at `begunAt` should have been over. */
export function isRestartOverdue({ state, begunAt }: Standing, now: number): boolean {
  return state === 'rebooting' && now - begunAt >= REBOOT_WITHIN_MS;
}

/** After a try to connect that failed with `why`. Known before and gone now: lost. Never seen, or rubbish: failed. */
export function afterFailedTry(
  facts: Standing & { now: number; why: Failure; wasKnown: boolean; connects: number; tries: number },
): TerminalState {
  const { why, wasKnown, connects, tries } = facts;
  if (facts.state === 'rebooting' && !isRestartOverdue(facts, facts.now)) return 'rebooting';
  const isAbsent = absences.includes(why.code);
  if (isAbsent && wasKnown) return 'lost';
  return isAbsent && connects === 0 && tries < LOOKING_TRIES ? 'looking' : 'failed';
}

/** After the link of a connected terminal has ended, or the terminal has fallen silent. */
export function afterLoss(facts: Standing & { now: number; resetAt: number | null }): TerminalState {
  if (facts.state === 'rebooting' || isAnnouncedReset(facts.now, facts.resetAt)) return 'rebooting';
  return 'lost';
}
