import { expect, test, words } from './till.ts';

const { counter, frame, outcomes, technician } = words;
const names = technician.actions.words;

test('the technician deactivates, activates and restarts a terminal, each read back', async ({ till }) => {
  const { page } = till;
  await till.go(frame.terminals);
  const actions = page.getByRole('region', { name: technician.actions.region });
  const result = page.getByRole('region', { name: technician.result.region });
  const press = (name: string) => actions.getByRole('button', { name: new RegExp(`^${name}`) }).click();

  await press(names.DEACTIVATE.name);
  await page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${names.DEACTIVATE.name}`) }).click();
  await expect(result.getByText(technician.result.readNotEnabled)).toBeVisible();
  await till.shot('terminals-deactivated');

  await press(names.ACTIVATE.name);
  await expect(result.getByText(technician.result.readEnabled)).toBeVisible();

  await press(names.REBOOT.name);
  await expect(result.getByText(technician.result.restartSent)).toBeVisible({ timeout: 15_000 });
  await expect(result.getByText(/back on the cable/)).toBeVisible({ timeout: 15_000 });
  await till.shot('terminals-restarted');

  // The terminal works after all that.
  await till.go(frame.sale);
  await till.charge('1100', '$11.00');
  await till.customer('tap');
  await expect(till.title(outcomes.paid.word)).toBeVisible();
}); // prettier-ignore

test('the technician cancels a payment from the Terminals screen and is told how it ended', async ({ till }) => {
  const { page } = till;
  await till.charge('1300', '$13.00');
  await expect(till.title(counter.prompts['present-card']('').title)).toBeVisible();
  await till.go(frame.terminals);
  const actions = page.getByRole('region', { name: technician.actions.region });
  await actions.getByRole('button', { name: new RegExp(`^${names.CANCEL.name}`) }).click();
  const result = page.getByRole('region', { name: technician.result.region });
  await expect(result.getByText(technician.result.paymentEnds.cancelled('$13.00'))).toBeVisible();
  await till.shot('terminals-cancelled');
  await till.go(frame.sale);
  await expect(till.title(outcomes.cancelled.word)).toBeVisible();
});
