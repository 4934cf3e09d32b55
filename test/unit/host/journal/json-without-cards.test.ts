import { expect, test } from 'vitest';
import { maskCardNumbers } from '../../../../electron/domain/index.ts';
import { jsonWithoutCards } from '../../../../electron/host/journal/json-without-cards.ts';

const clean = (text: string): string => maskCardNumbers(text);
/** Published test numbers. */
const VISA = '4111111111111111';

test('a card number in a text is removed, and the rest is unchanged', () => {
  const read = JSON.parse(jsonWithoutCards({ note: `paid with ${VISA}`, amountMinor: 1234 }, clean)) as object;
  expect(read).toMatchObject({ amountMinor: 1234 });
  expect(JSON.stringify(read)).not.toContain(VISA);
});

test('a number that looks like a card number is removed, and the entry can still be read', () => {
  const data = { type: 'retry', waitedMs: Number(VISA), inner: [{ fraction: 519.411111111111 }], amountMinor: 1234 };
  const text = jsonWithoutCards(data, clean);
  expect(JSON.parse(text)).toMatchObject({ type: 'retry', amountMinor: 1234 });
  expect(text).not.toContain(VISA);
});

test('data without card numbers is written unchanged', () => {
  const data = { startedAt: 1_790_000_000_000, amountMinor: 999_999_999, card: { lastFour: '1111' } };
  expect(jsonWithoutCards(data, clean)).toBe(JSON.stringify(data));
});
