import { expect, test, words } from './till.ts';

const { counter, outcomes } = words;

test('the same amount again is asked about; not charging is the default, and yes is a payment of its own', async ({
  till,
}) => {
  await till.charge('1234', '$12.34');
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  await till.press(outcomes.keys.newSale);

  await till.charge('1234', '$12.34');
  await expect(till.title(counter.repeat.heading)).toBeFocused();
  await expect(
    till.page.getByText(counter.repeat.say.sale('$12.34', counter.repeat.ago(1)), { exact: true }),
  ).toBeVisible();
  await expect(till.spoken).toContainText(counter.repeat.notTwice);
  await till.expectAccessible();
  await till.shot('repeat');
  await till.page.waitForTimeout(450);
  await till.page.keyboard.press('Enter');
  await expect(till.title(counter.toCharge)).toBeVisible();
  await expect(till.page.getByText(counter.typeAmount, { exact: true })).toBeVisible();
  expect(await till.ask((host) => host.payment.list({}))).toHaveLength(1);

  await till.charge('1234', '$12.34');
  await till.press(counter.repeat.again('$12.34'));
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  const payments = await till.ask((host) => host.payment.list({}));
  expect(payments).toMatchObject([{ state: 'captured' }, { state: 'captured' }]);
  expect(new Set(payments.map(({ id }) => id)).size).toBe(2);
});
