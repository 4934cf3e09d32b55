import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TillError } from '../contract/index.ts';
import { webFileSchema, webLinkSchema, type WebFile } from './protocol.ts';

/** Name of the file in the data folder by which a running browser shell is found. */
export const WEB_FILE = 'web.json';

/**
 * Asks the browser shell that runs with this data folder for a new one-time link; for a display: the customer's, which can
 * do nothing but look.
 * @throws TillError LINK_NOT_FOUND when none runs there, IPC_INVALID when what answers is not ours
 */
export async function requestLink(
  dataDir: string,
  { timeoutMs = 3_000, isDisplay = false }: { timeoutMs?: number; isDisplay?: boolean } = {},
): Promise<string> {
  let file: WebFile;
  try {
    file = webFileSchema.parse(JSON.parse(readFileSync(join(dataDir, WEB_FILE), 'utf8')));
  } catch (error) {
    throw new TillError('LINK_NOT_FOUND', `No running Tillbridge was found in ${dataDir}`, { cause: error });
  }
  let response: Response;
  try {
    response = await fetch(`${file.url}/link${isDisplay ? '?display' : ''}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${file.secret}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    throw new TillError('LINK_NOT_FOUND', `No running Tillbridge answers for ${dataDir}`, { cause: error });
  }
  const answer = webLinkSchema.safeParse(await response.json().catch(() => null));
  // Another program may listen on that port by now; it does not know the secret.
  if (!response.ok || !answer.success || new URL(answer.data.url).origin !== file.url) {
    throw new TillError('IPC_INVALID', `What answers at ${file.url} is not the Tillbridge of ${dataDir}`);
  }
  return answer.data.url;
}
