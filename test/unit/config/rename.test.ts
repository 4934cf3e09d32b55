import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { replaceFile } from '../../../electron/config/files/index.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('tillbridge-rename-');
  writeFileSync(join(folder, 'new'), 'new');
  writeFileSync(join(folder, 'old'), 'old');
});

/** A virus scanner that closes the file after some attempts. */
function heldFor(tries: number, code: string) {
  const seen = { tries: 0 };
  const rename: typeof renameSync = (from, to) => {
    seen.tries += 1;
    if (seen.tries <= tries) throw Object.assign(new Error(code), { code });
    renameSync(from, to);
  };
  return { seen, rename };
}

const act = (rename: typeof renameSync, platform: NodeJS.Platform): void =>
  replaceFile(join(folder, 'new'), join(folder, 'old'), rename, platform);

it.each(['EPERM', 'EACCES', 'EBUSY'])('waits on Windows while another program has the file open (%s)', (code) => {
  const { seen, rename } = heldFor(3, code);
  act(rename, 'win32');
  expect(seen.tries).toBe(4);
  expect(readFileSync(join(folder, 'old'), 'utf8')).toBe('new');
});

it('stops trying at the time limit and loses no file', () => {
  const { seen, rename } = heldFor(100, 'EPERM');
  expect(() => act(rename, 'win32')).toThrow('EPERM');
  expect(seen.tries).toBe(8);
  expect(readFileSync(join(folder, 'old'), 'utf8')).toBe('old');
  expect(readFileSync(join(folder, 'new'), 'utf8')).toBe('new');
});

it('does not wait after other errors or on other systems', () => {
  const gone = heldFor(1, 'ENOENT');
  expect(() => act(gone.rename, 'win32')).toThrow('ENOENT');
  const refused = heldFor(1, 'EPERM');
  expect(() => act(refused.rename, 'linux')).toThrow('EPERM');
  expect([gone.seen.tries, refused.seen.tries]).toEqual([1, 1]);
});
