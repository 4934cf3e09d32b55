/**
 * A payment is searched for only in the merchant account that it was made in: "none" in any other account is no proof.
 */
import { expect, test } from 'vitest';
import { accountOf, isSameAccount } from '../../../../electron/host/payments/account.ts';
import { eachWorld, world } from './each-world.ts';
import { FakePlatform } from './world.ts';

eachWorld();

const HOUR_MS = 3_600_000;
const live = 'https://api.example.com/v1';

/** Restarts the till, set up for another account. */
async function startedFor(account: string): Promise<void> {
  world.platform = Object.assign(new FakePlatform(), { account });
  await world.crash();
}

test('the same user and the same merchant under new credentials are the same account; any other is not', () => {
  expect(isSameAccount(accountOf('US1', null, live), accountOf('US1', 'MU1', live))).toBe(true);
  expect(isSameAccount(accountOf('US1', 'MU1', live), accountOf('US2', 'MU1', live))).toBe(true);
  expect(isSameAccount(accountOf('US1', 'MU1', live), accountOf('US2', 'MU2', live))).toBe(false);
  expect(isSameAccount(accountOf('US1', null, live), accountOf('US2', null, live))).toBe(false);
  expect(accountOf('US1', 'a/b c;d', live)).toMatch(/^[0-9a-f]{8}\/[^\s;/]+\/[^\s;/]+$/);
});

test('the same names at another platform are another account; a line of an earlier version has no platform', () => {
  const [here, there] = [live, 'https://staging.example.com'].map((url) => accountOf('US1', 'MU1', url)) as [
    string,
    string,
  ];
  expect(isSameAccount(here, there)).toBe(false);
  expect(isSameAccount(here, accountOf('US1', 'MU1', 'https://API.example.com/v2'))).toBe(true);
  const earlier = here.split('/').slice(0, 2).join('/');
  expect([isSameAccount(earlier, here), isSameAccount(there, earlier)]).toEqual([true, true]);
  // The sandbox of a data folder takes another port with each start.
  const [first, next] = ['http://127.0.0.1:4001', 'http://127.0.0.1:4002'].map((url) => accountOf('US1', 'MU1', url));
  expect(first).toBe(next);
});

test('a till set up for another account keeps an older payment in doubt, and finds it once it is set back', async () => {
  await startedFor(accountOf('US1', 'MU1', live));
  const { platform } = world;
  platform.faults.authorize = ['lose-reply'];
  platform.faults.find = Array.from({ length: 5 }, () => 'not-sent' as const);
  const id = await world.sale();
  await world.terminal.insertCard();
  expect([...platform.authorizations.values()]).toMatchObject([{ state: 'SUCCEEDED' }]);

  await startedFor(accountOf('US2', 'MU2', live));
  await world.clock.advance(HOUR_MS);
  expect(world.engine.get(id)).toMatchObject({
    state: 'checking',
    canDecide: true,
    checking: { reason: 'other-account' },
  });
  expect(world.platform.calls).toEqual([]);

  world.platform = platform;
  platform.faults.find = [];
  await world.crash();
  await world.clock.advance(60_000);
  expect(world.state(id)).toBe('voided');
});

test('new credentials of the same merchant continue the payments of the old credentials', async () => {
  await startedFor(accountOf('US1', 'MU1', live));
  world.platform.faults.authorize = ['lose-request'];
  const id = await world.sale();
  await world.terminal.insertCard();
  await startedFor(accountOf('US2', 'MU1', live));
  await world.clock.advance(60_000);
  expect(world.state(id)).toBe('failed');
  expect(world.platform.calls).toContain('find');
});
