import { hashPin } from '../../electron/host/index.ts';
import { expect, test, words } from './till.ts';

const people = [
  { name: 'Maya', roles: ['cashier'], pin: hashPin('135790', { N: 1024, r: 1, p: 1 }) },
  { name: 'Tom', roles: ['cashier'] },
  { name: 'Anna', roles: ['manager'], pin: hashPin('246802', { N: 1024, r: 1, p: 1 }) },
];
test.use({ settings: { people, signIn: { isOn: true } } });

const { signIn } = words;

test('people sign in by keyboard and by touch, and the typed amount is kept', async ({ till }) => {
  const { page } = till;
  const who = page.getByRole('heading', { name: signIn.who });
  await expect(who).toBeVisible();
  // Sign-in by keyboard alone: a name, a wrong PIN, its waiting time, the right PIN.
  await page.waitForTimeout(500);
  await page.keyboard.press('1');
  await expect(page.getByRole('heading', { name: 'Maya' })).toBeVisible();
  await page.keyboard.type('111111', { delay: 120 });
  await page.waitForTimeout(500);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: signIn.wrong })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Maya' })).toBeVisible();
  await page.keyboard.type('135790', { delay: 120 });
  await page.waitForTimeout(500);
  await page.keyboard.press('Enter');
  const maya = page.getByRole('button', { name: signIn.signOut({ name: 'Maya' }) });
  await expect(maya).toBeVisible();
  await page.keyboard.type('4260', { delay: 120 });
  await maya.click();
  await expect(who).toBeVisible();
  await expect(page.getByText(signIn.keptFact)).toContainText('$42.60');
  // A user without a PIN signs in with a single touch, after the pause in which changed keys ignore presses.
  await page.waitForTimeout(500);
  await page.getByRole('button', { name: /^Tom/u }).click();
  const tom = page.getByRole('button', { name: signIn.signOut({ name: 'Tom' }) });
  await expect(tom).toBeVisible();
  await expect(page.getByRole('button', { name: words.counter.charge({ amount: '$42.60' }) })).toBeVisible();
  await page.reload();
  await expect(tom).toBeVisible();
});

test('a setting that is changed during a sale is in use after it, and people stay signed in', async ({ till }) => {
  const { page } = till;
  await page.waitForTimeout(500);
  await page.getByRole('button', { name: /^Tom/u }).click();
  const tom = page.getByRole('button', { name: signIn.signOut({ name: 'Tom' }) });
  await till.charge('4260', '$42.60');
  await till.title(words.counter.prompts['present-card'].title).waitFor();
  const [pid, anna] = [till.hostPid(), { name: 'Anna', pin: '246802' }];
  await till.ask((host) => host.settings.set({ key: 'till.name', text: 'Till 7', operator: anna }));
  await till.ask((host) => host.settings.set({ key: 'till.shop', text: 'Café Anna', operator: anna }));
  // A live setting takes effect during the payment, without a restart.
  await expect(page.getByText('Café Anna')).toBeVisible();
  // The wait is longer than the delay before an idle till restarts.
  await page.waitForTimeout(4_000);
  expect(till.hostPid()).toBe(pid);
  await till.customer('tap');
  await till.title(words.outcomes.paid.heading).waitFor();
  // Retried, because the file with the process id is missing while the host restarts.
  await expect(() => expect(till.hostPid()).not.toBe(pid)).toPass({ timeout: 60_000 });
  await expect(tom).toBeVisible();
  await page.keyboard.type('500', { delay: 120 });
  await expect(page.getByRole('button', { name: words.counter.charge({ amount: '$5.00' }) })).toBeVisible();
  await expect(page.getByRole('heading', { name: signIn.who })).toHaveCount(0);
});
