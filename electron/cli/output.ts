/** What the command line prints: people's words on both streams, or one JSON value on standard output. */
import type { Failure } from '../contract/index.ts';

let isJson = false;

export function setJson(value: boolean): void {
  isJson = value;
}

/** Prints a result: `value` as JSON with --json, else `text`. */
export function print(value: unknown, text: string): void {
  console.log(isJson ? JSON.stringify(value) : text);
}

/**
 * Ends the process now, once all is printed. After its last event Node takes a moment to leave by itself; a Ctrl+C in that
 * moment, or an echo of one, would kill it, and the exit code with it.
 */
export async function leave(): Promise<void> {
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))));
  process.exit();
}

/** Progress for people, on standard error. */
export function note(text: string): void {
  console.error(text);
}

/** Prints a failure and sets the exit code. With --json standard output carries `{error}` (plus `more`). */
export function fail(failure: Failure, exitCode: number, more: Record<string, unknown> = {}): void {
  if (isJson) console.log(JSON.stringify({ ...more, error: failure }));
  else console.error(`${failure.message} [${failure.code}]`);
  process.exitCode = exitCode;
}
