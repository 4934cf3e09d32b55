import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { defaultDataDir, ensureDataDir } from '../../../electron/config/index.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('tillbridge data ');
});

test.skipIf(process.platform === 'win32')('the default data folder follows the rules of the operating system', () => {
  expect(defaultDataDir({}, 'linux', '/home/j')).toBe('/home/j/.local/share/tillbridge');
  expect(defaultDataDir({ XDG_DATA_HOME: '/x' }, 'linux', '/home/j')).toBe('/x/tillbridge');
  expect(defaultDataDir({ XDG_DATA_HOME: 'relative' }, 'linux', '/home/j')).toBe('/home/j/.local/share/tillbridge');
  expect(defaultDataDir({}, 'darwin', '/Users/j')).toBe('/Users/j/Library/Application Support/Tillbridge');
  expect(defaultDataDir({ LOCALAPPDATA: '/c/local' }, 'win32', '/c/j')).toBe('/c/local/Tillbridge');
});

test.skipIf(process.platform === 'win32')(
  'the till makes a new folder private and leaves an existing folder unchanged',
  () => {
    const made = ensureDataDir(join(folder, 'a', 'b'));
    expect(statSync(made).mode & 0o777).toBe(0o700);
    chmodSync(made, 0o755);
    ensureDataDir(made);
    expect(statSync(made).mode & 0o777).toBe(0o755);
  },
);

test('a new folder on Windows gets an access list for its user alone, or is refused', () => {
  const asked: (readonly string[])[] = [];
  const ground = {
    platform: 'win32',
    uid: null,
    home: join(folder, 'home'),
    run: (command: string, args: readonly string[]) => void asked.push([command, ...args]),
  } as const;
  const made = ensureDataDir(join(folder, 'new'), ground);
  expect(asked).toEqual([['icacls', made, '/inheritance:r', '/grant:r', `${userInfo().username}:(OI)(CI)F`]]);
  // An existing folder that is empty or a till's is restricted to the user again; a folder in the profile is protected
  // anyway.
  ensureDataDir(made, ground);
  writeFileSync(join(made, 'journal.sqlite'), '');
  ensureDataDir(made, ground);
  expect(asked).toEqual([asked[0], asked[0], asked[0]]);
  const inProfile = join(folder, 'home', 'till');
  mkdirSync(inProfile, { recursive: true });
  ensureDataDir(inProfile, ground);
  expect(asked).toHaveLength(3);
  const shared = join(folder, 'shared');
  mkdirSync(shared);
  writeFileSync(join(shared, 'holiday.jpg'), '');
  expect(() => ensureDataDir(shared, ground)).toThrow(/holds other files.*a separate folder.*CFG_INVALID/);
  const run = () => {
    throw new Error('Access is denied.');
  };
  expect(() => ensureDataDir(join(folder, 'other'), { ...ground, run })).toThrow(
    /closed to other users.*JRNL_UNWRITABLE/,
  );
});

test('a file at the path of the data folder is a typed error', () => {
  const path = join(folder, 'file');
  writeFileSync(path, '');
  expect(() => ensureDataDir(path)).toThrow(expect.objectContaining({ code: 'CFG_INVALID' }));
  expect(() => ensureDataDir(join(path, 'below'))).toThrow(expect.objectContaining({ code: 'CFG_INVALID' }));
});
