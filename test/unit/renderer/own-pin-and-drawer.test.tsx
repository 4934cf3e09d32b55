// @vitest-environment jsdom
/** Actions of a cashier without a manager: change the own PIN, and open the cash drawer. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { TillError } from '../../../electron/contract/index.ts';
import { OwnPin } from '../../../renderer/frame/own-pin.tsx';
import { words as en } from '../../../electron/words/generated/en/index.ts';
import { answeringTill, type Answers } from './fixtures/answering-till.ts';
import { hostState } from './fixtures/states.ts';
import { button, pastDeadTime, settle, showWindow } from './fixtures/window.tsx';
// Loaded up front, because the screen loads it on demand.
import '../../../renderer/sale/drawer-key.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

const { form } = en.payments;
const { ownPin } = en.thisScreen;
const { till: view } = hostState();
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const person = async (answers: Answers, pins: [string, string]) => {
  const closed = vi.fn();
  const till = showWindow(answeringTill(hostState(), answers), <OwnPin onClose={closed} />);
  await pastDeadTime();
  fill(form.name, 'Maya');
  fill(ownPin.now, '1357');
  fill(ownPin.next, pins[0]);
  fill(ownPin.again, pins[1]);
  fireEvent.click(button(ownPin.key));
  await settle();
  return { sent: till.calls.filter(({ path }) => path === 'settings.person').map(({ input }) => input), closed };
};

it('changes the PIN of the person with the old PIN, and only when both entries of the new PIN match', async () => {
  const { sent, closed } = await person({}, ['864205', '864206']);
  expect(sent).toEqual([]);
  expect(screen.getByText(ownPin.other)).toBeTruthy();
  fill(ownPin.again, '864205');
  fireEvent.click(button(ownPin.key));
  await waitFor(() => expect(closed).toHaveBeenCalled());
});

it('refuses an easy PIN with a message, and keeps the form open', async () => {
  const refused = () => Promise.reject(new TillError('CFG_PERSON', 'no', { context: { fault: 'pin-easy' } }));
  const { sent, closed } = await person({ 'settings.person': refused }, ['111111', '111111']);
  expect(sent).toEqual([
    { change: { do: 'pin', name: 'Maya', pin: '111111' }, operator: { name: 'Maya', pin: '1357' } },
  ]);
  expect(screen.getByText(en.settings.people.faults['pin-easy'])).toBeTruthy();
  expect(closed).not.toHaveBeenCalled();
});

it('opens the cash drawer from a counter with a drawer, under the name of any cashier', async () => {
  const ways = { printer: true, email: false, sms: false };
  const without = showWindow(answeringTill(hostState({ till: { ...view, receipts: ways } })));
  await settle();
  expect(screen.queryByText(en.printers.drawer)).toBeNull();
  without.show(hostState({ till: { ...view, receipts: { ...ways, drawer: true }, hasManagers: true } }));
  await waitFor(() => button(en.printers.drawer));
  await pastDeadTime();
  fireEvent.click(button(en.printers.drawer));
  await pastDeadTime();
  fill(form.name, 'Maya');
  fill(en.printers.why, 'change');
  fireEvent.submit(screen.getByRole('form', { name: en.printers.drawer }));
  await settle();
  await waitFor(() => expect(without.calls.filter(({ path }) => path === 'printer.openDrawer')).toHaveLength(1));
  // Cashiers without a PIN are not asked for a PIN.
  expect(without.calls.at(-1)?.input).toMatchObject({ why: 'change' });
  expect(without.calls.at(-1)?.input).toHaveProperty('operator', { name: 'Maya' });
});
