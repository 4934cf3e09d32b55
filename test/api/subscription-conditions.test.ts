/**
 * Tests the conditions of a Subscription: the 0.01 authorization, merchants, countries, roles.
 * @module-tag ci-only
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  Authorization,
  ErrorEnvelope,
  Identity,
  Merchant,
  PaymentInstrument,
  Subscription,
  SubscriptionCreate,
} from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';
import { DAY, HOUR, subscribe } from './subscription-calls.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const body = async (more: Partial<SubscriptionCreate> = {}): Promise<SubscriptionCreate> => ({
  amount: 1000,
  currency: 'USD',
  billing_interval: 'MONTHLY',
  buyer_details: { instrument_id: (await harness.card()).id },
  ...more,
});
/** Field for which a creation is refused. */
const refused = async (more: object) =>
  (await harness.client.fails(422, 'POST', '/subscriptions', { ...(await body()), ...more })).field;
const count = async () => (await harness.client.listed<Subscription>('/subscriptions', 'subscriptions')).length;
const holds = () => harness.client.listed<Authorization>('/authorizations', 'authorizations');

describe('the 0.01 authorization', () => {
  const wallet = async (type: 'WALLET_A_PAY' | 'WALLET_B_PAY') => {
    const { id } = await harness.client.post<Identity>('/identities', { entity: { last_name: 'Buyer' } });
    const token = { type, identity: id, third_party_token: 'token' };
    return harness.client.post<PaymentInstrument>('/payment_instruments', token);
  };

  test.each(['PAYMENT_CARD', 'WALLET_A_PAY', 'WALLET_B_PAY'] as const)('is voided at once for a %s', async (type) => {
    const { id } = type === 'PAYMENT_CARD' ? await harness.card() : await wallet(type);
    await harness.client.post('/subscriptions', await body({ buyer_details: { instrument_id: id } }));
    expect(await holds()).toMatchObject([
      { amount: 1, currency: 'USD', source: id, state: 'SUCCEEDED', is_void: true, void_state: 'SUCCEEDED' },
    ]);
  });

  test('is not made for a bank account', async () => {
    const { id } = await harness.bankAccount();
    await harness.client.post('/subscriptions', await body({ buyer_details: { instrument_id: id } }));
    expect(await holds()).toEqual([]);
  });

  test.each([
    ['the address does not match', 'ADDRESS_VERIFICATION_FAILED', 'approve', { address: { postal_code: '99999' } }],
    ['the security code does not match', 'SECURITY_CODE_VERIFICATION_FAILED', 'approve', { security_code: '999' }],
    ['the issuer declines', 'INSUFFICIENT_FUNDS', 'no-funds', {}],
    ['the card has expired', 'EXPIRED_CARD', 'approve', { expiration_year: 2020 }],
  ] as const)('fails with 422 when %s, and no Subscription is created', async (_why, failure_code, card, more) => {
    const { id } = await harness.card(card, more);
    const error = await harness.client.fails(
      422,
      'POST',
      '/subscriptions',
      await body({ buyer_details: { instrument_id: id } }),
    );
    expect(error).toMatchObject({ failure_code, field: 'buyer_details.instrument_id' });
    expect(await holds()).toMatchObject([{ id: error.authorization, amount: 1, state: 'FAILED', failure_code }]);
    expect(await count()).toBe(0);
    harness.clock.advance(40 * DAY);
    expect(await harness.client.listed('/transfers', 'transfers')).toEqual([]);
  });

  test('is committed even if the reply gets lost', async () => {
    const { id } = await harness.card('lost-reply');
    const asked = await body({ buyer_details: { instrument_id: id } });
    await expect(harness.client.raw('POST', '/subscriptions', { body: asked })).rejects.toThrow();
    expect(await count()).toBe(1);
    expect(await holds()).toMatchObject([{ source: id, is_void: true }]);
  });

  test('passes with a matching address and code, and waits for a slow issuer', async () => {
    const good = await harness.card('approve', { address: { postal_code: '12345' }, security_code: '123' });
    await harness.client.post('/subscriptions', await body({ buyer_details: { instrument_id: good.id } }));
    const slow = await harness.card('slow');
    const asked = await body({ buyer_details: { instrument_id: slow.id } });
    const waiting = harness.clock.waiting;
    const answer = harness.client.send<Subscription | ErrorEnvelope>('POST', '/subscriptions', { body: asked });
    await expect.poll(() => harness.clock.waiting, { timeout: 60_000 }).toBeGreaterThan(waiting);
    expect(await count()).toBe(1);
    harness.clock.advance(20_000);
    expect((await answer).status).toBe(201);
  });
});

