import { expect, test, words } from './till.ts';

test.use({ flags: ['--kiosk'] });

test('a kiosk shows the customer flow without navigation', async ({ till }) => {
  await expect(till.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(till.page.getByRole('navigation', { name: words.frame.mainNavigation })).toHaveCount(0);
  await expect(till.page.getByRole('link', { name: words.frame.terminals })).toHaveCount(0);
  // Nor by its address.
  await till.page.evaluate(() => {
    window.location.hash = '#/terminals';
  });
  await expect(till.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(till.page.getByRole('region', { name: words.technician.actions.region })).toHaveCount(0);
  await till.shot('kiosk');
});
