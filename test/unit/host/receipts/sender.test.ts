/** The platform's Receipt: sent by a real sandbox over HTTP, and the result when the platform fails. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AttemptView } from '../../../../electron/contract/index.ts';
import { sendDestination, TillError } from '../../../../electron/contract/index.ts';
import { createLogHub, createLogger } from '../../../../electron/host/log/index.ts';
import { connectPlatform, type Platform } from '../../../../electron/host/platform/index.ts';
import { ReceiptSender, entityOf, pageOf, type SenderOptions } from '../../../../electron/host/receipts/sender.ts';
import { Harness } from '../../../api/harness.ts';
import { attempt, finished } from '../../renderer/fixtures/states.ts';
import { systemClock } from '../../../../electron/domain/index.ts';

let bench: Harness;
let platform: Platform;
/** The sandbox's clock advances while the sender waits. */
const clock = {
  ...systemClock,
  after(_ms: number, task: () => void) {
    bench.clock.advance(500);
    const timer = setImmediate(task);
    return () => clearImmediate(timer);
  },
};
beforeEach(async () => {
  bench = await Harness.start();
  const { url, username, password, merchant } = bench.sandbox;
  const logs = createLogHub({ clock: systemClock, homeDirectory: '/nowhere', secrets: [password] });
  platform = connectPlatform({
    settings: { url, username, password, merchant },
    clock: systemClock,
    random: () => 0.5,
    log: createLogger('test', logs),
    publish: () => undefined,
  });
});
afterEach(async () => {
  await platform.close();
  await bench.sandbox.close();
});

const sender = () => new ReceiptSender({ operations: platform.operations, clock });
const receipts = () =>
  bench.client.listed<{ id: string; entity_id: string; tags: object; amount_breakdown: object | null }>(
    '/receipts',
    'receipts',
  );

/** Sale of the sandbox, as this till would know it. */
async function sale(change: Partial<AttemptView> = {}): Promise<AttemptView> {
  const { id } = await bench.client.post<{ id: string }>('/transfers', {
    amount: 4260,
    currency: 'USD',
    source: (await bench.card()).id,
  });
  return finished({ id: 'A-1', state: 'captured', capturedMinor: 4260, transfer: id, ...change });
}
const byEmail = (view: AttemptView, destination = 'ana@example.com') =>
  ({ attempt: view, reversal: null, method: 'EMAIL', destination }) as const;

describe('a receipt by e-mail or SMS', () => {
  test('is sent as one Receipt of the payment, with the platform’s confirmation', async () => {
    const view = await sale({ tipMinor: 260 });
    const one = sender();
    const sent = await one.send(byEmail(view, ' ana@example.com '));
    expect(sent).toMatchObject({ state: 'sent', destination: 'ana@example.com', reason: null });
    await expect(one.send({ ...byEmail(view, '+1 (415) 555-0100'), method: 'SMS' })).resolves.toMatchObject({
      state: 'sent',
      destination: '+14155550100',
      receipt: sent.receipt,
    });
    // After another start the till finds the same Receipt.
    await expect(sender().send(byEmail(view))).resolves.toMatchObject({ receipt: sent.receipt });
    expect(await receipts()).toMatchObject([
      { id: sent.receipt, entity_id: view.transfer, tags: { attempt: 'A-1' }, amount_breakdown: { tip_amount: 260 } },
    ]);
  });

  test('is reported as not sent if the platform does not know the address', async () => {
    const view = await sale();
    await expect(sender().send(byEmail(view, 'typo@undeliverable.example'))).resolves.toMatchObject({
      state: 'failed',
      reason: 'UNDELIVERABLE',
    });
  });

  test('is refused before any request if the address is invalid', async () => {
    const view = await sale();
    for (const destination of ['nobody', 'a@b', '4155550100']) {
      const request = byEmail(view, destination);
      await expect(sender().send(request)).rejects.toMatchObject({ code: 'RECEIPT_ADDRESS' });
      await expect(sender().send({ ...request, method: 'SMS' })).rejects.toMatchObject({ code: 'RECEIPT_ADDRESS' });
    }
    expect(await receipts()).toEqual([]);
  });

  test('is refused with the reason if the platform is unreachable', async () => {
    const view = await sale();
    await bench.sandbox.close();
    await expect(sender().send(byEmail(view))).rejects.toMatchObject({ code: 'API_UNREACHABLE' });
    bench = await Harness.start();
  });

  test('is refused by a till without a platform', async () => {
    const none = new ReceiptSender({ operations: null, clock });
    await expect(none.send(byEmail(await sale()))).rejects.toMatchObject({ code: 'API_NOT_CONFIGURED' });
  });
});

