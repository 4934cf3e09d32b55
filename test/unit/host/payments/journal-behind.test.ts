/**
 * A journal that went back in time while the recovery log is complete: a disk acknowledged what it had not written, or
 * an older copy was restored. SQLite silently drops everything behind a bad frame, so only the log shows it.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TillError, type AttemptView } from '../../../../electron/contract/index.ts';
import { World } from './world.ts';

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

const approved = { kind: 'approved', wantsSignature: false } as const;
const hold = { kind: 'authorization' } as const;

const events = (id: string): string[] => world.journal.entries(id).map(({ type }) => type);

test('incident: a captured sale that the journal has lost is shown as captured after the restart', async () => {
  const id = await world.sale();
  const mark = world.mark();
  await world.terminal.insertCard();
  await world.terminal.finish(approved);
  expect(world.state(id)).toBe('captured');
  const before = world.views.length;
  await world.crash(mark);
  await world.clock.advance(60_000);
  expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 1234 });
  expect(world.views.slice(before).map(({ state }) => state)).not.toContain('cancelled');
  expect(world.platform.authorizations.get('AU1')?.captures).toBe(1);
  expect(world.lost).toBe(1);
});

test('incident: a hold that the journal has lost blocks the next sale until it is voided', async () => {
  const id = await world.sale();
  const mark = world.mark();
  await world.terminal.insertCard();
  expect(world.platform.heldMinor).toBe(1234);
  world.platform.faults.find = ['not-sent'];
  await world.crash(mark);
  expect(world.engine.get(id)).toMatchObject({ state: 'checking', mayHaveCharged: true });
  await expect(world.sale(500)).rejects.toThrow(/PAY_BUSY/);
  await world.clock.advance(60_000);
  expect(world.state(id)).toBe('voided');
  expect(world.platform.heldMinor).toBe(0);
});

test('a start recovers lost steps once, and none with a complete journal', async () => {
  const id = await world.paid();
  world.engine.reverse(id, { reversal: 'R1', amountMinor: 234, by: 'Mo', reason: null });
  await world.clock.advance(1_000);
  await world.crash();
  expect(events(id)).not.toContain('journal-behind');
  expect(world.lost).toBe(0);
  const second = await world.sale(500);
  const mark = world.mark();
  await world.terminal.insertCard();
  await world.terminal.finish(approved);
  await world.crash(mark);
  await world.clock.advance(60_000);
  await world.crash();
  await world.clock.advance(60_000);
  expect(events(second).filter((type) => type === 'journal-behind')).toHaveLength(1);
  expect(world.lost).toBe(0);
});

test('a crash between a record and its entry leads to a look-up, and no older journal is reported', async () => {
  const id = await world.sale();
  const { append } = world.journal;
  world.journal.append = () => {
    throw new Error('the process ends here');
  };
  await world.terminal.insertCard();
  world.journal.append = append;
  await world.crash();
  expect(world.lost).toBe(0);
  expect(world.state(id)).toBe('checking');
  await world.clock.advance(60_000);
  expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'PAY_NEVER_ARRIVED' } });
  expect(world.platform.calls).not.toContain('authorize');
});

test('the next start does not look up a card that was declined because the journal refused an entry', async () => {
  const id = await world.sale();
  const append = world.journal.append.bind(world.journal);
  world.journal.append = () => {
    throw new TillError('JRNL_UNWRITABLE', 'disk full');
  };
  await world.terminal.insertCard();
  await world.terminal.finish({ kind: 'declined' });
  world.journal.append = append;
  await world.clock.advance(5_000);
  expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'JRNL_UNWRITABLE' } });
  await world.crash();
  expect(events(id)).not.toContain('journal-behind');
  expect(world.state(id)).toBe('failed');
});

test('a reversal that was sent again is looked up again, although the older journal shows it as failed', async () => {
  const id = await world.paid();
  world.platform.faults.reverse = ['lose-request'];
  const reverse = (): unknown => world.engine.reverse(id, { reversal: 'R1', amountMinor: 500, by: 'Mo', reason: null });
  reverse();
  await world.clock.advance(3_600_000);
  expect(world.engine.get(id).reversals).toMatchObject([{ state: 'failed' }]);
  const mark = world.mark();
  reverse();
  await world.clock.advance(5_000);
  await world.crash(mark);
  await world.clock.advance(5_000);
  expect(world.engine.get(id).reversals).toMatchObject([{ state: 'succeeded' }]);
  expect(world.platform.reversedMinor).toBe(500);
});

describe('a journal rolled back to each earlier commit', () => {
  /** Each runs one payment to its end, without a crash. */
  const runs: Record<string, () => Promise<string>> = {
    'sale captured': () => world.paid(),
    'sale declined by the card': async () => {
      const id = await world.sale();
      await world.terminal.insertCard();
      await world.terminal.finish({ kind: 'declined' });
      return id;
    },
    'sale cancelled too late': async () => {
      const id = await world.sale();
      await world.terminal.insertCard();
      world.terminal.cancelAnswer = 'too-late';
      world.engine.cancel(id, 'cashier');
      await world.terminal.finish(approved);
      return id;
    },
    'part taken': () => {
      world.platform.approveAtMost = 600;
      return world.paid(1234, { partialApproval: 'accept' });
    },
    'part kept by the cashier': async () => {
      world.platform.approveAtMost = 600;
      const id = await world.paid(1234, { partialApproval: 'ask' });
      world.engine.keepPart(id, 'Mo');
      return id;
    },
    'hold kept': () => world.paid(1234, hold),
    'hold captured': async () => {
      const id = await world.paid(1234, hold);
      world.engine.capture(id, { amountMinor: 1_000, tipMinor: 0, by: 'Mo' });
      return id;
    },
    'hold given back': async () => {
      const id = await world.paid(1234, hold);
      world.engine.release(id, 'Mo');
      return id;
    },
    'hold whose capture was refused, and captured then': async () => {
      const id = await world.paid(1234, hold);
      world.platform.faults.capture = ['refuse'];
      world.engine.capture(id, { amountMinor: 1_234, tipMinor: 0, by: 'Mo' });
      await world.clock.advance(10_000);
      if (world.state(id) === 'authorized') world.engine.capture(id, { amountMinor: 1_000, tipMinor: 0, by: 'Mo' });
      return id;
    },
    'sale with two reversals': async () => {
      const id = await world.paid();
      for (const reversal of ['R1', 'R2']) {
        world.engine.reverse(id, { reversal, amountMinor: 400, by: 'Mo', reason: null, isRepeatMeant: true });
        await world.clock.advance(1_000);
      }
      return id;
    },
    'late create taken back': async () => {
      world.platform.faults.authorize = ['lose-request'];
      const id = await world.sale();
      await world.terminal.insertCard();
      await world.clock.advance(60_000);
      await world.terminal.finish({ kind: 'declined' });
      world.platform.create(`tillbridge-${id}`, 1234, 'USD');
      world.engine.pollNow();
      return id;
    },
    refund: async () => {
      const id = await world.sale(1234, { kind: 'refund' });
      await world.terminal.insertCard();
      await world.terminal.finish(approved);
      return id;
    },
  };

  /** The difference between the screen and the platform at this moment, or null. */
  function untrue(view: AttemptView): string | null {
    const { platform } = world;
    if (view.kind === 'refund') return null; // the fake platform keeps a refund like an authorization
    const isUnpaid = ['cancelled', 'declined', 'failed', 'voided', 'released'].includes(view.state);
    if (isUnpaid && platform.capturedMinor > 0) return `${view.state}, and ${platform.capturedMinor} captured`;
    if (isUnpaid && platform.heldMinor > 0) return `${view.state}, and ${platform.heldMinor} held`;
    if (view.state === 'captured' && view.capturedMinor !== platform.capturedMinor) return 'captured, and it is not';
    if (view.state === 'authorized' && platform.heldMinor === 0) return 'authorized, and nothing is held';
    return null;
  }

  test.each(Object.keys(runs))('comes to an end that agrees with the platform: %s', async (name) => {
    let cases = 0;
    for (let back = 0; ; back += 1) {
      world.close();
      world = new World();
      const marks: string[] = [];
      const append = world.journal.append.bind(world.journal);
      world.journal.append = (...entry) => {
        append(...entry);
        marks.push(world.mark());
      };
      const id = await runs[name]!();
      await world.clock.advance(10_000);
      const isKept = world.state(id) === 'authorized';
      const mark = marks[back];
      if (mark === undefined) break;
      const before = world.views.length;
      const end = world.engine.get(id);
      await world.crash(mark);
      const said = (): string[] => world.views.slice(before).flatMap((view) => untrue(view) ?? []);
      for (let n = 0; n < 700; n += 1) {
        await world.clock.advance(1_000);
        expect(said(), `${name}, back to entry ${back + 1}`).toEqual([]);
        if (world.engine.running().length === 0) break;
      }
      world.engine.pollNow();
      await world.clock.advance(60_000);
      const view = world.engine.get(id);
      const where = `${name}, back to entry ${back + 1}: ${view.state}, was ${end.state}`;
      expect(said(), where).toEqual([]);
      expect(world.engine.running(), where).toEqual([]);
      expect(view.capturedMinor, where).toBe(end.capturedMinor);
      expect(view.reversedMinor, where).toBe(end.reversedMinor);
      expect(world.platform.reversedMinor, where).toBe(view.reversedMinor);
      if (!isKept && name !== 'refund') expect(world.platform.heldMinor, where).toBe(0);
      else if (name !== 'refund') expect(view.state, where).toBe('authorized');
      for (const one of world.platform.authorizations.values()) expect(one.captures, where).toBeLessThanOrEqual(1);
      cases += 1;
    }
    expect(cases).toBeGreaterThan(4);
  });
});
