/** `tillbridge settings`, for a stopped and a running till: output, changes, required rights, and audit log. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditRow } from '../../electron/contract/index.ts';
import { composeHost, hashPin, type Host } from '../../electron/host/index.ts';
import { settingFields } from '../../electron/config/index.ts';
import { hostConfig } from '../unit/host/host-config.ts';
import { canMount, smallDisk } from '../unit/host/journal/disks.ts';
import { tillbridge, withResult } from './in-process.ts';

const PIN = '246813';
const people = [{ name: 'Mo', roles: ['manager' as const], pin: hashPin(PIN, { N: 2, r: 1, p: 1 }) }];
const asked = { TILLBRIDGE_PIN: PIN };

let data: string;
let path: string;
let host: Host | null = null;
let reloads = 0;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'tillbridge-settings-cli-'));
  path = join(data, 'settings.json');
  reloads = 0;
});
afterEach(async () => {
  await host?.close();
  host = null;
  rmSync(data, { recursive: true, force: true });
});

const write = (settings: unknown) => writeFileSync(path, JSON.stringify(settings), { mode: 0o600 });
const written = () => JSON.parse(readFileSync(path, 'utf8')) as unknown;
const settings = (words: string[], env = {}, input: string[] = []) =>
  tillbridge(['settings', ...words, '--data', data], env, input);
const json = async (...words: string[]) => withResult(await settings([...words, '--json']));
async function start(): Promise<void> {
  const config = hostConfig(data, {
    people,
    localSocket: true,
    ports: { neverAsk: [], onlyAsk: ['serial:/dev/none'] },
  });
  host = await composeHost(config, { reload: () => (reloads += 1) });
}
const audited = async () =>
  (await tillbridge(['audit', 'export', '--data', data, '--format', 'jsonl'])).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditRow)
    .filter(({ action }) => action === 'settings')
    .map(({ operator, data: what }) => `${operator} ${what}`);

describe('the settings of a stopped till', () => {
  test('are listed, fetched and explained with their stored values, without secrets', async () => {
    write({ till: { shop: 'Bar' }, platform: { url: 'https://x.example', password: 'hunter2' }, people });
    const { result } = await json('list');
    const rows = result['settings'] as { key: string; value: unknown }[];
    expect(rows.map(({ key }) => key)).toEqual(settingFields().map(({ key }) => key));
    expect(rows.filter(({ value }) => value !== null).map(({ key }) => key)).toEqual([
      'till.shop',
      'platform.url',
      'platform.password',
      'people',
    ]);
    expect(JSON.stringify(result)).not.toMatch(/hunter2|scrypt/);
    expect((await settings(['list', '--written'])).stdout.split('\n')[0]).toBe('* till.shop  "Bar"');
    expect((await settings(['get', 'till.shop'])).stdout).toBe('"Bar"\n');
    expect((await settings(['get', 'till.name'])).stdout).toBe('null\n');
    expect((await settings(['get', 'platform.password'])).stdout).toBe('"(set)"\n');
    expect((await settings(['explain', 'till.cardTimeoutMs'])).stdout).toBe(
      'till.cardTimeoutMs: Wait for a card. The terminal waits this long for a card.\nDefault: 60000\nNot set in settings.json.\n',
    );
    expect((await json('get', 'till.cardTimeoutMs')).result).toEqual({
      key: 'till.cardTimeoutMs',
      value: null,
      from: 'default',
      by: null,
      written: null,
      default: 60_000,
    });
    expect(await settings(['get', 'shop'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean till.shop?'),
    });
  });

  test('apply an override of the file, and show its source and the value in the file', async () => {
    write({ till: { shop: 'Bar' }, platform: { url: 'https://x.example', username: 'U1' } });
    const more = join(data, 'administrators.json');
    writeFileSync(more, JSON.stringify({ $by: 'Harbor Group IT', till: { name: 'Two' } }), { mode: 0o600 });
    const env = {
      TILLBRIDGE_TILL_SHOP: 'Env',
      TILLBRIDGE_USERNAME: 'U2',
      TILLBRIDGE_PASSWORD: 'hunter2',
      TILLBRIDGE_ADMINISTRATOR_SETTINGS: more,
    };
    const listed = (await settings(['list'], env)).stdout.split('\n');
    expect(listed.filter((line) => line.startsWith('!'))).toEqual([
      '! till.name  "Two"  (set by Harbor Group IT; settings.json has no value)',
      '! till.shop  "Env"  (set by TILLBRIDGE_TILL_SHOP of the environment; settings.json has "Bar")',
      '! platform.username  "U2"  (set by TILLBRIDGE_USERNAME of the environment; settings.json has "U1")',
      '! platform.password  "(set)"  (set by TILLBRIDGE_PASSWORD of the environment; settings.json has no value)',
    ]);
    expect(listed.join()).not.toContain('hunter2');
    expect((await settings(['list', '--written'], env)).stdout.split('\n')[0]).toContain('! till.shop');
    expect(await settings(['get', 'till.shop'], env)).toMatchObject({
      code: 0,
      stdout: '"Env"\n',
      stderr: 'set by TILLBRIDGE_TILL_SHOP of the environment; settings.json has "Bar"\n',
    });
    expect(withResult(await settings(['get', 'till.name', '--json'], env))).toMatchObject({
      stderr: '',
      result: {
        key: 'till.name',
        value: 'Two',
        from: 'administrator',
        by: 'Harbor Group IT',
        written: null,
        default: 'Till 1',
      },
    });
    expect((await settings(['explain', 'till.shop'], env)).stdout).toContain(
      'Set in settings.json: "Bar"\nIn use: "Env", set by TILLBRIDGE_TILL_SHOP',
    );
  });

  test('list an invalid value, with the note that the till does not start with it', async () => {
    write({ till: { shop: 'Bar', cardTimeoutMs: 1 } });
    const env = { TILLBRIDGE_TILL_SAME_CARD_MINUTES: '99' };
    const { code, stdout, stderr } = await settings(['list'], env);
    expect(code).toBe(0);
    expect(stdout).toContain(
      '! till.sameCardMinutes  99  (set by TILLBRIDGE_TILL_SAME_CARD_MINUTES of the environment',
    );
    expect(stderr).toMatch(
      /^The till does not start with these settings: till\.cardTimeoutMs: .*\ntill\.sameCardMinutes: may be at most 60\n$/,
    );
    expect((await json('list')).result).toMatchObject({ problems: [expect.stringMatching(/^till\.cardTimeoutMs: /)] });
    expect((await settings(['list'])).stderr).not.toContain('sameCardMinutes');
  });

  test('are set, unset and restored in the file, with a log row each and a message for a refused change', async () => {
    const set = await settings(['set', 'till.shop', 'Café']);
    expect(set).toMatchObject({ code: 0, stderr: '' });
    expect(set.stdout).toBe('till.shop is "Café". A running till takes the change over at once.\n');
    expect(written()).toEqual({ till: { shop: 'Café' } });
    const wrong = await settings(['set', 'till.cardTimeoutMs', '5']);
    expect(wrong.stderr).toContain('till.cardTimeoutMs: has to be at least 1000. Nothing was changed.');
    expect(wrong.code).toBe(2);
    await settings(['unset', 'till.shop']);
    expect(written()).toEqual({});
    await settings(['back']);
    expect(written()).toEqual({ till: { shop: 'Café' } });
    expect(await audited()).toEqual([
      'cashier {"key":"till.shop"}',
      'cashier {"key":"till.cardTimeoutMs"}',
      'cashier {"key":"till.shop"}',
      'cashier {"what":"back"}',
    ]);
  });

  test('prompt for a password, and refuse it on the command line', async () => {
    write({ platform: { url: 'https://x.example', username: 'U' } });
    const spoken = await settings(['set', 'platform.password', 'hunter2']);
    expect(spoken).toMatchObject({ code: 2, stdout: '' });
    expect(spoken.stderr).not.toContain('hunter2');
    const secret = 'ä"%\'🙂'.repeat(50);
    const { stdout, stderr, code } = await settings(['set', 'platform.password'], {}, [`${secret}\n`]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout + stderr).not.toContain('ä"%');
    expect(written()).toEqual({ platform: { url: 'https://x.example', username: 'U' } });
    const kept = readdirSync(data).filter((name) => name.startsWith('platform-password.'));
    expect(kept.map((name) => readFileSync(join(data, name), 'utf8'))).toEqual([secret]);
    expect((await audited()).join()).not.toContain('ä"%');
    expect((await settings(['set', 'till.shop'])).stderr).toContain('Give the value of till.shop');
  });

  test('refuse a card number, and store it nowhere', async () => {
    const typed = await settings(['set', 'till.shop', '4111 1111 1111 1111']);
    expect(typed).toMatchObject({ code: 1, stdout: '' });
    expect(typed.stderr).toContain('looks like a card number. Nothing was changed.');
    expect(existsSync(path)).toBe(false);
  });

  test('are checked with the same report as at a start', async () => {
    expect(await settings(['check'])).toMatchObject({ code: 0, stdout: `OK: ${path}\n` });
    write({ till: { name: '', cardTimeoutMs: 1 } });
    const two = await json('check');
    expect(two.result['problems']).toEqual([
      'till.name: must not be empty',
      'till.cardTimeoutMs: has to be at least 1000',
    ]);
    expect(two.code).toBe(1);
    write({ platform: { url: 'http://x.example' } });
    expect((await settings(['check'])).stdout).toContain('platform.url: needs https');
    write('{');
    expect(await settings(['check'])).toMatchObject({ code: 2 });
  });

  test('are repaired by back from a damaged file, which requires the manager of the previous version', async () => {
    write({ people, till: { shop: 'Eins' } });
    await settings(['set', 'till.shop', 'Zwei', '--operator', 'Mo'], asked);
    writeFileSync(path, '', { mode: 0o600 });
    expect((await settings(['set', 'till.shop', 'Drei', '--operator', 'Mo'], asked)).stderr).toContain(
      'Run tillbridge settings back',
    );
    expect((await settings(['back'])).stderr).toContain('ROLE_REQUIRED');
    expect(await settings(['back', '--operator', 'Mo'], asked)).toMatchObject({ code: 0, stderr: '' });
    expect(written()).toEqual({ people, till: { shop: 'Eins' } });
    expect((await settings(['set', 'till.shop', 'Drei', '--operator', 'Mo'], asked)).code).toBe(0);
  });

  test('are printed as a JSON Schema', async () => {
    const { stdout } = await tillbridge(['settings', 'schema']);
    expect(JSON.parse(stdout)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: { till: { properties: { shop: { description: 'Shop name. Shown on screens and receipts.' } } } },
    });
  });
});

describe.each(['stopped', 'running'])('settings of a %s till whose people have PINs', (how) => {
  beforeEach(async () => {
    write({ people, ports: { onlyAsk: ['serial:/dev/none'] } });
    if (how === 'running') await start();
  });

  test('require a manager’s PIN, which is checked and logged', async () => {
    const before = readFileSync(path, 'utf8');
    expect((await settings(['set', 'till.shop', 'Eve'])).stderr).toContain('ROLE_REQUIRED');
    expect(readFileSync(path, 'utf8')).toBe(before);
    const set = await settings(['set', 'till.shop', 'Bar', '--operator', 'Mo'], asked);
    expect(set).toMatchObject({ code: 0, stdout: expect.stringContaining('till.shop is "Bar".') });
    expect(written()).toMatchObject({ till: { shop: 'Bar' }, people });
    expect(await audited()).toEqual(['Mo {"key":"till.shop"}']);
    const wrong = await settings(['set', 'till.shop', 'Eve', '--operator', 'Mo'], { TILLBRIDGE_PIN: '111111' });
    expect(wrong.stderr).toContain('ROLE_PIN_WRONG');
    expect(written()).toMatchObject({ till: { shop: 'Bar' } });
  });

  test('get the same message for a refused change', async () => {
    const { code, stderr } = await settings(['set', 'till.name', '', '--operator', 'Mo'], asked);
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toContain('till.name: must not be empty. Nothing was changed.');
    const unknown = await settings(['set', 'till.nmae', 'x', '--operator', 'Mo'], asked);
    expect(unknown.stderr).toContain('till.nmae is not a setting');
  });
});

test.skipIf(!canMount)('no setting is changed or half written on a full disk, and the remedy is printed', async () => {
  const disk = smallDisk(1_024);
  data = join(disk.folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  path = join(data, 'settings.json');
  try {
    write({ till: { shop: 'Bakery' } });
    const secret = () =>
      tillbridge(['secrets', 'set', '--data', data], { TILLBRIDGE_NO_KEY_STORE: '1' }, ['secret one\n']);
    const before = readdirSync(data);
    disk.fill();
    for (const done of [await settings(['set', 'till.shop', 'Café']), await secret()]) {
      expect(done).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/disk is full(?:: free some space|\. Free disk space)/) as string,
      });
      expect(written()).toEqual({ till: { shop: 'Bakery' } });
      // The folder for those records may have been created, without content.
      expect(readdirSync(data).filter((name) => name !== 'training')).toEqual(before);
    }
    disk.free();
    expect((await settings(['set', 'till.shop', 'Café'])).code).toBe(0);
    expect((await secret()).code).toBe(0);
    expect(written()).toEqual({ till: { shop: 'Café' } });
  } finally {
    disk.remove();
  }
});

test('a running till restarts once for several settings, and continues after a refused setting', async () => {
  write({ people, ports: { onlyAsk: ['serial:/dev/none'] } });
  await start();
  await settings(['set', 'till.name', '', '--operator', 'Mo'], asked);
  await settings(['set', 'till.shop', 'A', '--operator', 'Mo'], asked);
  await settings(['set', 'till.name', 'B', '--operator', 'Mo'], asked);
  expect(reloads).toBe(0);
  await vi.waitFor(() => expect(reloads).toBe(1), { timeout: 20_000 });
});
