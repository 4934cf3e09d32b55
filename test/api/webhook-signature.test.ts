/**
 * Tests the signature of events: Node's own crypto and verifyWebhook agree on every delivery.
 * @module-tag ci-only
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../electron/platform-api/index.ts';
import { verifyWebhook } from './verify-webhook.ts';
import { only, WebhookHarness } from './webhook-calls.ts';
import { isSigned } from './webhook-receiver.ts';
let hooks: WebhookHarness;
beforeEach(async () => {
  hooks = await WebhookHarness.start();
});
afterEach(() => hooks.close());

describe('verifyWebhook, for receivers', () => {
  const delivered = async () => {
    const { secret_signing_key: secret } = await hooks.subscribed(only('transfer', 'created'));
    await hooks.sale();
    await hooks.receiver.until(1);
    const received = hooks.receiver.received.at(-1);
    if (!received) throw new Error('Nothing received');
    const header = String(received.headers['service-signature']);
    return { received, header, body: new Uint8Array(received.body), secret, now: hooks.harness.clock.now() };
  };

  test('accepts the sent event, as bytes and as text', async () => {
    const { header, body, secret, now } = await delivered();
    const timestamp = Math.floor(now / 1000);
    expect(await verifyWebhook({ header, body, secret, now })).toEqual({ ok: true, timestamp });
    const text = new TextDecoder().decode(body);
    expect(await verifyWebhook({ header, body: text, secret, now })).toEqual({ ok: true, timestamp });
  });

  test('refuses every altered body, like Node’s own crypto', async () => {
    const { received, header, body, secret, now } = await delivered();
    expect(isSigned(received, secret, now)).toBe(true);
    for (let index = 0; index < body.length; index += 37) {
      const altered = Uint8Array.from(body);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect(await verifyWebhook({ header, body: altered, secret, now })).toEqual({
        ok: false,
        reason: 'SIGNATURE_MISMATCH',
      });
      expect(isSigned({ ...received, body: Buffer.from(altered) }, secret, now)).toBe(false);
    }
    for (const other of [body.subarray(1), Uint8Array.of(...body, 32), Uint8Array.of()]) {
      expect(await verifyWebhook({ header, body: other, secret, now })).toMatchObject({ ok: false });
    }
  });

  test('refuses a wrong key, an altered time and an old time', async () => {
    const { received, header, body, secret, now } = await delivered();
    expect(await verifyWebhook({ header, body, secret: `${secret}x`, now })).toMatchObject({
      reason: 'SIGNATURE_MISMATCH',
    });
    expect(isSigned(received, `${secret}x`, now)).toBe(false);
    const later = header.replace(/timestamp=(\d+)/, (_, time: string) => `timestamp=${Number(time) + 1}`);
    expect(await verifyWebhook({ header: later, body, secret, now })).toMatchObject({ reason: 'SIGNATURE_MISMATCH' });
    const edge = limits.signatureToleranceSeconds * 1000;
    expect(await verifyWebhook({ header, body, secret, now: now + edge })).toMatchObject({ ok: true });
    for (const off of [edge + 1000, -edge - 1000]) {
      expect(await verifyWebhook({ header, body, secret, now: now + off })).toEqual({
        ok: false,
        reason: 'TIMESTAMP_OUTSIDE_TOLERANCE',
      });
    }
    expect(await verifyWebhook({ header, body, secret, now: now + 5000, toleranceSeconds: 4 })).toMatchObject({
      ok: false,
    });
  });

  test.each([
    [undefined, 'HEADER_MISSING'],
    ['', 'HEADER_MISSING'],
    ['sig=00', 'HEADER_MALFORMED'],
    [`timestamp=1, sig=${'0'.repeat(63)}`, 'HEADER_MALFORMED'],
    [`timestamp=x, sig=${'0'.repeat(64)}`, 'HEADER_MALFORMED'],
    [`timestamp=1, sig=${'0'.repeat(64)}`, 'SIGNATURE_MISMATCH'],
  ])('refuses the header %j: %s', async (header, reason) => {
    expect(await verifyWebhook({ header, body: '{}', secret: 'key', now: 1000 })).toEqual({ ok: false, reason });
  });
});
