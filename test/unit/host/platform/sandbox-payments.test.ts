/**
 * The payment engine's platform port against the real sandbox over HTTP: every outcome of a hold, a capture and a void.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../../../electron/host/log/index.ts';
import type { AuthorizationRecord, CreatePayment, PlatformOutcome } from '../../../../electron/host/payments/index.ts';
import { connectPlatform, type Platform } from '../../../../electron/host/platform/index.ts';
import type { SandboxLogEntry, SandboxOptions } from '../../../../electron/sandbox/index.ts';
import { encryptCard, testPans } from '../../../api/encryptor.ts';
import { Harness } from '../../../api/harness.ts';
import { paymentCalls } from '../../../api/payment-calls.ts';
import { byId, byKey, captureOf, createRequest, fastClock, inWords, watchRejections } from './support.ts';

let noneUnhandled: () => void;
beforeAll(() => (noneUnhandled = watchRejections()));
afterAll(() => noneUnhandled());

interface World {
  harness: Harness;
  platform: Platform;
  requests: SandboxLogEntry[];
  lines: string[];
  /** Request to create a payment with a freshly encrypted test card. */
  request(card: keyof typeof testPans, amountMinor?: number): CreatePayment;
  /** A hold that must succeed. */
  hold(amountMinor?: number): Promise<AuthorizationRecord>;
}

async function world(options: SandboxOptions & { speed?: number } = {}): Promise<World> {
  const requests: SandboxLogEntry[] = [];
  const { speed = 1, ...sandbox } = options;
  const harness = await Harness.start({ log: (entry) => void requests.push(entry), ...sandbox });
  onTestFinished(() => harness.sandbox.close());
  const lines: string[] = [];
  const { url, username, password, merchant } = harness.sandbox;
  const platform = connectPlatform({
    settings: { url, username, password, merchant },
    clock: fastClock(speed),
    random: () => 0.5,
    log: createLogger('platform', { write: (entry) => void lines.push(JSON.stringify(entry)) }),
    publish: () => undefined,
  });
  onTestFinished(() => platform.close());
  const counter = (await harness.device('B61378A')).id;
  const request: World['request'] = (card, amountMinor = 1234) => {
    const ksn = harness.nextKsn();
    return {
      ...createRequest,
      idempotencyId: randomUUID(),
      attempt: `A-${randomUUID()}`,
      amountMinor,
      currency: 'USD',
      device: counter,
      card: {
        encryptedEmvData: encryptCard({ pan: testPans[card], ksn, amount: amountMinor }),
        keySerialNumber: ksn,
        format: 1,
      },
    };
  };
  return {
    harness,
    platform,
    requests,
    lines,
    request,
    hold: async (amountMinor) => recordOf(await platform.payments.authorize(request('approve', amountMinor))),
  };
}

function recordOf<Record>(outcome: PlatformOutcome<Record>): Record {
  if (outcome.kind !== 'answered') throw new Error(`not answered: ${inWords(outcome)}`);
  return outcome.record;
}

