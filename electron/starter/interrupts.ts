/**
 * Handles Ctrl+C in the console. While a payment runs, the first press prints a warning, and the second quits. A press
 * may arrive several times: from the terminal, from npm and from the start script.
 */
import type { ElapsedClock } from '../domain/index.ts';
import type { OpenPayment } from './protocol.ts';

/** Message that a start script sends on Windows, where a signal would end this process at once. */
const INTERRUPT = 'interrupt';

/** Handles the message of the start script like the signal. */
export function interruptsByMessage(program: Pick<NodeJS.Process, 'on' | 'emit'>): void {
  program.on('message', (message: unknown) => {
    if (message === INTERRUPT) program.emit('SIGINT', 'SIGINT');
  });
}

/** Signals within this time are one press, milliseconds. */
const SAME_PRESS_MS = 700;
/** A warning is repeated after this time, milliseconds, because the payments have changed by then. */
const WARNING_HOLDS_MS = 30_000;

/** Returns true for the first signal of a press and false for its repetitions. @param nowMs monotonic */
export function pressFilter(): (nowMs: number) => boolean {
  let pressedAt = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    if (nowMs - pressedAt < SAME_PRESS_MS) return false;
    pressedAt = nowMs;
    return true;
  };
}

export class Interrupts {
  readonly #clock: ElapsedClock;
  readonly #isPress = pressFilter();
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: ElapsedClock) {
    this.#clock = clock;
  }

  /** Decides about one signal: quit, ignore it as the same press, or print a sentence. */
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
  return `${what} not finished (${open.map(({ id, state }) => `${id} ${state}`).join(', ')}). Press Ctrl+C again to quit; the next start resumes ${open.length === 1 ? 'it' : 'them'}.`;
}
