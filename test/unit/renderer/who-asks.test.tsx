// @vitest-environment jsdom
/**
 * The person a form sends as operator: the signed-in person, a person of the setup, a manager with a PIN, or a typed
 * name.
 */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { TillError, type HostState, type SignedInPerson } from '../../../electron/contract/index.ts';
import { PermissionDialog } from '../../../renderer/frame/permission-dialog.tsx';
import { OwnPin } from '../../../renderer/frame/own-pin.tsx';
import { ReverseForm } from '../../../renderer/history/reverse-form.tsx';
import { ExplainForm } from '../../../renderer/day/explain-form.tsx';
import { DecideForm } from '../../../renderer/sale/decide-form.tsx';
import { DrawerDialog } from '../../../renderer/sale/drawer-key.tsx';
import { OtherTenderForm } from '../../../renderer/sale/other-tender-form.tsx';
import { TakeBackForm } from '../../../renderer/sale/take-back-form.tsx';
import { useCommands, useTill } from '../../../renderer/store/index.ts';
import { ReleaseForm } from '../../../renderer/tabs/release-form.tsx';
import { answeringTill, type AnsweringTill } from './fixtures/answering-till.ts';
import { noted, stranger } from './fixtures/history-screens.ts';
import { finished, hostState } from './fixtures/states.ts';
import { pastDeadTime, settle, showWindow } from './fixtures/window.tsx';
import { allow, callsTo, fill } from './history/place.tsx';

const nothing = () => undefined;
const payment = finished({ state: 'captured', capturedMinor: 500, authorizedMinor: 500 });
function Decide() {
  const { decide } = useCommands();
  return <DecideForm about={payment} decide={(word) => decide({ attempt: payment.id, ...word })} onBack={nothing} />;
}
/** The question for a permission, as the app shows it over every place. */
function Question() {
  const permission = useTill((state) => state.permission ?? null);
  return permission ? <PermissionDialog permission={permission} /> : null;
}
const [note] = noted;
if (!note) throw new Error('no note');

interface Asked {
  form: ReactNode;
  path: string;
  /** Label of the field for the reason. */
  why?: string;
  before?: () => void;
}
const needManager: Record<string, Asked> = {
  'take back': {
    form: <TakeBackForm noted={note} onDone={nothing} />,
    path: 'otherTender.takeBack',
    why: 'Why it is wrong',
  },
  explain: {
    form: <ExplainForm entry={stranger} onBack={nothing} onAnswered={nothing} />,
    path: 'day.link',
    why: 'Why is it there?',
  },
  decide: {
    form: <Decide />,
    path: 'payment.decide',
    why: 'Reason',
    before: () => void fireEvent.click(screen.getByRole('radio', { name: 'Not paid' })),
  },
  'give back': {
    form: <ReverseForm attempt={payment} onBack={nothing} onAnswered={nothing} />,
    path: 'payment.reverse',
  },
  release: { form: <ReleaseForm attempt={payment} onBack={nothing} onAnswered={nothing} />, path: 'payment.release' },
};
const anybodys: Record<string, Asked> = {
  note: {
    form: <OtherTenderForm amountMinor={500} currency="USD" part={null} order={null} onDone={nothing} />,
    path: 'otherTender.note',
  },
  drawer: { form: <DrawerDialog onClose={nothing} />, path: 'printer.openDrawer' },
};
const all = { ...needManager, ...anybodys };

const people: SignedInPerson[] = [
  { name: 'Maya', roles: ['cashier'] },
  { name: 'J. Ruiz', roles: ['manager'] },
  { name: 'Anna', roles: ['manager'] },
];

