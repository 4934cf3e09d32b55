import type { AmountRefusal, Failure } from '../../electron/contract/index.ts';
import { emptyEntry, type AmountEntry } from './amount-entry.ts';
import type { PressedCharge, SessionMemory } from './session.ts';

/** What belongs to this window alone. Nothing in here says anything about money that moved. */
export interface SaleSlice {
  entry: AmountEntry;
  /** Why the last key or paste was refused; gone with the next one. */
  refusal: AmountRefusal | null;
  /** Charge was pressed and the host has not shown the attempt yet. */
  pressed: PressedCharge | null;
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
    problem: null,
    dismissedUntil: memory.dismissedUntil() ?? new Date(nowMs - STALE_OUTCOME_MS).toISOString(),
    straysRead: 0,
  };
}