describe('eligibility', () => {
  const merchantOn = async (processor: string, country?: string) => {
    const entity = { business_name: 'Shop', ...(country === undefined ? {} : { personal_address: { country } }) };
    const { id } = await harness.client.post<Identity>('/identities', { entity });
    const made = await harness.client.post<Merchant>(`/identities/${id}/merchants`, { processor, name: 'Shop' });
    harness.clock.advance(HOUR);
    expect(await harness.client.get(`/merchants/${made.id}`)).toMatchObject({ state: 'APPROVED' });
    return made.id;
  };

  test.each([
    ['DUMMY_V1', true],
    ['SERVICE_V1', true],
    ['GATEWAY_A_V1', false],
    ['GATEWAY_B_V1', false],
  ])('allows merchants on %s: %s', async (processor, isAllowed) => {
    const merchant = await merchantOn(processor);
    const asked = await body({ merchant });
    if (isAllowed) await harness.client.post('/subscriptions', asked);
    else {
      const error = await harness.client.fails(422, 'POST', '/subscriptions', asked);
      expect(error).toMatchObject({ field: 'merchant', failure_code: 'SUBSCRIPTIONS_NOT_SUPPORTED' });
      expect(await count()).toBe(0);
    }
  });

  test('requires an approved merchant', async () => {
    const asked = await body();
    await harness.control({ type: 'merchant-state', merchant: harness.sandbox.merchant, state: 'PROVISIONING' });
    const error = await harness.client.fails(422, 'POST', '/subscriptions', asked);
    expect(error.failure_code).toBe('MERCHANT_NOT_APPROVED');
    expect(await count()).toBe(0);
  });

  test('requires a merchant in the United States or Canada', async () => {
    for (const country of ['US', 'USA', 'CA', 'CAN'])
      await subscribe(harness, { merchant: await merchantOn('DUMMY_V1', country) });
    expect(await refused({ merchant: await merchantOn('DUMMY_V1', 'DE') })).toBe('merchant');
    await subscribe(harness, { currency: 'CAD' });
    expect(await refused({ currency: 'EUR' })).toBe('currency');
  });

  test('lets merchants read only their own Subscriptions and change none, and answers 404 for unknown ids', async () => {
    const made = await subscribe(harness);
    const own = await harness.login('ROLE_MERCHANT', harness.sandbox.merchant);
    const { merchant } = await harness.device('B000003');
    const other = await harness.login('ROLE_MERCHANT', merchant);
    const path = `/subscriptions/${made.id}`;
    expect(await own.get(path)).toEqual(made);
    expect(await other.listed('/subscriptions', 'subscriptions')).toEqual([]);
    await other.fails(404, 'GET', path);
    await other.fails(404, 'GET', `${path}/subscription_balance_entries`);
    for (const method of ['PUT', 'DELETE'])
      await own.fails(403, method, path, method === 'PUT' ? { amount: 1 } : undefined);
    await own.fails(403, 'POST', '/subscriptions', await body());
    await own.fails(403, 'POST', `${path}/subscription_balance_entries`, { amount: 1 });
    for (const [method, sent] of [['GET'], ['PUT', { amount: 5 }], ['DELETE']] as const) {
      await harness.client.fails(404, method, '/subscriptions/SUnone', sent);
    }
    await harness.client.as({ username: 'nobody', password: 'x' }).fails(401, 'GET', path);
    const wrong = await harness.client.send('PATCH', path);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'DELETE, GET, PUT']);
    const html = await harness.client.raw('GET', path, { headers: { accept: 'text/html' } });
    expect(html.status).toBe(406);
  });
});
