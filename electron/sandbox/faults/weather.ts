/**
 * Standing bad weather: how long answers take, and which part of all requests goes wrong in which way. Drawn from a seed,
 * so that a bad day can be had again: the n-th request meets the same luck.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { limits } from '../../platform-api/index.ts';
import type { OperationId } from '../../platform-api/index.ts';
import type { Fault, Luck } from './faults.ts';

const milliseconds = z.number().min(0).max(limits.requestTimeoutMs);

/** How long an answer takes. `log-normal` is what real services look like: half under the median, one in a hundred over p99. */
export const latencySchema = z.discriminatedUnion('shape', [
  z.object({ shape: z.literal('none') }),
  z.object({ shape: z.literal('fixed'), ms: milliseconds }),
  z.object({ shape: z.literal('uniform'), minMs: milliseconds, maxMs: milliseconds }),
  z.object({ shape: z.literal('log-normal'), medianMs: milliseconds, p99Ms: milliseconds }),
]);
export type Latency = z.infer<typeof latencySchema>;

/** What can go wrong, each with its part of all requests. */
export const mishaps = {
  'drop-request': { kind: 'drop', when: 'before' },
  'drop-reply': { kind: 'drop', when: 'after' },
  duplicate: { kind: 'duplicate' },
  'upstream-error': { kind: 'status', status: 402 },
  conflict: { kind: 'status', status: 409 },
  unprocessable: { kind: 'status', status: 422 },
  'too-many-requests': { kind: 'status', status: 429, retryAfterSeconds: 1 },
  'server-error': { kind: 'status', status: 500 },
  'server-error-after': { kind: 'status', status: 500, when: 'after' },
  unavailable: { kind: 'status', status: 503 },
  html: { kind: 'html', status: 503 },
  'half-body': { kind: 'half-body' },
  trickle: { kind: 'trickle', delayMs: 3_000 },
  pending: { kind: 'pending', delayMs: 3_000 },
} as const satisfies Record<string, Partial<Fault> & Pick<Fault, 'kind'>>;
export type Mishap = keyof typeof mishaps;
export const mishapNames = Object.keys(mishaps) as [Mishap, ...Mishap[]];

export const weatherSchema = z
  .object({
    latency: latencySchema.default({ shape: 'none' }),
    /** Part of all requests, 0 to 1 each, together no more than 1. */
    rates: z.partialRecord(z.enum(mishapNames), z.number().min(0).max(1)).default({}),
    seed: z.int().default(1),
  })
  .refine(({ rates }) => sum(Object.values(rates)) <= 1 + 1e-9, {
    path: ['rates'],
    message: 'More than all requests.',
  });
export type WeatherSpec = z.infer<typeof weatherSchema>;

const sum = (values: readonly (number | undefined)[]) => values.reduce<number>((all, one) => all + (one ?? 0), 0);

export const calm: WeatherSpec = { latency: { shape: 'none' }, rates: {}, seed: 1 };

/** Bad days by name. Each is meant to be survived. */
export const badDays = {
  none: calm,
  /** A tired line: slow, and now and then very slow. */
  slow: {
    latency: { shape: 'log-normal', medianMs: 400, p99Ms: 8_000 },
    rates: { trickle: 0.02, pending: 0.05 },
    seed: 1,
  },
  /** A bad connection: requests and replies get lost, some arrive twice. */
  lossy: {
    latency: { shape: 'log-normal', medianMs: 150, p99Ms: 3_000 },
    rates: { 'drop-request': 0.05, 'drop-reply': 0.05, duplicate: 0.02, 'half-body': 0.02 },
    seed: 1,
  },
  /** A platform in trouble: every kind of error, before and after the commit. */
  failing: {
    latency: { shape: 'log-normal', medianMs: 300, p99Ms: 5_000 },
    rates: {
      'server-error': 0.05,
      'server-error-after': 0.03,
      unavailable: 0.05,
      'too-many-requests': 0.05,
      html: 0.03,
      conflict: 0.01,
    },
    seed: 1,
  },
  /** All of it. */
  awful: {
    latency: { shape: 'log-normal', medianMs: 400, p99Ms: 8_000 },
    rates: Object.fromEntries(mishapNames.map((name) => [name, 0.03])),
    seed: 1,
  },
} as const satisfies Record<string, WeatherSpec>;
export type BadDay = keyof typeof badDays;
export const badDayNames = Object.keys(badDays) as [BadDay, ...BadDay[]];

export interface Weather {
  readonly spec: WeatherSpec;
  /** What the next request meets. */
  next(operation: OperationId): Luck;
}

/** The 99th percentile of the standard normal distribution. */
const Z99 = 2.326_347_874;

function drawLatency(latency: Latency, first: number, second: number): number {
  switch (latency.shape) {
    case 'none':
      return 0;
    case 'fixed':
      return latency.ms;
    case 'uniform':
      return latency.minMs + first * Math.max(0, latency.maxMs - latency.minMs);
    case 'log-normal': {
      const { medianMs, p99Ms } = latency;
      if (medianMs === 0 || p99Ms <= medianMs) return medianMs;
      // Box and Muller: two even draws make a normal one. The first is never zero.
      const normal = Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second);
      const sigma = Math.log(p99Ms / medianMs) / Z99;
      return Math.min(limits.requestTimeoutMs, medianMs * Math.exp(sigma * normal));
    }
  }
}

function drawMishap(rates: WeatherSpec['rates'], chance: number): Mishap | undefined {
  let reached = 0;
  for (const name of mishapNames) {
    reached += rates[name] ?? 0;
    if (chance < reached) return name;
  }
  return undefined;
}

export function createWeather(spec: WeatherSpec): Weather {
  const isCalm = spec.latency.shape === 'none' && sum(Object.values(spec.rates)) === 0;
  let count = 0;
  return {
    spec,
    next(operation) {
      if (isCalm) return { latencyMs: 0, fault: undefined };
      const bytes = createHash('sha256')
        .update(`weather:${spec.seed}:${(count += 1)}`)
        .digest();
      const even = (at: number) => bytes.readUInt32BE(at) / 2 ** 32;
      const mishap = drawMishap(spec.rates, even(0));
      const latencyMs = Math.round(drawLatency(spec.latency, even(4), even(8)));
      if (mishap === undefined) return { latencyMs, fault: undefined };
      const fault = { when: 'before', delayMs: 0, status: 500, times: 1, ...mishaps[mishap], operation } as const;
      return { latencyMs, fault };
    },
  };
}
