/**
 * A gateway answers with its own 4xx for a request that the platform has carried out: the real engine, journal and
 * client in front of the sandbox. Such an answer is no evidence about money (platform/classify.ts,
 * platform/refusals.ts).
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chargeDefaults, type AttemptKind, type AttemptView } from '../../../../electron/contract/index.ts';
import type { ControlRequest } from '../../../../electron/sandbox/index.ts';
import { fastClock } from './support.ts';
import { startTill, type WholeTill } from './whole-till.ts';

let till: WholeTill;
beforeEach(async () => {
  till = await startTill(fastClock(60));
  await till.harness.control({ type: 'cloud-route', decidesAfterMs: 0 });
});
afterEach(() => till.close());

type Fault = Omit<Extract<ControlRequest, { type: 'fault' }>, 'type'>;
type Status = NonNullable<Fault['status']>;
const statuses = [400, 401, 403, 404, 410, 413, 429, 499] as const satisfies readonly Status[];
/** A web page, and the platform's own error form. */
const forms = ['html', 'status'] as const;
const answers = statuses.flatMap((status) => forms.map((kind) => ({ status, kind })));

const spoil = (fault: Fault) => till.harness.control({ type: 'fault', ...fault });
const view = (id = 'A-1'): AttemptView => till.engine.get(id);

function charge(kind: AttemptKind, id = 'A-1', isRepeatMeant = false): void {
  const asked = { id, kind, route: 'cloud', amountMinor: 1_234, currency: 'USD', isRepeatMeant } as const;
  till.engine.start({ ...chargeDefaults, ...asked, terminal: 'lane-3', cardTimeoutMs: 60_000 });
}

const until = (isSo: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(isSo(), JSON.stringify(view())).toBe(true), { timeout: 20_000, interval: 5 });
const isOver = (): boolean => view().finishedAt !== null;

/** Records in the platform's own books. */
async function records(path: string, key: 'authorizations' | 'transfers' = 'transfers'): Promise<unknown[]> {
  const { _embedded: embedded } = await till.harness.client.get<{ _embedded?: Record<string, unknown[]> }>(path);
  return embedded?.[key] ?? [];
}

describe('a request that was done and answered by the gateway', () => {
  it.each(answers)('$status ($kind): pays the sale', async (answer) => {
    await spoil({ operation: 'createAuthorization', when: 'after', ...answer });
    charge('sale');
    await until(isOver);
    expect(view()).toMatchObject({ state: 'captured', capturedMinor: 1_234, mayHaveCharged: true });
    expect(await records('/authorizations', 'authorizations')).toMatchObject([{ is_void: false, amount: 1_234 }]);
  });

  it.each(answers)('$status ($kind): makes the refund once', async (answer) => {
    await spoil({ operation: 'createTransfer', when: 'after', ...answer });
    charge('refund');
    await until(isOver);
    expect(view()).toMatchObject({ state: 'refunded', capturedMinor: 1_234 });
    expect(() => charge('refund', 'A-2')).toThrow(expect.objectContaining({ code: 'PAY_DUPLICATE' }));
    expect(await records('/transfers')).toHaveLength(1);
  });

  it.each(answers)('$status ($kind): makes the reversal once', async (answer) => {
    charge('sale');
    await until(isOver);
    await spoil({ operation: 'createReversal', when: 'after', ...answer });
    till.engine.reverse('A-1', { reversal: 'R1', amountMinor: 600, by: 'Mo', reason: null });
    await until(() => typeof view().reversals[0]?.transfer === 'string');
    expect(view()).toMatchObject({ reversedMinor: 600, reversals: [{ state: 'pending' }] });
    expect(await records(`/transfers/${view().transfer}/reversals`)).toHaveLength(1);
  });

  it.each(answers)('$status ($kind): releases the hold', async (answer) => {
    charge('authorization');
    await until(() => view().state === 'authorized');
    await spoil({ operation: 'updateAuthorization', when: 'after', ...answer });
    till.engine.release('A-1', 'Mo');
    await until(isOver);
    expect(view()).toMatchObject({ state: 'released' });
    expect(await records('/authorizations', 'authorizations')).toMatchObject([{ is_void: true }]);
  });

  it.each(answers)('$status ($kind) without a readable list: keeps the sale in doubt, then paid', async (answer) => {
    await spoil({ operation: 'createAuthorization', when: 'after', ...answer });
    await spoil({ operation: 'listAuthorizations', kind: 'html', status: 403, times: 12 });
    charge('sale');
    await until(() => view().state === 'checking');
    expect(view()).toMatchObject({ mayHaveCharged: true, finishedAt: null });
    await until(isOver);
    expect(view()).toMatchObject({ state: 'captured' });
  });
});

describe('a request that was not done', () => {
  it('is not shown as failed before the end of the window if a web page answered with 403', async () => {
    await spoil({ operation: 'createAuthorization', kind: 'html', status: 403 });
    charge('sale');
    await until(() => view().state === 'checking');
    await until(isOver);
    expect(view()).toMatchObject({ state: 'failed', failure: { code: 'PAY_NEVER_ARRIVED' } });
  });

  it.each([403, 422, 429] as const)(
    'fails at once if the platform answered with %i, and a refund is polled',
    async (status) => {
      await spoil({ operation: 'createTransfer', kind: 'status', status });
      charge('refund');
      await until(isOver);
      expect(view()).toMatchObject({ state: 'failed', failure: { context: { status } } });
      expect(() => charge('refund', 'A-2')).toThrow(
        expect.objectContaining({ code: 'PAY_DUPLICATE', context: expect.objectContaining({ as: 'checking' }) }),
      );
      charge('refund', 'A-3', true);
      await vi.waitFor(() => expect(view('A-3').state).toBe('refunded'), { timeout: 20_000 });
      expect(await records('/transfers')).toHaveLength(1);
    },
  );
});

describe('a password that the platform refuses', () => {
  const everything = { operation: '*', status: 401, times: 10_000 } as const;

  it.each(forms)('fails the sale at once if the platform never accepted the password (%s)', async (kind) => {
    till.platform.use({ password: 'wrong' });
    await spoil({ ...everything, kind });
    charge('sale');
    await until(isOver);
    expect(view()).toMatchObject({ state: 'failed', failure: { code: 'API_UNAUTHORIZED' }, mayHaveCharged: false });
  });

  it('fails the sale at once if the platform accepted it before and refuses in its own words', async () => {
    await till.platform.payments.findTransfer('TRnone'); // the platform accepted the password here
    await spoil({ ...everything, kind: 'status' });
    charge('sale');
    await until(isOver);
    expect(view()).toMatchObject({ state: 'failed', failure: { code: 'API_UNAUTHORIZED' }, mayHaveCharged: false });
  });

  it('keeps the refund in doubt, then paid, if a page comes after the refund was made', async () => {
    await till.platform.payments.findTransfer('TRnone'); // the platform accepted the password here
    await spoil({ operation: 'createTransfer', when: 'after', kind: 'html', status: 401 });
    await spoil({ operation: 'listTransfers', kind: 'html', status: 401, times: 3 });
    charge('refund');
    await until(() => view().state === 'checking');
    await until(isOver);
    expect(view()).toMatchObject({ state: 'refunded' });
  });
});
