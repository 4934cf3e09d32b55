// @vitest-environment jsdom
import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostState } from '../../../../electron/contract/index.ts';
import { answeringTill, rejectedWith, type Answers, type AnsweringTill } from '../fixtures/answering-till.ts';
import { kiosk, placeScreens } from '../fixtures/place-screens.ts';
import { attempt, cardLeftIn, finished, hostState, terminal, trainingState, visa } from '../fixtures/states.ts';
import { pastDeadTime, settle, showWindow, status, title, typeByHand } from '../fixtures/window.tsx';

beforeEach(() => {
  window.location.hash = '';
});
afterEach(() => {
  delete document.documentElement.dataset['theme'];
});

async function show(host: HostState = kiosk(hostState()), answers: Answers = {}): Promise<AnsweringTill> {
  const till = answeringTill(host, answers);
  showWindow(till);
  await screen.findByRole('heading', { level: 1 });
  return till;
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const key = (name: string) => fireEvent.keyDown(document.body, { key: name });
const change = (till: AnsweringTill, host: HostState) => act(() => till.show(host));
/** Advances the clock of the window and its quarter-second tick. */
async function pass(till: AnsweringTill, ms: number) {
  till.pass(ms);
  await settle(270);
}
const started = (till: AnsweringTill) =>
  till.calls
    .filter((call) => call.path === 'payment.start')
    .map((call) => call.input as { id: string; amountMinor: number });
async function pay(till: AnsweringTill, digits: string) {
  await pastDeadTime();
  press('Touch to start');
  await pastDeadTime();
  for (const digit of digits) key(digit);
  press(/^Pay \$/);
  await act(async () => {});
  const [one] = started(till);
  if (!one) throw new Error('nothing was started');
  return one;
}

const kioskScreens = Object.entries(placeScreens).filter(([name]) => name.startsWith('kiosk'));

describe('a card left in the reader', () => {
  it.each(kioskScreens.filter(([name]) => name.endsWith('card-in')))(
    '%s: asks the customer to take the card, on screen and aloud',
    async (_name, { host }) => {
      if (!host) throw new Error('fixture');
      const till = await show(host);
      expect(screen.getByText('Please take your card.')).toBeTruthy();
      await waitFor(() => expect(status().textContent).toContain('Please take your card.'));
      change(till, { ...host, terminals: [terminal()] });
      expect(screen.queryByText('Please take your card.')).toBeNull();
    },
  );

  it('delays the next payment, and the screen explains why', async () => {
    await show(kiosk(cardLeftIn()));
    expect(title()).toBe('Please take your card');
    expect(screen.getByText('A card is still in the reader. The payment starts once the card is out.')).toBeTruthy();
  });
});

describe('every stage', () => {
  it.each(kioskScreens)(
    '%s: has one focused title, no navigation, Larger, Contrast, Lower and Help',
    async (_name, fixture) => {
      if (!fixture.host) throw new Error('fixture');
      await show(fixture.host);
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
      await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toBe(document.activeElement));
      expect(screen.queryByRole('navigation')).toBeNull();
      expect(screen.queryAllByRole('link')).toEqual([]);
      const easier = within(screen.getByRole('group', { name: 'Easier to use' }));
      expect(easier.getAllByRole('button').map((one) => one.textContent)).toEqual([
        'Larger',
        'Contrast',
        'Lower',
        'Help',
      ]);
      expect(document.querySelectorAll('[data-variant="go"]').length).toBeLessThanOrEqual(1);
      await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe(''));
    },
  );

  it.each(kioskScreens)('%s: never gives the reason of a refusal by a bank or a machine', async (_name, fixture) => {
    if (!fixture.host) throw new Error('fixture');
    await show(fixture.host);
    await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe(''));
    // The lights in the corner are for the technician of the kiosk.
    const text = `${screen.getByRole('main').textContent} ${screen.getByRole('status').textContent}`;
    expect(text).not.toMatch(/INSUFFICIENT|not enough money|API_|LINK_|TERM_|unplugged\.|declined/i);
  });
});