describe('authorize', () => {
  it('makes a hold on the terminal’s Device with key, tag, and the data for card and receipt', async () => {
    const { harness, platform, request, lines } = await world();
    const asked = request('approve');
    const record = recordOf(await platform.payments.authorize(asked));
    expect(record).toMatchObject({
      state: 'SUCCEEDED',
      isVoid: false,
      amountMinor: 1234,
      requestedMinor: 1234,
      currency: 'USD',
      transfer: null,
      failureCode: null,
      idempotencyId: asked.idempotencyId,
      card: { brand: 'VISA', lastFour: '1111', entryMode: 'chip', applicationLabel: 'VISA CREDIT' },
      issuer: { authorizationResponseCode: '00', scripts: [] },
    });
    expect(record.card.approvalCode).toMatch(/^[A-Z0-9]{6}$/);
    expect(record.issuer.authenticationData).toMatch(/^[0-9A-F]{20}$/);
    const held = await paymentCalls(harness).list();
    const { id: device } = await harness.device('B61378A');
    expect(held).toHaveLength(1);
    expect(held[0]).toMatchObject({ id: record.id, device, tags: { attempt: asked.attempt } });
    expect(lines.join()).not.toContain(asked.card?.encryptedEmvData.slice(40, 80));
  });

  it.each<[string, keyof typeof testPans, number, string, string | null, number]>([
    ['no funds', 'no-funds', 1234, 'FAILED', 'INSUFFICIENT_FUNDS', 1234],
    ['declined by amount', 'approve', 102, 'FAILED', 'GENERIC_DECLINE', 102],
    ['cancelled on the device', 'approve', 103, 'CANCELED', 'CANCELLATION_VIA_DEVICE', 103],
    ['a card to be kept, which is never shown', 'approve', 4, 'FAILED', 'GENERIC_DECLINE', 4],
    ['a PIN', 'pin', 1234, 'SUCCEEDED', null, 1234],
    ['a part of it', 'partial', 5000, 'SUCCEEDED', null, 3000],
    ['a part that is all of it', 'partial', 2500, 'SUCCEEDED', null, 2500],
  ])('gives the expected record for %s', async (_, card, amountMinor, state, failureCode, held) => {
    const { platform, request } = await world();
    const record = recordOf(await platform.payments.authorize(request(card, amountMinor)));
    expect(record).toMatchObject({ state, failureCode, requestedMinor: amountMinor });
    if (state === 'SUCCEEDED') expect(record.amountMinor).toBe(held);
  });

  it('finds the hold by its key after a lost reply', async () => {
    const { harness, platform, request } = await world();
    const asked = request('lost-reply');
    const { payments } = platform;
    expect(inWords(await payments.authorize(asked))).toBe('unknown API_BROKEN');
    const found = await payments.findPayment(byKey(asked.idempotencyId));
    expect(found).toMatchObject({ kind: 'answered', record: { state: 'SUCCEEDED', amountMinor: 1234 } });
    expect(await paymentCalls(harness).list()).toHaveLength(1);
  });

  it('waits for a slow card, which is PENDING for other readers', async () => {
    const { harness, platform, request } = await world();
    const asked = request('slow');
    const authorized = platform.payments.authorize(asked);
    await paymentCalls(harness).untilListed(`&idempotency_id=${asked.idempotencyId}`);
    const meanwhile = await platform.payments.findPayment(byKey(asked.idempotencyId));
    expect(inWords(meanwhile)).toBe('answered PENDING');
    harness.clock.advance(20_000);
    expect(inWords(await authorized)).toBe('answered SUCCEEDED');
  });

  it('finds the final state of a slow card after the timeout', async () => {
    const { harness, platform, request } = await world({ speed: 100 });
    const asked = request('slow');
    const key = { idempotencyId: asked.idempotencyId };
    expect(inWords(await platform.payments.authorize(asked))).toBe('unknown API_TIMEOUT');
    expect(inWords(await platform.payments.findPayment(byKey(key.idempotencyId)))).toBe('answered PENDING');
    harness.clock.advance(20_000);
    expect(inWords(await platform.payments.findPayment(byKey(key.idempotencyId)))).toBe('answered SUCCEEDED');
    expect(await paymentCalls(harness).list()).toHaveLength(1);
  });

  it.each(['reference-original', 'reject', 'return-original'] as const)(
    'makes a single hold for the same key twice if the platform answers a repeat with %s',
    async (idempotency) => {
      const { harness, platform, request } = await world({ idempotency });
      const asked = request('approve');
      const first = recordOf(await platform.payments.authorize(asked));
      const again = recordOf(await platform.payments.authorize(asked));
      // A terminal that prompted again produced new card data: another body under the same key.
      const changed = { ...asked, card: request('approve').card };
      const third = recordOf(await platform.payments.authorize(changed));
      expect([again.id, third.id]).toEqual([first.id, first.id]);
      expect(await paymentCalls(harness).list()).toHaveLength(1);
    },
  );

  it('refuses a disabled Device and holds nothing', async () => {
    const { harness, platform, request } = await world();
    const spare = (await harness.device('B000004')).id;
    const outcome = await platform.payments.authorize({ ...request('approve'), device: spare });
    expect(outcome).toMatchObject({ kind: 'refused', failure: { code: 'API_INVALID', context: { field: 'device' } } });
    expect(await paymentCalls(harness).list()).toEqual([]);
  });

  it('refuses an unapproved merchant only after the search for the key', async () => {
    const { harness, platform, request, requests } = await world();
    await harness.control({ type: 'merchant-state', merchant: harness.sandbox.merchant, state: 'PROVISIONING' });
    expect(inWords(await platform.payments.authorize(request('approve')))).toBe('refused API_INVALID');
    const seen = requests.map((entry) => (entry.kind === 'request' ? `${entry.method} ${entry.route}` : 'bug'));
    expect(seen.slice(-4)).toEqual(['POST /authorizations', ...Array(3).fill('GET /authorizations')]);
  });

  it('refuses credentials revoked during the day', async () => {
    const { harness, platform, request } = await world();
    await harness.control({ type: 'user-enabled', user: harness.sandbox.username, enabled: false });
    expect(inWords(await platform.payments.authorize(request('approve')))).toBe('refused API_UNAUTHORIZED');
  });

  it.each([
    { kind: 'drop', when: 'before', outcome: 'unknown API_BROKEN', found: 'answered nothing' },
    { kind: 'drop', when: 'after', outcome: 'unknown API_BROKEN', found: 'answered SUCCEEDED' },
    { kind: 'html', when: 'after', outcome: 'unknown API_SERVER', found: 'answered SUCCEEDED' },
    { kind: 'half-body', when: 'after', outcome: 'unknown API_BROKEN', found: 'answered SUCCEEDED' },
    { kind: 'status', when: 'before', outcome: 'unknown API_SERVER', found: 'answered nothing' },
  ] as const)(
    'reports a create with $kind $when the commit: $outcome, then $found',
    async ({ kind, when, outcome, found }) => {
      const { harness, platform, request } = await world();
      await harness.control({ type: 'fault', operation: 'createAuthorization', kind, when });
      const asked = request('approve');
      expect(inWords(await platform.payments.authorize(asked))).toBe(outcome);
      const key = { idempotencyId: asked.idempotencyId };
      expect(inWords(await platform.payments.findPayment(byKey(key.idempotencyId)))).toBe(found);
    },
  );
});

