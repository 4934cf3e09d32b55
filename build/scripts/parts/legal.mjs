/** What lies beside everything we ship: our licence, the notices of what is in it, and the list of it as CycloneDX. */
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
/** What npm says is installed, as CycloneDX. @returns {Bom} */
const installed = () => JSON.parse((asNpmLists ??= listInstalled()));

function listInstalled() {
  const { file, args } = npmCommand();
  // All of it, and then what is shipped: with --omit=dev npm leaves out what a tool of ours needs as well (zod, ajv).
  const sbom = [...args, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application'];
  try {
    return execFileSync(file, sbom, { cwd: root, timeout: 2 * 60_000, maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'pipe'] }).toString(); // oxfmt-ignore
  } catch (cause) {
    throw new Plain('npm could not list what is installed (npm sbom).', { cause });
  }
}

/**
 * Node itself, where a package carries it.
 * @param {string} version @param {string} platform @param {string} arch
 */
const nodeComponent = (version, platform, arch) => ({
  'bom-ref': `node@${version}`,
  type: 'platform',
  name: 'node',
  version,
  purl: `pkg:generic/node@${version}?download_url=https://nodejs.org/dist/v${version}/&arch=${platform}-${arch}`,
  licenses: [{ license: { id: 'MIT' } }],
});

/**
 * The same list for the same sources: npm puts the moment and a random number in.
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
 * @param {{ folder?: string, epoch: number, node?: { version: string, platform: string, arch: string, licence: string } }} options
 *   `node`: the runtime that is carried too, `licence` the text of its licence
 */
export function writeLegal({ folder = join(out, 'legal'), epoch, node }) {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(root, 'build/LICENSE'), join(folder, 'LICENSE.txt'));
  const packages = shippedPackages();
  const unclear = unclearLicences(packages).map(({ name, licence }) => `${name} (${licence || 'none named'})`);
  if (unclear.length > 0) throw new Plain(`Somebody has to decide about the licence of ${unclear.join(', ')}.`);
  const carried = node ? [{ name: 'node', version: node.version, licence: 'MIT', texts: [node.licence] }] : [];
  writeFileSync(join(folder, 'NOTICES.txt'), noticesText([...packages, ...carried]));
  const shipped = shippedOnly(installed(), new Set(packages.map(({ name, version }) => `${name}@${version}`)));
  if (node) shipped.components.push(nodeComponent(node.version, node.platform, node.arch));
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(reproducible(shipped, epoch), null, 2)}\n`);
}

/**
 * Which of these packages the notices or the bill of materials lack.
 * @param {string} folder with both @param {readonly string[]} names
 */
export function missingInLegal(folder, names) {
  const [, notices = '', sbom = ''] = LEGAL.map((name) => readFileSync(join(folder, name), 'utf8'));
  const listed = new Set(
    JSON.parse(sbom).components.map((/** @type {{ purl: string }} */ { purl }) => decodeURIComponent(purl).replace(/^pkg:(?:npm|generic)\/|@[^@]*$/g, '')),
  ); // oxfmt-ignore
  return names.filter((name) => !notices.includes(`\n${name} `) || !listed.has(name));
}
