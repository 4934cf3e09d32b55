/**
 * Requests and expectations of a public client of the platform, from which the sandbox once differed.
 * @module-tag ci-only
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  Authorization,
  ComplianceForm,
  Device,
  ExternalLink,
  File as FileRecord,
  Identity,
  InstrumentUpdate,
  Merchant,
  Transfer,
  Verification,
} from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

let harness: Harness;
let dataDir: string;
beforeEach(async () => {
  dataDir = temporaryFolder('tillbridge-public-client-');
  harness = await Harness.start({ dataDir });
});
afterEach(async () => {
  await harness.sandbox.close();
});

const sale = async (more: object = {}): Promise<Transfer> => {
  const { id } = await harness.card();
  return harness.client.post<Transfer>('/transfers', { amount: 1234, currency: 'USD', source: id, ...more });
};

/** A sale on the cloud route, fetched after a delay. */
async function cloudSale(device: string, more: object, afterMs: number): Promise<Authorization> {
  const asked = { amount: 1500, currency: 'USD', device, ...more };
  const { id } = await harness.client.post<Authorization>('/authorizations', asked);
  harness.clock.advance(afterMs);
  return harness.client.get<Authorization>(`/authorizations/${id}`);
}

describe('bodies', () => {
  const hal = ['application/vnd.api+json', 'application/vnd.api+json; charset=utf-8', 'application/hal+json'];
  test.each(['application/json', ...hal, 'Application/JSON'])('are JSON if their type is %s', async (type) => {
    const send = <Body>(path: string, body: object) =>
      harness.client.send<Body>('POST', path, { body, headers: { 'content-type': type } });
    const { status, body } = await send<FileRecord>('/files', { type: 'OTHER' });
    expect(status).toBe(201);
    expect((await send(`/files/${body.id}/external_links`, { type: 'UPLOAD' })).status).toBe(201);
  });

  test.each(['text/plain', 'application/xml', 'application/json5', 'application/vnd.api+xml'])(
    'are not read as JSON if their type is %s',
    async (type) => {
      const headers = { 'content-type': type };
      const reply = await harness.client.raw('POST', '/files', { body: '{"type":"OTHER"}', headers });
      expect(reply.status).toBe(406);
    },
  );

  const nulls = { destination: null, device: null, idempotency_id: null, additional_buyer_charges: null, tags: null };
  test('may contain a null, which counts as an absent field', async () => {
    expect(await sale({ ...nulls, merchant: null, fee: null })).toMatchObject({ state: 'SUCCEEDED', tags: {} });
    const hold = { ...harness.request('approve'), ...nulls, source: null, device_configuration: null };
    expect((await harness.client.post<Authorization>('/authorizations', hold)).state).toBe('SUCCEEDED');
    const file = await harness.client.post<FileRecord>('/files', { type: 'OTHER', linked_to: null, tags: null });
    expect(file.linked_to).toBeNull();
    const refused = await harness.client.fails(422, 'POST', '/transfers', { amount: null, currency: 'USD' });
    expect(refused.field).toBe('amount');
    expect((await harness.client.fails(422, 'POST', '/files', null)).code).toBeTruthy();
  });

  test('keep a null that has a meaning', async () => {
    const device = await harness.device('B61378A');
    const named = await harness.client.put<Device>(`/devices/${device.id}`, { description: 'Bar' });
    expect(named.description).toBe('Bar');
    expect((await harness.client.put<Device>(`/devices/${device.id}`, { description: null })).description).toBeNull();
  });
});

