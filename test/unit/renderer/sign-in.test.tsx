// @vitest-environment jsdom
/**
 * The PIN pad, its waits, and the people asked: typing by keyboard, a wait per person, and a typed name without the
 * right.
 */
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { joinNames, TillError, type Act, type Operator } from '../../../electron/contract/index.ts';
import { failureSentence } from '../../../renderer/components/form.tsx';
import { PermissionDialog } from '../../../renderer/frame/permission-dialog.tsx';
import { textsFor } from '../../../renderer/text/index.ts';
import { answeringTill, type Answers } from './fixtures/answering-till.ts';
import { attempt, hostState } from './fixtures/states.ts';
import { button, pastDeadTime, settle, showWindow, typeByHand } from './fixtures/window.tsx';

const texts = textsFor('en-US');
const { signIn, payments } = texts.words;
const host = hostState({ till: { ...hostState().till, signIn: { afterMs: 300_000 } } });
const people = ['Maya', 'Tom'].map((name) => ({ name, roles: ['cashier'], hasPin: true }));
const wrong = (waitMs: number, triesLeft: number) => () =>
  Promise.reject(new TillError('ROLE_PIN_WRONG', 'fixture', { context: { waitMs, triesLeft } }));

/** Opens the window signed out, and chooses a name. */
async function choose(name: string, answer: Answers[string]) {
  const till = showWindow(answeringTill(host, { 'session.people': () => people, 'session.signIn': answer }, null));
  await screen.findByRole('button', { name: new RegExp(`^${name}`, 'u') });
  await press(new RegExp(`^${name}`, 'u'));
  return { till, asked: () => till.calls.filter(({ path }) => path === 'session.signIn').map(({ input }) => input) };
}
const press = async (name: string | RegExp) => {
  await pastDeadTime();
  fireEvent.click(button(name));
  await pastDeadTime();
};
const key = async (name: string) => {
  fireEvent.keyDown(document.body, { key: name });
  await settle();
};

test('the form takes digits, Backspace and Enter; Enter without digits sends nothing', async () => {
  const { asked } = await choose('Maya', () => ({ ...people[0], token: 'a'.repeat(43) }));
  await key('Enter');
  expect(asked()).toEqual([]);
  typeByHand('1358');
  await key('Backspace');
  typeByHand('7');
  expect(screen.getByText(signIn.digitsTyped({ count: 4 }), { selector: 'section span' })).toBeTruthy();
  await key('Enter');
  expect(asked()).toEqual([{ name: 'Maya', pin: '1357' }]);
});

test.each([
  ['an amount typed while the PIN is checked is kept whole', '450', true, '450'],
  ['the PIN typed once more is shown nowhere', '1357', true, ''],
  ['no amount is kept after a wrong PIN', '450', false, ''],
])('incident: %s', async (_, typed, isRight, digits) => {
  const { promise, resolve, reject } = Promise.withResolvers<object>();
  const { till } = await choose('Maya', () => promise);
  typeByHand('1357');
  await key('Enter');
  typeByHand(typed.slice(0, 2));
  await settle(300);
  expect(screen.getAllByText(signIn.checking, { selector: '[data-variant="held"] span' })).toHaveLength(1);
  typeByHand(typed.slice(2));
  await key('Enter');
  if (isRight) resolve({ ...people[0], token: 'a'.repeat(43) });
  else reject(new TillError('ROLE_PIN_WRONG', 'fixture', { context: { waitMs: 2_000, triesLeft: 4 } }));
  await settle();
  expect(till.store.getState().sale.entry.digits).toBe(digits);
  expect(screen.queryByText(signIn.checking, { selector: '[data-variant="held"] span' })).toBeNull();
});

test('the form takes and sends nothing after a wrong PIN until the wait has ended, by a clock that cannot be set', async () => {
  const { asked } = await choose('Maya', wrong(4_000, 3));
  typeByHand('1111');
  await key('Enter');
  expect(screen.getByRole('heading', { name: signIn.wrong })).toBeTruthy();
  expect(document.querySelector('ol > [aria-current]')?.textContent).toBe(texts.duration(4_000));
  expect(screen.getByText(signIn.wait({ time: '0:04' }))).toBeTruthy();
  await settle(2_000);
  expect(screen.getByText(signIn.wait({ time: '0:02' }))).toBeTruthy();
  typeByHand('1357');
  await key('Enter');
  expect(asked()).toHaveLength(1);
  await settle(3_000);
  expect(screen.queryByText(signIn.wait({ time: '0:01' }))).toBeNull();
  typeByHand('1357');
  await key('Enter');
  expect(asked()).toHaveLength(2);
});

test('the form keeps a wait per person, also after another name was chosen', async () => {
  const { asked } = await choose('Maya', wrong(30_000, 1));
  typeByHand('1111');
  await key('Enter');
  await press(new RegExp(`^${signIn.somebodyElse}`, 'u'));
  await press(/^Tom/u);
  typeByHand('2222');
  await key('Enter');
  expect(asked()).toEqual([
    { name: 'Maya', pin: '1111' },
    { name: 'Tom', pin: '2222' },
  ]);
  await press(new RegExp(`^${signIn.somebodyElse}`, 'u'));
  await press(/^Maya/u);
  expect(screen.getByRole('heading', { name: signIn.wrong })).toBeTruthy();
});

