// @vitest-environment jsdom
/** Details of an amount before and after it is charged: scans, order, note, surcharge, decimal keys, a later tip. */
import { cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixtureTill, type FixtureTill } from './fixtures/fixture-till.ts';
import type { ScreenFixture } from './fixtures/screen-fixture.ts';
import { screens } from './fixtures/screens.ts';
import { attempt, finished, hostState } from './fixtures/states.ts';
import { settle, showWindow, status, typeByHand } from './fixtures/window.tsx';

beforeEach(() => {
  window.location.hash = '#/';
});

function show(fixture: ScreenFixture | undefined): FixtureTill {
  if (!fixture) throw new Error('no such fixture');
  const till = fixtureTill(fixture);
  showWindow(till);
  return till;
}
const press = (key: string) => fireEvent.keyDown(document.body, { key });
const type = typeByHand;
/** Waits until changed keys accept presses again. */
const wait = (ms = 420) => settle(ms);
/** Waits between two keys, as a cashier does; a scanner does not pause. */
const aMoment = () => wait(60);

it('PIN digits typed before the PIN pad has the focus never change the amount', async () => {
  const till = show({ host: hostState(), typed: '500' });
  await wait();
  const failure = { code: 'ROLE_REQUIRED', message: '', context: { ask: 'Mo' } } as const;
  till.store.setState({ permission: { failure, act: 'close-link', give: () => Promise.resolve(), refuse: () => {} } });
  till.commands.typeKey('4');
  till.store.setState({ permission: null });
  expect(till.store.getState().sale.entry.digits).toBe('500');
  till.commands.typeKey('4');
  expect(till.store.getState().sale.entry.digits).toBe('5004');
});

describe('a barcode scanner types faster than a person', () => {
  /** Types keys five milliseconds apart by the clock of the keyboard: the speed of this machine does not matter. */
  const scan = (text: string, target: Element = document.body, heldUpMs = (_index: number) => 0) => {
    const beganAt = new Event('now').timeStamp;
    for (const [index, key] of [...Array.from(text), 'Enter'].entries()) {
      const focused = target.isConnected ? target : document.body;
      const event = createEvent.keyDown(focused, { key });
      Object.defineProperty(event, 'timeStamp', { value: beganAt + index * 5 + heldUpMs(index) });
      fireEvent(focused, event);
    }
  };

  it('enters the price, charges nothing, and keeps the typed digits out of it', async () => {
    const till = show({ host: hostState(), typed: '500' });
    await wait();
    type('7');
    await aMoment();
    scan('2012345012998');
    expect(screen.getByRole('button', { name: 'Charge $12.99' })).toBeTruthy();
    expect(screen.getByText('Scanned $12.99')).toBeTruthy();
    await waitFor(() => expect(status().textContent).toContain('Scanned 12 dollars 99 cents'));
    expect(till.calls).toEqual([]);
    await wait(460);
    press('Enter');
    await waitFor(() => expect(till.calls).toMatchObject([{ path: 'payment.start', input: { amountMinor: 1299 } }]));
  });

  it('reads a scan that was delayed on its way, and discards half a scan', async () => {
    const till = show({ host: hostState(), typed: '500' });
    await wait();
    scan('2012345012998', document.body, (index) => (index < 8 ? 0 : 400));
    expect(screen.getByText('Scanned $12.99')).toBeTruthy();
    await wait(1_100);
    scan('2345012998', document.body, (index) => (index < 6 ? 0 : 400));
    expect(screen.getByText('The barcode was misread. Scan the barcode again.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Charge $12.99' })).toBeTruthy();
    expect(till.calls).toEqual([]);
  });

  it('keeps the typed amount after a product without a price, with a message', async () => {
    const till = show({ host: hostState(), typed: '500' });
    await wait();
    scan('4006381333931');
    expect(screen.getByRole('button', { name: 'Charge $5.00' })).toBeTruthy();
    expect(screen.getByText('There is no price in that barcode. Type the amount.')).toBeTruthy();
    expect(till.calls).toEqual([]);
  });

  it('starts the next sale on an outcome, and does nothing to a running payment', async () => {
    const till = show({
      host: hostState({ attempts: [finished({ state: 'declined', declineCode: 'EXPIRED_CARD' })] }),
    });
    await wait();
    scan('2012345012998');
    expect(screen.getByRole('button', { name: 'Charge $12.99' })).toBeTruthy();
    expect(till.calls).toEqual([]);
    cleanup();
    const busy = show({ host: hostState({ attempts: [attempt()] }) });
    await wait();
    scan('2012345012998');
    expect(screen.getByRole('heading', { level: 1, name: 'Insert, tap or swipe' })).toBeTruthy();
    expect(busy.calls).toEqual([]);
  });

  it.each(['partly-paid', 'link-open', 'link-paid-less', 'link-closed-part'])(
    'neither a digit nor a code ends an unfinished sale: %s',
    async (name) => {
      const till = show(screens[name]);
      await wait();
      const heading = (await screen.findByRole('heading', { level: 1 })).textContent;
      scan('2012345012998');
      typeByHand('450');
      await settle();
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
      // The scanned amount must not appear after the cashier ends this screen.
      expect(till.store.getState().sale.entry.digits).toBe('');
      expect(till.dismissed).toEqual([]);
    },
  );

  it.each(['link-paid', 'link-closed'])('the outcome of a link yields to the next sale: %s', async (name) => {
    show(screens[name]);
    await wait();
    await screen.findByRole('heading', { level: 1 });
    typeByHand('450');
    expect(await screen.findByRole('button', { name: 'Charge $4.50' })).toBeTruthy();
  });

  it('does not press the focused key with its Enter, and a scan is not a tip', async () => {
    const till = show(screens['tip-none']);
    await wait();
    const back = screen.getByRole('button', { name: 'Back' });
    back.focus();
    scan('2012345012998', back);
    expect(screen.getByText('A barcode is not a tip. Type the tip, or go back.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Charge $42.60' })).toBeTruthy();
    expect(till.calls).toEqual([]);
  });
});