describe('capture, void, find', () => {
  it('captures once: the second capture reports the first', async () => {
    const { harness, platform, hold } = await world();
    const { id: authorization } = await hold();
    const first = recordOf(await platform.payments.capture(captureOf(authorization, 1234)));
    const again = recordOf(await platform.payments.capture(captureOf(authorization, 1234)));
    expect(first.transfer).not.toBeNull();
    expect(again.transfer).toBe(first.transfer);
    const transfer = await platform.payments.findTransfer(first.transfer ?? '');
    expect(transfer).toMatchObject({ record: { state: 'SUCCEEDED', amountMinor: 1234, currency: 'USD' } });
    const list = await harness.client.get<{ _embedded: { transfers: unknown[] } }>('/transfers');
    expect(list._embedded.transfers).toHaveLength(1);
  });

  it('captures less than the hold, never more', async () => {
    const { platform, hold } = await world();
    const { id: authorization } = await hold();
    expect(inWords(await platform.payments.capture(captureOf(authorization, 1235)))).toBe('refused PAY_NOT_CAPTURED');
    const { transfer } = recordOf(await platform.payments.capture(captureOf(authorization, 1000)));
    expect(await platform.payments.findTransfer(transfer ?? '')).toMatchObject({ record: { amountMinor: 1000 } });
  });

  it('voids once and reports it again', async () => {
    const { platform, hold } = await world();
    const { id: authorization } = await hold();
    expect(inWords(await platform.payments.void({ authorization }))).toBe('answered SUCCEEDED void');
    expect(inWords(await platform.payments.void({ authorization }))).toBe('answered SUCCEEDED void');
    expect(inWords(await platform.payments.findPayment(byId(authorization)))).toBe('answered SUCCEEDED void');
    expect(inWords(await platform.payments.capture(captureOf(authorization, 1234)))).toBe('refused PAY_NOT_CAPTURED');
  });

  it('reports the payment as captured for a void after the capture', async () => {
    const { platform, hold } = await world();
    const { id: authorization } = await hold();
    const { transfer } = recordOf(await platform.payments.capture(captureOf(authorization, 1234)));
    expect(inWords(await platform.payments.void({ authorization }))).toBe(`answered SUCCEEDED ${transfer}`);
  });

  it('returns null for a missing record, which cannot be changed', async () => {
    const { payments } = (await world()).platform;
    expect(inWords(await payments.findPayment(byId('AUnone')))).toBe('answered nothing');
    expect(inWords(await payments.findPayment(byKey(randomUUID())))).toBe('answered nothing');
    expect(inWords(await payments.findTransfer('TRnone'))).toBe('answered nothing');
    expect(inWords(await payments.capture(captureOf('AUnone', 1)))).toBe('unknown API_NOT_FOUND');
    expect(inWords(await payments.void({ authorization: 'AUnone' }))).toBe('refused API_NOT_FOUND');
  });

  it.each([
    { kind: 'drop', when: 'before', outcome: 'unknown API_BROKEN', isDone: false },
    { kind: 'drop', when: 'after', outcome: 'unknown API_BROKEN', isDone: true },
    { kind: 'half-body', when: 'after', outcome: 'unknown API_BROKEN', isDone: true },
    { kind: 'status', when: 'before', outcome: 'unknown API_SERVER', isDone: false },
  ] as const)(
    'reports a capture and a void with $kind $when the commit: $outcome',
    async ({ kind, when, outcome, isDone }) => {
      const { harness, platform, hold } = await world();
      const [one, two] = [await hold(), await hold()];
      await harness.control({ type: 'fault', operation: 'updateAuthorization', kind, when, times: 1 });
      const captured = await platform.payments.capture(captureOf(one.id, 1234));
      await harness.control({ type: 'clear-faults' });
      await harness.control({ type: 'fault', operation: 'updateAuthorization', kind, when, times: 1 });
      const voided = await platform.payments.void({ authorization: two.id });
      expect([inWords(captured), inWords(voided)]).toEqual([outcome, outcome]);
      const read = async (id: string) => recordOf(await platform.payments.findPayment(byId(id)));
      expect((await read(one.id))?.transfer !== null).toBe(isDone);
      expect((await read(two.id))?.isVoid).toBe(isDone);
    },
  );
});
