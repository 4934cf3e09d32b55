/** Authors and licences of the shipped packages. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { noticesText, shippedPackages, unclearLicences } from '../../../build/scripts/parts/notices.mjs';

const root = resolve(import.meta.dirname, '../../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;
const packages = shippedPackages();

test('every package that runs with the till is listed, with a licence that requires only its notice', () => {
  const names = new Set(packages.map(({ name }) => name));
  expect(Object.keys(manifest['dependencies'] ?? {}).filter((name) => !names.has(name))).toEqual([]);
  expect(packages.length).toBeGreaterThan(Object.keys(manifest['dependencies'] ?? {}).length);
  expect(unclearLicences(packages)).toEqual([]);
  const text = noticesText(packages);
  for (const { name, version, texts } of packages) {
    expect(text).toContain(`\n${name} ${version} (`);
    for (const one of texts) expect(text).toContain(one);
  }
});

test('a licence that requires more than its notice, or a missing licence, is listed for a decision', () => {
  const of = (licence: string) => ({ name: 'x', version: '1.0.0', licence, texts: [] });
  const asked = ['', 'GPL-3.0-only', 'MIT AND GPL-2.0-only', 'SEE LICENSE IN x'].map(of);
  const fine = ['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT', 'BSD-3-Clause OR (MIT AND ISC)'].map(of);
  expect(unclearLicences([...asked, ...fine])).toEqual(asked);
});

test('the till’s own licence is the licence in package.json', () => {
  expect(manifest['license']).toBe('Apache-2.0');
  expect(readFileSync(join(root, 'build/LICENSE'), 'utf8')).toMatch(/^ *Apache License\n *Version 2.0/);
});
