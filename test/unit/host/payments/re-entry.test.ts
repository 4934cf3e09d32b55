/** A terminal may end while it receives its answer: that is an event like any other, applied once and never lost. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TillError } from '../../../../electron/contract/index.ts';
import { World } from './world.ts';

let world: World;
beforeEach(() => {
  world = new World();
  // NEO 2 behaves like this with a tap or a stripe, and MMS if only the answer is awaited.
  world.terminal.respond = async (_id, attempt, answer) => {
    world.terminal.answers.push(answer);
    const result = answer.isApproved
      ? ({ kind: 'approved', wantsSignature: false } as const)
      : ({ kind: 'declined' } as const);
    world.terminal.listener?.({ type: 'finished', attempt, result });
  };
});
afterEach(() => world.close());

/** Makes the journal refuse the terminal's end once. */
function refuseTheEndOnce(): void {
  const append = world.journal.append.bind(world.journal);
  let refusals = 1;
  world.journal.append = (row, entry) => {
    if (entry.type === 'terminal-finished' && refusals > 0) {
      refusals -= 1;
      throw new TillError('JRNL_UNWRITABLE', 'disk full');
    }
    append(row, entry);
  };
}

test('an end that cannot be written at once is kept, and captured once it can be written', async () => {
  refuseTheEndOnce();
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.clock.advance(60_000);
  expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 1234 });
  await world.crash();
  await world.clock.advance(60_000);
  expect(world.state(id)).toBe('captured');
});

test('each event is applied once', async () => {
  world.platform.faults.authorize = ['lose-reply'];
  world.platform.faults.find = ['not-sent', 'not-sent'];
  const id = await world.sale();
  await world.terminal.insertCard();
  world.engine.cancel(id, 'cashier');
  await world.clock.advance(30_000);
  const types = world.journal.entries(id).map(({ type }) => type);
  expect(types.filter((type) => type === 'found')).toHaveLength(1);
  expect(world.state(id)).toBe('cancelled');
});
