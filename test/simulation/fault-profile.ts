/** Fault profiles of days: the frequency of each class of fault. Realistic for most days, absurd for some. */
import type { Random } from './random.ts';

/** Fates of an HTTP request; each rate is a fraction of all requests. */
export const fates = [
  'not-sent',
  'request-lost-silently',
  'request-lost-reset',
  'reply-lost-silently',
  'reply-lost-reset',
  'duplicated',
  'delivered-late',
  'reply-slow',
  'status-401',
  'status-402',
  'status-404',
  'status-409',
  'conflict-then-done',
  'status-422',
  'status-429',
  'status-500',
  'status-500-after',
  'status-503',
  'html-200',
  'html-200-after',
  'gateway-page-after',
  'gateway-envelope-after',
  'gateway-page-then-done',
  'html-404',
  'html-409',
  'html-502',
  'half-body',
  'garbage-after',
  'empty-after',
  'other-record',
  'other-currency',
  'pending',
  'batched-later',
  'batch-fails',
  'over-approved',
  'list-lags',
] as const;
export type Fate = (typeof fates)[number];

/** True if this fate is possible for such a request at all. */
export function isPossible(
  fate: Fate,
  { method, url, body }: { method: string; url: string; body: string | null },
): boolean {
  if (fate === 'conflict-then-done' || fate === 'gateway-page-then-done')
    return method === 'POST' && /^\/(?:authorizations|transfers)/.test(url);
  if (fate === 'list-lags') return url.startsWith('/transfer_attempts');
  if (fate === 'over-approved') return method === 'POST' && url === '/authorizations';
  if (fate === 'pending') return method === 'POST' && /^\/(?:authorizations|transfers)$/.test(url);
  if (fate === 'batched-later' || fate === 'batch-fails')
    return method === 'PUT' && body?.includes('capture_amount') === true;
  if (fate === 'other-record') return /^\/(?:authorizations|transfers)(?:\/[^/?]+(?:\/reversals)?)?$/.test(url);
  if (fate === 'other-currency')
    return /^\/(?:authorizations(?:\/[^/?]+)?|transfers(?:\/[^/?]+\/reversals)?)$/.test(url);
  return true;
}

