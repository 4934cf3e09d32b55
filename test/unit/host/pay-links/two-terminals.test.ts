/** An order whose payment is open on one terminal is not charged on another: the guard, and a whole host. */
import { sameCardWithinMsOf } from '../../../../electron/contract/index.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AttemptView } from '../../../../electron/contract/index.ts';
import { composeHost, type Host } from '../../../../electron/host/index.ts';
import { Guards } from '../../../../electron/host/pay-links/guards.ts';
import { hostConfig } from '../host-config.ts';
import { World } from '../payments/world.ts';
import { attempt, finished, NOW } from '../../renderer/fixtures/states.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

const sale = { order: 'T-12', amountMinor: 4260, totalMinor: 4260, currency: 'USD', part: null };
const of = (change: Partial<AttemptView>): AttemptView => attempt({ order: 'T-12', ...change });

test.each<[string, AttemptView, boolean]>([
  ['runs', of({}), true],
  ['is checked', of({ state: 'checking' }), true],
  ['is a part that waits for the cashier', of({ state: 'partial' }), true],
  ['runs, and the order is known by its id', attempt({ id: 'T-12' }), true],
  ['is for another amount', of({ amountMinor: 1, totalMinor: 1 }), true],
  ['is of an order with another spelling', of({ order: 't-12' }), false],
  ['has no reference and the same amount', attempt({}), false],
  ['is a refund', of({ kind: 'refund' }), false],
  ['is a tab', of({ kind: 'authorization', state: 'authorized' }), false],
  [
    'was paid in part: its rest may be charged',
    finished({ order: 'T-12', state: 'captured', capturedMinor: 3000 }),
    false,
  ],
  ['was declined', finished({ order: 'T-12', state: 'declined' }), false],
])('the till refuses the order to another terminal only while a payment of it is open: it %s', (_, one, isRefused) => {
  const guards = new Guards({
    sameCardWithinMs: sameCardWithinMsOf({}),
    state: () => ({ attempts: [one] }),
    paymentsOfOrder: () => [],
    unfinishedLinks: () => [],
    linksOfOrder: () => [],
    notesOfOrder: () => [],
    now: () => NOW,
  });
  if (isRefused) {
    expect(() => guards.noneRunning(sale)).toThrow(
      expect.objectContaining({ code: 'PAY_ORDER_OPEN', context: { attempt: one.id, state: one.state } }) as Error,
    );
  } else expect(() => guards.noneRunning(sale)).not.toThrow();
  expect(() => guards.noneRunning({ ...sale, order: null })).not.toThrow();
});

let dataDir: string;
let host: Host;
beforeEach(async () => {
  dataDir = temporaryFolder('tillbridge-two-');
  const world = new World(dataDir);
  // The card was read and the request got lost: the outcome is unknown, and stays so without a platform.
  world.platform.faults = { authorize: ['lose-request'] };
  await world.sale(4260, { id: 'A-000001', order: 'T-12', terminal: 'one' });
  await world.terminal.insertCard();
  expect(world.state('A-000001')).toBe('checking');
  world.engine.close();
  world.journal.close();
  host = await composeHost(hostConfig(dataDir));
});
afterEach(async () => {
  await host.close();
});

test('the till refuses the order to another terminal, whatever the caller says, and repeats the same request as one payment', async () => {
  const asked = { id: 'A-000002', amountMinor: 4260, currency: 'USD', terminal: 'two', order: 'T-12' };
  const refused = { data: { code: 'PAY_ORDER_OPEN', context: { attempt: 'A-000001', state: 'checking' } } };
  await expect(host.client.payment.start(asked)).rejects.toMatchObject(refused);
  await expect(host.client.payment.start({ ...asked, isRepeatMeant: true })).rejects.toMatchObject(refused);
  await expect(host.client.payment.start({ ...asked, kind: 'authorization' })).rejects.toMatchObject(refused);
  // An order is also known by the id of its first payment.
  await expect(host.client.payment.start({ ...asked, order: 'A-000001' })).rejects.toMatchObject(refused);
  expect(host.state().attempts.map(({ id }) => id)).toEqual(['A-000001']);
  // The first payment's request, repeated after a lost answer, is the same payment.
  expect(await host.client.payment.start({ ...asked, id: 'A-000001' })).toMatchObject({
    id: 'A-000001',
    state: 'checking',
  });
  // Other orders fail only because the terminal does not exist.
  const { order: _order, ...unnamed } = asked;
  for (const other of [{ ...asked, order: 'T-13' }, unnamed]) {
    await expect(host.client.payment.start(other)).rejects.toMatchObject({ data: { code: 'TERM_NOT_FOUND' } });
  }
  const refund = { ...asked, kind: 'refund', operator: { name: 'J. Ruiz' } } as const;
  await expect(host.client.payment.start(refund)).rejects.toMatchObject({ data: { code: 'TERM_NOT_FOUND' } });
});
