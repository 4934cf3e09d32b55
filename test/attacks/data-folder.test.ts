/**
 * Another user of the same computer attacks the till's files: shared folders, planted links, modes, the socket of a
 * long path.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { composeHost } from '../../electron/host/index.ts';
import { asOtherUser } from '../fixtures/other-user.ts';
import { hostConfig } from '../unit/host/host-config.ts';
import { ensureDataDir } from '../../electron/config/index.ts';
import { localAddressText, newLocalAddress, readLocalAddress } from '../../electron/starter/index.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

/** User "nobody", on every Unix. */
const OTHER = 65_534;
/** Only root can act as another user: without root these tests are skipped. */
const asRoot = process.getuid?.() === 0;
const posix = process.platform !== 'win32';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('tillbridge-attack-');
});

const mode = (path: string): number => statSync(path).mode & 0o7777;
const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'CFG_INVALID', message: expect.stringMatching(words) });

describe.skipIf(!posix)('an existing folder', () => {
  test.each([0o1777, 0o777, 0o770])('is refused and left unchanged if it has mode %i', (bits) => {
    chmodSync(folder, bits);
    expect(() => ensureDataDir(folder)).toThrow(refusal(/can be written to by other users/));
    expect(mode(folder)).toBe(bits);
  });

  test.each([
    [0o777, /is in .*, which other users of this computer can change/],
    [0o1777, null],
    [0o755, null],
  ])('is accepted or refused according to the mode %i of a folder above it', (bits, words) => {
    const [above, own] = [join(folder, 'above'), join(folder, 'above/more/own')];
    mkdirSync(join(above, 'more'), { recursive: true });
    chmodSync(above, bits);
    // The folder exists or is created: both are equal to another user who renames entries of `above`.
    for (let time = 0; time < 2; time += 1)
      if (words) expect(() => ensureDataDir(own)).toThrow(refusal(words));
      else expect(ensureDataDir(own)).toBe(own);
    expect(mode(above)).toBe(bits);
    // The refusal is the same behind a link that the user owns.
    symlinkSync(above, join(folder, 'link'));
    if (words) expect(() => ensureDataDir(join(folder, 'link/more/own'))).toThrow(refusal(words));
  });

  test.skipIf(!asRoot)(
    'is refused below another user’s folder, and below a group-writable folder of a group with other members',
    () => {
      const above = join(folder, 'above');
      mkdirSync(above);
      chownSync(above, OTHER, OTHER);
      expect(() => ensureDataDir(join(above, 'own'))).toThrow(refusal(/is in .*, which belongs to another user/));
    },
  );

  test.skipIf(!asRoot)('is refused if another user owns it, also behind a link', () => {
    const theirs = join(folder, 'theirs');
    mkdirSync(theirs, { mode: 0o755 });
    chownSync(theirs, OTHER, OTHER);
    symlinkSync(theirs, join(folder, 'link'));
    for (const path of [theirs, join(folder, 'link')]) {
      expect(() => ensureDataDir(path)).toThrow(refusal(/belongs to another user/));
    }
    expect(mode(theirs)).toBe(0o755);
  });

  test.skipIf(!asRoot)('is refused behind a link of another user', () => {
    const own = ensureDataDir(join(folder, 'own'));
    symlinkSync(own, join(folder, 'link'));
    lchownSync(join(folder, 'link'), OTHER, OTHER);
    expect(() => ensureDataDir(join(folder, 'link'))).toThrow(refusal(/belongs to another user/));
  });

  test.each(['journal.sqlite', 'journal.sqlite.recovery-log', 'journal.sqlite.crumbs', 'logs', 'host.json'])(
    'is refused with a link planted as %s',
    (name) => {
      const victim = join(folder, 'victim');
      writeFileSync(victim, 'as it was');
      const own = ensureDataDir(join(folder, 'own'));
      symlinkSync(victim, join(own, name));
      expect(() => ensureDataDir(own)).toThrow(refusal(/is a link to another place/));
      expect(readFileSync(victim, 'utf8')).toBe('as it was');
    },
  );

  test.skipIf(!asRoot)('is refused with another user’s file in it', () => {
    const own = ensureDataDir(join(folder, 'own'));
    writeFileSync(join(own, 'settings.json'), '{}');
    chownSync(join(own, 'settings.json'), OTHER, OTHER);
    expect(() => ensureDataDir(own)).toThrow(refusal(/settings\.json, which belongs to another user/));
  });
});

