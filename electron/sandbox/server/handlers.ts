/** Defines the form of a resource: one handler for each operation of the OpenAPI document. */
import type { OperationId, OperationTypes, PathParameter } from '../../platform-api/index.ts';
import type { StoredUser } from '../store/store.ts';
import type { Query } from './filters.ts';

/** A request that passed the checks of authentication, format, role and schema. */
export interface Call<Operation extends OperationId> {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<PathParameter<Operation>, string>>;
  readonly query: Query;
  readonly body: OperationTypes[Operation]['body'];
  readonly user: StoredUser;
  readonly usesCursor: boolean;
  /** Path and query of the request, for the self link. */
  readonly target: string;
  /**
   * Set by the fault `pending`: a payment is answered PENDING at once, and decided after this many milliseconds. Null
   * if that fault is off.
   */
  readonly pendingMs: number | null;
  /** Waits on the sandbox's clock. Resolves to false, at once, when the sandbox closes first. */
  wait: (delayMs: number) => Promise<boolean>;
}

export interface Answer<Body> {
  status: number;
  /** Raw bytes are sent unchanged, with `headers` to describe them. */
  body: Body;
  headers?: Record<string, string>;
  location?: string;
  /** The change is committed, but the reply is lost. */
  isLost?: boolean;
}

type Handler<Operation extends OperationId> = (
  call: Call<Operation>,
) => Answer<OperationTypes[Operation]['reply']> | Promise<Answer<OperationTypes[Operation]['reply']>>;

/** Handlers throw failures as Problem. */
export type Handlers = { readonly [Operation in OperationId]: Handler<Operation> };
