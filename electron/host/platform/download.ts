/** Downloads: to memory, or to a file that is there whole or not at all. */
import { randomUUID } from 'node:crypto';
import { open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { TillError } from '../../contract/index.ts';
import type { AnswerHeaders } from './exchange.ts';
import type { Receiver } from './http.ts';

export interface Download {
  /** Media type without parameters, in lower case. */
  type: string;
  /** The name the platform gave, without any folder; null when it gave none. */
  name: string | null;
  size: number;
  /** The content; empty when it went to a file. */
  bytes: Buffer;
  /** Where it was saved; null when it is in `bytes`. */
  path: string | null;
}

export interface DownloadOptions {
  /** Media types the operation is documented to answer with. */
  types: readonly string[];
  /** A longer one is given up, and nothing of it stays. */
  maxBytes: number;
  /** File to write. It is replaced once the last byte is on disk; until then the old one stays. */
  to?: string;
}

/** Documented types that stand for any file. */
const anyType: ReadonlySet<string> = new Set(['application/octet-stream', '*/*']);

export function createDownload({ types, maxBytes, to }: DownloadOptions): Receiver<Download> {
  let type = '';
  let name: string | null = null;
  let size = 0;
  const chunks: Buffer[] = [];
  let file: { handle: FileHandle; path: string } | null = null;

  const openFile = async (target: string): Promise<FileHandle> => {
    if (file) return file.handle;
    const path = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`);
    file = { handle: await open(path, 'wx', 0o600), path };
    return file.handle;
  };

  return {
    start(headers) {
      const [first = ''] = (headers['content-type'] ?? '').split(';');
      type = first.trim().toLowerCase();
      name = nameIn(headers);
      // We ask for no encoding; whoever answers with one would have us unpack what may never end.
      const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
      if (encoding !== 'identity') return 'answered an encoded file that was not asked for';
      const isKnown = types.includes(type) || (types.some((each) => anyType.has(each)) && type !== '');
      // A log-in page with status 200 is the usual false file.
      if (!isKnown || (type === 'text/html' && !types.includes(type)))
        return 'answered another kind of file than asked for';
      const length = Number(headers['content-length'] ?? 0);
      return length > maxBytes ? `the file is longer than ${maxBytes} bytes` : null;
    },
    async write(chunk) {
      size += chunk.length;
      if (size > maxBytes) throw new TillError('API_UNREADABLE', `the file is longer than ${maxBytes} bytes`);
      if (to === undefined) {
        chunks.push(chunk);
        return;
      }
      try {
        const handle = await openFile(to);
        for (let at = 0; at < chunk.length;) at += (await handle.write(chunk, at)).bytesWritten;
      } catch (error) {
        throw unwritable(to, error);
      }
    },
    async finish() {
      const done = { type, name, size };
      if (to === undefined) return { ...done, bytes: Buffer.concat(chunks), path: null };
      try {
        const handle = await openFile(to);
        await handle.sync();
        await handle.close();
        if (file) await rename(file.path, to);
        file = null;
      } catch (error) {
        throw unwritable(to, error);
      }
      return { ...done, bytes: Buffer.alloc(0), path: to };
    },
    async drop() {
      if (!file) return;
      const { handle, path } = file;
      file = null;
      await Promise.allSettled([handle.close()]);
      await Promise.allSettled([unlink(path)]);
    },
  };
}

/** `attachment; filename="a.csv"`: the last segment alone, so that no answer can choose a folder. */
function nameIn(headers: AnswerHeaders): string | null {
  const match = /filename="?([^";]{1,200})"?/i.exec(headers['content-disposition'] ?? '');
  const name = match?.[1]?.split(/[\\/]/).at(-1)?.trim() ?? '';
  return /^[^.\p{Cc}][^\p{Cc}]*$/u.test(name) ? name : null;
}

function unwritable(path: string, error: unknown): TillError {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return new TillError('CFG_INVALID', `${path}: cannot be written: ${code ?? 'no reason given'}`, {
    context: { path },
    cause: error,
  });
}
