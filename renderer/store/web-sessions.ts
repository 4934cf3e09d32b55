/** The browser shell's list of admitted browsers (electron/web/server.ts). Only a till's page may read it. */
import { pageKeys } from './bridge.ts';

/** Session of one admitted browser. */
export interface WebSession {
  /** Identifies the session; gives no access. */
  readonly id: string;
  readonly scope: string;
  readonly openedSecondsAgo: number;
  readonly usedSecondsAgo: number;
  /** Open connections. */
  readonly windows: number;
  /** True for the session of this window. */
  readonly isOwn?: boolean;
}

/** Session of another program that opened the link for the till's browser first. */
interface LinkTaken {
  readonly id: string;
  readonly secondsAgo: number;
}

export interface WebSessions {
  readonly sessions: readonly WebSession[];
  readonly linkTaken?: LinkTaken;
  /** Reason why a browser opened instead of the till's own window. */
  readonly noWindow?: 'late' | 'hung' | 'ended' | 'not-started';
}

const ANSWER_WITHIN_MS = 5_000;

/** True if the browser shell admitted this page as a till. False in Electron, whose windows have no such sessions. */
export function isTillBrowser(): boolean {
  try {
    return window.location.protocol !== 'app:' && window.localStorage.getItem('tillbridge.key.till') !== null;
  } catch {
    return false;
  }
}

async function ask(path: string, method: 'GET' | 'DELETE'): Promise<Response> {
  const answer = await window.fetch(new URL(path, window.location.href), {
    method,
    headers: { 'tillbridge-key': pageKeys(window.localStorage).join(' ') },
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  if (!answer.ok && !(method === 'DELETE' && answer.status === 404)) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** Lists the sessions, oldest first. Rejects if the shell does not answer, or refuses this page. */
export async function readSessions(): Promise<WebSessions> {
  return (await (await ask('/sessions', 'GET')).json()) as WebSessions;
}

/** Ends a session. A session that has already ended is not an error. Rejects as `readSessions` does. */
export async function endWebSession(id: string): Promise<void> {
  await ask(`/sessions/${encodeURIComponent(id)}`, 'DELETE');
}