describe('Files', () => {
  test('have types of an open list', async () => {
    for (const type of ['PASSPORT', 'BANK_STATEMENT', 'DRIVERS_LICENSE_FRONT', 'EIN_LETTER', 'SOMETHING_NEW']) {
      expect((await harness.client.post<FileRecord>('/files', { type })).type).toBe(type);
      expect(await harness.client.listed(`/files?type=${type}`, 'files')).toHaveLength(1);
    }
  });

  test('may have an External Link after the upload', async () => {
    const { id } = await harness.client.post<FileRecord>('/files', { type: 'PASSPORT' });
    const form = new FormData();
    form.set('file', new File(['x'], 'a.txt'));
    expect((await harness.client.send('POST', `/files/${id}/upload`, { body: form })).status).toBe(200);
    const link = await harness.client.post<ExternalLink>(`/files/${id}/external_links`, { type: 'UPLOAD' });
    expect(link.state).toBe('ACTIVE');
  });
});

test('a Dispute’s evidence and adjustments have the names that public clients expect', async () => {
  const { id } = await sale();
  const { dispute } = await harness.control({ type: 'open-dispute', transfer: id });
  const form = new FormData();
  const picture = new Uint8Array(PNG.sync.write(new PNG({ width: 2, height: 2 })));
  form.set('file', new File([picture], 'a.png', { type: 'image/png' }));
  expect((await harness.client.send('POST', `/disputes/${dispute}/evidence`, { body: form })).status).toBe(201);
  expect(await harness.client.listed(`/disputes/${dispute}/evidence`, 'evidences')).toHaveLength(1);
  const adjustments = await harness.client.listed(`/disputes/${dispute}/adjustment_transfers`, 'transfers');
  expect(adjustments.length).toBeGreaterThan(0);
});

test('a Compliance Form completes without is_accepted, and is refused when it is false', async () => {
  const [form] = await harness.client.listed<ComplianceForm>('/compliance_forms?state=INCOMPLETE', 'compliance_forms');
  const identity = await harness.client.post<Identity>('/identities', { entity: { business_name: 'Shop' } });
  const merchants = `/identities/${identity.id}/merchants`;
  const { id } = await harness.client.post<Merchant>(merchants, { processor: 'DUMMY_V1' });
  const [own] = await harness.client.listed<ComplianceForm>(`/compliance_forms?linked_to=${id}`, 'compliance_forms');
  const pci_saq_a = {
    name: 'Ann',
    title: 'Owner',
    signed_at: '2026-11-20T09:00:00Z',
    ip_address: '127.0.0.1',
    user_agent: 'x',
  };
  const path = `/compliance_forms/${(form ?? own)?.id}`;
  await harness.client.fails(422, 'PUT', path, { pci_saq_a: { ...pci_saq_a, is_accepted: false } });
  expect((await harness.client.put<ComplianceForm>(path, { pci_saq_a })).state).toBe('COMPLETE');
});

describe('lists', () => {
  test('find cards also by brand and last four of stored instruments', async () => {
    const stored = await sale();
    const hold = await harness.authorize('no-funds', { amount: 2000 }).catch(() => null);
    expect(hold).toBeNull();
    const present = await harness.authorize('approve');
    const ids = async (path: string, name: string) =>
      (await harness.client.listed<{ id: string }>(path, name)).map(({ id }) => id);
    expect(await ids('/transfers?instrument_card_last4=1111', 'transfers')).toEqual([stored.id]);
    expect(await ids('/transfers?instrument_brand_type=VISA', 'transfers')).toEqual([stored.id]);
    expect(await ids('/transfers?instrument_brand_type=MASTERCARD', 'transfers')).toEqual([]);
    expect(await ids('/authorizations?instrument_card_last4=1111', 'authorizations')).toEqual([present.id]);
  });

  test('refuse an unknown order by name', async () => {
    await sale();
    expect(await harness.client.listed('/transfers?sort=created_at,desc', 'transfers')).toHaveLength(1);
    for (const path of ['/transfers', '/devices', '/files', '/merchants'])
      expect((await harness.client.fails(422, 'GET', `${path}?sort=amount,asc`)).field).toBe('sort');
  });

  test('contain a Merchant’s Verifications also under the plural path', async () => {
    const { merchant } = harness.sandbox;
    const one = await harness.client.listed<Verification>(`/merchant/${merchant}/verifications`, 'verifications');
    expect(await harness.client.listed(`/merchants/${merchant}/verifications`, 'verifications')).toEqual(one);
    await harness.client.fails(404, 'GET', '/merchants/MUnone/verifications');
  });
});

