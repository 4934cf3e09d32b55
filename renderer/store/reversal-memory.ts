/**
 * Ids of reversals whose answer this window has not received (sessionStorage). After a reload, the same request is sent
 * under the same id, so that a lost answer never leads to a second reversal.
 */
import type { AttemptView } from '../../electron/contract/index.ts';

const key = 'tillbridge.reversals';
/** Maximum number of payments; the oldest is dropped first. */
const KEPT = 20;

type Kept = readonly (readonly [attempt: string, reversal: string])[];

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

function read(memory: Memory): Kept {
  try {
    const kept: unknown = JSON.parse(memory.getItem(key) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.flatMap((one: unknown) =>
      Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string' ? [[one[0], one[1]] as const] : [],
    );
  } catch {
    return [];
  }
}

function write(memory: Memory, kept: Kept): void {
  try {
    memory.setItem(key, JSON.stringify(kept.slice(-KEPT)));
  } catch {
    // The storage is full or forbidden. The host still refuses to reverse more than is left; only the memory is lost.
  }
}

/**
 * Id of a reversal that the host may have received, or null if there is none or the payment already shows the reversal.
 */
export function keptReversal(attempt: AttemptView, memory: Memory = window.sessionStorage): string | null {
  const kept = read(memory).find(([id]) => id === attempt.id)?.[1] ?? null;
  return attempt.reversals.some(({ id }) => id === kept) ? null : kept;
}

/** Stores the id of a reversal; called before the reversal is sent. */
export function keepReversal(attempt: string, reversal: string, memory: Memory = window.sessionStorage): void {
  write(memory, [...read(memory).filter(([id]) => id !== attempt), [attempt, reversal]]);
}

/** Deletes the id of a reversal; called when the host has answered. */
export function forgetReversal(attempt: string, memory: Memory = window.sessionStorage): void {
  write(
    memory,
    read(memory).filter(([id]) => id !== attempt),
  );
}
