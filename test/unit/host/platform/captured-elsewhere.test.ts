/**
 * Holds captured elsewhere: reported as such, without an invented tip. Engine, journal and client in front of the
 * sandbox.
 */
import { afterEach, expect, it, vi } from 'vitest';
import { chargeDefaults, isPartlyPaid, askedMinorOf, type AttemptView } from '../../../../electron/contract/index.ts';
import { fastClock } from './support.ts';
import { startTill, type WholeTill } from './whole-till.ts';

let till: WholeTill | null = null;
afterEach(() => till?.close());

const view = (): AttemptView => (till as WholeTill).engine.get('A-1');
const until = (isSo: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(isSo(), JSON.stringify(view())).toBe(true), { timeout: 60_000, interval: 10 });

async function hold(): Promise<WholeTill> {
  till = await startTill(fastClock(20));
  await till.harness.control({ type: 'cloud-route', decidesAfterMs: 0 });
  const asked = { id: 'A-1', kind: 'authorization', route: 'cloud', amountMinor: 6_000, currency: 'USD' } as const;
  till.engine.start({ ...chargeDefaults, ...asked, terminal: 'lane-3', cardTimeoutMs: 60_000 });
  await until(() => view().state === 'authorized');
  return till;
}

const elsewhere = ({ harness }: WholeTill, capture_amount: number) =>
  harness.client.send('PUT', `/authorizations/${view().authorization}`, { body: { capture_amount } });

it('for less: shows the captured amount, the unpaid rest, and no tip; not captured by this till', async () => {
  const here = await hold();
  await elsewhere(here, 4_000);
  here.engine.capture('A-1', { amountMinor: 5_700, tipMinor: 700, by: 'Mo' });
  await until(() => view().state === 'captured');
  expect(view()).toMatchObject({ capturedMinor: 4_000, tipMinor: 0, capturedElsewhere: { askedMinor: 5_700 } });
  expect([isPartlyPaid(view()), askedMinorOf(view())]).toEqual([true, 5_700]);
});

it('for less, with a gateway’s page as the refusal of this capture: not captured by this till', async () => {
  const here = await hold();
  await elsewhere(here, 4_000);
  const fault = { operation: 'updateAuthorization', kind: 'html', status: 409 } as const;
  await here.harness.control({ type: 'fault', ...fault });
  here.engine.capture('A-1', { amountMinor: 5_700, tipMinor: 700, by: 'Mo' });
  await until(() => view().state === 'captured');
  expect(view()).toMatchObject({ capturedMinor: 4_000, tipMinor: 0, capturedElsewhere: { askedMinor: 5_700 } });
});

it.each([404, 409] as const)(
  'by this till itself, with a gateway’s page with %i: captured by this till',
  async (status) => {
    const here = await hold();
    const fault = { operation: 'updateAuthorization', kind: 'html', status, when: 'after' } as const;
    await here.harness.control({ type: 'fault', ...fault });
    here.engine.capture('A-1', { amountMinor: 5_700, tipMinor: 700, by: 'Mo' });
    await until(() => view().state === 'captured');
    expect(view()).toMatchObject({ capturedMinor: 5_700, tipMinor: 700 });
    expect(view().capturedElsewhere).toBeUndefined();
  },
);

it('for more: the excess is owed back', async () => {
  const here = await hold();
  await elsewhere(here, 6_000);
  here.engine.capture('A-1', { amountMinor: 5_700, tipMinor: 700, by: 'Mo' });
  await until(() => view().state === 'captured');
  expect(view()).toMatchObject({ tipMinor: 0, overCapturedMinor: 300, capturedElsewhere: { askedMinor: 5_700 } });
});

it('before the till asked for anything: not captured by this till', async () => {
  const here = await hold();
  await elsewhere(here, 4_000);
  here.engine.pollNow();
  await until(() => view().state === 'captured');
  expect(view()).toMatchObject({ capturedMinor: 4_000, tipMinor: 0, capturedElsewhere: { askedMinor: null } });
});

it('before the till released it: not captured by this till, without a tip', async () => {
  const here = await hold();
  await elsewhere(here, 6_000);
  here.engine.release('A-1', 'Mo');
  await until(() => view().state === 'captured');
  expect(view()).toMatchObject({ capturedMinor: 6_000, tipMinor: 0, capturedElsewhere: { askedMinor: null } });
});

it.each(['drop', 'status'] as const)(
  'by this till itself, with a lost answer (%s): captured by this till, with its tip',
  async (kind) => {
    const here = await hold();
    await here.harness.control({
      type: 'fault',
      operation: 'updateAuthorization',
      ...(kind === 'drop' ? { kind, when: 'after' } : { kind, status: 503, when: 'after' }),
    } as never);
    here.engine.capture('A-1', { amountMinor: 5_700, tipMinor: 700, by: 'Mo' });
    await until(() => view().state === 'captured');
    expect(view()).toMatchObject({ capturedMinor: 5_700, tipMinor: 700 });
    expect(view().capturedElsewhere).toBeUndefined();
  },
);

it('records created by the till have its name', async () => {
  const here = await hold();
  here.engine.capture('A-1', { amountMinor: 5_700, tipMinor: 700, by: 'Mo' });
  await until(() => view().state === 'captured');
  const { body: held } = await here.harness.client.send('GET', `/authorizations/${view().authorization}`);
  expect(held).toMatchObject({ tags: { attempt: 'A-1', till: 'Till 7' } });
  const { body: taken } = await here.harness.client.send('GET', `/transfers/${view().transfer}`);
  expect(taken).toMatchObject({ tags: { attempt: 'A-1', till: 'Till 7', capture_amount: '5700', tip_amount: '700' } });
});
