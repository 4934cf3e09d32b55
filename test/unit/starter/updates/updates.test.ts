/** An update from the feed to the next start, and its rollback, with failing servers and disks. */
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { languages } from '../../../../electron/domain/index.ts';
import { installedAs, installerCommand } from '../../../../electron/starter/index.ts';
import { feedOf, notes, releaseOf, Shop } from './shop.ts';

let shop: Shop;
beforeEach(async ({ skip }) => {
  // Linux and macOS use a folder with a link to its version; on Windows the installer installs a version.
  skip(process.platform === 'win32');
  shop = await Shop.open();
});
afterEach(() => shop.close());

const current = () => readlinkSync(join(shop.home, 'current'));
const waiting = () => readdirSync(join(shop.dataDir, 'updates')).sort();
const PACKAGE = '/tillbridge_1.2.0.tar.gz';

async function staged(): Promise<void> {
  await shop.updates().check();
  await shop.updates().fetch();
}

test('an update is found, fetched and installed, and can be rolled back', async () => {
  shop.install('1.0.0');
  const updates = shop.updates();
  expect(await updates.check()).toMatchObject({ version: '1.2.0', notes });
  expect(await updates.staged()).toBeNull();
  await updates.fetch();
  expect(current()).toBe('versions/1.1.0');
  await expect(updates.apply()).resolves.toEqual({ version: '1.2.0', takesEffect: 'on-restart' });
  expect(current()).toBe('versions/1.2.0');
  expect(readFileSync(join(shop.home, 'current/package.json'), 'utf8')).toContain('"1.2.0"');
  // The running version stays; the version before it is removed.
  expect(readdirSync(join(shop.home, 'versions')).sort()).toEqual(['1.1.0', '1.2.0']);
  expect(await shop.updates().staged()).toBeNull();
  const next = shop.updates({
    installed: installedAs({ root: join(shop.home, 'versions/1.2.0'), platform: process.platform, arch: process.arch }),
  });
  await expect(next.check()).resolves.toBeNull();
  await expect(next.back()).resolves.toEqual({ version: '1.1.0', takesEffect: 'on-restart' });
  expect(current()).toBe('versions/1.1.0');
});

test('a version with one language more or less is read; English replaces a missing language', async () => {
  const release = releaseOf('1.2.0', shop.content, { notes: { ...notes, tlh: ['chu’.'] } });
  const before = releaseOf('1.0.0', shop.content, { notes: { en: ['Old.'] } });
  shop.publish(feedOf(release, { former: before }));
  expect(await shop.updates().check()).toMatchObject({ notes: { ...notes, tlh: ['chu’.'] } });
  // A release needs notes in all of its languages.
  expect(() => shop.publish(feedOf(releaseOf('1.2.0', shop.content, { notes: { en: ['New.'] } })))).toThrow(
    `No notes in ${languages.flatMap(({ tag, name }) => (tag === 'en' ? [] : [name])).join(', ')}.`,
  );
});

test('the newest version finds no update', async () => {
  shop.publish(feedOf(releaseOf('1.1.0', shop.content)));
  await expect(shop.updates().check()).resolves.toBeNull();
  await expect(shop.updates().fetch()).resolves.toBeNull();
  await expect(shop.updates().apply()).rejects.toMatchObject({ code: 'UPDATE_FAILED', context: { why: 'not-staged' } });
});

describe('a payment that runs or is checked', () => {
  test('prevents an update and a rollback', async () => {
    shop.install('1.0.0');
    await staged();
    shop.isIdle = false;
    await expect(shop.updates().apply()).rejects.toMatchObject({ code: 'UPDATE_BUSY' });
    await expect(shop.updates().back()).rejects.toMatchObject({ code: 'UPDATE_BUSY' });
    expect(current()).toBe('versions/1.1.0');
  });

  test('refuses an update if it begins while the update is unpacked, and allows it afterwards', async () => {
    await staged();
    let asked = 0;
    const updates = shop.updates({ isIdle: async () => (asked += 1) === 1 });
    await expect(updates.apply()).rejects.toMatchObject({ code: 'UPDATE_BUSY' });
    expect(current()).toBe('versions/1.1.0');
    await shop.updates().apply();
    expect(current()).toBe('versions/1.2.0');
  });
});

describe('the records of payments', () => {
  test('a rollback is refused if the payment records are too new for the previous version', async () => {
    shop.install('1.0.0', 1);
    shop.journal = 2;
    await expect(shop.updates().back()).rejects.toMatchObject({ code: 'UPDATE_REFUSED', context: { why: 'journal' } });
    expect(current()).toBe('versions/1.1.0');
    shop.journal = 1;
    await expect(shop.updates().back()).resolves.toMatchObject({ version: '1.0.0' });
  });

  test('an update is refused if the payment records are too old for it', async () => {
    shop.publish(feedOf(releaseOf('1.2.0', shop.content, { journal: { from: 5, writes: 6 } })));
    await staged();
    await expect(shop.updates().apply()).rejects.toMatchObject({ context: { why: 'journal' } });
  });

  test('a rollback is impossible without a previous version', async () => {
    await expect(shop.updates().back()).rejects.toMatchObject({ code: 'UPDATE_FAILED', context: { why: 'no-former' } });
  });
});

