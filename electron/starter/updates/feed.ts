/**
 * Feed of updates: one line with the signature, then the exact signed bytes.
 *
 *   tillbridge-feed 1 <key id> <signature, base64>\n
 *   {"issuedAt":…,"expiresAt":…,"release":…}
 *
 * It is a single file, so that no server or cache can combine the signature of one feed with the content of another.
 * Ed25519 (RFC 8032). The time of issue prevents a replay of an older feed. The expiry prevents an endless use of a
 * feed (TUF's rollback and freeze attacks, theupdateframework.github.io/specification).
 */
import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { languages } from '../../domain/index.ts';
import { refused } from './refusal.ts';

/** Maximum size of a feed, bytes. */
export const FEED_MAX_BYTES = 256 * 1024;

/**
 * Notes by language (BCP 47). The reading version may have other languages than the writing version; English replaces a
 * missing language.
 */
const notesSchema = z
  .record(z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/), z.array(z.string().max(300)).max(20))
  .refine((notes) => 'en' in notes, 'no notes in English');

const versionSchema = z.string().regex(/^[0-9]{1,5}\.[0-9]{1,5}\.[0-9]{1,5}$/);

/** A plain file name: without folders, and without characters that are special on Windows. */
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/;

const packageSchema = z.strictObject({
  /**
   * Name of the package's file, in the folder of the feed. Checked by FILE_NAME on use, so that a bad name has its own
   * refusal.
   */
  name: z.string().min(1).max(120),
  /** Bytes. */
  size: z
    .int()
    .min(1)
    .max(2 ** 31),
  /** Base64. */
  sha512: z.base64().length(88),
});
export type Package = z.infer<typeof packageSchema>;

const releaseSchema = z.strictObject({
  version: versionSchema,
  /**
   * Forms of the journal (host/journal SCHEMA_VERSION): the oldest form that the release reads, and the form that it
   * writes.
   */
  journal: z.strictObject({ from: z.int().min(0), writes: z.int().min(1) }),
  /** Packages by `packageKey`. */
  packages: z.record(z.string().max(40), packageSchema),
  /** News of the release for users, a line each. */
  notes: notesSchema,
});
export type Release = z.infer<typeof releaseSchema>;

const feedSchema = z.strictObject({
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  release: releaseSchema,
  /** Previous release, for a rollback if this computer does not have it. */
  former: releaseSchema.optional(),
});
export type Feed = z.infer<typeof feedSchema>;

/** @param form `tar` is unpacked next to the program, `installer` is run */
export function packageKey(form: 'tar' | 'installer', platform: string, arch: string): string {
  return `${form}-${platform}-${arch}`;
}

/** First eight bytes of the hash of the key, which distinguish another key from a wrong signature. */
function keyId(key: KeyObject): string {
  const der = key.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex').slice(0, 16);
}

/**
 * Creates a feed, for releases and tests.
 * @param key private key, Ed25519
 * @throws RangeError when a language of this version has no notes
 */
export function signFeed(feed: Feed, key: KeyObject): Buffer {
  const missing = languages.filter(({ tag }) => !(tag in feed.release.notes));
  if (missing.length > 0) throw new RangeError(`No notes in ${missing.map(({ name }) => name).join(', ')}.`);
  const content = Buffer.from(`${JSON.stringify(feedSchema.parse(feed), null, 2)}\n`);
  const signature = sign(null, content, key).toString('base64');
  return Buffer.concat([Buffer.from(`tillbridge-feed 1 ${keyId(createPublicKey(key))} ${signature}\n`), content]);
}

/**
 * Reads the feed in `bytes` after it has verified the signature.
 * @throws TillError UPDATE_REFUSED: not-a-feed, other-key, wrong-signature
 */
export function readFeed(bytes: Buffer, key: KeyObject): Feed {
  const end = bytes.indexOf(0x0a);
  const first = end < 0 || end > 300 ? '' : bytes.subarray(0, end).toString('latin1');
  const [, id, signature] = /^tillbridge-feed 1 ([0-9a-f]{16}) ([A-Za-z0-9+/]{86}==)$/.exec(first) ?? [];
  if (id === undefined || signature === undefined) throw refused('not-a-feed');
  if (id !== keyId(key)) throw refused('other-key');
  const content = bytes.subarray(end + 1);
  if (!verify(null, content, key, Buffer.from(signature, 'base64'))) throw refused('wrong-signature');
  try {
    return feedSchema.parse(JSON.parse(content.toString('utf8')));
  } catch (error) {
    // The feed is signed correctly, but in a form that this version does not support.
    throw refused('not-a-feed', error instanceof z.ZodError ? z.prettifyError(error).slice(0, 200) : 'no JSON');
  }
}

/** Compares versions for a sort: negative, 0 or positive. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((one) => one.split('.').map(Number));
  for (const index of [0, 1, 2]) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export interface FeedPast {
  /** Newest feed that was accepted here, or null. */
  readonly seen: Feed | null;
  readonly version: string;
  readonly nowMs: number;
}

/**
 * Evaluates a feed for this computer and time. Pure.
 * @returns the newer release, or null if this version is the newest
 * @throws TillError UPDATE_REFUSED: expired, older-feed, downgrade
 */
export function releaseFor(feed: Feed, { seen, version, nowMs }: FeedPast): Release | null {
  if (seen && Date.parse(feed.issuedAt) < Date.parse(seen.issuedAt))
    throw refused('older-feed', `${feed.issuedAt}, seen ${seen.issuedAt}`);
  if (Date.parse(feed.expiresAt) < nowMs) throw refused('expired', feed.expiresAt);
  const newer = compareVersions(feed.release.version, version);
  if (newer < 0) throw refused('downgrade', `${feed.release.version}, here ${version}`);
  return newer === 0 ? null : feed.release;
}

/** @throws TillError UPDATE_REFUSED: not-for-this, file-name */
export function packageOf(release: Release, key: string): Package {
  const found = release.packages[key];
  if (!found) throw refused('not-for-this', key);
  if (!FILE_NAME.test(found.name)) throw refused('file-name');
  return found;
}
