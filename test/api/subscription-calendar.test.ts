/**
 * Tests cycle arithmetic and proration of Subscriptions, with known dates, and with properties under any terms.
 * @module-tag ci-only
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billingIntervalValues } from '../../electron/platform-api/index.ts';
import type { BillingInterval } from '../../electron/platform-api/index.ts';
import {
  dayOfMonth,
  intervalAfter,
  intervalBefore,
  nextOnDay,
  prorate,
} from '../../electron/sandbox/rules/billing-calendar.ts';
import {
  afterInvoice,
  beginSubscription,
  changeBillingDay,
  FIRST_CHARGE_MS,
  nextInvoice,
  startSubscription,
} from '../../electron/sandbox/rules/subscription-rules.ts';
import type { Invoice, SubscriptionTerms } from '../../electron/sandbox/rules/subscription-rules.ts';
import { at, DAY } from './subscription-calls.ts';

const daysInMonth = (time: number) => {
  const date = new Date(time);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
};
const day = (time: number) => new Date(time).toISOString().slice(0, 10);

const terms = (more: Partial<SubscriptionTerms> = {}): SubscriptionTerms => ({
  amount: 3000,
  billing_interval: 'MONTHLY',
  trial_details: null,
  discount_phase_details: null,
  billing_cycle_day: null,
  start_subscription_at: null,
  total_billing_intervals: null,
  ...more,
});

/** The first invoices of a Subscription that starts at a given time. `change` may modify it before each. */
function invoices(
  asked: SubscriptionTerms,
  start: number,
  count: number,
  change: (facts: ReturnType<typeof startSubscription>, index: number) => object = () => ({}),
): Invoice[] {
  let facts = startSubscription(asked, start);
  if (facts.state === 'NOT_STARTED') facts = { ...facts, ...beginSubscription(facts) };
  const made: Invoice[] = [];
  for (let index = 0; index < count; index += 1) {
    facts = { ...facts, ...change(facts, index) };
    const invoice = nextInvoice(facts);
    if (!invoice) break;
    made.push(invoice);
    facts = { ...facts, ...afterInvoice(facts, invoice, true) };
  }
  return made;
}
const dates = (list: readonly Invoice[]) => list.map((one) => day(one.from));

