/** Changes of settings.json: one setting at a time, atomic, with words for each setting. */
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  restoreSettings,
  readSettings,
  settingField,
  settingFields,
  SettingsFile,
  settingsJsonSchema,
  shownSetting,
} from '../../../electron/config/index.ts';
import { openTill } from '../../../electron/starter/index.ts';
import { settingPartWords } from '../../../electron/config/setting-part-words.ts';
import { settings } from '../../../electron/words/generated/en/settings.ts';
import { settingsFileSchema } from '../../../electron/config/settings-schema.ts';
import { othersMay } from '../../fixtures/system.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

let dataDir: string;
let path: string;
let file: SettingsFile;
beforeEach(() => {
  dataDir = temporaryFolder('tillbridge settings file ');
  path = join(dataDir, 'settings.json');
  file = new SettingsFile(dataDir);
});
afterEach(() => {
  chmodSync(dataDir, 0o700);
});

const write = (content: unknown) =>
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
const written = () => JSON.parse(readFileSync(path, 'utf8')) as unknown;
const invalid = (message: RegExp) =>
  expect.objectContaining({ code: 'CFG_INVALID', message: expect.stringMatching(message) });
const pin = 'scrypt$c2FsdA==$aGFzaA==';

describe('words', () => {
  test('every setting of the schema has a key, except the parts of a list', () => {
    const keys = settingFields().map(({ key }) => key);
    expect(keys.filter((key) => !(key in settingPartWords))).toEqual(Object.keys(settings.fields));
    expect(Object.keys(settingPartWords).filter((key) => !keys.includes(key))).toEqual([
      'terminals.address',
      'terminals.route',
      'terminals.serialNumber',
      'managers.name',
      'managers.pin',
      'people.name',
      'people.roles',
      'people.pin',
    ]);
    expect(() => settingField('till.nmae')).toThrow('till.nmae is not a setting');
    expect(() => settingField('shop')).toThrow('shop is not a setting. Did you mean till.shop?');
    expect(() => settingField('constructor')).toThrow('constructor is not a setting');
  });
});

describe('the JSON Schema in another validator', () => {
  const validate = new Ajv2020({ strict: true, allErrors: true, formats: { uri: (text) => URL.canParse(text) } });
  const takes = validate.compile(settingsJsonSchema());
  const platform = { url: 'https://platform.example', username: 'US1' };

  test.each([
    {},
    { $schema: './settings.schema.json' },
    { mode: 'training', till: { name: 'Till 2', shop: 'Café „Grün“', currency: 'EUR', locale: 'de-DE' } },
    {
      platform: { ...platform, merchant: 'MU1', proxy: 'none' },
      terminals: ['serial:/dev/ttyUSB0', 'tcp:10.0.0.2:9001'],
    },
    { terminals: [{ address: 'tcp:10.0.0.2:9001', route: 'cloud', serialNumber: 'B1' }], selfTestAt: null },
    { till: { tips: [10, 15, 20] } },
    { till: { tips: { when: 'after', percents: [10], roomPercent: 30 } } },
    { till: { surcharge: { percent: 1.5, label: 'Fee' } } },
    { people: [{ name: 'Mo', roles: ['manager'], pin }], signIn: { isOn: true } },
    { receipts: { printer: 'tcp://10.0.0.9:9100', columns: 32, header: ['Main street 1'] } },
  ])('accepts settings that the till accepts: %j', (settings) => {
    expect(settingsFileSchema.safeParse(settings).error).toBeUndefined();
    takes(settings);
    expect(takes.errors).toBeNull();
  });

  test.each([
    [],
    { till: { nmae: 'x' } },
    { mode: 'off' },
    { till: { name: '' } },
    { till: { maxAmountMinor: 1.5 } },
    { till: { cardTimeoutMs: 10 } },
    { platform: { url: 5 } },
    { terminals: 'serial:/dev/ttyUSB0' },
    { people: [{ roles: ['manager'] }] },
    { people: [{ name: 'Mo', roles: ['owner'] }] },
    { signIn: { isOn: 'yes' } },
    { receipts: { columns: 3 } },
    { ports: { neverAsk: ['ttyUSB0'] } },
    { trace: 1 },
  ])('refuses settings that the till refuses: %j', (settings) => {
    expect(settingsFileSchema.safeParse(settings).success).toBe(false);
    expect(takes(settings)).toBe(false);
  });

  test('has the words of all settings', () => {
    const schema = JSON.stringify(settingsJsonSchema());
    for (const { label, help } of [...Object.values(settings.fields), ...Object.values(settingPartWords)])
      expect(schema).toContain(JSON.stringify(`${label}. ${help}`));
  });
});

