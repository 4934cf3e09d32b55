import { hashPin } from '../../electron/host/roles/index.ts';
import { expect, inOneTill, words, type Till } from './till.ts';

const { frame, outcomes, payments, failures } = words;
const { form } = payments;

const test = inOneTill({ settings: { managers: [{ name: 'J. Ruiz', pin: hashPin('2468') }] } });
test.describe.configure({ mode: 'serial' });

/** Makes a sale and opens its details in History. */
async function paid(till: Till, digits: string, shown: string): Promise<void> {
  await till.charge(digits, shown);
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  await till.go(frame.history);
  await till.page.getByRole('link', { name: shown }).click();
}

/** Fills in the form and presses its key. */
async function give(till: Till, amount: string, shown: string, pin: string): Promise<void> {
  await till.press(payments.giveBack);
  await till.page.getByLabel(form.amount).fill(amount);
  await till.press(form.reverseGo({ amount: shown }));
  await till.allow('J. Ruiz', pin);
}

test('two refunds are made, and a third is refused because it exceeds the remaining amount', async ({ till }) => {
  await paid(till, '2000', '$20.00');
  const state = till.page.getByText(payments.reversals.states.succeeded, { exact: true });
  await give(till, '5', '$5.00', '2468');
  await expect(state).toHaveCount(1);
  await give(till, '7.50', '$7.50', '2468');
  await expect(state).toHaveCount(2);
  await expect(till.page.getByText(payments.giveBackUpTo({ amount: '$7.50' }))).toBeVisible();
  await till.shot('given-back');
  await till.press(payments.giveBack);
  await till.page.getByLabel(form.amount).fill('7.51');
  await till.press(form.reverseGo({ amount: '$7.51' }));
  await expect(till.spoken).toContainText(form.overRemaining({ amount: '$7.50' }));
  // The refusal is visible too: on a low screen it is not covered by a key of the form.
  await till.page.setViewportSize({ width: 1280, height: 560 });
  const refusal = till.page
    .getByRole('form')
    .getByText(form.overRemaining({ amount: '$7.50' }))
    .last();
  const isOnTop = await refusal.evaluate((said) => {
    const { left, right, bottom } = said.getBoundingClientRect();
    return said.contains(document.elementFromPoint((left + right) / 2, bottom - 2));
  });
  expect(isOnTop).toBe(true);
  await till.page.setViewportSize({ width: 1280, height: 800 });
  await till.shot('give-back-refused');
  // The host refuses the same amount from every caller.
  const [sale] = await till.ask((host) => host.payment.list({}));
  expect(sale).toMatchObject({ capturedMinor: 2000, reversedMinor: 1250 });
  const tooMuch = till.ask((host) =>
    host.payment.reverse({
      attempt: sale?.id ?? '',
      reversal: 'third-time',
      amountMinor: 751,
      operator: { name: 'J. Ruiz', pin: '2468' },
    }),
  );
  await expect(tooMuch).rejects.toMatchObject({ data: { code: 'PAY_AMOUNT' } });
});

test('no refund is made without the right PIN, and the dialog shows how many tries remain', async ({ till }) => {
  await paid(till, '2100', '$21.00');
  await till.expectAccessible();
  await give(till, '5', '$5.00', '1111');
  const dialog = till.page.getByRole('dialog');
  await expect(dialog).toContainText(failures.ROLE_PIN_WRONG.what);
  await expect(dialog).toContainText(form.triesLeft({ tries: 4 }));
  await till.expectAccessible();
  const [sale] = await till.ask((host) => host.payment.list({}));
  expect(sale?.reversals).toEqual([]);
});
