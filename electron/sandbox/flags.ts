/** Flags of the sandbox, the same for its own process and for `tillbridge sandbox`. */
import { z } from 'zod';
import { badDayNames, badDays, mishapNames, weatherSchema } from './faults/weather.ts';
import type { Latency, WeatherSpec } from './faults/weather.ts';
import type { SandboxOptions } from './index.ts';
import { idempotencyModes } from './rules/idempotency.ts';

/** Every flag that takes a value or none, with what it says in the help. */
export const sandboxFlags = {
  'idempotency <mode>': `what a repeated idempotency_id gets: ${idempotencyModes.join(', ')}`,
  'bad-day <name>': `standing bad weather: ${badDayNames.join(', ')}`,
  'latency <shape>': 'fixed:MS, uniform:MIN:MAX or log-normal:MEDIAN:P99, milliseconds',
  'rate <mishap=part...>': `part of all requests, e.g. drop-reply=2% (${mishapNames.join(', ')})`,
  'weather-seed <n>': 'the same seed, the same luck',
  'clock-skew <seconds>': "the platform's clock ahead of the real one; negative: behind",
  'offline <serial...>': 'terminals off the network',
  'cloud-answers <how>': 'pending or held: how a payment on the cloud route is answered',
} as const;

export interface SandboxFlagValues {
  idempotency?: string | undefined;
  badDay?: string | undefined;
  latency?: string | undefined;
  rate?: readonly string[] | undefined;
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
  const parsed = weatherSchema.safeParse({ latency: { ...values, shape } });
  if (!parsed.success) throw new RangeError(`--latency takes ${sandboxFlags['latency <shape>']}, not "${text}".`);
  return parsed.data.latency;
}

/** `drop-reply=2%` or `drop-reply=0.02`. */
function readRate(text: string): [name: string, part: number] {
  const [name = '', part = ''] = text.split('=');
  const value = part.endsWith('%') ? number(part.slice(0, -1)) / 100 : number(part);
  oneOf('rate', mishapNames, name);
  if (!(value >= 0 && value <= 1)) throw new RangeError(`--rate ${name} takes 0% to 100%, not "${part}".`);
  return [name, value];
}

/** @throws RangeError with a sentence for whoever typed the flags */
export function readSandboxFlags(flags: SandboxFlagValues): SandboxOptions {
  const day = flags.badDay === undefined ? undefined : badDays[oneOf('bad-day', badDayNames, flags.badDay)];
  const seed = flags.weatherSeed === undefined ? undefined : number(flags.weatherSeed);
  if (seed !== undefined && !Number.isSafeInteger(seed)) throw new RangeError('--weather-seed takes a whole number.');
  const skewSeconds = flags.clockSkew === undefined ? 0 : number(flags.clockSkew);
  if (!Number.isFinite(skewSeconds)) throw new RangeError('--clock-skew takes seconds.');
  const weather: WeatherSpec = {
    latency: flags.latency === undefined ? (day?.latency ?? { shape: 'none' }) : readLatency(flags.latency),
    rates: { ...day?.rates, ...Object.fromEntries((flags.rate ?? []).map(readRate)) },
    seed: seed ?? day?.seed ?? 1,
  };
  const checked = weatherSchema.safeParse(weather);
  if (!checked.success) throw new RangeError(`--rate: ${z.prettifyError(checked.error)}`);
  return {
    weather: checked.data,
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
