// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TillError, type AttemptView, type HostState } from '../../../../electron/contract/index.ts';
import { App } from '../../../../renderer/app.tsx';
import { TillProvider } from '../../../../renderer/store/index.ts';
import { ThemeProvider } from '../../../../renderer/theme/provider.tsx';
import { answeringTill, type Answers, type AnsweringTill } from '../fixtures/answering-till.ts';
import { placeScreens } from '../fixtures/place-screens.ts';
import { at, finished, hostState, visa } from '../fixtures/states.ts';
import { undecided } from '../fixtures/screens.ts';

beforeAll(() => {
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
});
beforeEach(() => {
  window.location.hash = '#/payments';
});
afterEach(cleanup);

const goTo = (hash: string) =>
  act(() => {
    window.location.hash = hash;
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });
const settle = (ms = 20) => act(() => new Promise((resolve) => void setTimeout(resolve, ms)));
/** Past the dead time of keys that changed. */
const pastDeadTime = () => settle(420);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const status = () => screen.getByRole('status');
const callsTo = (till: AnsweringTill, path: string) =>
  till.calls.filter((call) => call.path === path).map((call) => call.input as Record<string, unknown>);

async function show(attempts: AttemptView[], more: Answers = {}, change: Partial<HostState['till']> = {}) {
  const state = hostState({ attempts });
  const till = answeringTill(
    { ...state, till: { ...state.till, ...change } },
    { 'payment.list': () => attempts, ...more },
  );
  render(
    <ThemeProvider>
      <TillProvider till={till}>
        <App />
      </TillProvider>
    </ThemeProvider>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Payments' });
  await settle();
  return till;
}

const paid = finished({
  id: 'A-paid',
  state: 'captured',
  amountMinor: 2000,
  totalMinor: 2000,
  capturedMinor: 2000,
  card: visa,
  order: 'A-1187',
});
const held = finished({
  id: 'A-held',
  state: 'authorized',
  kind: 'authorization',
  amountMinor: 6000,
  totalMinor: 6000,
  authorizedMinor: 6000,
  finishedAt: null,
  startedAt: at(90_000),
});

describe('the list', () => {
  it.each(Object.entries(placeScreens).filter(([name]) => name.startsWith('payments')))(
    '%s: one title, named buttons, one filled key at most',
    async (_, fixture) => {
      window.location.hash = fixture.hash;
      await show(fixture.host?.attempts ?? []);
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
      for (const one of screen.getAllByRole('link')) expect(one.textContent).toBeTruthy();
      expect(document.querySelectorAll('.tb-btn-go').length).toBeLessThanOrEqual(1);
    },
  );

  it('shows what the host lists beyond the mirror, and searches by amount, last four, order and state', async () => {
    const old = finished({ id: 'A-old', state: 'declined', declineCode: 'EXPIRED_CARD', startedAt: at(9_000_000) });
    await show([paid], { 'payment.list': () => [paid, old] });
    const lines = () => screen.getAllByRole('link').filter((one) => one.dataset['payment']);
    expect(lines().map((one) => one.dataset['payment'])).toEqual(['A-paid', 'A-old']);
    for (const [wanted, found] of [['20.00', 'A-paid'], ['4412', 'A-paid'], ['a-1187', 'A-paid'], ['declined', 'A-old']]) {
      fill('Search payments', wanted ?? '');
      expect(lines().map((one) => one.dataset['payment'])).toEqual([found]);
    }
    fill('Search payments', '99.99');
    expect(screen.getByText('No payment fits that.')).toBeTruthy();
  }); // prettier-ignore

  it('says so when the older ones cannot be had, and still shows what it has', async () => {
    await show([paid], { 'payment.list': () => Promise.reject(new TillError('IPC_DISCONNECTED', 'away')) });
    expect(screen.getByText('The older ones cannot be looked up now.')).toBeTruthy();
    expect(screen.getByRole('link', { name: /\$20\.00/ })).toBeTruthy();
  });

  it('goes along the lines with the arrows, opens one, and Esc gives the focus back to its line', async () => {
    await show([paid, held]);
    const [first, second] = screen.getAllByRole('link').filter((one) => one.dataset['payment']);
    first?.focus();
    fireEvent.keyDown(first ?? document.body, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(second);
    goTo('#/payments/A-held');
    const heading = screen.getByRole('heading', { level: 2, name: /\$60\.00/ });
    expect(document.activeElement).toBe(heading);
    await waitFor(() => expect(status().textContent).toContain('60 dollars, Held.'));
    await pastDeadTime();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(document.activeElement).toBe(second));
  });

  it('a payment nobody knows is said to be that', async () => {
    window.location.hash = '#/payments/A-unknown';
    await show([paid], { 'payment.get': () => Promise.reject(new TillError('PAY_NOT_FOUND', 'no')) });
    expect(screen.getByText('This payment is not known here.')).toBeTruthy();
  });
});

describe('a hold', () => {
  it('is charged with bill and tip, in all not more than is held', async () => {
    window.location.hash = '#/payments/A-held';
    const till = await show([held], { 'payment.capture': () => ({ ...held, state: 'working' }) });
    fireEvent.click(button(/^Charge this hold/));
    await pastDeadTime();
    fill('Bill', '58');
    fill('Tip', '8.40');
    fireEvent.click(button('Charge $66.40'));
    await waitFor(() => expect(status().textContent).toContain('cannot be more than the $60.00 that are held'));
    expect(callsTo(till, 'payment.capture')).toEqual([]);
    fill('Bill', '46.50');
    expect(screen.getByRole('form').textContent).not.toContain('cannot be more than');
    fireEvent.click(button('Charge $54.90'));
    await waitFor(() =>
      expect(callsTo(till, 'payment.capture')).toEqual([{ attempt: 'A-held', amountMinor: 5490, tipMinor: 840 }]),
    );
  });

  it('a press on the key before does not charge it', async () => {
    window.location.hash = '#/payments/A-held';
    const till = await show([held]);
    fireEvent.click(button(/^Charge this hold/));
    await settle();
    fireEvent.click(button('Charge $60.00'));
    await settle();
    expect(callsTo(till, 'payment.capture')).toEqual([]);
  });

  it('is given back on somebody’s name', async () => {
    window.location.hash = '#/payments/A-held';
    const till = await show([held], { 'payment.release': () => ({ ...held, state: 'working' }) });
    fireEvent.click(button(/^Give the hold back/));
    await pastDeadTime();
    fireEvent.click(button('Give $60.00 back'));
    await waitFor(() => expect(status().textContent).toContain('Write your name.'));
    fill('Your name', ' Maya ');
    fireEvent.click(button('Give $60.00 back'));
    await waitFor(() =>
      expect(callsTo(till, 'payment.release')).toEqual([{ attempt: 'A-held', operator: { name: 'Maya' } }]),
    );
  });
});

describe('money given back', () => {
  it('keeps its id when the answer is lost, asks for a PIN where there are managers, and says what is wrong', async () => {
    window.location.hash = '#/payments/A-paid';
    const answers = [
      () => Promise.reject(new TillError('ROLE_PIN_WRONG', 'no', { context: { triesLeft: 1 } })),
      () => Promise.reject(new TillError('IPC_DISCONNECTED', 'away')),
      () => ({ ...paid, reversedMinor: 500 }),
      () => ({ ...paid, reversedMinor: 2000 }),
    ];
    const till = await show([paid], { 'payment.reverse': () => answers.shift()?.() }, { hasManagers: true });
    fireEvent.click(button(/^Give money back/));
    await pastDeadTime();
    fill('Amount', '5');
    fill('Your name', 'J. Ruiz');
    fireEvent.click(button('Give back $5.00'));
    await waitFor(() => expect(status().textContent).toContain('Type the PIN.'));
    fill('Manager’s PIN', '1111');
    fireEvent.click(button('Give back $5.00'));
    await waitFor(() => expect(status().textContent).toContain('That PIN is not right. One try is left.'));
    fill('Manager’s PIN', '2468');
    fireEvent.click(button('Give back $5.00'));
    await waitFor(() => expect(callsTo(till, 'payment.reverse')).toHaveLength(2));
    await settle();
    fireEvent.click(button('Give back $5.00'));
    await waitFor(() => expect(screen.getByRole('button', { name: /^Give money back/ })).toBeTruthy());
    const sent = callsTo(till, 'payment.reverse');
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map((one) => one['reversal'])).size).toBe(1);
    expect(sent[2]).toMatchObject({ amountMinor: 500, operator: { name: 'J. Ruiz', pin: '2468' } });
    // The next time is another one.
    await pastDeadTime();
    fireEvent.click(button(/^Give money back/));
    await pastDeadTime();
    fill('Your name', 'J. Ruiz');
    fill('Manager’s PIN', '2468');
    fireEvent.submit(screen.getByRole('form', { name: 'Give money back' }));
    await waitFor(() => expect(callsTo(till, 'payment.reverse')).toHaveLength(4));
    expect(callsTo(till, 'payment.reverse')[3]?.['reversal']).not.toBe(sent[0]?.['reversal']);
  });

  it('more than is left is refused with its sentence; when all is back there is nothing to press', async () => {
    window.location.hash = '#/payments/A-paid';
    const part = { ...paid, reversedMinor: 1250 };
    const till = await show([part]);
    fireEvent.click(button(/^Give money back/));
    await pastDeadTime();
    fill('Amount', '7.51');
    fireEvent.click(button('Give back $7.51'));
    await waitFor(() => expect(status().textContent).toContain('At most $7.50 can still be given back.'));
    expect(callsTo(till, 'payment.reverse')).toEqual([]);
    act(() => till.show(hostState({ attempts: [{ ...part, reversedMinor: 2000 }] })));
    fireEvent.click(button('Back'));
    expect(screen.getByText('All of it was given back')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Give money back/ })).toBeNull();
  });
});

