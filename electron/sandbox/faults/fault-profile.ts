/**
 * Draws latencies and random faults from a profile and a seed. The n-th request of a seed always gets the same fault,
 * so a run can be repeated.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { limits } from '../../platform-api/index.ts';
import type { OperationId } from '../../platform-api/index.ts';
import type { Fault, RequestFault } from './fault.ts';

const milliseconds = z.number().min(0).max(limits.requestTimeoutMs);

/**
 * Delay of answers. `log-normal` matches real services: half are faster than the median, and 1% are slower than p99.
 */
const latencySchema = z.discriminatedUnion('shape', [
  z.object({ shape: z.literal('none') }),
  z.object({ shape: z.literal('fixed'), ms: milliseconds }),
  z.object({ shape: z.literal('uniform'), minMs: milliseconds, maxMs: milliseconds }),
  z.object({ shape: z.literal('log-normal'), medianMs: milliseconds, p99Ms: milliseconds }),
]);
export type Latency = z.infer<typeof latencySchema>;

/** Random faults, by the names that `rates` uses. */
const namedFaults = {
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
export type FaultName = keyof typeof namedFaults;
export const faultNames = Object.keys(namedFaults) as [FaultName, ...FaultName[]];

export const faultProfileSchema = z
  .object({
    latency: latencySchema.default({ shape: 'none' }),
    /** Fraction of all requests for each fault, 0..1; the sum is at most 1. */
    rates: z.partialRecord(z.enum(faultNames), z.number().min(0).max(1)).default({}),
    seed: z.int().default(1),
  })
  .refine(({ rates }) => sum(Object.values(rates)) <= 1 + 1e-9, {
    path: ['rates'],
    message: 'More than all requests.',
  });
export type FaultProfile = z.infer<typeof faultProfileSchema>;

const sum = (values: readonly (number | undefined)[]) => values.reduce<number>((all, one) => all + (one ?? 0), 0);

export const noFaults: FaultProfile = { latency: { shape: 'none' }, rates: {}, seed: 1 };

/** Profiles by name. A till must survive each of them. */
export const faultProfiles = {
  none: noFaults,
  /** A slow connection, with a few very slow answers. */
  slow: {
    latency: { shape: 'log-normal', medianMs: 400, p99Ms: 8_000 },
    rates: { trickle: 0.02, pending: 0.05 },
    seed: 1,
  },
  /** A bad connection: requests and replies get lost, and some requests arrive twice. */
  lossy: {
    latency: { shape: 'log-normal', medianMs: 150, p99Ms: 3_000 },
    rates: { 'drop-request': 0.05, 'drop-reply': 0.05, duplicate: 0.02, 'half-body': 0.02 },
    seed: 1,
  },
  /** A failing platform: every kind of error, before and after the commit. */
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
  /** Every fault at once. */
  awful: {
    latency: { shape: 'log-normal', medianMs: 400, p99Ms: 8_000 },
    rates: Object.fromEntries(faultNames.map((name) => [name, 0.03])),
    seed: 1,
  },
} as const satisfies Record<string, FaultProfile>;
export type FaultProfileName = keyof typeof faultProfiles;
export const faultProfileNames = Object.keys(faultProfiles) as [FaultProfileName, ...FaultProfileName[]];

export interface FaultSource {
  readonly profile: FaultProfile;
  next(operation: OperationId): RequestFault;
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
      // The Box-Muller transform makes a normal value from two uniform values. The first is never zero.
      const normal = Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second);
      const sigma = Math.log(p99Ms / medianMs) / Z99;
      return Math.min(limits.requestTimeoutMs, medianMs * Math.exp(sigma * normal));
    }
  }
}

function drawFault(rates: FaultProfile['rates'], chance: number): FaultName | undefined {
  let reached = 0;
  for (const name of faultNames) {
    reached += rates[name] ?? 0;
    if (chance < reached) return name;
  }
  return undefined;
}

export function createFaultSource(profile: FaultProfile): FaultSource {
  const isFaultless = profile.latency.shape === 'none' && sum(Object.values(profile.rates)) === 0;
  let count = 0;
  return {
    profile,
    next(operation) {
      if (isFaultless) return { latencyMs: 0, fault: undefined };
      const bytes = createHash('sha256')
        // The text `weather` is part of the seed: changing it would change every sequence.
        .update(`weather:${profile.seed}:${(count += 1)}`)
        .digest();
      const even = (at: number) => bytes.readUInt32BE(at) / 2 ** 32;
      const name = drawFault(profile.rates, even(0));
      const latencyMs = Math.round(drawLatency(profile.latency, even(4), even(8)));
      if (name === undefined) return { latencyMs, fault: undefined };
      const fault = { when: 'before', delayMs: 0, status: 500, times: 1, ...namedFaults[name], operation } as const;
      return { latencyMs, fault };
    },
  };
}
