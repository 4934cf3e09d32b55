/**
 * Tests Payment Instruments: tokenization, changes, verification, and data that must never be stored.
 * @module-tag ci-only
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  Identity,
  InstrumentHistoryEntry,
  PaymentInstrument,
  Verification,
  WalletAPaySession,
} from '../../electron/platform-api/index.ts';
import { logLine } from '../../electron/sandbox/index.ts';
import { testPans } from './encryptor.ts';
import { Harness } from './harness.ts';

const DAY = 24 * 60 * 60_000;

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const path = (instrument: PaymentInstrument) => `/payment_instruments/${instrument.id}`;

describe('creating', () => {
  test('reduces a card to brand and last four, and makes a new instrument at each tokenization', async () => {
    const one = await harness.card('approve', {
      security_code: '123',
      address: { line1: '1 Main St', postal_code: '10001' },
      tags: { a: '1' },
    });
    expect(one).toMatchObject({
      instrument_type: 'PAYMENT_CARD',
      type: 'PAYMENT_CARD',
      brand: 'VISA',
      last_four: '1111',
      enabled: true,
      security_code_verification: 'MATCHED',
      address_verification: 'POSTAL_CODE_AND_STREET_MATCH',
      name_verification_results: null,
      account_updater_enabled: true,
      network_token_enabled: true,
      tags: { a: '1' },
    });
    expect(JSON.stringify(one)).not.toContain(testPans.approve);
    const two = await harness.card();
    expect(two.id).not.toBe(one.id);
    expect(two).toMatchObject({ security_code_verification: 'UNKNOWN', address_verification: 'NO_ADDRESS' });
    expect(await harness.card('approve', { security_code: '999' })).toMatchObject({
      security_code_verification: 'UNMATCHED',
    });
    expect(await harness.card('approve', { address: { postal_code: '99999' } })).toMatchObject({
      address_verification: 'NO_MATCH',
    });
  });

  test('reduces a bank account to its mask', async () => {
    const account = await harness.bankAccount();
    expect(account).toMatchObject({
      type: 'BANK_ACCOUNT',
      masked_account_number: 'XXXXXX3456',
      bank_code: '123123123',
      brand: null,
    });
    expect(JSON.stringify(account)).not.toContain('0000123456');
  });

  test.each(['WALLET_A_PAY', 'WALLET_B_PAY'] as const)('requires a token for %s', async (type) => {
    const { id } = await harness.client.post<Identity>('/identities', { entity: {} });
    const wallet = await harness.client.post<PaymentInstrument>('/payment_instruments', {
      type,
      identity: id,
      third_party_token: 't',
    });
    expect(wallet).toMatchObject({ instrument_type: type, last_four: '1111' });
    expect((await harness.client.fails(422, 'POST', '/payment_instruments', { type, identity: id })).field).toBe(
      'third_party_token',
    );
  });

  test('refuses missing and invalid fields by name', async () => {
    const { id: identity } = await harness.client.post<Identity>('/identities', { entity: {} });
    const refused = async (body: object) =>
      (await harness.client.fails(422, 'POST', '/payment_instruments', body)).field;
    const good = {
      type: 'PAYMENT_CARD',
      identity,
      number: testPans.approve,
      expiration_month: 1,
      expiration_year: 2030,
    };
    expect(await refused({ ...good, number: undefined })).toBe('number');
    expect(await refused({ ...good, expiration_month: 13 })).toBe('expiration_month');
    expect(await refused({ ...good, expiration_year: undefined })).toBe('expiration_year');
    expect(await refused({ ...good, number: '4242424242424242' })).toBe('number');
    expect(await refused({ ...good, identity: 'IDnone' })).toBe('identity');
    expect(await refused({ ...good, security_code: '12' })).toBe('security_code');
    expect(
      await refused({ type: 'BANK_ACCOUNT', identity, name: 'x', bank_code: '123123123', account_type: 'CHECKING' }),
    ).toBe('account_number');
    expect(await refused({ type: 'CASH', identity })).toBe('type');
    expect(await refused({ type: 'PAYMENT_CARD' })).toBe('identity');
  });

  test('writes no number and no security code to a file or a log line', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
    const lines: string[] = [];
    const other = await Harness.start({ dataDir, log: (entry) => lines.push(logLine(entry)) });
    const card = await other.card('approve', { security_code: '7391' });
    await other.client.put(`/payment_instruments/${card.id}`, { verify_payment_card: true, security_code: '8462' });
    await other.bankAccount();
    await other.sandbox.close();
    const haystack = [
      ...readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name))),
      Buffer.from(lines.join('\n')),
    ];
    expect(haystack.some((bytes) => bytes.includes(card.id))).toBe(true);
    for (const secret of [testPans.approve, '"7391"', '"8462"', '0000123456']) {
      expect(
        haystack.some((bytes) => bytes.includes(secret)),
        secret,
      ).toBe(false);
    }
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe('listing', () => {
  test('returns only the last 30 days without a filter, and older instruments with created_at.lte', async () => {
    const old = await harness.card();
    harness.clock.advance(30 * DAY + 1);
    const fresh = await harness.bankAccount();
    const ids = async (query: string) =>
      (await harness.client.listed<PaymentInstrument>(`/payment_instruments${query}`, 'payment_instruments')).map(
        (one) => one.id,
      );
    expect(await ids('')).toEqual([fresh.id]);
    expect(await ids(`?created_at.lte=${old.created_at.slice(0, 19)}`)).toEqual([old.id]);
    expect(await ids('?type=BANK_ACCOUNT')).toEqual([fresh.id]);
    expect(await ids('?last_four=1111')).toEqual([old.id]);
    expect(await ids(`?identity=${old.identity}`)).toEqual([old.id]);
    expect(await ids('?enabled=false')).toEqual([]);
    expect((await harness.client.fails(422, 'GET', '/payment_instruments?type=CASH')).field).toBe('type');
  });
});

describe('updating', () => {
  test('changes all changeable fields of a card, and adds only card details to its history', async () => {
    const card = await harness.card('approve', { name: 'TEST CARD' });
    harness.clock.advance(1000);
    const changed = await harness.client.put<PaymentInstrument>(path(card), {
      name: 'A BUYER',
      expiration_month: 6,
      expiration_year: 2032,
      address: { postal_code: '10002' },
      account_updater_enabled: false,
      network_token_enabled: false,
      tags: { b: '2' },
    });
    expect(changed).toMatchObject({
      name: 'A BUYER',
      expiration_month: 6,
      expiration_year: 2032,
      address: { postal_code: '10002' },
      account_updater_enabled: false,
      network_token_enabled: false,
      tags: { b: '2' },
      identity: card.identity,
    });
    const history = () =>
      harness.client.listed<InstrumentHistoryEntry>(`${path(card)}/instrument_history`, 'instrument_history');
    expect(await history()).toMatchObject([
      {
        payment_instrument: card.id,
        origin: 'API',
        changes: [
          { field: 'name', old_value: 'TEST CARD', new_value: 'A BUYER' },
          { field: 'expiration_month', old_value: '12', new_value: '6' },
          { field: 'expiration_year', old_value: '2030', new_value: '2032' },
        ],
      },
    ]);
    await harness.client.put(path(card), { tags: {}, name: 'A BUYER' });
    expect(await history()).toHaveLength(1);
  });

  test('never changes the identity', async () => {
    const card = await harness.card();
    const other = await harness.client.post<Identity>('/identities', { entity: {} });
    expect((await harness.client.put<PaymentInstrument>(path(card), { identity: other.id })).identity).toBe(
      card.identity,
    );
  });

  test.each([
    ['address', { postal_code: '1' }],
    ['expiration_month', 1],
    ['expiration_year', 2031],
    ['account_updater_enabled', true],
    ['network_token_enabled', true],
  ])('refuses %s for bank accounts', async (field, value) => {
    const account = await harness.bankAccount();
    expect((await harness.client.fails(422, 'PUT', path(account), { [field]: value })).field).toBe(field);
    expect((await harness.client.put<PaymentInstrument>(path(account), { name: 'New' })).name).toBe('New');
  });

  test('makes a disabled instrument unusable in any request until it is enabled again', async () => {
    const card = await harness.card();
    expect((await harness.client.put<PaymentInstrument>(path(card), { enabled: false })).enabled).toBe(false);
    const sale = { amount: 100, currency: 'USD', source: card.id };
    for (const [target, body] of [
      ['/transfers', sale],
      ['/authorizations', sale],
      ['/transfers', { amount: 100, currency: 'USD', destination: card.id }],
      [`${path(card)}/verifications`, {}],
    ] as const) {
      expect((await harness.client.fails(422, 'POST', target, body)).failure_code).toBe('PAYMENT_INSTRUMENT_DISABLED');
    }
    await harness.client.fails(422, 'PUT', path(card), { verify_payment_card: true });
    await harness.client.put(path(card), { enabled: true });
    await harness.client.post('/transfers', sale);
  });
});

describe('verifying', () => {
  test('returns answers for security code, address and name', async () => {
    const card = await harness.card('approve', { address: { postal_code: '10001' } });
    const good = await harness.client.put<PaymentInstrument>(path(card), {
      verify_payment_card: true,
      security_code: '123',
    });
    expect(good).toMatchObject({
      security_code_verification: 'MATCHED',
      address_verification: 'POSTAL_CODE_AND_STREET_MATCH',
      name_verification_results: { full_name_verification_results: 'FULL_MATCH' },
    });
    const bad = await harness.client.put<PaymentInstrument>(path(card), {
      verify_payment_card: true,
      security_code: '999',
      address: { postal_code: '99999' },
    });
    expect(bad).toMatchObject({ security_code_verification: 'UNMATCHED', address_verification: 'NO_MATCH' });
    expect(
      (await harness.client.fails(422, 'PUT', path(await harness.bankAccount()), { verify_payment_card: true })).field,
    ).toBe('verify_payment_card');
  });

  test('accepts a security code only for a PCI-compliant merchant', async () => {
    const card = await harness.card();
    const { merchant } = await harness.device('B000003');
    const error = await harness.client.fails(403, 'PUT', path(card), {
      verify_payment_card: true,
      security_code: '123',
      merchant,
    });
    expect(error.field).toBe('security_code');
    await harness.client.put(path(card), { verify_payment_card: true, merchant });
    await harness.client.fails(422, 'PUT', path(card), { security_code: '123' });
    await harness.client.fails(422, 'PUT', path(card), {
      verify_payment_card: true,
      security_code: '123',
      merchant: 'MUnone',
    });
  });

  test.each([
    ['approve', 'TEST CARD', 'FULL_MATCH', true],
    ['no-funds', 'Test X', 'PARTIAL_MATCH', true],
    ['approve', 'ANNA OTHER', 'NO_MATCH', true],
    ['slow', 'TEST CARD', 'NOT_SUPPORTED', false],
    ['lost-reply', 'TEST CARD', 'NOT_SUPPORTED', false],
  ] as const)('reports for push-to-card to %s that the name %s is %s', async (card, name, match, isEligible) => {
    const stored = await harness.card(card, { name });
    const verification = await harness.client.post<Verification>(`${path(stored)}/verifications`, {
      merchant: harness.sandbox.merchant,
    });
    expect(verification).toMatchObject({
      payment_instrument: stored.id,
      merchant: harness.sandbox.merchant,
      state: 'SUCCEEDED',
      is_push_to_card_eligible: isEligible,
      name_verification_results: { full_name_verification_results: match },
    });
    expect(await harness.client.get(`/verifications/${verification.id}`)).toEqual(verification);
    expect(
      (await harness.client.get<PaymentInstrument>(path(stored))).name_verification_results
        ?.full_name_verification_results,
    ).toBe(match);
  });

  test('allows push-to-card only to cards of existing merchants', async () => {
    expect(
      (await harness.client.fails(422, 'POST', `${path(await harness.bankAccount())}/verifications`, {})).failure_code,
    ).toBe('PUSH_TO_CARD_NOT_SUPPORTED');
    expect(
      (await harness.client.fails(422, 'POST', `${path(await harness.card())}/verifications`, { merchant: 'MUnone' }))
        .field,
    ).toBe('merchant');
    await harness.client.fails(404, 'POST', '/payment_instruments/PInone/verifications', {});
    await harness.client.fails(404, 'GET', '/payment_instruments/PInone');
    await harness.client.fails(404, 'GET', '/payment_instruments/PInone/instrument_history');
  });
});

test('a wallet session contains the domain, lasts five minutes and differs each time', async () => {
  const ask = (body: object) => harness.client.post<WalletAPaySession>('/wallet_a_pay_sessions', body, 200);
  const { merchantSession: one } = await ask({ validation_url: 'https://wallet.example/start' });
  const { merchantSession: two } = await ask({
    validation_url: 'https://wallet.example/start',
    domain: 'shop.example',
  });
  expect(one).toMatchObject({ domainName: 'wallet.example', epochTimestamp: harness.clock.now() });
  expect(one.expiresAt - one.epochTimestamp).toBe(300_000);
  expect(two.domainName).toBe('shop.example');
  expect(two.merchantSessionIdentifier).not.toBe(one.merchantSessionIdentifier);
  for (const body of [{}, { validation_url: 'http://plain.example' }]) {
    expect((await harness.client.fails(422, 'POST', '/wallet_a_pay_sessions', body)).field).toBe('validation_url');
  }
});
