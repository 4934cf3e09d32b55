// @vitest-environment jsdom
/** The till asks once about an amount far above the usual one, before it sends anything. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { askAboveMinor } from '../../../renderer/store/large-amount.ts';
import { fixtureTill } from './fixtures/fixture-till.ts';
import { kiosk } from './fixtures/place-screens.ts';
import { finished, hostState } from './fixtures/states.ts';
import { button, pastDeadTime, showWindow, typeByHand } from './fixtures/window.tsx';
// Loaded up front, because the screen loads it on demand.
import '../../../renderer/counter/amount-check.tsx';
import '../../../renderer/counter/amount-check.tsx';

beforeEach(() => {
  window.location.hash = '#/';
});

const press = (key: string) => fireEvent.keyDown(document.body, { key });
const sales = (amounts: readonly number[]) =>
  hostState({
    attempts: amounts.map((amountMinor, index) =>
      finished({ id: `A-${index}`, state: 'captured', amountMinor, capturedMinor: amountMinor }),
    ),
  });

describe('the threshold', () => {
  it('is ten times the usual sale, once enough sales are known', () => {
    expect(askAboveMinor(hostState())).toBe(100_000);
    expect(askAboveMinor(sales(Array.from({ length: 9 }, () => 450)))).toBe(100_000);
    expect(askAboveMinor(sales([...Array.from({ length: 9 }, () => 450), 90_000]))).toBe(4_500);
  });

  it('is the setting of the till', () => {
    const { till } = hostState();
    expect(askAboveMinor(hostState({ till: { ...till, askAboveMinor: 20_000 } }))).toBe(20_000);
  });
});

describe('the question', () => {
  const show = async (typed: string, host = hostState()) => {
    const till = showWindow(fixtureTill({ host, typed }));
    await pastDeadTime();
    press('Enter');
    // The question must be drawn, and then be old enough to be answered.
    await pastDeadTime();
    await pastDeadTime();
    return till;
  };
  const started = (till: Awaited<ReturnType<typeof show>>) => till.calls.filter(({ path }) => path === 'payment.start');

  it('is asked once, and Enter then charges', async () => {
    const till = await show('5901234');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Is this amount right?');
    expect(screen.getByText('This till asks about amounts above $1,000.00.')).toBeTruthy();
    expect(started(till)).toEqual([]);
    press('Enter');
    await waitFor(() => expect(started(till)).toMatchObject([{ input: { amountMinor: 5_901_234 } }]));
  });

  it('returns to the amount at Esc, and begins another amount at a digit', async () => {
    const till = await show('5901234');
    press('Escape');
    expect(button('Charge $59,012.34')).toBeTruthy();
    await pastDeadTime();
    press('Enter');
    await pastDeadTime();
    typeByHand('7');
    expect(button('Charge $0.07')).toBeTruthy();
    expect(started(till)).toEqual([]);
  });

  it('is not asked at the threshold itself', async () => {
    expect(started(await show('100000'))).toMatchObject([{ input: { amountMinor: 100_000 } }]);
  });

  it('is also asked at a kiosk', async () => {
    const till = showWindow(fixtureTill({ host: kiosk(hostState()) }));
    fireEvent.click(await screen.findByRole('button', { name: 'Touch to start' }));
    await pastDeadTime();
    typeByHand('200000');
    press('Enter');
    await pastDeadTime();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Is this amount right?');
    expect(started(till)).toEqual([]);
    press('Enter');
    await waitFor(() => expect(started(till)).toMatchObject([{ input: { amountMinor: 200_000 } }]));
  });
});
