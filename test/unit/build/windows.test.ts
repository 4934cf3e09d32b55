/** Reports of the suites on Windows about the tests that they skip. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forwarder } from '../../../build/scripts/parts/forwarder.mjs';
import { notOnWindows, withoutReason } from '../../../build/scripts/parts/not-on-windows.mjs';
import { root } from '../../../build/scripts/parts/paths.mjs';

test('every reason belongs to an existing test file', () => {
  const gone = Object.keys(notOnWindows).filter((file) => !existsSync(join(root, 'test', file)));
  expect(gone).toEqual([]);
});

test('a skipped test with a reason is reported, and a skipped test without a reason is a failure', () => {
  const [named = ''] = Object.keys(notOnWindows);
  const cases = [named, 'unit/host/new.test.ts'].flatMap((path) => [
    { file: `test/${path}`, name: 'one', state: 'skipped', message: '' } as const,
    { file: `test/${path}`, name: 'two', state: 'passed', message: '' } as const,
  ]);
  const { lines, unnamed } = withoutReason(cases);
  expect(lines).toEqual([`not on Windows: 1 of ${named}: ${notOnWindows[named]}`]);
  expect(unnamed).toEqual([expect.stringContaining('unit/host/new.test.ts: one')]);
});

test('a library of forwards contains its exports and their targets', () => {
  const library = forwarder('given.dll', { Wanted: 'OTHER.Kept' });
  expect(library.subarray(0, 2).toString()).toBe('MZ');
  // The export directory begins at the start of the only section: its names, and a text instead of code.
  const at = (address: number) => 0x200 + address - 0x1000;
  const text = (address: number) => library.toString('latin1', at(address), library.indexOf(0, at(address)));
  const long = (offset: number) => library.readUInt32LE(0x200 + offset);
  expect(text(long(12))).toBe('given.dll');
  expect(text(library.readUInt32LE(at(long(32))))).toBe('Wanted');
  expect(text(library.readUInt32LE(at(long(28))))).toBe('OTHER.Kept');
});
