/** Sign-ins at till windows: a whole host, in-process connections, the automatic sign-out on a manual clock. */
import { createRouterClient } from '@orpc/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Person } from '../../../electron/domain/index.ts';
import type { SignedInPerson } from '../../../electron/contract/index.ts';
import { composeHost, hashPin, type Host, type HostConfig } from '../../../electron/host/index.ts';
import { SignIns } from '../../../electron/host/roles/index.ts';
import { Harness } from '../../api/harness.ts';
import { hostConfig, platformOf } from './host-config.ts';
import { ManualClock } from './payments/world.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

const pin = hashPin('4711', { N: 2, r: 1, p: 1 });
const people: Person[] = [
  { name: 'Maya', roles: ['cashier'], pin },
  { name: 'Tom', roles: ['cashier'] },
  { name: 'Mo', roles: ['manager'], pin },
];
const MINUTE_MS = 60_000;

let dataDir: string;
let clock: ManualClock;
let host: Host;
beforeEach(async () => {
  dataDir = temporaryFolder('tillbridge-sign-in-');
  clock = new ManualClock();
  host = await opened();
});
afterEach(async () => {
  await host.close();
});

const opened = (change: Partial<HostConfig> = {}) =>
  composeHost(hostConfig(dataDir, { people, signIn: { isOn: true, signedOutAfterMinutes: 5 }, ...change }), {
    signInClock: clock,
  });
/** Separate connection of a till window. */
const connect = () => createRouterClient(host.router, { context: host.contextFor('till') });
const refused = (code: string, context?: object) => ({ data: { code, ...(context && { context }) } });
const nobody = refused('ROLE_REQUIRED', { role: 'cashier', signIn: true });
const audited = async () =>
  (await host.client.payment.audit({})).map(({ action, operator }) => `${action} ${operator}`).toReversed();
const maya = { name: 'Maya', roles: ['cashier'] };

/** Sign-ins reported to a connection. */
async function watched(till: ReturnType<typeof connect>): Promise<(SignedInPerson | null)[]> {
  const told: (SignedInPerson | null)[] = [];
  const changes = await till.session.watch();
  void (async () => {
    for await (const one of changes) told.push(one);
  })();
  return told;
}

test('names are listed without PIN hashes, and a sign-in unlocks only the window where it was made', async () => {
  const [till, other] = [connect(), connect()];
  const shown = people.map(({ name, roles, pin: hash }) => ({ name, roles, hasPin: hash !== undefined }));
  expect(await till.session.people()).toEqual(shown);
  expect(host.state().till.signIn).toEqual({ afterMs: 5 * MINUTE_MS });
  await expect(till.history.tabs()).rejects.toMatchObject(nobody);
  expect(await till.session.signIn({ name: ' MAYA', pin: '4711' })).toMatchObject(maya);
  expect(await till.history.tabs()).toEqual([]);
  expect(await till.session.current()).toEqual(maya);
  expect(await other.session.current()).toBeNull();
  await expect(other.history.tabs()).rejects.toMatchObject(nobody);
  // A single touch is enough for a cashier without a PIN.
  expect(await other.session.signIn({ name: 'Tom' })).toMatchObject({ name: 'Tom' });
  expect(await audited()).toEqual(['sign-in Maya', 'sign-in Tom']);
});

test('a name with a PIN needs the PIN, and the previous person is signed out first', async () => {
  const till = connect();
  const told = await watched(till);
  await till.session.signIn({ name: 'Tom' });
  await expect(till.session.signIn({ name: 'Maya' })).rejects.toMatchObject(refused('ROLE_REQUIRED', { ask: 'Maya' }));
  expect(await till.session.current()).toBeNull();
  await expect(till.session.signIn({ name: 'Maya', pin: '' })).rejects.toMatchObject(refused('ROLE_REQUIRED'));
  await expect(till.session.signIn({ name: 'Eve', pin: '4711' })).rejects.toMatchObject(refused('ROLE_REQUIRED'));
  const wrong = refused('ROLE_PIN_WRONG', { triesLeft: 4, waitMs: expect.any(Number) as number });
  await expect(till.session.signIn({ name: 'Maya', pin: '4712' })).rejects.toMatchObject(wrong);
  await expect(till.session.signIn({ name: 'Maya', pin: '4711' })).rejects.toMatchObject(refused('ROLE_LOCKED'));
  await till.session.signIn({ name: 'Mo', pin: '4711' });
  await till.session.signOut();
  const people = [null, { name: 'Tom', roles: ['cashier'] }, null, { name: 'Mo', roles: ['manager'] }, null];
  // The stream may report it after the answer.
  await expect.poll(() => told).toEqual(people);
  const rows = ['sign-in Tom', 'sign-out Tom', 'wrong-pin Maya', 'right-pin Mo', 'sign-in Mo', 'sign-out Mo'];
  expect(await audited()).toEqual(rows);
});

