/** Bad days on demand: faults queued for endpoints, each used up by the requests it meets. */
import { z } from 'zod';
import { limits, operations } from '../../platform-api/index.ts';
import type { OperationId } from '../../platform-api/index.ts';

const operationIds = Object.keys(operations) as [OperationId, ...OperationId[]];

/**
 * `answer`: nothing but the delay. `drop`: the connection is destroyed. `status`: an error envelope. `html`: a web page
 * instead of JSON. `half-body`: the real answer, cut in the middle.
 * `when` is against the commit: `before`, the request changes nothing; `after`, it was done and only the reply suffers.
 */
export const faultSchema = z.object({
  /** Operation id of the OpenAPI document, or `*` for any. */
  operation: z.enum([...operationIds, '*']),
  kind: z.enum(['answer', 'drop', 'status', 'html', 'half-body']),
  when: z.enum(['before', 'after']).default('before'),
  delayMs: z.int().min(0).max(limits.requestTimeoutMs).default(0),
  /** For `status` and `html`. */
  status: z.union([z.literal(409), z.literal(422), z.literal(429), z.literal(500), z.literal(503)]).default(500),
  /** Sent as Retry-After. */
  retryAfterSeconds: z.int().min(0).max(3600).optional(),
  /** How many requests it meets. */
  times: z.int().min(1).max(10_000).default(1),
});
export type Fault = z.infer<typeof faultSchema>;
/** As it is asked for: everything but `operation` and `kind` has a default. */
export type FaultRequest = z.input<typeof faultSchema>;

export class FaultQueue {
  #queue: Fault[] = [];

  add(fault: Fault): void {
    this.#queue.push(fault);
  }

  clear(): void {
    this.#queue = [];
  }

  /** What is left, in order. */
  get remaining(): readonly Fault[] {
    return this.#queue;
  }

  /** The next fault for a request of this operation, if there is one; one use of it is gone. */
  take(operation: OperationId): Fault | undefined {
    const fault = this.#queue.find((one) => one.operation === operation || one.operation === '*');
    if (!fault) return undefined;
    this.#queue = this.#queue
      .map((one) => (one === fault ? { ...one, times: one.times - 1 } : one))
      .filter((one) => one.times > 0);
    return fault;
  }
}
