// @vitest-environment jsdom
/** The details of a payment show the other payments and noted tenders of its order, with name and time. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OrderNotes } from '../../../renderer/sale/order-notes.tsx';
import { TillProvider } from '../../../renderer/store/index.ts';
import { answeringTill } from './fixtures/answering-till.ts';
import { linkScreens } from './fixtures/link-screens.ts';
import { finished, hostState } from './fixtures/states.ts';

const host = linkScreens['partly-paid-noted']?.host;
const part = host?.attempts[0];
if (!host || !part) throw new Error('no fixture');

function show(attempt: typeof part, answers: Parameters<typeof answeringTill>[1]) {
  if (!attempt) throw new Error('no payment');
  const till = answeringTill(attempt === part ? (host ?? null) : hostState({ attempts: [attempt] }), answers);
  render(
    <TillProvider till={till}>
      <OrderNotes attempt={attempt} onTakeBack={() => undefined} />
    </TillProvider>,
  );
  return till;
}

it('adds up the parts, and shows the name on a note', async () => {
  const till = show(part, { 'otherTender.list': () => host.otherTenders });
  await waitFor(() => expect(till.calls).toMatchObject([{ path: 'otherTender.list', input: { order: 'A-1187' } }]));
  const text = () => document.body.textContent;
  expect(text()).toMatch(/Card\$30\.00.*Cash\$2\.60.*Still to pay\$10\.00.*In all\$42\.60/);
  expect(text()).toMatch(/\$2\.60.*Maya/);
});

it('finds notes in the whole journal, not only in the state of the host, and shows an empty list without notes', async () => {
  const whole = finished({ state: 'captured', capturedMinor: 4260, order: 'A-1190' });
  const old = { ...host.otherTenders![0]!, id: 'old-0001', order: 'A-1190', by: 'J. Ruiz' };
  show(whole, { 'otherTender.list': () => [old] });
  expect(await screen.findByText(/J\. Ruiz/)).toBeTruthy();
  cleanup();
  const till = show(whole, {});
  await waitFor(() => expect(till.calls).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
});