describe('a payment that is checking', () => {
  const id = undecided(0).id;

  it('asks the platform again at once', async () => {
    window.location.hash = `#/payments/${id}`;
    const till = await show([undecided(60_000)]);
    await pastDeadTime();
    fireEvent.click(button('Look again now'));
    await waitFor(() => expect(callsTo(till, 'payment.sweep')).toHaveLength(1));
  });

  it.each([
    ['too soon', undecided(119_000)],
    ['not to be decided', undecided(300_000, false)],
  ])('has no key to decide while it is %s', async (_, attempt) => {
    window.location.hash = `#/payments/${id}`;
    await show([attempt]);
    expect(screen.queryByRole('button', { name: /^Decide/ })).toBeNull();
    expect(screen.getByText('A manager can decide later')).toBeTruthy();
  });

  it.each(['#/', `#/payments/${id}`])(
    'at %s is decided with verdict, reason and name, and not before',
    async (hash) => {
      const till = await show([undecided(121_000)], { 'payment.decide': () => undecided(121_000) });
      goTo(hash);
      await pastDeadTime();
      fireEvent.click(button(/^Decide/));
      await screen.findByRole('heading', { name: 'Decide this payment' });
      await pastDeadTime();
      await waitFor(() => expect(status().textContent).toContain('Nobody can say yet'));
      const submit = () => fireEvent.submit(screen.getByRole('form', { name: 'Decide this payment' }));
      const said = (sentence: string) => waitFor(() => expect(status().textContent).toContain(sentence));
      submit();
      await said('Say how it ended.');
      fireEvent.click(screen.getByRole('radio', { name: 'Not paid' }));
      submit();
      await said('Write the reason in a few words.');
      fill('Reason', 'The slip says so.');
      submit();
      await said('Write your name.');
      expect(callsTo(till, 'payment.decide')).toEqual([]);
      fill('Your name', 'J. Ruiz');
      submit();
      await waitFor(() =>
        expect(callsTo(till, 'payment.decide')).toEqual([
          { attempt: id, verdict: 'not-paid', reason: 'The slip says so.', operator: { name: 'J. Ruiz' } },
        ]),
      );
    },
  );
});

it('never shows the code that tells on a customer', async () => {
  window.location.hash = '#/payments/A-lost';
  await show([finished({ id: 'A-lost', state: 'declined', declineCode: 'LOST_OR_STOLEN_CARD' })]);
  const keys = within(screen.getByRole('region', { name: 'Keys' }));
  expect(keys.getByText('GENERIC_DECLINE')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/LOST_OR_STOLEN/);
});
