/**
 * The sweep: attempts at rest of which the platform may still have to say something (late creates, captures that were
 * PENDING, holds, a person's decisions) are asked about, soon at first and then ever more rarely.
 */
import { probe, watchUntil, type Attempt, type Effect } from './machine/index.ts';
import type { Clock } from './ports.ts';

export interface WatchOptions {
  clock: Clock;
  /** Ids of the attempts to be watched now. */
  watched: (now: number) => readonly string[];
  /** The attempt, unless something of it runs. */
  resting: (id: string) => Attempt | undefined;
  run: (attempt: Attempt, effect: Effect) => void;
}

export interface Watch {
  start(): void;
  /** Asks about every watched attempt now. */
  sweep(): void;
  stop(): void;
}

const SWEEP_EVERY_MS = 30_000;
const RAREST_MS = 30 * 60_000;

export function createWatch({ clock, watched, resting, run }: WatchOptions): Watch {
  const rounds = new Map<string, { times: number; nextAt: number }>();
  let stopTimer: (() => void) | null = null;

  function round(isForced: boolean): void {
    const now = clock.now();
    const ids = watched(now);
    for (const id of rounds.keys()) if (!ids.includes(id)) rounds.delete(id);
    for (const id of ids) {
      const known = rounds.get(id) ?? { times: 0, nextAt: 0 };
      if (!isForced && now < known.nextAt) continue;
      const attempt = resting(id);
      if (!attempt || (watchUntil(attempt) ?? 0) < now) continue;
      // Every half minute for a quarter of an hour, then at doubling distances.
      const pauseMs = SWEEP_EVERY_MS * 2 ** Math.max(0, Math.min(known.times - 30, 6));
      rounds.set(id, { times: known.times + 1, nextAt: now + Math.min(pauseMs, RAREST_MS) - SWEEP_EVERY_MS / 2 });
      for (const effect of probe(attempt)) run(attempt, effect);
    }
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
      stopTimer?.();
      stopTimer = null;
    },
  };
}
