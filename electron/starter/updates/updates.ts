/**
 * Updates of this program: check, fetch, installation and rollback.
 *
 *   look ──► signed feed ──► fetch ──► DATA/updates, verified ──► apply, when the till is idle ──► the next start
 *
 * An update is verified as a whole before any part is used, and it is read and verified again on installation.
 */
import { spawn } from 'node:child_process';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { TillError } from '../../contract/index.ts';
import { FEED_MAX_BYTES, releaseFor, packageOf, readFeed, type Feed, type Release } from './feed.ts';
import { allowedUrl, getSmall, type Way } from './fetch.ts';
import { installerCommand, Versions, type Installed } from './installed.ts';
import { updateFailure, refused } from './refusal.ts';
import { Stage } from './stage.ts';

/** Written into a package at build time (build/packaging/README.md): part of the program, not of its settings. */
const originSchema = z.object({ feed: z.url(), publicKey: z.string() });
export type UpdateOrigin = z.infer<typeof originSchema>;

/** Source of updates of this program, or null if this build has none. @throws the errors of JSON and zod */
export function updateOrigin(root: string): UpdateOrigin | null {
  const path = join(root, 'updates.json');
  return existsSync(path) ? originSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null;
}

export interface UpdatesOptions {
  readonly dataDir: string;
  readonly installed: Installed;
  readonly origin: UpdateOrigin;
  readonly way: Way;
  /**
   * True if all payments are at rest; false while a payment runs, is checked or is being reversed, and if that is
   * unknown.
   */
  readonly isIdle: () => Promise<boolean>;
  /** Current form of the journals in this folder; 0 if there is no journal. */
  readonly journalForm: () => number;
  readonly nowMs: () => number;
  readonly free?: (folder: string) => number;
  /** Windows: runs the installer after this process; replaced in tests. */
  readonly runAfter?: (command: string) => void;
}

/**
 * `on-restart`: the next start is the other version. `on-exit`: this program has to end now and is restarted by itself.
 */
export type Applied = { readonly version: string; readonly takesEffect: 'on-restart' | 'on-exit' };

export class Updates {
  readonly #options: UpdatesOptions;
  readonly #key: KeyObject;
  readonly #stage: Stage;
  /** True while an installer waits for this program to end: a second installer would conflict with it. */
  #isHandedOver = false;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#key = createPublicKey(options.origin.publicKey);
    const { way, dataDir, free } = options;
    this.#stage = new Stage({ folder: join(dataDir, 'updates'), way, ...(free ? { free } : {}) });
  }

  /**
   * Reads the feed and stores it if it is valid.
   * @returns the newer release, or null
   * @throws TillError UPDATE_REFUSED, UPDATE_FAILED
   */
  async check(): Promise<Release | null> {
    const url = this.#url();
    const bytes = await getSmall(url, this.#options.way, FEED_MAX_BYTES);
    const release = this.#releaseIn(readFeed(bytes, this.#key));
    if (release) this.#packageOf(release);
    this.#stage.keepFeed(bytes);
    return release;
  }

  /**
   * Fetches the package of the last seen release without installing it.
   * @throws TillError UPDATE_REFUSED, UPDATE_FAILED
   */
  async fetch(): Promise<Release | null> {
    const release = this.#offered();
    if (!release) return null;
    const wanted = this.#packageOf(release);
    this.#stage.clear([wanted]);
    await this.#stage.fetch(wanted, this.#url());
    return release;
  }

  /** The newer release whose package is complete here, or null. */
  async staged(): Promise<Release | null> {
    const release = this.#offered();
    if (!release || this.#isHandedOver || this.#isInPlace(release)) return null;
    return (await this.#stage.holds(this.#packageOf(release))) ? release : null;
  }

  /**
   * @param opensAgain opens the till again if this program has to end for the update; false if the user closed the till
   * @throws TillError UPDATE_BUSY, UPDATE_FAILED (not-staged, unpacking, no-room), UPDATE_REFUSED (journal)
   */
  async apply(opensAgain = true): Promise<Applied> {
    const release = await this.staged();
    if (!release) throw updateFailure('not-staged');
    if (this.#options.journalForm() < release.journal.from && this.#options.journalForm() > 0) throw refused('journal');
    return this.#putInPlace(release, opensAgain);
  }

  /**
   * Goes back to the previous version if that version can read the current journal.
   * @throws TillError UPDATE_BUSY, UPDATE_FAILED (no-former), UPDATE_REFUSED (journal)
   */
  async back(): Promise<Applied> {
    const { installed } = this.#options;
    if (installed.by === 'folder') {
      const versions = new Versions(installed);
      const former = versions.former();
      if (!former) throw updateFailure('no-former');
      this.#checkCanRead(former.journal);
      await this.#checkIdle();
      versions.point(former.version);
      return { version: former.version, takesEffect: 'on-restart' };
    }
    const former = this.#seen()?.former;
    if (!former) throw updateFailure('no-former');
    this.#checkCanRead(former.journal.writes);
    await this.#stage.fetch(packageOf(former, installed.packageKey ?? ''), this.#url());
    return this.#putInPlace(former, true);
  }

  async #putInPlace(release: Release, opensAgain: boolean): Promise<Applied> {
    const { installed, runAfter = runAfterwards } = this.#options;
    const wanted = this.#packageOf(release);
    await this.#checkIdle();
    // The file is verified again, because it may have changed since.
    if (!(await this.#stage.holds(wanted))) throw refused('wrong-content');
    const archive = this.#stage.pathOf(wanted);
    if (installed.by === 'windows') {
      this.#isHandedOver = true;
      runAfter(installerCommand(archive, installed.root, opensAgain));
      return { version: release.version, takesEffect: 'on-exit' };
    }
    const versions = new Versions(installed);
    await versions.unpack(archive, release.version);
    // A sale may have started while the package was unpacked.
    await this.#checkIdle();
    versions.point(release.version);
    return { version: release.version, takesEffect: 'on-restart' };
  }

  async #checkIdle(): Promise<void> {
    if (!(await this.#options.isIdle()))
      throw new TillError(
        'UPDATE_BUSY',
        'A payment is not finished, or the till does not answer whether one is. Nothing was changed.',
      );
  }

  /** @param writes form that the other version writes, or null if it is unknown, which counts as too old */
  #checkCanRead(writes: number | null): void {
    if (this.#options.journalForm() > (writes ?? 0)) throw refused('journal', `form ${this.#options.journalForm()}`);
  }

  #isInPlace({ version }: Release): boolean {
    const { installed } = this.#options;
    return installed.by === 'folder' && new Versions(installed).current === version;
  }

  #offered(): Release | null {
    const seen = this.#seen();
    return seen ? this.#releaseIn(seen) : null;
  }

  /** Newest feed that was accepted here; null also if it cannot be read any more. */
  #seen(): Feed | null {
    const bytes = this.#stage.feed();
    try {
      return bytes && readFeed(bytes, this.#key);
    } catch {
      return null;
    }
  }

  #releaseIn(feed: Feed): Release | null {
    const { installed, nowMs } = this.#options;
    return releaseFor(feed, { seen: this.#seen(), version: installed.version, nowMs: nowMs() });
  }

  #packageOf(release: Release) {
    return packageOf(release, this.#options.installed.packageKey ?? 'none');
  }

  #url(): URL {
    return allowedUrl(this.#options.origin.feed, undefined, this.#options.way);
  }
}

function runAfterwards(command: string): void {
  spawn('cmd.exe', ['/d', '/s', '/c', command], {
    detached: true,
    stdio: 'ignore',
    windowsVerbatimArguments: true,
    windowsHide: true,
  }).unref();
}
