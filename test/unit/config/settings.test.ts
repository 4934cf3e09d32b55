import { chmodSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { currencies } from '../../../electron/domain/index.ts';
import { settings } from '../../../electron/words/generated/en/settings.ts';
import {
  peopleOf,
  readPorts,
  readSettings,
  settingFields,
  settingsReference,
  type SettingsSource,
} from '../../../electron/config/index.ts';
import { settingsFileSchema } from '../../../electron/config/settings-schema.ts';
import { samples } from './setting-samples.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder('tillbridge settings ');
});

const write = (content: unknown, mode = 0o600) => {
  const path = join(dataDir, 'settings.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  chmodSync(path, mode);
};
const read = (more: Partial<SettingsSource> = {}) => readSettings({ dataDir, env: {}, ...more });
const platform = { url: 'https://platform.example', username: 'USu1' };

test('a till without a settings file is in training mode with all defaults', async () => {
  await expect(read()).resolves.toEqual({
    mode: 'training',
    till: {
      name: 'Till 1',
      shop: 'My shop',
      currency: 'USD',
      locale: 'en-US',
      maxAmountMinor: 9_999_999,
      cardTimeoutMs: 60_000,
    },
    platform: null,
    terminals: [],
    supervision: { selfTestAt: '06:00', traceDir: null },
    managers: [],
    people: [],
  });
});

test.each([
  ['USD', 9_999_999],
  ['IDR', 99_999_999_999],
  ['KWD', 9_999_999],
])('the largest payment fits the currency (%s) unless it is set', async (currency, maxAmountMinor) => {
  write({ till: { currency } });
  await expect(read()).resolves.toMatchObject({ till: { currency, maxAmountMinor } });
  write({ till: { currency, maxAmountMinor: 1_000 } });
  await expect(read()).resolves.toMatchObject({ till: { maxAmountMinor: 1_000 } });
});

test('a configured platform means live mode; the password of the environment comes before that of the file', async () => {
  write({ platform: { ...platform, password: 'file', merchant: 'MU1' }, terminals: ['serial:/dev/ttyS0'] });
  await expect(read()).resolves.toMatchObject({
    mode: 'live',
    platform: { ...platform, password: 'file', merchant: 'MU1' },
    terminals: ['serial:/dev/ttyS0'],
  });
  await expect(read({ env: { TILLBRIDGE_PASSWORD: 'env' } })).resolves.toMatchObject({ platform: { password: 'env' } });
});

test('the till reads the key store last', async () => {
  write({ platform });
  await expect(read({ secrets: { passwords: async () => ({ password: 'stored' }) } })).resolves.toMatchObject({
    platform: { password: 'stored', merchant: null },
  });
  write({ platform: { ...platform, password: 'file' } });
  const passwords = () => Promise.reject(new Error('must not be asked'));
  await expect(read({ secrets: { passwords } })).resolves.toMatchObject({ platform: { password: 'file' } });
});

test('the till allows training mode with a platform', async () => {
  write({ mode: 'training', platform });
  await expect(read()).resolves.toMatchObject({ mode: 'training', platform: null });
});

test('flags for platform and terminals take precedence', async () => {
  write({ mode: 'training', terminals: ['hid:B61378A'] });
  const env = { TILLBRIDGE_USERNAME: 'u', TILLBRIDGE_PASSWORD: 'p' };
  const flags = { platform: 'http://127.0.0.1:4000', terminals: ['tcp:10.0.0.1:9001'] };
  await expect(read({ env, flags })).resolves.toMatchObject({
    mode: 'live',
    platform: { url: 'http://127.0.0.1:4000', username: 'u', password: 'p' },
    terminals: ['tcp:10.0.0.1:9001'],
  });
});

test.skipIf(process.platform === 'win32')(
  'the till refuses a password in a file that other users can read',
  async () => {
    write({ platform: { ...platform, password: 'file' } }, 0o640);
    await expect(read()).rejects.toThrow(/platform\.password: others may read this file \(mode 0640\); run chmod 600/);
    // The file may be readable if the password is elsewhere.
    await expect(read({ env: { TILLBRIDGE_PASSWORD: 'env' } })).resolves.toMatchObject({ mode: 'live' });
  },
);

test.each([
  ['not JSON', '{"platform": {"password": "hunter2"', /settings\.json: is not JSON/],
  ['an unknown name', { till: { nmae: 'x' } }, /till\.nmae: is not a setting/],
  ['a wrong type', { till: { maxAmountMinor: '12' } }, /till\.maxAmountMinor: /],
  ['no list', [], /settings\.json: the file: /],
  ['an unknown currency', { till: { currency: 'XXX' } }, /till\.currency: is not a currency/],
  ['a wrong language', { till: { locale: 'not a tag' } }, /till\.locale: is not a language tag/],
  ['a fractional limit', { till: { maxAmountMinor: 1.5 } }, /till\.maxAmountMinor: /],
  ['tips of a wrong kind', { till: { tips: 15 } }, /till\.tips: is neither a list of percents nor/],
  ['a tip at an unknown time', { till: { tips: { when: 'later' } } }, /till\.tips/],
  [
    'no tabs for tips after',
    { till: { tabs: false, tips: { when: 'after', percents: [15] } } },
    /till\.tabs: tips after/,
  ],
  ['a surcharge too exact', { till: { surcharge: { percent: 1.255 } } }, /surcharge\.percent: has more than two/],
  [
    'a surcharge on a later tip',
    { till: { tips: { when: 'after', percents: [9] }, surcharge: { percent: 1, appliesTo: 'goods-and-tip' } } },
    /appliesTo: cannot include a tip that is given after/,
  ],
  ['a barcode of a shop’s neighbour', { till: { scanPricePrefixes: ['40'] } }, /till\.scanPricePrefixes/],
  ['a wrong address', { terminals: ['usb:1'] }, /terminals\.0: /],
  ['a terminal twice', { terminals: ['hid:1', 'hid:1'] }, /terminals: hid:1 is named twice/],
  ['live without platform', { mode: 'live' }, /platform: is needed in live mode/],
  ['not an address', { platform: { url: 'platform.example' } }, /platform\.url: is not an http/],
  ['a file address', { platform: { url: 'file:///etc/passwd' } }, /platform\.url: is not an http/],
  ['no TLS', { platform: { ...platform, url: 'http://platform.example' } }, /platform\.url: needs https/],
  [
    'a loopback look-alike',
    { platform: { ...platform, url: 'http://127.0.0.1.example' } },
    /platform\.url: needs https/,
  ],
  ['a password in the address', { platform: { ...platform, url: 'https://u:hunter2@x.example' } }, /must not contain/],
  ['no user name', { platform: { url: platform.url } }, /platform\.username: is missing/],
  ['no password', { platform }, /platform\.password: is missing/],
])('the till refuses a file with its name and the field: %s', async (_name, content, message) => {
  write(content);
  const failure = await read().then(
    () => null,
    (error: unknown) => error as Error & { code: string },
  );
  expect(failure?.message).toMatch(message);
  expect(failure?.code).toBe('CFG_INVALID');
  expect(failure?.message).not.toContain('hunter2');
});

test('the till accepts tips written as percentages alone', async () => {
  write({ till: { tips: [15, 30] } });
  await expect(read()).resolves.toMatchObject({
    till: { tips: { when: 'before', percents: [15, 30], fixedMinor: [], roomPercent: 30 } },
  });
  write({
    till: {
      tips: { when: 'after', percents: [15], fixedMinor: [100, 200], percentsFromMinor: 1000 },
      surcharge: { percent: 2.3, fixedMinor: 10, label: 'Card fee' },
      amountEntry: 'decimal',
      scanPricePrefixes: ['20', '21'],
      askAboveMinor: 50_000,
    },
  });
  const { till } = await read();
  expect(till).toMatchObject({
    tips: { when: 'after', percents: [15], fixedMinor: [100, 200], percentsFromMinor: 1000, roomPercent: 25 },
    surcharge: { basisPoints: 230, fixedMinor: 10, label: 'Card fee', appliesTo: 'goods' },
    amountEntry: 'decimal',
    scanPricePrefixes: ['20', '21'],
    askAboveMinor: 50_000,
  });
});

test.each([
  [{ platform: 'platform.example' }, /--platform platform\.example is not an http/],
  [{ platform: 'http://platform.example' }, /--platform: needs https/],
  [{ terminals: ['COM3'] }, /--terminal COM3 is not an address/],
])('the till refuses the flags %o', async (flags, message) => {
  await expect(read({ flags })).rejects.toThrow(message);
});

test('the till ignores the byte order mark of some editors', async () => {
  write(`\uFEFF${JSON.stringify({ till: { name: 'Bar' } })}`);
  await expect(read()).resolves.toMatchObject({ till: { name: 'Bar' } });
});

test('the till runs the self-test at the time in the settings, or never', async () => {
  write({ selfTestAt: '05:30' });
  await expect(read()).resolves.toMatchObject({ supervision: { selfTestAt: '05:30' } });
  write({ selfTestAt: null });
  await expect(read()).resolves.toMatchObject({ supervision: { selfTestAt: null } });
  write({ selfTestAt: '24:00' });
  await expect(read()).rejects.toMatchObject({ code: 'CFG_INVALID', message: expect.stringContaining('selfTestAt') });
});

test('the till switches traces by file, by environment and by flag; the default is off', async () => {
  const trace = resolve('/tmp/t');
  const inData = join(dataDir, 'traces');
  write({ trace: true });
  await expect(read()).resolves.toMatchObject({ supervision: { traceDir: inData } });
  await expect(read({ env: { TILLBRIDGE_TRACE: '0' } })).resolves.toMatchObject({ supervision: { traceDir: null } });
  write({});
  await expect(read({ env: { TILLBRIDGE_TRACE: '1' } })).resolves.toMatchObject({ supervision: { traceDir: inData } });
  await expect(read({ env: { TILLBRIDGE_TRACE: '/var/t' }, flags: { trace } })).resolves.toMatchObject({
    supervision: { traceDir: trace },
  });
});

/** All settings as paths; settings of the items of an array are below the array. */
function settingPaths(schema: z.core.$ZodType, path: string): string[] {
  const def = schema._zod.def as { type: string; [key: string]: unknown };
  const inside = (...schemas: unknown[]) =>
    schemas.flatMap((one) => settingPaths(one as z.core.$ZodType, path)).filter((one) => one !== path);
  switch (def.type) {
    case 'object':
      return Object.entries(def['shape'] as Record<string, z.core.$ZodType>).flatMap(([key, value]) => {
        const own = path === '' ? key : `${path}.${key}`;
        return [own, ...settingPaths(value, own)];
      });
    case 'union':
      return inside(...(def['options'] as unknown[]));
    case 'array':
      return inside(def['element']);
    case 'pipe':
      return inside(def['in']);
    default:
      return 'innerType' in def ? inside(def['innerType']) : [];
  }
}

test('the reference matches the schema and has a row for each setting', async () => {
  const reference = settingsReference();
  await expect(reference).toMatchFileSnapshot(join(import.meta.dirname, '../../../electron/config/REFERENCE.md'));
  const [settings = '', currencyRows = ''] = reference.split('\n## Currencies\n');
  expect([...currencyRows.matchAll(/^\| `([A-Z]{3})` /gm)].map(([, code]) => code)).toEqual(currencies);
  const rows = [...settings.matchAll(/^\| `([A-Za-z.]+)` /gm)].map(([, name]) => name);
  // A plain group such as `till` has no row, only its settings have; an object with words has a row.
  const groups = ['$schema', 'version', 'till', 'platform', 'ports', 'receipts'];
  expect(rows).toEqual(settingPaths(settingsFileSchema, '').filter((path) => !groups.includes(path)));
});

test('the fields, words, samples and units of the settings have the same keys', () => {
  const fields = settingFields().filter(({ isWhole }) => !isWhole);
  const keys = fields.map(({ key }) => key);
  for (const list of [settings.fields, samples]) expect(Object.keys(list).toSorted()).toEqual(keys.toSorted());
  const unitOf = (key: string) => /(Minor|Ms|Minutes|[pP]ercents?)$/.exec(key)?.[1]?.toLowerCase().replace(/s$/, '');
  const units = { money: 'minor', seconds: 'm', minutes: 'minute', percent: 'percent' };
  for (const { key, unit } of fields) expect([key, unit && units[unit]]).toEqual([key, unitOf(key) ?? null]);
});

test('the till passes port settings to the host and derives the port of the printer from its address', async () => {
  write({ ports: { neverAsk: ['usb:04b8'] }, receipts: { printer: 'serial:/dev/ttyUSB1@38400' } });
  await expect(read()).resolves.toMatchObject({ ports: { neverAsk: ['usb:04b8'], onlyAsk: [] } });
  expect(readPorts(dataDir)).toEqual({ neverAsk: ['usb:04b8'], onlyAsk: [], printer: 'serial:/dev/ttyUSB1' });
  write({ receipts: { printer: 'path:/dev/ttyS1' } });
  expect(readPorts(dataDir).printer).toBe('serial:/dev/ttyS1');
  write({ receipts: { printer: 'tcp://10.0.0.9:9100' } });
  expect(readPorts(dataDir).printer).toBe('tcp:10.0.0.9:9100');
  write({ receipts: { printer: 'system:counter' } });
  expect(readPorts(dataDir).printer).toBeNull();
});

test.each([
  [{ ports: { neverAsk: ['ttyUSB0'] } }, /ports\.neverAsk\.0: is not a port such as/],
  [{ terminals: ['serial:/dev/ttyS0'], ports: { neverAsk: ['serial:/dev/ttyS0'] } }, /is also in ports\.neverAsk/],
  [
    { terminals: ['serial:/dev/ttyS0'], receipts: { printer: 'serial:/dev/ttyS0@9600' } },
    /receipts\.printer: is the port of a terminal/,
  ],
  [
    { terminals: ['serial:/dev/ttyS0'], receipts: { printer: 'path:/dev/ttyS0' } },
    /receipts\.printer: is the port of a terminal/,
  ],
  [
    { terminals: ['tcp:192.168.1.20:9001'], receipts: { printer: 'tcp://192.168.1.20:9001' } },
    /receipts\.printer: is the port of a terminal/,
  ],
  [
    {
      terminals: [{ address: 'tcp:[fe80::1]:9001', route: 'cloud', serialNumber: 'B1' }],
      receipts: { printer: 'tcp://[fe80::1]:9001' },
    },
    /receipts\.printer: is the port of a terminal/,
  ],
])('the till refuses contradicting ports: %j', async (settings, words) => {
  write(settings);
  await expect(read()).rejects.toThrow(words);
});

describe('people', () => {
  const pin = 'scrypt$c2FsdA==$aGFzaA==';
  const of = (people: unknown, managers: unknown = []) => settingsFileSchema.safeParse({ people, managers });

  test('include the managers of earlier versions, who also look after the terminals', () => {
    const { data } = of([{ name: 'Maya' }, { name: 'Tess', roles: ['technician'], pin }], [{ name: 'Ann', pin }]);
    expect(data && peopleOf(data)).toEqual([
      { name: 'Ann', roles: ['manager', 'technician'], pin },
      { name: 'Maya', roles: ['cashier'] },
      { name: 'Tess', roles: ['technician'], pin },
    ]);
  });

  test.each([
    ['a manager without a PIN', [{ name: 'Ann', roles: ['manager'] }], /Ann needs a pin/u],
    ['PINs and no manager', [{ name: 'Maya', pin }], /a manager is needed/u],
    ['one name twice', [{ name: 'Ann', roles: ['manager'], pin }, { name: ' ａnn' }], /named twice/u],
    ['a PIN in the clear', [{ name: 'Ann', roles: ['manager'], pin: '4711' }], /scrypt/u],
    ['no role', [{ name: 'Ann', roles: [] }], />=1/u],
  ])('refuses %s', (_what, people, message) => {
    expect(of(people).error?.issues[0]?.message).toMatch(message);
  });
});
