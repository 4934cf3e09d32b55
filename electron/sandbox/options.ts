/** Defines the options of a sandbox: in code, and as flags that its own process and `tillbridge sandbox` share. */
import { z } from 'zod';
import { faultProfileNames, faultProfiles, faultNames, faultProfileSchema } from './faults/fault-profile.ts';
import type { Latency, FaultProfile } from './faults/fault-profile.ts';
import { idempotencyModes } from './rules/idempotency.ts';
import type { IdempotencyMode } from './rules/idempotency.ts';
import type { RandomBytes } from './store/ids.ts';
import type { SandboxClock } from './time/clock.ts';
import type { SandboxLog } from './world/log.ts';

export interface SandboxOptions {
  /** Loopback port; 0 (default) chooses a free one. */
  port?: number;
  /** Folder for the database and the credentials, created if missing. Without it everything is in memory. */
  dataDir?: string;
  clock?: SandboxClock;
  random?: RandomBytes;
  /** Seed of generated device metrics. */
  seed?: number;
  /** Answer to a repeated idempotency_id; `reference-original` by default. */
  idempotency?: IdempotencyMode;
  log?: SandboxLog;
  /** Latency and random faults from the start; none by default. */
  faultProfile?: FaultProfile;
  /** Offset of the platform's clock from the real clock, milliseconds; negative when it is behind. */
  clockSkewMs?: number;
  /** Serial numbers of terminals that start off the network. */
  offline?: readonly string[];
  /** `pending` (default): a create on the cloud route answers PENDING at once. `held`: it waits for the decision. */
  cloudAnswers?: 'pending' | 'held';
}

export const sandboxFlags = {
  'idempotency <mode>': `what a repeated idempotency_id gets: ${idempotencyModes.join(', ')}`,
  'faults <profile>': `latency and random faults: ${faultProfileNames.join(', ')}`,
  'latency <shape>': 'fixed:MS, uniform:MIN:MAX or log-normal:MEDIAN:P99, milliseconds',
  'rate <fault=part...>': `part of all requests, e.g. drop-reply=2% (${faultNames.join(', ')})`,
  'fault-seed <n>': 'the same seed, the same faults',
  'clock-skew <seconds>': "the platform's clock ahead of the real one; negative: behind",
  'offline <serial...>': 'terminals off the network',
  'cloud-answers <how>': 'pending or held: how a payment on the cloud route is answered',
} as const;

/** Former flags, still accepted but absent from the help. */
export const formerSandboxFlags = ['bad-day <profile>', 'weather-seed <n>'] as const;

export interface SandboxFlagValues {
  idempotency?: string | undefined;
  faults?: string | undefined;
  /** Former name of `faults`. */
  badDay?: string | undefined;
  latency?: string | undefined;
  rate?: readonly string[] | undefined;
  faultSeed?: string | undefined;
  /** Former name of `faultSeed`. */
  weatherSeed?: string | undefined;
  clockSkew?: string | undefined;
  offline?: readonly string[] | undefined;
  cloudAnswers?: string | undefined;
}

const number = (text: string | undefined): number =>
  text === undefined || text.trim() === '' ? Number.NaN : Number(text);

function oneOf<Value extends string>(flag: string, values: readonly Value[], text: string): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new RangeError(`--${flag} takes one of ${values.join(', ')}, not "${text}".`);
  return found;
}

function readLatency(text: string): Latency {
  const [shape, first, second] = text.split(':');
  const values = {
    ms: number(first),
    minMs: number(first),
    maxMs: number(second),
    medianMs: number(first),
    p99Ms: number(second),
  };
  const parsed = faultProfileSchema.safeParse({ latency: { ...values, shape } });
  if (!parsed.success) throw new RangeError(`--latency takes ${sandboxFlags['latency <shape>']}, not "${text}".`);
  return parsed.data.latency;
}

/** Reads `drop-reply=2%` or `drop-reply=0.02`. */
function readRate(text: string): [name: string, part: number] {
  const [name = '', part = ''] = text.split('=');
  const value = part.endsWith('%') ? number(part.slice(0, -1)) / 100 : number(part);
  oneOf('rate', faultNames, name);
  if (!(value >= 0 && value <= 1)) throw new RangeError(`--rate ${name} takes 0% to 100%, not "${part}".`);
  return [name, value];
}

/** @throws RangeError with a message for the user who typed the flags */
export function readSandboxFlags(flags: SandboxFlagValues): SandboxOptions {
  const { faults = flags.badDay, faultSeed = flags.weatherSeed } = flags;
  const profile = faults === undefined ? undefined : faultProfiles[oneOf('faults', faultProfileNames, faults)];
  const seed = faultSeed === undefined ? undefined : number(faultSeed);
  if (seed !== undefined && !Number.isSafeInteger(seed)) throw new RangeError('--fault-seed takes a whole number.');
  const skewSeconds = flags.clockSkew === undefined ? 0 : number(flags.clockSkew);
  if (!Number.isFinite(skewSeconds)) throw new RangeError('--clock-skew takes seconds.');
  const checked = faultProfileSchema.safeParse({
    latency: flags.latency === undefined ? (profile?.latency ?? { shape: 'none' }) : readLatency(flags.latency),
    rates: { ...profile?.rates, ...Object.fromEntries((flags.rate ?? []).map(readRate)) },
    seed: seed ?? profile?.seed ?? 1,
  } satisfies FaultProfile);
  if (!checked.success) throw new RangeError(`--rate: ${z.prettifyError(checked.error)}`);
  return {
    faultProfile: checked.data,
    clockSkewMs: Math.round(skewSeconds * 1000),
    offline: flags.offline ?? [],
    ...(flags.idempotency === undefined
      ? {}
      : { idempotency: oneOf('idempotency', idempotencyModes, flags.idempotency) }),
    ...(flags.cloudAnswers === undefined
      ? {}
      : { cloudAnswers: oneOf('cloud-answers', ['pending', 'held'] as const, flags.cloudAnswers) }),
  };
}
