import { expect, test } from 'vitest';
import { maskCardNumbers } from '../../../../electron/domain/index.ts';
import { jsonWithoutCards } from '../../../../electron/host/journal/json-without-cards.ts';

const clean = (text: string): string => maskCardNumbers(text);
/** Published test numbers. */
const VISA = '4111111111111111';

test('the journal removes a card number in a text and keeps the rest unchanged', () => {
  const read = JSON.parse(jsonWithoutCards({ note: `paid with ${VISA}`, amountMinor: 1234 }, clean)) as object;
  expect(read).toMatchObject({ amountMinor: 1234 });
  expect(JSON.stringify(read)).not.toContain(VISA);
});

test('the journal removes a number that looks like a card number, and the entry stays readable', () => {
  const data = { type: 'retry', waitedMs: Number(VISA), inner: [{ fraction: 519.411111111111 }], amountMinor: 1234 };
  const text = jsonWithoutCards(data, clean);
  expect(JSON.parse(text)).toMatchObject({ type: 'retry', amountMinor: 1234 });
  expect(text).not.toContain(VISA);
});

test('the journal writes data without card numbers unchanged', () => {
  const data = { startedAt: 1_790_000_000_000, amountMinor: 999_999_999, card: { lastFour: '1111' } };
  expect(jsonWithoutCards(data, clean)).toBe(JSON.stringify(data));
});
