/**
 * The folder of updates, `DATA/updates`: the newest accepted feed as it was signed, and packages. A package gets its
 * name after it was verified as a whole; before that it is `NAME.part`.
 */
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  statfsSync,
} from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isHeld, replaceFile } from '../../config/files/index.ts';
import { writePrivate } from '../../config/index.ts';
import { get, type Way } from './fetch.ts';
import type { Package } from './feed.ts';
import { updateFailure, refused } from './refusal.ts';

/** Name that no package has. */
const FEED = '.feed';
/** Space that is reserved for the journal, bytes. */
const KEPT_FREE = 256 * 2 ** 20;

export interface StageOptions {
  readonly folder: string;
  readonly way: Way;
  /** Free bytes of the file system; replaced in tests. */
  readonly free?: (folder: string) => number;
}

export class Stage {
  readonly #folder: string;
  readonly #way: Way;
  readonly #free: (folder: string) => number;

  constructor({ folder, way, free = freeBytes }: StageOptions) {
    this.#folder = folder;
    this.#way = way;
    this.#free = free;
  }

  /** Accepted feed as it was signed, or null. */
  feed(): Buffer | null {
    const path = join(this.#folder, FEED);
    return existsSync(path) ? readFileSync(path) : null;
  }

  keepFeed(bytes: Buffer): void {
    this.#make();
    writePrivate(join(this.#folder, FEED), bytes);
  }

  pathOf({ name }: Package): string {
    return join(this.#folder, name);
  }

  /** Reads the package and checks that it is complete and signed. */
  async holds(wanted: Package): Promise<boolean> {
    const path = this.pathOf(wanted);
    if (statSync(path, { throwIfNoEntry: false })?.size !== wanted.size) return false;
    return (await sha512Of(path)) === wanted.sha512;
  }

  /** Removes all files except the feed and these packages. */
  clear(kept: readonly Package[]): void {
    const names = new Set([FEED, ...kept.flatMap(({ name }) => [name, `${name}.part`])]);
    if (!existsSync(this.#folder)) return;
    for (const name of readdirSync(this.#folder)) {
      if (!names.has(name)) rmSync(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  /**
   * Fetches and verifies a package, continuing an earlier attempt.
   * @throws TillError UPDATE_REFUSED (redirected, too-large, too-short, wrong-content), UPDATE_FAILED (unreachable,
   * cut, no-room)
   */
  async fetch(wanted: Package, feedUrl: URL): Promise<string> {
    if (await this.holds(wanted)) return this.pathOf(wanted);
    this.#make();
    const part = `${this.pathOf(wanted)}.part`;
    const had = statSync(part, { throwIfNoEntry: false })?.size ?? 0;
    if (this.#free(this.#folder) < wanted.size - had + KEPT_FREE) throw updateFailure('no-room');
    try {
      await this.#bring(wanted, new URL(wanted.name, feedUrl), part, had <= wanted.size ? had : 0);
    } catch (error) {
      // The earlier attempt may have been for another package, so fetch once from the beginning.
      if (had === 0 || !isWrong(error)) throw error;
      await this.#bring(wanted, new URL(wanted.name, feedUrl), part, 0);
    }
    replaceFile(part, this.pathOf(wanted));
    return this.pathOf(wanted);
  }

  async #bring(wanted: Package, url: URL, part: string, had: number): Promise<void> {
    const answer = had < wanted.size ? await get(url, this.#way, had) : null;
    const goesOn = answer?.statusCode === 206 && startOf(answer.headers['content-range']) === had;
    // The response starts elsewhere than requested, so read all of it again.
    if (answer && had > 0 && !goesOn && answer.statusCode !== 200) {
      answer.destroy();
      rmSync(part, { force: true });
      throw refused('wrong-content', 'another part than was asked for');
    }
    const file = await opened(part, answer === null || goesOn);
    try {
      if (answer) await write(answer, file, wanted.size - (goesOn ? had : 0));
      await file.sync();
    } catch (error) {
      if (isFull(error)) {
        await file.close();
        // The journal has priority for space.
        rmSync(part, { force: true });
        throw updateFailure('no-room', error);
      }
      if (isWrong(error)) rmSync(part, { force: true });
      throw error;
    } finally {
      answer?.destroy();
      await file.close().catch(() => undefined);
    }
    const { size } = statSync(part);
    if (size < wanted.size) throw refusedShort(part);
    if ((await sha512Of(part)) === wanted.sha512) return;
    rmSync(part, { force: true });
    throw refused('wrong-content');
  }

  #make(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }
}

/** The server ended without an error: the file is shorter than the signed length. */
function refusedShort(part: string): Error {
  rmSync(part, { force: true });
  return refused('too-short');
}

async function opened(part: string, goesOn: boolean): Promise<FileHandle> {
  return open(part, goesOn ? 'a' : 'w', 0o600);
}

/** @param left maximum number of bytes */
async function write(answer: AsyncIterable<Buffer>, file: FileHandle, left: number): Promise<void> {
  let still = left;
  const parts = answer[Symbol.asyncIterator]();
  for (;;) {
    const next = await parts.next().catch((error: unknown) => {
      throw updateFailure('cut', error);
    });
    if (next.done) return;
    still -= next.value.length;
    if (still < 0) throw refused('too-large');
    await file.writeFile(next.value);
  }
}

function startOf(range: string | undefined): number {
  return Number(/^bytes ([0-9]+)-/.exec(range ?? '')?.[1] ?? Number.NaN);
}

const isWrong = (error: unknown): boolean => (error as { code?: unknown }).code === 'UPDATE_REFUSED';
const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '') && !isHeld(error);

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

async function sha512Of(path: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('base64');
}
