/** Log entries about requests and deliveries. They never contain a body, a query or an address with ids. */
export type SandboxLogEntry =
  | {
      kind: 'request';
      requestId: string;
      method: string;
      /** Template, e.g. `/devices/:device_id`, or null for an unknown path. */
      route: string | null;
      status: number;
      tookMs: number;
    }
  /** A delivery of an event to a Webhook. `status` is the receiver's, or null when it gave none. */
  | {
      kind: 'delivery';
      event: string;
      outcome: 'delivered' | 'postponed' | 'given-up' | 'dropped';
      status: number | null;
      attempts: number;
    }
  /** A bug of the sandbox; the request was answered with 500. */
  | { kind: 'bug'; requestId: string; error: unknown };

export type SandboxLog = (entry: SandboxLogEntry) => void;

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
