/** How bad a day is: how often each class of fault strikes. Realistic for most days, absurd for some. */
import type { Random } from './random.ts';

/** What can happen to one HTTP request; each a part of all requests. */
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
  'status-409',
  'status-422',
  'status-429',
  'status-500',
  'status-500-after',
  'status-503',
  'html-200',
  'html-200-after',
  'html-502',
  'half-body',
  'garbage-after',
  'empty-after',
  'other-record',
  'pending',
  'batched-later',
  'batch-fails',
] as const;
export type Fate = (typeof fates)[number];

/** Whether this can happen to such a request at all. */
export function isPossible(
  fate: Fate,
  { method, url, body }: { method: string; url: string; body: string | null },
): boolean {
  if (fate === 'pending') return method === 'POST' && /^\/(?:authorizations|transfers)$/.test(url);
  if (fate === 'batched-later' || fate === 'batch-fails')
    return method === 'PUT' && body?.includes('capture_amount') === true;
  if (fate === 'other-record') return /^\/(?:authorizations|transfers)(?:\/[^/?]+(?:\/reversals)?)?$/.test(url);
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
  name: 'calm' | 'realistic' | 'bad' | 'absurd';
  latency: { medianMs: number; p99Ms: number };
  fates: Readonly<Record<Fate, number>>;
  /** Events of each kind over the day. */
  perDay: {
    crashes: number;
    powerCuts: number;
    outages: number;
    revocations: number;
    fullDisks: number;
    lostJournals: number;
    cablePulls: number;
    terminalReboots: number;
    deviceOffline: number;
    /** Taken out of service, and put into service again. */
    deviceDisabled: number;
    clockJumps: number;
  };
  /** What a terminal does wrong, per transaction or command. */
  terminal: { silent: number; lateOrDouble: number; earlyRemoval: number; cardRefusesEnd: number };
  /** How far the platform's clock is off, milliseconds at most. */
  skewMs: number;
}

const rates = (each: number, few: Partial<Record<Fate, number>>): Record<Fate, number> => {
  const all = {} as Record<Fate, number>;
  for (const fate of fates) all[fate] = few[fate] ?? each;
  return all;
};

const quiet = {
  crashes: 0,
  powerCuts: 0,
  outages: 0,
  revocations: 0,
  fullDisks: 0,
  lostJournals: 0,
  cablePulls: 0,
  terminalReboots: 0,
  deviceOffline: 0,
  deviceDisabled: 0,
  clockJumps: 0,
};

const kinds: Readonly<Record<FaultProfile['name'], FaultProfile>> = {
  calm: {
    name: 'calm',
    latency: { medianMs: 120, p99Ms: 900 },
    fates: rates(0, {}),
    perDay: quiet,
    terminal: { silent: 0, lateOrDouble: 0, earlyRemoval: 0.02, cardRefusesEnd: 0.01 },
    skewMs: 2_000,
  },
  realistic: {
    name: 'realistic',
    latency: { medianMs: 200, p99Ms: 3_000 },
    fates: rates(0.001, { pending: 0.01, 'batched-later': 0.05, 'reply-slow': 0.005, 'other-record': 0.0002 }),
    perDay: { crashes: 1, powerCuts: 0.5, outages: 1, revocations: 0.2, fullDisks: 0.2, lostJournals: 0.1, cablePulls: 2, terminalReboots: 1, deviceOffline: 1, deviceDisabled: 0.5, clockJumps: 0.2 }, // prettier-ignore
    terminal: { silent: 0.005, lateOrDouble: 0.005, earlyRemoval: 0.04, cardRefusesEnd: 0.02 },
    skewMs: 60_000,
  },
  bad: {
    name: 'bad',
    latency: { medianMs: 500, p99Ms: 9_000 },
    fates: rates(0.008, { pending: 0.05, 'batched-later': 0.2, 'batch-fails': 0.02, 'reply-slow': 0.03 }),
    perDay: { crashes: 12, powerCuts: 4, outages: 5, revocations: 1, fullDisks: 3, lostJournals: 0.5, cablePulls: 10, terminalReboots: 5, deviceOffline: 4, deviceDisabled: 2, clockJumps: 1 }, // prettier-ignore
    terminal: { silent: 0.03, lateOrDouble: 0.05, earlyRemoval: 0.08, cardRefusesEnd: 0.04 },
    skewMs: 15 * 60_000,
  },
  absurd: {
    name: 'absurd',
    latency: { medianMs: 900, p99Ms: 25_000 },
    fates: rates(0.02, { pending: 0.1, 'batched-later': 0.3, 'batch-fails': 0.1 }),
    perDay: { crashes: 80, powerCuts: 12, outages: 12, revocations: 2, fullDisks: 12, lostJournals: 1.5, cablePulls: 40, terminalReboots: 20, deviceOffline: 12, deviceDisabled: 5, clockJumps: 4 }, // prettier-ignore
    terminal: { silent: 0.12, lateOrDouble: 0.15, earlyRemoval: 0.15, cardRefusesEnd: 0.1 },
    skewMs: 2 * 60 * 60_000,
  },
};

export type ProfileName = FaultProfile['name'];

/** One calm day in ten, for the words of an ordinary sale; the rest is trouble. */
export function drawProfile(random: Random, name?: ProfileName): FaultProfile {
  const drawn = random.weighted({ calm: 1, realistic: 5, bad: 3, absurd: 1 });
  return kinds[name ?? drawn];
}

export const calm: FaultProfile = kinds.calm;