describe('a platform that does not report the delivery’s result', () => {
  const operations = (change: {
    create?: () => unknown;
    states?: readonly (string | null)[];
    page?: string;
  }): SenderOptions['operations'] => {
    const states = [...(change.states ?? [])];
    const stub = {
      receipts: {
        list: () => empty(),
        create: () => Promise.resolve({ kind: 'answered', value: { id: 'RC1', receipt_url: change.page } }),
      },
      receiptDeliveryAttempts: {
        create: () =>
          Promise.resolve(
            change.create?.() ?? {
              kind: 'answered',
              value: { _embedded: { delivery_attempts: [{ id: 'DA1', state: 'PENDING' }] } },
            },
          ),
        async *list() {
          const state = states.shift();
          if (state === undefined) throw new TillError('API_TIMEOUT', 'no answer');
          yield { id: 'DA1', state, failure_code: null };
        },
      },
    };
    return stub as unknown as SenderOptions['operations'];
  };
  async function* empty(): AsyncGenerator<never> {}
  const view = finished({ state: 'captured', capturedMinor: 4260, transfer: 'TR1' });

  test.each([
    ['still pending after the last look', { states: Array.from({ length: 9 }, () => 'PENDING') }, 'unknown'],
    ['looks that fail, then a word', { states: ['PENDING', 'SENT'] }, 'sent'],
    ['only looks that fail', {}, 'unknown'],
    ['an undocumented state', { states: Array.from({ length: 9 }, () => 'QUEUED_ELSEWHERE') }, 'unknown'],
    ['an answer without a delivery', { create: () => ({ kind: 'answered', value: {} }) }, 'unknown'],
    [
      'a lost answer',
      { create: () => ({ kind: 'unknown', error: new TillError('API_TIMEOUT', 'late'), details: null }) },
      'unknown',
    ],
  ] as const)('has an honest result after %s', async (_, change, state) => {
    const one = new ReceiptSender({ operations: operations(change), clock });
    await expect(one.send(byEmail(view))).resolves.toMatchObject({ state });
  });

  test.each([
    ['https://receipts.example.com/r/abc', 'https://receipts.example.com/r/abc'],
    ['http://receipts.example.com/r/abc', null],
    ['https://127.0.0.1:8480/r/abc', null],
    ['https://localhost/r', null],
    ['https://192.168.1.4/r', null],
    ['https://till.local/r', null],
    ['https://[::1]/r', null],
    ['javascript:alert(1)', null],
    [`https://example.com/${'a'.repeat(400)}`, null],
    [undefined, null],
  ])('offers the page %s for a customer’s phone: %s', async (url, page) => {
    expect(pageOf(url)).toBe(page);
    const one = new ReceiptSender({ operations: operations(url === undefined ? {} : { page: url }), clock });
    await expect(one.page(view, null)).resolves.toBe(page);
  });
});

test('the till finds records that have a Receipt on the platform', () => {
  const reversals = [
    {
      id: 'R-1',
      amountMinor: 5,
      state: 'succeeded',
      by: 'Maya',
      reason: null,
      askedAt: '2026-03-15T10:00:00.000Z',
      transfer: 'TRback',
      failure: null,
    } as const,
  ];
  expect(entityOf(finished({ state: 'captured', transfer: 'TR1' }), null)).toBe('TR1');
  expect(entityOf(finished({ state: 'authorized', authorization: 'AU1' }), null)).toBe('AU1');
  expect(entityOf(finished({ state: 'captured', transfer: 'TR1', reversals }), 'R-1')).toBe('TRback');
  for (const view of [
    finished({ state: 'declined', authorization: 'AU1' }),
    attempt({ state: 'working' }),
    finished({ state: 'voided', authorization: 'AU1' }),
  ]) {
    expect(() => entityOf(view, null)).toThrow(expect.objectContaining({ code: 'PAY_STATE' }));
  }
});

test.each([
  ['EMAIL', 'ana@example.com', 'ana@example.com'],
  ['EMAIL', 'ana.b+till@sub.example.co', 'ana.b+till@sub.example.co'],
  ['EMAIL', 'ana@example', null],
  ['EMAIL', 'ana @example.com', null],
  ['EMAIL', 'ana@exa mple.com', null],
  ['EMAIL', '"><script>@example.com', null],
  ['SMS', '+49 30 1234567', '+49301234567'],
  ['SMS', '0049 30 1234567', '+49301234567'],
  ['SMS', '030 1234567', null],
  ['SMS', '+0301234567', null],
  ['SMS', '+1234567890123456', null],
] as const)('the till reads the destination of %s to %s as %s', (method, typed, destination) => {
  expect(sendDestination(method, typed)).toBe(destination);
});
