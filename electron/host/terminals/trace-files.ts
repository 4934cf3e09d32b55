/**
 * Recorded link traffic on disk, one file a terminal, bounded in size. Lines arrive masked already
 * (native/trace): no card data. A file holds one recording after the other, each beginning with its header line; a
 * file that is rotated repeats the header, so that every piece can be read by itself.
 */
import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Family } from '../../contract/index.ts';

export interface TraceFiles {
  /** Gives the writer for one recording. Never throws: a failed write is reported once and ends the recording. */
  open(terminal: string, family: Family): (line: string) => void;
  close(): void;
}

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

export function createTraceFiles(options: TraceFilesOptions): TraceFiles {
  const { directory, maxBytes = 1024 * 1024, keep = 3 } = options;
  const files = new Map<string, OpenFile>();
  let isClosed = false;

  function fileAt(path: string): OpenFile {
    const known = files.get(path);
    if (known) return known;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const fd = openSync(path, 'a', 0o600);
    const file = { fd, size: statSync(path).size };
    files.set(path, file);
    return file;
  }

  function rotate(path: string, file: OpenFile): OpenFile {
    files.delete(path);
    closeSync(file.fd);
    for (let index = keep; index >= 1; index -= 1) {
      try {
        renameSync(index === 1 ? path : `${path}.${index - 1}`, `${path}.${index}`);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return fileAt(path);
  }

  return {
    open(terminal) {
      const path = join(directory, `${fileNameOf(terminal)}.trace`);
      let header: string | null = null;
      let hasFailed = false;
      return (line) => {
        if (isClosed || hasFailed) return;
        try {
          let file = fileAt(path);
          const text = `${line}\n`;
          if (file.size > 0 && file.size + text.length > maxBytes) {
            file = rotate(path, file);
            if (header !== null) file.size += writeSync(file.fd, header);
          }
          file.size += writeSync(file.fd, text);
          header ??= text;
        } catch (error) {
          hasFailed = true;
          options.onFailure(path, error);
        }
      };
    },
    close() {
      isClosed = true;
      for (const { fd } of files.values()) closeSync(fd);
      files.clear();
    },
  };
}

/** An address as a file's name. */
function fileNameOf(terminal: string): string {
  return terminal.replace(/[^A-Za-z0-9.-]+/g, '_').slice(0, 80);
}
