// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TillError, type DayReport, type DayTotals } from '../../../../electron/contract/index.ts';
import { withLink } from '../../../../renderer/day/use-day.ts';
import { historyScreens, report, stranger } from '../fixtures/history-screens.ts';
import { at, finished } from '../fixtures/states.ts';
import { button, pastDeadTime, settle, status } from '../fixtures/window.tsx';
import { allow, callsTo, fill, show } from './place.tsx';

beforeEach(() => {
  window.location.hash = '#/day';
});

/** Midnight by the clock of this computer, `days` after the day of the fixtures. */
function midnight(days: number): Date {
  const now = new Date(at(0));
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
}

const fixture = (name: string) => historyScreens[name]?.answers ?? {};

describe('the ledger', () => {
  it('shows the sums of the whole day by the clock of this computer, and another day by its keys', async () => {
    const till = await show([], fixture('day'));
    const asked = () => callsTo(till, 'day.totals').at(-1);
    expect(asked()).toEqual({ from: midnight(0).toISOString(), to: new Date(midnight(1).getTime() - 1).toISOString() });
    const table = within(screen.getByRole('table'));
    expect(table.getByRole('row', { name: /^Paid/ }).textContent).toBe('Paid61$2,104.35$214.10$2,318.45');
    expect(table.getByRole('row', { name: /^Given back/ }).textContent).toBe('Given back2-$31.20');
    expect(table.getByRole('row', { name: /^Net, before fees/ }).textContent).toBe('Net, before fees$2,287.25');
    expect(screen.getByText('2318 dollars 45 cents')).toBeTruthy();
    expect(screen.getByText('Open tabs').nextElementSibling?.textContent).toContain('$161.00');
    expect(button('Next day')).toHaveProperty('disabled', true);
    fireEvent.click(button('Previous day'));
    await settle();
    expect(asked()).toMatchObject({ from: midnight(-1).toISOString() });
    fill('Day', '2026-02-28');
    await settle();
    expect(asked()).toMatchObject({ from: new Date(2026, 1, 28).toISOString() });
  });

  it('reaches payments taken while the clock was a day ahead, after the clock was corrected', async () => {
    const tomorrow = at(-24 * 60 * 60_000);
    const ahead = finished({ startedAt: tomorrow, finishedAt: tomorrow, updatedAt: at(0) });
    const till = await show([ahead], fixture('day'));
    fireEvent.click(button('Next day'));
    await settle();
    expect(callsTo(till, 'day.totals').at(-1)).toMatchObject({ from: midnight(1).toISOString() });
    expect(button('Next day')).toHaveProperty('disabled', true);
  });

  it('shows links on a separate line within the amount for the bank, and notes below it', async () => {
    await show([], fixture('day-links'));
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows.slice(-7)).toEqual([
      'Paid61$2,104.35$214.10$2,318.45',
      'Given back2-$31.20',
      'Pay links3$127.80$5.00$132.80',
      'Pay links given back1-$10.00',
      'Net, before fees$2,410.05',
      'Cash, recorded here2$38.60',
      'Another way, recorded here1$12.00',
    ]);
    expect(screen.getByText('1 pay link is not finished.').parentElement?.textContent).toContain(
      'Not included in these totals',
    );
  });

  it('lists links and notes one by one, and undoes a mistaken note', async () => {
    const { answers = {} } = historyScreens['day-links'] ?? {};
    const till = await show([], { ...answers, 'otherTender.takeBack': () => ({}) });
    const list = within(screen.getByRole('region', { name: 'Keys' })).getAllByRole('listitem');
    expect(list.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Pay link\$42\.60Order A-1187, .*\$10\.00 given back, TRa4VfBHWsfYvxC8mJ2r1$/),
      expect.stringMatching(/^Another way\$12\.60Order A-1186, [\d:]+, Recorded by Maya, .*Gift card 118Undo$/),
      expect.stringMatching(/^Cash\$12\.60.*Undone by J\. Ruiz/),
    ]);
    await pastDeadTime();
    fireEvent.click(button('Undo, $12.60'));
    await pastDeadTime();
    fill('Why it is wrong', 'Wrong order');
    fill('Your name', 'J. Ruiz');
    fireEvent.submit(screen.getByRole('form'));
    await waitFor(() => expect(callsTo(till, 'otherTender.takeBack')).toHaveLength(1));
    expect(await screen.findByRole('heading', { name: 'Other payments' })).toBeTruthy();
  });

  it('shows the sums of each person below the ledger, unless one person took all the payments', async () => {
    await show([], fixture('day-people'));
    const [, table] = screen.getAllByRole('table');
    const rows = within(table ?? document.body)
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'PersonCountTakenTipsGiven back',
      'Maya40$1,548.45$144.10$0.00',
      'J. Ruiz12$440.00$40.00-$31.20',
      'Without a name9$330.00$30.00$0.00',
    ]);
    cleanup();
    const totals = (input: unknown) => fixture('day-people')['day.totals']?.(input) as DayTotals;
    const one = (input: unknown) =>
      totals(input).ledgers.map((ledger) => ({ ...ledger, people: ledger.people.slice(0, 1) }));
    await show([], { ...fixture('day'), 'day.totals': (input) => ({ ...totals(input), ledgers: one(input) }) });
    expect(screen.getAllByRole('table')).toHaveLength(1);
  });

  it('leaves a payment that is checking out of every figure, reports that, and makes it the next step', async () => {
    await show([], fixture('day-checking'));
    expect(screen.getByText('1 payment is still checking.').parentElement?.textContent).toContain(
      'Not included in these totals.',
    );
    expect(screen.getByText('1 payment was decided by a manager.')).toBeTruthy();
    expect(document.querySelectorAll('[data-variant="go"]')).toHaveLength(1);
    fireEvent.click(button('See A-1181'));
    expect(window.location.hash).toContain('#/history/');
  });

  it('says when there are no payments, and when the totals are unavailable', async () => {
    await show([], fixture('day-empty'));
    expect(screen.getAllByText('No payments yet.').length).toBeGreaterThan(0);
    cleanup();
    await show([], { 'day.totals': () => Promise.reject(new TillError('JRNL_CORRUPT', 'no')) });
    expect(screen.getByText('The totals are not available now.')).toBeTruthy();
  });
});

