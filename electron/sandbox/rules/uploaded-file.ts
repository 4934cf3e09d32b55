import type { UploadedFile } from '../../platform-api/index.ts';

/** True if a part is a file. A text part can have the name of a file part. */
export function isUploadedFile(part: unknown): part is UploadedFile {
  return typeof part === 'object' && part !== null && 'bytes' in part;
}
