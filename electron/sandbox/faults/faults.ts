/** Bad days on demand: faults queued for endpoints, each used up by the requests it meets, and the weather behind them. */
import { z } from 'zod';
import { limits, operations } from '../../platform-api/index.ts';
import type { OperationId } from '../../platform-api/index.ts';
import { calm, createWeather } from './weather.ts';
import type { Weather, WeatherSpec } from './weather.ts';

const operationIds = Object.keys(operations) as [OperationId, ...OperationId[]];

export const faultKinds = ['answer', 'drop', 'duplicate', 'status', 'html', 'half-body', 'trickle', 'pending'] as const;

export const faultStatuses = [401, 402, 409, 422, 429, 500, 503] as const;

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
/** As it is asked for: everything but `operation` and `kind` has a default. */
export type FaultRequest = z.input<typeof faultSchema>;

/** What happens to one request. */
export interface Luck {
  /** Before anything else, milliseconds. */
  latencyMs: number;
  fault: Fault | undefined;
}

export class FaultQueue {
  #queue: Fault[] = [];
  #weather: Weather = createWeather(calm);

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

  get weather(): WeatherSpec {
    return this.#weather.spec;
  }

  /** Starts anew from the specification's seed. */
  setWeather(spec: WeatherSpec): void {
    this.#weather = createWeather(spec);
  }

  /** The next queued fault for a request of this operation, one use of which is gone; else whatever the weather brings. */
  take(operation: OperationId): Luck {
    const chance = this.#weather.next(operation);
    const fault = this.#queue.find((one) => one.operation === operation || one.operation === '*');
    if (!fault) return chance;
    this.#queue = this.#queue
      .map((one) => (one === fault ? { ...one, times: one.times - 1 } : one))
      .filter((one) => one.times > 0);
    return { latencyMs: chance.latencyMs, fault };
  }
}
