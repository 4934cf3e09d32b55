/** @module-tag ci-only */
import { expect, inOneTill, words } from './till.ts';

const { counter, outcomes } = words;

const test = inOneTill({ settings: { till: { tips: [15, 18, 20] } } });
test.describe.configure({ mode: 'serial' });

test('a tip before the payment as a percentage of the sale is charged on top and shown separately', async ({
  till,
}) => {
  await till.charge('4260', '$42.60');
  await expect(till.title(counter.tip.title)).toBeFocused();
  await till.page.getByRole('radio', { name: /18%/ }).click({ force: true });
  await expect(till.button(counter.charge({ amount: '$50.27' }))).toBeVisible();
  await till.expectAccessible();
  await till.shot('tip');
  await till.press(counter.charge({ amount: '$50.27' }));
  await expect(till.practice.getByRole('img')).toHaveAccessibleName(/50\.27/);
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  await expect(till.page.getByText(counter.parts.tip({ sale: '$42.60', tip: '$7.67' }), { exact: true })).toBeVisible();
  await till.shot('paid-with-tip');
  expect(await till.newest(1)).toMatchObject([{ amountMinor: 4260, tipMinor: 767, capturedMinor: 5027 }]);
});

test('a custom tip is entered by keyboard alone; Esc goes back to the amount, and no payment is made', async ({
  till,
}) => {
  const { keyboard } = till.page;
  await keyboard.type('4270');
  await expect(till.button(counter.charge({ amount: '$42.70' }))).toBeVisible();
  await till.page.waitForTimeout(450);
  await keyboard.press('Enter');
  await expect(till.title(counter.tip.title)).toBeFocused();
  await till.page.waitForTimeout(450);
  await keyboard.press('Escape');
  await expect(till.button(counter.charge({ amount: '$42.70' }))).toBeVisible();
  await till.page.waitForTimeout(450);
  await keyboard.press('Enter');
  await expect(till.title(counter.tip.title)).toBeVisible();
  await keyboard.press('F3');
  await keyboard.type('500');
  await expect(till.button(counter.charge({ amount: '$47.70' }))).toBeVisible();
  await till.page.waitForTimeout(450);
  await keyboard.press('Enter');
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  expect(await till.newest(1)).toMatchObject([{ amountMinor: 4270, tipMinor: 500, capturedMinor: 4770 }]);
});

test('an amount that is corrected on the tip screen stays an amount, and Esc always works', async ({ till }) => {
  const { keyboard } = till.page;
  const byHand = { delay: 95 };
  await keyboard.type('45', byHand);
  await keyboard.press('Enter');
  await expect(till.title(counter.tip.title)).toBeVisible();
  await keyboard.type('450', byHand);
  await expect(till.button(counter.charge({ amount: '$4.50' }))).toBeVisible();
  await expect(till.title(counter.toCharge)).toBeVisible();
  await keyboard.press('Enter');
  await expect(till.title(counter.tip.title)).toBeVisible();
  await keyboard.press('Escape');
  await expect(till.title(counter.toCharge)).toBeVisible();
  await keyboard.type('520', byHand);
  await expect(till.button(counter.charge({ amount: '$5.20' }))).toBeVisible();
  // Pressing Enter twice, at the speed of a cashier, adds no tip: the total is the amount that was shown.
  await keyboard.press('Enter');
  await expect(till.title(counter.tip.title)).toBeVisible();
  await keyboard.press('Enter');
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  expect(await till.newest(1)).toMatchObject([{ amountMinor: 520, tipMinor: 0, capturedMinor: 520 }]);
});

test('a tip of more than half of the sale needs a confirmation, which a fast second Enter does not give', async ({
  till,
}) => {
  const { keyboard } = till.page;
  await keyboard.type('300', { delay: 95 });
  await keyboard.press('Enter');
  await expect(till.title(counter.tip.title)).toBeVisible();
  await keyboard.press('F3');
  await keyboard.type('450', { delay: 95 });
  await expect(till.button(counter.charge({ amount: '$7.50' }))).toBeVisible();
  await till.page.waitForTimeout(450);
  await keyboard.press('Enter');
  await expect(till.title(counter.amountCheck.tip.title)).toBeVisible();
  await keyboard.press('Enter');
  await expect(till.title(counter.amountCheck.tip.title)).toBeVisible();
  await till.shot('tip-question');
  await till.expectAccessible();
  await till.page.waitForTimeout(450);
  await keyboard.press('Enter');
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  expect(await till.newest(1)).toMatchObject([{ amountMinor: 300, tipMinor: 450, capturedMinor: 750 }]);
});

test('groups of digits are read as typed, and a refused key locks the keys that would charge', async ({ till }) => {
  const { keyboard } = till.page;
  await keyboard.type('1,234.50', { delay: 95 });
  await expect(till.button(counter.charge({ amount: '$1,234.50' }))).toBeVisible();
  await keyboard.press('Escape');
  await keyboard.type('42.601', { delay: 95 });
  await expect(
    till.page.locator('[data-variant="held"]').filter({ hasText: counter.locks.refused }).first(),
  ).toBeVisible();
  await till.shot('amount-refused');
  await till.page.waitForTimeout(450);
  await keyboard.press('Enter');
  await keyboard.press('F7');
  await expect(till.title(counter.toCharge)).toBeVisible();
  await keyboard.press('Backspace');
  await expect(till.button(counter.charge({ amount: '$42.60' }))).toBeVisible();
  await keyboard.press('Escape');
  expect(await till.newest(1)).toMatchObject([{ amountMinor: 300 }]);
});
