/**
 * Legal files of every package: the till's licence, the notices of included packages, and a list of included packages
 * as CycloneDX.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noticesText, shippedOnly, shippedPackages, unclearLicences } from './notices.mjs';
import { npmCommand, out, root } from './paths.mjs';
import { Plain } from './run.mjs';

export const LEGAL = ['LICENSE.txt', 'NOTICES.txt', 'sbom.cdx.json'];

/** @typedef {import('./notices.mjs').Bom} Bom */

/** @type {string | undefined} */
let asNpmLists;
/** Installed packages according to npm, as CycloneDX. @returns {Bom} */
const installed = () => JSON.parse((asNpmLists ??= listInstalled()));

function listInstalled() {
  const { file, args } = npmCommand();
  // The complete list is filtered later: with --omit=dev npm also omits shipped packages that a development tool needs
  // as well (zod, ajv).
  const sbom = [...args, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application'];
  try {
    return execFileSync(file, sbom, {
      cwd: root,
      timeout: 2 * 60_000,
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'pipe'],
    }).toString();
  } catch (cause) {
    throw new Plain('npm could not list what is installed (npm sbom).', { cause });
  }
}

/**
 * @typedef {import('./notices.mjs').Shipped & { purl: string }} Carried
 *   Shipped package built for a different operating system, or obtained without npm
 */

/** @param {Carried} one */
const componentOf = ({ name, version, licence, purl }) => ({
  'bom-ref': `${name}@${version}`,
  type: 'library',
  name,
  version,
  purl,
  licenses: [{ license: { id: licence } }],
});

/**
 * Licence found in the licence's text; npm omits it if the manifest does not name it.
 * @param {import('./notices.mjs').Component} one
 * @param {readonly import('./notices.mjs').Shipped[]} packages
 */
function concluded({ name, version }, packages) {
  const found = packages.find((shipped) => shipped.name === name && shipped.version === version);
  return [{ license: { id: found?.licence.replace('*', '') ?? '' } }];
}

/**
 * Makes the list identical for identical sources: npm adds the time and a random number.
 * @param {Bom & { serialNumber?: string, metadata: { timestamp?: string } }} bom
 * @param {number} epoch seconds since 1970
 */
function reproducible(bom, epoch) {
  bom.metadata.timestamp = new Date(epoch * 1000).toISOString();
  delete bom.serialNumber;
  const hash = createHash('sha256').update(JSON.stringify(bom)).digest('hex');
  const variant = `8${hash.slice(17, 20)}`;
  bom.serialNumber = `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}-${hash.slice(20, 32)}`;
  return bom;
}

/**
 * Writes LICENSE.txt, NOTICES.txt and sbom.cdx.json.
 * @param {{ folder?: string, epoch: number, carried?: readonly Carried[], isLeftOut?: (name: string) => boolean }} options
 *   `carried`: content in addition to the packages installed here; `isLeftOut`: installed packages that are left out
 */
export function writeLegal({ folder = join(out, 'legal'), epoch, carried = [], isLeftOut = () => false }) {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(root, 'build/LICENSE'), join(folder, 'LICENSE.txt'));
  const packages = shippedPackages().filter(({ name }) => !isLeftOut(name));
  const unclear = unclearLicences([...packages, ...carried]).map(
    ({ name, licence }) => `${name} (${licence || 'none named'})`,
  );
  if (unclear.length > 0) throw new Plain(`Somebody has to decide about the licence of ${unclear.join(', ')}.`);
  writeFileSync(join(folder, 'NOTICES.txt'), noticesText([...packages, ...carried]));
  const shipped = shippedOnly(installed(), new Set(packages.map(({ name, version }) => `${name}@${version}`)));
  for (const one of shipped.components) one.licenses ??= concluded(one, packages);
  shipped.components.push(...carried.map(componentOf));
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(reproducible(shipped, epoch), null, 2)}\n`);
}

/**
 * Returns the packages that the notices or the bill of materials lack.
 * @param {string} folder with both @param {readonly string[]} names
 */
export function missingInLegal(folder, names) {
  const [, notices = '', sbom = ''] = LEGAL.map((name) => readFileSync(join(folder, name), 'utf8'));
  const listed = new Set(
    JSON.parse(sbom).components.map((/** @type {{ purl: string }} */ { purl }) =>
      decodeURIComponent(purl).replace(/^pkg:(?:npm|generic)\/|@[^@]*$/g, ''),
    ),
  );
  return names.filter((name) => !notices.includes(`\n${name} `) || !listed.has(name));
}
