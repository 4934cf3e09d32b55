/** The browser shell's list of who was let in (electron/web/server.ts), which only a till's own page is told. */
import { pageKeys } from './bridge.ts';

/** One browser that was let in. */
export interface WebSession {
  /** Names it; opens nothing. */
  readonly id: string;
  readonly scope: string;
  readonly openedSecondsAgo: number;
  readonly usedSecondsAgo: number;
  /** Open connections. */
  readonly windows: number;
  /** The one this window is of. */
  readonly isOwn?: boolean;
}

/** Somebody else opened the link of our own browser before it. */
interface LinkTaken {
  readonly id: string;
  readonly secondsAgo: number;
}

export interface WebSessions {
  readonly sessions: readonly WebSession[];
  readonly linkTaken?: LinkTaken;
  /** The till's own window was to open, and why it is a browser instead. */
  readonly noWindow?: 'late' | 'hung' | 'ended' | 'not-started';
}

const ANSWER_WITHIN_MS = 5_000;

/** Whether this page was let in as a till by the browser shell. Electron's windows are not: there is nobody to end. */
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

/** Who is let in, the oldest first. Rejects when there is no answer, or none for us. */
export async function readSessions(): Promise<WebSessions> {
  return (await (await ask('/sessions', 'GET')).json()) as WebSessions;
}

/** Ends one; one that is gone already is no mistake. Rejects as `readSessions`. */
export async function endWebSession(id: string): Promise<void> {
  await ask(`/sessions/${encodeURIComponent(id)}`, 'DELETE');
}