describe('every billing interval', () => {
  test.each([
    ['WEEKLY', ['2023-12-31', '2024-01-07', '2024-01-14', '2024-01-21']],
    ['MONTHLY', ['2023-12-31', '2024-01-31', '2024-02-29', '2024-03-31']],
    ['BIMONTHLY', ['2023-12-31', '2024-02-29', '2024-04-30', '2024-06-30']],
    ['QUARTERLY', ['2023-12-31', '2024-03-31', '2024-06-30', '2024-09-30']],
    ['SEMIYEARLY', ['2023-12-31', '2024-06-30', '2024-12-31', '2025-06-30']],
    ['YEARLY', ['2023-12-31', '2024-12-31', '2025-12-31', '2026-12-31']],
    ['BIYEARLY', ['2023-12-31', '2025-12-31', '2027-12-31', '2029-12-31']],
    ['TRIYEARLY', ['2023-12-31', '2026-12-31', '2029-12-31', '2032-12-31']],
  ] as const)('gives the right invoice dates for %s from the last day of a year', (billing_interval, expected) => {
    const list = invoices(terms({ billing_interval }), at('2023-12-31T23:58:00'), 4);
    expect(dates(list)).toEqual(expected);
    expect(list.every((one) => one.amount === 3000 && !one.is_prorated)).toBe(true);
  });

  test('is covered by the table above', () => {
    expect([...billingIntervalValues].sort()).toEqual(
      ['BIMONTHLY', 'BIYEARLY', 'MONTHLY', 'QUARTERLY', 'SEMIYEARLY', 'TRIYEARLY', 'WEEKLY', 'YEARLY'].sort(),
    );
  });

  test.each([
    ['MONTHLY', 31, '2023-01-31', ['2023-01-31', '2023-02-28', '2023-03-31', '2023-04-30', '2023-05-31']],
    ['MONTHLY', 30, '2024-01-30', ['2024-01-30', '2024-02-29', '2024-03-30', '2024-04-30', '2024-05-30']],
    ['MONTHLY', 29, '2023-01-29', ['2023-01-29', '2023-02-28', '2023-03-29', '2023-04-29', '2023-05-29']],
    ['YEARLY', 29, '2024-02-29', ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
    ['BIYEARLY', 29, '2024-02-29', ['2024-02-29', '2026-02-28', '2028-02-29', '2030-02-28', '2032-02-29']],
    ['TRIYEARLY', 29, '2096-02-29', ['2096-02-29', '2099-02-28', '2102-02-28', '2105-02-28', '2108-02-29']],
  ] as const)('%s on day %i from %s returns to its day after short months', (interval, cycleDay, start, expected) => {
    const list = invoices(
      terms({ billing_interval: interval, billing_cycle_day: cycleDay }),
      at(`${start}T12:00:00`),
      5,
    );
    expect(dates(list)).toEqual(expected);
    expect(list.every((one) => !one.is_prorated)).toBe(true);
  });

  test('counts the last day of a short month as the days that it lacks', () => {
    const [first, second] = invoices(terms({ billing_cycle_day: 31 }), at('2026-04-30T09:00:00'), 2);
    expect(first).toMatchObject({ is_prorated: false, amount: 3000 });
    expect(day(second?.from ?? 0)).toBe('2026-05-31');
  });
});

describe('a first invoice off the billing day', () => {
  test.each([
    // 11 of the 30 days from 20 November to 20 December remain of a period that ends on 1 December.
    ['MONTHLY', '2026-11-20', 1, '2026-12-01', 1100],
    ['MONTHLY', '2026-11-20', 21, '2026-11-21', 97],
    ['MONTHLY', '2026-11-20', 19, '2026-12-19', 2900],
    ['MONTHLY', '2027-02-10', 31, '2027-02-28', 1929],
    ['MONTHLY', '2024-02-10', 31, '2024-02-29', 1966],
    ['QUARTERLY', '2026-11-20', 1, '2026-12-01', 363],
    ['YEARLY', '2026-11-20', 1, '2026-12-01', 90],
    ['TRIYEARLY', '2026-11-20', 1, '2026-12-01', 30],
  ] as const)('%s from %s to day %i ends on %s and costs %i of 3000', (interval, start, cycleDay, until, amount) => {
    const [first, second] = invoices(
      terms({ billing_interval: interval, billing_cycle_day: cycleDay }),
      at(`${start}T09:00:00`),
      2,
    );
    expect(first).toMatchObject({ amount, is_prorated: true });
    expect(day(first?.until ?? 0)).toBe(until);
    expect(second).toMatchObject({ amount: 3000, is_prorated: false, from: first?.until });
  });

  test('is calculated from the start of the period, and is the same when the charge comes some minutes later', () => {
    const facts = startSubscription(terms({ billing_cycle_day: 20 }), at('2026-11-20T23:58:00'));
    expect(day(facts.next_event_at ?? 0)).toBe('2026-11-21');
    expect(nextInvoice(facts)).toMatchObject({ is_prorated: false, amount: 3000 });
    expect(day(nextInvoice(facts)?.until ?? 0)).toBe('2026-12-20');
  });

  test('contains the discounted amount, and counts as one of the discounted intervals', () => {
    const list = invoices(
      terms({ billing_cycle_day: 1, discount_phase_details: { amount: 300, billing_interval_count: 2 } }),
      at('2026-11-20T09:00:00'),
      3,
    );
    expect(list.map((one) => [one.amount, one.phase])).toEqual([
      [110, 'DISCOUNT'],
      [300, 'DISCOUNT'],
      [3000, 'EVERGREEN'],
    ]);
  });
});

describe('a change of the billing day', () => {
  test('causes a prorated bridge at the next charge, and then full billing resumes', () => {
    const list = invoices(terms({ billing_cycle_day: 1 }), at('2026-11-01T09:00:00'), 5, (facts, index) =>
      index === 1 ? changeBillingDay(facts, 15) : {},
    );
    expect(list.map((one) => [day(one.from), one.amount])).toEqual([
      ['2026-11-01', 3000],
      // The charge is for 14 of the 30 days that end on 15 December.
      ['2026-12-01', 1400],
      ['2026-12-15', 3000],
      ['2027-01-15', 3000],
      ['2027-02-15', 3000],
    ]);
  });

  test('has no effect if it is changed back before the next charge', () => {
    const list = invoices(terms({ billing_cycle_day: 1 }), at('2026-11-01T09:00:00'), 3, (facts, index) => {
      if (index !== 1) return {};
      const changed = { ...facts, ...changeBillingDay(facts, 15) };
      return { ...changed, ...changeBillingDay(changed, 1) };
    });
    expect(list.map((one) => [day(one.from), one.amount])).toEqual([
      ['2026-11-01', 3000],
      ['2026-12-01', 3000],
      ['2027-01-01', 3000],
    ]);
  });
});

const interval = fc.constantFrom<BillingInterval>(...billingIntervalValues);
const monthly = fc.constantFrom(...billingIntervalValues.filter((one) => one !== 'WEEKLY'));
const amount = fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 999_999_999_999 }));
const cycleDay = fc.integer({ min: 1, max: 31 });
const moment = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2110-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.getTime());
const runs = { numRuns: 2000 };

