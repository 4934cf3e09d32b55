// @vitest-environment jsdom
/** Two windows share one till: each shows which window started a payment, and the result of its press. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TillError, type HostState } from '../../../electron/contract/index.ts';
import { setSale } from '../../../renderer/store/till-store.ts';
import { answeringTill, type AnsweringTill, type Answers } from './fixtures/answering-till.ts';
import { screens, undecided } from './fixtures/screens.ts';
import { attempt, finished, hostState, visa } from './fixtures/states.ts';
import { pastDeadTime, settle, showWindow } from './fixtures/window.tsx';
// Loaded up front, because the screen loads it on demand.
import '../../../renderer/counter/same-card.tsx';
import '../../../renderer/tabs/tabs-screen.tsx';

const THEIRS = 'A-other-window';
const started = 'This payment was started in another window.';
const running = attempt({ id: THEIRS, amountMinor: 1234, totalMinor: 1234 });
const paid = finished({ ...running, state: 'captured', capturedMinor: 1234, card: visa });

async function open(host: HostState, answers: Answers = {}): Promise<AnsweringTill> {
  window.location.hash = '#/';
  const till = answeringTill(host, answers);
  setSale(till.store, { own: [] });
  showWindow(till);
  await pastDeadTime();
  return till;
}

/** Shows a payment of another window. */
async function show(till: AnsweringTill, host: HostState): Promise<void> {
  const { own } = till.store.getState().sale;
  till.show(host);
  setSale(till.store, { own });
  await pastDeadTime();
}
const text = () => screen.getByRole('main').textContent;
const paths = (till: AnsweringTill) => till.calls.map(({ path }) => path).filter((path) => path.startsWith('payment.'));
const key = async (name: string) => {
  fireEvent.keyDown(document.body, { key: name });
  await settle();
};

const hold = finished({
  id: THEIRS,
  state: 'authorized',
  kind: 'authorization',
  authorizedMinor: 5000,
  finishedAt: null,
});

describe('incident: two windows press Charge at the same moment', () => {
  const busy = () =>
    Promise.reject(new TillError('PAY_BUSY', 'busy', { context: { attempt: THEIRS, state: 'working' } }));

  it('shows the second window that its press was not charged, next to the prompt and the green Paid', async () => {
    const till = await open(hostState(), { 'payment.start': busy });
    for (const digit of ['1', '2', '3', '4'] as const) till.commands.typeKey(digit);
    await till.commands.charge();
    const said = 'Your $12.34 came second and was not charged. Nothing was charged for it.';
    await show(till, hostState({ attempts: [running] }));
    expect(text()).toContain(started);
    expect(text()).toContain(said);
    await show(till, hostState({ attempts: [paid] }));
    expect(text()).toContain('Paid');
    expect(text()).toContain('Started in another window');
    expect(text()).toContain(said);
    // The typed amount stays for the customer at this window.
    await key('Enter');
    expect(till.store.getState().sale).toMatchObject({ entry: { digits: '1234' }, problem: null });
  });

  it('shows the same when the other payment appears just before the press is sent', async () => {
    const till = await open(hostState());
    for (const digit of ['1', '2', '3', '4'] as const) till.commands.typeKey(digit);
    await show(till, hostState({ attempts: [running] }));
    await till.commands.charge();
    await settle();
    expect(paths(till)).toEqual([]);
    expect(text()).toContain('Your $12.34 came second and was not charged.');
  });

  it('does not mention another window in the window whose press was charged', async () => {
    const till = await open(hostState());
    for (const digit of ['1', '2', '3', '4'] as const) till.commands.typeKey(digit);
    await till.commands.charge();
    const id = till.store.getState().sale.own.at(-1) ?? '';
    await show(till, hostState({ attempts: [{ ...paid, id }] }));
    expect(text()).toContain('Paid');
    expect(text()).not.toContain('another window');
  });
});

describe('incident: Esc in a window without the payment', () => {
  it('leaves the payment of the other window alone, and Cancel asks once', async () => {
    const till = await open(hostState({ attempts: [running] }));
    await key('Escape');
    expect(paths(till)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: /^Cancel/ }));
    await pastDeadTime();
    expect(paths(till)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: /Leave it running/ }));
    await pastDeadTime();
    fireEvent.click(screen.getByRole('button', { name: /^Cancel/ }));
    await pastDeadTime();
    fireEvent.click(screen.getByRole('button', { name: /Cancel anyway/ }));
    await settle();
    expect(paths(till)).toEqual(['payment.cancel']);
  });

  it.each(['part', 'same-card'])('answers no question about %s at Enter or Esc', async (name) => {
    const till = await open(screens[name]?.host ?? hostState());
    // The question loads on demand; before that, keys cannot answer it.
    await waitFor(() => expect(text()).toContain(started));
    await pastDeadTime();
    await key('Escape');
    await key('Enter');
    expect(paths(till)).toEqual([]);
    expect(text()).toContain(started);
  });
});

describe('incident: two people decide differently about the same payment', () => {
  const second = (context: Record<string, string | number>) => () =>
    Promise.reject(new TillError('PAY_STATE', 'second', { context: { attempt: THEIRS, ...context } }));

  it('shows the second person the decision and its author on the next screen', async () => {
    const checking = { ...undecided(150_000), id: THEIRS };
    const refused = second({ instead: 'not-paid', by: 'Ana' });
    const till = await open(hostState({ attempts: [checking] }), { 'payment.decide': refused });
    const word = { attempt: THEIRS, verdict: 'paid', reason: 'a slip', operator: { name: 'Mo' } } as const;
    await expect(till.commands.decide(word)).rejects.toThrow();
    const decision = { verdict: 'not-paid', by: 'Ana', reason: 'no slip' } as const;
    await show(till, hostState({ attempts: [finished({ id: THEIRS, state: 'decided', decision })] }));
    expect(text()).toContain('Ana was first and decided: not paid. Your press changed nothing.');
  });

  it('shows the charged amount to the second person who charges a hold', async () => {
    const refused = second({ instead: 'taken', amountMinor: 4500, currency: 'USD' });
    const till = await open(hostState({ attempts: [hold] }), { 'payment.capture': refused });
    await expect(till.commands.captureHold({ attempt: THEIRS, amountMinor: 5000, tipMinor: 0 })).rejects.toThrow();
    await show(till, hostState({ attempts: [{ ...hold, state: 'captured', capturedMinor: 4500 }] }));
    expect(text()).toContain('Another window was first: $45.00 is charged. Your press changed nothing.');
    // The payment itself shows what is still unknown about it.
    expect(text()).not.toContain('unknown');
  });

  it('gives the payment to the window that acted first', async () => {
    const till = await open(hostState({ attempts: [hold] }));
    await till.commands.captureHold({ attempt: THEIRS, amountMinor: 4500, tipMinor: 0 });
    await show(till, hostState({ attempts: [{ ...hold, state: 'captured', capturedMinor: 4500 }] }));
    expect(text()).not.toContain('another window');
  });
});
