import { expect, test } from 'vitest';
import { BASKET_KEPT_MS, type Basket, type HostEvent } from '../../../../electron/contract/index.ts';
import { createShownBasket } from '../../../../electron/host/api/index.ts';

const basket: Basket = { order: 'A-1187', amountMinor: 4260, tipMinor: 0, surchargeMinor: 0, isChoosingTip: false };

function shown() {
  const events: HostEvent[] = [];
  let later: { delayMs: number; task: () => void } | null = null;
  const clock = {
    now: () => Date.parse('2026-01-01T12:00:00.000Z'),
    after: (delayMs: number, task: () => void) => {
      later = { delayMs, task };
      return () => (later = null);
    },
  };
  return {
    held: createShownBasket({ clock, publish: (event) => events.push(event) }),
    events,
    waiting: () => later,
  };
}

test('a basket is laid open, and taken away again', () => {
  const { held, events, waiting } = shown();
  held.show(basket);
  held.show(null);
  const since = '2026-01-01T12:00:00.000Z';
  expect(events).toEqual([
    { type: 'shown', shown: { basket, since } },
    { type: 'shown', shown: { basket: null, since } },
  ]);
  expect(waiting()).toBeNull();
});

test('one that nobody touches goes by itself, counted from the last change', () => {
  const { held, events, waiting } = shown();
  held.show({ ...basket, amountMinor: 4 });
  held.show(basket);
  expect(waiting()?.delayMs).toBe(BASKET_KEPT_MS);
  waiting()?.task();
  expect(events.at(-1)).toMatchObject({ shown: { basket: null } });
});

test('a card number typed as the order is not shown to the shop', () => {
  const { held, events } = shown();
  held.show({ ...basket, order: '4111 1111 1111 1111' });
  expect(JSON.stringify(events)).not.toContain('1111 1111');
});
