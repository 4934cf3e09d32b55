/**
 * An order is paid once, however many payments of other orders came in between: the guards, and a whole host over a
 * real journal.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  applyEvent,
  hostStateSchema,
  type AttemptView,
  type HostState,
  sameCardWithinMsOf,
} from '../../../../electron/contract/index.ts';
import { composeHost, type Host } from '../../../../electron/host/index.ts';
import { Guards, type SaleFacts } from '../../../../electron/host/pay-links/guards.ts';
import { openOrderPayments } from '../../../../electron/host/pay-links/index.ts';
import { Harness } from '../../../api/harness.ts';
import { hostConfig, platformOf } from '../host-config.ts';
import { shelf } from '../history/shelf.ts';
import { World } from '../payments/world.ts';
import { at, attempt, finished, hostState, NOW } from '../../renderer/fixtures/states.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const refusal = (code: string) => expect.objectContaining({ code }) as Error;

/** Guards of a till on which these payments were made, and then fifty of other customers. */
function guardsAfter(...first: AttemptView[]): Guards {
  let state: HostState = { ...hostStateSchema.parse(hostState()), attempts: [] };
  const journal: AttemptView[] = [];
  const add = (one: AttemptView): void => {
    journal.push(one);
    state = applyEvent(state, { type: 'attempt', attempt: one });
  };
  first.forEach(add);
  for (let n = 0; n < 50; n += 1) {
    add(
      finished({
        id: `later-${n}`,
        order: `B-${n}`,
        state: 'captured',
        capturedMinor: 100,
        startedAt: at(HOUR - n * 1000),
      }),
    );
  }
  // The checked payments are no longer among the newest.
  for (const { id } of first) expect(state.attempts.map((one) => one.id)).not.toContain(id);
  return new Guards({
    sameCardWithinMs: sameCardWithinMsOf({}),
    state: () => state,
    paymentsOfOrder: (order) => journal.filter((one) => one.order === order || one.id === order),
    unfinishedLinks: () => [],
    linksOfOrder: () => [],
    notesOfOrder: () => [],
    now: () => NOW,
  });
}
const sale: SaleFacts = { order: 'T-12', amountMinor: 4260, totalMinor: 4260, currency: 'USD', part: null };
const paidInParts = (id: string, askedMinor: number, capturedMinor: number, startedAt: string): AttemptView =>
  finished({
    id,
    order: 'T-12',
    amountMinor: askedMinor,
    totalMinor: askedMinor,
    state: 'captured',
    capturedMinor,
    startedAt,
  });

describe('an order after fifty payments of other customers', () => {
  test('a tab of the order still prevents a link or a note', () => {
    const tab = attempt({
      id: 'tab-0001',
      order: 'T-12',
      kind: 'authorization',
      state: 'authorized',
      authorizedMinor: 4260,
      startedAt: at(3 * HOUR),
    });
    expect(() => guardsAfter(tab).noPayment(sale)).toThrow(refusal('PAY_ORDER_OPEN'));
    expect(() => guardsAfter(tab).noPayment({ ...sale, order: 'T-13' })).not.toThrow();
    // A tab without a reference is an order under the tab's id.
    expect(() => guardsAfter({ ...tab, order: null }).noPayment({ ...sale, order: 'tab-0001' })).toThrow(
      refusal('PAY_ORDER_OPEN'),
    );
  });

  test('an order paid by card leads to a question', () => {
    const paid = finished({
      id: 'paid',
      order: 'T-12',
      state: 'captured',
      capturedMinor: 4260,
      startedAt: at(3 * HOUR),
    });
    expect(() => guardsAfter(paid).notPaidByCard(sale)).toThrow(refusal('PAY_DUPLICATE'));
    expect(() => guardsAfter({ ...paid, reversedMinor: 4260 }).notPaidByCard(sale)).not.toThrow();
  });

  test('no more than the rest of the order can be charged', () => {
    // 100.00 asked, 40.00 approved, 30.00 paid with a second card: 30.00 left.
    const root = paidInParts('root', 10_000, 4_000, at(3 * HOUR));
    const second = paidInParts('second', 6_000, 3_000, at(3 * HOUR - 60_000));
    expect(() => guardsAfter(root, second).isRest(root, 3_001)).toThrow(refusal('PAY_AMOUNT'));
    expect(() => guardsAfter(root, second).isRest(root, 3_000)).not.toThrow();
    expect(() => guardsAfter(root, second).isRest(second, 3_001)).toThrow(refusal('PAY_AMOUNT'));
  });

  test('the rest of the same reference on another day is not the rest of today', () => {
    const before = paidInParts('before', 8_000, 1_000, at(3 * DAY));
    const root = paidInParts('root', 10_000, 4_000, at(3 * HOUR));
    expect(() => guardsAfter(before, root).isRest(root, 6_000)).not.toThrow();
    expect(() => guardsAfter(before, root).isRest(root, 6_001)).toThrow(refusal('PAY_AMOUNT'));
  });
});

