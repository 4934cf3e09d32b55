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

it('shows a smaller capture elsewhere with its amount, the unpaid rest, and no tip', async () => {
  const here = await hold();
  await elsewhere(here, 4_000);
  here.engine.capture('A-1', { amountMinor: 5_700, tipMinor: 700, by: 'Mo' });
  await until(() => view().state === 'captured');
  expect(view()).toMatchObject({ capturedMinor: 4_000, tipMinor: 0, capturedElsewhere: { askedMinor: 5_700 } });
  expect([isPartlyPaid(view()), askedMinorOf(view())]).toEqual([true, 5_700]);
});

it('shows a capture elsewhere although a gateway’s page refused this till’s capture', async () => {
  const here = await hold();
  await elsewhere(here, 4_000);
  const fault = { operation: 'updateAuthorization', kind: 'html', status: 409 } as const;
  await here.harness.control({ type: 'fault', ...fault });
  here.engine.capture('A-1', { amountMinor: 5_700, tipMinor: 700, by: 'Mo' });
  await until(() => view().state === 'captured');
  expect(view()).toMatchObject({ capturedMinor: 4_000, tipMinor: 0, capturedElsewhere: { askedMinor: 5_700 } });
});

it.each([404, 409] as const)(
  'shows the capture of this till as its own despite a gateway’s page with %i',
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

it('shows the excess of a larger capture elsewhere', async () => {
  const here = await hold();
  await elsewhere(here, 6_000);
  here.engine.capture('A-1', { amountMinor: 5_700, tipMinor: 700, by: 'Mo' });
  await until(() => view().state === 'captured');
  expect(view()).toMatchObject({ tipMinor: 0, overCapturedMinor: 300, capturedElsewhere: { askedMinor: 5_700 } });
});

it('shows a capture elsewhere that the till did not request', async () => {
  const here = await hold();
  await elsewhere(here, 4_000);
  here.engine.pollNow();
  await until(() => view().state === 'captured');
  expect(view()).toMatchObject({ capturedMinor: 4_000, tipMinor: 0, capturedElsewhere: { askedMinor: null } });
});

it('shows a capture elsewhere before a release of the till, without a tip', async () => {
  const here = await hold();
  await elsewhere(here, 6_000);
  here.engine.release('A-1', 'Mo');
  await until(() => view().state === 'captured');
  expect(view()).toMatchObject({ capturedMinor: 6_000, tipMinor: 0, capturedElsewhere: { askedMinor: null } });
});

it.each(['drop', 'status'] as const)(
  'shows the capture of this till as its own, with its tip, after a lost answer (%s)',
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

it('writes the till’s name into records that it creates', async () => {
  const here = await hold();
  here.engine.capture('A-1', { amountMinor: 5_700, tipMinor: 700, by: 'Mo' });
  await until(() => view().state === 'captured');
  const { body: held } = await here.harness.client.send('GET', `/authorizations/${view().authorization}`);
  expect(held).toMatchObject({ tags: { attempt: 'A-1', till: 'Till 7' } });
  const { body: taken } = await here.harness.client.send('GET', `/transfers/${view().transfer}`);
  expect(taken).toMatchObject({ tags: { attempt: 'A-1', till: 'Till 7', capture_amount: '5700', tip_amount: '700' } });
});
