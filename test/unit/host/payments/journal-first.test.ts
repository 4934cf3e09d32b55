/**
 * Rule 1: journal before wire. A step is done only after it is written, and events that arrive during a failure are
 * kept.
 */
import { expect, test } from 'vitest';
import { TillError } from '../../../../electron/contract/index.ts';
import { eachWorld, world } from './each-world.ts';

eachWorld();

const approved = { kind: 'approved', wantsSignature: false } as const;

test('the engine starts nothing with an unwritable journal', async () => {
  world.journal.append = () => {
    throw new TillError('JRNL_UNWRITABLE', 'disk full');
  };
  await expect(world.sale()).rejects.toThrow(/JRNL_UNWRITABLE/);
  expect(world.terminal.attempt).toBeNull();
});

test('the engine declines the card and sends nothing, then or later, if the journal fails when the card is read', async () => {
  const id = await world.sale();
  const append = world.journal.append.bind(world.journal);
  world.journal.append = () => {
    throw new TillError('JRNL_UNWRITABLE', 'disk full');
  };
  await world.terminal.insertCard();
  expect(world.terminal.answers).toEqual([{ isApproved: false, authorizationResponseCode: '05' }]);
  await world.terminal.finish({ kind: 'declined' });
  expect(world.state(id)).toBe('working'); // the entry is missing on disk, so the state stays
  world.journal.append = append;
  await world.clock.advance(600);
  expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'JRNL_UNWRITABLE' } });
  await world.clock.advance(10 * 60_000);
  expect(world.platform.calls).toEqual([]);
});

test('the engine keeps events in memory if the journal fails after the bank has answered, until it can be written', async () => {
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

test('the engine writes a recovery record to disk before each step that may move money', async () => {
  const records: string[] = [];
  const append = world.journal.recoveryLog.append.bind(world.journal.recoveryLog);
  world.journal.recoveryLog.append = (record) => {
    records.push(`${record.what} before ${world.platform.calls.length} calls`);
    append(record);
  };
  await world.paid();
  expect(records).toEqual(['authorize before 0 calls', 'capture before 1 calls']);
});

test('the engine waits for the disk with every event except those that cause no action', async () => {
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
