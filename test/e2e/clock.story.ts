/**
 * Sets the clock of the till's computer back or ahead, between and during sales: the screen does not react to it.
 * @module-tag ci-only
 */
import { payOnPhone } from './buyer.ts';
import { expect, inOneTill, words } from './till.ts';

const { counter, links, outcomes } = words;
const HOUR_MS = 3_600_000;

const test = inOneTill({ hasClock: true });
test.describe.configure({ mode: 'serial' });

test('paid, declined and link payments look the same after the clock is put back an hour', async ({ till }) => {
  await till.charge('1000', '$10.00');
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  await till.press(outcomes.keys.newSale);
  await till.setClock(-HOUR_MS);

  await till.charge('2100', '$21.00');
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  await till.press(outcomes.keys.newSale);
  await expect(till.title(counter.toCharge)).toBeVisible();

  await till.chooseCard(counter.practice.cards['no-funds'].name);
  await till.charge('3300', '$33.00');
  await till.customer('tap');
  await expect(till.title(outcomes.declined.heading)).toBeVisible();
  await till.page.reload();
  await expect(till.title(outcomes.declined.heading)).toBeVisible();
  const payments = await till.ask((host) => host.payment.list({}));
  expect(payments.map(({ state, amountMinor }) => [state, amountMinor])).toEqual([
    ['declined', 3300],
    ['captured', 2100],
    ['captured', 1000],
  ]);
  await till.page.waitForTimeout(450);
  await till.page.keyboard.press('Escape');
  await expect(till.title(counter.toCharge)).toBeVisible();

  await till.page.keyboard.type('4400');
  await till.page.waitForTimeout(450);
  await till.page.keyboard.press('F7');
  await expect(till.title(links.scan.title)).toBeVisible();
  const [link] = await till.ask((host) => host.link.list({}));
  expect(await payOnPhone(link?.url ?? '', 'card-approve')).toContain('Paid');
  await expect(till.title(links.paid.heading)).toBeVisible();
  await till.setClock(0);
});

test('a sale is paid once when the clock jumps a day ahead during a card read and back, and the next sale works', async ({
  till,
}) => {
  await till.charge('1500', '$15.00');
  await expect(till.title(counter.prompts['present-card'].title)).toBeVisible();
  await till.setClock(24 * HOUR_MS);
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  await till.setClock(0);
  await till.press(outcomes.keys.newSale);
  await till.charge('1600', '$16.00');
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  expect(await till.newest(2)).toMatchObject([{ capturedMinor: 1600 }, { capturedMinor: 1500 }]);
});
