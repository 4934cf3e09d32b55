import type { Clock } from '../../domain/index.ts';

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

/** More does not happen in the time that anybody asks about. */
const MOST = 1_000;

/** How long ago something happened: what happened in this life of the host by a clock that nobody sets. */
export class Ages {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  /** By name, the oldest first: when it happened, by the monotonic clock. */
  readonly #happenedAt = new Map<string, number>();

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
  }

  /** It happened just now. */
  begin(name: string): void {
    this.#happenedAt.delete(name);
    this.#happenedAt.set(name, this.#clock.monotonic());
    if (this.#happenedAt.size <= MOST) return;
    for (const oldest of this.#happenedAt.keys()) {
      this.#happenedAt.delete(oldest);
      return;
    }
  }

  /** Milliseconds. Of what happened before this start by its date, milliseconds since 1970, which is all there is. */
  ageMs(name: string, date: number): number {
    const happenedAt = this.#happenedAt.get(name);
    // oxlint-disable-next-line tillbridge/no-wall-durations -- it happened in an earlier run: there is no other clock
    return happenedAt === undefined ? this.#clock.now() - date : this.#clock.monotonic() - happenedAt;
  }
}

/** What is noted is dated just now; anything older is an end of before that is told again. */
const JUST_NOW_MS = 5_000;

/** How long ago payments and links ended. */
export class CompletionAges {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #ages: Ages;

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
    this.#ages = new Ages(clock);
  }

  /** To be called with each change as it is published; what has not ended is passed over. */
  note(one: Ended): void {
    // oxlint-disable-next-line tillbridge/no-wall-durations -- whether its date is of this very moment
    if (one.finishedAt === null || Math.abs(this.#clock.now() - endedAt(one)) > JUST_NOW_MS) return;
    this.#ages.begin(one.id);
  }

  /** Milliseconds. */
  ageMs(one: Ended): number {
    return this.#ages.ageMs(one.id, endedAt(one));
  }
}