test('tax ids and dates of birth are neither returned nor stored', async () => {
  const entity = {
    last_name: 'Buyer',
    tax_id: '123-45-6789',
    business_tax_id: '98-7654321',
    dob: { year: 1978, month: 6, day: 27 },
    passport: 'C01X00T47',
  };
  const made = await harness.client.post<Identity>('/identities', { entity });
  expect(made.entity).toEqual({ last_name: 'Buyer', tax_id_provided: true, business_tax_id_provided: true });
  const path = `/identities/${made.id}`;
  const changed = await harness.client.put<Identity>(path, { entity: { tax_id: '', first_name: 'Ann' } });
  expect(changed.entity).toEqual({
    last_name: 'Buyer',
    first_name: 'Ann',
    tax_id_provided: false,
    business_tax_id_provided: true,
  });
  expect(await harness.client.get(path)).toEqual(changed);
  await harness.sandbox.close();
  const given = /123-45-6789|98-7654321|1978|C01X00T47/;
  for (const name of readdirSync(dataDir))
    expect(readFileSync(join(dataDir, name)).toString('latin1'), name).not.toMatch(given);
});

test('Merchants and Transfers have the fields that public clients read', async () => {
  const merchant = await harness.client.get<Merchant>(`/merchants/${harness.sandbox.merchant}`);
  expect(merchant).toMatchObject({
    merchant_name: merchant.name,
    onboarding_state: 'APPROVED',
    processing_enabled: true,
  });
  await harness.control({ type: 'merchant-state', merchant: merchant.id, state: 'REJECTED' });
  expect(await harness.client.get(`/merchants/${merchant.id}`)).toMatchObject({
    onboarding_state: 'REJECTED',
    processing_enabled: false,
  });
  await harness.control({ type: 'merchant-state', merchant: merchant.id, state: 'APPROVED' });
  const paid = await sale();
  expect(paid).toMatchObject({ merchant_identity: merchant.identity, ready_to_settle_at: paid.updated_at });
  expect(paid.statement_descriptor).toMatch(/^[A-Z0-9 .,'-]{1,22}$/);
});

test('a reversal without an amount refunds the full remaining amount', async () => {
  const { id } = await sale();
  const reverse = (body: object) => harness.client.post<Transfer>(`/transfers/${id}/reversals`, body);
  expect((await reverse({ refund_amount: 234 })).amount).toBe(234);
  expect((await reverse({ idempotency_id: 'all' })).amount).toBe(1_000);
  const refused = await harness.client.fails(422, 'POST', `/transfers/${id}/reversals`, {});
  expect(refused.failure_code).toBe('REFUND_EXCEEDS_TRANSFER');
});

test('the signature prompt has the same value under both of its names', async () => {
  const { id, configuration_details: before } = await harness.device('B61378A');
  expect(before).toMatchObject({ prompt_signature: 'NEVER', prompt_for_signature: 'NEVER' });
  const set = async (configuration: object) =>
    (await harness.client.put<Device>(`/devices/${id}`, { configuration })).configuration_details;
  const always = { prompt_signature: 'ALWAYS', prompt_for_signature: 'ALWAYS' };
  expect(await set({ prompt_signature: 'ALWAYS' })).toMatchObject(always);
  expect(await set({ prompt_receipt_confirmation: false })).toMatchObject(always);
  expect(await set({ prompt_for_signature: 'AMOUNT' })).toMatchObject({
    prompt_signature: 'AMOUNT',
    prompt_for_signature: 'AMOUNT',
  });
});

describe('the cloud route', () => {
  const visa = { application_identifier: 'A0000000031010' };
  const pay = async (more: object = {}) => cloudSale((await harness.device('B61378A')).id, more, 30_000);

  test.each([
    ['approve', 'CONTACTLESS', { ...visa, pin_verified: false, authorization_response_code: '00' }],
    ['pin', 'CHIP_ENTRY', { ...visa, pin_verified: true, authorization_response_code: '00' }],
    ['no-funds', 'CHIP_ENTRY', { application_identifier: 'A0000000041010', authorization_response_code: '51' }],
    ['partial', 'SWIPED', null],
    ['slow', 'MANUAL_KEY_ENTRY', null],
  ] as const)('reports a %s as %s, with the chip’s data', async (card, entry, emv) => {
    await harness.control({ type: 'cloud-route', card });
    const { card_present_details: details } = await pay();
    expect(details?.entry_mode).toBe(entry);
    if (emv === null) expect(details?.emv_data).toBeNull();
    else expect(details?.emv_data).toMatchObject(emv);
  });

  test('brings every entry mode by chance, in the same order for the same seed', async () => {
    const run = async (): Promise<unknown[]> => {
      await harness.control({ type: 'cloud-route', entry: 'chance' });
      const seen: unknown[] = [];
      for (let count = 0; count < 20; count += 1) {
        const { card_present_details: details } = await pay({ amount: 1000 + count });
        seen.push(details?.entry_mode);
      }
      return seen;
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set(['CONTACTLESS', 'CHIP_ENTRY', 'SWIPED', 'MANUAL_KEY_ENTRY']));
    await harness.sandbox.close();
    harness = await Harness.start();
    expect(await run()).toEqual(first);
  });
});

describe('check_for_duplicate_transactions', () => {
  const check = { check_for_duplicate_transactions: true };
  const cable = async (more: object = {}) =>
    harness.client.send<Authorization>('POST', '/authorizations', {
      body: harness.request('approve', { device: (await harness.device('B61378A')).id, ...more }),
    });

  test('declines a repeat of card and amount within a short time if the request sets it on the cable route', async () => {
    expect((await cable({ device_configuration: check })).status).toBe(201);
    const again = await cable({ device_configuration: check });
    const errors = [{ failure_code: 'DUPLICATE_TRANSACTION' }];
    expect(again).toMatchObject({ status: 402, body: { _embedded: { errors } } });
    expect((await cable({ device_configuration: check, amount: 999 })).status).toBe(201);
    expect((await cable()).status).toBe(201);
    harness.clock.advance(5 * 60_000);
    expect((await cable({ device_configuration: check })).status).toBe(201);
  });

  test('declines a repeat also on the cloud route if the Device sets it, and a request may override it', async () => {
    const { id } = await harness.device('B61378A');
    await harness.client.put(`/devices/${id}`, { configuration: check });
    expect((await cable({ amount: 1500 })).status).toBe(201);
    const cloud = (more: object = {}) => cloudSale(id, more, 3_000);
    expect(await cloud()).toMatchObject({ state: 'FAILED', failure_code: 'DUPLICATE_TRANSACTION' });
    const otherwise = { device_configuration: { check_for_duplicate_transactions: false } };
    expect(await cloud(otherwise)).toMatchObject({ state: 'SUCCEEDED' });
  });
});

test('an Instrument Update is ready after five seconds', async () => {
  const { id } = await harness.card();
  const form = new FormData();
  form.set('file', new File([`${id}\n`], 'a.csv', { type: 'text/csv' }));
  form.set('request', JSON.stringify({ merchant: harness.sandbox.merchant, idempotency_id: 'one' }));
  const { body } = await harness.client.send<InstrumentUpdate>('POST', '/instrument_updates', { body: form });
  harness.clock.advance(5_000);
  expect(await harness.client.get(`/instrument_updates/${body.id}`)).toMatchObject({ state: 'COMPLETED' });
});
