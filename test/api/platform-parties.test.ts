/**
 * Tests Applications, their profiles, Users, Identities and Merchants.
 * @module-tag ci-only
 */
import { readFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  Application,
  ApplicationProfile,
  FeeProfile,
  Identity,
  Merchant,
  User,
  Verification,
} from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const seeded = async () => {
  const [application] = await harness.client.listed<Application>('/applications', 'applications');
  if (!application) throw new Error('No application');
  return application;
};

describe('Applications', () => {
  test('are created with 201, a location and their own profile, and are changed and listed', async () => {
    const { status, headers, body } = await harness.client.send<Application>('POST', '/applications', {
      body: { name: 'Market', tags: { region: 'north' } },
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${harness.sandbox.url}/applications/${body.id}`);
    expect(body).toMatchObject({ name: 'Market', enabled: true, tags: { region: 'north' } });
    const profiles = await harness.client.listed<ApplicationProfile>(
      `/application_profiles?application=${body.id}`,
      'application_profiles',
    );
    expect(profiles).toMatchObject([{ application: body.id, fee_profile: null }]);
    const changed = await harness.client.put<Application>(`/applications/${body.id}`, { name: 'Bazaar', tags: {} });
    expect(changed).toMatchObject({ id: body.id, name: 'Bazaar', tags: {} });
    expect(await harness.client.get(`/applications/${body.id}`)).toEqual(changed);
    expect(await harness.client.listed('/applications', 'applications')).toHaveLength(2);
    expect(await harness.client.listed('/applications?tags.key=region', 'applications')).toEqual([]);
  });

  test('are refused with 422 without a name, and are 404 if unknown', async () => {
    expect((await harness.client.fails(422, 'POST', '/applications', {})).field).toBe('name');
    await harness.client.fails(404, 'GET', '/applications/APnone');
    await harness.client.fails(404, 'PUT', '/applications/APnone', { name: 'x' });
  });

  test('take no payment while they are disabled', async () => {
    const { id } = await seeded();
    await harness.client.put(`/applications/${id}`, { processing_enabled: false });
    const error = await harness.client.fails(422, 'POST', '/authorizations', harness.request());
    expect(error.failure_code).toBe('PROCESSING_DISABLED');
  });

  test('are visible to a merchant only if it belongs to them', async () => {
    const { id } = await seeded();
    const other = await harness.client.post<Application>('/applications', { name: 'Other' });
    const merchant = await harness.login('ROLE_MERCHANT', harness.sandbox.merchant);
    expect((await merchant.listed<Application>('/applications', 'applications')).map((one) => one.id)).toEqual([id]);
    await merchant.get(`/applications/${id}`);
    await merchant.fails(404, 'GET', `/applications/${other.id}`);
    expect(await merchant.listed('/application_profiles', 'application_profiles')).toEqual([]);
  });
});

describe('Application Profiles and Fee Profiles', () => {
  test('refuse a profile whose Fee Profile does not exist', async () => {
    const [profile] = await harness.client.listed<ApplicationProfile>('/application_profiles', 'application_profiles');
    const path = `/application_profiles/${profile?.id}`;
    const seededFees = await harness.client.get<FeeProfile>(`/fee_profiles/${profile?.fee_profile}`);
    expect(seededFees).toMatchObject({ basis_points: 290, fixed_fee: 30 });
    const made = await harness.client.post<FeeProfile>('/fee_profiles', { basis_points: 100, fixed_fee: 5 });
    const changed = await harness.client.put<ApplicationProfile>(path, { fee_profile: made.id, tags: { by: 'test' } });
    expect(changed).toMatchObject({ fee_profile: made.id, tags: { by: 'test' }, risk_profile: profile?.risk_profile });
    expect(await harness.client.get(path)).toEqual(changed);
    expect((await harness.client.fails(422, 'PUT', path, { fee_profile: 'FEnone' })).field).toBe('fee_profile');
    expect(await harness.client.put<ApplicationProfile>(path, { fee_profile: null })).toMatchObject({
      fee_profile: null,
    });
    expect(await harness.client.listed('/fee_profiles', 'fee_profiles')).toHaveLength(2);
    await harness.client.fails(404, 'GET', '/application_profiles/FPnone');
    await harness.client.fails(404, 'GET', '/fee_profiles/FEnone');
  });
});

describe('Users', () => {
  test('have a password that is shown once and works, and is null afterwards', async () => {
    const { id } = await seeded();
    const user = await harness.client.post<User>(`/applications/${id}/users`, { tags: { till: '3' } });
    expect(user).toMatchObject({ role: 'ROLE_PLATFORM', enabled: true, application: id, tags: { till: '3' } });
    expect(user.password).toMatch(/^[1-9A-Za-z]{22}$/);
    const again = await harness.client.get<User>(`/users/${user.id}`);
    expect(again).toEqual({ ...user, password: null });
    for (const one of await harness.client.listed<User>('/users', 'users')) expect(one.password).toBeNull();
    const login = harness.client.as({ username: user.id, password: user.password ?? '' });
    await login.get('/devices');
    await login.fails(404, 'GET', '/users/USnone');
  });

  test('have a password that is stored only as a hash', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
    const other = await Harness.start({ dataDir });
    const [application] = await other.client.listed<Application>('/applications', 'applications');
    const user = await other.client.post<User>(`/applications/${application?.id}/users`, {});
    await other.sandbox.close();
    const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)));
    expect(files.some((bytes) => bytes.includes(user.id))).toBe(true);
    expect(files.some((bytes) => bytes.includes(user.password ?? 'x'))).toBe(false);
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('lose their credentials at once when disabled, each separately, and regain them when enabled', async () => {
    const { id } = await seeded();
    const [one, two] = await Promise.all([0, 1].map(() => harness.client.post<User>(`/applications/${id}/users`, {})));
    const client = (user: User | undefined) =>
      harness.client.as({ username: user?.id ?? '', password: user?.password ?? '' });
    expect((await harness.client.put<User>(`/users/${one?.id}`, { enabled: false })).enabled).toBe(false);
    await client(one).fails(401, 'GET', '/devices');
    await client(two).get('/devices');
    expect((await harness.client.listed<User>('/users?enabled=false', 'users')).map((user) => user.id)).toEqual([
      one?.id,
    ]);
    await harness.client.put(`/users/${one?.id}`, { enabled: true, tags: { back: 'yes' } });
    await client(one).get('/devices');
  });

  test.each([
    ['ROLE_PLATFORM', 'ROLE_ADMIN', 403],
    ['ROLE_PARTNER', 'ROLE_PLATFORM', 403],
    ['ROLE_PARTNER', 'ROLE_PARTNER', 201],
    ['ROLE_ADMIN', 'ROLE_ADMIN', 201],
    ['ROLE_PLATFORM', 'ROLE_PARTNER', 201],
  ] as const)('answer a User in the role %s that makes a %s with %i', async (caller, role, status) => {
    const { id } = await seeded();
    const client = await harness.login(caller);
    const answer = await client.send<User>('POST', `/applications/${id}/users`, { body: { role } });
    expect(answer.status).toBe(status);
  });

  test('refuse to let a User disable another with a higher role', async () => {
    const partner = await harness.login('ROLE_PARTNER');
    await partner.fails(403, 'PUT', `/users/${harness.sandbox.username}`, { enabled: false });
    await harness.client.get('/devices');
  });

  test('have a merchant of the application in ROLE_MERCHANT, and none in other roles', async () => {
    const { id } = await seeded();
    const path = `/applications/${id}/users`;
    for (const body of [
      { role: 'ROLE_MERCHANT' },
      { role: 'ROLE_MERCHANT', merchant: 'MUnone' },
      { role: 'ROLE_PARTNER', merchant: harness.sandbox.merchant },
    ]) {
      expect((await harness.client.fails(422, 'POST', path, body)).field).toBe('merchant');
    }
    const user = await harness.client.post<User>(path, { role: 'ROLE_MERCHANT', merchant: harness.sandbox.merchant });
    const merchant = harness.client.as({ username: user.id, password: user.password ?? '' });
    expect((await merchant.listed<User>('/users', 'users')).map((one) => one.id)).toEqual([user.id]);
    await merchant.fails(403, 'POST', path, {});
    await merchant.fails(404, 'GET', `/users/${harness.sandbox.username}`);
    expect((await harness.client.listed<User>('/users?role=ROLE_MERCHANT', 'users')).map((one) => one.id)).toEqual([
      user.id,
    ]);
  });
});

describe('Identities and Merchants', () => {
  test('may process once their Verification has succeeded', async () => {
    const identity = await harness.client.post<Identity>('/identities', { entity: { business_name: 'Bakery' } });
    const merchant = await harness.client.post<Merchant>(`/identities/${identity.id}/merchants`, {
      processor: 'DUMMY_V1',
    });
    expect(merchant).toMatchObject({ name: 'Bakery', state: 'PROVISIONING', settlement_queue_mode: 'AUTOMATIC' });
    const refused = await harness.client.fails(
      422,
      'POST',
      '/authorizations',
      harness.request('approve', { merchant: merchant.id }),
    );
    expect(refused.failure_code).toBe('MERCHANT_NOT_APPROVED');
    const verifications = () =>
      harness.client.listed<Verification>(`/merchant/${merchant.id}/verifications`, 'verifications');
    expect(await verifications()).toMatchObject([
      { id: merchant.verification, state: 'PENDING', identity: identity.id },
    ]);
    harness.clock.advance(5_000);
    expect(await verifications()).toMatchObject([{ state: 'SUCCEEDED', messages: [] }]);
    expect((await harness.client.get<Merchant>(`/merchants/${merchant.id}`)).state).toBe('APPROVED');
    expect((await harness.authorize('approve', { merchant: merchant.id })).merchant).toBe(merchant.id);
    expect(await harness.client.listed('/verifications?state=SUCCEEDED', 'verifications')).toHaveLength(1);
    expect(await harness.client.get(`/verifications/${merchant.verification}`)).toMatchObject({
      merchant: merchant.id,
    });
    await harness.client.fails(404, 'GET', '/verifications/VInone');
    await harness.client.fails(404, 'GET', '/merchant/MUnone/verifications');
  });

  test('are refused without a name', async () => {
    const identity = await harness.client.post<Identity>('/identities', { entity: { first_name: 'Only' } });
    const merchant = await harness.client.post<Merchant>(`/identities/${identity.id}/merchants`, {
      processor: 'SERVICE_V1',
    });
    harness.clock.advance(5_000);
    expect((await harness.client.get<Merchant>(`/merchants/${merchant.id}`)).state).toBe('REJECTED');
    const failed = await harness.client.get<Verification>(`/verifications/${merchant.verification}`);
    expect(failed).toMatchObject({ state: 'FAILED', messages: [expect.any(String)] });
  });

  test('are changed and listed, and are 404 if unknown', async () => {
    const identity = await harness.client.post<Identity>('/identities', {
      entity: { business_name: 'A' },
      tags: { a: '1' },
    });
    const changed = await harness.client.put<Identity>(`/identities/${identity.id}`, { entity: { phone: '555' } });
    expect(changed.entity).toMatchObject({ business_name: 'A', phone: '555' });
    expect(await harness.client.listed('/identities?tags.key=a', 'identities')).toEqual([changed]);
    expect(await harness.client.get(`/identities/${identity.id}`)).toEqual(changed);
    const home = await harness.client.put<Merchant>(`/merchants/${harness.sandbox.merchant}`, {
      settlement_queue_mode: 'MANUAL',
      tags: { floor: '2' },
    });
    expect(home).toMatchObject({ settlement_queue_mode: 'MANUAL', tags: { floor: '2' } });
    expect(await harness.client.listed('/merchants', 'merchants')).toHaveLength(3);
    await harness.client.fails(404, 'GET', '/identities/IDnone');
    await harness.client.fails(404, 'POST', '/identities/IDnone/merchants', { processor: 'DUMMY_V1' });
    expect(
      (await harness.client.fails(422, 'POST', `/identities/${identity.id}/merchants`, { processor: 'OTHER' })).field,
    ).toBe('processor');
    expect(
      (await harness.client.fails(422, 'PUT', `/merchants/${home.id}`, { settlement_queue_mode: 'OFF' })).field,
    ).toBe('settlement_queue_mode');
  });
});
