import { expect, inOneTill, words } from './till.ts';

const { counter, outcomes } = words;

const test = inOneTill();
test.describe.configure({ mode: 'serial' });

test('the screen reports a host killed while the terminal waits for a card, the host restarts, and the next sale works', async ({
  till,
}) => {
  await till.charge('1500', '$15.00');
  await expect(till.title(counter.prompts['present-card'].title)).toBeVisible();
  const before = till.hostPid();
  // Observed inside the page, because the host may be back before a query from the test gets its answer.
  const seen = till.page.evaluate(
    (title) =>
      new Promise<boolean>((resolve) => {
        const look = () => document.body.textContent.includes(title) && resolve(true);
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
        setTimeout(() => resolve(false), 10_000);
      }),
    outcomes.moment.heading,
  );
  process.kill(before, 'SIGKILL');
  expect(await seen).toBe(true);
  await expect(till.title(outcomes.cancelled.heading)).toBeVisible({ timeout: 60_000 });
  expect(till.hostPid()).not.toBe(before);
  await till.shot('after-host-loss');
  await till.press(outcomes.keys.newSale);
  await expect(till.title(counter.toCharge)).toBeVisible();
  await till.charge('1600', '$16.00');
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
});

test('other screens work while the code of a screen cannot be loaded, and the screen appears once its code is loaded', async ({
  till,
}) => {
  let asked = 0;
  await till.page.route(/day-screen/, async (route) => {
    asked++;
    await route.abort();
  });
  await till.go(words.frame.day);
  const screen = till.page.getByRole('main');
  // The page requests the code and the styles, and then retries.
  await expect.poll(() => asked).toBeGreaterThan(3);
  await expect(till.page.getByRole('navigation', { name: words.frame.mainNavigation })).toBeVisible();
  await expect(screen).toBeEmpty();
  await till.page.unroute(/day-screen/);
  await expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  const styles = await till.page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ sheet }) => sheet !== null),
  );
  expect(styles).not.toContain(false);
});
