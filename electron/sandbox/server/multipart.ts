/**
 * Reads `multipart/form-data` with Node's own parser (the parser behind `Response.formData()`), after the whole body
 * has arrived and its size was checked. The first of two parts with the same name counts, as with query parameters.
 */
import type { UploadedFile } from '../../platform-api/index.ts';

export const MULTIPART = 'multipart/form-data';

export type MultipartBody = Record<string, string | UploadedFile>;

/** @throws TypeError when the body does not match its content type */
export async function parseMultipart(contentType: string, body: Buffer): Promise<MultipartBody> {
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
  const parts: MultipartBody = {};
  for (const [name, value] of await response.formData()) {
    if (Object.hasOwn(parts, name)) continue;
    parts[name] =
      typeof value === 'string'
        ? value
        : { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) };
  }
  return parts;
}
