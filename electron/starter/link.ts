import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TillError } from '../contract/index.ts';
import { webFileSchema, webLinkSchema, webSessionsSchema, type WebFile, type WebSessions } from './protocol.ts';

/** Name of the file in the data folder that locates a running browser shell. */
export const WEB_FILE = 'web.json';

/**
 * Sends a request to the browser shell of this data folder, with the secret that only this user can read.
 * @throws TillError LINK_NOT_FOUND when no shell runs there
 */
async function askShell(
  dataDir: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  timeoutMs = 3_000,
): Promise<{ file: WebFile; status: number; answer: unknown }> {
  let file: WebFile;
  try {
    file = webFileSchema.parse(JSON.parse(readFileSync(join(dataDir, WEB_FILE), 'utf8')));
  } catch (error) {
    throw new TillError('LINK_NOT_FOUND', `No running Tillbridge was found in ${dataDir}`, { cause: error });
  }
  try {
    const response = await fetch(`${file.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${file.secret}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { file, status: response.status, answer: await response.json().catch(() => null) };
  } catch (error) {
    throw new TillError('LINK_NOT_FOUND', `No running Tillbridge answers for ${dataDir}`, { cause: error });
  }
}

/** Another program may listen on that port by now, without the secret. */
const notOurs = ({ url }: WebFile, dataDir: string) =>
  new TillError('IPC_INVALID', `The program at ${url} is not the Tillbridge of ${dataDir}`);

/**
 * Requests a new one-time link from the browser shell of this data folder. A display's link is for customers and
 * read-only.
 * @throws TillError LINK_NOT_FOUND when no shell runs there, IPC_INVALID when another program answers
 */
export async function requestLink(
  dataDir: string,
  { timeoutMs, isDisplay = false }: { timeoutMs?: number; isDisplay?: boolean } = {},
): Promise<string> {
  const { file, status, answer } = await askShell(dataDir, 'POST', `/link${isDisplay ? '?display' : ''}`, timeoutMs);
  const link = webLinkSchema.safeParse(answer);
  if (status !== 200 || !link.success || new URL(link.data.url).port !== new URL(file.url).port) {
    throw notOurs(file, dataDir);
  }
  return link.data.url;
}

/** Sessions of browsers with the running browser shell. @throws as `requestLink` */
export async function listSessions(dataDir: string): Promise<WebSessions['sessions']> {
  const { file, status, answer } = await askShell(dataDir, 'GET', '/sessions');
  const list = webSessionsSchema.safeParse(answer);
  if (status !== 200 || !list.success) throw notOurs(file, dataDir);
  return list.data.sessions;
}

/** Signs a browser out. @returns false if there is no such session @throws as `requestLink` */
export async function endSession(dataDir: string, id: string): Promise<boolean> {
  const { file, status } = await askShell(dataDir, 'DELETE', `/sessions/${encodeURIComponent(id)}`);
  if (status !== 204 && status !== 404) throw notOurs(file, dataDir);
  return status === 204;
}