describe('order, note and surcharge', () => {
  const charge = async (till: FixtureTill) => {
    await aMoment();
    press('Enter');
    await waitFor(() => expect(till.calls).toHaveLength(1));
    return till.calls[0]?.input;
  };

  it('opens the forms at F2 and F4, keeps them at Enter, and sends both with the payment', async () => {
    const till = show({ host: hostState(), typed: '4260' });
    await wait();
    press('F2');
    const order = await screen.findByLabelText('Order or table');
    fireEvent.change(order, { target: { value: ' A-1187 ' } });
    await wait();
    fireEvent.submit(order);
    expect(await screen.findByText('A-1187')).toBeTruthy();
    await wait();
    press('F4');
    const note = await screen.findByLabelText('Note text');
    fireEvent.change(note, { target: { value: 'no nuts' } });
    await wait();
    fireEvent.submit(note);
    await wait();
    expect(await charge(till)).toMatchObject({ amountMinor: 4260, order: 'A-1187', note: 'no nuts' });
  });

  it('refuses a card number in order and note', async () => {
    const till = show(screens['idle-note']);
    const note = await screen.findByLabelText('Note text');
    fireEvent.change(note, { target: { value: 'card 4111 1111 1111 1111' } });
    await wait();
    fireEvent.submit(note);
    expect(
      screen.getAllByText(
        'That looks like a card number. The text was not stored or sent. Leave the card number out. Never type card numbers here.',
      ),
    ).not.toEqual([]);
    expect(till.store.getState().sale.note).toBeNull();
  });

  it('shows a surcharge before the charge, and charges it as shown', async () => {
    const till = show(screens['idle-surcharge']);
    await wait();
    // 3 % of 42.60 is 1.278: fractions are cut off, never rounded up.
    expect(screen.getByText('Card fee: $1.27 is added for paying by card. Tell the customer.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Charge $43.87' })).toBeTruthy();
    expect(await charge(till)).toMatchObject({ amountMinor: 4260, surchargeMinor: 127 });
  });

  it('reads digits as whole units with decimal keys, and the decimal sign replaces 00', async () => {
    const till = show({ host: { ...hostState(), till: { ...hostState().till, amountEntry: 'decimal' } } });
    await wait();
    type('42');
    fireEvent.click(screen.getByRole('button', { name: 'Decimal sign' }));
    expect(screen.queryByRole('button', { name: '00' })).toBeNull();
    await aMoment();
    type('6');
    expect(screen.getByRole('button', { name: 'Charge $42.60' })).toBeTruthy();
    press('Backspace');
    press('Backspace');
    expect(screen.getByRole('button', { name: 'Charge $42.00' })).toBeTruthy();
    expect(await charge(till)).toMatchObject({ amountMinor: 4200 });
  });
});

