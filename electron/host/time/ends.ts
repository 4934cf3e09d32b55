import type { Clock } from '../../contract/index.ts';

/** What has ended, as far as its age is known by it. */
export interface Ended {
  id: string;
  finishedAt: string | null;
  updatedAt: string;
}

/** Milliseconds since 1970. */
export function endedAt({ finishedAt, updatedAt }: Pick<Ended, 'finishedAt' | 'updatedAt'>): number {
  return Date.parse(finishedAt ?? updatedAt);
}

/** What is noted is dated just now; anything older is an end of before that is told again. */
const JUST_NOW_MS = 5_000;
/** More does not end in the time that anybody asks about. */
const MOST = 1_000;

/** How long ago payments and links ended: of what ended in this life of the host by a clock that nobody sets. */
export class Ends {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  /** By id, the oldest first: when it ended, by the monotonic clock. */
  readonly #endedAt = new Map<string, number>();

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
  }

  /** To be called with each change as it is published; what has not ended is passed over. */
  note(one: Ended): void {
    // oxlint-disable-next-line tillbridge/no-wall-durations -- whether its date is of this very moment
    if (one.finishedAt === null || Math.abs(this.#clock.now() - endedAt(one)) > JUST_NOW_MS) return;
    this.#endedAt.delete(one.id);
    this.#endedAt.set(one.id, this.#clock.monotonic());
    if (this.#endedAt.size <= MOST) return;
    for (const oldest of this.#endedAt.keys()) {
      this.#endedAt.delete(oldest);
      return;
    }
  }

  /** Milliseconds. Of what ended before this start by the wall's clock, which is all there is. */
  ageMs(one: Ended): number {
    const ended = this.#endedAt.get(one.id);
    // oxlint-disable-next-line tillbridge/no-wall-durations -- it ended in an earlier run: there is no other clock
    return ended === undefined ? this.#clock.now() - endedAt(one) : this.#clock.monotonic() - ended;
  }
}
