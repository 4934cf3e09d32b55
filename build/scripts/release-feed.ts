/**
 * Creates and signs the update feed for the packages in a folder, and writes it into the same folder. Run it with the
 * Node of this repository:
 *
 *   node_modules/.bin/node build/scripts/release-feed.ts --key PRIVATE.pem --notes notes.json [--packages FOLDER] [--former FEED] [--days 60]
 *
 * `notes.json` has a list of lines for each language: {"en": […], "de": […], "es": […], "fr-CA": […]}. The key is
 * Ed25519 (`openssl genpkey -algorithm ed25519`); it is read from its file and never copied. `--former`: the previous
 * feed.
 */
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageKey, readFeed, signFeed, type Feed, type Release } from '../../electron/starter/index.ts';
import { out } from './parts/paths.mjs';
import { journalForm, version } from './parts/payload.mjs';

const DAY_MS = 86_400_000;
const { values } = parseArgs({
  options: {
    key: { type: 'string' },
    notes: { type: 'string' },
    packages: { type: 'string', default: join(out, 'package') },
    former: { type: 'string' },
    days: { type: 'string', default: '60' },
    version: { type: 'string', default: version },
  },
});
if (values.key === undefined || values.notes === undefined) throw new Error('--key and --notes are needed.');
const key = createPrivateKey(readFileSync(values.key));
const days = Number(values.days);
if (!(days > 0)) throw new Error('--days is a number of days.');

/** Key of a package by its file name, or null if it does not update itself. */
function keyOf(name: string): string | null {
  const tar = new RegExp(
    `^tillbridge_${values.version.replaceAll('.', '\\.')}_([a-z0-9]+)-([a-z0-9]+)\\.tar\\.gz$`,
  ).exec(name);
  if (tar) return packageKey('tar', tar[1] ?? '', tar[2] ?? '');
  return name === `tillbridge-setup-${values.version}.exe` ? packageKey('installer', 'win32', 'x64') : null;
}

const packages: Release['packages'] = {};
for (const name of readdirSync(values.packages)) {
  const found = keyOf(name);
  if (found === null) continue;
  const content = readFileSync(join(values.packages, name));
  packages[found] = { name, size: content.length, sha512: createHash('sha512').update(content).digest('base64') };
}
if (Object.keys(packages).length === 0)
  throw new Error(`There is no package of ${values.version} in ${values.packages}.`);
const feed: Feed = {
  issuedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + days * DAY_MS).toISOString(),
  release: {
    version: values.version,
    // Every format since the first is migrated (host/journal/schema.ts).
    journal: { from: 0, writes: journalForm() },
    packages,
    notes: JSON.parse(readFileSync(values.notes, 'utf8')) as Release['notes'],
  },
  ...(values.former === undefined
    ? {}
    : { former: readFeed(readFileSync(values.former), createPublicKey(key)).release }),
};
const path = join(values.packages, 'tillbridge.feed');
writeFileSync(path, signFeed(feed, key));
console.log(`${path}: ${values.version} for ${Object.keys(packages).join(', ')}, until ${feed.expiresAt}.`);
