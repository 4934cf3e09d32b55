// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { TillError, type OtherTender } from '../../../../electron/contract/index.ts';
import { historyScreens } from '../fixtures/history-screens.ts';
import { at, finished, hostState, reversal, visa } from '../fixtures/states.ts';
import { undecided } from '../fixtures/screens.ts';
import { button, pastDeadTime, settle, status } from '../fixtures/window.tsx';
import { callsTo, fill, goTo, pageOf, pastTyping, rows, show } from './place.tsx';

beforeEach(() => {
  window.sessionStorage.clear();
  window.location.hash = '#/history';
});

const paid = finished({
  id: 'A-paid',
  state: 'captured',
  amountMinor: 2000,
  totalMinor: 2000,
  capturedMinor: 2000,
  card: visa,
  order: 'A-1187',
});
describe('the list', () => {
  it.each(Object.entries(historyScreens))(
    '%s: has one title, named links and buttons, and at most one filled key',
    async (_, fixture) => {
      window.location.hash = fixture.hash;
      await show(fixture.host?.attempts ?? [], fixture.answers);
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
      for (const one of [...screen.getAllByRole('link'), ...screen.getAllByRole('button')]) {
        expect(one.textContent || one.getAttribute('aria-label')).toBeTruthy();
      }
      expect(document.querySelectorAll('[data-variant="go"]').length).toBeLessThanOrEqual(1);
    },
  );

  it('requests the typed, chosen and scrolled-to payments from the host, and shows the counts of all', async () => {
    const old = finished({ id: 'A-old', state: 'declined', declineCode: 'EXPIRED_CARD', startedAt: at(9_000_000) });
    const till = await show([paid], {
      'history.search': (input) => {
        const { after, group } = input as { after?: string; group?: string };
        if (after !== undefined) return pageOf([old]);
        return pageOf(group === 'declined' ? [old] : [paid], {
          next: 'older',
          counts: { ...pageOf([]).counts, paid: 71, declined: 2 },
        });
      },
    });
    expect(rows().map((one) => one.dataset['row'])).toEqual(['A-paid']);
    expect(button('All 73').getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(button('Show older payments'));
    await waitFor(() => expect(rows().map((one) => one.dataset['row'])).toEqual(['A-paid', 'A-old']));
    fireEvent.click(button('Declined 2'));
    await pastTyping();
    expect(rows().map((one) => one.dataset['row'])).toEqual(['A-old']);
    fill('Search payments', '20.00');
    fireEvent.change(screen.getByLabelText('Days'), { target: { value: 'one' } });
    fill('Day', '2026-03-13');
    await pastTyping();
    const asked = callsTo(till, 'history.search').at(-1);
    const midnight = new Date(2026, 2, 13);
    expect(asked).toMatchObject({ text: '20.00', group: 'declined', from: midnight.toISOString() });
    expect(Date.parse(String(asked?.['to']))).toBe(new Date(2026, 2, 14).getTime() - 1);
  });

  it('shows a change in the mirror at once, and reads the list again', async () => {
    const till = await show([paid]);
    const before = callsTo(till, 'history.search').length;
    const back = reversal('R-1', 500, { askedAt: at(0) });
    const shows = (state: 'checking' | 'succeeded' | 'failed') =>
      act(() => till.show(hostState({ attempts: [{ ...paid, reversedMinor: 500, reversals: [{ ...back, state }] }] })));
    shows('checking');
    expect(rows()[0]?.textContent).toContain('$5.00 refund: checking');
    shows('succeeded');
    expect(rows()[0]?.textContent).toContain('$5.00 given back');
    // The totals count a refund that may still arrive as refunded, but its row does not show this yet.
    shows('failed');
    expect(rows()[0]?.textContent).toContain('Paid');
    await pastTyping();
    expect(callsTo(till, 'history.search').length).toBeGreaterThan(before);
  });

  it('says when the search is unavailable, and still shows the payments it has', async () => {
    await show([paid], { 'history.search': () => Promise.reject(new TillError('IPC_DISCONNECTED', 'away')) });
    expect(screen.getByText(/Not available now/)).toBeTruthy();
    expect(screen.getByRole('link', { name: /\$20\.00/ })).toBeTruthy();
  });

  it('says when no payment matches, and offers a search of all days when the days were limited', async () => {
    const till = await show([], { 'history.search': () => pageOf([]) });
    expect(screen.getByText('No payments here yet.')).toBeTruthy();
    fill('Search payments', 'x');
    expect(screen.getByText('No payments found.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Days'), { target: { value: 'today' } });
    fireEvent.click(button('Search all days'));
    await pastTyping();
    expect(callsTo(till, 'history.search').at(-1)).not.toHaveProperty('from');
  });

  it('says that older payments are still loading', async () => {
    await show([paid], { 'history.search': () => pageOf([paid], { isComplete: false }) });
    expect(screen.getByText(/still loading/)).toBeTruthy();
  });

  it('works by keyboard alone: / searches, arrows move along the lines, Enter opens, Esc restores the focus', async () => {
    const other = finished({
      id: 'A-other',
      state: 'declined',
      declineCode: 'EXPIRED_CARD',
      amountMinor: 6000,
      totalMinor: 6000,
      card: visa,
    });
    await show([paid, other]);
    const [first, second] = rows();
    const search = screen.getByLabelText('Search payments');
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(search);
    fireEvent.keyDown(search, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(first);
    fireEvent.keyDown(first ?? document.body, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second ?? document.body, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(first);
    goTo('#/history/A-other');
    const heading = screen.getByRole('heading', { level: 2, name: /\$60\.00/ });
    expect(document.activeElement).toBe(heading);
    await waitFor(() => expect(status().textContent).toContain('60 dollars, Declined.'));
    await pastDeadTime();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(document.activeElement).toBe(second));
  });

  it('says that a payment is unknown to this till, and still opens an old link', async () => {
    window.location.hash = '#/payments/A-unknown';
    await show([paid], { 'payment.get': () => Promise.reject(new TillError('PAY_NOT_FOUND', 'no')) });
    await waitFor(() => expect(screen.getByText('This till does not know this payment.')).toBeTruthy());
    goTo('#/payments/A-paid');
    expect(screen.getByRole('heading', { level: 2, name: /\$20\.00/ })).toBeTruthy();
  });

  it('reads the audit of a payment on demand', async () => {
    window.location.hash = '#/history/A-paid';
    const till = await show([paid], {
      'payment.audit': () => [
        {
          at: at(1_000),
          operator: 'J. Ruiz',
          role: 'manager',
          action: 'reverse',
          attempt: 'A-paid',
          data: { amountMinor: 500, reason: 'A cake' },
        },
      ],
    });
    expect(callsTo(till, 'payment.audit')).toEqual([]);
    const more = screen.getByText('People').closest('details');
    act(() => {
      more?.setAttribute('open', '');
      more?.dispatchEvent(new Event('toggle'));
    });
    await waitFor(() => expect(more?.textContent).toContain('Money given back $5.00'));
    expect(callsTo(till, 'payment.audit')).toMatchObject([{ attempt: 'A-paid' }]);
  });
});

describe('a refund', () => {
  it('keeps its id when the answer is lost, asks for a PIN where there are managers, and describes each mistake', async () => {
    window.location.hash = '#/history/A-paid';
    const required = () =>
      Promise.reject(new TillError('ROLE_REQUIRED', 'no', { context: { role: 'manager', ask: 'J. Ruiz' } }));
    const answers = [
      required,
      () => Promise.reject(new TillError('ROLE_PIN_WRONG', 'no', { context: { triesLeft: 1, waitMs: 7_400 } })),
      () => Promise.reject(new TillError('IPC_DISCONNECTED', 'away')),
      required,
      () => ({ ...paid, reversedMinor: 500 }),
      () => ({ ...paid, reversedMinor: 2000 }),
    ];
    const till = await show([paid], { 'payment.reverse': () => answers.shift()?.() }, { hasManagers: true });
    fireEvent.click(button(/^Give money back/));
    await pastDeadTime();
    fill('Amount', '5');
    expect(screen.queryByLabelText('Your name')).toBeNull();
    /** A dialog of the frame asks for a manager immediately. */
    const give = async (pin: string) => {
      fireEvent.click(button('Give back $5.00'));
      await waitFor(() => expect(till.store.getState().permission?.act).toBe('reverse'));
      return till.store.getState().permission?.give({ name: 'J. Ruiz', pin });
    };
    await expect(give('1111')).rejects.toMatchObject({ code: 'ROLE_PIN_WRONG' });
    expect(callsTo(till, 'payment.reverse')[0]).not.toHaveProperty('operator');
    await act(async () => till.store.getState().permission?.give({ name: 'J. Ruiz', pin: '2468' }));
    await settle();
    expect(till.store.getState().permission).toBeNull();
    await act(() => give('2468'));
    await waitFor(() => expect(screen.getByRole('button', { name: /^Give money back/ })).toBeTruthy());
    const sent = callsTo(till, 'payment.reverse');
    expect(sent).toHaveLength(5);
    expect(new Set(sent.map((one) => one['reversal'])).size).toBe(1);
    expect(sent[4]).toMatchObject({ amountMinor: 500, operator: { name: 'J. Ruiz', pin: '2468' } });
    // The next refund gets another id.
    await pastDeadTime();
    fireEvent.click(button(/^Give money back/));
    await pastDeadTime();
    fireEvent.submit(screen.getByRole('form', { name: 'Give money back' }));
    await waitFor(() => expect(callsTo(till, 'payment.reverse')).toHaveLength(6));
    expect(callsTo(till, 'payment.reverse')[5]?.['reversal']).not.toBe(sent[0]?.['reversal']);
  });

  it('asks again after an equal refund moments ago, or after a refund in another window while the form was open', async () => {
    window.location.hash = '#/history/A-paid';
    const given = { id: 'R-other', amountMinor: 700, state: 'succeeded', by: 'Ana', reason: null } as const;
    const answers = [
      () => Promise.reject(new TillError('PAY_DUPLICATE', 'again', { context: { attempt: 'A-paid', minutes: 1 } })),
      () => ({ ...paid, reversedMinor: 500 }),
    ];
    const till = await show([paid], { 'payment.reverse': () => answers.shift()?.() });
    const sent = () => callsTo(till, 'payment.reverse');
    fireEvent.click(button(/^Give money back/));
    await pastDeadTime();
    fill('Amount', '5');
    fill('Your name', 'J. Ruiz');
    fireEvent.click(button('Give back $5.00'));
    await waitFor(() => expect(status().textContent).toContain('$5.00 of this payment was given back moments ago.'));
    expect(status().textContent).not.toMatch(/charge/i);
    // The keys cover the end of a long form, so the refusal is shown among the keys.
    expect(document.querySelector('[data-part="form-keys"] > p')?.textContent).toContain('moments ago');
    fireEvent.click(button('Give back another $5.00'));
    await settle();
    expect(sent()).toHaveLength(1); // a double press is not an answer
    // Another window reverses the payment before the cashier answers.
    const arrived = { ...given, askedAt: paid.startedAt, transfer: 'TR2', failure: null };
    act(() => till.show(hostState({ attempts: [{ ...paid, reversedMinor: 700, reversals: [arrived] }] })));
    await pastDeadTime();
    fireEvent.click(button('Give back $5.00'));
    await waitFor(() => expect(status().textContent).toContain('$7.00 of this payment was given back moments ago.'));
    expect(sent()).toHaveLength(1);
    await pastDeadTime();
    fireEvent.click(button('Give back another $5.00'));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()).toMatchObject([{ amountMinor: 500 }, { amountMinor: 500, isRepeatMeant: true }]);
    expect(sent()[0]).not.toHaveProperty('isRepeatMeant');
  });

  it('sends an unanswered press under the same id after a reload, unless it has arrived', async () => {
    window.location.hash = '#/history/A-paid';
    const give = async (answer: () => unknown, shown = paid) => {
      const till = await show([shown], { 'payment.reverse': answer });
      fireEvent.click(button(/^Give money back/));
      await pastDeadTime();
      fill('Your name', 'J. Ruiz');
      fireEvent.submit(screen.getByRole('form', { name: 'Give money back' }));
      await waitFor(() => expect(callsTo(till, 'payment.reverse')).toHaveLength(1));
      await settle();
      cleanup();
      return callsTo(till, 'payment.reverse')[0]?.['reversal'];
    };
    const lost = () => Promise.reject(new TillError('IPC_DISCONNECTED', 'away'));
    const first = await give(lost);
    const second = await give(lost);
    expect(second).toBe(first);
    const asked = reversal(String(first), 500, { state: 'checking', askedAt: at(0) });
    const third = await give(() => paid, { ...paid, reversedMinor: 500, reversals: [asked] });
    expect(third).not.toBe(first);
    // The host has answered, so the id is not kept.
    expect(await give(lost)).not.toBe(third);
  });

  it('is refused above the rest with a message; a fully refunded payment has no key', async () => {
    window.location.hash = '#/history/A-paid';
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

  it('polls the platform again at once', async () => {
    window.location.hash = `#/history/${id}`;
    const till = await show([undecided(60_000)]);
    await pastDeadTime();
    fireEvent.click(button('Check again now'));
    await waitFor(() => expect(callsTo(till, 'payment.poll')).toHaveLength(1));
  });

  it.each([
    ['too soon', undecided(119_000)],
    ['not to be decided', undecided(300_000, false)],
  ])('has no key to decide while it is %s', async (_, attempt) => {
    window.location.hash = `#/history/${id}`;
    await show([attempt]);
    expect(screen.queryByRole('button', { name: /^Decide/ })).toBeNull();
    expect(screen.getByText('A manager can decide later')).toBeTruthy();
  });

  it.each(['#/', `#/history/${id}`])('is decided at %s with verdict, reason and name, and not before', async (hash) => {
    const till = await show([undecided(121_000)], { 'payment.decide': () => undecided(121_000) });
    goTo(hash);
    await pastDeadTime();
    fireEvent.click(button(/^Decide/));
    await screen.findByRole('heading', { name: 'Decide this payment' });
    await pastDeadTime();
    await waitFor(() => expect(status().textContent).toContain('It is not known yet'));
    const submit = () => fireEvent.submit(screen.getByRole('form', { name: 'Decide this payment' }));
    const said = (sentence: string) => waitFor(() => expect(status().textContent).toContain(sentence));
    submit();
    await said('Say how it ended.');
    fireEvent.click(screen.getByRole('radio', { name: 'Not paid' }));
    submit();
    await said('Type the reason in a few words.');
    fill('Reason', 'The slip says so.');
    submit();
    await said('Type your name.');
    expect(callsTo(till, 'payment.decide')).toEqual([]);
    fill('Your name', 'J. Ruiz');
    submit();
    await waitFor(() =>
      expect(callsTo(till, 'payment.decide')).toEqual([
        { attempt: id, verdict: 'not-paid', reason: 'The slip says so.', operator: { name: 'J. Ruiz' } },
      ]),
    );
  });
});

describe('a refund with an unknown outcome', () => {
  const lost = (sinceMs: number, canDecide = true) =>
    reversal('R-lost', 500, { state: 'checking', askedAt: at(sinceMs), checking: { since: at(sinceMs), canDecide } });
  const back = (sinceMs: number, canDecide?: boolean) => ({
    ...paid,
    reversedMinor: 500,
    reversals: [lost(sinceMs, canDecide)],
  });

  it.each([
    ['too soon', back(119_000)],
    ['not to be decided', back(300_000, false)],
  ])('has no key to decide while it is %s', async (_, attempt) => {
    window.location.hash = `#/history/${attempt.id}`;
    await show([attempt]);
    expect(screen.queryByRole('button', { name: /^Decide/ })).toBeNull();
    expect(screen.getByText('unknown yet')).toBeTruthy();
  });

  it('is decided by a manager, in words about a refund, and is shown as decided', async () => {
    const attempt = back(121_000);
    const decision = { verdict: 'not-paid', by: 'Ana', reason: 'Her bank says so.' } as const;
    const answer = {
      ...attempt,
      reversedMinor: 0,
      reversals: [{ ...lost(121_000), state: 'decided' as const, checking: undefined, decision }],
    };
    window.location.hash = `#/history/${attempt.id}`;
    const till = await show([attempt], { 'payment.decide': () => answer });
    await pastDeadTime();
    fireEvent.click(button(/^Decide/));
    await screen.findByRole('heading', { name: 'Decide this refund' });
    expect(screen.getByText('$5.00, asked for by J. Ruiz')).toBeTruthy();
    await pastDeadTime();
    fireEvent.click(screen.getByRole('radio', { name: 'Not given back' }));
    fill('Reason', 'Her bank says so.');
    fill('Your name', 'Ana');
    fireEvent.submit(screen.getByRole('form', { name: 'Decide this refund' }));
    await waitFor(() =>
      expect(callsTo(till, 'payment.decide')).toEqual([
        {
          attempt: attempt.id,
          reversal: 'R-lost',
          verdict: 'not-paid',
          reason: 'Her bank says so.',
          operator: { name: 'Ana' },
        },
      ]),
    );
  });

  it('shows the person and the reason once it is decided', async () => {
    const decision = { verdict: 'not-paid', by: 'Ana', reason: 'Her bank says so.' } as const;
    const attempt = {
      ...paid,
      reversals: [{ ...lost(121_000), state: 'decided' as const, checking: undefined, decision }],
    };
    window.location.hash = `#/history/${attempt.id}`;
    await show([attempt]);
    expect(screen.getByText('Decided: not given back')).toBeTruthy();
    expect(screen.getByText('Ana: Her bank says so.')).toBeTruthy();
    expect(button(/^Give money back/)).toBeTruthy();
  });
});

it('never shows the code of a stolen or lost card', async () => {
  window.location.hash = '#/history/A-lost';
  await show([finished({ id: 'A-lost', state: 'declined', declineCode: 'LOST_OR_STOLEN_CARD' })]);
  const keys = within(screen.getByRole('region', { name: 'Keys' }));
  expect(keys.getByText('GENERIC_DECLINE')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/LOST_OR_STOLEN/);
});

it('undoes a mistaken note with a name and a reason, then shows both', async () => {
  const part = { ...paid, id: 'A-part', amountMinor: 4260, totalMinor: 4260 };
  const note: OtherTender = {
    id: 'cash-0001',
    order: 'A-1187',
    part: 'A-part',
    way: 'cash',
    amountMinor: 2260,
    currency: 'USD',
    note: null,
    by: 'Maya',
    at: at(60_000),
  };
  let kept = note;
  window.location.hash = '#/history/A-part';
  const till = await show([part], {
    'otherTender.list': () => [kept],
    'otherTender.takeBack': () =>
      (kept = { ...note, takenBack: { by: 'J. Ruiz', reason: 'Wrong order', at: at(1_000) } }),
  });
  await pastDeadTime();
  fireEvent.click(await screen.findByRole('button', { name: 'Undo, $22.60' }));
  await pastDeadTime();
  fireEvent.submit(screen.getByRole('form'));
  await waitFor(() => expect(status().textContent).toContain('Type the reason in a few words.'));
  fill('Why it is wrong', 'Wrong order');
  fill('Your name', 'J. Ruiz');
  fireEvent.submit(screen.getByRole('form'));
  await waitFor(() =>
    expect(screen.getByText('Undone by J. Ruiz').parentElement?.textContent).toContain('Wrong order'),
  );
  expect(callsTo(till, 'otherTender.takeBack')).toEqual([
    { note: 'cash-0001', reason: 'Wrong order', operator: { name: 'J. Ruiz' } },
  ]);
  expect(screen.getByText(/Recorded by Maya/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull();
});
