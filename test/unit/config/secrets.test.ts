/** The store of secrets with real files, and with places that are locked, missing, silent or slow. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SecretPlaceName, SecretTrouble } from '../../../electron/contract/index.ts';
import { systemClock } from '../../../electron/domain/index.ts';
import {
  FilePlace,
  moveOutOfSettings,
  PlaceError,
  readSettings,
  Secrets,
  SettingsFile,
  type SecretPlace,
} from '../../../electron/config/index.ts';
import { answerSecretAsk, RemoteSecrets, toHostSchema, withoutSecrets } from '../../../electron/starter/index.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

const DAY_MS = 24 * 60 * 60_000;
const account = { url: 'https://platform.example/v1', username: 'US1' };
const hard = `a"b'c%d\\e üß🙂 ${'x'.repeat(500)}`;

let dataDir: string;
let nowMs = Date.parse('2026-01-01T00:00:00Z');
beforeEach(() => {
  dataDir = temporaryFolder('tillbridge secrets ');
});

/** A key store that a test can lock, break or slow down. */
class Store implements SecretPlace {
  readonly name: SecretPlaceName;
  readonly kept = new Map<string, string>();
  why: SecretTrouble | null = null;
  /** Answers only when the test allows it. */
  gate: Promise<void> = Promise.resolve();
  constructor(name: SecretPlaceName = 'system') {
    this.name = name;
  }
  async #open(): Promise<void> {
    await this.gate;
    if (this.why) throw new PlaceError(this.why);
  }
  async put(id: string, secret: string): Promise<void> {
    await this.#open();
    this.kept.set(id, secret);
  }
  async get(id: string): Promise<string | null> {
    await this.#open();
    return this.kept.get(id) ?? null;
  }
  async drop(id: string): Promise<void> {
    await this.#open();
    this.kept.delete(id);
  }
}

const open = (places: SecretPlace[] = [], env = {}, withinMs = 5_000) =>
  new Secrets({
    dataDir,
    env,
    places: [...places, new FilePlace(dataDir)],
    clock: systemClock,
    now: () => nowMs,
    withinMs,
  });
const files = () => readdirSync(dataDir).filter((name) => name.startsWith('platform-password.'));

test('the till uses the best place that accepts the password and reports the others', async () => {
  const [desktop, system] = [new Store('desktop'), new Store('system')];
  await expect(open([desktop, system]).keep('one', account)).resolves.toEqual({ place: 'desktop', passedOver: [] });
  desktop.why = 'weak';
  await expect(open([desktop, system]).keep('two', account)).resolves.toEqual({
    place: 'system',
    passedOver: [{ place: 'desktop', why: 'weak' }],
  });
  system.why = 'locked';
  const { place, passedOver } = await open([desktop, system]).keep('three', account);
  expect({ place, why: passedOver.map(({ why }) => why) }).toEqual({ place: 'file', why: ['weak', 'locked'] });
});

test('a password in a file is private, unchanged, and in no other file', async () => {
  await open().keep(hard, account);
  await expect(open().passwords(account)).resolves.toEqual({ password: hard });
  const [file = ''] = files();
  expect(files()).toHaveLength(1);
  if (process.platform !== 'win32') expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600);
  for (const name of readdirSync(dataDir))
    if (name !== file) expect(readFileSync(join(dataDir, name), 'utf8')).not.toContain('üß');
  if (process.platform === 'win32') return;
  chmodSync(join(dataDir, file), 0o644);
  await expect(open().passwords(account)).resolves.toEqual({
    password: null,
    trouble: { place: 'file', why: 'exposed' },
  });
});

test('the till skips a place that does not return the stored password', async () => {
  const store = new Store();
  vi.spyOn(store, 'get').mockResolvedValue('something else');
  await expect(open([store]).keep('one', account)).resolves.toMatchObject({ place: 'file' });
  expect(store.kept.size).toBe(0);
});

test('the till reports that no place accepts the password and keeps the previous password', async () => {
  const store = new Store();
  const secrets = new Secrets({ dataDir, env: {}, places: [store], clock: systemClock, now: () => nowMs });
  await secrets.keep('one', account);
  store.why = 'locked';
  await expect(secrets.keep('two', account)).rejects.toMatchObject({ code: 'JRNL_UNWRITABLE' });
  store.why = null;
  await expect(secrets.passwords(account)).resolves.toEqual({ password: 'one' });
});

