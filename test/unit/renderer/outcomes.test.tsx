// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AttemptView } from '../../../electron/contract/index.ts';
import { outcomeOf, type OutcomeKind } from '../../../renderer/store/index.ts';
import { fixtureTill } from './fixtures/fixture-till.ts';
import { at, attempt, cardLeftIn, finished, hostState, terminal, visa, withCardIn } from './fixtures/states.ts';
import { pastDeadTime, showWindow, status } from './fixtures/window.tsx';

/** A payment runs, then changes to this state. */
function becomes(next: AttemptView): void {
  window.location.hash = '#/';
  const till = fixtureTill({ host: hostState({ attempts: [attempt()] }) });
  showWindow(till);
  act(() => till.show(hostState({ attempts: [next] })));
}
const ends = (change: Partial<AttemptView>) => becomes(finished(change));

const notCharged = 'The customer was not charged.';
/** Each outcome: the change that leads to it, its title, and the texts about the money and the next step. */
const outcomes: Record<OutcomeKind, [Partial<AttemptView>, string, string[]]> = {
  paid: [
    { state: 'captured', capturedMinor: 4260 },
    'Paid',
    ['42 dollars 60 cents', 'Give the receipt. Type the next amount to go on.'],
  ],
  'too-late': [
    { state: 'captured', capturedMinor: 4260, cancelTooLate: true },
    'Paid, too late to cancel',
    ['The customer has paid.', 'Keep the sale, or give the money back with a refund.'],
  ],
  'partly-paid': [
    { state: 'captured', capturedMinor: 3000 },
    'Partly paid',
    ['30 dollars', 'The card paid $30.00 of $42.60.', 'Take $12.60 with another card, or another way.'],
  ],
  held: [{ state: 'authorized', kind: 'authorization', authorizedMinor: 4260 }, 'Held', ['It is not charged yet.']],
  'add-tip': [
    { state: 'authorized', kind: 'authorization', tipRoomMinor: 1065, totalMinor: 5325, authorizedMinor: 5325 },
    'Approved',
    ['Nothing has been charged yet.', 'Add the tip, or take $42.60 without a tip.'],
  ],
  declined: [
    { state: 'declined', declineCode: 'INSUFFICIENT_FUNDS' },
    'Declined',
    [notCharged, 'There is not enough money on this card.', 'Ask for another card or another way to pay.'],
  ],
  cancelled: [{ state: 'cancelled', cancelledBy: 'cashier' }, 'Cancelled', [notCharged, 'Start a new sale']],
  'not-completed': [
    { state: 'voided', isCardOut: true, failure: { code: 'PAY_NOT_COMPLETED', message: 'out' } },
    'Not paid',
    [notCharged, 'The bank’s approval has been voided.', 'Charge again and leave the card in.'],
  ],
  'no-card': [
    { state: 'failed', failure: { code: 'PAY_NO_CARD', message: 'none' } },
    'No card presented',
    [notCharged, 'The terminal stopped waiting after 60 s.', 'Charge again when the customer is ready.'],
  ],
  'too-slow': [
    { state: 'failed', failure: { code: 'PAY_NO_PIN', message: 'none' } },
    'Not paid',
    [notCharged, 'The PIN was not entered in time.', 'Take the card out, then charge again.'],
  ],
  failed: [{ state: 'failed', failure: { code: 'TERM_SILENT', message: 'silent' } }, 'Not paid', [notCharged]],
  refunded: [
    { state: 'refunded', kind: 'refund', capturedMinor: 4260 },
    'Given back',
    ['$42.60 goes to the customer’s card.'],
  ],
  released: [{ state: 'released', authorizedMinor: 4260 }, 'Hold released', [notCharged]],
  decided: [
    { state: 'decided', decision: { verdict: 'not-paid', by: 'J. Ruiz', reason: 'No slip' } },
    'Marked as not paid',
    ['Decided by J. Ruiz: No slip', 'has not confirmed whether the customer was charged'],
  ],
};

