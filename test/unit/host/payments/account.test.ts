/** A payment is looked for only in the merchant account it was made in: "none" anywhere else proves nothing. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountOf, isSameAccount } from '../../../../electron/host/payments/account.ts';
import { FakePlatform, World } from './world.ts';

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

const HOUR_MS = 3_600_000;

/** A till that is started again, set up for that account. */
async function startedFor(account: string): Promise<void> {
  world.platform = Object.assign(new FakePlatform(), { account });
  await world.crash();
}

test('the same user, or the same merchant under new credentials; anything else is somebody else', () => {
  expect(isSameAccount(accountOf('US1', null), accountOf('US1', 'MU1'))).toBe(true);
  expect(isSameAccount(accountOf('US1', 'MU1'), accountOf('US2', 'MU1'))).toBe(true);
  expect(isSameAccount(accountOf('US1', 'MU1'), accountOf('US2', 'MU2'))).toBe(false);
  expect(isSameAccount(accountOf('US1', null), accountOf('US2', null))).toBe(false);
  expect(accountOf('US1', 'a/b c;d')).toMatch(/^[0-9a-f]{8}\/[^\s;/]+$/);
});

test('a till that was set up anew does not call a payment of before never made, and finds it once it is set back', async () => {
  await startedFor(accountOf('US1', 'MU1'));
  const { platform } = world;
  platform.faults.authorize = ['lose-reply'];
  platform.faults.find = Array.from({ length: 5 }, () => 'not-sent' as const);
  const id = await world.sale();
  await world.terminal.insertCard();
  expect([...platform.authorizations.values()]).toMatchObject([{ state: 'SUCCEEDED' }]);

  await startedFor(accountOf('US2', 'MU2'));
  await world.clock.advance(HOUR_MS);
  expect(world.engine.get(id)).toMatchObject({ state: 'checking', canDecide: true, checking: { reason: 'other-account' } });
  expect(world.platform.calls).toEqual([]);

  world.platform = platform;
  platform.faults.find = [];
  await world.crash();
  await world.clock.advance(60_000);
  expect(world.state(id)).toBe('voided');
}); // prettier-ignore

test('new credentials of the same merchant go on where the old ones were', async () => {
  await startedFor(accountOf('US1', 'MU1'));
  world.platform.faults.authorize = ['lose-request'];
  const id = await world.sale();
  await world.terminal.insertCard();
  await startedFor(accountOf('US2', 'MU1'));
  await world.clock.advance(60_000);
  expect(world.state(id)).toBe('failed');
  expect(world.platform.calls).toContain('find');
});
