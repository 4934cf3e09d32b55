/** Decides what may be uploaded to a File, through which link, and how it is downloaded. Pure. */
import { limits } from '../../platform-api/index.ts';
import type { ExternalLinkState, FileStatus } from '../../platform-api/index.ts';
import { conflict, invalidField } from './refusal.ts';
import type { Refusal } from './refusal.ts';

export const DEFAULT_LINK_MINUTES = 60;

/** A File accepts its contents once. They must not be empty, and their size is limited. */
export function refuseUpload(file: { status: FileStatus }, bytes: Uint8Array): Refusal | null {
  if (file.status !== 'REQUIRES_UPLOAD') return conflict('The file has its contents already.');
  if (bytes.length === 0) return invalidField('file', 'The file is empty.');
  if (bytes.length > limits.fileBytes) return invalidField('file', `A file has at most ${limits.fileBytes} bytes.`);
  return null;
}

/** State of a link at a time (milliseconds since 1970). The link is already expired at `expires_at`. */
export function linkState(link: { used_at: number | null; expires_at: number }, now: number): ExternalLinkState {
  if (link.used_at !== null) return 'USED';
  return now >= link.expires_at ? 'EXPIRED' : 'ACTIVE';
}

/** The extension in lower case, e.g. `pdf` for `scan.PDF`, or null if the extension is missing or implausible. */
export function extensionOf(fileName: string): string | null {
  return /[^./\\]\.([A-Za-z0-9]{1,10})$/.exec(fileName)?.[1]?.toLowerCase() ?? null;
}

const NAME_LENGTH = 255;

/**
 * The part of an uploaded file's name that may be kept: without path and unprintable characters, or null if the result
 * is empty.
 */
export function fileNameOf(sent: string): string | null {
  const name = sent
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replaceAll(/\p{Cc}|\p{Cf}/gu, '')
    .trim();
  return name === '' ? null : name.slice(-NAME_LENGTH);
}

/** Types that a browser may get. Everything else, and everything that could run in a page, is sent as plain bytes. */
const contentTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
};

/** Headers of a download, which is always an attachment and never sniffed. */
export function downloadHeaders(file: {
  id: string;
  display_name: string | null;
  extension: string | null;
}): Record<string, string> {
  const { id, display_name: display, extension } = file;
  const bare = display ?? id;
  const name = extension === null || extensionOf(bare) === extension ? bare : `${bare}.${extension}`;
  // RFC 6266: an ASCII name for old readers, the full name for all others.
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return {
    'content-type': contentTypes[extension ?? ''] ?? 'application/octet-stream',
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${full}`,
    'x-content-type-options': 'nosniff',
  };
}
