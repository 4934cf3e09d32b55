// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answeringTill, type AnsweringTill } from '../fixtures/answering-till.ts';
import { displayScreens } from '../fixtures/display-screens.ts';
import type { PlaceFixture } from '../fixtures/place-fixture.ts';
import { attempt, hostState } from '../fixtures/states.ts';
import { showWindow, status, title } from '../fixtures/window.tsx';

// Loaded before the tests, so that the first test does not wait for the disk.
beforeAll(() => import('../../../../renderer/display/display-screen.tsx'));
afterEach(() => {
  window.location.hash = '';
});

async function show({ host, hash }: PlaceFixture): Promise<AnsweringTill> {
  window.location.hash = hash;
  const till = answeringTill(host);
  showWindow(till);
  await screen.findByRole('main', { name: 'Customer display' });
  return till;
}
const fixture = (name: string): PlaceFixture => {
  const found = displayScreens[name];
  if (!found) throw new Error(name);
  return found;
};
const stages = Object.entries(displayScreens).filter(([name]) => name !== 'opening');

describe('every stage', () => {
  it.each(stages)('%s: shows one focused title and no keys, and calls no procedure of the host', async (_name, one) => {
    const till = await show(one);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toBe(document.activeElement));
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(document.querySelectorAll('[tabindex]:not([tabindex="-1"])')).toHaveLength(0);
    expect(till.calls).toEqual([]);
  });

  it.each(stages)('%s: never gives the reason', async (_name, one) => {
    await show(one);
    const text = `${screen.getByRole('main').textContent} ${screen.getByRole('status').textContent}`;
    expect(text).not.toMatch(/INSUFFICIENT|enough money|declined|unplugged|API_|LINK_|bank said/i);
  });
});

describe('texts for the customer', () => {
  it.each([
    ['display-idle', 'Harbor Street Bakery'],
    ['display-starting', 'Starting up'],
    ['display-basket', 'To pay'],
    ['display-tip', 'Add a tip?'],
    ['display-pay', 'Insert, tap or swipe'],
    ['display-paid', 'Thank you'],
    ['display-card-left-in', 'Please take your card'],
    ['display-declined', 'Please speak to the cashier'],
    ['display-checking', 'Please speak to the cashier'],
    ['display-partly', 'Please speak to the cashier'],
    ['display-cancelled', 'Cancelled'],
    ['display-link', 'Scan and pay'],
    ['display-link-paying', 'Processing'],
    ['display-lost', 'To pay'],
  ])('have at the stage %s the title "%s"', async (name, said) => {
    await show(fixture(name));
    expect(title()).toBe(said);
  });

  it('shows the order, the tip and the total next to the amount', async () => {
    await show(fixture('display-pay'));
    const order = within(screen.getByRole('region', { name: 'Your order' }));
    expect(order.getAllByRole('term').map((one) => one.textContent)).toEqual(['Order A-1187', 'Tip', 'Total']);
    expect(order.getAllByRole('definition').map((one) => one.textContent)).toEqual(['$42.60', '$7.67', '$50.27']);
    expect(screen.getByText('50 dollars 27 cents')).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/To pay: 50 dollars 27 cents\. Insert/));
  });

  it.each(['display-paid-card-in', 'display-partly-card-in', 'display-declined-card-in'])(
    '%s: asks the customer, on screen and aloud, to take the card',
    async (name) => {
      await show(fixture(name));
      expect(screen.getByText('Please take your card.')).toBeTruthy();
      await waitFor(() => expect(status().textContent).toContain('Please take your card.'));
    },
  );

  it('shows a hold with the amount held, room for a tip included', async () => {
    await show(fixture('display-held'));
    expect(screen.getByText('$53.25 is held on your card. It has not been charged yet.')).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('53 dollars 25 cents is held'));
  });

  it('shows the code of a link, and removes it while a customer pays', async () => {
    const till = await show(fixture('display-link'));
    expect(screen.getByRole('img', { name: 'QR code that opens the payment page' })).toBeTruthy();
    const paying = fixture('display-link-paying').host;
    if (!paying) throw new Error('fixture');
    act(() => till.show(paying));
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('shows that the till is in training', async () => {
    await show(fixture('display-training'));
    expect(screen.getByRole('region', { name: 'Training mode' })).toBeTruthy();
  });

  it('shows "Starting up" while the host restarts, then continues with the same payment', async () => {
    const till = await show({ host: hostState({ attempts: [attempt()] }), hash: '#/display' });
    act(() => till.setConnection('away'));
    expect(title()).toBe('Starting up');
    act(() => till.setConnection('live'));
    expect(title()).toBe('Insert, tap or swipe');
  });
});