function showDialog(
  context: Record<string, string>,
  give: (operator: Operator) => Promise<void>,
  act: Act = 'reverse',
) {
  const failure = new TillError('ROLE_REQUIRED', 'fixture', { context }).toFailure();
  const shop = hostState({ till: { ...host.till, hasManagers: true } });
  const till = answeringTill(shop, {}, { name: 'Maya', roles: ['cashier'] });
  showWindow(till, <PermissionDialog permission={{ failure, act, give, refuse: () => {} }} />);
}

test('the form shows a name with a comma as one person', async () => {
  showDialog({ role: 'manager', ask: joinNames(['Ruiz, J.', 'Anna']) }, () => Promise.resolve());
  await settle();
  const pressed = [...document.querySelectorAll('[data-part="people"] button')].map((one) => one.textContent);
  expect(pressed).toEqual(['Ruiz, J.', 'Anna']);
});

test('the form tells a person without the right, by name and PIN, about it, and about the people to ask', async () => {
  const mayNot = { role: 'manager', name: 'Maya', ask: joinNames(['Anna', 'Ruiz, J.']) };
  const given: Operator[] = [];
  showDialog({ role: 'manager' }, (operator) => {
    given.push(operator);
    return Promise.reject(new TillError('ROLE_REQUIRED', 'fixture', { context: mayNot }));
  });
  await pastDeadTime();
  const name = screen.getByLabelText<HTMLInputElement>(payments.form.name);
  // A cashier without the right is signed in: the name is not filled in.
  expect(name.value).toBe('');
  fireEvent.change(name, { target: { value: 'Maya' } });
  fireEvent.change(screen.getByLabelText(payments.form.justPin), { target: { value: '1357' } });
  fireEvent.click(button(payments.form.allow));
  await settle();
  expect(given).toEqual([{ name: 'Maya', pin: '1357' }]);
  const said = `${signIn.notDone.given} ${payments.form.mayNot({ name: 'Maya', names: 'Anna, Ruiz, J.' })}`;
  expect(document.querySelector('[data-part="form-keys"] > p')?.textContent).toBe(said);
});

test.each(['en-US', 'de-DE', 'es-MX', 'fr-CA'])(
  '%s: shows the locked person, the time, and the people to ask',
  (locale) => {
    const own = textsFor(locale);
    const context = { waitMs: 600_000, name: 'Maya', ask: joinNames(['Anna', 'Ruiz, J.']) };
    const locked = { code: 'ROLE_LOCKED' as const, message: '', context };
    expect(failureSentence(locked, own)).toMatch(/Maya.*10 min.*Anna, Ruiz, J\./u);
    const everybody = failureSentence({ ...locked, context: { waitMs: 30_000 } }, own);
    expect(everybody).toContain(own.words.failures.ROLE_LOCKED.what);
    expect(everybody).toContain('30 s');
  },
);

test('the form shows the refusal of a form among its keys, which cover the end of a long form', async () => {
  showDialog({ role: 'manager' }, () => Promise.resolve());
  await pastDeadTime();
  fireEvent.click(button(payments.form.allow));
  await settle();
  const refusal = document.querySelector('[data-part="form-keys"] > p');
  expect(refusal?.textContent).toBe(payments.form.nameMissing);
});

test('the form asks the signed-in manager first', async () => {
  const failure = new TillError('ROLE_REQUIRED', 'fixture', {
    context: { role: 'manager', ask: joinNames(['Anna', 'J. Ruiz']) },
  }).toFailure();
  const till = answeringTill(host, {}, { name: 'J. Ruiz', roles: ['manager'] });
  showWindow(
    till,
    <PermissionDialog permission={{ failure, act: 'reverse', give: () => Promise.resolve(), refuse: () => {} }} />,
  );
  await settle();
  expect(screen.getByText(payments.form.askWho({ names: 'J. Ruiz' }))).toBeTruthy();
});

test('a signed-out window asks for the name at Cancel, and cancels nothing yet', async () => {
  const running = { ...host, attempts: [attempt()] };
  const refuse = () =>
    Promise.reject(new TillError('ROLE_REQUIRED', 'no', { context: { role: 'cashier', signIn: true } }));
  const till = showWindow(answeringTill(running, { 'session.people': () => people, 'payment.cancel': refuse }, null));
  await settle();
  expect(screen.queryByRole('heading', { name: signIn.who })).toBeNull();
  await press(new RegExp(`^${texts.words.counter.cancel}`, 'u'));
  expect(till.calls.filter(({ path }) => path === 'payment.cancel')).toHaveLength(1);
  expect(await screen.findByRole('heading', { name: signIn.who })).toBeTruthy();
});