describe('the keys after a refused key', () => {
  const host = hostState();
  const withTabs = hostState({ till: { ...host.till, tabs: true } });

  it('ask at Charge, Hold and Pay link for a correction of the amount', async () => {
    show({ host: withTabs });
    await wait();
    type('12.345');
    expect(screen.getAllByText('Correct the amount')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: /Charge|Hold|link/i })).toBeNull();
    press('Backspace');
    expect(screen.queryByText('Correct the amount')).toBeNull();
    expect(screen.getByRole('button', { name: 'Charge $12.34' })).toBeTruthy();
  });

  it('offer neither a link nor another tender without a terminal', async () => {
    const lost = screens['terminal-lost'];
    show(lost && { ...lost, typed: '' });
    await wait();
    fireEvent.click(screen.getByRole('button', { name: 'Type an amount' }));
    type('12.34');
    const ways = () => screen.queryAllByRole('button', { name: /link|another way/i }).length;
    expect(ways()).toBe(2);
    type('5');
    expect(ways()).toBe(0);
  });
});

describe('a tip after the payment', () => {
  it('holds the amount owed and room for a tip, and shows that before', async () => {
    const till = show(screens['idle-tip-after']);
    await wait();
    expect(screen.getByText(/\$53\.25 is held for the tip/)).toBeTruthy();
    press('Enter');
    await waitFor(() =>
      expect(till.calls).toMatchObject([
        { path: 'payment.start', input: { kind: 'authorization', amountMinor: 4260, tipRoomMinor: 1065 } },
      ]),
    );
  });

  it('captures the amount owed without a tip at Enter, once', async () => {
    const till = show(screens['add-tip']);
    await wait();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Approved' }));
    expect(screen.getByText('Nothing has been charged yet.')).toBeTruthy();
    press('Enter');
    press('Enter');
    await waitFor(() =>
      expect(till.calls).toMatchObject([{ path: 'payment.capture', input: { amountMinor: 4260, tipMinor: 0 } }]),
    );
  });

  it('offers the tips at F3, captures the chosen tip with the payment, and goes back at Esc', async () => {
    const till = show(screens['add-tip']);
    await wait();
    press('F3');
    expect(screen.getByRole('heading', { level: 1, name: 'Total with tip' })).toBeTruthy();
    await wait();
    press('Escape');
    expect(screen.getByRole('heading', { level: 1, name: 'Approved' })).toBeTruthy();
    await wait();
    press('F3');
    fireEvent.click(screen.getByRole('radio', { name: /18%/ }));
    await wait();
    press('Enter');
    await waitFor(() =>
      expect(till.calls).toMatchObject([{ path: 'payment.capture', input: { amountMinor: 5027, tipMinor: 767 } }]),
    );
  });

  it('refuses a tip beyond the amount held', async () => {
    const till = show(screens['tip-after']);
    await wait();
    type('1');
    expect(screen.getAllByText('Press Other amount to type a tip.')).toBeTruthy();
    press('F3');
    type('1066');
    expect(till.store.getState().sale.tip).toMatchObject({ entry: { digits: '106' } });
    expect(till.store.getState().sale.refusal).toBe('AMOUNT_OVER_LIMIT');
    press('Enter');
    expect(screen.getAllByText('Correct the amount')).toBeTruthy();
    expect(till.calls).toEqual([]);
  });
});
