import { expect, inOneTill, words } from './till.ts';

const { counter, outcomes } = words;

const test = inOneTill({ settings: { till: { tips: [15, 18, 20] } } });
test.describe.configure({ mode: 'serial' });

test('a tip before the payment: a percentage of the sale is charged on top and shown apart', async ({ till }) => {
  await till.charge('4260', '$42.60');
  await expect(till.title(counter.tip.title)).toBeFocused();
  await till.page.getByRole('radio', { name: /18%/ }).click({ force: true });
  await expect(till.button(counter.charge('$50.27'))).toBeVisible();
  await till.expectAccessible();
  await till.shot('tip');
  await till.press(counter.charge('$50.27'));
  await expect(till.practice.getByRole('img')).toHaveAccessibleName(/50\.27/);
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  await expect(till.page.getByText(counter.parts('$42.60', '$7.67', null), { exact: true })).toBeVisible();
  await till.shot('paid-with-tip');
  expect(await till.newest(1)).toMatchObject([{ amountMinor: 4260, tipMinor: 767, capturedMinor: 5027 }]);
});

test('a tip of their own, by keyboard alone; Esc goes back to the amount and nothing is charged', async ({ till }) => {
  const { keyboard } = till.page;
  await keyboard.type('4270');
  await expect(till.button(counter.charge('$42.70'))).toBeVisible();
  await till.page.waitForTimeout(450);
  await keyboard.press('Enter');
  await expect(till.title(counter.tip.title)).toBeFocused();
  await till.page.waitForTimeout(450);
  await keyboard.press('Escape');
  await expect(till.button(counter.charge('$42.70'))).toBeVisible();
  await till.page.waitForTimeout(450);
  await keyboard.press('Enter');
  await expect(till.title(counter.tip.title)).toBeVisible();
  await keyboard.type('500');
  await expect(till.button(counter.charge('$47.70'))).toBeVisible();
  await till.page.waitForTimeout(450);
  await keyboard.press('Enter');
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  expect(await till.newest(1)).toMatchObject([{ amountMinor: 4270, tipMinor: 500, capturedMinor: 4770 }]);
});
