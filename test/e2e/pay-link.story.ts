import { decodeQr, payOnPhone } from './buyer.ts';
import { expect, inOneTill, isClockInSameDay, words, type Till } from './till.ts';

const { counter, links, outcomes, payments } = words;
const partialCard = counter.practice.cards.partial.name({ thirty: '$30' });

const test = inOneTill();
test.describe.configure({ mode: 'serial' });

test('a customer pays by code while the terminal is unplugged, and the card cannot be charged until the link ends', async ({
  till,
}) => {
  await till.page.keyboard.type('4260');
  await till.practice.getByRole('button', { name: counter.practice.pullCable }).click();
  await expect(till.title(outcomes.equipment.lost.heading)).toBeVisible();
  // Keys of a screen that has just changed ignore presses for 400 ms.
  await till.page.waitForTimeout(450);
  await till.page.keyboard.press('F7');
  await expect(till.title(links.scan.title)).toBeFocused();
  await expect(till.spoken).toContainText(links.scan.say);
  await till.expectAccessible();
  await till.shot('pay-link');

  // The terminal is back, but the order stays locked in this window and for every caller of the host.
  await till.practice.getByRole('button', { name: counter.practice.plugIn }).click();
  await expect.poll(() => till.ask(async (host) => (await host.snapshot()).state.terminals[0]?.state)).toBe('ready');
  await expect(till.page.getByText(links.waiting({ amount: '$42.60' }), { exact: true })).toBeVisible();
  const again = { id: 'A-1234567890', amountMinor: 4260, currency: 'USD', isRepeatMeant: true };
  await expect(till.ask((host) => host.payment.start(again))).rejects.toMatchObject({
    data: { code: 'PAY_LINK_OPEN' },
  });

  // A reload keeps the link on the screen.
  await till.page.reload();
  await expect(till.title(links.scan.title)).toBeVisible();
  const url = decodeQr(await till.page.screenshot());
  expect(await payOnPhone(url, 'card-no-funds')).toContain('Not paid');
  await expect(till.page.getByText(links.facts.refused({ count: 1 }), { exact: true })).toBeVisible();
  expect(await payOnPhone(url, 'card-approve')).toContain('Paid');
  await expect(till.title(links.paid.heading)).toBeFocused();
  await till.shot('pay-link-paid');
  const [link] = await till.ask((host) => host.link.list({}));
  expect(link).toMatchObject({ state: 'paid', paidMinor: 4260, url, refusedTries: 1 });
  expect(await till.ask((host) => host.payment.list({}))).toEqual([]);
  await till.press(outcomes.keys.newSale);
  await expect(till.title(counter.toCharge)).toBeVisible();
  // The day lists the link on a separate line, and the platform's record matches it.
  await till.go(words.frame.day);
  await expect(till.page.getByRole('row', { name: words.day.payLinks })).toContainText('$42.60');
  await expect(till.page.getByRole('listitem').filter({ hasText: links.sum.kinds.link })).toContainText(/\$42\.60.*TR/);
  await till.press(words.day.compare);
  await expect(till.spoken).toContainText(words.day.allWell);

  // The link is a payment in History and can be refunded like a card payment; the day includes the refund.
  await till.go(words.frame.history);
  await till.page.getByRole('link', { name: /\$42\.60/ }).click();
  await give(till, '12.60', '$12.60');
  await expect(till.page.getByText(payments.giveBackUpTo({ amount: '$30.00' }))).toBeVisible();
  await till.expectAccessible();
  await till.shot('pay-link-given-back');
  const paid = () => till.ask((host) => host.payment.get({ attempt: link?.id ?? '' }));
  // Wait for the bank's answer: its announcement would replace that of the next question.
  await expect.poll(async () => (await paid()).reversals[0]?.state).toBe('succeeded');
  await give(till, '12.60', '$12.60');
  // Check the form, not the announcement: the bank's answer to the first refund may replace the announcement at once.
  await expect(till.page.locator('form')).toContainText(payments.form.givenAlready({ amount: '$12.60' }));
  expect(await paid()).toMatchObject({
    reversedMinor: 1260,
    reversals: [{ amountMinor: 1260, by: 'Maya' }],
  });
  await till.go(words.frame.day);
  await expect(till.page.getByRole('row', { name: words.day.linksGivenBack })).toContainText('-$12.60');
  // If the clock was set a day ahead, the link was paid on the day before.
  const toBank = isClockInSameDay ? '$30.00' : '-$12.60';
  await expect(till.page.getByRole('row', { name: words.day.toBank })).toContainText(toBank);
  await till.press(words.day.compare);
  await expect(till.spoken).toContainText(words.day.allWell);
});

/** Fills in the form and presses its key. */
async function give(till: Till, amount: string, shown: string): Promise<void> {
  await till.press(payments.giveBack);
  await till.page.getByLabel(payments.form.amount).fill(amount);
  await till.page.getByLabel(payments.form.name).fill('Maya');
  await till.press(payments.form.reverseGo({ amount: shown }));
}

test('an order adds up whose first part is paid by card and whose remaining part is paid by a second link', async ({
  till,
}) => {
  await till.chooseCard(partialCard);
  await till.charge('4360', '$43.60');
  await till.customer('tap');
  await till.press(outcomes.part.take({ part: '$30.00' }));
  await expect(till.title(outcomes.partly.heading)).toBeFocused();
  await till.press(links.keyFor({ amount: '$13.60' }));
  await expect(till.title(links.scan.title)).toBeFocused();
  const [open] = await till.ask((host) => host.link.list({}));
  expect(open).toMatchObject({ amountMinor: 1360 });
  // The customer declines. The cashier has to close the link before anything else.
  await till.press(links.close);
  await expect(till.title(links.ended.closed.heading)).toBeFocused();
  await till.press(links.ended.again);
  await expect(till.title(links.scan.title)).toBeFocused();
  const url = decodeQr(await till.page.screenshot());
  expect(await payOnPhone(url, 'card-approve')).toContain('Paid');
  await expect(till.title(links.paid.heading)).toBeFocused();
  await expect(till.page.locator('[data-part="order-sum"]')).toContainText(
    /Card\s*\$30\.00.*Pay link\s*\$13\.60.*In all\s*\$43\.60/s,
  );
  await till.expectAccessible();
  await till.shot('pay-link-rest');
});

test('the remaining amount of an order is paid in cash and noted with a name, and the order is complete', async ({
  till,
}) => {
  await till.chooseCard(partialCard);
  await till.charge('4460', '$44.60');
  await till.customer('tap');
  await till.press(outcomes.part.take({ part: '$30.00' }));
  await expect(till.title(outcomes.partly.heading)).toBeFocused();
  await till.press(links.otherTender.key);
  await till.page.getByLabel(words.payments.form.name).fill('Maya');
  await till.press(links.otherTender.go({ amount: '$14.60' }));
  await expect(till.title(links.sum.complete)).toBeFocused();
  await till.expectAccessible();
  await till.shot('paid-in-parts');
  const [noted] = await till.ask((host) => host.otherTender.list({}));
  expect(noted).toMatchObject({ way: 'cash', amountMinor: 1460, by: 'Maya' });
  await till.press(outcomes.keys.newSale);
  await expect(till.title(counter.toCharge)).toBeVisible();
});
