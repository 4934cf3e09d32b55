/**
 * Files in requests and answers: uploads as `multipart/form-data`, downloads with media type and name. Both in memory.
 */
import { TillError } from '../../contract/index.ts';
import type { UploadedFile } from '../../platform-api/index.ts';

/** Body in a format other than JSON. */
export interface Upload {
  type: string;
  bytes: Buffer;
}

export interface Download {
  /** Media type without parameters, in lower case. */
  type: string;
  /** File name given by the platform, without folders, or null. */
  name: string | null;
  size: number;
  bytes: Buffer;
}

const mediaType = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}(?:; ?charset=[\w-]{1,20})?$/;

/**
 * Encodes fields as a multipart body: text, numbers and flags as text, objects as JSON; `undefined` is omitted.
 * @throws API_INVALID when a file is too long or its type is not a media type
 */
export function multipart(
  fields: Readonly<Record<string, unknown>>,
  { boundary, maxFileBytes }: { boundary: string; maxFileBytes: number },
): Upload {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const file = asFile(value);
      const { head, bytes } = file ? filePart(name, file, maxFileBytes) : textPart(value);
      const opening = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"${head}\r\n\r\n`;
      return Buffer.concat([Buffer.from(opening, 'utf8'), bytes, Buffer.from('\r\n')]);
    });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

function asFile(value: unknown): UploadedFile | null {
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array
    ? (value as UploadedFile)
    : null;
}

function textPart(value: unknown): { head: string; bytes: Uint8Array } {
  return { head: '', bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value), 'utf8') };
}

function filePart(field: string, { name, type, bytes }: UploadedFile, maxBytes: number) {
  if (!mediaType.test(type)) throw refused(field, 'that is not a media type');
  if (bytes.length > maxBytes) throw refused(field, `${bytes.length} bytes are more than the ${maxBytes} allowed`);
  return { head: `; filename="${escaped(name)}"\r\nContent-Type: ${type}`, bytes };
}

/** Escapes names as browsers do, so that a quotation mark or line break cannot end the header early. */
function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function refused(field: string, words: string): TillError {
  return new TillError('API_INVALID', `${field}: ${words}`, { context: { field } });
}

/** Documented types that allow any file. */
const anyType: ReadonlySet<string> = new Set(['application/octet-stream', '*/*']);

/**
 * File of an answer, or the reason why it is not the requested one.
 * @param types documented media types of the operation's answer
 */
export function readDownload(
  headers: Readonly<Record<string, string>>,
  bytes: Buffer,
  types: readonly string[],
): { value: Download } | string {
  const [first = ''] = (headers['content-type'] ?? '').split(';');
  const type = first.trim().toLowerCase();
  // The till requests no encoding, and a decompression bomb could follow.
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') return 'answered an encoded file that was not asked for';
  const isKnown = types.includes(type) || (types.some((each) => anyType.has(each)) && type !== '');
  // A login page with status 200 is the usual wrong file.
  if (!isKnown || (type === 'text/html' && !types.includes(type)))
    return 'answered another kind of file than asked for';
  return { value: { type, name: nameIn(headers['content-disposition'] ?? ''), size: bytes.length, bytes } };
}

/**
 * File name from `attachment; filename="a.csv"`: the last path segment only, so that an answer cannot choose a folder.
 */
function nameIn(disposition: string): string | null {
  const match = /filename="?([^";]{1,200})"?/i.exec(disposition);
  const name = match?.[1]?.split(/[\\/]/).at(-1)?.trim() ?? '';
  return /^[^.\p{Cc}][^\p{Cc}]*$/u.test(name) ? name : null;
}
