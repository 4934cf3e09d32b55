/**
 * `multipart/form-data` as it leaves: fields, and files from memory or straight from disk. Its length is known before the
 * first byte leaves, so that the platform can refuse it early and a file that shrinks on the way is noticed.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { TillError } from '../../contract/index.ts';
import type { UploadedFile } from '../../platform-api/index.ts';

/** A file on this computer. */
export interface FileOnDisk {
  readonly path: string;
  /** As the platform shall know it; default: the file's own name. */
  readonly name?: string;
  /** Media type; default: by the name's ending. */
  readonly type?: string;
}

export type FileSource = UploadedFile | FileOnDisk;

/** A body that is no JSON. */
export interface Content {
  type: string;
  /** Bytes of all chunks together. */
  length: number;
  chunks: AsyncIterable<Uint8Array>;
  /** Frees what is open, also when nothing was sent. Never rejects. */
  close(): Promise<void>;
}

const typesByEnding: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
};

const mediaType = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}(?:; ?charset=[\w-]{1,20})?$/;
const CHUNK_BYTES = 64 * 1024;

interface Part {
  head: Buffer;
  length: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/**
 * Opens every file and measures the whole. Text, numbers and flags go out as they read, objects as JSON, `undefined` not
 * at all.
 * @throws TillError API_INVALID when a file is too long or is none, CFG_INVALID when one cannot be read
 */
export async function openMultipart(
  fields: Readonly<Record<string, unknown>>,
  { boundary, maxFileBytes }: { boundary: string; maxFileBytes: number },
): Promise<Content> {
  const handles: FileHandle[] = [];
  const close = async (): Promise<void> => {
    await Promise.allSettled(handles.splice(0).map((handle) => handle.close()));
  };
  try {
    const parts: Part[] = [];
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      const source = asFile(value);
      parts.push(
        source
          ? await filePart(name, source, { boundary, maxFileBytes }, handles)
          : partOf(boundary, `name="${escaped(name)}"`, null, Buffer.from(textOf(value), 'utf8')),
      );
    }
    const tail = Buffer.from(`--${boundary}--\r\n`);
    const length = parts.reduce((sum, part) => sum + part.head.length + part.length + 2, tail.length);
    return { type: `multipart/form-data; boundary=${boundary}`, length, chunks: chunksOf(parts, tail), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* chunksOf(parts: readonly Part[], tail: Buffer): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    yield part.head;
    yield* part.chunks();
    yield Buffer.from('\r\n');
  }
  yield tail;
}

function asFile(value: unknown): FileSource | null {
  if (typeof value !== 'object' || value === null) return null;
  return ('bytes' in value && value.bytes instanceof Uint8Array) || ('path' in value && typeof value.path === 'string')
    ? (value as FileSource)
    : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function partOf(boundary: string, disposition: string, type: string | null, bytes: Uint8Array): Part {
  return {
    head: headOf(boundary, disposition, type),
    length: bytes.length,
    async *chunks() {
      if (bytes.length > 0) yield bytes;
    },
  };
}

function headOf(boundary: string, disposition: string, type: string | null): Buffer {
  const typeLine = type === null ? '' : `Content-Type: ${type}\r\n`;
  return Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${typeLine}\r\n`, 'utf8');
}

/** As browsers write names: no quotation mark and no line break can end the header early. */
function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

async function filePart(
  field: string,
  source: FileSource,
  { boundary, maxFileBytes }: { boundary: string; maxFileBytes: number },
  handles: FileHandle[],
): Promise<Part> {
  const name = 'path' in source ? (source.name ?? basename(source.path)) : source.name;
  const type = source.type ?? typesByEnding[extname(name).toLowerCase()] ?? 'application/octet-stream';
  if (!mediaType.test(type)) throw refused(field, 'that is not a media type');
  const disposition = `name="${escaped(field)}"; filename="${escaped(name)}"`;
  if (!('path' in source)) {
    if (source.bytes.length > maxFileBytes) throw tooLong(field, source.bytes.length, maxFileBytes);
    return partOf(boundary, disposition, type, source.bytes);
  }
  const { path } = source;
  let handle: FileHandle;
  let size: number;
  try {
    handle = await open(path, 'r');
    handles.push(handle);
    const stat = await handle.stat();
    if (!stat.isFile()) throw refused(field, 'that is not a file');
    ({ size } = stat);
  } catch (error) {
    throw error instanceof TillError ? error : unreadable(path, error);
  }
  if (size > maxFileBytes) throw tooLong(field, size, maxFileBytes);
  return {
    head: headOf(boundary, disposition, type),
    length: size,
    async *chunks() {
      // Exactly what was measured: what is appended meanwhile stays, what is missing ends the upload.
      for (let at = 0; at < size;) {
        const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - at));
        const { bytesRead } = await handle.read(chunk, 0, chunk.length, at).catch((error: unknown) => {
          throw unreadable(path, error);
        });
        if (bytesRead === 0) throw unreadable(path, null);
        at += bytesRead;
        yield chunk.subarray(0, bytesRead);
      }
    },
  };
}

function refused(field: string, words: string): TillError {
  return new TillError('API_INVALID', `${field}: ${words}`, { context: { field } });
}

function tooLong(field: string, bytes: number, maxBytes: number): TillError {
  return refused(field, `${bytes} bytes are more than the ${maxBytes} allowed`);
}

function unreadable(path: string, error: unknown): TillError {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  const words = error === null ? 'became shorter while it was sent' : `cannot be read: ${code ?? 'no reason given'}`;
  return new TillError('CFG_INVALID', `${path}: ${words}`, {
    context: { path },
    ...(error === null ? {} : { cause: error }),
  });
}
