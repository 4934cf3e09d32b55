/**
 * Payments of this till in the last minutes, which a new payment may repeat. Their age is measured by timers: setting
 * the clock does not affect the question. For a payment that ended before this start the clocks give the age, if it is
 * plausible; otherwise the payment counts as recent until the window has passed since the start.
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
  /** Time by the platform's clock, milliseconds since 1970, or null if unknown. */
  platformNow: () => number | null;
  /** Current state of a payment, or undefined if it is unreadable. */
  read: (id: string) => Attempt | undefined;
}

const MINUTE_MS = 60_000;
/** If a clock yields a greater age, it may have lost its date. */
const PLAUSIBLE_MS = 90 * 24 * 60 * MINUTE_MS;

export class RecentPayments {
  readonly #options: RecentPaymentsOptions;
  /**
   * Recent payments by id, latest addition last: the function that stops its timer, and whether it was added in this
   * process run.
   */
  readonly #recent = new Map<string, { forget: () => void; isOfThisRun: boolean }>();

  constructor(options: RecentPaymentsOptions) {
    this.#options = options;
  }

  /**
   * Call when a payment began, or when its money was captured. `isOfThisRun`: true if that was just now rather than
   * before the start.
   */
  add(id: string, isOfThisRun: boolean): void {
    const { clock, sameCardWithinMs } = this.#options;
    this.#recent.get(id)?.forget();
    this.#recent.delete(id);
    // The last millisecond of the window is within it.
    const forget = clock.after(sameCardWithinMs + 1, () => this.#recent.delete(id));
    this.#recent.set(id, { forget, isOfThisRun });
  }

  /**
   * Compares a refund before a card is read: its money goes out at once, so it cannot wait for an answer.
   * @throws PAY_DUPLICATE when the same amount went out on the same terminal, or may have
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

  /** Adds the payment that would be repeated to an event that would take an approved amount. */
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

  /** Newest payment that `own` seems to repeat. */
  #repeatedBy(own: Attempt, now: number): Repeated | undefined {
    for (const [id, { isOfThisRun }] of [...this.#recent].reverse()) {
      const earlier = this.#options.read(id);
      const as = earlier && repeats(own, earlier);
      if (!as) continue;
      const endedMs = earlier.phase.name === 'done' ? earlier.phase.at : earlier.updatedAt;
      const ageMs = isOfThisRun ? this.#within(now - endedMs) : this.#ageMs(endedMs, now);
      if (ageMs !== 'over') return { attempt: id, as, minutes: ageMs === null ? null : minutesOf(ageMs) };
    }
    return undefined;
  }

  /** Age of a payment that its timer still counts as recent, or null if the clock was set since then. */
  #within(ageMs: number): number | null {
    return ageMs >= 0 && ageMs <= this.#options.sameCardWithinMs ? ageMs : null;
  }

  /**
   * Age of a payment that ended before this start, or null if unknown, which counts as recent. If the till's clock and
   * the platform's differ, the smaller age counts: an unneeded question costs one press.
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
