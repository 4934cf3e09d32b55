/**
 * Records link traffic on disk, one file per terminal, with a size limit. Lines are already masked (native/trace) and
 * contain no card data. A file contains consecutive recordings, each beginning with its header line; a rotated file
 * repeats the header, so that every piece is readable on its own.
 */
import { closeSync, constants, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Family } from '../../contract/index.ts';
import { replaceFile } from '../../config/files/index.ts';

/** Append without following a symbolic link in the file's place. On Windows other users cannot place such links. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW | 0);

export interface TraceFilesOptions {
  /** Created with the first line; only its owner may read it. */
  directory: string;
  /** File size in bytes that triggers a rotation. Default 1 MiB. */
  maxBytes?: number;
  /** Number of rotated files, `.1` the newest. Default 3: 4 MiB per terminal. */
  keep?: number;
  /** Called at the first failed write to a file, which ends its recording. */
  onFailure: (path: string, error: unknown) => void;
}

interface OpenFile {
  fd: number;
  size: number;
}

export class TraceFiles {
  readonly #options: TraceFilesOptions;
  readonly #files = new Map<string, OpenFile>();
  #isClosed = false;

  constructor(options: TraceFilesOptions) {
    this.#options = options;
  }

  /** Returns the writer of one recording. Never throws: a failed write is reported once and ends the recording. */
  open(terminal: string, _family: Family): (line: string) => void {
    const { directory, maxBytes = 1024 * 1024, onFailure } = this.#options;
    const path = join(directory, `${fileNameOf(terminal)}.trace`);
    let header: string | null = null;
    let hasFailed = false;
    return (line) => {
      if (this.#isClosed || hasFailed) return;
      try {
        let file = this.#fileAt(path);
        const text = `${line}\n`;
        if (file.size > 0 && file.size + text.length > maxBytes) {
          file = this.#rotate(path, file);
          if (header !== null) file.size += writeSync(file.fd, header);
        }
        file.size += writeSync(file.fd, text);
        header ??= text;
      } catch (error) {
        hasFailed = true;
        onFailure(path, error);
      }
    };
  }

  close(): void {
    this.#isClosed = true;
    for (const { fd } of this.#files.values()) closeSync(fd);
    this.#files.clear();
  }

  #fileAt(path: string): OpenFile {
    const known = this.#files.get(path);
    if (known) return known;
    mkdirSync(this.#options.directory, { recursive: true, mode: 0o700 });
    const fd = openSync(path, APPEND, 0o600);
    const file = { fd, size: statSync(path).size };
    this.#files.set(path, file);
    return file;
  }

  #rotate(path: string, file: OpenFile): OpenFile {
    this.#files.delete(path);
    closeSync(file.fd);
    for (let index = this.#options.keep ?? 3; index >= 1; index -= 1) {
      try {
        replaceFile(index === 1 ? path : `${path}.${index - 1}`, `${path}.${index}`);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return this.#fileAt(path);
  }
}

/** Converts an address to a file name. */
function fileNameOf(terminal: string): string {
  return terminal.replace(/[^A-Za-z0-9.-]+/g, '_').slice(0, 80);
}
