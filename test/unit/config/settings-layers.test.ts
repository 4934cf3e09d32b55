/**
 * Layers above settings.json, with tests generated from the schema: all ways to set a setting give the same value and
 * the same fault.
 */
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { settings } from '../../../electron/words/generated/en/settings.ts';
import type { SettingKey } from '../../../electron/words/setting-words.ts';
import {
  administratorFile,
  heldSettings,
  readPeople,
  readSettings,
  settingField,
  settingFields,
  settingInForce,
  SettingsFile,
  settingsJsonSchema,
  shownSetting,
  withHeld,
} from '../../../electron/config/index.ts';

import { asText, beside, merged, nested, pin, samples } from './setting-samples.ts';
import { othersMay } from '../../fixtures/system.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

let dataDir: string;
let path: string;
beforeEach(() => {
  dataDir = temporaryFolder('tillbridge settings layers ');
  path = join(dataDir, 'settings.json');
});

const write = (content: unknown, to = path) =>
  writeFileSync(to, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });

const validate = new Ajv2020({ strict: true, allErrors: true, formats: { uri: (text) => URL.canParse(text) } });
const takes = validate.compile(settingsJsonSchema());

describe.each(Object.entries(samples))('the setting %s', (key, [good, bad]) => {
  test('has words and a variable with its name', () => {
    const { words, environment } = settingFields().find((field) => field.key === key) ?? {};
    expect(words).toBe(settings.fields[key as SettingKey]);
    expect(environment).toMatch(/^TILLBRIDGE_[A-Z_]+$/);
    expect(settingFields().filter((field) => field.environment === environment)).toHaveLength(1);
  });

  test('has the same value when set by hand, by command, by the environment and by the administrator', () => {
    const byHand = merged(beside(key), nested(key, good));
    write(byHand);
    const file = new SettingsFile(dataDir);
    expect(file.faults()).toEqual([]);
    expect(file.get(key)).toEqual(good);
    takes(byHand);
    expect(takes.errors).toBeNull();

    write(beside(key));
    file.set(key, asText(good));
    expect(file.get(key)).toEqual(good);
    file.set(key, null);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(beside(key));

    const shown = shownSetting(key, good);
    expect(settingInForce(key, byHand, [])).toEqual({ value: shown, from: 'file', holder: null, written: shown });
    const written = undefined;
    expect(settingInForce(key, {}, [])).toEqual({ value: undefined, from: 'default', holder: null, written });
    const env = { [settingField(key).environment]: asText(good) };
    const [holder] = heldSettings({ env, administratorFile: '/none' });
    const inForce = settingInForce(key, beside(key), holder ? [holder] : []);
    expect(inForce).toEqual({ value: shown, from: 'environment', holder, written });

    // The account is set outside the file, and an administrator cannot set a password.
    if (key === 'platform.password' || key === 'platform.username') return;
    expect(holder).toEqual({ key, by: 'environment', name: settingField(key).environment, value: good });
    const administrators = join(dataDir, 'administrators.json');
    write({ $by: 'Harbor Group IT', ...merged(beside(key), nested(key, good)) }, administrators);
    const locked = heldSettings({ env: {}, administratorFile: administrators });
    const named = { by: 'administrator', name: 'Harbor Group IT', value: good };
    expect(locked.find((one) => one.key === key)).toMatchObject(named);
    expect(settingInForce(key, beside(key), locked)).toMatchObject({ value: shown, from: 'administrator' });
    expect(withHeld({}, locked)).toEqual(withHeld(beside(key), holder ? [holder] : []));
    expect(() => new SettingsFile(dataDir, locked).set(key, asText(good))).toThrow('is set by Harbor Group IT');
  });

  test('has the same fault for an invalid value', async () => {
    const file = new SettingsFile(dataDir);
    write(merged(beside(key), nested(key, bad)));
    const [byHand] = file.faults();
    expect(byHand?.key.startsWith(key)).toBe(true);
    await expect(readSettings({ dataDir, env: {}, administratorFile: '/none' })).rejects.toThrow(
      `${path}: ${byHand?.key}: ${byHand?.text}`,
    );
    if (key === 'platform.password') return;
    takes(merged(beside(key), nested(key, bad)));
    write(beside(key));
    // Both exceptions accept any text.
    if (bad === '' || key === 'platform.noProxy') return;
    expect(file.check(key, asText(bad))).toEqual(byHand);
    expect(() => file.set(key, asText(bad))).toThrow(`${byHand?.key}: ${byHand?.text}. Nothing was changed.`);
    if (key === 'platform.username' || key === 'trace') return;
    const env = { [settingField(key).environment]: asText(bad) };
    await expect(readSettings({ dataDir, env, administratorFile: '/none' })).rejects.toThrow(
      `${settingField(key).environment}: ${byHand?.text}`,
    );
  });
});

