/**
 * The settings of a running till: reads, checks, changes by two users at once and by hand, rights, and changes of
 * people.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PersonChange } from '../../../../electron/contract/index.ts';
import { composeHost, hashPin, type Host, type HostConfig } from '../../../../electron/host/index.ts';
import { hostConfig } from '../host-config.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

const PIN = '246813';
const cheap = { N: 2, r: 1, p: 1 };
const mo = { name: 'Mo', roles: ['manager' as const], pin: hashPin(PIN, cheap) };
const anna = { name: 'Anna', roles: ['cashier' as const], pin: hashPin('975310', cheap) };
const operator = { name: 'Mo', pin: PIN };

let dataDir: string;
let path: string;
let host: Host;
let reloads = 0;
beforeEach(() => {
  dataDir = temporaryFolder('tillbridge settings host ');
  path = join(dataDir, 'settings.json');
  reloads = 0;
});
afterEach(async () => {
  await host.close();
});

const write = (content: unknown) => writeFileSync(path, JSON.stringify(content), { mode: 0o600 });
const written = () => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
async function start(change: Partial<HostConfig> = {}): Promise<void> {
  host = await composeHost(hostConfig(dataDir, change), { reload: () => (reloads += 1) });
}
const failure = (fields: object) => expect.objectContaining({ data: expect.objectContaining(fields) });
const row = async (key: string) => {
  const { settings } = await host.client.settings.read({ operator });
  return settings.find((one) => one.key === key);
};

describe('a single setting', () => {
  test('is read with its limits, its default and its source, without secrets', async () => {
    write({ till: { cardTimeoutMs: 90_000 }, platform: { url: 'https://x.example', password: 'hunter2' } });
    await start({
      held: [
        { key: 'till.shop', by: 'administrator', name: 'Harbor Group IT', file: '/etc/x', value: 'Theirs' },
        { key: 'platform.username', by: 'environment', name: 'TILLBRIDGE_USERNAME', value: 'U1' },
      ],
    });
    expect(await row('till.cardTimeoutMs')).toMatchObject({
      group: 'payments',
      kind: 'number',
      unit: 'seconds',
      min: 1_000,
      max: 255_000,
      value: '90000',
      default: '60000',
      held: null,
      isWaiting: false,
    });
    expect(await row('till.shop')).toMatchObject({
      value: '"Theirs"',
      held: { by: 'administrator', name: 'Harbor Group IT' },
    });
    expect(await row('platform.username')).toMatchObject({
      value: '"U1"',
      held: { by: 'environment', name: 'TILLBRIDGE_USERNAME' },
    });
    expect(await row('platform.password')).toMatchObject({ value: '"(set)"', isSecret: true });
    const said = JSON.stringify(await host.client.settings.read({ operator }));
    expect(said).not.toMatch(/hunter2|scrypt/);
    await expect(host.client.settings.set({ key: 'till.shop', text: 'Mine', operator })).rejects.toThrow(
      failure({ code: 'CFG_INVALID', context: { setting: 'till.shop', held: 'Harbor Group IT' } }),
    );
  });

  test('is checked while it is typed, and not stored', async () => {
    await start();
    const { check } = host.client.settings;
    expect(await check({ key: 'till.cardTimeoutMs', text: '600000' })).toMatchObject({ code: 'big', limit: 255_000 });
    expect(await check({ key: 'till.shop', text: 'x'.repeat(10_000) })).toMatchObject({ code: 'long', limit: 60 });
    expect(await check({ key: 'receipts.timeZone', text: 'Mars/Olympus' })).toMatchObject({ code: 'zone' });
    expect(await check({ key: 'till.shop', text: 'Bar' })).toBeNull();
    expect(await check({ key: 'till.shop' })).toBeNull();
    expect(() => readFileSync(path)).toThrow('ENOENT');
  });

  test('is not overwritten if another window or a user by hand has changed it', async () => {
    write({ till: { shop: 'A' } });
    await start({ people: [mo] });
    write({ people: [mo], till: { shop: 'A' } });
    await host.client.settings.set({ key: 'till.shop', text: 'B', was: '"A"', operator });
    await expect(host.client.settings.set({ key: 'till.shop', text: 'C', was: '"A"', operator })).rejects.toThrow(
      failure({
        code: 'CFG_CHANGED',
        context: expect.objectContaining({ setting: 'till.shop', value: '"B"', by: 'Mo' }),
      }),
    );
    write({ ...written(), till: { shop: 'By hand', name: 'Bar' } });
    await expect(host.client.settings.set({ key: 'till.shop', text: 'C', was: '"B"', operator })).rejects.toThrow(
      failure({ code: 'CFG_CHANGED', context: expect.objectContaining({ value: '"By hand"' }) }),
    );
    await host.client.settings.set({ key: 'till.name', text: 'Bar 2', was: '"Bar"', operator });
    expect(written()).toMatchObject({ till: { shop: 'By hand', name: 'Bar 2' } });
  });

  test('waits until no payment runs, shows that, and is restored in one step', async () => {
    write({ till: { shop: 'A' } });
    await start();
    const before = host.state().settings?.revision;
    await host.client.settings.set({ key: 'till.shop', text: 'B' });
    expect(host.state().settings).toMatchObject({ isWaiting: true, failure: null });
    expect(host.state().settings?.revision).not.toBe(before);
    expect(await row('till.shop')).toMatchObject({ isWaiting: true, changed: { by: 'cashier' } });
    await vi.waitFor(() => expect(reloads).toBe(1), { timeout: 20_000 });
    expect(host.state().settings).toMatchObject({ isWaiting: false });
    expect((await host.client.settings.read({})).former).not.toBeNull();
    await host.client.settings.back({});
    expect(written()).toEqual({ till: { shop: 'A' } });
    host.settingsRefused({ code: 'CFG_INVALID', message: 'platform: is needed in live mode' });
    expect(host.state().settings).toMatchObject({ failure: { code: 'CFG_INVALID' } });
  });

  test('is noticed when changed by hand, and applied once the file can be read', async () => {
    write({ till: { shop: 'A' } });
    await start();
    const before = host.state().settings?.revision;
    writeFileSync(path, '{"till": {"shop": "B"');
    await vi.waitFor(() => expect(host.state().settings?.revision).not.toBe(before), { timeout: 20_000 });
    expect(host.state().settings).toMatchObject({ isWaiting: false });
    await expect(host.client.settings.read({})).rejects.toThrow(failure({ code: 'CFG_INVALID' }));
    write({ till: { shop: 'B' } });
    await vi.waitFor(() => expect(reloads).toBe(1), { timeout: 20_000 });
  });
});

describe('people', () => {
  const change = (one: PersonChange, by = operator) => host.client.settings.person({ change: one, operator: by });
  const names = async () =>
    (await host.client.settings.read({ operator })).people.map(
      ({ name, roles, hasPin }) => `${name}: ${roles.join()}${hasPin ? ' PIN' : ''}`,
    );
  const refused = (fault: string) => failure({ code: 'CFG_PERSON', context: expect.objectContaining({ fault }) });

  beforeEach(async () => {
    write({ people: [mo, anna], selfTestAt: null });
    await start({ people: [mo, anna] });
  });

  test('are added, change name, roles and PIN, and are removed; other settings stay', async () => {
    await change({ do: 'add', name: ' Zoë ', roles: ['cashier'] });
    await change({ do: 'rename', name: 'anna', to: 'Anna B.' });
    await change({ do: 'pin', name: 'Zoë', pin: '508213' });
    await change({ do: 'roles', name: 'Zoë', roles: ['cashier', 'technician'] });
    expect(await names()).toEqual(['Mo: manager PIN', 'Anna B.: cashier PIN', 'Zoë: cashier,technician PIN']);
    await change({ do: 'retire', name: 'Anna B.' });
    expect(await names()).toEqual(['Mo: manager PIN', 'Zoë: cashier,technician PIN']);
    expect(written()).toMatchObject({ selfTestAt: null });
    expect(readFileSync(path, 'utf8')).not.toContain('508213');
  });

  test.each<[string, PersonChange]>([
    ['empty', { do: 'add', name: '  ', roles: ['cashier'] }],
    ['taken', { do: 'add', name: 'ANNA', roles: ['cashier'] }],
    ['taken', { do: 'rename', name: 'Anna', to: 'mo' }],
    ['gone', { do: 'retire', name: 'Nobody' }],
    ['pin-form', { do: 'pin', name: 'Anna', pin: '12' }],
    ['pin-easy', { do: 'pin', name: 'Anna', pin: '111111' }],
    ['pin-needed', { do: 'add', name: 'Zoë', roles: ['manager'] }],
    ['manager-needed', { do: 'retire', name: 'Mo' }],
    ['manager-needed', { do: 'roles', name: 'Mo', roles: ['cashier'] }],
  ])('a change is refused, and the file stays unchanged: %s', async (fault, one) => {
    const before = readFileSync(path, 'utf8');
    await expect(change(one)).rejects.toThrow(refused(fault));
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('a PIN can be changed only by its owner or a manager', async () => {
    await change({ do: 'pin', name: 'Anna', pin: '864205' }, { name: 'Anna', pin: '975310' });
    await expect(change({ do: 'pin', name: 'Mo', pin: '864205' }, { name: 'Anna', pin: '975310' })).rejects.toThrow(
      failure({ code: 'ROLE_REQUIRED' }),
    );
    await expect(host.client.settings.read({ operator: { name: 'Anna', pin: '975310' } })).rejects.toThrow(
      failure({ code: 'ROLE_REQUIRED' }),
    );
    await expect(host.client.settings.read({})).rejects.toThrow(failure({ code: 'ROLE_REQUIRED' }));
  });

  test('a first PIN is set by a manager, because a person without a PIN cannot prove the name', async () => {
    await change({ do: 'add', name: 'Maya', roles: ['cashier'] });
    const first: PersonChange = { do: 'pin', name: 'Maya', pin: '864205' };
    await expect(change(first, { name: 'Maya', pin: '864205' })).rejects.toThrow(failure({ code: 'ROLE_PIN_WRONG' }));
    await change(first);
  });
});
