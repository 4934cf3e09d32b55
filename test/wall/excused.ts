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
    ['the day has it', DAY],
    ['given back elsewhere: once', DAY],
    ['the journal is also lost', DAY],
  ],
  'unit/host/pay-links/in-the-day.test.ts': [
    ['the day has link payments', DAY],
    ['a link’s payment is ours', DAY],
  ],
  'unit/host/pay-links/links.test.ts': [['paid in the last second', DATES]],
  'unit/host/payments/cloud.test.ts': [
    [
      'the CANCEL for a payment that turns up late',
      'working or checking follows its age by the clock; either ends by timers',
    ],
  ],
  'unit/host/payments/device-cancel.test.ts': [
    ['the clock is put back', 'sets the clock itself: working or checking follows its age by the clock'],
  ],
  'unit/host/payments/from-recovery-log.test.ts': [['a recovered reversal', DATES]],
  'unit/host/payments/holds.test.ts': [['expired while the till was off', 'a month passes by setting the clock']],
  'unit/host/payments/incidents.test.ts': [
    ['the same amount minutes later', MINUTES],
    ['cannot tell whether', DATES],
  ],
  'unit/host/payments/late-responses.test.ts': [
    ['polls soon at first', 'the five days of a batch are days of the calendar'],
  ],
  'unit/host/payments/same-card.test.ts': [
    ['for a refund before a card', MINUTES],
    ['five minutes from the end', MINUTES],
    ['a clock that is set', 'sets the clock itself'],
    ['after a start', 'sets the clock itself: of what ended before a start only clocks say how long ago it was'],
    [
      'a refund of yesterday',
      'sets the clock itself: of what ended before a start only clocks say how long ago it was',
    ],
    ['if no person can be asked', MINUTES],
  ],
  'unit/host/platform/connectivity-monitor.test.ts': [['is unknown until the first answer', DATES]],
  'unit/host/reconcile/day.test.ts': [
    ['a list longer than a page', DAY],
    ['another amount', DAY],
  ],
  'unit/host/terminals/manager.test.ts': [['report unmatched messages', DATES]],
  'unit/host/terminals/on-ptys.test.ts': [['unplugged it is lost at once', DATES]],
  'unit/host/terminals/planned-reset.test.ts': [['holds payments back', DATES]],
  'unit/host/terminals/self-test.test.ts': [
    ['runs at the first start of a day', 'its hour is an hour of the day'],
    ['is not repeated after a restart', DATES],
  ],
  'unit/host/terminals/states.test.ts': [['looking, identifying', DATES]],
  'unit/host/terminals/supervisor.test.ts': [
    ['connects, clears', DATES],
    ['retries with back-off', DATES],
    ['keeps tills from retrying', DATES],
    ['is published at once', DATES],
    ['reads health at once', DATES],
  ],
};
