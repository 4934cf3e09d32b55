/**
 * Every story of a sale, once, against a platform that was written from the specification alone. Its ledger decides
 * what happened.
 * @module-tag ci-only
 */
import { expect, test, vi } from 'vitest';
import { atPlatform, moved, names, Till, type Told } from './till.ts';
import { storyTime } from '../waiting.ts';

// The time limit allows several processes in sequence on a busy computer.
vi.setConfig({ testTimeout: 180_000 });

const timeout = 600_000;
const attemptOf = ({ told }: Told): string => String(told['attempt']);
const by = ['--operator', 'Ana', '--reason', 'returned'];

test.concurrent.each([
  ['mms', 'sparse'],
  ['neo2', 'recorded'],
  ['neo2', 'distant'],
  ['magnesafe', 'recorded'],
  ['magnesafe', 'sparse'],
] as const)('a sale by a card over the cable is paid: %s, %s', { timeout }, async (family, name) => {
  await using till = await Till.open(name, family);
  const sale = await till.sale('20.00', 'first');
  expect(sale).toMatchObject({ code: 0, told: { state: 'captured', amount: 2000, route: 'cable' } });
  expect(till.sums('first')).toMatchObject(moved({ taken: 2000, charges: 1 }));
  expect(till.platform.ledger.problems()).toEqual([]);
});

test.concurrent.each(names)(
  'sales are captured, declined, refunded, held, and captured with a tip: %s',
  { timeout },
  async (name) => {
    await using till = await Till.open(name);
    const sale = await till.sale('15.00', 'returned');
    expect(sale).toMatchObject({ code: 0, told: { state: 'captured', amount: 1500 } });
    const reversed = await till.run(['reverse', attemptOf(sale), '--amount', '5', ...by]);
    expect(reversed).toMatchObject({ code: 0, told: { reversedMinor: 500 } });
    expect(till.sums('returned')).toMatchObject(moved({ taken: 1500, givenBack: 500, charges: 1 }));

    const declined = await till.sale('1.02', 'declined');
    expect(declined).toMatchObject({ code: 1, told: { state: 'declined', declineCode: 'GENERIC_DECLINE' } });
    expect(till.sums('declined')).toMatchObject(moved({ held: 0, charges: 0 }));

    const refund = await till.sale('12.00', 'refund', '--kind', 'refund', '--operator', 'Ana');
    expect(refund).toMatchObject({ code: 0, told: { state: 'refunded', amount: 1200 } });
    expect(till.sums('refund')).toMatchObject(moved({ givenBack: 1200, charges: 0 }));

    const hold = await till.sale('40.00', 'tab', '--kind', 'authorization');
    expect(hold).toMatchObject({ code: 0, told: { state: 'authorized' } });
    expect(till.sums('tab')).toMatchObject({ openHolds: 4000, taken: 0 });
    const captured = await till.run(['capture', attemptOf(hold), '--amount', '38', '--tip', '3']);
    expect(captured).toMatchObject({ code: 0, told: { state: 'captured', capturedMinor: 3800, tipMinor: 300 } });
    expect(till.sums('tab')).toMatchObject(moved({ taken: 3800, charges: 1 }));
    await till.dayAgrees();
  },
);

test.concurrent.each(names)(
  'partial approvals are accepted and refused, and a hold is released: %s',
  { timeout },
  async (name) => {
    await using till = await Till.open(name);
    const part = await till.sale('77.00', 'part', '--partial', 'accept');
    expect(part).toMatchObject({ code: 3, told: { state: 'captured', amount: 5000, requested: 7700 } });
    expect(till.sums('part')).toMatchObject(moved({ taken: 5000, charges: 1 }));
    const refused = await till.sale('78.00', 'refused', '--partial', 'release');
    expect(refused).toMatchObject({ code: 1, told: { error: { code: 'PAY_PARTIAL' } } });
    expect(till.sums('refused')).toMatchObject(moved({ held: 2500, charges: 0 }));
    const released = await till.sale('41.00', 'released', '--kind', 'authorization');
    const voided = await till.run(['void', attemptOf(released), '--operator', 'Ana']);
    expect(voided).toMatchObject({ code: 0, told: { state: 'released' } });
    expect(till.sums('released')).toMatchObject(moved({ held: 4100, charges: 0 }));
    await till.dayAgrees();
  },
);