describe('a comparison with the platform', () => {
  it('shows the progress, then the differences, in words and figures', async () => {
    let answer: (report: DayReport) => void = () => undefined;
    let asked: unknown = null;
    await show([], {
      ...fixture('day'),
      'day.reconcile': (input) => {
        asked = input;
        return new Promise<DayReport>((resolve) => (answer = resolve));
      },
      'day.progress': () => ({ since: new Date().toISOString(), step: 'payments', records: 1200 }),
    });
    await pastDeadTime();
    fireEvent.click(button('Compare with the platform'));
    await waitFor(() => expect(screen.getByText('Reading payments, 1200 records')).toBeTruthy(), { timeout: 60_000 });
    expect(screen.queryByRole('button', { name: /Compare/ })).toBeNull();
    answer(report()(asked));
    const findings = within(await screen.findByRole('region', { name: 'Differences' }));
    expect(findings.getByText('Amount differs: $126.00 here, $120.00 there')).toBeTruthy();
    expect(findings.getByText(/Unknown to this till/)).toBeTruthy();
    expect(screen.getByText('-$19.00')).toBeTruthy();
    await waitFor(() => expect(status().textContent).toContain('Differences: 2'));
  });

  it('shows a manager’s explanation of a record in the report without a new request', async () => {
    const till = await show(
      [],
      {
        ...fixture('day'),
        'day.link': (input) => {
          if (!('operator' in (input as object)))
            throw new TillError('ROLE_REQUIRED', 'no', { context: { role: 'manager', ask: 'J. Ruiz' } });
          return { ...(input as object), attempt: null, order: null, by: 'J. Ruiz', at: new Date().toISOString() };
        },
      },
      { hasManagers: true },
    );
    await pastDeadTime();
    fireEvent.click(button('Compare with the platform'));
    await screen.findByRole('region', { name: 'Differences' });
    await pastDeadTime();
    const stranger = screen.getByText(/Unknown to this till/).closest('li');
    fireEvent.click(within(stranger ?? document.body).getByRole('button', { name: /^Explain/ }));
    await pastDeadTime();
    fireEvent.submit(screen.getByRole('form'));
    await waitFor(() => expect(status().textContent).toContain('Type a few words.'));
    fill('Why is it there?', 'Taken on the web shop.');
    expect(screen.queryByLabelText('Your name')).toBeNull();
    fireEvent.submit(screen.getByRole('form'));
    await allow('J. Ruiz', '2468');
    await waitFor(() => expect(screen.getByText(/Explained by J. Ruiz: Taken on the web shop./)).toBeTruthy());
    expect(callsTo(till, 'day.link').slice(1)).toEqual([
      {
        record: { kind: 'transfer', id: 'TRstranger0000000000' },
        explanation: 'Taken on the web shop.',
        operator: { name: 'J. Ruiz', pin: '2468' },
      },
    ]);
    expect(callsTo(till, 'day.reconcile')).toHaveLength(1);
  });

  it('says why the comparison failed', async () => {
    await show([], {
      ...fixture('day'),
      'day.reconcile': () => Promise.reject(new TillError('API_UNREACHABLE', 'no')),
    });
    await pastDeadTime();
    fireEvent.click(button('Compare with the platform'));
    expect(await screen.findByText('API_UNREACHABLE')).toBeTruthy();
  });

  it('moves an explained record out of its former count', () => {
    const before = report()({ from: '2026-03-14T00:00:00.000Z', to: '2026-03-14T23:59:59.999Z' });
    const record = { kind: 'transfer' as const, id: stranger.there[0]?.id ?? '' };
    const after = withLink(before, {
      record,
      attempt: 'A-1',
      order: null,
      explanation: 'why',
      by: 'Mo',
      at: before.askedAt,
    });
    expect(after.counts).toEqual({ ...before.counts, onlyThere: 0, explained: 1 });
    expect(after.entries[0]).toMatchObject({ verdict: 'explained', attempt: 'A-1' });
  });
});

it('hands the file to the browser under its name', async () => {
  const saved: string[] = [];
  URL.createObjectURL = vi.fn((blob: Blob) => `blob:${blob.type}`);
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`);
  });
  const till = await show([], { ...fixture('day'), 'day.export': () => ({ name: 'day.csv', text: 'a,b', rows: 3 }) });
  await pastDeadTime();
  fireEvent.click(button('CSV'));
  await waitFor(() => expect(saved).toEqual(['day.csv blob:text/csv']));
  await waitFor(() => expect(status().textContent).toContain('day.csv, 3 rows'));
  expect(callsTo(till, 'day.export')).toEqual([callsTo(till, 'day.totals')[0]]);
});
