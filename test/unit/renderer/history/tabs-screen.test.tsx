// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TillError } from '../../../../electron/contract/index.ts';
import { openTabs } from '../fixtures/history-screens.ts';
import { at, finished, hostState, visa } from '../fixtures/states.ts';
import { button, pastDeadTime, settle, status } from '../fixtures/window.tsx';
import { callsTo, fill, rows, show } from './place.tsx';

const held = finished({
  id: 'A-held',
  state: 'authorized',
  kind: 'authorization',
  amountMinor: 6000,
  totalMinor: 6000,
  authorizedMinor: 6000,
  finishedAt: null,
  startedAt: at(90_000),
  order: 'T-031',
  note: 'Table 6',
  card: visa,
});

describe('the list', () => {
  it('shows the holds in the order of the host with the time left, and finds a tab by any of its words', async () => {
    window.location.hash = '#/tabs';
    await show([], { 'history.tabs': () => openTabs });
    await waitFor(() => expect(rows().map((one) => one.dataset['row'])).toEqual(openTabs.map(({ id }) => id)));
    expect(screen.getByText('$161.00 held on 4 cards')).toBeTruthy();
    expect(rows()[0]?.textContent).toContain('ended');
    expect(rows()[1]?.textContent).toContain('21 h');
    for (const [wanted, found] of [
      ['dana', 'T-029'],
      ['6650', 'T-029'],
      ['36.00', 'T-029'],
      ['3600', 'T-029'],
      ['t-029 office', 'T-029'],
    ]) {
      fill('Search tabs', wanted ?? '');
      expect(rows().map((one) => one.textContent?.slice(0, 5))).toEqual([found]);
    }
    fill('Search tabs', 'nobody');
    expect(screen.getByText('No tabs found.')).toBeTruthy();
  });

  it('accepts typed text while the tabs are still loading', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof openTabs>();
    window.location.hash = '#/tabs';
    const till = await show([], { 'history.tabs': () => promise });
    act(() => till.show(hostState({ openTabs: 4 })));
    fireEvent.keyDown(document.body, { key: '/' });
    expect(screen.getByLabelText('Search tabs')).toBe(document.activeElement);
    fill('Search tabs', 'dana');
    resolve(openTabs);
    await waitFor(() => expect(rows().map((one) => one.textContent?.slice(0, 5))).toEqual(['T-029']));
    expect(screen.getByLabelText('Search tabs')).toBe(document.activeElement);
  });

  it('says when there are no tabs, and when the host is away', async () => {
    window.location.hash = '#/tabs';
    await show([]);
    expect(screen.getByText(/No tab is open/)).toBeTruthy();
    cleanup();
    await show([], { 'history.tabs': () => Promise.reject(new TillError('JRNL_UNWRITABLE', 'no')) });
    expect(screen.getByText('Open tabs are not available now.')).toBeTruthy();
  });
});

