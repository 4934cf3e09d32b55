/** The sandbox's shared state: its store, clock and randomness, and its background work. */
import type { WebhookEntity, WebhookEventType } from '../../platform-api/index.ts';
import type { IdempotencyMode } from '../rules/idempotency.ts';
import type { CloudEntry, TestCardId } from '../rules/test-cards.ts';
import type { RandomBytes } from '../store/ids.ts';
import type { Store } from '../store/store.ts';
import type { SandboxClock } from '../time/clock.ts';

export interface EmittedEvent {
  entity: WebhookEntity;
  type: WebhookEventType;
  /** The resource as a GET shows it. */
  record: { readonly id: string };
}

export interface EventSink {
  /** True if any Webhook is enabled. Callers use it to avoid building unwanted events. */
  isWanted(): boolean;
  /** Commits with the current transaction, or on its own. The event is delivered afterwards. */
  emit(event: EmittedEvent): void;
  /** Sends the empty event that a new Webhook gets (observed). */
  test(webhook: string): void;
}

export interface World {
  readonly store: Store;
  readonly clock: SandboxClock;
  readonly random: RandomBytes;
  readonly idempotency: IdempotencyMode;
  /** Seed of generated metric values. */
  readonly seed: number;
  /** Absolute address of a path of this sandbox. */
  url(path: string): string;
  /** Applies everything that is due by now: pending outcomes, and their consequences. */
  settle(): void;
  /** Runs `settle` at `time`, even if no request comes then. */
  settleAt(time: number): void;
  /** Runs a task later on the sandbox's clock; cancelled when the sandbox closes. */
  later(delayMs: number, task: () => void): void;
  /** Sets the offset of the sandbox's clock from the real clock. */
  setClockSkew(skewMs: number): void;
  /** Events for Webhooks. Changes of the collections in webhooks/event-sources.ts are announced automatically. */
  readonly events: EventSink;
  /** Behaviour of the cloud route, which the control endpoint can change. */
  readonly cloud: CloudRoute;
}

interface CloudRoute {
  /** `pending`: a create answers PENDING at once. `held`: the answer waits for the customer's decision. */
  answers: 'pending' | 'held';
  /** Time that the customer takes. */
  decidesAfterMs: number;
  /** Test card that the customer presents. */
  card: TestCardId;
  /** Entry mode, or null for the card's default. */
  entry: CloudEntry | null;
  /** Payments so far whose entry mode was drawn by chance. */
  presented: number;
  /** Tip that the customer gives if the terminal asks, minor units. */
  tipMinor: number;
}
