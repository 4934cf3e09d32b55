/**
 * A real host with a journal that it cannot use: the starter reports the reason, retries, and recovers by itself.
 * @module-tag full-processes
 * @module-tag ci-only
 */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from '../../../electron/host/journal/index.ts';
import { launchStack, nodeForker, type Stack, type StackEvent } from '../../../electron/starter/index.ts';
import { startSandbox } from '../../../electron/sandbox/index.ts';
import { program } from '../../fixtures/programs.ts';
import { canLock, lockableDisk } from '../host/journal/disks.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

const till = { name: 'T', shop: 'S', currency: 'USD', locale: 'en', maxAmountMinor: 100, cardTimeoutMs: 60_000 };

let folder: string;
let stack: Stack | null = null;
beforeEach(() => {
  folder = temporaryFolder('tillbridge-trouble-');
});
afterEach(async () => {
  await stack?.stop();
});

function launch(dataDir = folder, isKiosk = false, mode: 'live' | 'training' = 'live') {
  const events: StackEvent[] = [];
  const helperDown = Promise.withResolvers<StackEvent & { type: 'helper-down' }>();
  const down = Promise.withResolvers<StackEvent & { type: 'host-down' }>();
  stack = launchStack(
    { dataDir, version: '0', isKiosk, settings: { mode, till, platform: null, terminals: [] }, localSocket: true },
    {
      fork: nodeForker({ env: process.env }),
      entries: {
        host: program('electron/host/main.ts'),
        sandbox: program('electron/sandbox/main.ts'),
        simulator: program('native/simulator/main.ts'),
      },
      onEvent: (event) => {
        events.push(event);
        if (event.type === 'host-down') down.resolve(event);
        if (event.type === 'helper-down') helperDown.resolve(event);
      },
    },
  );
  return { stack, events, down: down.promise, helperDown: helperDown.promise };
}

const path = (dataDir = folder): string => join(dataDir, 'journal.sqlite');

test(
  'a journal of a newer version is reported, and the till starts once the right file is restored',
  { timeout: 180_000 },
  async () => {
    openJournal({ path: path(), clean: (text) => text }).close();
    const good = `${path()}.good`;
    copyFileSync(path(), good);
    const db = new DatabaseSync(path());
    db.exec('PRAGMA user_version = 99');
    db.close();
    const { stack, down } = launch();
    expect((await down).failure).toMatchObject({ code: 'JRNL_NEWER' });
    copyFileSync(good, path());
    expect(await stack.ready).toMatchObject({ epoch: expect.any(String) });
  },
);

test.runIf(canLock)(
  'a read-only journal is reported, and the till starts once it is writable',
  { timeout: 180_000 },
  async () => {
    const disk = lockableDisk();
    try {
      disk.setReadOnly(true);
      const { stack, down } = launch(disk.folder);
      expect((await down).failure).toMatchObject({ code: 'JRNL_UNWRITABLE' });
      disk.setReadOnly(false);
      await stack.ready;
      await stack.stop();
    } finally {
      disk.remove();
    }
  },
);

test(
  'a counter with a damaged journal and no recovery log reports it and changes no file',
  { timeout: 180_000 },
  async () => {
    writeFileSync(path(), 'power failure '.repeat(1_000));
    const { down } = launch();
    expect((await down).failure).toMatchObject({ code: 'JRNL_CORRUPT' });
    await stack?.stop();
    expect(readFileSync(path(), 'utf8')).toMatch(/^power failure/);
  },
);

test('a kiosk with a damaged journal starts at once and keeps the damaged file', { timeout: 180_000 }, async () => {
  writeFileSync(path(), 'power failure '.repeat(1_000));
  const { stack, events } = launch(folder, true);
  await stack.ready;
  expect(events.filter(({ type }) => type === 'host-down')).toEqual([]);
  const [kept] = readdirSync(folder).filter((name) => name.includes('.damaged-'));
  expect(readFileSync(join(folder, kept ?? ''), 'utf8')).toMatch(/^power failure/);
});

test(
  'a journal used by another program is reported, and the till starts once that program has ended',
  { timeout: 180_000 },
  async () => {
    const journal = openJournal({ path: path(), clean: (text) => text });
    const { stack, down } = launch();
    expect((await down).failure).toMatchObject({
      code: 'JRNL_IN_USE',
      message: expect.stringContaining('Another Tillbridge is running'),
    });
    journal.close();
    expect(await stack.ready).toMatchObject({ epoch: expect.any(String) });
  },
);

test(
  'a folder used by another version is reported with the version and path of that program',
  { timeout: 180_000 },
  async () => {
    const first = launch();
    await first.stack.ready;
    // The file is changed as if another package had written it.
    const file = join(folder, 'host.json');
    const host = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; version: string; program: string };
    expect(host).toMatchObject({ version: expect.any(String), program: expect.any(String) });
    writeFileSync(file, JSON.stringify({ ...host, version: '9.9.9', program: '/usr/lib/tillbridge/bin/node' }));
    const second = launch();
    const message = `Tillbridge 9.9.9 (/usr/lib/tillbridge/bin/node, process ${host.pid}) is running with this data folder.`;
    expect((await second.down).failure?.message).toContain(message);
    await first.stack.stop();
  },
);

test(
  'a sandbox folder used by a command is reported, and training starts once the command has ended',
  { timeout: 180_000 },
  async () => {
    const sandbox = await startSandbox({ dataDir: join(folder, 'training') });
    const { stack, helperDown } = launch(folder, false, 'training');
    expect(await helperDown).toMatchObject({ name: 'sandbox', failure: { code: 'JRNL_IN_USE' } });
    await sandbox.close();
    expect(await stack.ready).toMatchObject({ epoch: expect.any(String) });
  },
);
