/**
 * Updates of a running shell: checked for once a day, fetched, offered on the screen, and installed when the till
 * closes or when a user asks. A failure is reported in one line and retried on another day: no sale waits for an
 * update.
 */
import { toFailure } from '../../contract/index.ts';
import type { ElapsedClock } from '../../domain/index.ts';
import type { Stack } from '../stack.ts';
import { ownUpdates, type ProgramLocation } from './own.ts';
import type { Applied, Updates } from './updates.ts';

/** First check after the start, later than the work of opening the till. */
const FIRST_POLL_MS = 60_000;
const POLL_EVERY_MS = 24 * 3_600_000;

export interface UpdateKeeperOptions {
  readonly ground: ProgramLocation;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stack: Pick<Stack, 'isIdle' | 'offerUpdate'>;
  readonly clock: ElapsedClock;
  readonly say: (line: string) => void;
  /** Called when this program has to end; the installer restarts it (Windows). */
  readonly end: () => void;
  /** Setting that allows checks, and installation when the till closes; it is read each time. */
  readonly mayCheck: () => boolean;
}

/** Updates of a shell. Idle in a program that another program updates. */
export class UpdateKeeper {
  readonly #options: UpdateKeeperOptions;
  readonly #updates: Updates | null;
  #cancelCheck: () => void = () => undefined;

  constructor(options: UpdateKeeperOptions) {
    this.#options = options;
    const { ground, dataDir, env, stack } = options;
    this.#updates = ownUpdates({ ground, dataDir, env, isIdle: () => stack.isIdle() });
    if (this.#updates) this.#checkIn(FIRST_POLL_MS);
  }

  /** Checks for an update, fetches it and offers it. Never rejects. */
  async check(): Promise<void> {
    try {
      if (!this.#options.mayCheck()) return;
      if (await this.#updates?.check()) await this.#updates?.fetch();
      const release = (await this.#updates?.staged()) ?? null;
      this.#options.stack.offerUpdate(release && { version: release.version, notes: release.notes });
    } catch (error) {
      this.#options.say(`No update: ${toFailure(error).message}`);
    }
  }

  /** Installs the update at a user's request. Never rejects. */
  async now(): Promise<void> {
    const applied = await this.#apply(true);
    if (!applied) return;
    this.#options.stack.offerUpdate(null);
    if (applied.takesEffect === 'on-exit') this.#options.end();
  }

  /** Installs the update as the till closes, if no payment is unfinished. Never rejects. */
  async close(): Promise<void> {
    this.#cancelCheck();
    try {
      if (this.#options.mayCheck() && (await this.#updates?.staged())) await this.#apply(false);
    } catch (error) {
      this.#options.say(`No update: ${toFailure(error).message}`);
    }
  }

  async #apply(opensAgain: boolean): Promise<Applied | null> {
    try {
      const applied = (await this.#updates?.apply(opensAgain)) ?? null;
      const when = applied?.takesEffect === 'on-exit' ? 'is installed as soon as this till has ended' : 'is installed';
      if (applied) this.#options.say(`Tillbridge ${applied.version} ${when}.`);
      return applied;
    } catch (error) {
      this.#options.say(`The update was not installed: ${toFailure(error).message}`);
      return null;
    }
  }

  #checkIn(ms: number): void {
    this.#cancelCheck = this.#options.clock.after(ms, () => {
      void this.check();
      this.#checkIn(POLL_EVERY_MS);
    });
  }
}
