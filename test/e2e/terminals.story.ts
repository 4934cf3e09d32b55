import type { Locator } from '@playwright/test';
import { expect, inOneTill, words, type Till } from './till.ts';

const { counter, frame, technician } = words;
const { actions, result } = technician;

const test = inOneTill();
test.describe.configure({ mode: 'serial' });

/**
 * Opens the Terminals screen and waits until the terminal is matched with its Device: before that its plate may change
 * during a press.
 */
async function openJoined(till: Till): Promise<Locator> {
  await till.go(frame.terminals);
  const rail = till.page.getByRole('navigation', { name: technician.rail.region });
  await expect(rail.getByRole('link', { name: /B61378A/ })).toContainText('DynaFlex II PED');
  await expect(till.page.getByRole('region', { name: technician.metrics.title }).getByRole('row').nth(1)).toBeVisible();
  return rail;
}

test('the screen shows terminal and Devices next to each other, with metrics', async ({ till }) => {
  const rail = await openJoined(till);
  await expect(rail.getByRole('link', { name: new RegExp(technician.rail.onlyPlatform) }).first()).toBeVisible();
  await expect(till.action(actions.words.ACTIVATE.name)).toHaveCount(0);
  await expect(till.page.getByText(actions.reasons.already.ACTIVATE)).toBeVisible();
  await till.shot('terminals');
});

test('ACTIVATE activates a Device, and the screen shows its new state', async ({ till }) => {
  await till.go(frame.terminals);
  const rail = till.page.getByRole('navigation', { name: technician.rail.region });
  await rail
    .getByRole('link', { name: /not enabled/ })
    .first()
    .click();
  await till.press(till.action(actions.words.ACTIVATE.name));
  const plate = till.page.getByRole('region', { name: result.region });
  await expect(plate.getByRole('heading', { name: result.activated })).toBeVisible();
  await expect(plate).toContainText(result.readEnabled);
  await expect(plate).toContainText(result.route.platform);
  await expect(till.page.getByText(actions.reasons.already.ACTIVATE)).toBeVisible();
});

test('CANCEL during a sale ends the payment, and the screen shows that', async ({ till }) => {
  await till.charge('2500', '$25.00');
  await expect(till.title(counter.prompts['present-card'].title)).toBeVisible();
  await till.go(frame.terminals);
  await till.press(till.action(actions.words.CANCEL.name));
  const plate = till.page.getByRole('region', { name: result.region });
  await expect(plate.getByRole('heading', { name: result.cancelSent })).toBeVisible();
  await expect(plate).toContainText(result.paymentEnds.cancelled({ amount: '$25.00' }));
  await till.shot('terminals-cancelled');
  await till.go(frame.sale);
  await expect(till.title(words.outcomes.cancelled.heading)).toBeVisible();
});

test('REBOOT disconnects the terminal, which returns, and the next sale works', async ({ till }) => {
  await openJoined(till);
  await till.press(till.action(actions.words.REBOOT.name));
  const plate = till.page.getByRole('region', { name: result.region });
  await expect(plate.getByRole('heading', { name: result.restartSent })).toBeVisible({ timeout: 40_000 });
  await expect(plate).toContainText(result.restart.back({ age: '' }).split(',')[0] ?? '', { timeout: 40_000 });
  await expect(plate).toContainText(result.route.cable);
  await till.go(frame.sale);
  await till.charge('300', '$3.00');
  await till.customer('tap');
  await expect(till.title(words.outcomes.paid.heading)).toBeVisible();
});

test('DEACTIVATE needs a confirmation and is read back, and ACTIVATE puts the terminal into service again', async ({
  till,
}) => {
  await openJoined(till);
  await till.press(till.action(actions.words.DEACTIVATE.name));
  const plate = till.page.getByRole('region', { name: result.region });
  await till.page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${actions.words.DEACTIVATE.name}`) })
    .click();
  await expect(plate).toContainText(result.readNotEnabled);
  await till.press(till.action(actions.words.ACTIVATE.name));
  await expect(plate).toContainText(result.readEnabled);
});
