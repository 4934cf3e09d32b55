/** Money rule 9: the surcharge comes from the reply, never from an assumption. */
import { expect, test } from 'vitest';
import { askedMinorOf, isPartlyPaid } from '../../../../electron/contract/index.ts';
import { movedOf } from '../../../../electron/host/history/day-figures.ts';
import { eachWorld, world } from './each-world.ts';
import { settle } from './world.ts';

eachWorld();

const DAY_MS = 86_400_000;

async function paid(named: number | null): Promise<string> {
  world.platform.cloudState = 'SUCCEEDED';
  world.platform.surchargeMinor = named;
  const id = await world.sale(1_000, { route: 'cloud', surchargeMinor: 30 });
  await settle();
  expect(world.platform.asked[0]).toMatchObject({ amountMinor: 1_030, surchargeMinor: 30 });
  expect(world.state(id)).toBe('captured');
  return id;
}

test.each([
  ['a surcharge other than requested', 45, 45],
  ['a surcharge of zero', 0, 0],
  ['the requested surcharge', 30, 30],
  ['no surcharge', null, 30],
])('a payment shows the charged surcharge if the reply contains %s', async (_words, named, shown) => {
  const id = await paid(named);
  const view = world.engine.get(id);
  expect(view).toMatchObject({ capturedMinor: 1_030, surchargeMinor: shown });
  // The day's figures show what was charged.
  const now = world.clock.now();
  expect(movedOf(view, { from: now - DAY_MS, to: now + DAY_MS })).toEqual({
    saleMinor: 1_030 - shown,
    tipMinor: 0,
    surchargeMinor: shown,
    netMinor: 1_030,
  });
});

test('the surcharge is the same after a restart', async () => {
  const id = await paid(45);
  await world.crash();
  expect(world.engine.get(id)).toMatchObject({ state: 'captured', surchargeMinor: 45 });
});

/** The platform asks the bank for a surcharge other than the till's, and the bank approves this amount. */
async function changed(askedMinor: number, named: number, approvedMinor: number | null, policy: 'ask' | 'release') {
  world.platform.cloudState = 'SUCCEEDED';
  world.platform.surchargeMinor = named;
  const create = world.platform.create.bind(world.platform);
  world.platform.create = (key, amount, currency) => {
    const record = create(key, amount - askedMinor + named, currency);
    if (approvedMinor !== null) record.amountMinor = approvedMinor;
    return record;
  };
  const id = await world.sale(1_000, { route: 'cloud', partialApproval: policy, surchargeMinor: askedMinor });
  await settle();
  return world.engine.get(id);
}

test('a surcharge that the platform waived, as for a debit card, leaves no rest: all is paid', async () => {
  const view = await changed(30, 0, null, 'release');
  expect(view).toMatchObject({ state: 'captured', capturedMinor: 1_000, surchargeMinor: 0 });
  expect(askedMinorOf(view)).toBe(1_000);
  expect(isPartlyPaid(view)).toBe(false);
});

test('a surcharge that the platform added counts as requested: less is partial, and the cashier is asked', async () => {
  const view = await changed(0, 30, 1_005, 'ask');
  expect(view).toMatchObject({ state: 'partial', authorizedMinor: 1_005 });
  expect(askedMinorOf(view)).toBe(1_030);
  world.engine.keepPart(view.id, 'Ana');
  await settle();
  expect(world.engine.get(view.id)).toMatchObject({ state: 'captured', capturedMinor: 1_005, tipMinor: 0 });
  expect(isPartlyPaid(world.engine.get(view.id))).toBe(true);
});

test('after a waived surcharge and a partial approval, the amount still owed is the unpaid part of the goods', async () => {
  const view = await changed(30, 0, 600, 'ask');
  expect(view.state).toBe('partial');
  expect(askedMinorOf(view) - (view.authorizedMinor ?? 0)).toBe(400);
});
