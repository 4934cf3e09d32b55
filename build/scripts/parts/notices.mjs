/** Licence texts of third-party packages that we ship, as the packages contain them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Licences that may be shipped without a review: permissive licences, and the font licence. */
const known = new Set([
  'MIT',
  'MIT*',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  'OFL-1.1',
  'Unlicense',
  'CC0-1.0',
]);

/**
 * @typedef {{ name: string, version: string, licence: string, texts: readonly string[] }} Shipped `licence`: its SPDX name
 *   or expression; `texts`: contents of its licence and notice files, empty if it has none
 */

/**
 * Every package that the till needs at run time, from the lock file and node_modules, sorted by name. Packages for
 * other systems that are not installed here are left out.
 * @returns {Shipped[]}
 */
export function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  /** @type {Map<string, Shipped>} */
  const found = new Map();
  for (const [place, { dev, devOptional }] of Object.entries(packages)) {
    if (place === '' || dev || devOptional) continue;
    const folder = join(root, place);
    const own = readManifest(folder);
    if (!own) continue;
    const texts = textsOf(folder);
    // `MIT*` is the notation of licence checkers for a licence found only in the text, not in the manifest.
    const isMit =
      own.licence === '' && texts.some((text) => text.includes('Permission is hereby granted, free of charge'));
    found.set(`${own.name}@${own.version}`, { ...own, licence: isMit ? 'MIT*' : own.licence, texts });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @param {string} folder @returns {Omit<Shipped, 'texts'> | null} null: not installed on this system */
function readManifest(folder) {
  let text;
  try {
    text = readFileSync(join(folder, 'package.json'), 'utf8');
  } catch {
    return null;
  }
  const { name, version, license, licenses } = JSON.parse(text);
  // Older manifests name licences without SPDX expressions.
  const older = license?.type ?? licenses?.map((/** @type {{ type: string }} */ { type }) => type).join(' OR ');
  return { name, version, licence: typeof license === 'string' ? license : (older ?? '') };
}

/**
 * Texts of a package's licence and notice files.
 * @param {string} folder
 */
export function textsOf(folder) {
  const files = readdirSync(folder).filter((name) => /^(?:licen[cs]e|notice|copying|ofl)\b/i.test(name));
  return files.sort().map((name) => readFileSync(join(folder, name), 'utf8').trim());
}

/** Packages whose licence is missing or restrictive. @param {readonly Shipped[]} packages */
export function unclearLicences(packages) {
  const isKnown = (/** @type {string} */ expression) =>
    expression
      .replaceAll(/[()]/g, '')
      .split(/ OR /)
      .some((choice) => choice.split(/ AND /).every((one) => known.has(one)));
  return packages.filter(({ licence }) => !isKnown(licence));
}

/** Notices of all packages as one text. @param {readonly Shipped[]} packages */
export function noticesText(packages) {
  const head = `Tillbridge contains the work of others, under their licences. ${packages.length} packages:\n`;
  const parts = packages.map(({ name, version, licence, texts }) => {
    const body = texts.length > 0 ? texts.join('\n\n') : 'The package carries no licence text of its own.';
    return `\n${'-'.repeat(80)}\n${name} ${version} (${licence})\n\n${body}\n`;
  });
  return head + parts.join('');
}

/**
 * @typedef {{ 'bom-ref': string, name: string, version: string, purl: string, licenses?: { license?: { id?: string, name?: string }, expression?: string }[] }} Component
 * @typedef {{ ref: string, dependsOn?: string[] }} Dependency
 * @typedef {{ metadata: { component: { 'bom-ref': string } }, components: Component[], dependencies: Dependency[] }} Bom CycloneDX 1.5
 */

/**
 * Reduces a bill of materials to the shipped packages.
 * @param {Bom} bom of everything installed
 * @param {ReadonlySet<string>} shipped `name@version`
 * @returns {Bom}
 */
export function shippedOnly(bom, shipped) {
  const components = bom.components.filter(({ purl }) =>
    shipped.has(decodeURIComponent(purl).replace(/^pkg:npm\/|\?.*$/g, '')),
  );
  const refs = new Set([bom.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])]);
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  return { ...bom, components, dependencies };
}