describe('a card left in the terminal', () => {
  it.each([
    ['in', { state: 'declined', declineCode: 'INSUFFICIENT_FUNDS' }, 'Take the card out.'],
    ['maybe', { state: 'captured', capturedMinor: 4260 }, 'The card can be taken out.'],
  ] as const)(
    '%s: the outcome asks for the card, on screen and aloud, until the card is out',
    async (card, change, said) => {
      window.location.hash = '#/';
      const till = fixtureTill({ host: hostState({ attempts: [attempt()] }) });
      showWindow(till);
      act(() => till.show(hostState({ attempts: [finished(change)], terminals: [terminal({ card })] })));
      expect(screen.getByText(said)).toBeTruthy();
      await waitFor(() => expect(status().textContent).toContain(said));
      act(() => till.show(hostState({ attempts: [finished(change)] })));
      expect(screen.queryByText(said)).toBeNull();
    },
  );

  it('is announced with the outcome if it is reported later; a removed card announces nothing', async () => {
    window.location.hash = '#/';
    const paid = finished({ state: 'captured', capturedMinor: 4260 });
    const till = fixtureTill({ host: hostState({ attempts: [attempt()] }) });
    showWindow(till);
    act(() => till.show(hostState({ attempts: [paid] })));
    await waitFor(() => expect(status().textContent).toMatch(/^Paid/));
    act(() => till.show(withCardIn(hostState({ attempts: [paid] }))));
    await waitFor(() => expect(status().textContent).toMatch(/^Paid.*Take the card out\./));
    const said = status().textContent;
    act(() => till.show(hostState({ attempts: [paid] })));
    await pastDeadTime();
    expect(status().textContent).toBe(said);
  });

  it('leads to a request for the card on a partial payment', () => {
    becomes(finished({ state: 'captured', capturedMinor: 3000 }));
    expect(screen.queryByText('Take the card out.')).toBeNull();
    cleanup();
    const till = fixtureTill({ host: hostState({ attempts: [attempt()] }) });
    showWindow(till);
    act(() => till.show(withCardIn(hostState({ attempts: [finished({ state: 'captured', capturedMinor: 3000 })] }))));
    expect(screen.getByText('Take the card out.')).toBeTruthy();
  });

  it('is explained on the payment that waits for it, on screen and aloud, and that payment can be cancelled', async () => {
    window.location.hash = '#/';
    showWindow(fixtureTill({ host: cardLeftIn() }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Take the card out');
    expect(screen.getByText(/^Previous payment: \$18\.75, Visa 4412, .* ago$/)).toBeTruthy();
    expect(screen.getByText('Card still in')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Cancel/ })).toBeTruthy();
    await waitFor(() => expect(status().textContent).toContain('This payment starts once the card is out.'));
  });

  it('leads to a request for the card at the next prompt', () => {
    window.location.hash = '#/';
    const live = attempt({ prompt: 'present-card' });
    const till = fixtureTill({ host: hostState({ attempts: [live], terminals: [terminal({ card: 'in' })] }) });
    showWindow(till);
    expect(screen.getByText('Take the card out.')).toBeTruthy();
  });

  it('shows a specific calm text if another charge comes too early', () => {
    ends({ state: 'failed', failure: { code: 'TERM_CARD_IN', message: 'in' } });
    expect(screen.getByText(/card of the previous payment is still in the terminal/)).toBeTruthy();
    expect(screen.getByText('Take the card out, then charge again.')).toBeTruthy();
  });
});

describe('every outcome', () => {
  it.each(Object.entries(outcomes))('%s focuses its title and is announced', async (kind, [change, title, said]) => {
    expect(outcomeOf(finished(change))).toBe(kind);
    ends(change);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: title }));
    await waitFor(() => {
      for (const words of said) expect(status().textContent).toContain(words);
    });
    // The spoken words are also on screen.
    const window = document.querySelector('[data-part="window"]')?.textContent ?? '';
    for (const words of said.filter((one) => !one.includes('dollars')))
      expect(window).toContain(words.replace(/\.$/, ''));
  });

  it('a partial approval is compared with the amount owed: with the tip from the terminal, without room for a tip', async () => {
    const part = { state: 'partial', prompt: null } as const;
    const tipped = { amountMinor: 10_000, tipMinor: 2_000, terminalTipMinor: 2_000, authorizedMinor: 10_500 };
    becomes(attempt({ ...part, ...tipped }));
    const shown = () => document.querySelector('main')?.textContent;
    await waitFor(() => expect(shown()).toContain('The bank approved $105.00 of $120.00.'));
    expect(shown()).toContain('Still to pay$15.00');
    cleanup();
    becomes(attempt({ ...part, kind: 'authorization', totalMinor: 5325, tipRoomMinor: 1065, authorizedMinor: 3000 }));
    await waitFor(() => expect(shown()).toContain('The bank approved $30.00 of $42.60.'));
    expect(shown()).toContain('Still to pay$12.60');
  });

  it('a cancel too late for a partial payment shows the rest to pay, and that it was too late', async () => {
    ends({ state: 'captured', capturedMinor: 3000, cancelTooLate: true });
    const title = 'Partly paid, too late to cancel';
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: title }));
    expect(screen.getByText('Too late to cancel')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'Still to pay' })).toBeTruthy();
    expect(screen.getByRole('button', { name: /Charge \$12\.60/ })).toBeTruthy();
    await waitFor(() => expect(status().textContent).toContain(`${title}. 30 dollars`));
    expect(status().textContent).not.toContain('The customer has paid');
  });

  it('checking interrupts, and says that the outcome is not known yet', async () => {
    const checking = { reason: 'no-answer', since: attempt().updatedAt, tries: 1, nextTryAt: null } as const;
    becomes(attempt({ state: 'checking', prompt: null, checking }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Checking' }));
    await waitFor(() =>
      expect(status().textContent).toContain('It is not known yet whether the customer was charged.'),
    );
    expect(status().getAttribute('aria-live')).toBe('assertive');
  });
});

