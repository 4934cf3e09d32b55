/** @module-tag ci-only */
import { expect, test, Till, words } from './till.ts';

const { counter, outcomes, sale } = words;

test('two presses in two windows make one sale; each window shows its press, and Esc in the idle window cancels nothing', async ({
  till,
}) => {
  const other = new Till(await till.page.context().newPage(), till.dataDir);
  await other.page.goto(new URL('/', till.page.url()).href);
  const both = [till, other];
  for (const window of both) {
    await expect(window.title(counter.toCharge)).toBeVisible({ timeout: 60_000 });
    await window.page.keyboard.type('1234');
    await window.button(counter.charge({ amount: '$12.34' })).waitFor();
  }
  // After the pause in which new keys ignore presses, both windows are pressed at the same moment, closer together than
  // two cashiers can.
  await till.page.waitForTimeout(450);
  await other.page.evaluate(() => {
    addEventListener('storage', ({ key }) => {
      if (key === 'story') document.querySelector<HTMLElement>('[data-key=charge]')?.click();
    });
  });
  await till.page.evaluate(() => {
    localStorage.setItem('story', 'now');
    document.querySelector<HTMLElement>('[data-key=charge]')?.click();
  });
  for (const window of both) await expect(window.title(counter.prompts['present-card'].title)).toBeVisible();
  expect(await till.ask((host) => host.payment.list({}))).toHaveLength(1);

  // Only the second window shows, next to the prompt, that the other started the sale.
  const started = (window: Till) => window.page.getByText(sale.otherWindow.started, { exact: true });
  await expect.poll(async () => (await started(till).count()) + (await started(other).count())).toBe(1);
  const [loser, winner] = (await started(till).count()) === 1 ? [till, other] : [other, till];
  const said = loser.page.getByText(sale.otherWindow.pressed({ amount: '$12.34' }));
  await expect(said).toBeVisible();
  await expect(winner.page.getByText(sale.otherWindow.pressed({ amount: '$12.34' }))).toHaveCount(0);
  await loser.expectAccessible();
  await loser.shot('two-windows-second');

  await loser.page.bringToFront();
  await loser.page.waitForTimeout(450);
  await loser.page.keyboard.press('Escape');
  await loser.press(counter.cancel);
  await expect(loser.button(sale.otherWindow.leave)).toBeVisible();
  await loser.press(sale.otherWindow.leave);
  expect((await till.ask((host) => host.payment.list({})))[0]).toMatchObject({ state: 'working', cancelAsked: false });

  await winner.page.bringToFront();
  await winner.customer('tap');
  for (const window of both) await expect(window.title(outcomes.paid.heading)).toBeVisible();
  await expect(loser.page.getByText(sale.otherWindow.short, { exact: true })).toBeVisible();
  await expect(said).toBeVisible();
  await expect(winner.page.getByText(sale.otherWindow.short, { exact: true })).toHaveCount(0);
  await loser.shot('two-windows-paid');
  expect((await till.ask((host) => host.payment.list({}))).map(({ state }) => state)).toEqual(['captured']);

  // The first window keeps the sale across a reload.
  await winner.page.reload();
  await expect(winner.title(outcomes.paid.heading)).toBeVisible();
  await expect(winner.page.getByText(sale.otherWindow.short, { exact: true })).toHaveCount(0);
  await other.page.close();
});
