/**
 * Writes events into the outbox for every Webhook that wants them, in the current transaction. Changes of the
 * collections in event-sources.ts become events automatically; `emit` is for all others.
 */
import type { WebhookEvent } from '../../platform-api/index.ts';
import { listNameOf, isSubscribed } from '../rules/webhook-rules.ts';
import { equals } from '../store/collection.ts';
import { newId } from '../store/ids.ts';
import type { EmittedEvent, EventSink } from '../world/world.ts';
import { WebhookSender } from './webhook-sender.ts';
import type { DeliveryParts } from './webhook-sender.ts';

export class Events implements EventSink {
  readonly #parts: DeliveryParts;
  readonly #sender: WebhookSender;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#sender = new WebhookSender(parts);
  }

  /** True if any Webhook is enabled. Callers use it to avoid building unwanted events. */
  isWanted(): boolean {
    return this.#parts.store.webhooks.first(equals('enabled', 1)) !== undefined;
  }

  /** Commits with the current transaction, or on its own. The event is delivered afterwards. */
  emit({ entity, type, record }: EmittedEvent): void {
    const { store, clock, random } = this.#parts;
    const webhooks = store.webhooks
      .all(equals('enabled', 1))
      .filter((webhook) => isSubscribed(webhook.enabled_events, entity, type))
      .map((webhook) => webhook.id);
    if (webhooks.length === 0) return;
    const id = newId('EV', random);
    const body: WebhookEvent = {
      id,
      type,
      entity,
      occurred_at: new Date(clock.now()).toISOString(),
      system_generated_idempotency_id: id,
      _embedded: { [listNameOf(entity)]: [record] },
    };
    this.#put(id, record.id, JSON.stringify(body), webhooks);
  }

  /** Sends the empty event that a new Webhook gets (observed). */
  test(webhook: string): void {
    this.#put(newId('EV', this.#parts.random), webhook, '{}', [webhook]);
  }

  #put(id: string, resource: string, body: string, webhooks: readonly string[]): void {
    const { store, clock, log } = this.#parts;
    const event = { id, resource, body, now: clock.now(), webhooks };
    const dropped = store.transaction(() => store.outbox.add(event));
    if (dropped > 0) log({ kind: 'delivery', event: id, outcome: 'dropped', status: null, attempts: 0 });
    this.#sender.wake();
  }

  /** Resumes the deliveries of an earlier run, once the sandbox is reachable. */
  start(): void {
    this.#sender.start();
  }

  /** Aborts running deliveries, which stay in the outbox. The store can be closed afterwards. */
  close(): Promise<void> {
    return this.#sender.close();
  }
}
