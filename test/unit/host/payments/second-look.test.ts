/** Known facts stay known: an id that was seen, a failure that was reported, a capture that was sent, a decision. */
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openJournal } from '../../../../electron/host/journal/index.ts';
import { eachWorld, world } from './each-world.ts';
import { FakeTerminal, settle, type Fault } from './world.ts';

eachWorld();

const MINUTE_MS = 60_000;
const forever = (fault: Fault): Fault[] => Array.from({ length: 20_000 }, () => fault);

test('a known record is looked up by its id, so that lagging lists do not make it "never arrived"', async () => {
  const { platform } = world;
  const authorize = platform.authorize.bind(platform);
  platform.authorize = async (asked) => {
    const answer = await authorize(asked);
    return answer.kind === 'answered' ? { kind: 'answered', record: { ...answer.record, state: 'UNKNOWN' } } : answer;
  };
  const find = platform.findPayment.bind(platform);
  platform.findPayment = async (by) => ('id' in by ? find(by) : { kind: 'answered', record: null });
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.clock.advance(40_000);
  await world.terminal.finish({ kind: 'declined' });
  await world.clock.advance(10 * MINUTE_MS);
  expect(platform.heldMinor).toBe(0);
  expect(world.state(id)).not.toBe('checking');
});

test('a known record that is not found by its id keeps the payment in doubt', async () => {
  const { platform } = world;
  const authorize = platform.authorize.bind(platform);
  platform.authorize = async (asked) => {
    const answer = await authorize(asked);
    return answer.kind === 'answered' ? { kind: 'answered', record: { ...answer.record, state: 'UNKNOWN' } } : answer;
  };
  platform.findPayment = async () => ({ kind: 'answered', record: null });
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.clock.advance(60 * MINUTE_MS);
  expect(world.engine.get(id)).toMatchObject({ state: 'checking', canDecide: true });
});

test('a sale whose capture failed after a refused reversal is reported once and stays failed', async () => {
  world.platform.transferState = 'PENDING';
  const id = await world.paid();
  world.platform.faults.reverse = ['refuse']; // only SUCCEEDED Transfers can be reversed
  world.engine.reverse(id, { reversal: 'r1', amountMinor: 1234, by: 'Mo', reason: null });
  await world.clock.advance(1_000);
  for (const one of world.platform.transfers.values()) one.state = 'FAILED';
  await world.clock.advance(MINUTE_MS);
  expect(world.state(id)).toBe('failed');
  const views = world.views.length;
  await world.clock.advance(6 * 60 * MINUTE_MS);
  // The only published view ends the search for the reversal; the sale does not change.
  expect(world.views.slice(views).map(({ state }) => state)).toEqual(['failed']);
  expect(world.engine.openOn('practice')).toBeNull();
});

test('a capture answered without its Transfer is read before it is sent again', async () => {
  world.platform.hidesTransfer = true;
  await world.paid();
  await world.clock.advance(5_000);
  expect(world.platform.calls.filter((call) => call === 'capture')).toHaveLength(1);
});

test('the same amount leads to the question after "paid", and not after "not paid"', async () => {
  for (const [verdict, repeats] of [
    ['not-paid', false],
    ['paid', true],
  ] as const) {
    world.platform.faults.authorize = ['lose-request'];
    world.platform.faults.find = forever('not-sent');
    const id = await world.sale(verdict === 'paid' ? 500 : 1234);
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'timed-out' });
    await world.clock.advance(5_000);
    world.engine.decide(id, { verdict, by: 'Mo', reason: 'slip' });
    world.platform.faults = {};
    const again = await world.paid(verdict === 'paid' ? 500 : 1234, { isRepeatMeant: false });
    expect(world.state(again)).toBe(repeats ? 'asking' : 'captured');
  }
});

test('a damaged old payment does not block the next sale', async () => {
  const old = await world.paid();
  world.engine.close();
  world.journal.close();
  const database = new DatabaseSync(world.path);
  database.exec(
    `UPDATE entry SET data = replace(data, '1234', '1235') WHERE attempt = '${old}' AND seq = (SELECT min(seq) FROM entry)`,
  );
  database.close();
  world.terminal = new FakeTerminal();
  world.journal = openJournal({ path: world.path, clean: (text) => text });
  world.engine = world.makeEngine();
  expect(() => world.engine.get(old)).toThrow(expect.objectContaining({ code: 'JRNL_CORRUPT' }));
  expect(world.state(await world.sale(999, { isRepeatMeant: false }))).toBe('working');
});

test('a late answer waits for a disk that cannot be read, and the process keeps running', async () => {
  const unhandled: unknown[] = [];
  const listen = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', listen);
  const id = await world.sale();
  await world.terminal.insertCard();
  const answer = Promise.withResolvers<void>();
  const act = world.platform.void.bind(world.platform);
  let asked = 0;
  world.platform.void = async (of) => {
    asked += 1;
    if (asked === 1) return { kind: 'unknown', failure: { code: 'API_TIMEOUT', message: 'no answer' } };
    if (asked === 2) await answer.promise;
    return act(of);
  };
  world.platform.faults.find = forever('not-sent');
  await world.terminal.finish({ kind: 'timed-out' });
  await world.clock.advance(10_000);
  world.engine.decide(id, { verdict: 'not-paid', by: 'Mo', reason: 'the guest has left' });
  const entries = world.journal.entries;
  world.journal.entries = () => {
    throw new Error('disk I/O error');
  };
  answer.resolve();
  await settle();
  await new Promise((resolve) => void setImmediate(resolve));
  world.journal.entries = entries;
  await world.clock.advance(20_000);
  process.off('unhandledRejection', listen);
  expect(unhandled).toEqual([]);
  expect(world.state(await world.sale(999))).toBe('working');
});
