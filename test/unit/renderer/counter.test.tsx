// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { words as en } from '../../../electron/words/generated/en/index.ts';
import { fixtureTill, type FixtureTill } from './fixtures/fixture-till.ts';
import type { ScreenFixture } from './fixtures/screen-fixture.ts';
import { screens } from './fixtures/screens.ts';
import { at, attempt, finished, hostState, practice, terminal, trainingState, visa } from './fixtures/states.ts';
import { settle, showWindow, status, typeByHand } from './fixtures/window.tsx';

beforeEach(() => {
  window.location.hash = '#/';
});
afterEach(() => window.localStorage.clear());

function show(fixture: ScreenFixture | undefined): FixtureTill {
  if (!fixture) throw new Error('no such fixture');
  const till = fixtureTill(fixture);
  showWindow(till);
  return till;
}
const press = (key: string, target: Element | Window = document.body) => fireEvent.keyDown(target, { key });
const type = typeByHand;
const change = (till: FixtureTill, host: Parameters<FixtureTill['show']>[0]) => act(() => till.show(host));
/** Waits until changed keys accept presses again. */
const wait = (ms = 420) => settle(ms);
/** Waits between two keys, as a cashier does; a scanner does not pause. */
const aMoment = () => wait(60);

describe('every screen of the sale place', () => {
  it.each(Object.keys(screens))('%s: has one title, a window, keys, and a text in the live region', async (name) => {
    show(screens[name]);
    // Some screens are loaded on demand.
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1));
    // The moment page has no keys.
    const isAway = name.startsWith('moment');
    expect(screen.queryByRole('region', { name: 'Keys' }) !== null).toBe(!isAway);
    expect(screen.getAllByRole('status')).toHaveLength(1);
    if (name !== 'idle' && !name.startsWith('idle-') && !name.startsWith('training') && name !== 'unmatched') {
      await waitFor(() => expect(status().textContent).not.toBe(''));
    }
    const buttons = screen.queryAllByRole('button');
    expect(buttons.length > 0).toBe(!isAway);
    for (const button of buttons) expect(button.textContent || button.ariaLabel).toBeTruthy();
    // At most one key is filled.
    expect(document.querySelectorAll('[data-variant="go"]').length).toBeLessThanOrEqual(1);
  });

  it.each(['moment', 'moment-idle'])(
    '%s: warns against another charge only when a payment ran, and then shows its amount',
    (name) => {
      const { charged, chargedPaying } = en.outcomes.moment;
      show(screens[name]);
      expect(screen.getByText(name === 'moment' ? chargedPaying : charged)).toBeTruthy();
      expect(document.body.textContent.includes('$42.60')).toBe(name === 'moment');
    },
  );

  it('sends for a technician about a payment of another account, and promises no answer from polling', () => {
    show(screens['checking-other-account']);
    expect(screen.getByText(en.counter.checkingReasons['other-account'])).toBeTruthy();
    expect(screen.getByText(en.failures.API_OTHER_ACCOUNT.next)).toBeTruthy();
    expect(screen.queryByText(/keeps asking|wait/i)).toBeNull();
  });

  it.each(['checking', 'checking-practice'])('%s: locks Charge with its reason, and no key charges again', (name) => {
    const till = show(screens[name]);
    expect(screen.getByText('Charge is locked')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /charge|again|retry|new sale/i })).toBeNull();
    press('Enter');
    press('F9');
    type('5');
    expect(till.calls).toEqual([]);
  });
});