test.each(['locked', 'absent', 'failed'] as const)(
  'a key store that is %s gives no password and the reason',
  async (why) => {
    const store = new Store();
    await open([store]).keep('one', account);
    store.why = why;
    await expect(open([store]).passwords(account)).resolves.toEqual({
      password: null,
      trouble: { place: 'system', why },
    });
    store.why = null;
    await expect(open([store]).passwords(account)).resolves.toEqual({ password: 'one' });
  },
);

test('a slow key store does not delay the till; a late answer is used next time, and a later lock does no harm', async () => {
  const store = new Store();
  await open([store]).keep('one', account);
  const { promise, resolve } = Promise.withResolvers<void>();
  store.gate = promise;
  const secrets = open([store], {}, 20);
  await expect(secrets.passwords(account)).resolves.toEqual({
    password: null,
    trouble: { place: 'system', why: 'silent' },
  });
  const asked = vi.spyOn(store, 'get');
  await expect(secrets.passwords(account)).resolves.toMatchObject({ password: null });
  // The first read is still running, so there is no second.
  expect(asked).not.toHaveBeenCalled();
  resolve();
  await vi.waitFor(async () => expect(await secrets.passwords(account)).toEqual({ password: 'one' }));
  store.why = 'locked';
  await expect(secrets.passwords(account)).resolves.toEqual({ password: 'one' });
});

test('a password that disappeared from its place is reported', async () => {
  const store = new Store();
  await open([store]).keep('one', account);
  store.kept.clear();
  await expect(open([store]).passwords(account)).resolves.toEqual({
    password: null,
    trouble: { place: 'system', why: 'lost' },
  });
});

test('the till keeps two passwords, tries the working password first, and deletes the former password after a day', async () => {
  await open().keep('old', account);
  await open().worked('password', account);
  await open().keep('new', account);
  await expect(open().passwords(account)).resolves.toEqual({
    password: 'new',
    formerPassword: 'old',
    formerWorks: true,
  });
  await open().worked('password', account);
  await expect(open().passwords(account)).resolves.toEqual({ password: 'new', formerPassword: 'old' });
  nowMs += DAY_MS - 1;
  await open().worked('password', account);
  expect(files()).toHaveLength(2);
  nowMs += 1;
  await open().worked('password', account);
  await expect(open().passwords(account)).resolves.toEqual({ password: 'new' });
  expect(files()).toHaveLength(1);
});

test('a mistyped password does not replace the working password', async () => {
  await open().keep('works', account);
  await open().worked('password', account);
  await open().keep('mistyped', account);
  await open().keep('right', account);
  await expect(open().passwords(account)).resolves.toEqual({
    password: 'right',
    formerPassword: 'works',
    formerWorks: true,
  });
  await open().keep('right', account);
  expect(files()).toHaveLength(2);
});

test('a password is sent to its address and with its user name only', async () => {
  await open().keep('one', account);
  for (const other of [
    { ...account, url: 'https://evil.example/v1' },
    { ...account, username: 'US2' },
  ])
    await expect(open().passwords(other)).resolves.toEqual({ password: null });
  await expect(open().passwords({ ...account, url: 'https://platform.example/v2' })).resolves.toEqual({
    password: 'one',
  });
  await expect(open().view({ ...account, username: 'US2' })).resolves.toMatchObject({
    source: 'none',
    kept: [{ isOtherAccount: true }],
  });
});

test('the command forget deletes the former password or all; a place that cannot delete it is reported', async () => {
  const store = new Store();
  const secrets = open([store]);
  await secrets.keep('old', account);
  await secrets.keep('new', account);
  await secrets.forget('former');
  await expect(secrets.passwords(account)).resolves.toEqual({ password: 'new' });
  store.why = 'locked';
  await expect(secrets.forget('all')).rejects.toThrow(/still kept: its place is locked/);
  store.why = null;
  await secrets.forget('all');
  expect(store.kept.size).toBe(0);
  await expect(secrets.view(account)).resolves.toEqual({ source: 'none', kept: [] });
});

test('the till answers the host over a channel of JSON, also with an empty answer', async () => {
  const secrets = open([new Store()]);
  const remote = new RemoteSecrets((ask, of) => {
    void answerSecretAsk(secrets, ask, of).then((message) => {
      const heard = toHostSchema.parse(JSON.parse(JSON.stringify(message)));
      if (heard.type === 'secret') remote.answered(heard.ask, heard.answer);
      else if (heard.type === 'secret-failed') remote.failed(heard.ask, heard.failure);
    });
  });
  await remote.keep('old', account);
  await remote.keep('new', account);
  await remote.worked('password', account);
  await remote.forget('former');
  await expect(remote.passwords(account)).resolves.toEqual({ password: 'new' });
  await expect(remote.view(account)).resolves.toMatchObject({ source: 'kept' });
});

