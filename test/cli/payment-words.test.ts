/** Reason for a payment's state: a phrase in the readable line, a word for programs. */
import { expect, test } from 'vitest';
import { attemptLine, reasonCodeOf, exitCodeOf, sentence } from '../../electron/cli/payment-words.ts';
import type { AttemptView } from '../../electron/contract/index.ts';
import { at, attempt, finished } from '../unit/renderer/fixtures/states.ts';

const decision = { by: 'Ana', verdict: 'paid', reason: 'The slip says so.', at: at(0) } as const;
const failure = { code: 'PAY_NO_CARD', message: 'Nobody presented a card.' } as const;

test.each<[string, AttemptView, string | null, string | null]>([
  [
    'checked',
    attempt({ state: 'checking', checking: { reason: 'no-answer', since: at(0), tries: 3, nextTryAt: null } }),
    'no-answer',
    '(no-answer, asked 3×)',
  ],
  [
    'declined',
    finished({ state: 'declined', declineCode: 'INSUFFICIENT_FUNDS' }),
    'INSUFFICIENT_FUNDS',
    '(INSUFFICIENT_FUNDS)',
  ],
  ['cancelled', finished({ state: 'cancelled', cancelledBy: 'customer' }), 'customer', '(by customer)'],
  ['cancelled from outside the till', finished({ state: 'cancelled', cancelledBy: null }), null, null],
  ['decided', finished({ state: 'decided', decision }), 'The slip says so.', '(paid by Ana: The slip says so.)'],
  ['failed', finished({ state: 'failed', failure }), 'PAY_NO_CARD', '(PAY_NO_CARD)'],
  ['paid', finished({ state: 'captured', capturedMinor: 4260 }), null, null],
])('the reason of a payment is shown if it has one: %s', (_, view, bare, shown) => {
  expect(reasonCodeOf(view)).toBe(bare);
  if (shown === null) expect(attemptLine(view)).not.toContain('(');
  else expect(attemptLine(view)).toContain(shown);
});

test('a partial approval shows the remaining amount, including the tip of the terminal', () => {
  const tipped = { amountMinor: 10_000, tipMinor: 2_000, terminalTipMinor: 2_000, authorizedMinor: 10_500 };
  expect(sentence(attempt({ state: 'partial', ...tipped }))).toMatch(/^The bank approved 105.00 USD of 120.00 USD. /);
});

test('a captured partial approval shows the remaining amount, and its exit code is not 0', () => {
  const part = finished({
    state: 'captured',
    amountMinor: 5_000,
    totalMinor: 5_000,
    capturedMinor: 3_000,
    transfer: 'TR1',
  });
  expect(sentence(part)).toBe('Paid 30.00 USD of 50.00 USD: 20.00 USD is still to be paid. Transfer TR1.');
  expect(exitCodeOf(part)).toBe(3);
  expect(exitCodeOf({ ...part, capturedMinor: 5_000 })).toBe(0);
});
