/** The rotating log file. Written synchronously: a line is short, and the last ones before a crash matter most. */
import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LogSink } from './logger.ts';

export interface FileSinkOptions {
  path: string;
  /** Size at which the file is turned over, bytes. Default 5 MiB. */
  maxBytes?: number;
  /** Turned-over files kept beside it as `path.1` (newest) to `path.N`. Default 4. */
  keep?: number;
}

export interface FileSink extends LogSink {
  close(): void;
  /** Lines that could not be written, and why the last one could not. */
  status(): { lost: number; lastError: string | null };
}

/** How many lines to pass over after a failed write before the disk is tried again. */
const RETRY_EVERY = 50;

/**
 * Opens (or continues) the file; only its owner may read it. A full or failing disk loses log lines, which are
 * counted and reported in the file once it works again, and never stops the till.
 */
export function createFileSink(options: FileSinkOptions): FileSink {
  const { path } = options;
  const maxBytes = options.maxBytes ?? 5 * 1024 * 1024;
  const keep = options.keep ?? 4;
  let file: number | null = null;
  let size = 0;
  let lost = 0;
  let skipped = 0;
  let lastError: string | null = null;
  let isClosed = false;

  const open = (): number => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const opened = openSync(path, 'a', 0o600);
    size = statSync(path).size;
    file = opened;
    return opened;
  };
  const release = (): void => {
    const held = file;
    file = null;
    if (held !== null) closeSync(held);
  };
  const turnOver = (): number => {
    release();
    if (keep === 0) rmSync(path, { force: true });
    for (let index = keep; index >= 1; index -= 1) {
      const from = index === 1 ? path : `${path}.${index - 1}`;
      try {
        renameSync(from, `${path}.${index}`);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return open();
  };
  const put = (bytes: Buffer): void => {
    let target = file ?? open();
    if (size > 0 && size + bytes.length > maxBytes) target = turnOver();
    let written = 0;
    while (written < bytes.length) written += writeSync(target, bytes, written);
    size += bytes.length;
  };

  return {
    write(line) {
      if (isClosed) return;
      if (lastError !== null && skipped < RETRY_EVERY) {
        skipped += 1;
        lost += 1;
        return;
      }
      try {
        if (lastError !== null) {
          put(
            Buffer.from(
              `${JSON.stringify({ level: 'warn', topic: 'log', message: 'log lines lost', lost, lastError })}\n`,
            ),
          );
        }
        put(Buffer.from(`${line}\n`));
        lastError = null;
      } catch (error) {
        lost += 1;
        skipped = 0;
        lastError = (error as NodeJS.ErrnoException).code ?? String(error);
        try {
          release();
        } catch {
          // The descriptor is gone either way; the loss itself is already counted.
        }
      }
    },
    status: () => ({ lost, lastError }),
    close() {
      isClosed = true;
      release();
    },
  };
}