async function open(
  asked: Asked,
  till: Partial<HostState['till']>,
  signedIn: SignedInPerson | null = null,
): Promise<AnsweringTill> {
  const state = hostState();
  const answer = (input: unknown): unknown => {
    if (!('operator' in (input as object)))
      throw new TillError('ROLE_REQUIRED', 'no', { context: { role: 'manager', ask: 'J. Ruiz' } });
    return payment;
  };
  const shown = answeringTill({ ...state, till: { ...state.till, ...till } }, { [asked.path]: answer }, signedIn);
  showWindow(
    shown,
    <>
      {asked.form}
      <Question />
    </>,
  );
  await settle();
  await pastDeadTime();
  asked.before?.();
  if (asked.why) fill(asked.why, 'It is written here.');
  return shown;
}

const submit = () => void fireEvent.submit(screen.getByRole('form'));
const names = () =>
  [...screen.getByLabelText<HTMLSelectElement>('Your name').options].map(({ value }) => value).filter(Boolean);
const sent = (till: AnsweringTill, { path }: Asked) =>
  waitFor(() => expect(callsTo(till, path).at(-1)?.['operator']).toBeTruthy()).then(
    () => callsTo(till, path).at(-1)?.['operator'],
  );

test.each(Object.entries(all))('the form asks a signed-in person with the right for no name: %s', async (_, asked) => {
  const signedIn = { name: 'J. Ruiz', roles: ['manager' as const] };
  const till = await open(asked, { people, signIn: { afterMs: 300_000 } }, signedIn);
  expect(screen.queryByLabelText('Your name')).toBeNull();
  submit();
  expect(await sent(till, asked)).toEqual({ name: 'J. Ruiz' });
});

test.each(Object.entries(anybodys))('the form asks the signed-in person for no PIN: %s', async (_, asked) => {
  const signedIn = { name: 'Maya', roles: ['cashier' as const] };
  await open(asked, { people, hasManagers: true, signIn: { afterMs: 300_000 } }, signedIn);
  expect(screen.queryByLabelText('Your name')).toBeNull();
  expect(screen.queryByLabelText('PIN')).toBeNull();
});

test.each(Object.entries(all))('the form offers only people of the setup: %s', async (name, asked) => {
  const till = await open(asked, { people });
  expect(screen.queryByRole('textbox', { name: 'Your name' })).toBeNull();
  expect(names()).toEqual(name in needManager ? ['J. Ruiz', 'Anna'] : ['Maya', 'J. Ruiz', 'Anna']);
  submit();
  await waitFor(() =>
    expect(document.querySelector('[data-part="form-keys"] > p')?.textContent).toBe('Choose your name.'),
  );
  expect(callsTo(till, asked.path)).toEqual([]);
  fill('Your name', 'Anna');
  submit();
  expect(await sent(till, asked)).toEqual({ name: 'Anna' });
});

test.each(Object.entries(all))('the form accepts any name when the setup has no people: %s', async (_, asked) => {
  const till = await open(asked, {});
  fill('Your name', ' Ana ');
  submit();
  expect(await sent(till, asked)).toEqual({ name: 'Ana' });
});

test.each(Object.entries(needManager))(
  'the question asks on the spot for the PIN of a manager, and the form asks for no name: %s',
  async (_, asked) => {
    const signedIn = { name: 'Maya', roles: ['cashier' as const] };
    const till = await open(asked, { people, hasManagers: true, signIn: { afterMs: 300_000 } }, signedIn);
    expect(screen.queryByLabelText('Your name')).toBeNull();
    expect(screen.queryByLabelText(/PIN/u)).toBeNull();
    submit();
    await waitFor(() => expect(callsTo(till, asked.path)).toHaveLength(1));
    await allow('J. Ruiz', '2468');
    expect(await sent(till, asked)).toEqual({ name: 'J. Ruiz', pin: '2468' });
  },
);

test('the form changes the PIN of the signed-in person without asking for the name', async () => {
  const state = hostState();
  const till = { ...state.till, people, hasManagers: true, signIn: { afterMs: 300_000 } };
  const shown = answeringTill({ ...state, till }, {}, { name: 'Maya', roles: ['cashier'] });
  showWindow(shown, <OwnPin onClose={nothing} />);
  await settle();
  expect(screen.queryByLabelText('Your name')).toBeNull();
});
