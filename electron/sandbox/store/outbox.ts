/**
 * Stores events that must still be delivered. An event is written in the transaction of its change, so it exists
 * exactly if its change does. It is removed after every receiver has acknowledged it or the sender has stopped
 * retrying.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/**
 * Maximum number of events that wait for a Webhook. Beyond that the oldest event is dropped, so that an unreachable
 * receiver cannot fill the disk.
 */
export const MAX_WAITING_PER_WEBHOOK = 2_000;

export interface NewEvent {
  id: string;
  /** Id of the event's resource: events of one resource arrive in order. */
  resource: string;
  /** Body of the request to the receiver. */
  body: string;
  /** Earliest time to send the event, milliseconds since 1970. */
  now: number;
  /** Ids of the Webhooks that receive the event. */
  webhooks: readonly string[];
}

export interface WaitingDelivery {
  webhook: string;
  /** Increasing number of the event. */
  event: number;
  eventId: string;
  body: string;
  /** Failed attempts. */
  attempts: number;
}

type Key = Pick<WaitingDelivery, 'webhook' | 'event'>;

export class Outbox {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(`
      CREATE TABLE IF NOT EXISTS outbox_events (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        resource TEXT NOT NULL,
        body TEXT NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS outbox_deliveries (
        webhook TEXT NOT NULL,
        event INTEGER NOT NULL REFERENCES outbox_events (number),
        resource TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        next_attempt_at INTEGER NOT NULL,
        PRIMARY KEY (webhook, event)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS outbox_deliveries_by_resource ON outbox_deliveries (webhook, resource, event);
      CREATE INDEX IF NOT EXISTS outbox_deliveries_by_event ON outbox_deliveries (event);
      CREATE INDEX IF NOT EXISTS outbox_deliveries_by_time ON outbox_deliveries (next_attempt_at);
    `);
  }

  #sql(text: string): StatementSync {
    const known = this.#statements.get(text) ?? this.#database.prepare(text);
    this.#statements.set(text, known);
    return known;
  }

  #run(text: string, ...values: SQLInputValue[]): void {
    this.#sql(text).run(...values);
  }

  #number(text: string, ...values: SQLInputValue[]): number | null {
    const row = this.#sql(text).get(...values) as { value: number | null } | undefined;
    return row?.value ?? null;
  }

  /**
   * Adds an event. Call in the transaction of the change.
   * @returns the number of older events that were dropped because too many wait
   */
  add({ id, resource, body, now, webhooks }: NewEvent): number {
    if (webhooks.length === 0) return 0;
    const { lastInsertRowid } = this.#sql('INSERT INTO outbox_events (id, resource, body) VALUES (?, ?, ?)').run(
      id,
      resource,
      body,
    );
    let dropped = 0;
    for (const webhook of webhooks) {
      this.#run('INSERT INTO outbox_deliveries VALUES (?, ?, ?, 0, ?)', webhook, lastInsertRowid, resource, now);
      if (this.waiting(webhook) <= MAX_WAITING_PER_WEBHOOK) continue;
      const event = this.#number('SELECT min(event) AS value FROM outbox_deliveries WHERE webhook = ?', webhook);
      if (event !== null) this.remove({ webhook, event });
      dropped += 1;
    }
    return dropped;
  }

  waiting(webhook: string): number {
    return this.#number('SELECT count(*) AS value FROM outbox_deliveries WHERE webhook = ?', webhook) ?? 0;
  }

  /** Ids of Webhooks with waiting events. */
  webhooks(): string[] {
    const rows = this.#sql('SELECT DISTINCT webhook FROM outbox_deliveries').all() as { webhook: string }[];
    return rows.map(({ webhook }) => webhook);
  }

  /**
   * Due deliveries of a Webhook, oldest first. Only the first of each resource is included, so that events stay in
   * order.
   */
  due(webhook: string, now: number, limit: number): WaitingDelivery[] {
    return this.#sql(
      `SELECT waiting.webhook, waiting.event, waiting.attempts, outbox_events.id AS eventId, outbox_events.body
       FROM outbox_deliveries AS waiting JOIN outbox_events ON outbox_events.number = waiting.event
       WHERE waiting.webhook = ? AND waiting.next_attempt_at <= ? AND NOT EXISTS (
         SELECT 1 FROM outbox_deliveries AS earlier
         WHERE earlier.webhook = waiting.webhook AND earlier.resource = waiting.resource AND earlier.event < waiting.event)
       ORDER BY waiting.event LIMIT ?`,
    ).all(webhook, now, limit) as unknown as WaitingDelivery[];
  }

  /** Time of the next attempt after `now`, milliseconds since 1970, or null if no event waits. */
  nextAfter(now: number): number | null {
    return this.#number('SELECT min(next_attempt_at) AS value FROM outbox_deliveries WHERE next_attempt_at > ?', now);
  }

  /** Schedules another attempt after a failure. Ignores a delivery that has been removed. */
  postpone({ webhook, event }: Key, nextAttemptAt: number): void {
    this.#run(
      'UPDATE outbox_deliveries SET attempts = attempts + 1, next_attempt_at = ? WHERE webhook = ? AND event = ?',
      nextAttemptAt,
      webhook,
      event,
    );
  }

  /** Removes a delivery that was acknowledged or is no longer retried. */
  remove({ webhook, event }: Key): void {
    this.#run('DELETE FROM outbox_deliveries WHERE webhook = ? AND event = ?', webhook, event);
    this.#run(
      'DELETE FROM outbox_events WHERE number = ? AND NOT EXISTS (SELECT 1 FROM outbox_deliveries WHERE event = number)',
      event,
    );
  }

  drop(webhook: string): void {
    this.#run('DELETE FROM outbox_deliveries WHERE webhook = ?', webhook);
    this.#run(
      'DELETE FROM outbox_events WHERE NOT EXISTS (SELECT 1 FROM outbox_deliveries WHERE event = outbox_events.number)',
    );
  }
}
