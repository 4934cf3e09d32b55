import { expect, inOneTill, words } from './till.ts';

const { counter, outcomes } = words;
const { cards } = counter.practice;

const test = inOneTill();
test.describe.configure({ mode: 'serial' });

test('a cancel while the PIN is asked for ends the payment with nothing sent or charged', async ({ till }) => {
  await till.chooseCard(cards.pin.name);
  await till.charge('1100', '$11.00');
  await till.customer('insert');
  await expect(till.practice.getByRole('img')).toHaveAccessibleName(/PIN/);
  await till.press(counter.cancel);
  await expect(till.title(outcomes.cancelled.heading)).toBeFocused();
  await expect(till.page.getByText(outcomes.notCharged, { exact: true })).toBeVisible();
  await expect(till.spoken).toContainText(outcomes.notCharged);
  const [payment] = await till.ask((host) => host.payment.list({}));
  expect(payment).toMatchObject({ state: 'cancelled', authorization: null, capturedMinor: null });
});

test('a cancel while the bank decides voids the approval before any screen shows it', async ({ till }) => {
  await till.platform({ type: 'fault', operation: 'createAuthorization', kind: 'answer', delayMs: 4_000 });
  await till.charge('1200', '$12.00');
  await till.customer('tap');
  await expect(till.title(counter.prompts['asking-bank'].title)).toBeVisible();
  // The key shows the warning once the request has been sent.
  const late = till.button(counter.cancel);
  await expect(late).toContainText(counter.cancelLate);
  await late.click();
  await expect(till.page.getByText(counter.cancelAskedSub, { exact: true })).toBeVisible();
  await expect(till.title(outcomes.cancelled.heading)).toBeFocused({ timeout: 60_000 });
  await expect(till.page.getByText(outcomes.cancelled.by.takenBack, { exact: true })).toBeVisible();
  const [payment] = await till.ask((host) => host.payment.list({}));
  expect(payment).toMatchObject({ state: 'cancelled', authorizedMinor: 1200, capturedMinor: null });
});

test('a cancel during the capture comes too late, so the sale is paid, and the cashier can refund it', async ({
  till,
}) => {
  await till.platform({ type: 'fault', operation: 'updateAuthorization', kind: 'answer', delayMs: 5_000 });
  await till.charge('1300', '$13.00');
  await till.customer('tap');
  await expect(till.page.getByText(counter.cannotCancel, { exact: true })).toBeVisible();
  // This window shows that the payment cannot be cancelled. Another window may have asked a moment before that was
  // known.
  await till.ask(async (host) => {
    const [payment] = await host.payment.list({});
    await host.payment.cancel({ attempt: payment?.id ?? '' });
  });
  await expect(till.page.getByText(outcomes.tooLate.strip, { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(till.title(outcomes.paid.heading)).toBeFocused();
  await expect(till.spoken).toContainText(outcomes.tooLate.say);
  await expect(till.button(words.sale.refund.key)).toBeVisible();
  await till.shot('too-late');
  const [payment] = await till.ask((host) => host.payment.list({}));
  expect(payment).toMatchObject({ state: 'captured', capturedMinor: 1300, cancelTooLate: true });
});
