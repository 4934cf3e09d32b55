import { afterEach, expect, test } from 'vitest';
import { RELOAD_QUIET_MS, ReloadWhenIdle } from '../../../../electron/host/settings/reload.ts';
import { ManualClock } from '../payments/world.ts';

let open: ReloadWhenIdle | null = null;
afterEach(() => open?.close());

function till() {
  const clock = new ManualClock();
  const told: string[] = [];
  const state = { isPaying: false };
  open = new ReloadWhenIdle({
    clock,
    isPaying: () => state.isPaying,
    reload: () => told.push('reload'),
    onPending: (isPending) => told.push(isPending ? 'pending' : 'in force'),
  });
  return { clock, told, state, reload: open };
}

test('several changes cause one restart', async () => {
  const { clock, told, reload } = till();
  for (let setting = 0; setting < 5; setting += 1) {
    reload.request();
    await clock.advance(RELOAD_QUIET_MS - 500);
  }
  expect(told).toEqual(['pending']);
  await clock.advance(1_000);
  expect(told).toEqual(['pending', 'reload', 'in force']);
  await clock.advance(60_000);
  expect(told).toHaveLength(3);
});

test('the restart waits while a payment is shown', async () => {
  const { clock, told, state, reload } = till();
  reload.request();
  state.isPaying = true;
  await clock.advance(600_000);
  expect(told).toEqual(['pending']);
  state.isPaying = false;
  await clock.advance(500);
  expect(told).toEqual(['pending', 'reload', 'in force']);
});

test('a till that stops requests no restart', async () => {
  const { clock, told, reload } = till();
  reload.request();
  reload.close();
  await clock.advance(60_000);
  expect(told).toEqual(['pending']);
});
