/**
 * The reconciliation poll: attempts at rest of which the platform may still have to say something (late creates, captures that
 * were PENDING, holds, a person's decisions) are asked about, soon at first and then ever more rarely. A few at a time, the
 * newest first: the platform is asked for the cashier's next sale too.
 */
import type { Clock } from '../../domain/index.ts';
import { probe, watchUntil, type Attempt, type Effect } from './machine/index.ts';

export interface ReconciliationPollOptions {
  clock: Clock;
  /** Ids of the attempts to be watched now, the newest first. */
  watched: (now: number) => readonly string[];
  /** The attempt, unless something of it runs. */
  resting: (id: string) => Attempt | undefined;
  /** Settles, never rejects, once it has been asked: whether there was an answer. */
  run: (attempt: Attempt, effect: Effect) => Promise<boolean>;
}

/** Somebody waits until each of these has been asked about. */
interface WaitedPoll {
  waiting: Set<string>;
  /** Attempts whose outcome is still unknown after they were asked about. */
  stillUnknown: Set<string>;
  end: () => void;
}

const ROUND_EVERY_MS = 30_000;
const RAREST_MS = 30 * 60_000;
/** Every half minute for the first quarter of an hour after something has happened, then at growing distances. */
const AGE_TO_PAUSE = 30;
/** Asked about at the same time. */
const AT_ONCE = 4;

/** How long an attempt has been at rest: what it was when it was first seen, and what has passed since. */
interface Rest {
  since: number;
  ageMs: number;
  /** Of the monotonic clock. */
  seenAt: number;
}

/** What is over grows old however often the platform is asked about it, and is written down; a reversal of it begins anew. */
function restingSince({ phase, reversals, updatedAt }: Attempt): number {
  if (phase.name !== 'done') return updatedAt;
  return Math.max(
    phase.at,
    ...reversals.map(({ phase: of }) => (of.name === 'failed' || of.name === 'decided' ? of.at : 0)),
  );
}

export class ReconciliationPoll {
  readonly #options: ReconciliationPollOptions;
  /** When each is due, by the monotonic clock. */
  readonly #due = new Map<string, number>();
  readonly #rests = new Map<string, Rest>();
  /** At rest since an earlier life: how old they are only the clock on the wall knows. */
  #earlier: ReadonlySet<string> | null = null;
  /** Due, and not asked about yet. */
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

  /** Asks about every watched attempt now. */
  pollNow(): void {
    this.#round(() => true);
  }

  /**
   * Asks about every watched attempt that is `wanted` now. Settles once each has been asked, or after `withinMs`, with those
   * whose outcome is still unknown.
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

  /** Asks about what is due, and about what is `forced`. */
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

  /** False where the platform gave no answer. */
  async #ask(id: string): Promise<boolean> {
    const attempt = this.#options.resting(id);
    // oxlint-disable-next-line tillbridge/no-wall-durations -- days, which outlive this process
    if (!attempt || (watchUntil(attempt) ?? 0) < this.#options.clock.now()) return true;
    const pauseMs = Math.min(Math.max(this.#ageMs(id, attempt) / AGE_TO_PAUSE, ROUND_EVERY_MS), RAREST_MS);
    // A round is a little early or late: half of one is left for that.
    this.#due.set(id, this.#options.clock.monotonic() + pauseMs - ROUND_EVERY_MS / 2);
    const answers = await Promise.all(probe(attempt).map((effect) => this.#options.run(attempt, effect)));
    return answers.every(Boolean);
  }

  /** Measured from where it came to rest in this life: a clock that is set makes nothing old. */
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
