/**
 * The daily self-test of every terminal: is it on the cable, is it well, can the platform be reached. Once a day at a set
 * local time, and when the till is first started on a day; never while a payment holds the terminal.
 */
import { toFailure, type Failure, type PlatformView, type SelfTest } from '../../contract/index.ts';
import type { Terminal, TerminalHealth } from '../../../native/index.ts';
import type { Clock } from '../../domain/index.ts';

/** What the platform's connectivity monitor says, as a check. */
export interface PlatformCheck {
  failure: Failure | null;
  /** ISO 8601. */
  since: string;
}

/** The platform as the self-test reports it; null where there is nothing to check or nothing is known yet. */
export function platformCheckOf({ state, since, failure }: PlatformView): PlatformCheck | null {
  if (state === 'not-configured' || state === 'unknown') return null;
  if (state === 'reachable') return { failure: null, since };
  return { failure: failure ?? { code: 'API_UNREACHABLE', message: `The platform is ${state}.` }, since };
}

/** A moment on the wall clock of the shop. */
export interface LocalTime {
  /** YYYY-MM-DD */
  day: string;
  /** Minutes since midnight. */
  minutes: number;
}

/** By the computer's own time zone. */
export function localTimeOf(at: number): LocalTime {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return { day, minutes: date.getHours() * 60 + date.getMinutes() };
}

/** `06:00` as minutes since midnight. */
export function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/**
 * Whether a test is due: none yet today, or today's hour has come since the last one. By the calendar and not by an
 * interval: a computer that slept, or a clock that was put forward, misses none.
 * @param last the last test; null when there was none
 */
export function isSelfTestDue(now: LocalTime, last: LocalTime | null, atMinutes: number): boolean {
  if (last === null || last.day !== now.day) return true;
  return now.minutes >= atMinutes && last.minutes < atMinutes;
}

/** What is wrong with a terminal that answers; null for nothing. */
function healthFailure({ isTampered, isOperational }: TerminalHealth): Failure | null {
  if (isTampered) return { code: 'TERM_UNHEALTHY', message: 'It says that it has been tampered with.' };
  if (isOperational === false) return { code: 'TERM_UNHEALTHY', message: 'It says that it is not operational.' };
  return null;
}

/** One ping and one look at its health. Never rejects. */
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

/** One terminal of the till. */
interface SelfTestTarget {
  /** When its last test was, milliseconds since 1970; null when it should be tested as if there had been none. */
  last: number | null;
  /** Tests it, unless a payment holds it; then it is asked again at the next look. */
  run: () => Promise<unknown>;
}

export interface SelfTesterOptions {
  /** Local time, `HH:MM`. */
  at: string;
  clock: Clock;
  /** Default: the computer's own time zone. */
  localTime?: (at: number) => LocalTime;
  targets: () => readonly SelfTestTarget[];
  /** Everything that can be expected to be there is there: the first test of a start waits for it. */
  isSettled: () => boolean;
}

const LOOK_EVERY_MS = 30_000;
/** Terminals that are not there this long after the start are tested as they are. */
const SETTLE_WITHIN_MS = 30_000;
const FIRST_LOOK_MS = 1_000;

/** Gives a function that stops it. */
export function startSelfTester(options: SelfTesterOptions): () => void {
  const { clock, localTime = localTimeOf } = options;
  const atMinutes = minutesOf(options.at);
  const startedAt = clock.monotonic();
  let stopTimer: (() => void) | null = null;
  let isStopped = false;

  async function look(): Promise<void> {
    const isStarting = clock.monotonic() - startedAt < SETTLE_WITHIN_MS && !options.isSettled();
    if (!isStarting) {
      const now = localTime(clock.now());
      const due = options
        .targets()
        .filter(({ last }) => isSelfTestDue(now, last === null ? null : localTime(last), atMinutes));
      await Promise.all(due.map(({ run }) => run()));
    }
    if (!isStopped) stopTimer = clock.after(isStarting ? FIRST_LOOK_MS : LOOK_EVERY_MS, () => void look());
  }

  stopTimer = clock.after(FIRST_LOOK_MS, () => void look());
  return () => {
    isStopped = true;
    stopTimer?.();
  };
}
