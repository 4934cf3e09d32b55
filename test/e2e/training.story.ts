/** @module-tag ci-only */
import { expect, test, words } from './till.ts';

const { counter, outcomes, training } = words;
const cards = counter.practice.cards;

test('the guide leads through a sale, a decline and an unknown outcome, and lists the lessons', async ({ till }) => {
  const guide = till.page.getByRole('region', { name: training.region });
  const newSale = () => till.press(outcomes.keys.newSale);
  await expect(guide.getByRole('heading', { name: counter.guide.title })).toBeVisible();
  await till.expectAccessible();
  await till.charge('4260', '$42.60');
  await expect(guide).toContainText(counter.guide.tap);
  await till.customer('tap');
  await expect(guide).toContainText(training.done.sale);
  await newSale();

  await expect(guide.getByRole('heading', { name: training.titles.decline })).toBeVisible();
  await till.charge('1250', '$12.50');
  await expect(guide).toContainText(cards['no-funds'].name);
  await till.chooseCard(cards['no-funds'].name);
  await expect(guide).toContainText(counter.guide.tap);
  await till.customer('tap');
  await expect(guide).toContainText(training.done.decline);
  await till.press(outcomes.declined.end);

  await expect(guide.getByRole('heading', { name: training.titles.checking })).toBeVisible();
  await till.charge('1300', '$13.00');
  await till.chooseCard(cards['lost-reply'].name);
  await till.customer('tap');
  await expect(guide).toContainText(training.done.checking, { timeout: 60_000 });
  await newSale();
  await expect(guide.getByRole('heading', { name: training.end.title })).toBeVisible();
  await till.expectAccessible();
  await till.shot('training-end');

  // The progress is kept across a reload.
  await till.page.reload();
  await expect(guide.getByRole('heading', { name: training.end.title })).toBeVisible();
  await till.press(till.page.getByRole('button', { name: training.close }));
  await expect(guide).toHaveCount(0);
});
