import { cable } from './beside-the-screen.ts';
import { expect, inOneTill, words } from './till.ts';

const { counter, outcomes } = words;

const test = inOneTill();
test.describe.configure({ mode: 'serial' });

test('a cable pulled while the terminal waits for a card leaves nothing charged, and the next sale works', async ({
  till,
}) => {
  await till.charge('1400', '$14.00');
  await expect(till.title(counter.prompts['present-card'].title)).toBeVisible();
  await cable(till, false);
  await expect(till.title(outcomes.failed.heading)).toBeFocused({ timeout: 60_000 });
  await expect(till.page.getByText(outcomes.notCharged, { exact: true })).toBeVisible();
  await cable(till, true);
  await till.press(outcomes.keys.newSale);
  await till.charge('1400', '$14.00');
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
});

test('a cable pulled while the bank decides leaves the till checking, which resolves the payment without a second charge', async ({
  till,
}) => {
  await till.platform({ type: 'fault', operation: 'createAuthorization', kind: 'answer', delayMs: 6_000 });
  await till.charge('1500', '$15.00');
  await till.customer('tap');
  await expect(till.title(counter.prompts['asking-bank'].title)).toBeVisible();
  await cable(till, false);
  await expect(till.title(outcomes.checking.heading)).toBeFocused();
  await expect(till.page.getByText(outcomes.notKnown, { exact: true })).toBeVisible();
  await expect(till.page.getByText(counter.locks.charge, { exact: true })).toBeVisible();
  await till.shot('checking-unplugged');
  // The card did not complete the payment, so the till voids the authorization.
  await expect(till.title(outcomes.notCompleted.heading)).toBeFocused({ timeout: 60_000 });
  await expect(till.page.getByText(outcomes.notCompleted.sayLink, { exact: true })).toBeVisible();
  expect(await till.newest(1)).toMatchObject([{ state: 'voided', capturedMinor: null }]);
});

test('a confirmation is required to leave the page while the bank decides, and a reload changes nothing', async ({
  till,
}) => {
  await till.platform({ type: 'fault', operation: 'createAuthorization', kind: 'answer', delayMs: 4_000 });
  await till.charge('1600', '$16.00');
  await till.customer('tap');
  await expect(till.title(counter.prompts['asking-bank'].title)).toBeVisible();
  const asked: string[] = [];
  till.page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await till.page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(till.title(outcomes.paid.heading)).toBeFocused({ timeout: 60_000 });
  expect(await till.newest(1)).toMatchObject([{ state: 'captured', capturedMinor: 1600 }]);
});

test('the counter reports an unreachable platform, keeps the amount, and continues by itself', async ({ till }) => {
  await till.page.keyboard.type('1700');
  await till.platform({ type: 'fault', operation: '*', kind: 'drop', times: 10_000 });
  await till.ask((host) => host.device.list().catch(() => undefined));
  await expect(till.title(outcomes.platform.heading)).toBeFocused({ timeout: 60_000 });
  await expect(till.page.getByRole('region', { name: counter.platformRegion })).toContainText(
    outcomes.equipment.kept({ amount: '$17.00' }),
  );
  await expect(till.button(counter.charge({ amount: '$17.00' }))).toHaveCount(0);
  await till.shot('platform-down');
  await till.platform({ type: 'clear-faults' });
  await till.ask((host) => host.device.list().catch(() => undefined));
  await expect(till.button(counter.charge({ amount: '$17.00' }))).toBeVisible({ timeout: 60_000 });
  await till.press(counter.charge({ amount: '$17.00' }));
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
});
