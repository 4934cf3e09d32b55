/**
 * Lists the tests whose clock must not be stepped, with the reason for each: the start of the test's name, and why.
 * Except for a single marked test, all are about dates as users read them; no test is excused because of its waits.
 */
const DATES = 'compares dates with those of the same clock a moment before';
const DAY = "asks for a stretch of the day's clock, and the payment lies outside it once the clock is set";
const MINUTES =
  'says how many minutes ago by the clock; after a step it says none, which same-card.test.ts has in a test of its own';

type Excuse = readonly [name: string, why: string];

/** Excused tests by path below test/. */
export const excused: Readonly<Record<string, readonly Excuse[]>> = {
  'cli/day.test.ts': [['the day lists what', DAY]],
  // Known limitation: recover lists an attempt as resolved if it changed since recover started, by the clock.
  'cli/unfinished.test.ts': [['recover waits for the answer', DATES]],
  'unit/host/journal/earlier-version.test.ts': [['', 'every date is what an earlier version wrote']],
  'unit/host/pay-links/given-back.test.ts': [
    ['the day shows the reversal', DAY],
    ['the day and the rest follow', DAY],
    ['recovers link, payment and reversals', DAY],
  ],
  'unit/host/pay-links/in-the-day.test.ts': [
    ['the day shows link payments', DAY],
    ['a link’s payment belongs to the till', DAY],
  ],
  'unit/host/pay-links/links.test.ts': [['a payment in the last second', DATES]],
  'unit/host/payments/cloud.test.ts': [
    [
      'a CANCEL for a payment that appears late',
      'working or checking follows its age by the clock; either ends by timers',
    ],
  ],
  'unit/host/payments/device-cancel.test.ts': [
    [
      'an older payment that appears after the clock',
      'sets the clock itself: working or checking follows its age by the clock',
    ],
  ],
  'unit/host/payments/from-recovery-log.test.ts': [['the recovery searches for a recovered reversal', DATES]],
  'unit/host/payments/holds.test.ts': [['is released after it expired', 'a month passes by setting the clock']],
  'unit/host/payments/incident-amounts.test.ts': [['incident: the same partial reversal typed twice', MINUTES]],
  'unit/host/payments/incidents.test.ts': [
    ['incident: the same amount minutes later', MINUTES],
    ['incident: a payment without an answer', DATES],
  ],
  'unit/host/payments/late-responses.test.ts': [
    ['polls soon at first', 'the five days of a batch are days of the calendar'],
  ],
  'unit/host/payments/same-card.test.ts': [
    ['is asked for a refund before a card', MINUTES],
    ['lasts five minutes from the end', MINUTES],
    ['neither hides nor invents the question', 'sets the clock itself'],
    [
      'depends on both clocks after a start',
      'sets the clock itself: of what ended before a start only clocks say how long ago it was',
    ],
    [
      'ends before a refund of the next day',
      'sets the clock itself: of what ended before a start only clocks say how long ago it was',
    ],
    ['the hold is released at once', MINUTES],
  ],
  'unit/host/platform/connectivity-monitor.test.ts': [['is unknown until the first answer', DATES]],
  'unit/host/reconcile/day.test.ts': [
    ['a list longer than a page', DAY],
    ['another amount', DAY],
  ],
  'unit/host/terminals/manager.test.ts': [['report unmatched messages', DATES]],
  'unit/host/terminals/on-ptys.test.ts': [['are lost at once', DATES]],
  'unit/host/terminals/planned-reset.test.ts': [['holds payments back', DATES]],
  'unit/host/terminals/self-test.test.ts': [
    ['runs at the first start of a day', 'its hour is an hour of the day'],
    ['is not repeated after a restart', DATES],
  ],
  'unit/host/terminals/states.test.ts': [['shows every state', DATES]],
  'unit/host/terminals/supervisor.test.ts': [
    ['connects, clears', DATES],
    ['retries with back-off', DATES],
    ['keeps tills from retrying', DATES],
    ['is published at once', DATES],
    ['reads health at once', DATES],
  ],
};
