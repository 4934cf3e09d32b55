/**
 * Events: what happened to a resource, put into the outbox for every Webhook that wants it, in the transaction that
 * runs. Changes of collections named in event-sources.ts become events by themselves; `emit` is for everything else.
 */
import type { WebhookEvent } from '../../platform-api/index.ts';
import { listNameOf, wants } from '../rules/webhook-rules.ts';
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

  /** Whether anybody listens at all; saves the work of describing what nobody wants. */
  isWanted(): boolean {
    return this.#parts.store.webhooks.first(equals('enabled', 1)) !== undefined;
  }

  /** Commits with the transaction that runs, or on its own; is delivered afterwards. */
  emit({ entity, type, record }: EmittedEvent): void {
    const { store, clock, random } = this.#parts;
    const webhooks = store.webhooks
      .all(equals('enabled', 1))
      .filter((webhook) => wants(webhook.enabled_events, entity, type))
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

  /** The empty event that a new Webhook gets (observed). */
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

  /** Resumes what an earlier run left, once the sandbox can be reached. */
  start(): void {
    this.#sender.start();
  }

  /** Aborts what is under way; it stays in the outbox. The store can be closed afterwards. */
  close(): Promise<void> {
    return this.#sender.close();
  }
}
