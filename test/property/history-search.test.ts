/**
 * Every payment in the journal is found by each of its fields, both as the till shows it and as users type it.
 * @module-tag ci-only
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainAmount } from '../../electron/domain/index.ts';
import { MAX_SEARCH, type AttemptView } from '../../electron/contract/index.ts';
import { textsFor } from '../../renderer/text/index.ts';
import { finished } from '../unit/renderer/fixtures/states.ts';
import { shelf, type Shelf } from '../unit/host/history/shelf.ts';

const locales = ['en-US', 'de-DE', 'fr-CA', 'es-ES'] as const;
const tills = new Map<string, Shelf>();
beforeAll(() => {
  for (const locale of locales) tills.set(locale, shelf({ locale }));
});
afterAll(() => {
  for (const till of tills.values()) till.close();
});

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
/** Any text that a user may type, except card numbers, which the sink blocks. */
const words = fc
  .oneof(
    fc.string({ maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('Table 6', '50% off', "O'Neil", 'A_1', '21 Nov', '14:32', '1 234', 'ﬁn', 'İstanbul', 'Straße'),
  )
  .filter((text) => !/[0-9](?:\D{0,2}[0-9]){11,}/.test(text));

let serial = 0;
const payment = fc
  .record({
    currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'CAD', 'CHF'),
    amountMinor: fc.integer({ min: 1, max: 99_999_999 }),
    tipMinor: fc.integer({ min: 0, max: 5_000 }),
    order: fc.option(words),
    note: fc.option(words),
    lastFour: digits(4),
    approvalCode: fc.stringMatching(/^[0-9A-Z]{6}$/),
    // One year of this till, up to its current time.
    minutesAgo: fc.integer({ min: 0, max: 360 * 24 * 60 }),
  })
  .map(({ lastFour, approvalCode, minutesAgo, ...rest }) => ({
    ...rest,
    minutesAgo,
    card: {
      brand: 'VISA',
      lastFour,
      entryMode: 'chip' as const,
      approvalCode,
      applicationLabel: null,
      applicationIdentifier: null,
    },
  }));

test(
  'a payment is found by amount, last four, order, note, approval code, references, time and day',
  { timeout: 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(payment, fc.constantFrom(...locales), async ({ minutesAgo, ...change }, locale) => {
        const till = tills.get(locale);
        if (!till) throw new Error(locale);
        serial += 1;
        const totalMinor = change.amountMinor + change.tipMinor;
        const startedAt = new Date(till.clock.now() - minutesAgo * 60_000).toISOString();
        const view = finished({
          ...change,
          id: `A-${serial}-${change.card.lastFour}x`,
          state: 'captured',
          totalMinor,
          capturedMinor: totalMinor,
          authorization: `AU${serial}q`,
          transfer: `TR${serial}q`,
          startedAt,
        });
        till.put(view);
        for (const typed of typings(view, locale)) {
          const found = await till.find(typed.slice(0, MAX_SEARCH), { limit: 200 });
          // A short search text finds many payments. The payment may then be missing on the first page, but must be
          // among the counted payments.
          const isFound =
            found.includes(view.id) || (found.length === 200 && (await isOnALaterPage(till, typed, view.id)));
          expect(isFound, `${locale}: ${JSON.stringify(typed)}`).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  },
);

async function isOnALaterPage(till: Shelf, typed: string, id: string): Promise<boolean> {
  let page = await till.search(typed.slice(0, MAX_SEARCH), { limit: 200 });
  while (page.next !== null) {
    page = await till.search(typed.slice(0, MAX_SEARCH), { limit: 200, after: page.next });
    if (page.payments.some((one) => one.id === id)) return true;
  }
  return false;
}

/** Each field of the payment as the screen or a receipt writes it, and as users type it. */
function typings(view: AttemptView, locale: string): string[] {
  const texts = textsFor(locale);
  const at = new Date(view.startedAt);
  const amounts = [view.totalMinor, view.amountMinor];
  const day = (options: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat(locale, options).format(at);
  const typed = [
    ...amounts.flatMap((amount) => [
      texts.money(amount, view.currency),
      plainAmount(amount, view.currency),
      plainAmount(amount, view.currency).replace('.', ','),
      String(amount),
      `${plainAmount(amount, view.currency)} ${view.currency}`,
    ]),
    view.card?.lastFour,
    view.card?.approvalCode,
    view.order,
    view.note,
    view.id,
    `tillbridge-${view.id}`,
    view.authorization,
    view.transfer,
    // The day is included when it differs from the till's current day.
    texts.shortTime(view.startedAt, 0),
    texts.shortTime(view.startedAt, at.getTime()),
    day({ hour: '2-digit', minute: '2-digit', hour12: true }),
    day({ day: 'numeric', month: 'long', year: 'numeric' }),
    day({ day: '2-digit', month: '2-digit', year: 'numeric' }),
    `${view.card?.lastFour} ${texts.money(view.totalMinor, view.currency)}`,
  ];
  return typed.filter((one) => typeof one === 'string');
}