describe('an administrator’s file', () => {
  const administrators = () => join(dataDir, 'administrators.json');

  test('overrides the environment and the file; a flag does not override it', async () => {
    write({ till: { shop: 'Mine' } });
    write({ $by: 'Harbor Group IT', till: { shop: 'Theirs' }, mode: 'training', terminals: [] }, administrators());
    const env = { TILLBRIDGE_TILL_SHOP: 'Env', TILLBRIDGE_TILL_NAME: 'Bar' };
    const source = { dataDir, env, administratorFile: administrators() };
    const settings = await readSettings(source);
    expect(settings.till).toMatchObject({ shop: 'Theirs', name: 'Bar' });
    expect(settings.held?.map(({ key, name }) => [key, name])).toEqual([
      ['till.name', 'TILLBRIDGE_TILL_NAME'],
      ['mode', 'Harbor Group IT'],
      ['till.shop', 'Harbor Group IT'],
      ['terminals', 'Harbor Group IT'],
    ]);
    const flags = { terminals: ['tcp:10.0.0.1:9001'] };
    await expect(readSettings({ ...source, flags })).rejects.toThrow(
      '--terminal: terminals is set by Harbor Group IT in',
    );
    await expect(readSettings({ ...source, flags: { isTraining: true } })).rejects.toThrow(
      '--training: mode is set by',
    );
  });

  test('can only lock more by a second file, named by a variable', () => {
    write({ till: { shop: 'Theirs' } }, administrators());
    const more = join(dataDir, 'more.json');
    write({ $by: 'Somebody', till: { shop: 'Mine', name: 'Bar' } }, more);
    const env = { TILLBRIDGE_ADMINISTRATOR_SETTINGS: more };
    const held = heldSettings({ env, administratorFile: administrators() });
    const values = Object.fromEntries(held.map(({ key, value }) => [key, value]));
    expect(values).toEqual({ 'till.shop': 'Theirs', 'till.name': 'Bar' });
  });

  test.each([
    ['{"till": {', /is not JSON\. Have the administrator correct this file/],
    ['[]', /must be an object/],
    ['{"till": {"nmae": "x"}}', /till\.nmae: is not a setting/],
    [
      '{"platform": {"url": "https://x.example", "password": "hunter2"}}',
      /platform\.password: every user of this computer can read/,
    ],
  ])('is refused if it is invalid: %s', (content, message) => {
    write(content, administrators());
    expect(() => heldSettings({ env: {}, administratorFile: administrators() })).toThrow(message);
    expect(() => heldSettings({ env: {}, administratorFile: administrators() })).not.toThrow(/hunter2/);
  });

  test.skipIf(process.platform === 'win32')('is refused if other users can write it, or if it is a link', () => {
    write({}, administrators());
    chmodSync(administrators(), 0o666);
    expect(() => heldSettings({ env: {}, administratorFile: administrators() })).toThrow('other users can write it');
    rmSync(administrators());
    symlinkSync('/etc/passwd', administrators());
    expect(() => heldSettings({ env: {}, administratorFile: administrators() })).toThrow('is not a regular file');
  });

  test.each([
    ['linux', {}, '/etc/tillbridge/settings.json'],
    ['darwin', {}, '/Library/Application Support/Tillbridge/settings.json'],
  ] as const)('is at the path of the system: %s', (platform, env, expected) => {
    expect(administratorFile(platform, env)).toBe(expected);
  });
});

describe('a file of another version', () => {
  test('rewrites an older file and keeps the old file', () => {
    const old = { managers: [{ name: 'Mo', pin }], people: [{ name: 'Anna' }], till: { shop: 'Bar' } };
    write(old);
    const before = readPeople(dataDir, {});
    expect(new SettingsFile(dataDir).migrate()).toBe(true);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      till: { shop: 'Bar' },
      version: 2,
      people: [{ name: 'Mo', pin, roles: ['manager', 'technician'] }, { name: 'Anna' }],
    });
    expect(readPeople(dataDir, {})).toEqual(before);
    const [former = ''] = readdirSync(join(dataDir, 'settings-former'));
    expect(JSON.parse(readFileSync(join(dataDir, 'settings-former', former), 'utf8'))).toEqual(old);
    expect(statSync(path).mode & 0o077).toBe(othersMay);
    expect(new SettingsFile(dataDir).migrate()).toBe(false);
  });

  test('leaves a newer file unchanged and reports it', async () => {
    write({ version: 3, till: { shop: 'Bar' } });
    const before = readFileSync(path, 'utf8');
    const said = /version: is 3, of a newer Tillbridge; this one reads up to 2\. Install the newer version again/;
    await expect(readSettings({ dataDir, env: {}, administratorFile: '/none' })).rejects.toThrow(said);
    expect(() => new SettingsFile(dataDir).set('till.shop', 'x')).toThrow(said);
    expect(new SettingsFile(dataDir).migrate()).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('reports a half-written file, and an undo restores the previous version', () => {
    const file = new SettingsFile(dataDir);
    file.set('till.shop', 'A');
    file.set('till.shop', 'B');
    const half = readFileSync(path, 'utf8').slice(0, 20);
    write(half);
    expect(() => file.set('till.shop', 'C')).toThrow('only half of it was written. Run tillbridge settings back');
    file.back();
    expect(file.get('till.shop')).toBe('A');
    const kept = readdirSync(join(dataDir, 'settings-former')).find((name) => name.endsWith('.unreadable'));
    expect(readFileSync(join(dataDir, 'settings-former', kept ?? ''), 'utf8')).toBe(half);
  });

  test('ignores a byte order mark', () => {
    write(`\uFEFF${JSON.stringify({ till: { shop: 'Bar' } })}`);
    expect(new SettingsFile(dataDir).get('till.shop')).toBe('Bar');
  });
});

test.skipIf(process.getuid?.() !== 0)(
  'the till requires that the file of the system and its folder belong to root',
  () => {
    // Only root can change the owner of a file. The path belongs to the system, so the test uses a similar folder.
    const folder = join(dataDir, 'etc');
    mkdirSync(folder);
    write({}, join(folder, 'settings.json'));
    chownSync(join(folder, 'settings.json'), 65_534, 65_534);
    expect(() => heldSettings({ env: {}, administratorFile: join(folder, 'settings.json'), isSystems: true })).toThrow(
      'does not belong to the administrator',
    );
  },
);