describe('a customer without help', () => {
  it('touches Start, enters an amount, pays and is thanked, and the next customer starts afresh', async () => {
    const till = await show();
    const { id, amountMinor } = await pay(till, '4260');
    expect(amountMinor).toBe(4260);
    expect(title()).toBe('Starting');
    change(till, kiosk(hostState({ attempts: [attempt({ id })] })));
    expect(title()).toBe('Insert, tap or swipe');
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/To pay: 42 dollars 60 cents\. Insert/));
    change(till, kiosk(hostState({ attempts: [attempt({ id, prompt: 'asking-bank', card: visa })] })));
    expect(title()).toBe('Processing');
    change(
      till,
      kiosk(hostState({ attempts: [finished({ id, state: 'captured', capturedMinor: 4260, card: visa })] })),
    );
    expect(title()).toBe('Thank you');
    expect(screen.getByText('Ready again in 0:20')).toBeTruthy();
    await pass(till, 19_000);
    expect(screen.getByText('Ready again in 0:01')).toBeTruthy();
    await pass(till, 1_000);
    expect(title()).toBe('Pay here');
    await pastDeadTime();
    press('Touch to start');
    expect(screen.getByText('nothing yet')).toBeTruthy();
    expect(started(till)).toHaveLength(1);
  });

  it('can use the keyboard alone', async () => {
    const till = await show();
    await pastDeadTime();
    key('Enter');
    expect(title()).toBe('Enter the amount to pay');
    await pastDeadTime();
    key('Enter');
    expect(started(till)).toEqual([]);
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/Enter the amount/));
    typeByHand('500');
    key('Enter');
    await act(async () => {});
    expect(started(till)).toMatchObject([{ amountMinor: 500, currency: 'USD' }]);
  });

  it('can cancel before and during the payment, and gets an honest answer', async () => {
    const till = await show();
    await pastDeadTime();
    press('Touch to start');
    await pastDeadTime();
    key('7');
    key('Escape');
    expect(title()).toBe('Pay here');
    change(till, kiosk(hostState({ attempts: [attempt()] })));
    await pastDeadTime();
    press('Cancel');
    expect(till.calls).toEqual([{ path: 'payment.cancel', input: { attempt: attempt().id } }]);
    change(till, kiosk(hostState({ attempts: [attempt({ cancelAsked: true, prompt: 'cancelling' })] })));
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    change(till, kiosk(hostState({ attempts: [finished({ state: 'captured', cancelTooLate: true })] })));
    expect(title()).toBe('Thank you');
    expect(screen.getByText(/too late to cancel/)).toBeTruthy();
  });

  it('loses the typed amount after walking away', async () => {
    const till = await show();
    await pastDeadTime();
    press('Touch to start');
    key('4');
    await pass(till, 50_000);
    expect(screen.getByText('Starts over in 0:10')).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/Press More time to continue/));
    key('2');
    await pass(till, 50_000);
    expect(title()).toBe('Enter the amount to pay');
    press('More time');
    await pass(till, 59_000);
    expect(title()).toBe('Enter the amount to pay');
    // One tick longer than the rest, because More time was pressed between two ticks.
    await pass(till, 1_250);
    expect(title()).toBe('Pay here');
    await pastDeadTime();
    press('Touch to start');
    expect(screen.getByText('nothing yet')).toBeTruthy();
  });

  it('is offered help or another card after a decline, and the same press never charges twice', async () => {
    const till = await show();
    const first = await pay(till, '4260');
    change(
      till,
      kiosk(
        hostState({ attempts: [finished({ id: first.id, state: 'declined', declineCode: 'LOST_OR_STOLEN_CARD' })] }),
      ),
    );
    expect(title()).toBe('Please speak to the cashier');
    expect(screen.getByText('You were not charged.')).toBeTruthy();
    await pastDeadTime();
    press('Try another card');
    await act(async () => {});
    const [, second] = started(till);
    expect(second).toMatchObject({ amountMinor: 4260 });
    expect(second?.id).not.toBe(first.id);
  });

  it('finds no key that charges or leaves while the payment is checked, and no timer', async () => {
    const till = await show(placeScreens['kiosk-checking']?.host ?? undefined);
    expect(title()).toBe('Please speak to the cashier');
    expect(screen.getByText(/It is not known yet whether you were charged/)).toBeTruthy();
    await pastDeadTime();
    key('Enter');
    key('Escape');
    key('5');
    await pass(till, 600_000);
    expect(title()).toBe('Please speak to the cashier');
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual([
      'Larger',
      'Contrast',
      'Lower',
      'Help',
    ]);
    expect(till.calls).toEqual([]);
  });

  it('is offered help if the host refuses Pay, and then starts over', async () => {
    const till = await show(undefined, { 'payment.start': () => rejectedWith('TERM_NOT_READY') });
    await pay(till, '100');
    await waitFor(() => expect(title()).toBe('Please speak to the cashier'));
    expect(screen.getByText('You were not charged.')).toBeTruthy();
    await pastDeadTime();
    press('Start over');
    expect(title()).toBe('Pay here');
  });

  it('sees the kiosk rest while the terminal is disconnected, and the amount cleared for the next customer', async () => {
    const till = await show();
    await pastDeadTime();
    press('Touch to start');
    key('9');
    change(till, kiosk(hostState({ terminals: [terminal({ state: 'lost' })] })));
    expect(title()).toBe('This kiosk is closed');
    await pass(till, 20_000);
    change(till, kiosk(hostState()));
    expect(title()).toBe('Pay here');
  });

  it('gets a message for an amount over the limit', async () => {
    await show();
    await pastDeadTime();
    press('Touch to start');
    for (const digit of '99999990') key(digit);
    expect(screen.getByText(/This till charges at most \$99,999\.99 at once/)).toBeTruthy();
  });
});