describe('a download', () => {
  const part = () => join(shop.dataDir, 'updates/tillbridge_1.2.0.tar.gz.part');
  /** The connection breaks once this much is on disk. */
  const cutAt = (bytes: number) =>
    shop.server.answers.set(PACKAGE, (_request, response) => {
      response.writeHead(200, { 'content-length': shop.content.length });
      response.write(shop.content.subarray(0, bytes));
      const look = setInterval(() => {
        if ((statSync(part(), { throwIfNoEntry: false })?.size ?? 0) < bytes) return;
        clearInterval(look);
        response.destroy();
      }, 10);
    });

  test('continues at the point where it was interrupted', async () => {
    cutAt(100_000);
    await expect(staged()).rejects.toMatchObject({ code: 'UPDATE_FAILED', context: { why: 'cut' } });
    expect(waiting()).toEqual(['.feed', 'tillbridge_1.2.0.tar.gz.part']);
    expect(await shop.updates().staged()).toBeNull();
    shop.server.serve(PACKAGE, shop.content);
    await shop.updates().fetch();
    expect(shop.server.asked.at(-1)).toBe(`${PACKAGE} bytes=100000-`);
    expect((await shop.updates().staged())?.version).toBe('1.2.0');
    expect(waiting()).toEqual(['.feed', 'tillbridge_1.2.0.tar.gz']);
  });

  test('starts again if the server has no ranges, or if the existing part is of another package', async () => {
    cutAt(100_000);
    await expect(staged()).rejects.toMatchObject({ context: { why: 'cut' } });
    shop.server.answers.set(PACKAGE, (_request, response) => void response.end(shop.content));
    await shop.updates().fetch();
    expect((await shop.updates().staged())?.version).toBe('1.2.0');

    writeFileSync(part(), Buffer.alloc(5_000));
    writeFileSync(part().replace(/\.part$/, ''), '');
    shop.server.serve(PACKAGE, shop.content);
    await shop.updates().fetch();
    expect((await shop.updates().staged())?.version).toBe('1.2.0');
  });

  test('is not repeated once the package is here', async () => {
    await staged();
    const asked = shop.server.asked.length;
    await shop.updates().fetch();
    expect(shop.server.asked.length).toBe(asked);
  });

  test('does not start if it would leave no space for the journal', async () => {
    const updates = shop.updates({ free: () => 100 * 2 ** 20 });
    await updates.check();
    await expect(updates.fetch()).rejects.toMatchObject({ code: 'UPDATE_FAILED', context: { why: 'no-room' } });
    expect(waiting()).toEqual(['.feed']);
  });

  test('is retried on another day if the server is unreachable or the file is missing', async () => {
    shop.server.answers.delete(PACKAGE);
    await expect(staged()).rejects.toMatchObject({ code: 'UPDATE_FAILED', context: { why: 'unreachable' } });
    shop.server.answers.delete('/tillbridge.feed');
    await expect(shop.updates().check()).rejects.toMatchObject({ context: { why: 'unreachable' } });
  });

  test('older packages that were never installed are removed', async () => {
    mkdirSync(join(shop.dataDir, 'updates'));
    writeFileSync(join(shop.dataDir, 'updates/tillbridge_1.1.5.tar.gz'), 'x');
    await staged();
    expect(waiting()).toEqual(['.feed', 'tillbridge_1.2.0.tar.gz']);
  });
});

test('a package that is not a version of this program is not unpacked', async () => {
  const content = Buffer.from('no archive at all');
  shop.server.serve(PACKAGE, content);
  shop.publish(feedOf(releaseOf('1.2.0', content)));
  await staged();
  await expect(shop.updates().apply()).rejects.toMatchObject({ context: { why: 'unpacking' } });
  expect(readdirSync(join(shop.home, 'versions'))).toEqual(['1.1.0']);
  expect(current()).toBe('versions/1.1.0');
});

test('the kind of installation is detected', () => {
  const at = (root: string, platform: NodeJS.Platform = 'linux') => installedAs({ root, platform, arch: 'x64' }).by;
  expect(at(shop.root, process.platform)).toBe('folder');
  expect(at(process.cwd())).toBe('checkout');
  const alone = join(shop.folder, 'alone');
  mkdirSync(join(alone, 'bin'), { recursive: true });
  for (const name of ['package.json', 'bin/node', 'bin/node.exe']) writeFileSync(join(alone, name), '{}');
  expect(at(alone)).toBe('administrator');
  writeFileSync(join(alone, 'uninstall.exe'), '');
  expect(at(alone, 'win32')).toBe('windows');
  expect(existsSync('/usr/lib/tillbridge/bin/node') ? at('/usr/lib/tillbridge') : 'system').toBe('system');
});

test('the installer on Windows waits until the program has ended, and asks no question', async () => {
  const command = installerCommand(
    'C:\\Users\\Jörg Maier\\updates\\tillbridge-setup_1.2.0.exe',
    'C:\\Users\\Jörg Maier\\Tillbridge',
    true,
  );
  expect(command).toMatch(
    /^"start "" \/wait "C:\\Users\\Jörg Maier\\updates\\tillbridge-setup_1\.2\.0\.exe" \/S \/WAIT \/D=C:\\Users\\Jörg Maier\\Tillbridge & start /,
  );
});

test('a single installer on Windows waits after several requests, and a till that the user closed stays closed', async () => {
  await staged();
  const commands: string[] = [];
  const windows = () => {
    const installed = {
      ...installedAs({ root: shop.root, platform: process.platform, arch: process.arch }),
      by: 'windows' as const,
    };
    return shop.updates({ installed, runAfter: (command) => commands.push(command) });
  };
  const asked = windows();
  await expect(asked.apply()).resolves.toEqual({ version: '1.2.0', takesEffect: 'on-exit' });
  await expect(asked.staged()).resolves.toBeNull();
  await expect(asked.apply(false)).rejects.toMatchObject({ code: 'UPDATE_FAILED', context: { why: 'not-staged' } });
  await windows().apply(false);
  expect(commands.map((command) => command.includes('tillbridge-till.cmd'))).toEqual([true, false]);
});