test('a person is signed out after five minutes without a command or a key; viewing and clock changes do not count', async () => {
  const till = connect();
  const told = await watched(till);
  const { token } = await till.session.signIn({ name: 'Maya', pin: '4711' });
  for (const again of [() => till.history.tabs(), () => till.session.stay()]) {
    await clock.advance(4 * MINUTE_MS + 59_000);
    await again();
  }
  clock.set(24 * 60 * MINUTE_MS);
  await clock.advance(4 * MINUTE_MS + 58_000);
  await till.snapshot();
  await till.payment.poll();
  expect(await till.session.current()).toEqual(maya);
  await clock.advance(2_000);
  expect(told).toEqual([null, maya, null]);
  await expect(till.history.tabs()).rejects.toMatchObject(nobody);
  expect(await till.session.resume({ token })).toBeNull();
  expect(await audited()).toEqual(['sign-in Maya', 'signed-out Maya']);
});

test('a late command is refused, even if the timer has not run yet', async () => {
  const till = connect();
  await till.session.signIn({ name: 'Tom' });
  // The computer was busy or asleep: time has passed without a timer.
  const after = clock.monotonic.bind(clock);
  clock.monotonic = () => after() + 5 * MINUTE_MS;
  await expect(till.history.tabs()).rejects.toMatchObject(nobody);
});

test('a person is signed out neither while a payment runs nor immediately when it ends', async () => {
  await host.close();
  const bench = await Harness.start();
  const terminal = 'device:B61378A';
  const terminals = [{ address: terminal, isPractice: false, route: 'cloud' as const }];
  host = await opened({ platform: platformOf(bench), terminals });
  await host.waitForTerminal(10_000);
  const [till, fresh] = [connect(), connect()];
  await till.session.signIn({ name: 'Tom' });
  const sale = { id: 'A-00000001', amountMinor: 1500, currency: 'USD', terminal };
  await expect(fresh.payment.start(sale)).rejects.toMatchObject(nobody);
  await till.payment.start(sale);
  await clock.advance(60 * MINUTE_MS);
  expect(await till.session.current()).toMatchObject({ name: 'Tom' });
  // A window that was signed out, as by a restart of the host, receives its payment; cancelling it needs a sign-in.
  expect(await fresh.payment.start(sale)).toMatchObject({ id: sale.id });
  await expect(fresh.payment.start({ ...sale, id: 'A-00000002' })).rejects.toMatchObject(nobody);
  await expect(fresh.payment.cancel({ attempt: sale.id })).rejects.toMatchObject(nobody);
  expect(await till.payment.get({ attempt: sale.id })).toMatchObject({ cancelAsked: false, person: 'Tom' });
  const colleague = connect();
  await colleague.session.signIn({ name: 'Maya', pin: '4711' });
  await colleague.payment.cancel({ attempt: sale.id });
  await colleague.session.signOut();
  const ended = () => fresh.payment.get({ attempt: sale.id });
  await expect
    .poll(ended, { timeout: 60_000 })
    .toMatchObject({ state: 'cancelled', person: 'Tom', cancelPerson: 'Maya' });
  const at = Date.parse((await fresh.payment.get({ attempt: sale.id })).startedAt);
  const window = {
    from: new Date(at - 14 * 86_400_000).toISOString(),
    to: new Date(at + 14 * 86_400_000).toISOString(),
  };
  const { text } = await host.client.day.export(window);
  expect(text).toMatch(/\bpayment\b.*\bTom\b/u);
  await clock.advance(4 * MINUTE_MS);
  expect(await till.session.current()).toMatchObject({ name: 'Tom' });
  await clock.advance(MINUTE_MS + 1_000);
  expect(await till.session.current()).toBeNull();
  await bench.sandbox.close();
});

test('a token is the same sign-in on another connection, and is useless once the sign-in has ended', async () => {
  const [till, reloaded] = [connect(), connect()];
  const { token } = await till.session.signIn({ name: 'Maya', pin: '4711' });
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(await reloaded.session.resume({ token: `${token.slice(1)}x` })).toBeNull();
  expect(await reloaded.session.resume({ token })).toEqual(maya);
  expect(await reloaded.history.tabs()).toEqual([]);
  await reloaded.session.signOut();
  for (const one of [till, reloaded, connect()]) {
    expect(await one.session.resume({ token })).toBeNull();
    await expect(one.history.tabs()).rejects.toMatchObject(nobody);
  }
  await host.close();
  host = await opened();
  expect(await connect().session.resume({ token })).toBeNull();
});

