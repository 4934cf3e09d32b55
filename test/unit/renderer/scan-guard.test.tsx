/**
 * @module-tag full-scanners
 * @module-tag ci-only
 */
// @vitest-environment jsdom
/** Scanners at every screen of the till, through the real app: scans must not charge or press a key. */
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { randomFrom } from '../../fixtures/random.ts';
import { fixtureTill, type FixtureTill } from './fixtures/fixture-till.ts';
import { kiosk } from './fixtures/place-screens.ts';
import type { ScreenFixture } from './fixtures/screen-fixture.ts';
import { screens } from './fixtures/screens.ts';
import { finished, hostState, visa } from './fixtures/states.ts';
import { drawBurst, drawTyping, type TimedKey } from './fixtures/typists.ts';
import { settle, showWindow } from './fixtures/window.tsx';

beforeEach(() => {
  window.location.hash = '#/';
});

/** Dispatches keys on the focused element, each at its time. */
function play(keys: readonly TimedKey[]): void {
  let atMs = 0;
  for (const { key, atMs: nextMs } of keys) {
    act(() => void vi.advanceTimersByTime(nextMs - atMs));
    atMs = nextMs;
    const target = document.activeElement ?? document.body;
    const event = createEvent.keyDown(target, { key });
    if (!fireEvent(target, event)) continue;
    // Handles a key like a browser when no listener does.
    if (target instanceof HTMLInputElement && key.length === 1) {
      fireEvent.change(target, { target: { value: target.value + key } });
    } else if (target instanceof HTMLInputElement && key === 'Enter' && target.form) {
      fireEvent.submit(target.form);
    } else if (target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')) {
      fireEvent.click(target);
    }
  }
}

const steadily = (text: string, paceMs: number, ends: readonly string[] = ['Enter']): TimedKey[] =>
  [...Array.from(text), ...ends].map((key, index) => ({ key, atMs: index * paceMs }));

function show(fixture: ScreenFixture | undefined): FixtureTill {
  if (!fixture) throw new Error('no such fixture');
  return showWindow(fixtureTill(fixture));
}

const asked = (till: FixtureTill) => till.calls.filter(({ path }) => path !== 'till.publishBasket');
const paid = hostState({
  attempts: [finished({ state: 'captured', capturedMinor: 4260, card: visa, transfer: 'TR1' })],
});
const withWays: ScreenFixture = {
  host: { ...paid, till: { ...paid.till, receipts: { printer: false, email: true, sms: true } } },
};

const ofKiosk: ScreenFixture = { host: kiosk(hostState()) };

const places: Readonly<Record<string, ScreenFixture | undefined>> = {
  idle: screens['idle'],
  'idle-empty': screens['idle-empty'],
  'idle-order': screens['idle-order'],
  paid: withWays,
  declined: screens['declined'],
  cancelled: screens['cancelled'],
  repeat: screens['repeat'],
  tip: screens['tip'],
  prompt: screens['prompt'],
  checking: screens['checking'],
  'partly-paid': screens['partly-paid'],
  'terminal-lost': screens['terminal-lost'],
  kiosk: ofKiosk,
  'kiosk-amount': ofKiosk,
};

/** Number of bursts over all screens; a quarter as many amounts are typed by hand. */
const BURSTS = Number(process.env['SCAN_BURSTS'] ?? 112);

describe('bursts over the screens', () => {
  const each = Math.ceil(BURSTS / Object.keys(places).length);
  it.each(Object.entries(places))(
    '%s: a scan charges nothing, presses no key, and prices are read',
    async (name, fixture) => {
      const till = show(fixture);
      await settle(420);
      if (name.startsWith('kiosk')) await screen.findByText('Touch to start');
      if (name === 'kiosk-amount') fireEvent.click(screen.getByRole('button', { name: 'Touch to start' }));
      const random = randomFrom(name.length * 1_000 + 22);
      const first = till.store.getState();
      for (let drawn = 0; drawn < each; drawn += 1) {
        const burst = drawBurst(random);
        play(burst.keys);
        // A scan without an Enter ends after a short pause.
        act(() => void vi.advanceTimersByTime(1_200));
        const said = JSON.stringify(burst);
        expect(asked(till), said).toEqual([]);
        expect(document.querySelector('[role="dialog"]'), said).toBeNull();
        const { sale } = till.store.getState();
        // The rest of an order stays on screen until the cashier ends it with its key.
        if (name === 'partly-paid') expect(screen.queryByRole('heading', { name: 'Partly paid' }), said).not.toBeNull();
        if (name === 'kiosk') expect(document.querySelector('[data-stage="attract"]'), said).not.toBeNull();
        if (/^idle$|amount/.test(name) && burst.amountMinor !== null)
          expect(sale.scannedMinor, said).toBe(burst.amountMinor);
        if (/^idle$|amount/.test(name) && burst.amountMinor === null)
          expect(sale.entry, said).toEqual(first.sale.entry);
        act(() => till.store.setState(first));
      }
    },
  );
});