describe.skipIf(!posix)('a running till', () => {
  const files = (path: string): string[] =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  test('keeps all files private to their owner, even in a folder that other users can read', async () => {
    chmodSync(folder, 0o755);
    const before = process.umask(0o022);
    try {
      const host = await composeHost(hostConfig(folder, { localSocket: true }));
      await host.client.payment.get({ attempt: 'none' }).catch(() => null);
      const kept = files(folder);
      expect(kept.map((path) => basename(path))).toEqual(
        expect.arrayContaining([
          'journal.sqlite',
          'journal.sqlite-wal',
          'journal.sqlite.recovery-log',
          'tillbridge.log',
        ]),
      );
      const modes = kept.map((path) => [basename(path), mode(path)]);
      expect(modes.filter(([, bits]) => bits !== 0o600)).toEqual([]);
      if (asRoot) {
        const path = JSON.stringify(join(folder, 'host.sock'));
        const program = `net.connect(${path}).on('connect', () => { console.log('in'); process.exit(); }).on('error', (e) => console.log(e.code));`;
        expect((await asOtherUser({ net: 'node:net' }, program)).trim()).toBe('EACCES');
      }
      await host.close();
    } finally {
      process.umask(before);
    }
  });

  test('makes a journal of an earlier version private', async () => {
    await (await composeHost(hostConfig(folder))).close();
    chmodSync(join(folder, 'journal.sqlite'), 0o644);
    await (await composeHost(hostConfig(folder))).close();
    expect(mode(join(folder, 'journal.sqlite'))).toBe(0o600);
  });

  test.each(['journal.sqlite', 'journal.sqlite.recovery-log', 'logs/tillbridge.log'])(
    'writes nothing through a link planted as %s while the till is stopped',
    async (name) => {
      const victim = join(folder, 'victim');
      writeFileSync(victim, 'as it was');
      const own = ensureDataDir(join(folder, 'own'));
      mkdirSync(dirname(join(own, name)), { recursive: true });
      symlinkSync(victim, join(own, name));
      const host = await composeHost(hostConfig(own)).catch(() => null);
      // The call is refused, which writes a line to the log.
      await host?.client.payment.get({ attempt: 'none' }).catch(() => null);
      await host?.close();
      expect(readFileSync(victim, 'utf8')).toBe('as it was');
    },
  );

  test('gives its socket a name that cannot be guessed if its path is long, and removes the socket at its end', async () => {
    const long = ensureDataDir(join(folder, 'x'.repeat(60), 'y'.repeat(60)));
    const paths: string[] = [];
    for (let start = 0; start < 2; start += 1) {
      const host = await composeHost(hostConfig(long, { localSocket: true }));
      const { path: socket } = readLocalAddress(host.socket ?? '');
      paths.push(socket);
      expect(mode(dirname(socket))).toBe(0o700);
      expect(mode(socket) & 0o777).toBe(0o600);
      await new Promise<void>((done, failed) => {
        const line = connect(socket, () => line.end());
        line.once('close', () => done()).once('error', failed);
      });
      await host.close();
      expect(existsSync(dirname(socket))).toBe(false);
    }
    expect(new Set(paths).size).toBe(2);
  });

  test('removes the socket left by a killed till', async () => {
    const long = ensureDataDir(join(folder, 'x'.repeat(60), 'y'.repeat(60)));
    const left = mkdtempSync(join(tmpdir(), 'tillbridge-'));
    writeFileSync(join(left, 'host.sock'), '');
    writeFileSync(
      join(long, 'host.json'),
      JSON.stringify({ pid: 1, socket: localAddressText(newLocalAddress(join(left, 'host.sock'))) }),
    );
    await (await composeHost(hostConfig(long, { localSocket: true }))).close();
    expect(existsSync(left)).toBe(false);
  });
});

test.skipIf(!asRoot)('the other user of these tests is a real user (setpriv)', () => {
  const uid = execFileSync('setpriv', ['--reuid', String(OTHER), '--clear-groups', 'id', '-u'], { encoding: 'utf8' });
  expect(uid.trim()).toBe(String(OTHER));
});
