/**
 * Ctrl+C in the console. With a payment running the first one says so, and the second one quits. One press may arrive
 * several times: from the terminal, from npm and from the start script.
 */
import type { Clock } from './processes.ts';
import type { OpenPayment } from './protocol.ts';

/** Signals this close together are one press, milliseconds. */
export const SAME_PRESS_MS = 700;
/** A warning older than this was about another moment, milliseconds: it is said anew. */
const WARNING_HOLDS_MS = 30_000;

export class Interrupts {
  readonly #clock: Clock;
  #pressedAt = Number.NEGATIVE_INFINITY;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What one signal means: quit, the same press again, or a sentence to be said. */
  async press(open: () => Promise<readonly OpenPayment[]>): Promise<'quit' | 'same' | { say: string }> {
    const now = this.#clock.nowMs();
    if (now - this.#pressedAt < SAME_PRESS_MS) return 'same';
    this.#pressedAt = now;
    if (now - this.#warnedAt < WARNING_HOLDS_MS) return 'quit';
    const unfinished = await open();
    if (unfinished.length === 0) return 'quit';
    this.#warnedAt = now;
    return { say: closingWords(unfinished) };
  }
}

function closingWords(open: readonly OpenPayment[]): string {
  const what = open.length === 1 ? 'A payment is' : `${open.length} payments are`;
  return `${what} not finished (${open.map(({ id, state }) => `${id} ${state}`).join(', ')}). Press Ctrl+C again to quit; the next start takes ${open.length === 1 ? 'it' : 'them'} up again.`;
}
