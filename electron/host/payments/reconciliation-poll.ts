/**
 * The reconciliation poll asks about attempts at rest that the platform may still have news of (late creates, captures
 * that were PENDING, holds, the manager's decisions): soon at first, and then less and less often. A few attempts are
 * polled at a time, newest first, because the platform also serves the cashier's next sale.
 */
import type { Clock } from '../../domain/index.ts';
import { probe, watchUntil, type Attempt, type Effect } from './machine/index.ts';

export interface ReconciliationPollOptions {
  clock: Clock;
  /** Ids of the attempts to watch now, newest first. */
  watched: (now: number) => readonly string[];
  /** The attempt, or undefined while a step of the attempt runs. */
  resting: (id: string) => Attempt | undefined;
  /** Polls about an attempt. Never rejects; resolves with whether there was an answer. */
  run: (attempt: Attempt, effect: Effect) => Promise<boolean>;
}

/** A caller that waits until each attempt in `waiting` has been polled. */
interface WaitedPoll {
  waiting: Set<string>;
  /** Attempts whose outcome is still unknown after their poll. */
  stillUnknown: Set<string>;
  end: () => void;
}

const ROUND_EVERY_MS = 30_000;
const RAREST_MS = 30 * 60_000;
/** An attempt is polled every half minute in its first quarter of an hour at rest, then at growing intervals. */
const AGE_TO_PAUSE = 30;
/** Maximum concurrent polls. */
const AT_ONCE = 4;

/** Time that an attempt has been at rest: its age when it was first seen, plus the time since. */
interface Rest {
  since: number;
  ageMs: number;
  /** Time by the monotonic clock. */
  seenAt: number;
}

/**
 * Start of an attempt's rest. A finished attempt keeps ageing although polls of it are journaled; a reversal restarts
 * its age.
 */
function restingSince({ phase, reversals, updatedAt }: Attempt): number {
  if (phase.name !== 'done') return updatedAt;
  return Math.max(
    phase.at,
    ...reversals.map(({ phase: of }) => (of.name === 'failed' || of.name === 'decided' ? of.at : 0)),
  );
}

export class ReconciliationPoll {
  readonly #options: ReconciliationPollOptions;
  /** Time of each attempt's next poll, by the monotonic clock. */
  readonly #due = new Map<string, number>();
  readonly #rests = new Map<string, Rest>();
  /** Attempts at rest since an earlier process run: only the wall clock gives their age. */
  #earlier: ReadonlySet<string> | null = null;
  /** Attempts that are due and not polled yet. */
  readonly #waiting = new Set<string>();
  readonly #waitedPolls = new Set<WaitedPoll>();
  #running = 0;
  #isStopped = false;
  #stopTimer: (() => void) | null = null;

  constructor(options: ReconciliationPollOptions) {
    this.#options = options;
  }

  start(): void {
    this.#earlier ??= new Set(this.#options.watched(this.#options.clock.now()));
    this.#stopTimer = this.#options.clock.after(ROUND_EVERY_MS, () => {
      this.#round(() => false);
      this.start();
    });
  }

  /** Polls every watched attempt now. */
  pollNow(): void {
    this.#round(() => true);
  }

  /**
   * Polls every watched attempt that is `wanted` now. Resolves once each has been polled, or after `withinMs`, with the
   * attempts whose outcome is still unknown.
   */
  pollAndWait(wanted: (id: string) => boolean, withinMs: number): Promise<string[]> {
    const { clock, watched } = this.#options;
    const waiting = new Set(watched(clock.now()).filter(wanted));
    if (waiting.size === 0) return Promise.resolve([]);
    const { promise, resolve } = Promise.withResolvers<string[]>();
    const end = (): void => {
      stop();
      this.#waitedPolls.delete(poll);
      resolve([...poll.stillUnknown, ...waiting]);
    };
    const poll: WaitedPoll = { waiting, stillUnknown: new Set(), end };
    const stop = clock.after(withinMs, end);
    if (this.#isStopped) end();
    else this.#waitedPolls.add(poll);
    this.#round((id) => waiting.has(id));
    return promise;
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopTimer?.();
    this.#stopTimer = null;
    this.#waiting.clear();
    for (const { end } of Array.from(this.#waitedPolls)) end();
  }

  /** Polls attempts that are due or forced. */
  #round(isForced: (id: string) => boolean): void {
    const { clock, watched } = this.#options;
    const ids = new Set(watched(clock.now()));
    for (const known of [this.#due, this.#rests]) {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    }
    const now = clock.monotonic();
    for (const id of ids) if (isForced(id) || (this.#due.get(id) ?? 0) <= now) this.#waiting.add(id);
    for (; this.#running < AT_ONCE && this.#waiting.size > 0; this.#running += 1) void this.#worker();
  }

  async #worker(): Promise<void> {
    for (const id of this.#waiting) {
      this.#waiting.delete(id);
      const isAnswered = await this.#ask(id);
      for (const poll of Array.from(this.#waitedPolls)) noted(poll, id, isAnswered);
      if (this.#isStopped) break;
    }
    this.#running -= 1;
  }

  /** Resolves with false if the platform gave no answer. */
  async #ask(id: string): Promise<boolean> {
    const attempt = this.#options.resting(id);
    // oxlint-disable-next-line tillbridge/no-wall-durations -- the limit is days, which outlive this process
    if (!attempt || (watchUntil(attempt) ?? 0) < this.#options.clock.now()) return true;
    const pauseMs = Math.min(Math.max(this.#ageMs(id, attempt) / AGE_TO_PAUSE, ROUND_EVERY_MS), RAREST_MS);
    // Rounds are not exact, so a payment may be due half a round early.
    this.#due.set(id, this.#options.clock.monotonic() + pauseMs - ROUND_EVERY_MS / 2);
    const answers = await Promise.all(probe(attempt).map((effect) => this.#options.run(attempt, effect)));
    return answers.every(Boolean);
  }

  /** Age since the attempt came to rest in this process run: setting the clock does not change it. */
  #ageMs(id: string, attempt: Attempt): number {
    const { clock } = this.#options;
    const since = restingSince(attempt);
    const known = this.#rests.get(id);
    if (known?.since === since) return known.ageMs + clock.monotonic() - known.seenAt;
    const isEarlier = !known && this.#earlier?.has(id);
    const wall = clock.now();
    const ageMs = isEarlier ? Math.max(0, wall - since) : 0;
    this.#rests.set(id, { since, ageMs, seenAt: clock.monotonic() });
    return ageMs;
  }
}

function noted({ waiting, stillUnknown, end }: WaitedPoll, id: string, isAnswered: boolean): void {
  if (!waiting.delete(id)) return;
  if (!isAnswered) stillUnknown.add(id);
  if (waiting.size === 0) end();
}
