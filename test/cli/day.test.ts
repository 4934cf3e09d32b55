/**
 * The day compared with the platform: changes made outside the till are shown, and a manager explains them.
 * @module-tag ci-only
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from './in-process.ts';
import { Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
}, 180_000);
afterAll(() => shop.close());

const entriesOf = (report: Json, verdict: string): Json[] =>
  (report['entries'] as Json[]).filter((entry) => entry['verdict'] === verdict);

test(
  'the day lists what is matched, captured elsewhere, voided elsewhere, made elsewhere, and reversed elsewhere',
  { timeout: 180_000 },
  async () => {
    const paid = await shop.sale('--tip', '1');
    const refunded = await shop.sale();
    const captured = await shop.sale('--kind', 'authorization');
    const voided = await shop.sale('--kind', 'authorization', '--again');
    const quiet = await shop.run(['day']);
    expect(quiet.result).toMatchObject({
      counts: { matched: 4, different: 0, onlyHere: 0, onlyThere: 0, explained: 0, open: 0 },
      totals: [{ currency: 'USD', hereMinor: 2568, thereMinor: 2568 }],
    });
    expect(quiet.code).toBe(0);

    // Acts as another program with the same credentials.
    const captureId = String(captured.result['authorization']);
    expect((await shop.ask('PUT', `/authorizations/${captureId}`, { capture_amount: 1000 })).status).toBe(200);
    expect(
      (await shop.ask('PUT', `/authorizations/${String(voided.result['authorization'])}`, { void_me: true })).status,
    ).toBe(200);
    const back = await shop.ask('POST', `/transfers/${String(refunded.result['transfer'])}/reversals`, {
      refund_amount: 300,
    });
    expect(back.status).toBe(201);

    const { code, result } = await shop.run(['day']);
    expect(code).toBe(1);
    expect(entriesOf(result, 'matched').map((entry) => entry['attempt'])).toEqual([
      paid.result['attempt'],
      refunded.result['attempt'],
    ]);
    expect(entriesOf(result, 'different')).toMatchObject([
      { attempt: captured.result['attempt'], reasons: [{ what: 'state', here: 'authorized', there: 'captured' }] },
      { attempt: voided.result['attempt'], reasons: [{ what: 'state', here: 'authorized', there: 'VOIDED' }] },
    ]);
    // The external reversal is listed with the payment that it reversed.
    expect(entriesOf(result, 'only-there')).toMatchObject([
      {
        attempt: refunded.result['attempt'],
        there: [{ kind: 'reversal', id: back.body['id'], amountMinor: 300 }],
        reasons: [{ what: 'unknown-here' }],
      },
    ]);
    // The external reversal is in the till's own figures; it stays reported until a manager explains it.
    expect(result['totals']).toEqual([{ currency: 'USD', hereMinor: 2568 - 300, thereMinor: 2568 + 1000 - 300 }]);

    const explain = [
      'explain',
      String(back.body['id']),
      'reversal',
      '--reason',
      'Given back from the office',
      '--operator',
      'Ana',
    ];
    const link = await shop.run([...explain, '--attempt', String(refunded.result['attempt'])]);
    expect(link.result).toMatchObject({
      by: 'Ana',
      attempt: refunded.result['attempt'],
      explanation: 'Given back from the office',
    });
    const after = await shop.run(['day']);
    expect(after.result).toMatchObject({ counts: { onlyThere: 0, explained: 1 } });
    expect(entriesOf(after.result, 'explained')).toMatchObject([{ link: { by: 'Ana' } }]);

    const stranger = await shop.run([
      'explain',
      'TRnone',
      'transfer',
      '--reason',
      'whatever',
      '--operator',
      'Ana',
      '--attempt',
      'A-none',
    ]);
    expect(stranger.result).toMatchObject({ error: { code: 'PAY_NOT_FOUND' } });
    const nameless = {
      name: null,
      count: 2,
      totalMinor: 2568,
      tipsMinor: 100,
      givenBack: { count: 1, totalMinor: 300 },
    };
    expect(after.result['people']).toMatchObject([{ currency: 'USD', ...nameless }]);
    expect((await shop.said(['day'])).stdout).not.toContain('without a name');
    expect((await shop.sale('--kind', 'refund', '--operator', 'Ana')).code).toBe(0);
    const named = await shop.run(['day']);
    expect(named.result['people']).toMatchObject([
      { name: 'Ana', count: 0, totalMinor: 0, givenBack: { count: 1, totalMinor: 1234 } },
      nameless,
    ]);
    const { stdout } = await shop.said(['day']);
    expect(stdout).toContain('without a name: 2 taken, 25.68 USD, tips 1.00 USD, given back 3.00 USD');
    const nonsense = await shop.run(['day', '--from', 'yesterday']);
    expect(nonsense.code).toBe(2);
  },
);
