import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AttemptView } from '../../../../electron/contract/index.ts';
import { finished, visa } from '../../renderer/fixtures/states.ts';
import { shelf, type Shelf } from './shelf.ts';

let till: Shelf;
beforeEach(() => {
  till = shelf();
});
afterEach(() => till.close());

/** Local time, so that the tests pass in every time zone. */
const moment = (month: number, day: number, hour: number, minute: number): string =>
  new Date(2025, month - 1, day, hour, minute, 19).toISOString();

function put(id: string, change: Partial<AttemptView>): void {
  till.put(finished({ id, state: 'captured', startedAt: moment(11, 21, 14, 32), ...change }));
}

describe('an amount in any notation', () => {
  beforeEach(() => {
    put('A-cents', { amountMinor: 4260, totalMinor: 5027, capturedMinor: 5027, tipMinor: 767 });
    put('A-large', { amountMinor: 123_450, totalMinor: 123_450, capturedMinor: 123_450 });
    put('A-small', { amountMinor: 42, totalMinor: 42, capturedMinor: 42 });
  });

  test.each([
    ['50.27', 'A-cents'], // the captured amount
    ['42.60', 'A-cents'], // the goods
    ['42,60', 'A-cents'],
    ['$42.60', 'A-cents'],
    ['$ 42.60', 'A-cents'],
    ['42.60 $', 'A-cents'],
    ['42.60 USD', 'A-cents'],
    ['usd 42.60', 'A-cents'],
    ['US$42.60', 'A-cents'],
    ['42.6', 'A-cents'], // a prefix, as while typing 42.60
    ['4260', 'A-cents'], // as on the keypad
    ['-42.60', 'A-cents'],
    ['(42.60)', 'A-cents'],
    ['−42.60', 'A-cents'],
    ['1234.50', 'A-large'],
    ['1,234.50', 'A-large'],
    ['1.234,50', 'A-large'],
    ['1 234,50', 'A-large'],
    ['1\u202f234,50\u00a0$', 'A-large'],
    ['1’234.50', 'A-large'],
    ['1,234', 'A-large'], // with any cents
    ['.42', 'A-small'],
    ['0,42', 'A-small'],
  ])('is found when typed as %s', async (typed, found) => {
    expect(await till.find(typed)).toEqual([found]);
  });

  test('a round number matches any of its cents, and the same number of cents', async () => {
    expect((await till.find('42')).toSorted()).toEqual(['A-cents', 'A-small']);
    expect(await till.find('43')).toEqual([]);
  });

  test('finds a reversal by its amount, and searches yen without cents', async () => {
    const reversal = {
      id: 'r1',
      amountMinor: 1111,
      state: 'succeeded' as const,
      by: 'J. Ruiz',
      reason: 'One cake came back',
      askedAt: moment(11, 21, 15, 0),
      transfer: 'TRback',
      failure: null,
    };
    put('A-back', {
      capturedMinor: 9900,
      totalMinor: 9900,
      amountMinor: 9900,
      reversals: [reversal],
      reversedMinor: 1111,
    });
    put('A-yen', { currency: 'JPY', amountMinor: 4260, totalMinor: 4260, capturedMinor: 4260 });
    expect(await till.find('11.11')).toEqual(['A-back']);
    expect(await till.find('one cake RUIZ')).toEqual(['A-back']);
    expect(await till.find('TRback')).toEqual(['A-back']);
    expect(await till.find('¥4,260')).toContain('A-yen');
    expect(await till.find('42.60')).toEqual(['A-cents']);
  });
});

describe('words, times and days', () => {
  beforeEach(() => {
    put('A-1jd4k2x9q-7f3k9m2p', {
      order: 'A-1187',
      note: 'Café Zoë, 50% off',
      card: visa,
      authorization: 'AUabc',
      transfer: 'TRxyz',
    });
    put('A-other', {
      order: 'B-22',
      card: { ...visa, lastFour: '0917', approvalCode: '551122' },
      startedAt: moment(3, 2, 9, 5),
    });
  });

  test.each([
    ['4412'],
    ['•••• 4412'],
    ['x4412'],
    ['visa 4412'],
    ['a-1187'],
    ['#1187'],
    ['118'],
    ['073915'],
    ['7F3K9M2P'],
    ['tillbridge-A-1jd4k2x9q-7f3k9m2p'],
    ['auABC'],
    ['TRxyz'],
    ['cafe zoe'],
    ['50%'],
    ['14:32'],
    ['14:3'],
    ['14h'],
    ['2:32 pm'],
    ['2:32pm'],
    ['2:32'],
    ['2025-11-21'],
    ['11/21'],
    ['21.11.'],
    ['11/21/2025'],
    ['nov 21'],
    ['21 November 2025'],
    ['Nov 21, 14:32'],
    ['nov 21 visa 42.60'],
  ])('are found when typed as %s', async (typed) => {
    expect(await till.find(typed)).toEqual(['A-1jd4k2x9q-7f3k9m2p']);
  });

  test.each([
    ['9:05', 'A-other'],
    ['3/2', 'A-other'],
    ['2 march', 'A-other'],
    ['551122', 'A-other'],
  ])('match only the other payment when typed as %s', async (typed, found) => {
    expect(await till.find(typed)).toEqual([found]);
  });

  test('requires a match for every word', async () => {
    expect(await till.find('4412 B-22')).toEqual([]);
    expect(await till.find('99.99')).toEqual([]);
    expect(await till.find('13/45')).toEqual([]);
    expect(await till.find('%')).toEqual(['A-1jd4k2x9q-7f3k9m2p']);
    expect(await till.find('_')).toEqual([]);
  });

  test('does not find a masked card number in a note', async () => {
    put('A-note', { note: 'card 4111 1111 1111 1111' });
    expect(await till.find('4111 1111 1111 1111')).toEqual([]);
    expect(await till.find('card')).toEqual(['A-note']);
  });

  test('reads the day first in locales that write dates so', async () => {
    const german = shelf({ locale: 'de-DE' });
    german.put(finished({ id: 'A-de', startedAt: moment(5, 3, 10, 0), currency: 'EUR', amountMinor: 123_450 }));
    for (const typed of ['3.5.', '03.05.2025', '3. Mai', '1.234,50 €', '10:00'])
      expect(await german.find(typed), typed).toEqual(['A-de']);
    expect(await german.find('5.3.')).toEqual([]);
    german.close();
  });
});

