/** Stories of packages, run by a separate program: each check is a line, and the last line is `N passed, N failed`. */
import { until } from './waiting.ts';

/** Time limit of a step, in milliseconds, for a busy computer with two processors. */
const WITHIN_MS = 180_000;

/** Prints a line for each check, and counts passed and failed checks. */
export class Checks {
  passed = 0;
  failed = 0;

  readonly say = (line: string): void => void process.stdout.write(`${line}\n`);

  check(what: string, isRight: boolean, seen = ''): void {
    if (isRight) this.passed += 1;
    else this.failed += 1;
    this.say(`${isRight ? 'ok  ' : 'FAIL'} ${what}${isRight || seen === '' ? '' : `\n${seen.slice(-3_000)}`}`);
  }

  /** Waits for a condition. If it does not come true, the wait counts as a failed check and the story ends. */
  async until(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
    await until(look, what, WITHIN_MS);
  }

  /** Runs a story. A story that throws is a failure, and the next story runs. */
  async story(title: string, tell: () => Promise<void>): Promise<void> {
    const began = performance.now();
    try {
      await tell();
    } catch (error) {
      this.check(title, false, String(error instanceof Error ? error.stack : error));
    }
    this.say(`     ${title}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }

  skipped(what: string, because: string): void {
    this.say(`skip ${what}: ${because}`);
  }

  end(): void {
    this.say(`${this.passed} passed, ${this.failed} failed`);
    process.exitCode = this.failed > 0 ? 1 : 0;
  }
}
