/** @module-tag ci-only */
import { expect, inOneTill, words, type Till } from './till.ts';

const { counter, frame, history, outcomes, payments, tabs } = words;

const test = inOneTill();
test.describe.configure({ mode: 'serial' });

/** Holds an amount on the card. */
async function hold(till: Till, digits: string, shown: string): Promise<void> {
  await till.page.keyboard.type(digits);
  await till.press(counter.hold({ amount: shown }));
  await till.customer('tap');
  await expect(till.title(outcomes.held.heading)).toBeFocused();
}

test('a tab is held, then charged with a tip, and at most the held amount is charged', async ({ till }) => {
  // The training guide asks for a first sale.
  await till.charge('100', '$1.00');
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  await till.press(outcomes.keys.newSale);
  await hold(till, '6000', '$60.00');
  await till.shot('held');
  await till.press(payments.toPayment);
  await till.press(history.toTab);
  await expect(till.title(tabs.title)).toBeVisible();
  await till.page.getByLabel(tabs.bill).fill('58.00');
  await till.page.getByRole('radio', { name: tabs.otherTip }).check({ force: true });
  await till.page.getByLabel(tabs.tip, { exact: true }).fill('8.40');
  await till.press(tabs.charge({ amount: '$66.40' }));
  await expect(till.page.getByText(payments.form.overHeld({ amount: '$60.00' })).first()).toBeVisible();
  await till.page.getByLabel(tabs.bill).fill('46.50');
  await till.expectAccessible();
  await till.shot('capture-form');
  await till.press(tabs.charge({ amount: '$54.90' }));
  const heading = till.page.getByRole('heading', { level: 2, name: /\$54\.90/ });
  await expect(heading).toContainText(payments.states.captured);
  await expect(till.spoken).toContainText('54 dollars 90 cents, Paid.');
  const [tab] = await till.ask((host) => host.payment.list({}));
  expect(tab).toMatchObject({ state: 'captured', authorizedMinor: 6000, capturedMinor: 5490, tipMinor: 840 });
  await till.go(frame.sale);
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  await expect(till.page.getByText(counter.parts.tip({ sale: '$46.50', tip: '$8.40' }), { exact: true })).toBeVisible();
});

test('a tab is released by keyboard, and the customer pays nothing', async ({ till }) => {
  await hold(till, '2500', '$25.00');
  const { keyboard } = till.page;
  await keyboard.press('Alt+2');
  await expect(till.title(tabs.title)).toBeFocused();
  await expect(till.page.getByRole('link', { name: frame.tabs })).toContainText(frame.openTabs({ count: 1 }));
  await keyboard.press('/');
  await keyboard.type('25.00');
  const row = till.page.locator('[data-row]');
  await expect(row).toHaveCount(1);
  await keyboard.press('ArrowDown');
  await expect(row).toBeFocused();
  await keyboard.press('Enter');
  await expect(till.page.getByRole('form').getByRole('heading', { level: 2 })).toBeFocused();
  await till.press(tabs.close);
  await till.page.getByLabel(payments.form.name).fill('Maya');
  await till.press(payments.form.releaseGo({ amount: '$25.00' }));
  await expect(till.page.getByRole('heading', { level: 2, name: payments.states.released })).toBeVisible();
  const [tab] = await till.ask((host) => host.payment.list({}));
  expect(tab).toMatchObject({ state: 'released', capturedMinor: null });
});
