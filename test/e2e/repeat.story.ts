import { expect, test, Till, words } from './till.ts';

const { counter, display, outcomes } = words;

test('a repeated card leads to a question: "No" releases the hold, "Yes" captures it, the customer sees no reason or time', async ({
  till,
}) => {
  const question = counter.sameCard.ask.paid({ amount: '$12.34', ago: counter.sameCard.ago({ minutes: 1 }) });
  await till.charge('1234', '$12.34');
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  const customer = new Till(await till.page.context().newPage(), till.dataDir);
  await customer.page.goto(new URL('#/display', till.page.url()).href);
  await till.page.bringToFront();
  await till.press(outcomes.keys.newSale);

  await till.charge('1234', '$12.34');
  await till.customer('tap');
  await expect(till.title(question)).toBeFocused();
  await expect(till.spoken).toContainText(counter.sameCard.next({ amount: '12 dollars 34 cents' }));
  await expect(till.page.getByText(counter.sameCard.notAgain({ amount: '$12.34' }), { exact: true })).toBeVisible();
  await till.expectAccessible();
  await till.shot('same-card');
  await expect(customer.title(display.waiting.title)).toBeVisible();
  await expect(customer.page.getByText(display.waiting.say, { exact: true })).toBeVisible();
  await customer.shot('same-card-display');
  await till.press(counter.sameCard.no);
  await expect.poll(async () => (await till.ask((host) => host.payment.list({})))[0]?.state).toBe('released');

  await till.press(outcomes.keys.newSale);
  await till.charge('1234', '$12.34');
  await till.customer('tap');
  await expect(till.title(question)).toBeVisible();
  await till.press(counter.sameCard.yes({ amount: '$12.34' }));
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  expect((await till.ask((host) => host.payment.list({}))).map(({ state }) => state)).toEqual([
    'captured',
    'released',
    'captured',
  ]);
});
