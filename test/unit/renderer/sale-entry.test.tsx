// @vitest-environment jsdom
/** What goes with an amount before it is charged, and after: scans, order, note, surcharge, decimal keys, a later tip. */
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
/** Past the dead time of keys that changed. */
const wait = (ms = 420) => settle(ms);
/** Between two keys of a person; a scanner leaves none. */
const aMoment = () => wait(60);

it('a PIN that is typed before its question has the focus is nobody’s amount', async () => {
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
  /** Keys five milliseconds apart, by the keyboard's own clock: how long this machine takes with each does not count. */
  const scan = (text: string, target: Element = document.body, heldUpMs = (_index: number) => 0) => {
    const beganAt = new Event('now').timeStamp;
    for (const [index, key] of [...Array.from(text), 'Enter'].entries()) {
      const focused = target.isConnected ? target : document.body;
      const event = createEvent.keyDown(focused, { key });
      Object.defineProperty(event, 'timeStamp', { value: beganAt + index * 5 + heldUpMs(index) });
      fireEvent(focused, event);
    }
  };

  it('puts the price there, charges nothing, and adds nothing to what was typed', async () => {
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

  it('a scan that was held up on its way is read, and of half a scan nothing is left', async () => {
    const till = show({ host: hostState(), typed: '500' });
    await wait();
    scan('2012345012998', document.body, (index) => (index < 8 ? 0 : 400));
    expect(screen.getByText('Scanned $12.99')).toBeTruthy();
    await wait(1_100);
    scan('2345012998', document.body, (index) => (index < 6 ? 0 : 400));
    expect(screen.getByText('The barcode was misread. Scan it again.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Charge $12.99' })).toBeTruthy();
    expect(till.calls).toEqual([]);
  });

  it('a product without a price leaves what was typed, with a sentence', async () => {
    const till = show({ host: hostState(), typed: '500' });
    await wait();
    scan('4006381333931');
    expect(screen.getByRole('button', { name: 'Charge $5.00' })).toBeTruthy();
    expect(screen.getByText('There is no price in that barcode. Type the amount.')).toBeTruthy();
    expect(till.calls).toEqual([]);
  });

  it('starts the next sale on an outcome, and does nothing to a payment that runs', async () => {
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
    'no digit and no code ends what is unfinished: %s',
    async (name) => {
      const till = show(screens[name]);
      await wait();
      const heading = (await screen.findByRole('heading', { level: 1 })).textContent;
      scan('2012345012998');
      typeByHand('450');
      await settle();
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
      // Nor does it stand there once somebody ended it.
      expect(till.store.getState().sale.entry.digits).toBe('');
      expect(till.putAway).toEqual([]);
    },
  );

  it.each(['link-paid', 'link-closed'])('an end of a link gives way to the next sale: %s', async (name) => {
    show(screens[name]);
    await wait();
    await screen.findByRole('heading', { level: 1 });
    typeByHand('450');
    expect(await screen.findByRole('button', { name: 'Charge $4.50' })).toBeTruthy();
  });

  it('its Enter does not press the key that has focus either, and a tip is not scanned', async () => {
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

describe('order, note and what is on top', () => {
  const charge = async (till: FixtureTill) => {
    await aMoment();
    press('Enter');
    await waitFor(() => expect(till.calls).toHaveLength(1));
    return till.calls[0]?.input;
  };

  it('by keyboard: F2 and F4 open their forms, Enter keeps, and both go with the payment', async () => {
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

  it('a card number is refused in either', async () => {
    const till = show(screens['idle-note']);
    const note = await screen.findByLabelText('Note text');
    fireEvent.change(note, { target: { value: 'card 4111 1111 1111 1111' } });
    await wait();
    fireEvent.submit(note);
    expect(
      screen.getAllByText(
        'That looks like a card number. It was not stored or sent. Never type a card number here: leave it out.',
      ),
    ).not.toEqual([]);
    expect(till.store.getState().sale.note).toBeNull();
  });

  it('a surcharge is said before anything is charged, and charged as it was said', async () => {
    const till = show(screens['idle-surcharge']);
    await wait();
    // 3 % of 42.60 is 1.278: cut off, never rounded up.
    expect(screen.getByText('Card fee: $1.27 is added for paying by card. Tell the customer.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Charge $43.87' })).toBeTruthy();
    expect(await charge(till)).toMatchObject({ amountMinor: 4260, surchargeMinor: 127 });
  });

  it('decimal keys: digits are whole, and the decimal sign has the place of 00', async () => {
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

describe('after a refused key', () => {
  const host = hostState();
  const withTabs = hostState({ till: { ...host.till, tabs: true } });

  it('Charge, Hold and Pay link each say that the amount is to be corrected', async () => {
    show({ host: withTabs });
    await wait();
    type('12.345');
    expect(screen.getAllByText('Correct the amount')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: /Charge|Hold|link/i })).toBeNull();
    press('Backspace');
    expect(screen.queryByText('Correct the amount')).toBeNull();
    expect(screen.getByRole('button', { name: 'Charge $12.34' })).toBeTruthy();
  });

  it('without a terminal neither a link nor money taken another way is offered', async () => {
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
  it('holds what is owed and room for a tip, and says so before', async () => {
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

  it('Enter takes what is owed without a tip, once', async () => {
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

  it('F3 offers the tips; the chosen one is taken with the payment, and Esc goes back', async () => {
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

  it('a tip beyond what is held cannot be typed', async () => {
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