test('credentials in the environment come before those of a service, and both before stored passwords', async () => {
  const folder = join(dataDir, 'credentials');
  mkdirSync(folder);
  writeFileSync(join(folder, 'tillbridge-password'), `${hard}\n`);
  await open().keep('kept', account);
  const service = { CREDENTIALS_DIRECTORY: folder };
  await expect(open([], service).passwords(account)).resolves.toEqual({ password: hard });
  writeFileSync(join(folder, 'tillbridge-former-password'), 'former');
  await expect(open([], service).passwords(account)).resolves.toEqual({ password: hard, formerPassword: 'former' });
  await expect(open([], service).view(account)).resolves.toMatchObject({ source: 'service' });
  const both = { ...service, TILLBRIDGE_PASSWORD: 'env' };
  await expect(open([], both).passwords(account)).resolves.toEqual({ password: 'env' });
  const changing = { ...both, TILLBRIDGE_FORMER_PASSWORD: 'former env' };
  await expect(open([], changing).passwords(account)).resolves.toEqual({
    password: 'env',
    formerPassword: 'former env',
  });
  expect(withoutSecrets(changing)).toEqual(service);
  // A former password alone is ignored.
  const alone = { TILLBRIDGE_FORMER_PASSWORD: 'former env' };
  await expect(open([], alone).view(account)).resolves.toMatchObject({ source: 'kept' });
  await expect(open([], { CREDENTIALS_DIRECTORY: '/nowhere' }).passwords(account)).resolves.toEqual({
    password: 'kept',
  });
});

test('a process that crashed while it stored a password leaves none behind', async () => {
  const entry = {
    id: '0123456789abcdef',
    place: 'file',
    account: null,
    keptAt: '2026-01-01T00:00:00Z',
    worksSince: null,
  };
  writeFileSync(
    join(dataDir, 'secrets.json'),
    JSON.stringify({ version: 1, entries: [{ ...entry, isPending: true }] }),
  );
  writeFileSync(join(dataDir, `platform-password.${entry.id}`), 'half', { mode: 0o600 });
  await expect(open().passwords(account)).resolves.toEqual({ password: null });
  await open().keep('one', account);
  expect(existsSync(join(dataDir, `platform-password.${entry.id}`))).toBe(false);
});

test('a password in settings.json moves into the store once, also from former versions', async () => {
  const file = new SettingsFile(dataDir);
  writeFileSync(file.path, JSON.stringify({ platform: { ...account, password: hard }, till: { shop: 'Bar' } }), {
    mode: 0o600,
  });
  file.set('till.shop', 'Café');
  file.set('till.shop', 'Bäckerei');
  writeFileSync(join(dataDir, 'settings-former', '00000000.json'), '{"platform":{"password":"half');
  const said = await moveOutOfSettings(dataDir, open());
  expect(said).toMatch(/moved to a separate file/);
  expect(said).not.toContain('üß');
  const everything = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !one.name.startsWith('platform-password.'))
    .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'));
  expect(everything.join('\n')).not.toMatch(/üß|half/);
  expect(file.read()).toEqual({ platform: account, till: { shop: 'Bäckerei' } });
  await expect(readSettings({ dataDir, env: {}, secrets: open() })).resolves.toMatchObject({
    platform: { password: hard },
  });
  await expect(moveOutOfSettings(dataDir, open())).resolves.toBeNull();
  // The previous settings can still be restored, without the password.
  file.back();
  expect(file.read()).toMatchObject({ till: { shop: 'Bäckerei' } });
});

test('a password that no place accepts stays in settings.json', async () => {
  const file = new SettingsFile(dataDir);
  writeFileSync(file.path, JSON.stringify({ platform: { ...account, password: 'one' } }), { mode: 0o600 });
  const store = new Store();
  store.why = 'locked';
  const secrets = new Secrets({ dataDir, env: {}, places: [store], clock: systemClock, now: () => nowMs });
  await expect(moveOutOfSettings(dataDir, secrets)).resolves.toMatch(/is still in .* could not be kept: .* is locked/);
  expect(file.read()).toEqual({ platform: { ...account, password: 'one' } });
});
