import type { AmountRefusal, Failure } from '../../electron/contract/index.ts';
import { emptyEntry, type AmountEntry } from './amount-entry.ts';
import type { PressedCharge, SessionMemory } from './session.ts';
import type { TipStep } from './tip.ts';

/** The host asks whether the same amount again is meant: nothing was sent to anybody yet. */
export interface RepeatQuestion {
  /** What was pressed; its id is never used again. */
  pressed: PressedCharge;
  /** The payment it looks like a repeat of. */
  attempt: string | null;
  /** How long ago that was. */
  minutes: number;
}

/** What belongs to this window alone. Nothing in here says anything about money that moved. */
export interface SaleSlice {
  entry: AmountEntry;
  /** Why the last key or paste was refused; gone with the next one. */
  refusal: AmountRefusal | null;
  /** Charge was pressed and the host has not shown the attempt yet. */
  pressed: PressedCharge | null;
  /** The same amount was paid here minutes ago; somebody has to say whether it is meant. */
  repeat: RepeatQuestion | null;
  /** A tip is being asked for; null: it is not. */
  tip: TipStep | null;
  /** Why the host refused the last command. */
  problem: Failure | null;
  /** ISO instant up to which finished outcomes were put away. */
  dismissedUntil: string;
  /** How many stray answers were read and put away. */
  straysRead: number;
}

/** A new window does not bring back outcomes that are older than this, milliseconds. */
export const STALE_OUTCOME_MS = 10 * 60_000;

/** The slice of a window that just opened, with what it remembers from before a reload. */
export function emptySale(nowMs: number, memory: SessionMemory): SaleSlice {
  const pressed = memory.pressed();
  return {
    entry: emptyEntry,
    refusal: null,
    pressed: pressed?.isGivenBack ? null : pressed,
    repeat: null,
    tip: null,
    problem: null,
    dismissedUntil: memory.dismissedUntil() ?? new Date(nowMs - STALE_OUTCOME_MS).toISOString(),
    straysRead: 0,
  };
}
