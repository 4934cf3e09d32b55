/** Rotating log file. Writes are synchronous, because the last lines before a crash matter most and a line is short. */
import { closeSync, constants, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LogSink } from './logger.ts';
import { replaceFile } from '../../config/files/index.ts';

/** Append without following a symbolic link in the file's place. On Windows other users cannot place such links. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW | 0);

export interface FileSinkOptions {
  path: string;
  /** File size in bytes that triggers a rotation. Default 5 MiB. */
  maxBytes?: number;
  /** Number of rotated files, `path.1` (newest) to `path.N`. Default 4. */
  keep?: number;
}

/** Lines to skip after a failed write before the next attempt. */
const RETRY_EVERY = 50;

/**
 * Opens or continues the file at the first line; only its owner may read it. A full or failing disk never stops the
 * till: lost lines are counted, and reported in the file when writing works again.
 */
export class FileSink implements LogSink {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #keep: number;
  /** File descriptor, or null while the file is closed. */
  #file: number | null = null;
  #size = 0;
  #lost = 0;
  #skipped = 0;
  #lastError: string | null = null;
  #isClosed = false;

  constructor({ path, maxBytes = 5 * 1024 * 1024, keep = 4 }: FileSinkOptions) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#keep = keep;
  }

  write(line: string): void {
    if (this.#isClosed) return;
    if (this.#lastError !== null && this.#skipped < RETRY_EVERY) {
      this.#skipped += 1;
      this.#lost += 1;
      return;
    }
    try {
      if (this.#lastError !== null) {
        const { lost, lastError } = this.status();
        this.#put(JSON.stringify({ level: 'warn', topic: 'log', message: 'log lines lost', lost, lastError }));
      }
      this.#put(line);
      this.#lastError = null;
    } catch (error) {
      this.#lost += 1;
      this.#skipped = 0;
      this.#lastError = (error as NodeJS.ErrnoException).code ?? String(error);
      try {
        this.#release();
      } catch {
        // The descriptor is unusable either way, and the loss is already counted.
      }
    }
  }

  /** Number of lost lines, and the reason for the last loss. */
  status(): { lost: number; lastError: string | null } {
    return { lost: this.#lost, lastError: this.#lastError };
  }

  close(): void {
    this.#isClosed = true;
    this.#release();
  }

  #put(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    let target = this.#file ?? this.#open();
    if (this.#size > 0 && this.#size + bytes.length > this.#maxBytes) target = this.#turnOver();
    let written = 0;
    while (written < bytes.length) written += writeSync(target, bytes, written);
    this.#size += bytes.length;
  }

  #open(): number {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const opened = openSync(this.#path, APPEND, 0o600);
    this.#size = statSync(this.#path).size;
    this.#file = opened;
    return opened;
  }

  #release(): void {
    const held = this.#file;
    this.#file = null;
    if (held !== null) closeSync(held);
  }

  #turnOver(): number {
    this.#release();
    if (this.#keep === 0) rmSync(this.#path, { force: true });
    for (let index = this.#keep; index >= 1; index -= 1) {
      const from = index === 1 ? this.#path : `${this.#path}.${index - 1}`;
      try {
        replaceFile(from, `${this.#path}.${index}`);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return this.#open();
  }
}
