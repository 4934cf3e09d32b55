/** @module-tag ci-only */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashPin } from '../../electron/host/roles/index.ts';
import { expect, isClockInSameDay, test, words, type Till } from './till.ts';

const { day, frame, history, outcomes } = words;

test.use({ settings: { managers: [{ name: 'J. Ruiz', pin: hashPin('2468') }] } });

/** Makes a payment as another program of the shop does. */
async function madeElsewhere(till: Till): Promise<void> {
  const { state } = await till.ask((host) => host.snapshot());
  const file = readFileSync(join(till.dataDir, 'training', 'sandbox-credentials.json'), 'utf8');
  const { username, password, merchant } = JSON.parse(file) as Record<'username' | 'password' | 'merchant', string>;
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const reply = await fetch(`http://${state.platform.host}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as Record<string, unknown>;
  };
  const identity = await post('/identities', { entity: { first_name: 'Ana' } });
  const source = await post('/payment_instruments', {
    type: 'PAYMENT_CARD',
    identity: identity['id'],
    number: '4111111111111111',
    expiration_month: 12,
    expiration_year: 2030,
  });
  await post('/transfers', { amount: 2500, currency: 'USD', merchant, source: source['id'] });
}

/** A manager enters a reason for a difference between the day and the platform; then the day agrees. */
async function explainWhatWasMadeElsewhere(till: Till): Promise<void> {
  await till.press(day.compare);
  const findings = till.page.getByRole('region', { name: day.findings });
  await expect(findings).toContainText('$25.00');
  await expect(findings).toContainText(day.reasons['unknown-here']);
  await till.expectAccessible();
  await till.press(day.explain);
  await till.page.getByLabel(day.why).fill('Taken on the web shop.');
  await till.press(day.explainGo);
  await till.allow('J. Ruiz', '2468');
  await expect(findings).toContainText('Taken on the web shop.');
  await till.press(day.compareAgain);
  await expect(till.spoken).toContainText(day.allExplained);
  await expect(findings).toContainText(day.explainedBy({ name: 'J. Ruiz' }));
  await till.shot('day');
}

test('a payment is found by its remaining amount; the day differs from the platform until a manager explains the difference', async ({
  till,
}) => {
  for (const [digits, shown] of [
    ['1234', '$12.34'],
    ['4260', '$42.60'],
  ] as const) {
    await till.charge(digits, shown);
    await till.customer('tap');
    await expect(till.title(outcomes.paid.heading)).toBeVisible();
    await till.press(outcomes.keys.newSale);
  }
  await madeElsewhere(till);

  await till.page.keyboard.press('Alt+3');
  await expect(till.title(history.title)).toBeFocused();
  const rows = till.page.locator('[data-row]');
  await expect(rows).toHaveCount(2);
  await till.page.keyboard.press('/');
  await till.page.keyboard.type('12,34');
  await expect(rows).toHaveCount(1);
  await till.page.keyboard.press('Enter');
  await expect(till.page.getByRole('heading', { level: 2, name: /\$12\.34/ })).toBeFocused();
  await till.expectAccessible();
  await till.shot('history');

  await till.go(frame.day);
  await expect(till.page.getByRole('heading', { level: 1, name: day.title({ when: '' }).trim() })).toBeVisible();
  const bank = till.page.getByRole('row', { name: day.toBank });
  await expect(bank).toContainText('$54.94');
  // If the till's clock is a day ahead, payments that the platform took today are not in the till's day.
  if (isClockInSameDay) await explainWhatWasMadeElsewhere(till);

  const download = till.page.waitForEvent('download');
  await till.press(day.csv);
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^tillbridge-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toContain(',1234,12.34,');
  expect(text.trim().split('\r\n')).toHaveLength(3);
});
