import type { Clock } from '../../domain/index.ts';

/** Payment or link, as far as its end is concerned. */
export interface Ended {
  id: string;
  finishedAt: string | null;
  updatedAt: string;
}

/** Milliseconds since 1970. */
export function endedAt({ finishedAt, updatedAt }: Pick<Ended, 'finishedAt' | 'updatedAt'>): number {
  return Date.parse(finishedAt ?? updatedAt);
}

/** Maximum number of stored events, above any number within the time limits that callers use. */
const MAX_AGES = 1_000;

/** Ages of events. Events of this host run are measured with a clock that cannot be set. */
export class Ages {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Monotonic time by name, oldest first. */
  readonly #happenedAt = new Map<string, number>();

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
  }

  /** Records that the event happened now. */
  begin(name: string): void {
    this.#happenedAt.delete(name);
    this.#happenedAt.set(name, this.#clock.monotonic());
    if (this.#happenedAt.size <= MAX_AGES) return;
    for (const oldest of this.#happenedAt.keys()) {
      this.#happenedAt.delete(oldest);
      return;
    }
  }

  /** Age in milliseconds. For an event of an earlier run only its date is known, in milliseconds since 1970. */
  ageMs(name: string, date: number): number {
    const happenedAt = this.#happenedAt.get(name);
    // oxlint-disable-next-line tillbridge/no-wall-durations -- it happened in an earlier run: there is no other clock
    return happenedAt === undefined ? this.#clock.now() - date : this.#clock.monotonic() - happenedAt;
  }
}

/**
 * Maximum difference between now and the date of a new end; an older date belongs to an end that is published again.
 */
const JUST_NOW_MS = 5_000;

/** Ages of ended payments and links. */
export class CompletionAges {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #ages: Ages;

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
    this.#ages = new Ages(clock);
  }

  /** Call on each published change; records that have not ended are ignored. */
  note(one: Ended): void {
    // oxlint-disable-next-line tillbridge/no-wall-durations -- whether the end happened just now
    if (one.finishedAt === null || Math.abs(this.#clock.now() - endedAt(one)) > JUST_NOW_MS) return;
    this.#ages.begin(one.id);
  }

  /** Age in milliseconds. */
  ageMs(one: Ended): number {
    return this.#ages.ageMs(one.id, endedAt(one));
  }
}
