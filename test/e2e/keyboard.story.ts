import { closeGuide, scan, tagsOfTransfer } from './beside-the-screen.ts';
import { expect, inOneTill, words, type Till } from './till.ts';

const { counter, outcomes, sale } = words;

const test = inOneTill();
test.describe.configure({ mode: 'serial' });

/** Presses a key as a cashier does, after the pause in which new keys ignore presses. */
async function key(till: Till, name: string): Promise<void> {
  await till.page.waitForTimeout(450);
  await till.page.keyboard.press(name);
}

test('a sale is made by keyboard alone, with an order and a note that reach the platform', async ({ till }) => {
  await closeGuide(till);
  const { keyboard } = till.page;
  await keyboard.type('4260');
  await expect(till.button(counter.charge({ amount: '$42.60' }))).toBeVisible();
  await key(till, 'F2');
  await expect(till.page.getByLabel(sale.order.label)).toBeFocused();
  await keyboard.type('A-1187');
  await key(till, 'Enter');
  await expect(till.page.getByText('A-1187', { exact: true })).toBeVisible();
  await key(till, 'F4');
  await expect(till.page.getByLabel(sale.note.label)).toBeFocused();
  await keyboard.type('no nuts');
  await till.expectAccessible();
  await key(till, 'Enter');
  await expect(till.page.getByText('no nuts', { exact: true })).toBeVisible();
  await till.shot('order-and-note');
  await key(till, 'Enter');
  await expect(till.title(counter.prompts['present-card'].title)).toBeFocused();
  await expect(till.page.getByText(counter.toPayOrder({ order: 'A-1187' }), { exact: true })).toBeVisible();
  // The practice terminal works by keyboard too.
  await till.practice.getByRole('button', { name: counter.practice.tap, exact: true }).focus();
  await keyboard.press('Enter');
  await expect(till.title(outcomes.paid.heading)).toBeFocused();
  await expect(till.spoken).toContainText('42 dollars 60 cents');
  const [payment] = await till.ask((host) => host.payment.list({}));
  expect(payment).toMatchObject({ state: 'captured', amountMinor: 4260, order: 'A-1187', note: 'no nuts' });
  expect(await tagsOfTransfer(till, payment?.transfer ?? '')).toMatchObject({ order_id: 'A-1187', note: 'no nuts' });
  await key(till, 'Enter');
  await expect(till.title(counter.toCharge)).toBeFocused();
  await keyboard.press('?');
  await expect(till.page.getByRole('dialog')).toContainText(words.frame.shortcuts.title);
  await till.expectAccessible();
  await keyboard.press('Escape');
  await expect(till.page.getByRole('dialog')).toHaveCount(0);
});

test('a scanned price is an amount; the scanner’s Enter charges nothing, and a cashier’s Enter charges it', async ({
  till,
}) => {
  await till.page.keyboard.type('5');
  await till.page.waitForTimeout(200);
  await scan(till, '2012345012998');
  await expect(till.page.getByText(sale.scanned({ amount: '$12.99' }), { exact: true })).toBeVisible();
  await expect(till.button(counter.charge({ amount: '$12.99' }))).toBeVisible();
  await till.page.waitForTimeout(200);
  await scan(till, '4006381333931');
  await expect(till.page.getByText(sale.refusals.SCAN_NO_PRICE, { exact: true }).first()).toBeVisible();
  await expect(till.button(counter.charge({ amount: '$12.99' }))).toBeVisible();
  expect(await till.newest(1)).not.toMatchObject([{ amountMinor: 1299 }]);
  await key(till, 'Enter');
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  expect(await till.newest(1)).toMatchObject([{ capturedMinor: 1299 }]);
});

test('two windows of a till agree, and each keeps its own digits', async ({ till }) => {
  const second = await till.page.context().newPage();
  await second.goto(till.page.url());
  await expect(second.getByRole('heading', { level: 1, name: counter.toCharge })).toBeVisible();
  await second.keyboard.type('999');
  await till.charge('1800', '$18.00');
  const prompt = counter.prompts['present-card'].title;
  await expect(till.title(prompt)).toBeVisible();
  await expect(second.getByRole('heading', { level: 1, name: prompt })).toBeVisible();
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  await expect(second.getByRole('heading', { level: 1, name: outcomes.paid.heading, exact: true })).toBeVisible();
  await expect(second.getByText('18 dollars', { exact: true })).toBeAttached();
  // Dismissing the outcome in this window dismisses it in the other, which still shows its typed digits.
  await till.press(outcomes.keys.newSale);
  await expect(till.title(counter.toCharge)).toBeVisible();
  await expect(second.getByRole('heading', { level: 1, name: counter.toCharge })).toBeVisible();
  await expect(second.getByText('9 dollars 99 cents', { exact: true })).toBeAttached();
  expect(await till.newest(2)).toMatchObject([{ capturedMinor: 1800 }, { capturedMinor: 1299 }]);
});
