/** The waits between two tries: of an attempt itself under null, of its reversals under their ids. One each at a time. */
import type { Clock } from '../clock.ts';

type About = string | null;

export interface WaitOptions {
  clock: Clock;
  /** A number in [0, 1) for jitter. */
  random: () => number;
  /** `waitedMs`: how long it was, by a timer; the clock may have been set meanwhile. */
  onOver: (attempt: string, about: About, waitedMs: number) => void;
}

export interface Waits {
  /** Instead of the one that runs. */
  begin(attempt: string, about: About, delayMs: number): void;
  callOff(attempt: string, about: About): void;
  /** All of them end now: the same events, only sooner. */
  hurry(): void;
  /** Calls off whatever runs of an attempt, or of all. */
  forget(attempt?: string): void;
}

interface Wait {
  stop: () => void;
  delayMs: number;
  /** Milliseconds since 1970. */
  begunAt: number;
}

export function createWaits({ clock, random, onOver }: WaitOptions): Waits {
  const waits = new Map<string, Map<About, Wait>>();

  function callOff(attempt: string, about: About): void {
    waits.get(attempt)?.get(about)?.stop();
    remove(attempt, about);
  }

  function remove(attempt: string, about: About): void {
    const own = waits.get(attempt);
    own?.delete(about);
    if (own?.size === 0) waits.delete(attempt);
  }

  return {
    begin(attempt, about, leastMs) {
      callOff(attempt, about);
      // Up to a fifth longer, so that tills that lost the platform together do not come back together. Whole: it is journaled.
      const delayMs = Math.round(leastMs * (1 + random() / 5));
      const stop = clock.after(delayMs, () => {
        remove(attempt, about);
        onOver(attempt, about, delayMs);
      });
      const own = waits.get(attempt) ?? new Map<About, Wait>();
      waits.set(attempt, own.set(about, { stop, delayMs, begunAt: clock.now() }));
    },
    callOff,
    hurry() {
      // Copies, since a try may wait again at once.
      for (const [attempt, own] of Array.from(waits)) {
        for (const [about, { stop, delayMs, begunAt }] of Array.from(own)) {
          stop();
          remove(attempt, about);
          // More than the whole wait has not passed, whatever the clock says, nor less than nothing.
          onOver(attempt, about, Math.round(Math.max(0, Math.min(delayMs, clock.now() - begunAt))));
        }
      }
    },
    forget(attempt) {
      for (const [id, own] of Array.from(waits)) {
        if (attempt !== undefined && id !== attempt) continue;
        for (const { stop } of own.values()) stop();
        waits.delete(id);
      }
    },
  };
}
