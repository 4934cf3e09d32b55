/** @module-tag ci-only */
import { closeGuide } from './beside-the-screen.ts';
import { expect, test, words } from './till.ts';

const { counter, outcomes, sale } = words;

test.use({
  settings: { till: { tips: { when: 'after', percents: [15, 18, 20] }, surcharge: { percent: 3, label: 'Card fee' } } },
});

test('a tip after the card fits in the hold, the capture includes it, and the surcharge was shown before', async ({
  till,
}) => {
  await closeGuide(till);
  await till.charge('1000', '$10.30');
  await till.customer('tap');
  await expect(till.title(sale.addTip.heading)).toBeFocused();
  await till.press(sale.addTip.none({ owed: '$10.30' }));
  await expect(till.title(outcomes.paid.heading)).toBeFocused();
  await till.press(outcomes.keys.newSale);

  await till.page.keyboard.type('4260');
  await expect(
    till.page.getByText(sale.tellCustomer({ label: 'Card fee', amount: '$1.27' }), { exact: true }),
  ).toBeVisible();
  await till.expectAccessible();
  await till.shot('surcharge');
  await till.press(counter.charge({ amount: '$43.87' }));
  await expect(till.practice.getByRole('img')).toHaveAccessibleName(/54\.52/);
  await till.customer('tap');
  await expect(till.title(sale.addTip.heading)).toBeFocused();
  await expect(till.page.getByText(sale.addTip.charged, { exact: true })).toBeVisible();
  await till.shot('add-tip');
  await till.press(sale.addTip.add);
  await till.page.getByRole('radio', { name: /18%/ }).click({ force: true });
  await till.press(sale.tip.take({ amount: '$51.54' }));
  await expect(till.title(outcomes.paid.heading)).toBeFocused();
  await expect(
    till.page.getByText(counter.parts.both({ sale: '$42.60', tip: '$7.67', surcharge: '$1.27' }), { exact: true }),
  ).toBeVisible();
  const [tipped, plain] = await till.ask((host) => host.payment.list({}));
  expect(tipped).toMatchObject({ state: 'captured', authorizedMinor: 5452, capturedMinor: 5154, tipMinor: 767 });
  expect(plain).toMatchObject({ state: 'captured', capturedMinor: 1030, tipMinor: 0, surchargeMinor: 30 });
});
