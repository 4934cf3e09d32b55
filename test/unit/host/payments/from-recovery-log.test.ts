/** Payments that have only recovery records left, recovered by a till whose disk is full at the start. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TillError } from '../../../../electron/contract/index.ts';
import { lostPayments, LogRecovery } from '../../../../electron/host/payments/from-recovery-log.ts';
import { readRecoveryLog } from '../../../../electron/host/journal/recovery-log.ts';
import type { RecoveryRecord } from '../../../../electron/host/journal/index.ts';
import { settle, World } from './world.ts';

let world: World;
let recovering: LogRecovery | null = null;
let isFull = false;
let untilAsked = 0;
beforeEach(() => {
  isFull = false;
  untilAsked = 0;
  world = new World();
});
afterEach(() => {
  recovering?.stop();
  world.close();
});

function records(count: number): RecoveryRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    at: world.clock.now() - 60_000 + index,
    attempt: `A-LOST-${index}`,
    key: `tillbridge-A-LOST-${index}`,
    what: 'authorize',
    kind: 'sale',
    amountMinor: 500,
    currency: 'USD',
    terminal: 'gone',
    route: 'cable',
  }));
}

function recover(left: readonly RecoveryRecord[]): void {
  const { engine } = world;
  const options = {
    engine: {
      recoverFromLog(...asked: Parameters<typeof engine.recoverFromLog>) {
        if (isFull) throw new TillError('JRNL_UNWRITABLE', 'The payment journal could not be written.');
        return engine.recoverFromLog(...asked);
      },
      adoptReversal: (...asked: Parameters<typeof engine.adoptReversal>) => engine.adoptReversal(...asked),
      get: (id: string) => engine.get(id),
      lookUpAdopted: (id: string) => engine.lookUpAdopted(id),
      until: (...asked: Parameters<typeof engine.until>) => {
        untilAsked += 1;
        if (untilAsked > 500) throw new TillError('HOST_INTERNAL', 'asked without end');
        return engine.until(...asked);
      },
    },
    journal: {
      recoveryRecords: (since: number) => left.filter(({ at }) => at >= since),
      has: (attempt: string) => world.journal.has(attempt),
    },
    clock: world.clock,
    serialNumberOf: () => null,
    log: () => undefined,
  };
  recovering = new LogRecovery(options, left);
}

test('the recovery waits for space on a full disk and then recovers every payment', async () => {
  const left = records(9);
  expect(lostPayments(left, world.clock.now(), () => null)).toHaveLength(9);
  isFull = true;
  recover(left);
  await settle();
  await world.clock.advance(60_000);
  expect(world.engine.list(50)).toEqual([]);
  isFull = false;
  await world.clock.advance(120_000);
  expect(world.engine.list(50)).toHaveLength(9);
  // The platform has no record under the keys of these payments, so each of them fails.
  expect(world.engine.list(50).map(({ state }) => state)).toEqual(Array.from({ length: 9 }, () => 'failed'));
});

test('the recovery ends the wait at a stop', async () => {
  isFull = true;
  recover(records(2));
  await settle();
  recovering?.stop();
  await expect(recovering?.done).resolves.toBeUndefined();
  isFull = false;
  await world.clock.advance(60_000);
  expect(world.engine.list(50)).toEqual([]);
});

test('the recovery ignores a reversal that the disk refused, because it was never sent', async () => {
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.terminal.finish({ kind: 'approved', wantsSignature: false });
  const append = world.journal.append.bind(world.journal);
  world.journal.append = () => {
    throw new TillError('JRNL_UNWRITABLE', 'disk full');
  };
  const reverse = (reversal: string): unknown =>
    world.engine.reverse(id, { reversal, amountMinor: 1234, by: 'Mo', reason: null });
  expect(() => reverse('R1')).toThrow(/JRNL_UNWRITABLE/);
  world.journal.append = append;
  await world.clock.advance(1_000);
  reverse('R2');
  await world.clock.advance(1_000);
  await world.crash();
  recover(readRecoveryLog(world.path, 0));
  await world.clock.advance(60_000);
  expect(world.engine.get(id)).toMatchObject({ reversedMinor: 1234, reversals: [{ id: 'R2', state: 'succeeded' }] });
});

test('the recovery searches for a recovered reversal from the start of its payment, because its own time is unknown', async () => {
  const id = await world.sale();
  const startedAt = world.clock.now();
  await world.terminal.insertCard();
  await world.terminal.finish({ kind: 'approved', wantsSignature: false });
  await world.clock.advance(3_600_000);
  const lookedUp = vi.spyOn(world.platform, 'findReversal');
  world.engine.adoptReversal(id, { reversal: 'R1', amountMinor: 500 });
  await world.clock.advance(1_000);
  expect(lookedUp.mock.calls[0]).toEqual([
    { transfer: 'TR1', idempotencyId: `tillbridge-${id}-r-R1`, attempt: id, amountMinor: 500, startedAt },
  ]);
});

test('the recovery asks a closed engine only a few times about a payment in doubt', async () => {
  world.platform.faults.find = Array.from({ length: 100 }, () => 'lose-request' as const);
  const [begun] = records(1);
  recover([begun!, { ...begun!, key: `${begun!.key}-r-R1`, what: 'reverse' }]);
  await world.clock.advance(15_000);
  world.engine.close();
  await settle();
  await world.clock.advance(60_000);
  expect(untilAsked).toBeLessThan(50);
});

test('the recovery recovers a step that was refused and requested again, because it may have been sent', () => {
  const [first] = records(1);
  const again = (what: string, at: number): RecoveryRecord => ({ ...first!, what, at });
  const left = [first!, again('unsent', first!.at + 1)];
  expect(lostPayments(left, world.clock.now(), () => null)).toEqual([]);
  expect(lostPayments([...left, again('authorize', first!.at + 2)], world.clock.now(), () => null)).toHaveLength(1);
});

test('incident: a reversal only in the log does not wait behind payments in doubt, and is not repeated', async () => {
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.terminal.finish({ kind: 'approved', wantsSignature: false });
  await world.clock.advance(60_000);
  expect(world.engine.get(id)).toMatchObject({ state: 'captured', reversals: [] });
  world.platform.faults.find = Array.from({ length: 100 }, () => 'lose-request' as const);
  const reversal = { ...records(1)[0]!, attempt: id, key: `tillbridge-${id}-r-R1`, what: 'reverse', amountMinor: 1234 };
  // Older than every payment in doubt.
  recover([{ ...reversal, at: world.clock.now() - 3_600_000 }, ...records(9)]);
  expect(world.engine.get(id)).toMatchObject({ reversedMinor: 1234, reversals: [{ id: 'R1', state: 'checking' }] });
  expect(() => world.engine.reverse(id, { reversal: 'R2', amountMinor: 1234, by: 'Mo', reason: null })).toThrow();
  await world.clock.advance(1_000);
});

test('the recovery shows payments before their look-up as checking, with their orders, from the start', async () => {
  const lookedUp = vi.spyOn(world.platform, 'findPayment');
  world.platform.faults.find = Array.from({ length: 100 }, () => 'lose-request' as const);
  recover(records(9).map((one, index) => ({ ...one, order: `A-${index}` })));
  const known = world.engine.list(50);
  // Newest first, as in any other list.
  expect(known.map(({ order }) => order)).toEqual(Array.from({ length: 9 }, (_, index) => `A-${8 - index}`));
  expect(new Set(known.map(({ state }) => state))).toEqual(new Set(['checking']));
  await settle();
  expect(lookedUp).toHaveBeenCalledTimes(4);
});
