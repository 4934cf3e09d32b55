/**
 * Random walks over Payment Links: in any order of actions, money moves at most once through a single-use link.
 * @module-tag full-sandbox
 * @module-tag ci-only
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentLink, Transfer } from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';
import { open, submit, tokenIn } from './page-calls.ts';
import { paymentLinkCalls } from './payment-link-calls.ts';

const MINUTE = 60_000;
let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.sandbox.close());
const { make, read, attempts } = paymentLinkCalls(() => harness);

type Step =
  | { kind: 'open' }
  | { kind: 'pay'; choice: string; buyers: number }
  | { kind: 'set'; body: object }
  | { kind: 'wait'; ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant({ kind: 'open' as const }),
  fc.record({
    kind: fc.constant('pay' as const),
    choice: fc.constantFrom('card-approve', 'card-no-funds', 'card-slow', 'bank-account'),
    buyers: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    kind: fc.constant('set' as const),
    body: fc.constantFrom(
      { state: 'ACTIVE' },
      { state: 'DEACTIVATED' },
      { nickname: 'n' },
      { buyer_details: { first_name: 'b' } },
      { allowed_payment_methods: ['PAYMENT_CARD', 'BANK_ACCOUNT'] },
    ),
  }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 20_000, 10 * MINUTE, 60 * MINUTE) }),
);

/** Allowed next states of each state; any other is a bug. */
const follows: Readonly<Record<string, readonly string[]>> = {
  ACTIVE: ['ACTIVE', 'DEACTIVATED', 'COMPLETED', 'EXPIRED'],
  // A link that was deactivated during a payment is completed when the money arrives.
  DEACTIVATED: ['DEACTIVATED', 'ACTIVE', 'EXPIRED', 'COMPLETED'],
  COMPLETED: ['COMPLETED'],
  EXPIRED: ['EXPIRED'],
};

async function take(link: PaymentLink, one: Step, tokens: string[]): Promise<void> {
  const { link_url: url } = link;
  switch (one.kind) {
    case 'open': {
      const page = await open(url);
      if (page.status === 200) tokens.push(tokenIn(page));
      return;
    }
    case 'pay': {
      // Old forms that buyers still have open are submitted as well, several at the same time.
      const used = tokens.splice(0, one.buyers);
      const pages = await Promise.all(used.map((token) => submit(url, { choice: one.choice, form_token: token })));
      for (const { status } of pages) expect([200, 409, 410]).toContain(status);
      return;
    }
    case 'set': {
      const { status } = await harness.client.send('PUT', `/payment_links/${link.id}`, { body: one.body });
      expect([200, 422]).toContain(status);
      return;
    }
    case 'wait':
      harness.clock.advance(one.ms);
  }
}

test.each([false, true])(
  'a link keeps its rules under any steps, with is_multiple_use %s',
  { timeout: 600_000 },
  async (isMultipleUse) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const link = await make({
          is_multiple_use: isMultipleUse,
          allowed_payment_methods: ['PAYMENT_CARD', 'BANK_ACCOUNT'],
          additional_details: { expiration_in_minutes: 90 },
        });
        const tokens: string[] = [];
        let before = link;
        for (const one of [{ kind: 'open' } as const, ...steps]) {
          await take(link, one, tokens);
          const now = await read(link.id);
          expect(follows[before.state]).toContain(now.state);
          before = now;
        }
        // All running payments end.
        harness.clock.advance(3 * 60 * MINUTE);
        const end = await read(link.id);
        const made = await attempts(link.id);
        const moved = await Promise.all(
          made.map(({ transfer_id: id }) => harness.client.get<Transfer>(`/transfers/${id}`)),
        );
        const succeeded = moved.filter(({ state }) => state === 'SUCCEEDED').length;
        for (const [index, attempt] of made.entries()) expect(attempt.state).toBe(moved[index]?.state);
        if (isMultipleUse) expect(end.state).toBe('EXPIRED');
        else expect([succeeded, end.state]).toEqual(succeeded === 0 ? [0, 'EXPIRED'] : [1, 'COMPLETED']);
      }),
      // `npm run test:full` sets a higher number.
      { numRuns: Number(process.env['TILLBRIDGE_RUNS'] ?? 12) },
    );
  },
);
