/** What a resource is made of: one handler per operation of the OpenAPI document. */
import type { OperationId, OperationTypes, PathParameter } from '../../platform-api/index.ts';
import type { SandboxClock } from '../clock.ts';
import type { Events } from '../effects/events.ts';
import type { IdempotencyMode } from '../rules/idempotency.ts';
import type { TestCardId } from '../rules/test-cards.ts';
import type { RandomBytes } from '../store/ids.ts';
import type { Store, StoredUser } from '../store/store.ts';
import type { Query } from './filters.ts';

/** What handlers share. */
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
  /** Has `settle` run when `time` has come, also when no request comes by. */
  settleAt(time: number): void;
  /** Runs a task later on the sandbox's clock; called off when the sandbox closes. */
  later(delayMs: number, task: () => void): void;
  /** Puts the sandbox's clock ahead of the real one, or behind it. */
  setClockSkew(skewMs: number): void;
  /** Tells Webhooks what happened. Changes of the collections in effects/event-sources.ts do so by themselves. */
  readonly events: Events;
  /** How the cloud route behaves; changed by the control endpoint. */
  readonly cloud: CloudRoute;
}

/** What happens when the platform drives a terminal itself. */
export interface CloudRoute {
  /** The create answers PENDING at once, or is held open until it is decided. */
  answers: 'pending' | 'held';
  /** How long the customer takes. */
  decidesAfterMs: number;
  /** Which test card the customer presents. */
  card: TestCardId;
  /** What the customer gives where the terminal asks for a tip, minor units. */
  tipMinor: number;
}

/** One request that passed authentication, format, role and schema. */
export interface Call<Operation extends OperationId> {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<PathParameter<Operation>, string>>;
  readonly query: Query;
  readonly body: OperationTypes[Operation]['body'];
  readonly user: StoredUser;
  readonly usesCursor: boolean;
  /** Path and query as they came, for the self link. */
  readonly target: string;
  /** A payment is answered PENDING at once and decided after so long; null on a usual day. */
  readonly pendingMs: number | null;
  /** Waits on the sandbox's clock; resolves to false, at once, when the sandbox closes first. */
  wait(delayMs: number): Promise<boolean>;
}

export interface Answer<Body> {
  status: number;
  /** Raw bytes go out as they are, with `headers` to say what they are. */
  body: Body;
  headers?: Record<string, string>;
  /** Absolute address of a new resource. */
  location?: string;
  /** The answer is committed, and its bytes never leave. */
  isLost?: boolean;
}

export type Handler<Operation extends OperationId> = (
  call: Call<Operation>,
) => Answer<OperationTypes[Operation]['reply']> | Promise<Answer<OperationTypes[Operation]['reply']>>;

/** Failures are thrown as Problem. */
export type Handlers = { readonly [Operation in OperationId]: Handler<Operation> };
