import { expect, inOneTill, words } from './till.ts';

const { kiosk } = words;

const test = inOneTill({ flags: ['--kiosk'], hasMotion: true });
test.describe.configure({ mode: 'serial' });

test('a kiosk shows the customer flow without navigation', async ({ till }) => {
  await expect(till.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(till.page.getByRole('navigation', { name: words.frame.mainNavigation })).toHaveCount(0);
  await expect(till.page.getByRole('link', { name: words.frame.terminals })).toHaveCount(0);
  // The address of the Terminals screen does not open it either.
  await till.page.evaluate(() => {
    window.location.hash = '#/terminals';
  });
  await expect(till.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(till.page.getByRole('region', { name: words.technician.actions.region })).toHaveCount(0);
  await till.shot('kiosk');
});

test('a guest cancels, the next guest pays, the start screen returns each time, and the terminal shows the same as before', async ({
  till,
}) => {
  const { page } = till;
  const terminal = till.practice.getByRole('img');
  await expect(till.title(kiosk.attract.heading)).toBeVisible({ timeout: 60_000 });
  await expect(terminal).not.toHaveAccessibleName(/Insert/);
  const idle = (await terminal.getAttribute('aria-label')) ?? '';
  const pay = async () => {
    await till.press(page.getByRole('button', { name: kiosk.attract.start }));
    await page.keyboard.type('1450');
    await till.press(page.getByRole('button', { name: kiosk.amount.pay({ amount: '$14.50' }) }));
    await expect(till.title(kiosk.prompts['present-card'].title)).toBeVisible();
  };
  await pay();
  await till.press(page.getByRole('button', { name: kiosk.cancel, exact: true }));
  await expect(till.title(kiosk.notPaid.cancelled)).toBeVisible();
  await expect(page.getByText(kiosk.notPaid.notCharged, { exact: true })).toBeVisible();
  await till.press(page.getByRole('button', { name: kiosk.startOver }));
  await expect(till.title(kiosk.attract.heading)).toBeVisible();
  await expect(terminal).toHaveAccessibleName(idle);
  await pay();
  await till.customer('tap');
  await expect(till.title(kiosk.thanks.title)).toBeVisible();
  await expect(page.getByRole('img', { name: kiosk.receipt.code })).toBeVisible();
  await till.expectAccessible();
  await till.press(page.getByRole('button', { name: kiosk.thanks.done }));
  await expect(till.title(kiosk.attract.heading)).toBeVisible();
  await expect(terminal).toHaveAccessibleName(idle);
  expect(await till.newest(2)).toMatchObject([
    { state: 'captured', capturedMinor: 1450 },
    { state: 'cancelled', capturedMinor: null },
  ]);
});

test('a customer pays alone from the start screen to the thanks, and the start screen returns', async ({ till }) => {
  const { page } = till;
  await expect(till.title(kiosk.attract.heading)).toBeVisible({ timeout: 60_000 });
  await till.press(page.getByRole('button', { name: kiosk.attract.start }));
  await expect(till.title(kiosk.amount.title)).toBeVisible();
  await page.keyboard.type('1250');
  await till.press(page.getByRole('button', { name: kiosk.amount.pay({ amount: '$12.50' }) }));
  await expect(till.title(kiosk.prompts['present-card'].title)).toBeVisible();
  await till.shot('kiosk-prompt');
  await till.customer('tap');
  await expect(till.title(kiosk.thanks.title)).toBeVisible();
  await till.shot('kiosk-thanks');
  await till.press(page.getByRole('button', { name: kiosk.thanks.done }));
  await expect(till.title(kiosk.attract.heading)).toBeVisible();
});

test('the screen asks the guest with a declined card to see the staff, and never shows the reason', async ({
  till,
}) => {
  const { page } = till;
  await till.press(page.getByRole('button', { name: kiosk.attract.start }));
  await till.chooseCard(words.counter.practice.cards['no-funds'].name);
  await page.keyboard.type('900');
  await till.press(page.getByRole('button', { name: kiosk.amount.pay({ amount: '$9.00' }) }));
  await till.customer('tap');
  await expect(till.title(kiosk.speak.title)).toBeVisible();
  await expect(page.getByText(kiosk.speak.notCharged, { exact: true })).toBeVisible();
  await expect(page.getByText(/not enough money|INSUFFICIENT/i)).toHaveCount(0);
});

test('the guest with the same card again is asked in plain words, and not paying again is the default', async ({
  till,
}) => {
  const { page } = till;
  const pay = async () => {
    await till.press(page.getByRole('button', { name: kiosk.attract.start }));
    await page.keyboard.type('1350');
    await till.press(page.getByRole('button', { name: kiosk.amount.pay({ amount: '$13.50' }) }));
  };
  await pay();
  await till.customer('tap');
  await expect(till.title(kiosk.thanks.title)).toBeVisible();
  await till.press(page.getByRole('button', { name: kiosk.thanks.done }));
  // The kiosk asks once the card is known, and before it charges the card.
  await pay();
  await till.customer('tap');
  await expect(till.title(kiosk.repeat.title)).toBeFocused();
  await till.expectAccessible();
  await till.shot('kiosk-same-card');
  await till.press(page.getByRole('button', { name: kiosk.repeat.done }));
  await expect(page.getByText(kiosk.notPaid.notCharged, { exact: true })).toBeVisible();
  await till.press(page.getByRole('button', { name: kiosk.startOver }));
  await pay();
  await till.customer('tap');
  await till.press(page.getByRole('button', { name: kiosk.repeat.again({ amount: '$13.50' }) }));
  await expect(till.title(kiosk.thanks.title)).toBeVisible();
  const payments = await till.newest(3);
  expect(payments.map(({ state }) => state)).toEqual(['captured', 'cancelled', 'captured']);
});

test('a kiosk releases the hold of a partial approval, and another card may pay', async ({ till }) => {
  const { page } = till;
  await till.press(page.getByRole('button', { name: kiosk.attract.start }));
  await till.chooseCard(words.counter.practice.cards.partial.name({ thirty: '$30' }));
  await page.keyboard.type('4260');
  await till.press(page.getByRole('button', { name: kiosk.amount.pay({ amount: '$42.60' }) }));
  await till.customer('tap');
  await expect(till.title(kiosk.speak.title)).toBeVisible();
  await expect(page.getByText(kiosk.speak.notCharged, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: kiosk.tryAnother })).toBeVisible();
  expect(await till.newest(1)).toMatchObject([{ capturedMinor: null }]);
});

test('the keys for easier use work in German up to the amount', async ({ till }) => {
  const { page } = till;
  await expect(till.title(kiosk.attract.heading)).toBeVisible({ timeout: 60_000 });
  for (const name of [kiosk.easier.lower, kiosk.easier.help]) await page.getByRole('button', { name }).click();
  await expect(page.getByRole('region', { name: kiosk.easier.help })).toContainText(kiosk.help.desk);
  await till.expectAccessible();
  await till.shot('kiosk-lower');
  await page.getByRole('button', { name: kiosk.easier.help }).click();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.keyboard.press('Enter');
  await expect(page.locator('main[data-stage="amount"]')).toBeVisible();
});
