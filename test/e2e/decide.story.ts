/** @module-tag ci-only */
import { expect, test, words } from './till.ts';

const { counter, frame, outcomes, payments } = words;

test('a manager decides after long checking; the platform’s later result replaces the decision and is shown', async ({
  till,
}) => {
  await till.charge('3100', '$31.00');
  await expect(till.title(counter.prompts['present-card'].title)).toBeVisible();
  // The bank approves, the platform carries out the capture, and every later answer is lost. The fault begins this late
  // because a till that has found the platform unreachable offers no Charge.
  await till.platform({ type: 'fault', operation: 'createAuthorization', kind: 'answer' });
  await till.platform({ type: 'fault', operation: 'updateAuthorization', kind: 'drop', when: 'after' });
  await till.platform({ type: 'fault', operation: '*', kind: 'drop', times: 10_000 });
  await till.customer('tap');
  await expect(till.title(outcomes.checking.heading)).toBeFocused();
  // The manager cannot decide yet: the platform usually answers by itself.
  await expect(till.page.getByText(payments.decide.notYet)).toBeVisible();
  await expect(till.button(payments.decide.key)).toHaveCount(0);
  // Playwright controls the page's clock for the rest of the story, and moves it forward.
  await till.page.clock.install();
  await till.page.clock.fastForward('02:30');
  await till.press(till.button(payments.decide.key));
  await expect(till.page.getByText(payments.decide.warning, { exact: true })).toBeVisible();
  await till.expectAccessible();
  await till.shot('decide');
  await till.page.getByRole('radio', { name: payments.decide.verdicts['not-paid'] }).check({ force: true });
  await till.press(payments.decide.go['not-paid']);
  await expect(till.page.getByText(payments.form.reasonShort).first()).toBeVisible();
  await till.page.getByLabel(payments.form.reason).fill('The terminal shows no payment.');
  await till.page.getByLabel(payments.form.name).fill('J. Ruiz');
  await till.press(payments.decide.go['not-paid']);
  await expect(till.title(outcomes.decided.heading['not-paid'])).toBeFocused();
  await expect(till.page.getByText(outcomes.decided.charged, { exact: true })).toBeVisible();
  await till.shot('decided');
  const [entry] = await till.ask((host) => host.payment.audit({}));
  expect(entry).toMatchObject({ operator: 'J. Ruiz', action: 'decide' });

  await till.go(frame.history);
  await till.page.getByRole('link', { name: /\$31\.00/ }).click();
  const lookAgain = till.button(payments.lookAgain);
  await expect(lookAgain).toBeVisible();
  await till.platform({ type: 'clear-faults' });
  // The till polls by itself too, so the key may disappear before it is pressed.
  const paid = new RegExp(`\\$31\\.00\\s*${payments.states.captured}$`);
  await expect(async () => {
    if (await lookAgain.isVisible()) await lookAgain.click({ timeout: 1_000 });
    await expect(till.page.getByRole('heading', { level: 2, name: paid })).toBeVisible({ timeout: 60_000 });
  }).toPass({ timeout: 60_000 });
  await till.go(frame.sale);
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  await expect(till.page.getByText(outcomes.corrected.strip, { exact: true })).toBeVisible();
  await till.shot('corrected');
  await till.press(outcomes.keys.newSale);
  await expect(till.title(counter.toCharge)).toBeVisible();
});