export const crashPoints = [
  'idle',
  'before-record',
  'after-record',
  'before-append',
  'after-append',
  'publish',
  'request-leaves',
  'answer-arrives',
  'money-leaves',
  'money-answer-arrives',
  'terminal-call',
  'terminal-event',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

export interface FaultProfile {
  name: 'calm' | 'realistic' | 'bad' | 'absurd' | 'restarts';
  latency: { medianMs: number; p99Ms: number };
  fates: Readonly<Record<Fate, number>>;
  /** Events of each kind over the day. */
  perDay: {
    crashes: number;
    powerCuts: number;
    outages: number;
    revocations: number;
    fullDisks: number;
    /** Single writes of the journal that are refused, although the recovery log takes their line. */
    refusedWrites: number;
    lostJournals: number;
    /** The journal is reset to an earlier write; the recovery log is complete. */
    lostWrites: number;
    /** A timer runs `recover` in parallel with the till. */
    recovers: number;
    /** The till is closed, and a timer's `recover` runs alone until it is opened again. */
    recoversAlone: number;
    cablePulls: number;
    terminalReboots: number;
    deviceOffline: number;
    /** The Device is disabled, and enabled again. */
    deviceDisabled: number;
    clockJumps: number;
    /** The till is stopped for 0.5 to 600 s: a laptop's lid, a virtual machine, a virus scanner. */
    pauses: number;
  };
  /** Faults of a terminal, per transaction or command. */
  terminal: { silent: number; lateOrDouble: number; earlyRemoval: number; cardRefusesEnd: number };
  /** Maximum error of the platform's clock. */
  skewMs: number;
  /** Time before closing during which, and for a while after closing, the till restarts every twenty seconds. */
  restartsForMs: number;
}

const rates = (each: number, few: Partial<Record<Fate, number>>): Record<Fate, number> => {
  const all = {} as Record<Fate, number>;
  for (const fate of fates) all[fate] = few[fate] ?? each;
  return all;
};

/** Events per day: realistic, bad, absurd. */
const often: Readonly<Record<keyof FaultProfile['perDay'], readonly [number, number, number]>> = {
  crashes: [1, 12, 80],
  powerCuts: [0.5, 4, 12],
  outages: [1, 5, 12],
  revocations: [0.2, 1, 2],
  fullDisks: [0.2, 3, 12],
  refusedWrites: [0.5, 12, 30],
  lostJournals: [0.1, 0.5, 1.5],
  lostWrites: [0.3, 4, 10],
  recovers: [4, 6, 12],
  recoversAlone: [0.3, 2, 4],
  cablePulls: [2, 10, 40],
  terminalReboots: [1, 5, 20],
  deviceOffline: [1, 4, 12],
  deviceDisabled: [0.5, 2, 5],
  clockJumps: [0.2, 1, 4],
  pauses: [4, 15, 50],
};
const perDay = (rateOf: (rates: readonly [number, number, number]) => number): FaultProfile['perDay'] =>
  Object.fromEntries(Object.entries(often).map(([name, rates]) => [name, rateOf(rates)])) as FaultProfile['perDay'];
const quiet = perDay(() => 0);

const kinds: Readonly<Record<FaultProfile['name'], FaultProfile>> = {
  restarts: {
    name: 'restarts',
    latency: { medianMs: 300, p99Ms: 4_000 },
    fates: rates(0.004, {
      pending: 0.03,
      'over-approved': 0.02,
      'list-lags': 0.3,
      'batched-later': 0.1,
      'request-lost-silently': 0.03,
    }),
    perDay: { ...quiet, outages: 6, recovers: 6, lostWrites: 2, deviceOffline: 2 },
    terminal: { silent: 0.01, lateOrDouble: 0.02, earlyRemoval: 0.05, cardRefusesEnd: 0.02 },
    skewMs: 60_000,
    restartsForMs: 2 * 60 * 60_000,
  },
  calm: {
    name: 'calm',
    latency: { medianMs: 120, p99Ms: 900 },
    fates: rates(0, {}),
    perDay: quiet,
    terminal: { silent: 0, lateOrDouble: 0, earlyRemoval: 0.02, cardRefusesEnd: 0.01 },
    skewMs: 2_000,
    restartsForMs: 0,
  },
  realistic: {
    name: 'realistic',
    latency: { medianMs: 200, p99Ms: 3_000 },
    fates: rates(0.001, {
      pending: 0.01,
      'over-approved': 0.01,
      'list-lags': 0.1,
      'batched-later': 0.05,
      'reply-slow': 0.005,
      'other-record': 0.0002,
    }),
    perDay: perDay(([realistic]) => realistic),
    terminal: { silent: 0.005, lateOrDouble: 0.005, earlyRemoval: 0.04, cardRefusesEnd: 0.02 },
    skewMs: 60_000,
    restartsForMs: 0,
  },
  bad: {
    name: 'bad',
    latency: { medianMs: 500, p99Ms: 9_000 },
    fates: rates(0.008, {
      pending: 0.05,
      'over-approved': 0.05,
      'list-lags': 0.3,
      'batched-later': 0.2,
      'batch-fails': 0.02,
      'reply-slow': 0.03,
    }),
    perDay: perDay(([, bad]) => bad),
    terminal: { silent: 0.03, lateOrDouble: 0.05, earlyRemoval: 0.08, cardRefusesEnd: 0.04 },
    skewMs: 15 * 60_000,
    restartsForMs: 0,
  },
  absurd: {
    name: 'absurd',
    latency: { medianMs: 900, p99Ms: 25_000 },
    fates: rates(0.02, {
      pending: 0.1,
      'over-approved': 0.1,
      'list-lags': 0.4,
      'batched-later': 0.3,
      'batch-fails': 0.1,
    }),
    perDay: perDay(([, , absurd]) => absurd),
    terminal: { silent: 0.12, lateOrDouble: 0.15, earlyRemoval: 0.15, cardRefusesEnd: 0.1 },
    skewMs: 2 * 60 * 60_000,
    restartsForMs: 0,
  },
};

export type ProfileName = FaultProfile['name'];

/** About one calm day in ten, to check an ordinary sale's texts; the other days have faults. */
export function drawProfile(random: Random, name?: ProfileName): FaultProfile {
  const drawn = random.weighted({ calm: 2, realistic: 10, bad: 6, absurd: 2, restarts: 1 });
  return kinds[name ?? drawn];
}

export const calm: FaultProfile = kinds.calm;
