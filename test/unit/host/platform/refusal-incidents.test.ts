/**
 * Refusals that were wrongly accepted as final: the real engine, journal and client in front of the sandbox. Each test
 * repeats an incident, and fails if the refusal is accepted as final again (platform/refusals.ts).
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { idempotencyIdOf, reversalIdempotencyIdOf } from '../../../../electron/domain/index.ts';
import { chargeDefaults, type AttemptKind, type AttemptView } from '../../../../electron/contract/index.ts';
import { fastClock } from './support.ts';
import { startTill, type WholeTill } from './whole-till.ts';
import { quietFor } from '../../../waiting.ts';

const SPEED = 20;

let till: WholeTill | null = null;
afterEach(() => till?.close());

async function start(): Promise<WholeTill> {
  till = await startTill(fastClock(SPEED));
  await till.harness.control({ type: 'cloud-route', decidesAfterMs: 0 });
  return till;
}

function charge({ engine }: WholeTill, kind: AttemptKind = 'sale'): void {
  const asked = { id: 'A-1', kind, route: 'cloud', amountMinor: 1_000, currency: 'USD' } as const;
  engine.start({ ...chargeDefaults, ...asked, terminal: 'lane-3', cardTimeoutMs: 60_000 });
}

const until = (isSo: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(isSo(), JSON.stringify(till?.engine.get('A-1'))).toBe(true), {
    timeout: 20_000,
    interval: 10,
  });
const view = (): AttemptView => till?.engine.get('A-1') as AttemptView;
const asked = (method: string, path: string): number =>
  till?.requests.filter((one) => one.kind === 'request' && one.method === method && one.route?.startsWith(path))
    .length ?? 0;
/** Lets the till's time pass. */
const passes = (ms: number): Promise<void> => quietFor(ms / SPEED, 'a payment that is decided');

describe('incident: a capture that is refused for a moment', () => {
  it.each([
    ['a gateway’s page with 404', { kind: 'html', status: 404 }, 1],
    ['a 404 of the platform', { kind: 'status', status: 404 }, 1],
    ['a 409 of the platform', { kind: 'status', status: 409 }, 1],
    ['a 422 that names no reason, three times', { kind: 'status', status: 422 }, 3],
  ] as const)('is sent again and never voided after %s', async (_what, fault, times) => {
    const { harness } = await start();
    await harness.control({ type: 'fault', operation: 'updateAuthorization', ...fault, times });
    charge(till as WholeTill);
    await until(() => view().finishedAt !== null);
    expect(view()).toMatchObject({ state: 'captured', capturedMinor: 1_000 });
    expect(asked('PUT', '/authorizations/')).toBe(times + 1); // captured again, and never voided
  });
});

describe('incident: a 409 "is being processed" is no proof after an empty search', () => {
  it('a refund stays checking until it is paid out', async () => {
    const { harness } = await start();
    await harness.control({ type: 'fault', operation: 'createTransfer', kind: 'status', status: 409 });
    charge(till as WholeTill, 'refund');
    await until(() => asked('GET', '/transfers') > 2);
    await passes(30_000);
    expect(view()).toMatchObject({ state: 'checking' });
    await harness.client.post('/transfers', {
      device: (await harness.device('B61378A')).id,
      amount: 1_000,
      currency: 'USD',
      operation_key: 'CARD_PRESENT_UNREFERENCED_REFUND',
      idempotency_id: idempotencyIdOf('A-1'),
    });
    await until(() => view().finishedAt !== null);
    expect(view()).toMatchObject({ state: 'refunded', capturedMinor: 1_000 });
  });

  it('a sale stays checking and may have charged', async () => {
    const { harness } = await start();
    await harness.control({ type: 'fault', operation: 'createAuthorization', kind: 'status', status: 409 });
    charge(till as WholeTill);
    await until(() => asked('GET', '/authorizations') > 2);
    await passes(30_000);
    expect(view()).toMatchObject({ state: 'checking', mayHaveCharged: true });
  });

  it('a reversal stays checking, and a repeat by the cashier is refused', async () => {
    const { harness, engine } = await start();
    charge(till as WholeTill);
    await until(() => view().state === 'captured');
    await harness.control({ type: 'fault', operation: 'createReversal', kind: 'status', status: 409 });
    engine.reverse('A-1', { reversal: 'R1', amountMinor: 600, by: 'Mo', reason: null });
    await until(() => asked('GET', '/transfers/') > 1);
    await passes(30_000);
    expect(view()).toMatchObject({ reversedMinor: 600, reversals: [{ state: 'checking' }] });
    // No amount is left for the cashier's repeat, and the platform's first reversal is found.
    expect(() => engine.reverse('A-1', { reversal: 'R2', amountMinor: 600, by: 'Mo', reason: null })).toThrow(
      /PAY_AMOUNT|PAY_DUPLICATE/,
    );
    await harness.client.post(`/transfers/${view().transfer}/reversals`, {
      refund_amount: 600,
      idempotency_id: reversalIdempotencyIdOf('A-1', 'R1'),
    });
    await until(() => typeof view().reversals[0]?.transfer === 'string');
    expect(view()).toMatchObject({ reversedMinor: 600, reversals: [{ state: 'pending' }] });
  });
});
