/**
 * The payments of this till that another one may be the repeat of: those of the last minutes. Their time is measured by timers,
 * so that a clock that is set neither silences the question nor invents it. What ended before this start counts as recent until
 * the window has passed since: how long ago it really was cannot be known.
 */
import { TillError } from '../../contract/index.ts';
import type { Clock } from '../time/index.ts';
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
  withinMs: number;
  /** As it stands now; undefined where it cannot be read. */
  read: (id: string) => Attempt | undefined;
}

export class RecentPayments {
  readonly #options: RecentPaymentsOptions;
  /** By id, the last to be added last: how its timer is stopped, and whether its time is known. */
  readonly #recent = new Map<string, { forget: () => void; isOfThisLife: boolean }>();

  constructor(options: RecentPaymentsOptions) {
    this.#options = options;
  }

  /** It began, or something was taken with it. `isOfThisLife`: just now, and not before the start. */
  add(id: string, isOfThisLife: boolean): void {
    const { clock, withinMs } = this.#options;
    this.#recent.get(id)?.forget();
    this.#recent.delete(id);
    // The last millisecond of the window is within it.
    const forget = clock.after(withinMs + 1, () => this.#recent.delete(id));
    this.#recent.set(id, { forget, isOfThisLife });
  }

  /**
   * Money that goes out at once waits for nobody's answer: it is compared before a card is read. Throws PAY_DUPLICATE where
   * the same amount went out on the same terminal.
   */
  checkBegin(intent: Intent, at: number): void {
    if (intent.kind !== 'refund' || intent.repeat === undefined) return;
    const repeated = this.#repeatedBy(begin({ type: 'begin', intent, at }).attempt, at);
    if (!repeated) return;
    throw new TillError('PAY_DUPLICATE', 'The same amount was given back on this terminal minutes ago.', {
      context: { attempt: repeated.attempt, minutes: repeated.minutes },
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
      const isPlausible = isOfThisLife && now >= endedMs && now <= endedMs + this.#options.withinMs;
      return { attempt: id, as, minutes: isPlausible ? minutesOf(now - endedMs) : null };
    }
    return undefined;
  }
}
