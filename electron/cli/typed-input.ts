/** Typed answers, one after the other: from a keyboard, passwords without echo; from a pipe, one line each. */
import type { Io } from './cli.ts';

/** Thrown on Ctrl+C, Ctrl+D, or the end of the pipe. */
export class InputEnded extends Error {}

const CONTROL_C = '\u0003';
const CONTROL_D = '\u0004';

export class TypedInput {
  readonly #io: Io;
  /** Input that arrived before it was asked for. */
  #ahead = '';
  #hasEnded = false;
  #wake: () => void = () => undefined;
  readonly #onData = (chunk: Buffer | string): void => {
    this.#ahead += chunk.toString();
    this.#wake();
  };
  readonly #onEnd = (): void => {
    this.#hasEnded = true;
    this.#wake();
  };

  constructor(io: Io) {
    this.#io = io;
    // A character may arrive in two chunks.
    io.stdin.setEncoding('utf8');
    io.stdin.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onEnd);
  }

  /**
   * Reads one line, without its line break.
   * @throws Ended
   */
  async line(question: string): Promise<string> {
    this.#io.stderr.write(question);
    for (;;) {
      const end = /\r\n|\r|\n/.exec(this.#ahead);
      if (end) {
        const line = this.#ahead.slice(0, end.index);
        this.#ahead = this.#ahead.slice(end.index + end[0].length);
        return line;
      }
      await this.#more();
    }
  }

  /**
   * Reads one line without echo.
   * @throws Ended
   */
  async secret(question: string): Promise<string> {
    const { stdin, stderr } = this.#io;
    if (!stdin.isTTY) return this.line(question);
    // Echo is off before the question is printed, so that no answer is echoed.
    stdin.setRawMode?.(true);
    stderr.write(question);
    try {
      return await this.#hidden();
    } finally {
      stdin.setRawMode?.(false);
      stderr.write('\n');
    }
  }

  async #hidden(): Promise<string> {
    for (let typed = ''; ;) {
      // The text is iterated by characters as typed: Backspace deletes a whole emoji.
      const key = String.fromCodePoint(this.#ahead.codePointAt(0) ?? 0);
      if (this.#ahead === '') {
        await this.#more();
        continue;
      }
      this.#ahead = this.#ahead.slice(key.length);
      if (key === '\r' || key === '\n') return typed;
      if (key === CONTROL_C || key === CONTROL_D) throw new InputEnded();
      if (key === '\u007f' || key === '\b') typed = Array.from(typed).slice(0, -1).join('');
      else if (key >= ' ') typed += key;
    }
  }

  close(): void {
    const { stdin } = this.#io;
    stdin.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onEnd);
    stdin.pause();
  }

  /** @throws Ended */
  async #more(): Promise<void> {
    if (this.#hasEnded) throw new InputEnded();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    await promise;
    if (this.#hasEnded && this.#ahead === '') throw new InputEnded();
    // A last line without a line break counts as a line.
    if (this.#hasEnded) this.#ahead += '\n';
  }
}
