import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultDataDir, ensureDataDir } from '../../../electron/starter/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge data '));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.skipIf(process.platform === 'win32')('every system has its place', () => {
  expect(defaultDataDir({}, 'linux', '/home/j')).toBe('/home/j/.local/share/tillbridge');
  expect(defaultDataDir({ XDG_DATA_HOME: '/x' }, 'linux', '/home/j')).toBe('/x/tillbridge');
  expect(defaultDataDir({ XDG_DATA_HOME: 'relative' }, 'linux', '/home/j')).toBe('/home/j/.local/share/tillbridge');
  expect(defaultDataDir({}, 'darwin', '/Users/j')).toBe('/Users/j/Library/Application Support/Tillbridge');
  expect(defaultDataDir({ LOCALAPPDATA: '/c/local' }, 'win32', '/c/j')).toBe('/c/local/Tillbridge');
});

test.skipIf(process.platform === 'win32')('is made private, also when it was there and open', () => {
  const made = ensureDataDir(join(folder, 'a', 'b'));
  expect(statSync(made).mode & 0o777).toBe(0o700);
  chmodSync(made, 0o755);
  ensureDataDir(made);
  expect(statSync(made).mode & 0o777).toBe(0o700);
});

test('a file in its place is a typed error', () => {
  const path = join(folder, 'file');
  writeFileSync(path, '');
  expect(() => ensureDataDir(path)).toThrow(expect.objectContaining({ code: 'CFG_INVALID' }));
  expect(() => ensureDataDir(join(path, 'below'))).toThrow(expect.objectContaining({ code: 'CFG_INVALID' }));
});
