/** Input and output of a command: the streams of this process, or those of a test that runs it in-process. */
import type { Readable, Writable } from 'node:stream';
import { maskCardNumbers, visibleJson, visibleLines } from '../domain/index.ts';
import { platformReason, TillError, type Failure } from '../contract/index.ts';
import { defaultDataDir } from '../config/index.ts';

export interface Io {
  env: Readonly<Record<string, string | undefined>>;
  /** `isTTY` is true for a keyboard; `setRawMode` turns its echo off. */
  stdin: Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };
  stdout: Writable;
  stderr: Writable;
  /** Calls `listener` on every SIGINT and SIGTERM until the returned function is called. */
  onInterrupt(listener: () => void): () => void;
  /** Ends the process at once, even with work in progress. */
  quit(exitCode: number): void;
}

/** An invalid command line, detected too late for commander to refuse it: exit code 2. */
export class UsageError extends TillError {}

/** Prints readable text on both streams, or with --json one JSON value on standard output. */
export class Cli {
  readonly io: Io;
  readonly isJson: boolean;
  exitCode = 0;

  constructor(io: Io, isJson: boolean) {
    this.io = io;
    this.isJson = isJson;
  }

  /** Prints a result: `value` as JSON with --json, otherwise `text`. */
  print(value: unknown, text: string): void {
    this.io.stdout.write(`${this.isJson ? visibleJson(value) : shown(text)}\n`);
  }

  /** Prints readable progress on standard error. */
  note(text: string): void {
    this.io.stderr.write(`${shown(text)}\n`);
  }

  /** Prints a failure and sets the exit code. With --json standard output carries `{error}` (plus `more`). */
  fail(failure: Failure, exitCode: number, more: Record<string, unknown> = {}): void {
    if (this.isJson) this.io.stdout.write(`${visibleJson({ ...more, error: failure })}\n`);
    else this.note([`${failure.message} [${failure.code}]`, platformReasonWords(failure)].filter(Boolean).join('\n'));
    this.exitCode = exitCode;
  }

  /** Folder in --data, or this user's default. */
  dataDir(named: string | undefined): string {
    return named ?? defaultDataDir(this.io.env, process.platform);
  }
}

/** Sentence with the platform's reason, or null if there is none. */
function platformReasonWords(failure: Failure): string | null {
  const reason = platformReason(failure);
  if (!reason) return null;
  const { message, names } = reason;
  const inBrackets = names.length === 0 ? '' : `(${names.join(', ')})`;
  return `The platform says: ${[message, inBrackets].filter(Boolean).join(' ')}`;
}

/**
 * Removes hidden characters and masks card numbers, cell by cell: neighbouring cells of a table are not groups of one
 * number.
 */
const shown = (text: string): string =>
  visibleLines(text)
    .split(/(\n| {2,})/)
    .map((cell) => maskCardNumbers(cell))
    .join('');
