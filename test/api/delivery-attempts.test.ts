/**
 * Tests deliveries of Payment Links to buyers.
 * @module-tag ci-only
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../electron/platform-api/index.ts';
import type { DeliveryAttempt, DeliveryAttempts } from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';
import { pay } from './page-calls.ts';
import { paymentLinkCalls } from './payment-link-calls.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const WEEK = 7 * 24 * 60 * 60_000;
const { make } = paymentLinkCalls(() => harness);

describe('Delivery Attempts', () => {
  const send = (id: string, methods: object[], segment = 'delivery_attempts') =>
    harness.client.post<DeliveryAttempts>(`/payment_links/${id}/${segment}`, { requested_delivery_methods: methods });
  const sent = (id: string, segment = 'delivery_attempts') =>
    harness.client.listed<DeliveryAttempt>(`/payment_links/${id}/${segment}`, 'delivery_attempts');
  const emails = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => `buyer${from + index}@example.com`);

  test('are created for each destination as PENDING, and then become SENT', async () => {
    const { id } = await make();
    const made = await send(id, [
      { type: 'EMAIL', destinations: ['a@example.com', 'b@example.com'] },
      { type: 'SMS', destinations: ['+1 415 555 0100'] },
    ]);
    expect(made._embedded.delivery_attempts).toMatchObject([
      { type: 'EMAIL', destination: 'a@example.com', state: 'PENDING', linked_to: id, linked_type: 'PAYMENT_LINK' },
      { type: 'EMAIL', destination: 'b@example.com', state: 'PENDING' },
      { type: 'SMS', destination: '+1 415 555 0100', state: 'PENDING' },
    ]);
    harness.clock.advance(1_000);
    expect((await sent(id)).map(({ state }) => state)).toEqual(['SENT', 'SENT', 'SENT']);
    const texts = `/payment_links/${id}/delivery_attempts?type=SMS&state=SENT`;
    expect(await harness.client.listed(texts, 'delivery_attempts')).toHaveLength(1);
  });

  test('are the same list under the older, hyphenated path', async () => {
    const { id } = await make();
    await send(id, [{ type: 'EMAIL', destinations: ['a@example.com'] }], 'delivery-attempts');
    await send(id, [{ type: 'EMAIL', destinations: ['b@example.com'] }]);
    expect(await sent(id, 'delivery-attempts')).toEqual(await sent(id));
    expect(await sent(id)).toHaveLength(2);
    for (const segment of ['delivery_attempts', 'delivery-attempts']) {
      await harness.client.fails(404, 'GET', `/payment_links/PLnone/${segment}`);
      const { status, headers } = await harness.client.send('PUT', `/payment_links/${id}/${segment}`, { body: {} });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, POST']);
    }
  });

  test('reach at most 15 unique destinations of a link, and a request with 16 is refused', async () => {
    expect(limits.paymentLinkDestinations).toBe(15);
    const [at, past] = [await make(), await make()];
    await send(at.id, [{ type: 'EMAIL', destinations: emails(15) }]);
    expect(await sent(at.id)).toHaveLength(15);
    const body = { requested_delivery_methods: [{ type: 'EMAIL', destinations: emails(16) }] };
    const error = await harness.client.fails(422, 'POST', `/payment_links/${past.id}/delivery_attempts`, body);
    expect(error.failure_code).toBe('TOO_MANY_DESTINATIONS');
    expect(await sent(past.id)).toEqual([]);
  });

  test('count the earlier emails and phone numbers of both paths, each of them once', async () => {
    const { id } = await make();
    await send(id, [{ type: 'EMAIL', destinations: emails(7) }], 'delivery-attempts');
    const phones = Array.from({ length: 7 }, (_, index) => `+1415555010${index}`);
    await send(id, [{ type: 'SMS', destinations: phones }]);
    // One place is left: a known address in capitals and a known number in another spelling do not use it.
    const more = (last: string[]) => [
      { type: 'EMAIL', destinations: ['BUYER0@Example.COM', ...last] },
      { type: 'SMS', destinations: ['(415) 555-0103'] },
    ];
    const tooMany = { requested_delivery_methods: more(emails(2, 100)) };
    await harness.client.fails(422, 'POST', `/payment_links/${id}/delivery_attempts`, tooMany);
    await send(id, more(emails(1, 100)));
    expect(await sent(id)).toHaveLength(17);
    await send(id, more([]));
    expect(await sent(id)).toHaveLength(19);
    const over = { requested_delivery_methods: [{ type: 'SMS', destinations: ['+442079460000'] }] };
    await harness.client.fails(422, 'POST', `/payment_links/${id}/delivery-attempts`, over);
  });

  test('are created once for a destination that a request contains twice', async () => {
    const { id } = await make();
    await send(id, [{ type: 'EMAIL', destinations: ['a@example.com', ' A@example.com '] }]);
    expect(await sent(id)).toHaveLength(1);
  });

  test('fail for undeliverable destinations', async () => {
    const { id } = await make();
    await send(id, [
      { type: 'EMAIL', destinations: ['x@undeliverable.example'] },
      { type: 'SMS', destinations: ['+14155550000'] },
    ]);
    harness.clock.advance(1_000);
    for (const attempt of await sent(id)) {
      expect(attempt).toMatchObject({ state: 'FAILED', failure_code: 'UNDELIVERABLE' });
    }
  });

  test.each([
    ['EMAIL', 'nobody'],
    ['EMAIL', 'a@b'],
    ['EMAIL', 'a b@example.com'],
    ['EMAIL', 'a@example.com\r\nBcc: all@example.com'],
    ['SMS', '12'],
    ['SMS', 'call me'],
    ['SMS', '+1234567890123456'],
    ['PRINT', 'DVanything'],
  ])('are refused with 422 for %s to %j', async (type, destination) => {
    const { id } = await make();
    const body = { requested_delivery_methods: [{ type, destinations: [destination] }] };
    const error = await harness.client.fails(422, 'POST', `/payment_links/${id}/delivery_attempts`, body);
    expect(error.field).toMatch(/^requested_delivery_methods\.0/);
    expect(await sent(id)).toEqual([]);
  });

  test('are made only for an ACTIVE link, and never by ROLE_MERCHANT', async () => {
    const body = { requested_delivery_methods: [{ type: 'EMAIL', destinations: ['a@example.com'] }] };
    const [off, paid, expired] = [await make(), await make(), await make()];
    await harness.client.put(`/payment_links/${off.id}`, { state: 'DEACTIVATED' });
    await pay(paid.link_url, 'card-approve');
    harness.clock.advance(WEEK);
    for (const { id } of [off, paid, expired]) {
      const error = await harness.client.fails(422, 'POST', `/payment_links/${id}/delivery_attempts`, body);
      expect(error.failure_code).toBe('PAYMENT_LINK_NOT_ACTIVE');
    }
    const { id } = await make();
    const merchant = await harness.login('ROLE_MERCHANT', harness.sandbox.merchant);
    await merchant.fails(403, 'POST', `/payment_links/${id}/delivery_attempts`, body);
    expect(await merchant.listed(`/payment_links/${id}/delivery_attempts`, 'delivery_attempts')).toEqual([]);
  });
});