describe('amounts typed by hand', () => {
  it('are charged at Enter, every time', async () => {
    const till = show({ host: hostState() });
    await settle(420);
    const random = randomFrom(12);
    const first = till.store.getState();
    for (let drawn = 0; drawn < BURSTS / 4; drawn += 1) {
      const { keys, digits } = drawTyping(random);
      play(keys);
      expect(
        asked(till).map(({ input }) => input),
        JSON.stringify(keys),
      ).toMatchObject([{ amountMinor: Number(digits) }]);
      till.calls.length = 0;
      act(() => void vi.advanceTimersByTime(1_200));
      act(() => till.store.setState(first));
    }
  });
});

describe('single cases', () => {
  it.each([60, 90, 120])('a slow scanner at %i ms a character charges nothing', async (paceMs) => {
    const till = show({ host: hostState(), typed: '500' });
    await settle(420);
    play(steadily('5901234123457', paceMs));
    expect(screen.getByText('There is no price in that barcode. Type the amount.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Charge $5.00' })).toBeTruthy();
    act(() => void vi.advanceTimersByTime(1_200));
    play(steadily('A-1187', paceMs));
    expect(screen.getByRole('button', { name: 'Charge $5.00' })).toBeTruthy();
    expect(asked(till)).toEqual([]);
  });

  it('scanned letters on Paid open nothing', async () => {
    show(withWays);
    await settle(420);
    play(steadily('PQET123', 100));
    await settle(600);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('acts on a letter as a key of the screen a quarter of a second later', async () => {
    show(withWays);
    await settle(1_200);
    play([{ key: 'e', atMs: 0 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => void vi.advanceTimersByTime(260));
    await waitFor(() => expect(screen.getByRole('dialog')).toBeTruthy());
    const address = await screen.findByLabelText('Email address');
    address.focus();
    await settle(420);
    play(steadily('PQET123', 10));
    expect(address).toHaveProperty('value', '');
    expect(screen.getAllByText('The scan was ignored: no barcode belongs here.')).not.toEqual([]);
  });

  it('waits for more letters behind a letter that came late', async () => {
    const till = show(screens['released']);
    await settle(1_200);
    const pressedAt = performance.now();
    act(() => void vi.advanceTimersByTime(200));
    for (const [index, key] of ['p', '2', '4', '7'].entries()) {
      const event = createEvent.keyDown(document.body, { key });
      Object.defineProperty(event, 'timeStamp', { value: pressedAt + index * 10 });
      fireEvent(document.body, event);
      act(() => void vi.advanceTimersByTime(240));
    }
    expect(asked(till)).toEqual([]);
  });

  it('handles the waiting keys after a freeze before a letter counts as alone', async () => {
    const till = show(screens['released']);
    await settle(1_200);
    const pressedAt = performance.now();
    const type = (key: string, sincePressedMs: number) => {
      const event = createEvent.keyDown(document.body, { key });
      Object.defineProperty(event, 'timeStamp', { value: pressedAt + sincePressedMs });
      fireEvent(document.body, event);
    };
    type('p', 0);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 200);
    act(() => void vi.advanceTimersByTime(350));
    clock.mockRestore();
    for (const [index, key] of ['2', '4', '7'].entries()) type(key, 80 * (index + 1));
    await settle(600);
    expect(asked(till)).toEqual([]);
  });

  it('scans an order into its field, and the second Enter of the scanner charges nothing', async () => {
    const till = show(screens['idle-order']);
    const order = await screen.findByLabelText('Order or table');
    order.focus();
    fireEvent.change(order, { target: { value: '' } });
    await settle(420);
    play(steadily('B-2291', 100, ['Enter', 'Enter']));
    await settle();
    expect(till.store.getState().sale).toMatchObject({ order: 'B-2291', asking: null });
    expect(asked(till)).toEqual([]);
  });

  it('reports an Enter that may come from a scanner; the next Enter charges', async () => {
    const till = show({ host: hostState() });
    await settle(420);
    play([...steadily('4w260', 90, []), { key: 'Enter', atMs: 450 }]);
    expect(asked(till)).toEqual([]);
    expect(screen.getByText('Was that a scan? Press Enter again to continue.')).toBeTruthy();
    await settle(460);
    play([{ key: 'Enter', atMs: 0 }]);
    // The letter makes the amount invalid until it is removed.
    expect(screen.getAllByText('Correct the amount')).toBeTruthy();
    play([{ key: 'Backspace', atMs: 0 }, ...steadily('260', 150, [])]);
    await settle(460);
    play([{ key: 'Enter', atMs: 0 }]);
    await waitFor(() => expect(asked(till)).toMatchObject([{ input: { amountMinor: 4260 } }]));
  });

  it('classifies keys that arrive late and bunched by the time of their press', async () => {
    const till = show({ host: hostState() });
    await settle(420);
    const pressedAt = performance.now();
    act(() => void vi.advanceTimersByTime(2_000));
    for (const [index, key] of ['4', '2', '6', '0', 'Enter'].entries()) {
      const event = createEvent.keyDown(document.body, { key });
      Object.defineProperty(event, 'timeStamp', { value: pressedAt + index * 90 });
      fireEvent(document.body, event);
    }
    await waitFor(() => expect(asked(till)).toMatchObject([{ input: { amountMinor: 4260 } }]));
  });
});
