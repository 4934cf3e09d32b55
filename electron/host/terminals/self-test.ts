/**
 * Daily self-test of every terminal: cable, health, and reachability of the platform. It runs once a day at a
 * configured local time and at the first start of a day, but never while a payment holds the terminal.
 */
import { toFailure, type Failure, type PlatformView, type SelfTest } from '../../contract/index.ts';
import type { Terminal, TerminalHealth } from '../../../native/index.ts';
import { localDay, type Clock } from '../../domain/index.ts';

/** State of the platform's connectivity monitor, as a check. */
export interface PlatformCheck {
  failure: Failure | null;
  /** ISO 8601 time. */
  since: string;
}

/** Platform check of the self-test, or null if there is nothing to check or the state is unknown. */
export function platformCheckOf({ state, since, failure }: PlatformView): PlatformCheck | null {
  if (state === 'not-configured' || state === 'unknown') return null;
  if (state === 'reachable') return { failure: null, since };
  return { failure: failure ?? { code: 'API_UNREACHABLE', message: `The platform is ${state}.` }, since };
}

/** Wall-clock time in the shop. */
export interface LocalTime {
  /** YYYY-MM-DD */
  day: string;
  /** Minutes since midnight. */
  minutes: number;
}

/** Converts by the computer's time zone. */
export function localTimeOf(at: number): LocalTime {
  const date = new Date(at);
  return { day: localDay(at), minutes: date.getHours() * 60 + date.getMinutes() };
}

/** `06:00` as minutes since midnight. */
export function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/**
 * True if a test is due: either today had no test, or today's test time has passed since the last test. Uses the
 * calendar instead of an interval, so that a sleeping computer or a clock set forward misses no test.
 * @param last time of the last test, or null
 */
export function isSelfTestDue(now: LocalTime, last: LocalTime | null, atMinutes: number): boolean {
  if (last === null || last.day !== now.day) return true;
  return now.minutes >= atMinutes && last.minutes < atMinutes;
}

/** Fault of a terminal that answers, or null. */
function healthFailure({ isTampered, isOperational }: TerminalHealth): Failure | null {
  if (isTampered) return { code: 'TERM_UNHEALTHY', message: 'It says that it has been tampered with.' };
  if (isOperational === false) return { code: 'TERM_UNHEALTHY', message: 'It says that it is not operational.' };
  return null;
}

/** Pings the terminal and reads its health. Never rejects. */
export async function checkTerminal(
  terminal: Pick<Terminal, 'ping' | 'health'>,
): Promise<{ cable: Failure | null; health: Failure | null; reported: TerminalHealth | null }> {
  try {
    await terminal.ping();
  } catch (error) {
    return { cable: toFailure(error), health: null, reported: null };
  }
  try {
    const reported = await terminal.health();
    return { cable: null, health: healthFailure(reported), reported };
  } catch (error) {
    return { cable: null, health: toFailure(error), reported: null };
  }
}

export function selfTestOf(
  at: number,
  found: { cable: Failure | null; since: string | null; health: Failure | null; platform: PlatformCheck | null },
): SelfTest {
  const { cable, platform } = found;
  const checks: SelfTest['checks'] = [
    { what: 'cable', failure: cable, since: found.since },
    ...(cable === null ? [{ what: 'health' as const, failure: found.health, since: null }] : []),
    ...(platform ? [{ what: 'platform' as const, failure: platform.failure, since: platform.since }] : []),
  ];
  return { at: new Date(at).toISOString(), isOk: checks.every(({ failure }) => failure === null), checks };
}

/** Terminal to test. */
interface SelfTestTarget {
  /** Time of the last test in milliseconds since 1970, or null to force a test. */
  last: number | null;
  /** Tests the terminal; if a payment holds it, the next poll tries again. */
  run: () => Promise<unknown>;
}

export interface SelfTesterOptions {
  /** Local time, `HH:MM`. */
  at: string;
  clock: Clock;
  /** Default: the computer's time zone. */
  localTime?: (at: number) => LocalTime;
  targets: () => readonly SelfTestTarget[];
  /** True if all expected terminals are present; the first test after a start waits for this. */
  isSettled: () => boolean;
}

const POLL_EVERY_MS = 30_000;
/** Time after the start when missing terminals are tested as they are. */
const SETTLE_WITHIN_MS = 30_000;
const FIRST_POLL_MS = 1_000;

/** Returns a function that stops the tester. */
export function startSelfTester(options: SelfTesterOptions): () => void {
  const { clock, localTime = localTimeOf } = options;
  const atMinutes = minutesOf(options.at);
  const startedAt = clock.monotonic();
  let stopTimer: (() => void) | null = null;
  let isStopped = false;

  async function runDueTests(): Promise<void> {
    const isStarting = clock.monotonic() - startedAt < SETTLE_WITHIN_MS && !options.isSettled();
    if (!isStarting) {
      const now = localTime(clock.now());
      const due = options
        .targets()
        .filter(({ last }) => isSelfTestDue(now, last === null ? null : localTime(last), atMinutes));
      await Promise.all(due.map(({ run }) => run()));
    }
    if (!isStopped) stopTimer = clock.after(isStarting ? FIRST_POLL_MS : POLL_EVERY_MS, () => void runDueTests());
  }

  stopTimer = clock.after(FIRST_POLL_MS, () => void runDueTests());
  return () => {
    isStopped = true;
    stopTimer?.();
  };
}
