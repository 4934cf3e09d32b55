/** @module-tag ci-only */
import { hashPin } from '../../electron/host/index.ts';
import { expect, test, words } from './till.ts';

const pin = (digits: string) => hashPin(digits, { N: 1024, r: 1, p: 1 });
const people = [
  { name: 'Anna', roles: ['manager'], pin: pin('2468') },
  { name: 'Maya', roles: ['cashier'], pin: pin('1357') },
];
test.use({ settings: { people } });

const { payments, signIn } = words;
const { form } = payments;

test('a Device action asks for a person with the right, and is done under that person’s name', async ({ till }) => {
  const { page } = till;
  await page.goto(`${new URL(page.url()).origin}/#/terminals`);
  const reboot = page.getByRole('button', { name: new RegExp(`^${words.technician.actions.words.REBOOT.name}`, 'u') });
  await reboot.click();
  const dialog = page.getByRole('dialog', { name: form.askWho({ names: 'Anna' }) });
  await expect(dialog).toContainText(signIn.notDone.changed);
  // The dialog reports the wrong PIN and shows a waiting time. The till must check the wrong PIN only once.
  await page.keyboard.type('1357', { delay: 80 });
  await dialog.getByRole('button', { name: form.allow }).click();
  await expect(dialog).toContainText(words.failures.ROLE_PIN_WRONG.what);
  await expect(dialog).toContainText(signIn.wait({ time: '0:02' }));
  await expect(dialog).not.toContainText(signIn.wait({ time: '0:' }));
  await page.keyboard.type('2468', { delay: 80 });
  await dialog.getByRole('button', { name: form.allow }).click();
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(() => till.ask((own) => own.payment.audit({ limit: 4 })))
    .toMatchObject([
      { action: 'device-action-done' },
      { action: 'device-action', operator: 'Anna' },
      { action: 'right-pin', operator: 'Anna' },
      { action: 'wrong-pin', operator: 'Anna' },
    ]);
});
