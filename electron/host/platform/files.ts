/** Files on their way: an upload as `multipart/form-data`, a download with its media type and name. Both in memory. */
import { TillError } from '../../contract/index.ts';
import type { UploadedFile } from '../../platform-api/index.ts';

/** A body that is no JSON. */
export interface Upload {
  type: string;
  bytes: Buffer;
}

export interface Download {
  /** Media type without parameters, in lower case. */
  type: string;
  /** The name the platform gave, without any folder; null when it gave none. */
  name: string | null;
  size: number;
  bytes: Buffer;
}

const mediaType = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}(?:; ?charset=[\w-]{1,20})?$/;

/**
 * Text, numbers and flags go out as they read, objects as JSON, `undefined` not at all.
 * @throws TillError API_INVALID for a file that is too long or whose type is no media type
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

/** As browsers write names: no quotation mark and no line break can end the header early. */
function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function refused(field: string, words: string): TillError {
  return new TillError('API_INVALID', `${field}: ${words}`, { context: { field } });
}

/** Documented types that stand for any file. */
const anyType: ReadonlySet<string> = new Set(['application/octet-stream', '*/*']);

/**
 * The file in an answer, or why it is not the one that was asked for.
 * @param types media types the operation is documented to answer with
 */
export function readDownload(
  headers: Readonly<Record<string, string>>,
  bytes: Buffer,
  types: readonly string[],
): { value: Download } | string {
  const [first = ''] = (headers['content-type'] ?? '').split(';');
  const type = first.trim().toLowerCase();
  // We ask for no encoding, and unpacking one that was sent anyway might never end.
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') return 'answered an encoded file that was not asked for';
  const isKnown = types.includes(type) || (types.some((each) => anyType.has(each)) && type !== '');
  // A log-in page with status 200 is the usual false file.
  if (!isKnown || (type === 'text/html' && !types.includes(type)))
    return 'answered another kind of file than asked for';
  return { value: { type, name: nameIn(headers['content-disposition'] ?? ''), size: bytes.length, bytes } };
}

/** `attachment; filename="a.csv"`: the last segment alone, so that no answer can choose a folder. */
function nameIn(disposition: string): string | null {
  const match = /filename="?([^";]{1,200})"?/i.exec(disposition);
  const name = match?.[1]?.split(/[\\/]/).at(-1)?.trim() ?? '';
  return /^[^.\p{Cc}][^\p{Cc}]*$/u.test(name) ? name : null;
}
