/** What may be uploaded to a File, through which link, and how it goes out again. Pure. */
import { limits } from '../../platform-api/index.ts';
import type { ExternalLinkState, FileStatus } from '../../platform-api/index.ts';
import { conflict, invalidField } from './refusal.ts';
import type { Refusal } from './refusal.ts';

/** How long an External Link is valid when the request does not say, minutes. */
export const DEFAULT_LINK_MINUTES = 60;

/** Contents are given once, are not empty, and have a limit. */
export function refuseUpload(file: { status: FileStatus }, bytes: Uint8Array): Refusal | null {
  if (file.status !== 'REQUIRES_UPLOAD') return conflict('The file has its contents already.');
  if (bytes.length === 0) return invalidField('file', 'The file is empty.');
  if (bytes.length > limits.fileBytes) return invalidField('file', `A file has at most ${limits.fileBytes} bytes.`);
  return null;
}

/** What a link is good for at a moment (milliseconds since 1970); its last millisecond is past. */
export function linkState(link: { used_at: number | null; expires_at: number }, now: number): ExternalLinkState {
  if (link.used_at !== null) return 'USED';
  return now >= link.expires_at ? 'EXPIRED' : 'ACTIVE';
}

/** `PDF` of `scan.PDF` as `pdf`; null when the name has no extension, or one that is none. */
export function extensionOf(fileName: string): string | null {
  return /[^./\\]\.([A-Za-z0-9]{1,10})$/.exec(fileName)?.[1]?.toLowerCase() ?? null;
}

/** Most characters of a name that is kept. */
const NAME_LENGTH = 255;

/** What may be kept of the name a file was sent with: no path, nothing that cannot be shown. Null when nothing is left. */
export function fileNameOf(sent: string): string | null {
  const name = sent
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replaceAll(/\p{Cc}|\p{Cf}/gu, '')
    .trim();
  return name === '' ? null : name.slice(-NAME_LENGTH);
}

/** Types that a browser may get. Everything else, and whatever could run in a page, is plain bytes. */
const contentTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
};

/** Headers of a download: always an attachment, never sniffed. */
export function downloadHeaders(file: {
  id: string;
  display_name: string | null;
  extension: string | null;
}): Record<string, string> {
  const { id, display_name: display, extension } = file;
  const bare = display ?? id;
  const name = extension === null || extensionOf(bare) === extension ? bare : `${bare}.${extension}`;
  // RFC 6266: a plain name for old readers, the whole one for all others.
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
