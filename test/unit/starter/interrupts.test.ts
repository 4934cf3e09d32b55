/** Ctrl+C in the console, with and without a payment running. */
import { expect, test } from 'vitest';
import { Interrupts, type OpenPayment } from '../../../electron/starter/index.ts';

const running: OpenPayment = { id: 'A-1', state: 'checking', totalMinor: 100, currency: 'USD' };

function at() {
  let nowMs = 0;
  const interrupts = new Interrupts({ monotonic: () => nowMs, after: () => () => undefined });
  return { press: (ms: number, open: OpenPayment[]) => ((nowMs = ms), interrupts.press(async () => open)) };
}

test('the first press quits without a payment', async () => {
  expect(await at().press(0, [])).toBe('quit');
});

test('the first press warns during a payment, its repetitions are ignored, and the second press quits', async () => {
  const { press } = at();
  expect(await press(0, [running])).toEqual({ say: expect.stringContaining('A-1 checking') });
  expect(await press(300, [running])).toBe('same');
  expect(await press(2_000, [running])).toBe('quit');
});

test('a warning of half an hour ago does not count for the current payment', async () => {
  const { press } = at();
  await press(0, [running]);
  const later = 30 * 60_000;
  expect(await press(later, [{ ...running, id: 'A-2' }])).toEqual({ say: expect.stringContaining('A-2 checking') });
  expect(await press(later + 2_000, [{ ...running, id: 'A-2' }])).toBe('quit');
});