describe('a sale by keyboard alone', () => {
  it('types an amount, charges it and continues', async () => {
    const till = show({ host: hostState() });
    await wait();
    expect(screen.getByText('Type an amount')).toBeTruthy();
    type('4260');
    expect(screen.getByRole('button', { name: 'Charge $42.60' })).toBeTruthy();
    expect(screen.getByText('42 dollars 60 cents')).toBeTruthy();
    await aMoment();
    press('Enter');
    await waitFor(() => expect(till.calls).toMatchObject([{ path: 'payment.start', input: { amountMinor: 4260 } }]));
    const id = String((till.calls[0]?.input as { id?: string } | undefined)?.id);
    change(till, hostState({ attempts: [attempt({ id })] }));
    const title = screen.getByRole('heading', { level: 1, name: 'Insert, tap or swipe' });
    expect(document.activeElement).toBe(title);
    await waitFor(() => expect(status().textContent).toContain('Insert, tap or swipe. 42 dollars 60 cents.'));
    change(till, hostState({ attempts: [finished({ id, state: 'captured', capturedMinor: 4260, card: visa })] }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Paid' }));
    await waitFor(() => expect(status().textContent).toContain('Paid. 42 dollars 60 cents.'));
    await wait();
    press('Enter');
    expect(screen.getByRole('heading', { level: 1, name: 'To charge' })).toBeTruthy();
    expect(till.calls).toHaveLength(1);
  });

  it('ignores a second Enter within 400 ms', async () => {
    const till = show({ host: hostState({ attempts: [attempt()] }) });
    await wait();
    change(till, hostState({ attempts: [finished({ state: 'declined', declineCode: 'EXPIRED_CARD' })] }));
    press('Enter');
    expect(till.calls).toEqual([]);
    expect(screen.getByRole('heading', { level: 1, name: 'Declined' })).toBeTruthy();
    await wait();
    press('Enter');
    expect(till.calls).toMatchObject([{ path: 'payment.start' }]);
  });

  it('keeps Cancel in its place and live when the prompt changes', async () => {
    const till = show({ host: hostState({ attempts: [attempt()] }) });
    await wait();
    change(till, hostState({ attempts: [attempt({ prompt: 'enter-pin' })] }));
    press('Escape');
    await waitFor(() => expect(till.calls).toMatchObject([{ path: 'payment.cancel' }]));
  });

  it('clears at Esc and never confirms', async () => {
    const till = show({ host: hostState(), typed: '500' });
    await wait();
    press('Escape');
    expect(screen.getByText('Type an amount')).toBeTruthy();
    press('Escape');
    expect(till.calls).toEqual([]);
  });

  it('starts the next sale at a digit on an outcome, and its Enter is live', async () => {
    const till = show({ host: hostState({ attempts: [finished({ state: 'captured', capturedMinor: 4260 })] }) });
    await wait();
    type('70');
    await aMoment();
    press('Enter');
    await waitFor(() => expect(till.calls).toMatchObject([{ path: 'payment.start', input: { amountMinor: 70 } }]));
  });

  it('presses the focused key at Enter, not the go key', async () => {
    const till = show({ host: hostState(), typed: '500' });
    await wait();
    const seven = within(screen.getByRole('group', { name: 'Amount keys' })).getByRole('button', { name: '7' });
    fireEvent.keyDown(seven, { key: 'Enter' });
    expect(till.calls).toEqual([]);
  });
});

describe('invalid input is refused with a message', () => {
  it.each([
    ['-5', 'An amount to charge cannot be negative.'],
    ['1.234', 'Too many decimal places for this currency.'],
    ['ten', 'That is not an amount. Use the digits 0 to 9.'],
    ['٤٢', 'Use the digits 0 to 9.'],
    ['100000000', 'This till charges at most $99,999.99 at once.'],
    ['0', 'Zero cannot be charged.'],
  ])('refuses pasting %s', async (text, sentence) => {
    const till = show({ host: hostState(), typed: '500' });
    fireEvent.paste(document.body, { clipboardData: { getData: () => text } });
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.getByText('5 dollars')).toBeTruthy();
    await waitFor(() => expect(status().textContent).toContain(sentence));
    expect(till.calls).toEqual([]);
  });

  it('shows the message at a letter and removes it at the next digit', () => {
    show({ host: hostState() });
    press('x');
    expect(screen.getByText('That is not an amount. Use the digits 0 to 9.')).toBeTruthy();
    type('5');
    expect(screen.queryByText('That is not an amount. Use the digits 0 to 9.')).toBeNull();
  });

  it('pastes an amount', () => {
    show({ host: hostState() });
    fireEvent.paste(document.body, { clipboardData: { getData: () => '$1,234.50' } });
    expect(screen.getByRole('button', { name: 'Charge $1,234.50' })).toBeTruthy();
  });
});

describe('live prompts', () => {
  it('does not return to reading the card after the bank has answered', () => {
    const timings = [
      { step: 'card-read', atMs: 900 },
      { step: 'bank-answered', atMs: 1_400 },
      { step: 'bank-approved', atMs: 1_400 },
    ];
    const till = show({ host: hostState({ attempts: [attempt({ prompt: 'processing' })] }) });
    expect(screen.getByRole('heading', { level: 1, name: 'Reading the card' })).toBeTruthy();
    change(till, hostState({ attempts: [attempt({ prompt: 'processing', timings })] }));
    expect(screen.getByRole('heading', { level: 1, name: 'Completing' })).toBeTruthy();
  });

  it('lets the customer take away a tapped card during the request, and calls the bank slow after ten seconds', () => {
    const asked = attempt({ prompt: 'asking-bank', card: visa, updatedAt: at(1_500) });
    const till = show({ host: hostState({ attempts: [asked] }) });
    expect(screen.getByText(/The customer can put the card away/)).toBeTruthy();
    change(till, hostState({ attempts: [{ ...asked, updatedAt: at(10_500) }] }));
    expect(screen.getByRole('heading', { level: 1, name: 'The bank is slow' })).toBeTruthy();
  });
});

describe('a card with several applications', () => {
  it('shows a key for each, in order; a press chooses', async () => {
    const choices = ['VISA CREDIT', ''];
    const till = show({ host: hostState({ attempts: [attempt({ prompt: 'choose-application', choices })] }) });
    expect(screen.getByText('Choose the card’s account')).toBeTruthy();
    await wait();
    screen.getByRole('button', { name: 'Choice 2' }).click();
    await waitFor(() => expect(till.calls).toMatchObject([{ path: 'payment.chooseApplication', input: { index: 1 } }]));
  });

  it('shows no key once the terminal continues', () => {
    show({ host: hostState({ attempts: [attempt({ prompt: 'processing' })] }) });
    expect(screen.queryByRole('button', { name: /VISA|Choice/ })).toBeNull();
  });
});

describe('cancel is honest', () => {
  it('cancels without a warning before the card is read', () => {
    show({ host: hostState({ attempts: [attempt()] }) });
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    expect(screen.queryByText('It may be too late')).toBeNull();
  });

  it('warns after the request to the bank that it may be too late', () => {
    const asked = attempt({ prompt: 'asking-bank', timings: [{ step: 'card-read', atMs: 5 }] });
    show({ host: hostState({ attempts: [asked] }) });
    expect(screen.getByRole('button', { name: /^Cancel/ }).textContent).toContain('It may be too late');
  });

  it('says that the cancel is requested, and does not send it twice', () => {
    const till = show({
      host: hostState({ attempts: [attempt({ prompt: 'cancelling', cancelAsked: true, canCancel: false })] }),
    });
    expect(screen.getByText('Cancel requested')).toBeTruthy();
    press('Escape');
    expect(till.calls).toEqual([]);
  });

  it('shows in place of the key that a cancel is too late', () => {
    show({ host: hostState({ attempts: [attempt({ canCancel: false })] }) });
    expect(screen.getByText('Too late to cancel')).toBeTruthy();
  });
});

describe('locks', () => {
  it('announce the reason at Enter on a locked key', async () => {
    show({ host: hostState({ terminals: [terminal({ state: 'busy' })] }), typed: '500' });
    await wait();
    press('Enter');
    await waitFor(() => expect(status().textContent).toContain('Terminal busy'));
    expect(status().getAttribute('aria-live')).toBe('assertive');
  });

  it('prevent another charge of an outcome while the terminal is disconnected', async () => {
    const till = show({
      host: hostState({ terminals: [terminal({ state: 'lost' })], attempts: [finished({ state: 'declined' })] }),
    });
    await wait();
    expect(screen.queryByRole('button', { name: 'Try another card' })).toBeNull();
    press('Enter');
    expect(till.calls).toEqual([]);
  });
});

describe('the practice terminal', () => {
  it('shows its display, cards and gestures, and sends each press to the host', async () => {
    const till = show({
      host: trainingState({
        attempts: [attempt()],
        practice: practice({ display: ['$42.60', 'TAP CARD'], can: ['tap', 'press-cancel'] }),
      }),
    });
    const bench = within(screen.getByRole('region', { name: 'Practice terminal' }));
    expect(bench.getByRole('img', { name: 'Practice terminal shows: $42.60. TAP CARD' })).toBeTruthy();
    expect(bench.getByRole('radio', { name: /Approves/ })).toHaveProperty('checked', true);
    expect(bench.getAllByRole('radio')).toHaveLength(6);
    fireEvent.click(bench.getByRole('radio', { name: /No funds/ }));
    fireEvent.click(bench.getByRole('button', { name: 'Tap' }));
    fireEvent.click(bench.getByRole('button', { name: 'Insert' }));
    fireEvent.click(bench.getByRole('button', { name: 'Pull cable' }));
    await waitFor(() =>
      expect(till.calls).toEqual([
        { path: 'practice.choose', input: { card: 'no-funds' } },
        { path: 'practice.gesture', input: { gesture: 'tap' } },
        { path: 'practice.cable', input: { isPluggedIn: false } },
      ]),
    );
    // The host has the deck: the choice here follows the host.
    expect(bench.getByRole('radio', { name: /Approves/ })).toHaveProperty('checked', true);
  });

  it('is absent in live mode, and training looks different from live', () => {
    show({ host: hostState() });
    expect(screen.queryByRole('region', { name: 'Practice terminal' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Training mode' })).toBeNull();
    cleanup();
    show({ host: trainingState() });
    expect(within(screen.getByRole('region', { name: 'Training mode' })).getByText('TRAINING')).toBeTruthy();
  });

  it('guides the first sale, and no later sale', () => {
    const till = show({ host: trainingState() });
    expect(screen.getByText('Your first sale')).toBeTruthy();
    change(till, trainingState({ attempts: [finished({ state: 'captured', capturedMinor: 4260 })] }));
    type('5');
    expect(screen.queryByText('Your first sale')).toBeNull();
  });
});

describe('the frame', () => {
  it('shows till, shop, places, and lights with name and age', () => {
    show({ host: hostState() });
    expect(screen.getByText('Harbor Street Bakery', { exact: false })).toBeTruthy();
    const places = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(places.getByRole('link', { name: 'Sale' }).getAttribute('aria-current')).toBe('page');
    expect(
      screen.getByRole('link', { name: /Cable connected.*Platform reachable.*Health of the terminal/ }),
    ).toBeTruthy();
  });

  it('shows the kiosk without navigation on a kiosk till', async () => {
    const host = hostState();
    show({ host: { ...host, till: { ...host.till, isKiosk: true } } });
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).toBeTruthy());
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  });

  it('lists the keyboard shortcuts at ?, and typing does not reach the screen behind', async () => {
    const till = show({ host: hostState(), typed: '500' });
    await wait();
    press('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keys on the keyboard' });
    expect(within(dialog).getByText('The key at the bottom right')).toBeTruthy();
    press('Enter', dialog);
    press('7', dialog);
    expect(till.calls).toEqual([]);
    expect(screen.getByText('5 dollars')).toBeTruthy();
  });

  it('opens no dialog over a running payment', async () => {
    const till = show({ host: hostState() });
    press('?');
    await screen.findByRole('dialog');
    change(till, hostState({ attempts: [attempt()] }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('?');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens Terminals at Alt+5 and returns at Alt+1', async () => {
    show({ host: hostState() });
    fireEvent.keyDown(document.body, { key: '5', code: 'Digit5', altKey: true });
    await waitFor(() => expect(window.location.hash).toBe('#/terminals'));
    fireEvent.keyDown(document.body, { key: '1', code: 'Digit1', altKey: true });
    await waitFor(() => expect(window.location.hash).toBe('#/'));
  });
});
