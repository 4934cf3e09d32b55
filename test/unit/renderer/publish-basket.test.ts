import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HostState } from '../../../electron/contract/index.ts';
import { PUBLISH_AFTER_MS, publishBasket } from '../../../renderer/store/publish-basket.ts';
import { mirrorOf, setSale } from '../../../renderer/store/till-store.ts';
import { tipStep } from '../../../renderer/store/tip.ts';
import { fixtureTill, recordingBridge } from './fixtures/fixture-till.ts';
import { payLink } from './fixtures/display-screens.ts';
import { attempt, hostState, NOW } from './fixtures/states.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(host: HostState = hostState()) {
  const till = fixtureTill({ host });
  const calls: { path: string; input: unknown }[] = [];
  const end = publishBasket(till.store, recordingBridge(calls), 'window-1');
  return {
    ...till,
    calls,
    end,
    type: (digits: string) => setSale(till.store, { entry: { digits, decimals: null } }),
    pass: () => vi.advanceTimersByTimeAsync(PUBLISH_AFTER_MS),
    shown: () => calls.map((call) => (call.input as { basket: object | null }).basket),
  };
}

describe('publishes to the customer display', () => {
  it('publishes the amount with its order after a pause in typing, and the cleared amount', async () => {
    const till = open();
    for (const digits of ['4', '42', '426', '4260']) till.type(digits);
    await till.pass();
    setSale(till.store, { order: 'A-1187' });
    await till.pass();
    till.commands.clearAmount();
    await till.pass();
    const one = { order: null, amountMinor: 4260, tipMinor: 0, surchargeMinor: 0, isChoosingTip: false };
    expect(till.shown()).toEqual([one, { ...one, order: 'A-1187' }, null]);
    expect(till.calls.every(({ path }) => path === 'till.publishBasket')).toBe(true);
  });

  it('publishes the tip being chosen', async () => {
    const host = hostState();
    const tips = { when: 'before' as const, percents: [15, 18], fixedMinor: [], roomPercent: 25 };
    const till = open({ ...host, till: { ...host.till, tips } });
    till.type('4260');
    setSale(till.store, { tip: { ...tipStep(4260), choice: 1 } });
    await till.pass();
    expect(till.shown()).toMatchObject([{ amountMinor: 4260, tipMinor: 767, isChoosingTip: true }]);
  });

  it('publishes nothing for an empty display, and clears the basket once a payment or a link is on screen', async () => {
    const till = open();
    setSale(till.store, { refusal: null });
    await till.pass();
    expect(till.shown()).toEqual([]);
    till.type('900');
    await till.pass();
    mirrorOf(till.store, () => NOW).takeSnapshot({
      epoch: 'fixture',
      seq: 9,
      state: hostState({ payLinks: [payLink()] }),
    });
    await till.pass();
    expect(till.shown()).toMatchObject([{ amountMinor: 900 }, null]);
  });

  it('publishes the removal of a basket left by an earlier process run of this window', async () => {
    const basket = { order: null, amountMinor: 1, tipMinor: 0, surchargeMinor: 0, isChoosingTip: false };
    const till = open(hostState({ display: { basket } }));
    setSale(till.store, { refusal: null });
    await till.pass();
    expect(till.shown()).toEqual([null]);
  });

  it('publishes the basket again to a host that restarted', async () => {
    const till = open();
    till.type('900');
    await till.pass();
    mirrorOf(till.store, () => NOW).takeSnapshot({ epoch: 'next', seq: 1, state: hostState() });
    await till.pass();
    expect(till.shown()).toMatchObject([{ amountMinor: 900 }, { amountMinor: 900 }]);
  });
});

describe('publishes nothing to the customer display', () => {
  it('publishes no amount during a payment, on a kiosk, or while the host is away', async () => {
    const paying = open(hostState({ attempts: [attempt()] }));
    paying.type('1');
    const host = hostState();
    const kiosk = open({ ...host, till: { ...host.till, isKiosk: true } });
    kiosk.type('1');
    const away = open();
    mirrorOf(away.store, () => NOW).setConnection('away');
    away.type('1');
    await vi.advanceTimersByTimeAsync(PUBLISH_AFTER_MS);
    expect([paying.calls, kiosk.calls, away.calls]).toEqual([[], [], []]);
  });

  it('publishes the same basket only once, and no basket after the end', async () => {
    const till = open();
    till.type('900');
    await till.pass();
    setSale(till.store, { refusal: 'AMOUNT_ZERO' });
    await till.pass();
    till.end();
    till.type('9');
    await till.pass();
    expect(till.calls).toHaveLength(1);
  });
});
