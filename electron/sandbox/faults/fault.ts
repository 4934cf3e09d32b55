/** Describes the faults that can be caused on purpose, and when each takes effect. */
import { z } from 'zod';
import { limits, operations } from '../../platform-api/index.ts';
import type { OperationId } from '../../platform-api/index.ts';

const operationIds = Object.keys(operations) as [OperationId, ...OperationId[]];

const faultKinds = [
  'answer',
  'drop',
  'duplicate',
  'status',
  'html',
  'half-body',
  'trickle',
  'pending',
  'other-record',
  'other-currency',
] as const;

/** 410, 413 and 499 never come from the platform itself: gateways in between return them. */
const faultStatuses = [400, 401, 402, 403, 404, 409, 410, 413, 422, 429, 499, 500, 503] as const;

/**
 * `answer`: only the delay. `drop`: the connection is destroyed. `duplicate`: the network delivers the request twice,
 * and only the second answer arrives. `status`: an error envelope. `html`: a web page instead of JSON. `half-body`: the
 * real answer, cut in the middle. `trickle`: the real answer, a few bytes at a time, spread over `delayMs`. `pending`:
 * a payment is created PENDING, answered at once, and decided after `delayMs`; other requests are only delayed.
 * `other-record`: the request is done, but the answer contains another payment's record. `other-currency`: the request
 * is done, but every record in the answer has another currency. `when` is relative to the commit. `before`: the request
 * changes nothing. `after`: the request is done, and only the reply is affected. `meanwhile`: the reply goes out at
 * once, and the request is done after `delayMs`, as if a gateway had timed out.
 */
export const faultSchema = z.object({
  /** Operation id of the OpenAPI document, or `*` for any. */
  operation: z.enum([...operationIds, '*']),
  kind: z.enum(faultKinds),
  when: z.enum(['before', 'after', 'meanwhile']).default('before'),
  delayMs: z.int().min(0).max(limits.requestTimeoutMs).default(0),
  /** For `status` and `html`. */
  status: z.literal(faultStatuses).default(500),
  /** Sent as Retry-After. */
  retryAfterSeconds: z.int().min(0).max(3600).optional(),
  /** Number of requests that the fault affects. */
  times: z.int().min(1).max(10_000).default(1),
});
export type Fault = z.infer<typeof faultSchema>;

export interface RequestFault {
  /** Delay before all other processing, milliseconds. */
  latencyMs: number;
  fault: Fault | undefined;
}
