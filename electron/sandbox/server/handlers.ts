/** What a resource is made of: one handler per operation of the OpenAPI document. */
import type { OperationId, OperationTypes, PathParameter } from '../../platform-api/index.ts';
import type { StoredUser } from '../store/store.ts';
import type { Query } from './filters.ts';

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
  /**
   * Set by the fault `pending`: a payment is answered PENDING at once and decided after so many milliseconds. Null: no
   * such fault.
   */
  readonly pendingMs: number | null;
  /** Waits on the sandbox's clock; resolves to false, at once, when the sandbox closes first. */
  wait: (delayMs: number) => Promise<boolean>;
}

export interface Answer<Body> {
  status: number;
  /** Raw bytes go out as they are, with `headers` to say what they are. */
  body: Body;
  headers?: Record<string, string>;
  /** Absolute address of a new resource. */
  location?: string;
  /** The change is committed, but the reply is lost. */
  isLost?: boolean;
}

type Handler<Operation extends OperationId> = (
  call: Call<Operation>,
) => Answer<OperationTypes[Operation]['reply']> | Promise<Answer<OperationTypes[Operation]['reply']>>;

/** Failures are thrown as Problem. */
export type Handlers = { readonly [Operation in OperationId]: Handler<Operation> };