describe('the payments of an order in the journal', () => {
  test('match the exact reference and include every hold and the newest of the others', () => {
    const till = shelf();
    const put = (id: string, change: Partial<AttemptView>): void =>
      till.put(finished({ id, state: 'captured', ...change }));
    put('tab', { order: 'T-12', state: 'authorized', kind: 'authorization', startedAt: at(20 * DAY) });
    for (let n = 0; n < 60; n += 1) put(`of-${n}`, { order: 'T-12', startedAt: at(DAY - n * 1000) });
    put('other', { order: 't-12', startedAt: at(HOUR) });
    put('longer', { order: 'T-123', startedAt: at(HOUR) });
    const { finder } = till.journal;
    expect(finder.ofOrder('T-12', 3)).toEqual(['tab', 'of-59', 'of-58', 'of-57']);
    expect(finder.ofOrder('t-12', 50)).toEqual(['other']);
    expect(finder.ofOrder('T-1', 50)).toEqual([]);
    expect(finder.ofOrder('%', 50)).toEqual([]);
    // A released tab counts among the old payments.
    put('tab', { order: 'T-12', state: 'released', kind: 'authorization', startedAt: at(20 * DAY) });
    expect(finder.ofOrder('T-12', 3)).toEqual(['of-59', 'of-58', 'of-57']);
    till.close();
  });

  test('include an older tab while older payments are still being indexed', () => {
    const tab = attempt({ id: 'tab', order: 'T-12', kind: 'authorization', state: 'authorized' });
    const others = [attempt({ id: 'tab-2', order: 'T-13', kind: 'authorization', state: 'authorized' })];
    const engine = { getMany: (ids: readonly string[]) => [tab, ...others].filter(({ id }) => ids.includes(id)) };
    const finder = { ofOrder: () => [], held: () => ['tab', 'tab-2'] };
    expect(openOrderPayments({ ...finder, isComplete: () => false }, engine)('T-12')).toEqual([tab]);
    expect(openOrderPayments({ ...finder, isComplete: () => true }, engine)('T-12')).toEqual([]);
    expect(openOrderPayments({ ...finder, isComplete: () => true }, engine)('tab')).toEqual([tab]);
  });
});

describe('an order in a whole host', () => {
  let dataDir: string;
  let bench: Harness;
  let host: Host;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-older-'));
    bench = await Harness.start();
    const world = new World(dataDir);
    const paid = async (more: Parameters<World['sale']>[1]): Promise<void> => {
      await world.sale(4260, more);
      await world.terminal.insertCard();
      await world.terminal.finish({ kind: 'approved', wantsSignature: false });
      await world.clock.advance(60_000);
    };
    await paid({ id: 'A-tab', order: 'T-1', kind: 'authorization' });
    await paid({ id: 'A-paid', order: 'T-2' });
    for (let n = 0; n < 60; n += 1) await paid({ id: `A-later-${n}`, order: `B-${n}` });
    expect(world.state('A-tab')).toBe('authorized');
    expect(world.state('A-paid')).toBe('captured');
    world.engine.close();
    world.journal.close();
    host = await composeHost(hostConfig(dataDir, { platform: platformOf(bench) }));
    const shown = host.state().attempts.map(({ id }) => id);
    expect(shown).toHaveLength(50);
    expect(shown).not.toContain('A-tab');
    expect(shown).not.toContain('A-paid');
  });
  afterEach(async () => {
    await host.close();
    await bench.sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('an older tab and an older payment prevent a link and a note', async () => {
    const asked = { id: 'link-0001', amountMinor: 4260, currency: 'USD', isRepeatMeant: false };
    const refused = (code: string, attemptId: string) => ({
      data: { code, context: expect.objectContaining({ attempt: attemptId }) as object },
    });
    await expect(host.client.link.open({ ...asked, order: 'T-1' })).rejects.toMatchObject(
      refused('PAY_ORDER_OPEN', 'A-tab'),
    );
    await expect(host.client.link.open({ ...asked, order: 'A-tab' })).rejects.toMatchObject(
      refused('PAY_ORDER_OPEN', 'A-tab'),
    );
    await expect(host.client.link.open({ ...asked, order: 'T-2' })).rejects.toMatchObject(
      refused('PAY_DUPLICATE', 'A-paid'),
    );
    const cash = {
      id: 'cash-0001',
      way: 'cash',
      amountMinor: 4260,
      currency: 'USD',
      order: 'T-1',
      operator: { name: 'Maya' },
    } as const;
    await expect(host.client.otherTender.note(cash)).rejects.toMatchObject(refused('PAY_ORDER_OPEN', 'A-tab'));
    // Tenders and links of another order are accepted.
    expect(await host.client.otherTender.note({ ...cash, order: 'T-3' })).toMatchObject({ order: 'T-3' });
    expect(await host.client.link.open({ ...asked, order: 'T-4' })).toMatchObject({ order: 'T-4' });
  });
});
