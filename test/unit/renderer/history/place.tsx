/** Shows a place in the real app over a till whose host answers, with actions for tests. */
import { act, fireEvent, screen } from '@testing-library/react';
import type { AttemptView, HistoryPage, HostState } from '../../../../electron/contract/index.ts';
import { answeringTill, type Answers, type AnsweringTill } from '../fixtures/answering-till.ts';
import { hostState } from '../fixtures/states.ts';
import { pastDeadTime, settle, showWindow, typeByHand } from '../fixtures/window.tsx';

/** Waits until the pause after typing has ended. */
export const pastTyping = () => settle(300);
export const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const callsTo = (till: AnsweringTill, path: string) =>
  till.calls.filter((call) => call.path === path).map((call) => call.input as Record<string, unknown>);
export const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
export const goTo = (hash: string) =>
  act(() => {
    window.location.hash = hash;
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });

/** The person who is asked for types the PIN and allows the command. */
export async function allow(name: string, pin: string): Promise<void> {
  await screen.findByRole('dialog', { name: `Ask ${name}` }, { timeout: 60_000 });
  await pastDeadTime();
  typeByHand(pin);
  fireEvent.click(screen.getByRole('button', { name: /^Allow it/ }));
  await settle();
}

/** A page of History with these payments, all counted as paid. */
export function pageOf(payments: readonly AttemptView[], more: Partial<HistoryPage> = {}): HistoryPage {
  return {
    payments: [...payments],
    next: null,
    counts: {
      paid: payments.length,
      'given-back': 0,
      held: 0,
      declined: 0,
      cancelled: 0,
      'not-paid': 0,
      open: 0,
      decided: 0,
    },
    isComplete: true,
    ...more,
  };
}

/** Renders the place in the hash of the window, and waits until it is shown. */
export async function show(
  attempts: AttemptView[],
  more: Answers = {},
  change: Partial<HostState['till']> = {},
): Promise<AnsweringTill> {
  const state = hostState({ attempts });
  const till = answeringTill(
    { ...state, till: { ...state.till, ...change } },
    {
      'history.search': () => pageOf(attempts),
      'history.tabs': () => attempts.filter((one) => one.state === 'authorized'),
      'payment.audit': () => [],
      ...more,
    },
  );
  showWindow(till);
  // The place loads on demand, which is slow on a busy machine.
  await screen.findByRole('heading', { level: 1 }, { timeout: 60_000 });
  await pastTyping();
  return till;
}
