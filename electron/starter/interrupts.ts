/**
 * Ctrl+C in the console. With a payment running the first one says so, and the second one quits. One press may arrive
 * several times: from the terminal, from npm and from the start script.
 */
import type { Clock } from '../domain/index.ts';
import type { OpenPayment } from './protocol.ts';

/** What a start script sends where a signal would end this process at once (Windows). */
const INTERRUPT = 'interrupt';

/** The start script's word is as good as the signal it stands for. */
export function interruptsByMessage(program: Pick<NodeJS.Process, 'on' | 'emit'>): void {
  program.on('message', (message: unknown) => {
    if (message === INTERRUPT) program.emit('SIGINT', 'SIGINT');
  });
}

/** Signals this close together are one press, milliseconds. */
const SAME_PRESS_MS = 700;
/** A warning older than this was about another moment, milliseconds: it is said anew. */
const WARNING_HOLDS_MS = 30_000;

/** Tells the first signal of a press from its echoes: true for the first. `nowMs`: of a clock that only goes forward. */
export function pressFilter(): (nowMs: number) => boolean {
  let pressedAt = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    if (nowMs - pressedAt < SAME_PRESS_MS) return false;
    pressedAt = nowMs;
    return true;
  };
}

export class Interrupts {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #isPress = pressFilter();
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>) {
    this.#clock = clock;
  }

  /** What one signal means: quit, the same press again, or a sentence to be said. */
  async press(open: () => Promise<readonly OpenPayment[]>): Promise<'quit' | 'same' | { say: string }> {
    const now = this.#clock.monotonic();
    if (!this.#isPress(now)) return 'same';
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
