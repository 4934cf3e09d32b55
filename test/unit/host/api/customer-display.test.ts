import { expect, test } from 'vitest';
import { BASKET_SHOWN_MS, type Basket, type HostEvent } from '../../../../electron/contract/index.ts';
import { CustomerDisplay } from '../../../../electron/host/api/index.ts';

const basket: Basket = { order: 'A-1187', amountMinor: 4260, tipMinor: 0, surchargeMinor: 0, isChoosingTip: false };

function customerDisplay() {
  const events: HostEvent[] = [];
  let later: { delayMs: number; task: () => void } | null = null;
  const clock = {
    now: () => Date.parse('2026-01-01T12:00:00.000Z'),
    monotonic: () => 0,
    after: (delayMs: number, task: () => void) => {
      later = { delayMs, task };
      return () => (later = null);
    },
  };
  return {
    display: new CustomerDisplay({ clock, publish: (event) => events.push(event) }),
    events,
    waiting: () => later,
  };
}

test('the display publishes and clears a basket', () => {
  const { display, events, waiting } = customerDisplay();
  display.publishBasket(basket, 'window-1');
  display.publishBasket(null, 'window-1');
  expect(events).toEqual([
    { type: 'display', display: { basket } },
    { type: 'display', display: { basket: null } },
  ]);
  expect(waiting()).toBeNull();
});

test('the display expires an unchanged basket, counted from its last change', () => {
  const { display, events, waiting } = customerDisplay();
  display.publishBasket({ ...basket, amountMinor: 4 }, 'window-1');
  display.publishBasket(basket, 'window-1');
  expect(waiting()?.delayMs).toBe(BASKET_SHOWN_MS);
  waiting()?.task();
  expect(events.at(-1)).toMatchObject({ display: { basket: null } });
});

test('the display hides a card number typed as the order from the shop', () => {
  const { display, events } = customerDisplay();
  display.publishBasket({ ...basket, order: '4111 1111 1111 1111' }, 'window-1');
  expect(JSON.stringify(events)).not.toContain('1111 1111');
});

test('the display keeps another window’s basket when a window without a basket clears it', () => {
  const { display, events } = customerDisplay();
  display.publishBasket(basket, 'window-1');
  display.publishBasket(null, 'window-2');
  expect(events.at(-1)).toMatchObject({ display: { basket } });
  display.publishBasket({ ...basket, amountMinor: 900 }, 'window-2');
  display.publishBasket(null, 'window-1');
  expect(events.at(-1)).toMatchObject({ display: { basket: { amountMinor: 900 } } });
  display.publishBasket(null, 'window-2');
  expect(events.at(-1)).toMatchObject({ display: { basket: null } });
});
