// @vitest-environment jsdom
/** Every stage of a kiosk shows the amount charged to the card, surcharge included. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { AttemptView, HostState } from '../../../../electron/contract/index.ts';
import { answeringTill, rejectedWith, type Answers, type AnsweringTill } from '../fixtures/answering-till.ts';
import { kiosk } from '../fixtures/place-screens.ts';
import { attempt, finished, hostState } from '../fixtures/states.ts';
import { pastDeadTime, showWindow } from '../fixtures/window.tsx';

// Loaded before the tests, so that the first test does not wait for the disk.
beforeAll(() => import('../../../../renderer/kiosk/kiosk-screen.tsx'));
beforeEach(() => {
  window.location.hash = '';
});

const surcharge = { basisPoints: 250, fixedMinor: null, label: 'Card fee', appliesTo: 'goods' } as const;
const withFee = (state: HostState): HostState => {
  const host = kiosk(state);
  return { ...host, till: { ...host.till, surcharge } };
};
const fee = { amountMinor: 4260, surchargeMinor: 106, totalMinor: 4366 };

async function show(host: HostState, answers: Answers = {}): Promise<AnsweringTill> {
  const till = answeringTill(host, answers);
  showWindow(till);
  await screen.findByRole('heading', { level: 1 });
  return till;
}
const shown = () => screen.getByRole('main').textContent;
const goodsAlone = '42.60';

/** Presses Pay as the guest does, and returns the id that was sent. */
async function pay(till: AnsweringTill): Promise<string> {
  await pastDeadTime();
  fireEvent.click(screen.getByRole('button', { name: 'Touch to start' }));
  await pastDeadTime();
  for (const digit of '4260') fireEvent.keyDown(document.body, { key: digit });
  fireEvent.click(screen.getByRole('button', { name: 'Pay $43.66' }));
  await act(async () => {});
  const start = till.calls.find(({ path }) => path === 'payment.start');
  if (!start) throw new Error('nothing was started');
  return (start.input as { id: string }).id;
}

it('shows the surcharge from Pay on: while it is sent, while the reader asks for the card, and aloud', async () => {
  const till = await show(withFee(hostState()), { 'payment.start': () => new Promise(() => {}) });
  const id = await pay(till);
  expect(shown()).toContain('43.66');
  expect(shown()).not.toContain(goodsAlone);
  act(() => till.show(withFee(hostState({ attempts: [attempt({ id, ...fee, prompt: 'present-card' })] }))));
  expect(shown()).toContain('43.66');
  expect(shown()).not.toContain(goodsAlone);
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('43 dollars 66 cents'));
});

it('includes the surcharge in the question about a repeat', async () => {
  const till = await show(withFee(hostState()), { 'payment.start': () => rejectedWith('PAY_DUPLICATE') });
  await pay(till);
  expect(screen.getByRole('button', { name: 'Pay $43.66' })).toBeTruthy();
  expect(shown()).not.toContain(goodsAlone);
});

it.each<[string, Partial<AttemptView>, string]>([
  ['not paid', { state: 'cancelled', cancelledBy: 'customer' }, 'To pay $43.66'],
  ['declined', { state: 'declined', declineCode: 'GENERIC_DECLINE' }, 'To pay $43.66'],
  ['paid in part', { state: 'captured', capturedMinor: 3000 }, '$30.00 of $43.66'],
  ['all but a part of the surcharge', { state: 'captured', capturedMinor: 4300 }, '0.66'],
])('includes the surcharge in the outcome: %s', async (_, end, words) => {
  await show(withFee(hostState({ attempts: [finished({ ...fee, ...end })] })));
  expect(shown()).toContain(words);
  expect(shown()).not.toContain(goodsAlone);
});
