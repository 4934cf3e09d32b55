/**
 * The ids under which money is being given back and whose answer this window has not heard (sessionStorage). After a
 * reload the same request goes out under the same id, so a lost answer never becomes money given back twice.
 */
import type { AttemptView } from '../../electron/contract/index.ts';

const key = 'tillbridge.reversals';
/** Of that many payments; the oldest goes first. */
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
    // Full or forbidden: the host still refuses more than is left; only the comfort of a reload is lost.
  }
}

/** The id of a request that the host may have; null: there is none, or the payment shows that it arrived. */
export function keptReversal(attempt: AttemptView, memory: Memory = window.sessionStorage): string | null {
  const kept = read(memory).find(([id]) => id === attempt.id)?.[1] ?? null;
  return attempt.reversals.some(({ id }) => id === kept) ? null : kept;
}

/** Before it is sent. */
export function keepReversal(attempt: string, reversal: string, memory: Memory = window.sessionStorage): void {
  write(memory, [...read(memory).filter(([id]) => id !== attempt), [attempt, reversal]]);
}

/** The host has answered. */
export function forgetReversal(attempt: string, memory: Memory = window.sessionStorage): void {
  write(
    memory,
    read(memory).filter(([id]) => id !== attempt),
  );
}
