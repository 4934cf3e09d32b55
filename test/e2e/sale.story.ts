import { expect, inOneTill, words } from './till.ts';

const { counter, outcomes } = words;

const test = inOneTill({ hasMotion: true });
test.describe.configure({ mode: 'serial' });

test('a sale by amount, Charge and tap is paid', async ({ till }) => {
  await expect(till.page.getByText(words.frame.training.heading)).toBeVisible();
  await till.page.keyboard.type('1234');
  await expect(till.button(counter.charge({ amount: '$12.34' }))).toBeVisible();
  await till.shot('idle');
  await till.press(counter.charge({ amount: '$12.34' }));
  await expect(till.title(counter.prompts['present-card'].title)).toBeVisible();
  await expect(till.practice.getByRole('img')).toHaveAccessibleName(/12\.34/);
  await till.shot('prompt');
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  await expect(till.page.getByText('1111', { exact: true })).toBeVisible();
  await till.shot('approved');
  await till.press(outcomes.keys.newSale);
  await expect(till.title(counter.toCharge)).toBeVisible();
});

test('a sale with a chip asks the customer to remove the card', async ({ till }) => {
  await till.charge('500', '$5.00');
  await till.customer('insert');
  await expect(till.title(counter.prompts['remove-card'].title)).toBeVisible();
  await till.customer('remove');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
});

test('a card without funds is declined, and nothing was charged', async ({ till }) => {
  await till.chooseCard(counter.practice.cards['no-funds'].name);
  await till.charge('1999', '$19.99');
  await till.customer('tap');
  await expect(till.title(outcomes.declined.heading)).toBeVisible();
  await expect(till.page.getByText(outcomes.notCharged, { exact: true })).toBeVisible();
  await expect(till.page.getByText(outcomes.declines.INSUFFICIENT_FUNDS.say, { exact: true })).toBeVisible();
  await till.shot('declined');
});

test('a declined card that is left in delays the next payment, which begins once the card is out', async ({ till }) => {
  const { slot } = outcomes;
  await till.chooseCard(counter.practice.cards['no-funds'].name);
  await till.charge('600', '$6.00');
  await till.customer('insert');
  await expect(till.title(outcomes.declined.heading)).toBeVisible();
  await expect(till.page.getByText(slot.in, { exact: true })).toBeVisible();
  await till.press(outcomes.declined.tryAnother);
  await expect(till.title(counter.prompts['card-left-in'].title)).toBeVisible();
  await expect(till.page.getByText(slot.former({ payment: '$6.00' }))).toBeVisible();
  await expect(till.page.getByText(slot.locked, { exact: true })).toBeVisible();
  await till.shot('card-left-in');
  await till.press(counter.cancel);
  await expect(till.title(outcomes.cancelled.heading)).toBeVisible();
  await till.press(outcomes.keys.newSale);
  await till.charge('650', '$6.50');
  await expect(till.title(counter.prompts['card-left-in'].title)).toBeVisible();
  await till.customer('remove');
  await expect(till.title(counter.prompts['present-card'].title)).toBeVisible();
  await till.customer('tap');
  await expect(till.title(outcomes.declined.heading)).toBeVisible();
});

test('the cashier cancels before a card is presented, and the sale ends as cancelled', async ({ till }) => {
  await till.charge('700', '$7.00');
  await expect(till.title(counter.prompts['present-card'].title)).toBeVisible();
  await till.press(counter.cancel);
  await expect(till.title(outcomes.cancelled.heading)).toBeVisible();
  await expect(till.page.getByText(outcomes.cancelled.by.cashier, { exact: true })).toBeVisible();
  await till.shot('cancelled');
});

test('the customer presses cancel on the terminal, and the sale ends as cancelled', async ({ till }) => {
  await till.charge('800', '$8.00');
  await till.customer('pressCancel');
  await expect(till.title(outcomes.cancelled.heading)).toBeVisible();
  await expect(till.page.getByText(outcomes.cancelled.by.customer, { exact: true })).toBeVisible();
});

test('a reload during a sale leaves the sale unchanged', async ({ till }) => {
  await till.charge('900', '$9.00');
  await expect(till.title(counter.prompts['present-card'].title)).toBeVisible();
  await till.page.reload();
  await expect(till.title(counter.prompts['present-card'].title)).toBeVisible();
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
});

test('impossible amounts are refused with a message before anything is sent', async ({ till }) => {
  await till.page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', '-5');
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  });
  await expect(till.page.getByText(counter.refusals.AMOUNT_NEGATIVE).first()).toBeVisible();
  await expect(till.page.getByText(counter.typeAmount).first()).toBeVisible();
});
