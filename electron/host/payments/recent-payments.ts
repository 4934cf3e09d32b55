/**
 * The payments of this till that another one may be the repeat of: those of the last minutes. Their time is measured by timers,
 * so that a clock that is set neither silences the question nor invents it. Of what ended before this start the clocks say how
 * long ago it was, where that is plausible; else it counts as recent until the window has passed since the start.
 */
import { TillError } from '../../contract/index.ts';
import type { Clock } from '../../domain/index.ts';
import {
  begin,
  isToBeCompared,
  repeats,
  transition,
  type Attempt,
  type Intent,
  type Repeated,
  type TimedEvent,
} from './machine/index.ts';
import { minutesOf } from './requests.ts';

export interface RecentPaymentsOptions {
  clock: Clock;
  sameCardWithinMs: number;
  /** The platform's clock, milliseconds since 1970; null: not known. */
  platformNow: () => number | null;
  /** As it stands now; undefined where it cannot be read. */
  read: (id: string) => Attempt | undefined;
}

const MINUTE_MS = 60_000;
/** A clock that calls something older than this may as well have lost its date. */
const PLAUSIBLE_MS = 90 * 24 * 60 * MINUTE_MS;

export class RecentPayments {
  readonly #options: RecentPaymentsOptions;
  /** By id, the last to be added last: how its timer is stopped, and whether its time is known. */
  readonly #recent = new Map<string, { forget: () => void; isOfThisLife: boolean }>();

  constructor(options: RecentPaymentsOptions) {
    this.#options = options;
  }

  /** It began, or something was taken with it. `isOfThisLife`: just now, and not before the start. */
  add(id: string, isOfThisLife: boolean): void {
    const { clock, sameCardWithinMs } = this.#options;
    this.#recent.get(id)?.forget();
    this.#recent.delete(id);
    // The last millisecond of the window is within it.
    const forget = clock.after(sameCardWithinMs + 1, () => this.#recent.delete(id));
    this.#recent.set(id, { forget, isOfThisLife });
  }

  /**
   * Money that goes out at once waits for nobody's answer: it is compared before a card is read. Throws PAY_DUPLICATE where
   * the same amount went out on the same terminal, or may have.
   */
  checkBegin(intent: Intent, at: number): void {
    if (intent.kind !== 'refund' || intent.repeat === undefined) return;
    const repeated = this.#repeatedBy(begin({ type: 'begin', intent, at }).attempt, at);
    if (!repeated) return;
    const { attempt, as, minutes } = repeated;
    const was = as === 'checking' ? 'may have been' : 'was';
    throw new TillError('PAY_DUPLICATE', `The same amount ${was} given back on this terminal earlier.`, {
      context: { attempt, as, minutes },
    });
  }

  /** Puts into an event that would take what was approved which payment that would repeat. */
  compare(event: TimedEvent, before: Attempt): void {
    const after = before.intent.repeat === undefined ? undefined : transition(before, event)?.attempt;
    if (!after || !isToBeCompared(before, after)) return;
    const repeated = this.#repeatedBy(after, event.at);
    if (repeated) Object.assign(event, { repeated });
  }

  close(): void {
    for (const { forget } of this.#recent.values()) forget();
    this.#recent.clear();
  }

  /** The newest payment that `own` looks like the repeat of. */
  #repeatedBy(own: Attempt, now: number): Repeated | undefined {
    for (const [id, { isOfThisLife }] of [...this.#recent].reverse()) {
      const earlier = this.#options.read(id);
      const as = earlier && repeats(own, earlier);
      if (!as) continue;
      const endedMs = earlier.phase.name === 'done' ? earlier.phase.at : earlier.updatedAt;
      const ageMs = isOfThisLife ? this.#within(now - endedMs) : this.#ageMs(endedMs, now);
      if (ageMs !== 'over') return { attempt: id, as, minutes: ageMs === null ? null : minutesOf(ageMs) };
    }
    return undefined;
  }

  /** The age of what a timer still calls recent; null where the clock was set meanwhile. Milliseconds. */
  #within(ageMs: number): number | null {
    return ageMs >= 0 && ageMs <= this.#options.sameCardWithinMs ? ageMs : null;
  }

  /**
   * The age of what ended before this start, milliseconds; null: not known, and so recent. Of the till's clock and the
   * platform's the one that makes it younger counts: a question too many costs one press.
   */
  #ageMs(endedMs: number, now: number): number | null | 'over' {
    const ages = [now, this.#options.platformNow()].flatMap((at) => (at === null ? [] : [at - endedMs]));
    const plausible = ages.filter((ageMs) => ageMs >= 0 && ageMs < PLAUSIBLE_MS);
    if (plausible.length === 0) return null;
    const youngestMs = Math.min(...plausible);
    if (youngestMs > this.#options.sameCardWithinMs) return 'over';
    return Math.max(...plausible) - youngestMs < MINUTE_MS ? youngestMs : null;
  }
}