describe('the calendar for any amounts and dates', () => {
  test('adds up the parts of a period to the whole, however it is divided', () => {
    fc.assert(
      fc.property(
        amount,
        moment,
        fc.integer({ min: 1, max: 1096 }),
        fc.array(fc.nat({ max: 1095 }), { maxLength: 12 }),
        (full, from, days, cuts) => {
          const until = from + days * DAY;
          const inside = [...new Set(cuts.map((cut) => cut % days))].filter((cut) => cut > 0).sort((a, b) => a - b);
          const points = [from, ...inside.map((cut) => from + cut * DAY), until];
          const parts = points
            .slice(1)
            .map((end, index) => prorate(full, { from: points[index] ?? 0, until: end }, { from, until }));
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(full);
          for (const [index, part] of parts.entries()) {
            const exact =
              (BigInt(full) * BigInt(((points[index + 1] ?? 0) - (points[index] ?? 0)) / DAY) * 1000n) / BigInt(days);
            expect(Math.abs(part - Number(exact) / 1000)).toBeLessThanOrEqual(1.001);
            expect(part).toBeGreaterThanOrEqual(0);
          }
        },
      ),
      runs,
    );
  });

  test('rounds the remaining part of a period half up, exactly', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 1096 }), fc.nat({ max: 1096 }), (full, days, left) => {
        fc.pre(left <= days);
        const until = days * DAY;
        const twice = (2n * BigInt(full) * BigInt(left) + BigInt(days)) / (2n * BigInt(days));
        expect(prorate(full, { from: until - left * DAY, until }, { from: 0, until })).toBe(Number(twice));
      }),
      runs,
    );
  });

  test('returns to the same month by an interval forward and back, and to the same day if both months have it', () => {
    fc.assert(
      fc.property(monthly, cycleDay, moment, (every, wanted, time) => {
        const start = nextOnDay(time, wanted);
        expect(start).toBeGreaterThan(time);
        expect(start - time).toBeLessThanOrEqual(31 * DAY);
        expect(intervalBefore(intervalAfter(start, every, wanted), every, wanted)).toBe(start);
        expect(dayOfMonth(start)).toBe(Math.min(wanted, daysInMonth(start)));
      }),
      runs,
    );
  });

  test('makes periods without gap or overlap, under any terms and changes of the billing day', () => {
    fc.assert(
      fc.property(
        fc.record({
          amount,
          billing_interval: interval,
          billing_cycle_day: fc.option(cycleDay),
          total_billing_intervals: fc.option(fc.integer({ min: 1, max: 12 })),
        }),
        moment,
        fc.array(fc.option(cycleDay), { minLength: 24, maxLength: 24 }),
        (asked, start, days) => {
          const isWeekly = asked.billing_interval === 'WEEKLY';
          const list = invoices(
            terms({ ...asked, billing_cycle_day: isWeekly ? null : asked.billing_cycle_day }),
            start,
            24,
            (facts, index) => {
              const wanted = days[index] ?? null;
              return isWeekly || wanted === null ? {} : changeBillingDay(facts, wanted);
            },
          );
          expect(list).toHaveLength(asked.total_billing_intervals ?? 24);
          expect(list[0]?.from).toBe(start);
          let wanted = asked.billing_cycle_day ?? dayOfMonth(start);
          for (const [index, one] of list.entries()) {
            wanted = days[index] ?? wanted;
            const isOff = dayOfMonth(one.from) !== Math.min(wanted, daysInMonth(one.from));
            expect(one.is_prorated).toBe(isOff && !isWeekly);
            if (!isWeekly) expect(dayOfMonth(one.until)).toBe(Math.min(wanted, daysInMonth(one.until)));
            expect(one.cycle).toBe(index + 1);
            expect(one.until).toBeGreaterThan(one.from);
            expect((one.until - one.from) % DAY).toBe(0);
            if (index > 0) expect(one.from).toBe(list[index - 1]?.until);
            if (one.is_prorated) {
              // The bridge is less than a whole interval, and at most a month long.
              expect(one.amount).toBeLessThanOrEqual(asked.amount);
              expect(one.until - one.from).toBeLessThanOrEqual(31 * DAY);
            } else expect(one.amount).toBe(asked.amount);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('makes the first charge on time, and never before the first period', () => {
    fc.assert(
      fc.property(moment, fc.option(fc.integer({ min: -DAY, max: 800 * DAY })), fc.boolean(), (now, ahead, isTried) => {
        const facts = startSubscription(
          terms({
            start_subscription_at: ahead === null ? null : now + ahead,
            trial_details: isTried ? { interval_type: 'MONTH', interval_count: 1 } : null,
          }),
          now,
        );
        const start = Math.max(now, now + (ahead ?? 0));
        expect(facts.state).toBe(start > now ? 'NOT_STARTED' : 'ACTIVE');
        expect(facts.first_charge_at).toBeGreaterThanOrEqual(facts.next_billing_at ?? Infinity);
        if (isTried) expect(facts.first_charge_at - start).toBeGreaterThanOrEqual(28 * DAY);
        else expect(facts.first_charge_at).toBe(Math.max(start, now + FIRST_CHARGE_MS));
        expect(facts.next_event_at).toBe(start > now ? start : facts.first_charge_at);
      }),
      runs,
    );
  });
});
