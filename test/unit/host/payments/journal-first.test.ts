/** Rule 1: journal before wire. What cannot be written is not done, and what was heard meanwhile is not lost. */
import { expect, test } from 'vitest';
import { TillError } from '../../../../electron/contract/index.ts';
import { eachWorld, world } from './each-world.ts';

eachWorld();

const approved = { kind: 'approved', wantsSignature: false } as const;

test('a journal that cannot be written: nothing is started', async () => {
  world.journal.append = () => {
    throw new TillError('JRNL_UNWRITABLE', 'disk full');
  };
  await expect(world.sale()).rejects.toThrow(/JRNL_UNWRITABLE/);
  expect(world.terminal.attempt).toBeNull();
});

test('a journal that fails when the card is read: the card is declined, nothing is sent then or later', async () => {
  const id = await world.sale();
  const append = world.journal.append.bind(world.journal);
  world.journal.append = () => {
    throw new TillError('JRNL_UNWRITABLE', 'disk full');
  };
  await world.terminal.insertCard();
  expect(world.terminal.answers).toEqual([{ isApproved: false, authorizationResponseCode: '05' }]);
  await world.terminal.finish({ kind: 'declined' });
  expect(world.state(id)).toBe('working'); // not yet on disk, so not yet so
  world.journal.append = append;
  await world.clock.advance(600);
  expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'JRNL_UNWRITABLE' } });
  await world.clock.advance(10 * 60_000);
  expect(world.platform.calls).toEqual([]);
});

test('a journal that fails after the bank has answered: what came is kept in memory, and goes on when it writes', async () => {
  const id = await world.sale();
  await world.terminal.insertCard();
  const append = world.journal.append.bind(world.journal);
  world.journal.append = () => {
    throw new TillError('JRNL_UNWRITABLE', 'disk full');
  };
  await world.terminal.finish(approved);
  await world.clock.advance(60_000);
  expect(world.platform.calls).toEqual(['authorize']);
  world.journal.append = append;
  await world.clock.advance(600);
  expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 1234 });
});

test('a record in the recovery log lies on disk before each step that may move money', async () => {
  const records: string[] = [];
  const append = world.journal.recoveryLog.append.bind(world.journal.recoveryLog);
  world.journal.recoveryLog.append = (record) => {
    records.push(`${record.what} before ${world.platform.calls.length} calls`);
    append(record);
  };
  await world.paid();
  expect(records).toEqual(['authorize before 0 calls', 'capture before 1 calls']);
});

test('only words that nothing is done upon do not wait for the disk', async () => {
  const lost: string[] = [];
  const append = world.journal.append.bind(world.journal);
  world.journal.append = (row, entry, mayBeLost) => {
    if (mayBeLost) lost.push(entry.type);
    append(row, entry, mayBeLost);
  };
  const id = await world.paid();
  expect(world.engine.get(id).state).toBe('captured');
  expect(world.journal.entries(id).map(({ type }) => type)).toEqual([
    'begin',
    'terminal-started',
    'online-request',
    'authorization',
    'terminal-finished',
    'capture',
    'transfer',
  ]);
  expect(lost).toEqual(['terminal-started', 'transfer']);
});
