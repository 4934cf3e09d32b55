/**
 * The sweep: attempts at rest of which the platform may still have to say something (late creates, captures that were
 * PENDING, holds, a person's decisions) are asked about, soon at first and then ever more rarely. A few at a time, the
 * newest first: the platform is asked for the cashier's next sale too.
 */
import { probe, watchUntil, type Attempt, type Effect } from './machine/index.ts';
import type { Clock } from '../clock.ts';

export interface WatchOptions {
  clock: Clock;
  /** Ids of the attempts to be watched now, the newest first. */
  watched: (now: number) => readonly string[];
  /** The attempt, unless something of it runs. */
  resting: (id: string) => Attempt | undefined;
  /** Settles, never rejects, once it has been asked. */
  run: (attempt: Attempt, effect: Effect) => Promise<void>;
}

export interface Watch {
  start(): void;
  /** Asks about every watched attempt now. */
  sweep(): void;
  stop(): void;
}

const SWEEP_EVERY_MS = 30_000;
const RAREST_MS = 30 * 60_000;
/** Every half minute for the first quarter of an hour after something has happened, then at growing distances. */
const AGE_TO_PAUSE = 30;
/** Asked about at the same time. */
const AT_ONCE = 4;

/** What is over grows old however often the platform is asked about it, and is written down; a reversal of it begins anew. */
function restingSince({ phase, reversals, updatedAt }: Attempt): number {
  if (phase.name !== 'done') return updatedAt;
  return Math.max(
    phase.at,
    ...reversals.map(({ phase: of }) => (of.name === 'failed' || of.name === 'decided' ? of.at : 0)),
  );
}

export function createWatch({ clock, watched, resting, run }: WatchOptions): Watch {
  /** When each is due, milliseconds since 1970. */
  const due = new Map<string, number>();
  /** Due, and not asked about yet. */
  const waiting = new Set<string>();
  let running = 0;
  let isStopped = false;
  let stopTimer: (() => void) | null = null;

  function round(isForced: boolean): void {
    const now = clock.now();
    const ids = new Set(watched(now));
    for (const id of due.keys()) if (!ids.has(id)) due.delete(id);
    for (const id of ids) {
      const inMs = (due.get(id) ?? 0) - now;
      // Further away than any pause: the clock was set back.
      if (isForced || inMs <= 0 || inMs > RAREST_MS) waiting.add(id);
    }
    for (; running < AT_ONCE && waiting.size > 0; running += 1) void worker();
  }

  async function worker(): Promise<void> {
    for (const id of waiting) {
      waiting.delete(id);
      await ask(id);
      if (isStopped) break;
    }
    running -= 1;
  }

  async function ask(id: string): Promise<void> {
    const now = clock.now();
    const attempt = resting(id);
    if (!attempt || (watchUntil(attempt) ?? 0) < now) return;
    const pauseMs = Math.min(Math.max((now - restingSince(attempt)) / AGE_TO_PAUSE, SWEEP_EVERY_MS), RAREST_MS);
    // A round is a little early or late: half of one is left for that.
    due.set(id, now + pauseMs - SWEEP_EVERY_MS / 2);
    await Promise.all(probe(attempt).map((effect) => run(attempt, effect)));
  }

  function later(): void {
    stopTimer = clock.after(SWEEP_EVERY_MS, () => {
      round(false);
      later();
    });
  }

  return {
    start: later,
    sweep: () => round(true),
    stop() {
      isStopped = true;
      stopTimer?.();
      stopTimer = null;
      waiting.clear();
    },
  };
}
