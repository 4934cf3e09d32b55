/** Commands in a terminal, with typed input. */
import { spawn } from 'node:child_process';
import { until } from '../waiting.ts';

/** A command in its own pseudo-terminal, created by `script`: its output, and key presses. */
export class Console {
  shown = '';
  readonly #child;
  readonly ended: Promise<number | null>;

  constructor(words: readonly string[]) {
    const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    this.#child = spawn('script', ['-qefc', quoted, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdout.on('data', (chunk: Buffer) => (this.shown += chunk.toString()));
    this.ended = new Promise((done) => this.#child.once('exit', (code) => done(code)));
  }

  /** Waits for the question, then types the answer and Enter. Earlier output is not searched again. */
  async answer(question: string | RegExp, answer: string): Promise<void> {
    await this.sees(question);
    this.#child.stdin.write(`${answer}\r`);
  }

  async sees(what: string | RegExp): Promise<void> {
    const at = () => (typeof what === 'string' ? this.shown.indexOf(what) : this.shown.search(what));
    await until(() => at() >= 0, String(what)).catch((error: Error) => {
      throw new Error(`${error.message}: ${this.shown}`);
    });
    this.shown = this.shown.slice(at() + (typeof what === 'string' ? what.length : 1));
  }

  key(text: string): void {
    this.#child.stdin.write(text);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
