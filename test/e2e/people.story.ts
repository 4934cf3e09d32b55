import { hashPin } from '../../electron/host/index.ts';
import { expect, test, words } from './till.ts';

const pin = (digits: string) => hashPin(digits, { N: 1024, r: 1, p: 1 });
const people = [
  { name: 'Anna', roles: ['manager'], pin: pin('2468') },
  { name: 'Maya', roles: ['cashier'], pin: pin('1357') },
];
test.use({ settings: { people } });

const { form } = words.payments;

test('a Device action asks for somebody who may, on the spot, and is done under their name', async ({ till }) => {
  const { page } = till;
  await page.goto(`${new URL(page.url()).origin}/#/terminals`);
  const reboot = page.getByRole('button', { name: new RegExp(`^${words.technician.actions.words.REBOOT.name}`, 'u') });
  await reboot.click();
  const dialog = page.getByRole('dialog', { name: form.askWho('Anna') });
  const give = async (name: string, digits: string) => {
    await dialog.getByLabel(form.name).fill(name);
    await dialog.getByLabel(form.justPin, { exact: true }).fill(digits);
    await page.waitForTimeout(500);
    await dialog.getByRole('button', { name: form.allow }).click();
  };
  await give('Maya', '1357');
  await expect(dialog).toContainText(`${form.mayNot('Maya', 'Anna')} ${form.nothingDone}`);
  await give('Anna', '2468');
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(() => till.ask((own) => own.payment.audit({})))
    .toMatchObject([
      { action: 'device-action-done' },
      { action: 'device-action', operator: 'Anna' },
      { action: 'not-allowed', operator: 'Maya' },
    ]);
});
