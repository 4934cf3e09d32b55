/**
 * Recorded link traffic on disk, one file a terminal, bounded in size. Lines arrive masked already
 * (native/trace): no card data. A file holds one recording after the other, each beginning with its header line; a
 * file that is rotated repeats the header, so that every piece can be read by itself.
 */
import { closeSync, constants, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Family } from '../../contract/index.ts';
import { renameOver } from '../../config/files/index.ts';

/** To append, never through a link that lies in the file's place; Windows knows no such links of strangers. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW | 0);

export interface TraceFilesOptions {
  /** Made when the first line comes; only its owner may read it. */
  directory: string;
  /** Size at which a file is rotated, bytes. Default 1 MiB. */
  maxBytes?: number;
  /** Rotated files kept beside it, `.1` the newest. Default 3: 4 MiB a terminal. */
  keep?: number;
  /** Called at the first failure to write to a file; its recording ends then. */
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

  /** Gives the writer for one recording. Never throws: a failed write is reported once and ends the recording. */
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
        renameOver(index === 1 ? path : `${path}.${index - 1}`, `${path}.${index}`);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return this.#fileAt(path);
  }
}

/** An address as a file's name. */
function fileNameOf(terminal: string): string {
  return terminal.replace(/[^A-Za-z0-9.-]+/g, '_').slice(0, 80);
}