describe('a refund to a card', () => {
  const notGiven = 'The customer got no money back.';
  const failure = { code: 'PAY_NEVER_ARRIVED', message: 'never' } as const;
  const checkedSince = (msAgo: number) =>
    attempt({
      kind: 'refund',
      state: 'checking',
      prompt: null,
      canDecide: true,
      checking: { reason: 'no-answer', since: at(msAgo), tries: 9, nextTryAt: null },
    });

  it.each<[Partial<AttemptView>, string, string]>([
    [{ state: 'failed', failure }, 'Not given back', notGiven],
    [{ state: 'failed', failure: { code: 'PAY_NO_CARD', message: 'none' } }, 'No card presented', notGiven],
    [{ state: 'voided', failure }, 'Not given back', notGiven],
    [{ state: 'cancelled', cancelledBy: 'customer' }, 'Cancelled', notGiven],
    [{ state: 'declined', declineCode: 'DO_NOT_HONOR' }, 'Declined', notGiven],
    [
      { state: 'decided', decision: { verdict: 'not-paid', by: 'Mo', reason: 'no slip' } },
      'Marked as not given back',
      'The platform has not confirmed whether the customer got the money back.',
    ],
  ])('%o is shown as a refund on the screen, and no key charges', (change, title, money) => {
    ends({ ...change, kind: 'refund' });
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
    const said = document.querySelector('main')?.textContent ?? '';
    expect(said).toContain(money);
    expect(said).not.toMatch(/charge/i);
    const keys = screen.getAllByRole('button').map(({ textContent }) => textContent ?? '');
    expect(keys.filter((name) => /again|another|amount/i.test(name))).toEqual([]);
  });

  it('says while it is checked what is unknown, and what must not be repeated', () => {
    becomes(checkedSince(1_000));
    const said = document.querySelector('[data-part="window"]')?.textContent ?? '';
    expect(said).toContain('It is not known yet whether the customer got the money back.');
    expect(said).toContain('Do not give the money back again.');
    expect(said).not.toContain('charge');
  });

  it('a manager decides a refund with an unknown outcome', async () => {
    becomes(checkedSince(3 * 60_000));
    await pastDeadTime();
    fireEvent.click(screen.getByRole('button', { name: /^Decide/ }));
    expect(await screen.findByRole('radio', { name: 'Not given back' })).toBeTruthy();
    expect(document.querySelector('form')?.textContent).not.toContain('charged');
  });

  it('is called a refund while it runs', () => {
    becomes(attempt({ kind: 'refund' }));
    expect(document.querySelector('main')?.textContent).toContain('Giving back $42.60');
    expect(document.querySelector('main')?.textContent).not.toMatch(/to pay|charging/i);
  });
});

describe('a payment that was checking', () => {
  const checked = [
    { step: 'checking', atMs: 11_000 },
    { step: 'done', atMs: 83_400 },
  ];

  it.each([
    ['paid', { state: 'captured', capturedMinor: 4260 }],
    ['not paid', { state: 'cancelled' }],
  ] as const)('%s: says after how long the outcome was known', (_name, change) => {
    ends({ ...change, timings: checked });
    expect(screen.getByText('Known after 1:12')).toBeTruthy();
  });

  it('shows no such time when the outcome was never in doubt', () => {
    ends({ state: 'captured', capturedMinor: 4260 });
    expect(screen.queryByText(/Known after/)).toBeNull();
  });
});

describe('decline reasons of the bank', () => {
  it.each(['LOST_OR_STOLEN_CARD', 'PICK_UP_CARD', 'A_CODE_OF_TOMORROW', 'DO_NOT_HONOR'])(
    '%s is shown as any other decline',
    async (declineCode) => {
      ends({ state: 'declined', declineCode, card: { ...visa, approvalCode: null } });
      expect(screen.getByText('The bank did not approve this card.')).toBeTruthy();
      await waitFor(() => expect(status().textContent).toContain('The bank did not approve this card.'));
      expect(document.body.textContent).not.toMatch(/lost|stolen|pick.?up/i);
      const shown =
        declineCode === 'LOST_OR_STOLEN_CARD' || declineCode === 'PICK_UP_CARD' ? 'GENERIC_DECLINE' : declineCode;
      expect(screen.getByText(shown)).toBeTruthy();
    },
  );

  it('asks for the signature before the receipt', async () => {
    ends({ state: 'captured', capturedMinor: 4260, wantsSignature: true });
    await waitFor(() => expect(status().textContent).toContain('Compare the signature, then give the receipt.'));
  });
});
