/** What can be made to go wrong with a request, and when. */
import { z } from 'zod';
import { limits, operations } from '../../platform-api/index.ts';
import type { OperationId } from '../../platform-api/index.ts';

const operationIds = Object.keys(operations) as [OperationId, ...OperationId[]];

const faultKinds = ['answer', 'drop', 'duplicate', 'status', 'html', 'half-body', 'trickle', 'pending'] as const;

const faultStatuses = [401, 402, 404, 409, 422, 429, 500, 503] as const;

/**
 * `answer`: nothing but the delay. `drop`: the connection is destroyed. `duplicate`: the network delivers the request
 * twice, and only the second one's answer arrives. `status`: an error envelope. `html`: a web page instead of JSON.
 * `half-body`: the real answer, cut in the middle. `trickle`: the real answer, a few bytes at a time, spread over `delayMs`.
 * `pending`: a payment is created PENDING, answered at once, and decided after `delayMs`; others are just delayed.
 * `when` is against the commit: `before`, the request changes nothing; `after`, it was done and only the reply suffers.
 */
export const faultSchema = z.object({
  /** Operation id of the OpenAPI document, or `*` for any. */
  operation: z.enum([...operationIds, '*']),
  kind: z.enum(faultKinds),
  when: z.enum(['before', 'after']).default('before'),
  delayMs: z.int().min(0).max(limits.requestTimeoutMs).default(0),
  /** For `status` and `html`. */
  status: z.literal(faultStatuses).default(500),
  /** Sent as Retry-After. */
  retryAfterSeconds: z.int().min(0).max(3600).optional(),
  /** How many requests it meets. */
  times: z.int().min(1).max(10_000).default(1),
});
export type Fault = z.infer<typeof faultSchema>;

/** What happens to one request. */
export interface RequestFault {
  /** Before anything else, milliseconds. */
  latencyMs: number;
  fault: Fault | undefined;
}