describe('a tab', () => {
  it('is charged with bill and tip, at most the amount held', async () => {
    window.location.hash = '#/tabs/A-held';
    const till = await show([held], { 'payment.capture': () => ({ ...held, state: 'working' }) });
    await pastDeadTime();
    fill('Bill', '58');
    fireEvent.click(screen.getByRole('radio', { name: 'Other tip' }));
    fill('Tip', '8.40');
    fireEvent.click(button('Charge $66.40'));
    await waitFor(() => expect(status().textContent).toContain('cannot exceed the $60.00 that is held'));
    expect(callsTo(till, 'payment.capture')).toEqual([]);
    fill('Bill', '46.50');
    expect(screen.getByText('$5.10')).toBeTruthy(); // the unused part, which is released
    fireEvent.click(button('Charge $54.90'));
    await waitFor(() =>
      expect(callsTo(till, 'payment.capture')).toEqual([{ attempt: 'A-held', amountMinor: 5490, tipMinor: 840 }]),
    );
  });

  it.each([
    ['15% $6.98', 5348, 698],
    ['No tip', 4650, 0],
  ])('gets a tip of %s added to the bill as it is typed', async (name, amountMinor, tipMinor) => {
    window.location.hash = '#/tabs/A-held';
    const till = await show([held], { 'payment.capture': () => held });
    await pastDeadTime();
    fill('Bill', '46.50');
    fireEvent.click(screen.getByRole('radio', { name }));
    fireEvent.submit(screen.getByRole('form'));
    await waitFor(() =>
      expect(callsTo(till, 'payment.capture')).toEqual([{ attempt: 'A-held', amountMinor, tipMinor }]),
    );
  });

  it('captures a tip that the host asks about with the second press', async () => {
    window.location.hash = '#/tabs/A-held';
    const context = { tipMinor: 840, limitMinor: 500, currency: 'USD' };
    const till = await show([held], {
      'payment.capture': (input) =>
        typeof input === 'object' && input && 'isTipMeant' in input
          ? held
          : Promise.reject(new TillError('PAY_TIP_LARGE', 'large', { context })),
    });
    fill('Bill', '46.50');
    fireEvent.click(screen.getByRole('radio', { name: /18%/ }));
    await pastDeadTime();
    fireEvent.submit(screen.getByRole('form'));
    await waitFor(() => expect(status().textContent).toContain('The tip is $8.37. Press again if the tip is right.'));
    await pastDeadTime();
    fireEvent.submit(screen.getByRole('form'));
    await waitFor(() => expect(callsTo(till, 'payment.capture')).toHaveLength(2));
    expect(callsTo(till, 'payment.capture')[1]).toMatchObject({ tipMinor: 837, isTipMeant: true });
  });

  it('offers the tips of the till, and keeps the room held for a tip out of the bill', async () => {
    window.location.hash = '#/tabs/A-held';
    const tips = { when: 'after' as const, percents: [10], fixedMinor: [500], roomPercent: 25 };
    const roomy = { ...held, amountMinor: 4800, tipRoomMinor: 1200, totalMinor: 6000 };
    await show([roomy], {}, { tips });
    expect(screen.getByLabelText<HTMLInputElement>('Bill').value).toBe('48.00');
    expect(screen.getAllByRole('radio')).toHaveLength(4);
    fireEvent.click(screen.getByRole('radio', { name: '$5.00' }));
    expect(button('Charge $53.00')).toBeTruthy();
  });

  it('is not charged by a press meant for an earlier key', async () => {
    window.location.hash = '#/tabs/A-held';
    const till = await show([held]);
    act(() => till.show(hostState({ attempts: [{ ...held, state: 'working' }] })));
    act(() => till.show(hostState({ attempts: [held] })));
    fireEvent.click(button('Charge $60.00'));
    await settle();
    expect(callsTo(till, 'payment.capture')).toEqual([]);
  });

  it('is closed under a name, then shows its outcome', async () => {
    window.location.hash = '#/tabs/A-held';
    const till = await show([held], { 'payment.release': () => ({ ...held, state: 'working' }) });
    await pastDeadTime();
    fireEvent.click(button('Close, charge nothing'));
    await pastDeadTime();
    fireEvent.click(button('Release $60.00'));
    await waitFor(() => expect(status().textContent).toContain('Type your name.'));
    fill('Your name', ' Maya ');
    fireEvent.click(button('Release $60.00'));
    await waitFor(() =>
      expect(callsTo(till, 'payment.release')).toEqual([{ attempt: 'A-held', operator: { name: 'Maya' } }]),
    );
    act(() => till.show(hostState({ attempts: [{ ...held, state: 'released' }] })));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: /Hold released/ }));
    expect(button('See in History')).toBeTruthy();
  });

  it('says that it expires soon, that it has expired, or why it was refused', async () => {
    window.location.hash = '#/tabs/A-held';
    const till = await show([{ ...held, expiresAt: at(-3_600_000 * 3 - 1) }]);
    expect(screen.getByText('This hold ends in 3 h. Charge the tab before then.')).toBeTruthy();
    act(() => till.show(hostState({ attempts: [{ ...held, expiresAt: at(1_000) }] })));
    expect(screen.getByText(/This hold has expired/)).toBeTruthy();
    act(() =>
      till.show(hostState({ attempts: [{ ...held, failure: { code: 'PAY_CAPTURE_FAILED', message: 'no' } }] })),
    );
    expect(screen.getByText(/The last attempt to charge this tab was refused/)).toBeTruthy();
  });
});
