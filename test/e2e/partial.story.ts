import { expect, inOneTill, words } from './till.ts';

const { counter, outcomes } = words;
const partialCard = counter.practice.cards.partial.name({ thirty: '$30' });

const test = inOneTill();
test.describe.configure({ mode: 'serial' });

test('a partial approval is captured, and the remaining amount is charged to another card for the same order', async ({
  till,
}) => {
  await till.chooseCard(partialCard);
  await till.charge('4260', '$42.60');
  await till.customer('tap');
  await expect(till.title(outcomes.part.heading)).toBeFocused();
  await expect(till.spoken).toContainText(outcomes.part.next({ part: '$30.00' }));
  // The till captures nothing until the cashier decides.
  const [held] = await till.ask((host) => host.payment.list({}));
  expect(held).toMatchObject({ state: 'partial', authorizedMinor: 3000, capturedMinor: null });
  await till.expectAccessible();
  await till.shot('part-approved');
  await till.press(outcomes.part.take({ part: '$30.00' }));
  await expect(till.title(outcomes.partly.heading)).toBeFocused();
  await expect(till.page.getByText(outcomes.partly.next({ rest: '$12.60' }), { exact: true })).toBeVisible();
  await till.shot('partly-paid');
  await till.press(outcomes.keys.chargeRest({ amount: '$12.60' }));
  await till.chooseCard(counter.practice.cards.approve.name);
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  const [rest, part] = await till.ask((host) => host.payment.list({}));
  expect(part).toMatchObject({ state: 'captured', capturedMinor: 3000 });
  expect(rest).toMatchObject({ state: 'captured', capturedMinor: 1260, order: part?.id });
});

test('a partial approval is released, and nothing is charged', async ({ till }) => {
  await till.chooseCard(partialCard);
  await till.charge('4360', '$43.60');
  await till.customer('tap');
  await expect(till.title(outcomes.part.heading)).toBeVisible();
  await till.press(outcomes.part.giveBack);
  await expect(till.title(outcomes.released.heading)).toBeFocused();
  await expect(till.page.getByText(outcomes.notCharged, { exact: true })).toBeVisible();
  await till.shot('part-given-back');
  expect(await till.newest(1)).toMatchObject([{ state: 'released', capturedMinor: null }]);
});
