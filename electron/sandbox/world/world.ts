/** The sandbox's world: its store, its clock, its randomness, and what happens in it without a request. */
import type { WebhookEntity, WebhookEventType } from '../../platform-api/index.ts';
import type { IdempotencyMode } from '../rules/idempotency.ts';
import type { CloudEntry, TestCardId } from '../rules/test-cards.ts';
import type { RandomBytes } from '../store/ids.ts';
import type { Store } from '../store/store.ts';
import type { SandboxClock } from '../time/clock.ts';

/** Something that happened to a resource. */
export interface EmittedEvent {
  entity: WebhookEntity;
  type: WebhookEventType;
  /** The resource as a GET shows it. */
  record: { readonly id: string };
}

/** Takes events for Webhooks. */
export interface EventSink {
  /** Whether any Webhook is enabled; saves the work of describing what nobody wants. */
  isWanted(): boolean;
  /** Commits with the transaction that runs, or on its own; is delivered afterwards. */
  emit(event: EmittedEvent): void;
  /** The empty event that a new Webhook gets (observed). */
  test(webhook: string): void;
}

/** What everything in the sandbox shares. */
export interface World {
  readonly store: Store;
  readonly clock: SandboxClock;
  readonly random: RandomBytes;
  readonly idempotency: IdempotencyMode;
  /** Seed of made-up metric values. */
  readonly seed: number;
  /** Absolute address of a path of this sandbox. */
  url(path: string): string;
  /** Does whatever is due by now: pending outcomes, and what follows from them. */
  settle(): void;
  /** Runs `settle` at `time`, even if no request comes then. */
  settleAt(time: number): void;
  /** Runs a task later on the sandbox's clock; cancelled when the sandbox closes. */
  later(delayMs: number, task: () => void): void;
  /** Puts the sandbox's clock ahead of the real one, or behind it. */
  setClockSkew(skewMs: number): void;
  /** For Webhooks. Changes of the collections in webhooks/event-sources.ts are announced by themselves. */
  readonly events: EventSink;
  /** How the cloud route behaves; changed by the control endpoint. */
  readonly cloud: CloudRoute;
}

/** What happens when the platform drives a terminal itself. */
interface CloudRoute {
  /** The create answers PENDING at once, or is held open until it is decided. */
  answers: 'pending' | 'held';
  /** How long the customer takes. */
  decidesAfterMs: number;
  /** Which test card the customer presents. */
  card: TestCardId;
  /** How it is read; null: as that card usually is. */
  entry: CloudEntry | null;
  /** How many were read by chance so far. */
  presented: number;
  /** What the customer gives where the terminal asks for a tip, minor units. */
  tipMinor: number;
}