describe('filters and pages', () => {
  beforeEach(() => {
    const states: AttemptView['state'][] = [
      'captured',
      'declined',
      'captured',
      'cancelled',
      'authorized',
      'checking',
      'failed',
      'decided',
      'released',
      'voided',
      'refunded',
    ];
    states.forEach((state, index) =>
      put(`A-${index}`, { state, order: `T${index}`, startedAt: moment(11, 21, 10, index) }),
    );
    put('A-back', { reversedMinor: 100, startedAt: moment(11, 22, 10, 0) });
  });

  test('counts all matches of the words, whatever the filter', async () => {
    const counts = { paid: 2, 'given-back': 2, held: 1, declined: 1, cancelled: 2, 'not-paid': 2, open: 1, decided: 1 };
    expect((await till.search('')).counts).toEqual(counts);
    const page = await till.search('', { group: 'paid' });
    expect(page.counts).toEqual(counts);
    expect(page.payments.map(({ id }) => id)).toEqual(['A-2', 'A-0']);
    expect((await till.search('T1')).counts).toMatchObject({ declined: 1, paid: 0, 'given-back': 1 });
  });

  test('moves a changed payment to its new position', async () => {
    put('A-5', { state: 'captured', startedAt: moment(11, 21, 10, 5) });
    expect((await till.search('')).counts).toMatchObject({ paid: 3, open: 0 });
  });

  test('returns consecutive pages without gaps or duplicates, within the limits', async () => {
    const seen: string[] = [];
    let after: string | undefined;
    for (let pages = 0; pages < 10; pages += 1) {
      const page = await till.search('', { limit: 5, ...(after === undefined ? {} : { after }) });
      seen.push(...page.payments.map(({ id }) => id));
      if (page.next === null) break;
      after = page.next;
    }
    expect(seen).toEqual(['A-back', ...Array.from({ length: 11 }, (_, index) => `A-${10 - index}`)]);
    const day = { from: moment(11, 22, 0, 0), to: moment(11, 22, 23, 59) };
    expect(await till.find('', day)).toEqual(['A-back']);
    expect((await till.search('', day)).counts).toMatchObject({ 'given-back': 1, paid: 0 });
    expect(await till.find('', { after: 'nonsense' })).toEqual([]);
  });

  test('gives the same result in batches as in one read', async () => {
    // Several payments begin in the same millisecond.
    for (let index = 0; index < 40; index += 1)
      put(`A-more-${index}`, { order: `T${index % 3}`, startedAt: moment(11, 20, 9, Math.floor(index / 4)) });
    const { finder } = till.journal;
    const bounds = { from: Date.parse(moment(11, 20, 9, 2)), to: null };
    for (const text of ['t1', 't', 'none']) {
      for (const more of [
        {},
        bounds,
        { group: 'paid' as const },
        { after: { startedAt: moment(11, 20, 9, 5), id: 'A-more-21' } },
      ]) {
        const search = { want: { text }, from: null, to: null, group: null, after: null, limit: 6, ...more };
        const whole = await finder.search({ ...search, readAtOnce: 1_000 });
        for (const readAtOnce of [1, 3, 7, 52]) expect(await finder.search({ ...search, readAtOnce })).toEqual(whole);
      }
    }
  });

  test('sorts tabs by expiry, and tabs without an expiry last', async () => {
    const tab = (id: string, expiresAt: string | null, minute: number): void =>
      put(id, { state: 'authorized', expiresAt, startedAt: moment(11, 20, 9, minute) });
    tab('A-late', moment(11, 29, 9, 0), 1);
    tab('A-soon', moment(11, 23, 9, 0), 2);
    tab('A-endless', null, 0);
    expect(till.history.tabs().map(({ id }) => id)).toEqual(['A-soon', 'A-late', 'A-endless', 'A-4']);
  });
});
