// @vitest-environment jsdom
/**
 * The currency of the till was changed after a payment: its amount is shown in the old currency, and never charged
 * again.
 */
import { act, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { TillError, type AttemptView, type HostState } from '../../../electron/contract/index.ts';
import { basketOf } from '../../../renderer/store/publish-basket.ts';
import { screenOf, type Till } from '../../../renderer/store/index.ts';
import { words as en } from '../../../electron/words/generated/en/index.ts';
import { answeringTill } from './fixtures/answering-till.ts';
import { endedLink } from './fixtures/link-screens.ts';
import { kiosk } from './fixtures/place-screens.ts';
import { at, attempt, finished, hostState } from './fixtures/states.ts';
import { showWindow } from './fixtures/window.tsx';

beforeAll(async () => {
  await import('../../../renderer/kiosk/kiosk-screen.tsx');
  await import('../../../renderer/display/display-screen.tsx');
});

function show(till: Till, hash = '#/'): void {
  window.location.hash = hash;
  showWindow(till);
}
/** The till charges in Kuwaiti dinars, with three decimals; its earlier payments were in US dollars. */
const dinars = (host: HostState): HostState => ({ ...host, till: { ...host.till, currency: 'KWD' } });
const after = (...attempts: AttemptView[]) => answeringTill(dinars(hostState({ attempts })));
const text = () => document.body.textContent ?? '';
const locked = en.counter.locks.otherCurrency({ currency: 'KWD' });
const asked = (till: ReturnType<typeof after>) =>
  till.calls.filter(({ path }) => path === 'payment.start' || path === 'link.open');

describe('the counter', () => {
  it.each<[string, Partial<AttemptView>]>([
    ['declined', { state: 'declined', declineCode: 'INSUFFICIENT_FUNDS' }],
    ['cancelled', { state: 'cancelled', cancelledBy: 'cashier' }],
    ['a payment without a card', { state: 'failed', failure: { code: 'PAY_NO_CARD', message: 'none' } }],
    ['partly paid', { state: 'captured', capturedMinor: 3000 }],
  ])('%s: has no key that charges it again, and the lock gives the reason', (_, change) => {
    show(after(finished(change)));
    expect(text()).toContain(locked);
    expect(document.querySelector('[data-key="charge-again"]')).toBeNull();
    for (const name of [/again/, /another card/, /Change the amount/, /^Charge/, /Pay link/])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('offers neither another link nor a charge for an unpaid link that ended', async () => {
    const till = answeringTill(dinars(hostState({ payLinks: [endedLink({ state: 'expired' })] })));
    show(till);
    expect(await screen.findAllByText(locked)).toHaveLength(2);
  });

  it('charges again in the currency of the till', async () => {
    const till = answeringTill(hostState({ attempts: [finished({ state: 'cancelled', cancelledBy: 'cashier' })] }));
    show(till);
    expect(screen.getByRole('button', { name: /Charge \$42\.60 again/ })).toBeTruthy();
    await till.commands.chargeAgain(4260, { currency: 'USD' });
    expect(asked(till)).toMatchObject([{ input: { amountMinor: 4260, currency: 'USD' } }]);
  });
});

describe('the verbs refuse the same commands', () => {
  it('refuses another charge, and keeps the screen', async () => {
    const till = after(finished({ state: 'cancelled', cancelledBy: 'cashier' }));
    await till.commands.chargeAgain(4260, { currency: 'USD' });
    expect(asked(till)).toEqual([]);
    expect(till.store.getState().sale).toMatchObject({ submission: null, problem: { code: 'PAY_AMOUNT' } });
    expect(screenOf(till.store.getState())).toMatchObject({ kind: 'outcome', outcome: 'cancelled' });
  });

  it('refuses a repeat of the same amount when the currency changed after the question', async () => {
    const duplicate = () =>
      Promise.reject(new TillError('PAY_DUPLICATE', 'again', { context: { attempt: 'A-before', minutes: 2 } }));
    const till = answeringTill(hostState(), { 'payment.start': duplicate });
    await till.commands.chargeAgain(4260);
    till.show(dinars(hostState()));
    await till.commands.answerRepeat(true);
    expect(asked(till)).toHaveLength(1);
  });

  it('refuses a link for the rest, and a new link in place of an ended one', async () => {
    const till = after();
    await till.commands.openRestLink(finished({ state: 'captured', capturedMinor: 3000 }), 1260);
    await till.commands.openLinkAgain(endedLink({ state: 'expired' }));
    expect(asked(till)).toEqual([]);
    expect(till.store.getState().sale.problem).toMatchObject({ code: 'PAY_AMOUNT' });
  });
});

it('shows and counts a tip on an approved payment in the currency of the payment', () => {
  const approved = attempt({
    state: 'authorized',
    kind: 'authorization',
    prompt: null,
    tipRoomMinor: 1065,
    totalMinor: 5325,
    authorizedMinor: 5325,
    updatedAt: at(1000),
  });
  const host = dinars(hostState({ attempts: [approved] }));
  const tips = { when: 'after' as const, percents: [15], fixedMinor: [], roomPercent: 25 };
  const till = answeringTill({ ...host, till: { ...host.till, amountEntry: 'decimal', tips } });
  act(() => till.commands.askTip());
  show(till);
  expect(text()).toContain('$42.60');
  act(() => till.commands.chooseTip('other'));
  for (const key of ['5', '.', '2', '5'] as const) act(() => till.commands.typeKey(key));
  expect(text()).toContain('$5.25');
  expect(text()).not.toContain('KWD');
  // A published basket would be in the currency of the till.
  expect(basketOf(till.store.getState())).toBeNull();
});

describe('customer screens', () => {
  it.each<[string, AttemptView]>([
    ['a payment that runs', attempt({ state: 'working', prompt: 'present-card' })],
    ['a paid payment', finished({ state: 'captured', capturedMinor: 4260, finishedAt: at(1000) })],
  ])('the display shows %s in its own currency', async (_, one) => {
    show(after(one), '#/display');
    await screen.findByRole('main', { name: en.display.title });
    expect(text()).toContain('$42.60');
    expect(text()).not.toMatch(/KWD|4\.260/);
  });

  it('a kiosk does not offer another try', async () => {
    const host = kiosk(dinars(hostState({ attempts: [finished({ state: 'cancelled', cancelledBy: 'customer' })] })));
    show(answeringTill({ ...host, till: { ...host.till, currency: 'KWD' } }));
    expect(await screen.findByText(en.kiosk.notPaid.cancelled)).toBeTruthy();
    expect(screen.queryByRole('button', { name: en.kiosk.tryAgain })).toBeNull();
  });
});