describe('accessibility and tamper resistance', () => {
  it('Larger and Contrast last for one customer and reset for the next', async () => {
    const { dataset } = document.documentElement;
    dataset['theme'] = 'dark';
    const till = await show();
    press('Larger');
    press('Contrast');
    expect([dataset['kiosk'], dataset['theme']]).toEqual(['larger', 'contrast']);
    expect(screen.getByRole('button', { name: 'Larger', pressed: true })).toBeTruthy();
    await pastDeadTime();
    press('Touch to start');
    expect([dataset['kiosk'], dataset['theme']]).toEqual(['larger', 'contrast']);
    await pass(till, 60_000);
    expect(title()).toBe('Pay here');
    expect([dataset['kiosk'], dataset['theme']]).toEqual(['plain', 'dark']);
    cleanup();
    expect([dataset['kiosk'], dataset['theme']]).toEqual([undefined, 'dark']);
  });

  it('has no context menu, no selection, no dragging, and no navigation', async () => {
    await show();
    for (const name of ['contextmenu', 'selectstart', 'dragstart']) {
      const event = createEvent(name, document.body, { bubbles: true, cancelable: true });
      fireEvent(document.body, event);
      expect(event.defaultPrevented).toBe(true);
    }
    window.location.hash = '#/terminals';
    window.dispatchEvent(new HashChangeEvent('hashchange'));
    fireEvent.keyDown(document.body, { key: '5', code: 'Digit5', altKey: true });
    await act(async () => {});
    expect(title()).toBe('Pay here');
  });

  it('shows the practice terminal next to the kiosk in training, and its keys reach the host', async () => {
    const till = await show(kiosk(trainingState()));
    const panel = within(screen.getByRole('region', { name: 'Practice terminal' }));
    fireEvent.click(panel.getByRole('button', { name: 'Pull cable' }));
    await act(async () => {});
    expect(till.calls).toEqual([{ path: 'practice.cable', input: { isPluggedIn: false } }]);
    cleanup();
    await show();
    expect(screen.queryByRole('region', { name: 'Practice terminal' })).toBeNull();
  });
});
