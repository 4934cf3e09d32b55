/**
 * Updates of a browser shell that runs: looked for once a day, fetched, offered on the screen, and put in place when the till closes
 * or when somebody says so. What goes wrong is said in a line and tried another day: no sale waits for it.
 */
import { existsSync } from 'node:fs';
import { toFailure } from '../contract/index.ts';
import { SCHEMA_VERSION } from '../host/index.ts';
import {
  installedAs,
  journalPathOf,
  updateOrigin,
  Updates,
  type Applied,
  type Clock,
  type Stack,
} from '../starter/index.ts';

/** Not in the first minute, when a till that was just opened has better things to do. */
const FIRST_LOOK_MS = 60_000;
const LOOK_EVERY_MS = 24 * 3_600_000;

export interface UpdateKeeperOptions {
  readonly root: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stack: Pick<Stack, 'isIdle' | 'offerUpdate'>;
  readonly clock: Clock;
  readonly say: (line: string) => void;
  /** This program has to end, and comes back by itself (Windows). */
  readonly end: () => void;
  readonly allowsLoopback?: boolean;
}

export class UpdateKeeper {
  readonly #options: UpdateKeeperOptions;
  readonly #updates: Updates | null;
  #cancelLook: () => void = () => undefined;

  constructor(options: UpdateKeeperOptions) {
    this.#options = options;
    const { root, dataDir, env, stack, allowsLoopback = false } = options;
    const installed = installedAs({ root, platform: process.platform, arch: process.arch });
    const origin = installed.packageKey === null ? null : updateOrigin(root);
    this.#updates = origin
      ? new Updates({
          dataDir,
          installed,
          origin,
          way: { allowsLoopback, env },
          isIdle: () => stack.isIdle(),
          journalForm: () => (existsSync(journalPathOf(dataDir)) ? SCHEMA_VERSION : 0),
          nowMs: Date.now,
        })
      : null;
    if (this.#updates) this.#lookIn(FIRST_LOOK_MS);
  }

  /** Looks, fetches, and offers what is ready. Never rejects. */
  async look(): Promise<void> {
    try {
      if (await this.#updates?.look()) await this.#updates?.fetch();
      const release = (await this.#updates?.staged()) ?? null;
      this.#options.stack.offerUpdate(release && { version: release.version, notes: release.notes });
    } catch (error) {
      this.#options.say(`No update: ${toFailure(error).message}`);
    }
  }

  /** Somebody asks for it. Never rejects. */
  async now(): Promise<void> {
    const applied = await this.#apply();
    if (!applied) return;
    this.#options.stack.offerUpdate(null);
    if (applied.takesEffect === 'on-exit') this.#options.end();
  }

  /** The till closes: the next start is the new version, where nothing is left unfinished. Never rejects. */
  async close(): Promise<void> {
    this.#cancelLook();
    const isReady = await this.#updates?.staged().catch(() => null);
    if (isReady) await this.#apply();
  }

  async #apply(): Promise<Applied | null> {
    try {
      const applied = (await this.#updates?.apply()) ?? null;
      if (applied) this.#options.say(`Tillbridge ${applied.version} is in place.`);
      return applied;
    } catch (error) {
      this.#options.say(`The update was not put in place: ${toFailure(error).message}`);
      return null;
    }
  }

  #lookIn(ms: number): void {
    this.#cancelLook = this.#options.clock.after(ms, () => {
      void this.look();
      this.#lookIn(LOOK_EVERY_MS);
    });
  }
}
