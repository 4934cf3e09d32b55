/**
 * A poll with a waiting caller: all attempts at rest that may still change at the platform are polled, and the caller
 * waits for the answers.
 */
import { expect, test, vi } from 'vitest';
import { TillError } from '../../../../electron/contract/index.ts';
import { eachWorld, world } from './each-world.ts';
import { settle } from './world.ts';

eachWorld();

/** A payment that seems to the till never to have arrived; a record appears late. */
async function lateHold(): Promise<string> {
  world.platform.faults.authorize = ['lose-request'];
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.clock.advance(80_000);
  await world.terminal.finish({ kind: 'declined' });
  expect(world.state(id)).toBe('failed');
  world.platform.create(`tillbridge-${id}`, 1234, 'USD');
  return id;
}

test('the wait ends once each attempt was polled, and a late record is open by then', async () => {
  const id = await lateHold();
  const polled = world.engine.pollAndWait(() => true, 60_000);
  await settle();
  expect(await polled).toEqual([]);
  await world.clock.advance(5_000);
  expect(world.state(id)).not.toBe('captured');
  expect(world.platform.heldMinor).toBe(0);
});

test('a query without an answer is counted', async () => {
  const id = await lateHold();
  world.platform.faults.find = ['lose-request'];
  const polled = world.engine.pollAndWait(() => true, 60_000);
  await settle();
  expect(await polled).toMatchObject([{ id, state: 'failed' }]);
  expect(await world.engine.pollAndWait(({ state }) => state === 'captured', 60_000)).toEqual([]);
});

test('the wait for a hanging platform ends after the requested time', async () => {
  const id = await lateHold();
  world.platform.findPayment = () => new Promise(() => undefined);
  const polled = world.engine.pollAndWait(() => true, 5_000);
  await world.clock.advance(5_000);
  expect(await polled).toMatchObject([{ id }]);
});

test('incident: an answer that the disk refused does not count as "nothing unfinished"', async () => {
  const id = await lateHold();
  const append = world.journal.append.bind(world.journal);
  world.journal.append = () => {
    throw new TillError('JRNL_UNWRITABLE', 'disk full');
  };
  const polled = world.engine.pollAndWait(() => true, 60_000);
  const short = world.engine.pollAndWait(() => true, 2_000);
  const said = vi.fn<(unanswered: unknown) => void>();
  void polled.then(said);
  await world.clock.advance(2_500);
  // A payment that is waited for no longer is reported as unknown.
  expect(await short).toMatchObject([{ id, state: 'failed' }]);
  expect(said).not.toHaveBeenCalled();
  world.journal.append = append;
  await world.clock.advance(5_000);
  expect(await polled).toEqual([]);
  expect(world.platform.heldMinor).toBe(0);
});

test('a pending reversal is polled too, and its failure is known when the poll ends', async () => {
  const id = await world.paid();
  world.platform.reversalState = 'PENDING';
  world.engine.reverse(id, { reversal: 'R1', amountMinor: 500, by: 'Mo', reason: null });
  await settle();
  for (const one of world.platform.reversals.values()) one.state = 'FAILED';
  expect(world.engine.get(id).reversals).toMatchObject([{ state: 'pending' }]);
  const polled = world.engine.pollAndWait(() => true, 60_000);
  await settle();
  expect(await polled).toEqual([]);
  expect(world.engine.get(id).reversals).toMatchObject([{ state: 'failed' }]);
});