describe('a change', () => {
  test('creates a file for this user alone, which the next start reads', async () => {
    expect(file.set('till.shop', 'Café „Grün“')).toEqual({ key: 'till.shop', from: null, to: '"Café „Grün“"' });
    expect(written()).toEqual({ till: { shop: 'Café „Grün“' } });
    expect(statSync(path).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
    expect((await readSettings({ dataDir, env: {} })).till.shop).toBe('Café „Grün“');
    expect(readdirSync(dataDir)).toEqual(['settings.json']);
  });

  test.each([
    ['till.shop', '42', '42'],
    ['till.maxAmountMinor', '4200', 4_200],
    ['signIn.signedOutAfterMinutes', '10', 10],
    ['selfTestAt', 'null', null],
    ['till.tips', '[15, 18]', [15, 18]],
    ['terminals', '["tcp:10.0.0.2:9001"]', ['tcp:10.0.0.2:9001']],
    ['receipts.drawer', 'true', true],
    ['receipts.header', '["Main street 1"]', ['Main street 1']],
  ])('sets %s to %s', (key, text, value) => {
    file.set(key, text);
    expect(file.get(key)).toEqual(value);
  });

  test('leaves all other settings unchanged, and its undo restores the file', () => {
    write({ selfTestAt: null, till: { name: 'Bar', shop: 'A' }, trace: true });
    file.set('till.shop', 'B');
    expect(readFileSync(path, 'utf8').replaceAll(/\s/g, '')).toBe(
      '{"selfTestAt":null,"till":{"name":"Bar","shop":"B"},"trace":true}',
    );
    file.set('till.shop', null);
    file.set('till.name', null);
    expect(written()).toEqual({ selfTestAt: null, trace: true });
  });

  test.each([
    ['till.name', '', /^till\.name: must not be empty\. Nothing was changed\. /],
    ['till.name', 'x'.repeat(10_000), /^till\.name: may be at most 60 characters\. Nothing was changed\. /],
    ['till.maxAmountMinor', 'a lot', /^till\.maxAmountMinor: has to be a number\. /],
    ['till.cardTimeoutMs', '999', /^till\.cardTimeoutMs: has to be at least 1000\. /],
    ['till.amountEntry', 'cents', /^till\.amountEntry: has to be cents-first or decimal\. /],
    ['till.tips', '[15, 18, 20, 25, 30]', /^till\.tips: is neither a list of percents nor \{ when, /],
    ['till.currency', 'EURO', /^till\.currency: /],
    ['receipts.timeZone', 'Mars/Olympus', /^receipts\.timeZone: /],
    ['till.tips', '[15,', /^till\.tips: /],
    ['terminals', '["ttyUSB0"]', /^terminals\.0/],
    ['people', '[{"name":"Mo","roles":["manager"]}]', /^people: Mo needs a pin: /],
    ['signIn.isOn', 'true', /people/],
    ['till', '{}', /^till is not a setting/],
    ['__proto__.polluted', '1', /is not a setting/],
  ])('that the till would refuse is not made: %s = %.20s', (key, text, message) => {
    write({ till: { name: 'Bar' } });
    const before = readFileSync(path, 'utf8');
    expect(() => file.set(key, text)).toThrow(invalid(message));
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(readdirSync(dataDir)).toEqual(['settings.json']);
  });

  test('may correct either of two faults in a file', () => {
    write({ till: { name: '', shop: '' } });
    expect(file.problems()).toHaveLength(2);
    file.set('till.name', 'Bar');
    expect(file.problems()).toEqual([expect.stringMatching(/^till\.shop: /)]);
    expect(() => file.set('till.cardTimeoutMs', '1')).toThrow(invalid(/^till\.cardTimeoutMs: /));
  });

  test('keeps at most twenty previous versions; a second undo reverts the first', () => {
    for (let shop = 1; shop <= 25; shop += 1) file.set('till.shop', `Shop ${shop}`);
    const former = join(dataDir, 'settings-former');
    expect(readdirSync(former)).toHaveLength(20);
    file.back();
    expect(file.get('till.shop')).toBe('Shop 24');
    file.back();
    expect(file.get('till.shop')).toBe('Shop 25');
    for (const name of readdirSync(former)) expect(statSync(join(former, name)).mode & 0o077).toBe(othersMay);
    rmSync(former, { recursive: true });
    expect(() => file.back()).toThrow('no previous version of the settings');
  });

  test.each([
    [
      '{"till": {"name": "hunter2"',
      /is not JSON: it is empty, or only half of it was written\. Run tillbridge settings back/,
    ],
    ['[]', /the file: has to be an object/],
    ['', /is not JSON/],
  ])('is refused for an unreadable file, which stays unchanged: %s', (text, message) => {
    write(text);
    expect(() => file.set('till.shop', 'x')).toThrow(invalid(message));
    expect(() => file.set('till.shop', 'x')).not.toThrow(/hunter2/);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('never overwrites a change by another process', () => {
    write({ till: { shop: 'A' } });
    // The draft of another process that is changing the file.
    writeFileSync(`${path}.new`, '{');
    expect(() => file.set('till.shop', 'B')).toThrow('Another program is changing the settings right now');
    const longAgo = new Date('2020-01-01T00:00:00Z');
    utimesSync(`${path}.new`, longAgo, longAgo);
    file.set('till.shop', 'B');
    expect(existsSync(`${path}.new`)).toBe(false);
  });

  test.skipIf(process.platform === 'win32')('never overwrites a link', () => {
    const elsewhere = join(dataDir, 'elsewhere.json');
    writeFileSync(elsewhere, '{}');
    symlinkSync(elsewhere, path);
    expect(() => file.set('till.shop', 'D')).toThrow('is a link to another file');
    expect(readFileSync(elsewhere, 'utf8')).toBe('{}');
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'reports the reason in a read-only folder',
    () => {
      write({});
      chmodSync(dataDir, 0o500);
      expect(() => file.set('till.shop', 'B')).toThrow(
        invalid(/cannot be written \(EACCES\): this user cannot write there/),
      );
    },
  );
});

describe.each([
  ['empty', ''],
  ['full of NUL bytes', '\0'.repeat(700)],
  ['cut off', '{"till":{"sh'],
])('a damaged file, %s,', (_kind, damage) => {
  const former = { people: [{ name: 'Mo', pin, roles: ['manager'] }], till: { shop: 'Eins' } };
  beforeEach(() => {
    write(former);
    file.set('till.shop', 'Zwei');
    write(damage);
  });

  test('is replaced by the previous version on a command of a permitted person', () => {
    expect(file.people()).toEqual([{ name: 'Mo', pin, roles: ['manager'] }]);
    file.back();
    expect(written()).toEqual(former);
    expect(readFileSync(file.newestDamagedCopy() ?? '', 'utf8')).toBe(damage);
  });

  test('is replaced by an older version if the previous version is damaged too', () => {
    write(former);
    file.set('till.shop', 'Drei');
    write(damage);
    const newest = readdirSync(join(dataDir, 'settings-former'))
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .at(-1);
    writeFileSync(join(dataDir, 'settings-former', newest ?? ''), damage);
    file.back();
    expect(written()).toEqual(former);
  });

  test('is repaired and reported at the start of a kiosk only', async () => {
    const said: string[] = [];
    const till = (isKiosk: boolean) =>
      openTill({
        dataDir,
        env: { TILLBRIDGE_NO_KEY_STORE: '1' },
        fork: () => {
          throw new Error('No process is needed');
        },
        keyring: '',
        isKiosk,
        say: (line) => said.push(line),
      });
    await expect(till(false).settings()).rejects.toEqual(invalid(/Run tillbridge settings back/));
    expect(await till(true).settings()).toMatchObject({ till: { shop: 'Eins' } });
    expect(said).toEqual([
      `${path} was damaged. The till restored the previous version; the damaged file is kept as ${file.newestDamagedCopy()}.`,
    ]);
    expect(restoreSettings(dataDir)).toBeNull();
  });

  test('stays unchanged without a previous version, and the message contains the other remedy', () => {
    rmSync(join(dataDir, 'settings-former'), { recursive: true });
    expect(restoreSettings(dataDir)).toBeNull();
    expect(() => file.back()).toThrow('delete the file and set the till up again: tillbridge setup');
    expect(readFileSync(path, 'utf8')).toBe(damage);
  });
});

test('the till hides secrets: passwords, PINs and the credentials of a proxy', () => {
  file.set('platform.url', 'https://platform.example');
  const told = file.set('platform.password', 'hunter2');
  expect(told).toEqual({ key: 'platform.password', from: null, to: null });
  file.set('people', JSON.stringify([{ name: 'Mo', roles: ['manager'], pin }]));
  file.set('platform.proxy', 'http://me:geheim@10.0.0.1:3128');
  const shown = JSON.stringify(settingFields().map(({ key }) => shownSetting(key, file.get(key)) ?? null));
  expect(shown).toContain('http://(set)@10.0.0.1:3128');
  expect(shown).not.toMatch(/hunter2|geheim|scrypt/);
});
