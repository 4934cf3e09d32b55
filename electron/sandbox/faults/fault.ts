/** What can be made to go wrong with a request, and when. */
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

/** 410, 413 and 499 are none of the platform's: what stands between gives them. */
const faultStatuses = [400, 401, 402, 403, 404, 409, 410, 413, 422, 429, 499, 500, 503] as const;

/**
 * `answer`: nothing but the delay. `drop`: the connection is destroyed. `duplicate`: the network delivers the request
 * twice, and only the second one's answer arrives. `status`: an error envelope. `html`: a web page instead of JSON.
 * `half-body`: the real answer, cut in the middle. `trickle`: the real answer, a few bytes at a time, spread over `delayMs`.
 * `pending`: a payment is created PENDING, answered at once, and decided after `delayMs`; others are just delayed.
 * `other-record`: the request is done, and answered with another payment's record. `other-currency`: it is done, and every
 * record of the answer names another currency.
 * `when` is against the commit: `before`, the request changes nothing; `after`, it was done and only the reply suffers;
 * `meanwhile`, the reply goes out at once, and the request is done after `delayMs`, as behind a gateway that gave it up.
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