test('a signed-in person notes under their own name; an act with a role still needs a PIN, even for a manager', async () => {
  const till = connect();
  await till.session.signIn({ name: 'Mo', pin: '4711' });
  const note = { way: 'cash', amountMinor: 100, currency: 'USD' } as const;
  expect(await till.otherTender.note({ ...note, id: 'cash-0001' })).toMatchObject({ by: 'Mo' });
  expect(await till.otherTender.note({ ...note, id: 'cash-0002', operator: { name: 'mo' } })).toMatchObject({
    by: 'Mo',
  });
  const asMaya = till.otherTender.note({ ...note, id: 'cash-0003', operator: { name: 'Maya' } });
  await expect(asMaya).rejects.toMatchObject(refused('ROLE_REQUIRED', { ask: 'Maya' }));
  const back = { note: 'cash-0001', reason: 'a mistake' };
  const byName = till.otherTender.takeBack({ ...back, operator: { name: 'Mo' } });
  await expect(byName).rejects.toMatchObject(refused('ROLE_REQUIRED'));
  await till.otherTender.takeBack({ ...back, operator: { name: 'Mo', pin: '4711' } });
  expect(await audited()).toEqual(['sign-in Mo', 'note Mo', 'note Mo', 'take-back Mo']);
});

test.each<[string, Partial<HostConfig>]>([
  ['off', { signIn: { isOn: false, signedOutAfterMinutes: 5 } }],
  ['not set', { signIn: undefined }],
  ['of a kiosk', { isKiosk: true }],
])('sign-in %s: no command needs a sign-in, no name is shown, and signing in is impossible', async (_name, change) => {
  await host.close();
  host = await opened(change);
  const till = connect();
  expect(host.state().till.signIn).toBeNull();
  expect(await till.history.tabs()).toEqual([]);
  expect(await till.session.people()).toEqual([]);
  await expect(till.session.signIn({ name: 'Tom' })).rejects.toMatchObject(refused('ROLE_REQUIRED'));
});

test('an unwritable audit log prevents signing in, but neither signing out nor the automatic sign-out', async () => {
  let isFull = false;
  const signIns = new SignIns({
    afterMs: () => MINUTE_MS,
    people,
    roles: { identify: ({ name }) => ({ name, roles: ['cashier'] }) },
    clock,
    isPaying: () => false,
    audit: () => {
      if (isFull) throw new Error('disk full');
    },
    log: () => undefined,
  });
  const [one, other, third] = [
    signIns.contextFor('till').session,
    signIns.contextFor('till').session,
    signIns.contextFor('till').session,
  ];
  one?.signIn({ name: 'Tom' });
  other?.signIn({ name: 'Tom' });
  isFull = true;
  expect(() => third?.signIn({ name: 'Tom' })).toThrow('disk full');
  expect(() => one?.signOut()).toThrow('disk full');
  await clock.advance(MINUTE_MS);
  expect([one, other, third].map((session) => session?.current())).toEqual([null, null, null]);
  signIns.close();
});

test('new settings sign out only removed people and people with another PIN', async () => {
  const tokens: string[] = [];
  const asked: HostConfig['signIns'][] = [];
  await host.close();
  host = await composeHost(hostConfig(dataDir, { people, signIn: { isOn: true, signedOutAfterMinutes: 5 } }), {
    signInClock: clock,
    reload: (signIns) => asked.push(signIns),
  });
  for (const operator of [{ name: 'Maya', pin: '4711' }, { name: 'Tom' }, { name: 'Mo', pin: '4711' }]) {
    tokens.push((await connect().session.signIn(operator)).token);
    await clock.advance(MINUTE_MS);
  }
  await host.client.settings.set({ key: 'till.shop', text: 'Café', operator: { name: 'Mo', pin: '4711' } });
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 20_000 });
  const [signIns] = asked;
  expect(JSON.stringify(signIns)).not.toContain(tokens[0]);
  const other = hashPin('1234', { N: 2, r: 1, p: 1 });
  await host.close();
  host = await opened({
    people: people.flatMap((one) => (one.name === 'Tom' ? [] : one.name === 'Mo' ? [{ ...one, pin: other }] : [one])),
    ...(signIns && { signIns }),
  });
  const resumed = await Promise.all(tokens.map((token) => connect().session.resume({ token })));
  expect(resumed).toEqual([maya, null, null]);
  // The idle time continues: three minutes have elapsed.
  const till = connect();
  await till.session.resume({ token: tokens[0] ?? '' });
  await clock.advance(2 * MINUTE_MS);
  expect(await till.session.current()).toBeNull();
});