test.concurrent.each(names)(
  'a terminal that the platform drives pays, cancels and declines: %s',
  { timeout },
  async (name) => {
    await using till = await Till.open(name);
    till.platform.expect(atPlatform, { does: 'pays', afterMs: 2_500 }, { does: 'cancels' }, { does: 'pays' });
    expect(await till.cloudSale('30.00', 'paid')).toMatchObject({
      code: 0,
      told: { state: 'captured', route: 'cloud' },
    });
    expect(till.sums('paid')).toMatchObject(moved({ taken: 3000, charges: 1 }));
    expect(await till.cloudSale('31.00', 'cancelled')).toMatchObject({ code: 1, told: { state: 'cancelled' } });
    expect(till.sums('cancelled')).toMatchObject(moved({ held: 0, charges: 0 }));
    expect(await till.cloudSale('2.67', 'expired')).toMatchObject({ code: 1, told: { declineCode: 'EXPIRED_CARD' } });
    await till.dayAgrees();
    expect(till.platform.ledger.total()).toMatchObject(moved({ taken: 3000, charges: 1 }));
  },
);

test.concurrent.each(names)(
  'the cashier cancels at a terminal that the platform drives, and no charge is made: %s',
  { timeout },
  async (name) => {
    await using till = await Till.open(name);
    till.platform.expect(atPlatform, { does: 'waits' });
    const sale = till.startCloudSale('32.00', 'given-up');
    await till.platform.asked('POST /authorizations');
    await storyTime(500, 'a customer who does not come to the terminal');
    sale.child.kill('SIGINT');
    expect(await sale.said).toMatchObject({ state: 'cancelled' });
    expect(await sale.exited).toBe(1);
    expect(till.platform.ledger.total()).toMatchObject(moved({ held: 0, charges: 0 }));
  },
);

test.concurrent.each(names)('each payment is made once although replies are lost: %s', { timeout }, async (name) => {
  await using till = await Till.open(name);
  const { platform } = till;
  platform.lose(/^POST \/authorizations$/, 'reply');
  platform.lose(/^PUT \/authorizations/, 'reply');
  const sale = await till.sale('21.00', 'sale');
  expect(sale).toMatchObject({ code: 0, told: { state: 'captured', amount: 2100 } });
  platform.lose(/reversals$/, 'reply');
  const reversed = await till.run(['reverse', attemptOf(sale), '--amount', '6', ...by]);
  expect(reversed).toMatchObject({ code: 0, told: { reversedMinor: 600 } });
  expect(till.sums('sale')).toMatchObject(moved({ taken: 2100, givenBack: 600, charges: 1 }));
  platform.lose(/^POST \/transfers$/, 'reply');
  const refund = await till.sale('22.00', 'refund', '--kind', 'refund', '--operator', 'Ana');
  expect(refund).toMatchObject({ code: 0, told: { state: 'refunded', amount: 2200 } });
  expect(platform.lossesLeft).toBe(0);
  expect(platform.ledger.total()).toMatchObject({ taken: 2100, givenBack: 2800, openHolds: 0, charges: 1 });
  expect(platform.ledger.problems()).toEqual([]);
});

test.concurrent.each(names)(
  'a sale whose request is lost is reported as never arrived, and no charge is made: %s',
  { timeout },
  async (name) => {
    await using till = await Till.open(name);
    // A list of the platform must contain something, so that a missing entry is proof.
    await till.cloudSale('30.00', 'another');
    till.platform.lose(/^POST \/authorizations$/, 'request');
    const sale = await till.sale('23.00', 'lost');
    expect(sale).toMatchObject({ code: 1, told: { state: 'failed', error: { code: 'PAY_NEVER_ARRIVED' } } });
    expect(till.sums('lost')).toMatchObject(moved({ held: 0, charges: 0 }));
    expect(till.platform.lossesLeft).toBe(0);
  },
);
