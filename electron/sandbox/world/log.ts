/** What the sandbox says about its requests: never a body, never a query, never an address with ids in it. */
export type SandboxLogEntry =
  | {
      kind: 'request';
      requestId: string;
      method: string;
      /** Template, e.g. `/devices/:device_id`; null for a path it does not have. */
      route: string | null;
      status: number;
      tookMs: number;
    }
  /** An event on its way to a Webhook. `status`: the receiver's, null when it gave none. */
  | {
      kind: 'delivery';
      event: string;
      outcome: 'delivered' | 'postponed' | 'given-up' | 'dropped';
      status: number | null;
      attempts: number;
    }
  /** A mistake of the sandbox itself; the request was answered with 500. */
  | { kind: 'bug'; requestId: string; error: unknown };

export type SandboxLog = (entry: SandboxLogEntry) => void;

/** One line of text for an entry. */
export function logLine(entry: SandboxLogEntry): string {
  if (entry.kind === 'request') {
    return `${entry.method} ${entry.route ?? '(no such path)'} ${entry.status} ${entry.tookMs} ms ${entry.requestId}`;
  }
  if (entry.kind === 'delivery') {
    return `event ${entry.event} ${entry.outcome} ${entry.status ?? 'no answer'} attempts ${entry.attempts}`;
  }
  const { error } = entry;
  return `bug ${entry.requestId} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
