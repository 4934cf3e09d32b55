import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '../../electron/contract/index.ts';
import { expect, inOneTill, Till, words } from './till.ts';
import { openLocal } from '../local-socket.ts';

const { display } = words;

const test = inOneTill();
test.describe.configure({ mode: 'serial' });

/** Opens the customer display as a cashier does, from the menu of this screen. */
async function openDisplay(till: Till): Promise<Till> {
  const { page } = till;
  await page.getByRole('button', { name: words.thisScreen.button }).click();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: display.open }).click();
  const customer = new Till(await opened, till.dataDir);
  await page.getByRole('button', { name: words.frame.close }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return customer;
}

test('the customer display follows a sale from the first digit to the thanks, and through a restart of the host', async ({
  till,
}) => {
  const customer = await openDisplay(till);
  const order = customer.page.getByRole('region', { name: display.region.order });
  await expect(customer.page.getByText(display.idle, { exact: true })).toBeVisible();
  await customer.expectAccessible();
  await till.page.keyboard.type('4260');
  await expect(customer.title(display.toPay)).toBeVisible();
  await expect(order).toContainText('$42.60');
  process.kill(till.hostPid(), 'SIGKILL');
  await expect(customer.title(display.moment)).toBeVisible();
  // The till sends its amount to the next host.
  await expect(order).toContainText('$42.60', { timeout: 60_000 });
  await till.press(words.counter.charge({ amount: '$42.60' }));
  await expect(customer.title(words.kiosk.prompts['present-card'].title)).toBeVisible();
  await customer.expectAccessible();
  await customer.shot('customer-display-pay');
  await till.customer('tap');
  await expect(customer.title(display.paid.title)).toBeVisible();
  await customer.shot('customer-display-paid');
  await till.press(words.outcomes.keys.newSale);
  await expect(customer.page.getByText(display.idle, { exact: true })).toBeVisible();
  await customer.page.close();
});

test('a decline asks the customer to see the cashier, without the reason and without keys', async ({ till }) => {
  const customer = await openDisplay(till);
  await till.chooseCard(words.counter.practice.cards['no-funds'].name);
  await till.charge('900', '$9.00');
  await till.customer('tap');
  await expect(customer.title(display.speak)).toBeVisible();
  await expect(customer.page.getByText(/enough money|declined|INSUFFICIENT/i)).toHaveCount(0);
  await expect(customer.page.getByRole('button')).toHaveCount(0);
  await expect(customer.page.getByRole('link')).toHaveCount(0);
});

test('a display’s connection can neither start nor cancel a payment, whatever it sends', async ({ till }) => {
  await till.charge('1250', '$12.50');
  await expect(till.title(words.counter.prompts['present-card'].title)).toBeVisible();
  const { socket: address } = JSON.parse(readFileSync(join(till.dataDir, 'host.json'), 'utf8')) as { socket: string };
  const socket = openLocal(address, '/display');
  // A ws socket has the browser's interface; only its types differ.
  const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket });
  const host: ContractRouterClient<Contract> = createORPCClient(link);
  const { state } = await host.snapshot();
  const [running] = state.attempts;
  expect(running?.state).toBe('working');
  const refused = { code: 'NOT_FOUND' };
  const sale = { id: 'A-from-a-display', amountMinor: 100, currency: 'USD' };
  await expect(host.payment.cancel({ attempt: running?.id ?? '' })).rejects.toMatchObject(refused);
  await expect(host.payment.start(sale)).rejects.toMatchObject(refused);
  await expect(host.practice.gesture({ gesture: 'press-cancel' })).rejects.toMatchObject(refused);
  await expect(host.till.publishBasket({ basket: null, window: 'w' })).rejects.toMatchObject(refused);
  socket.close();
  await till.customer('tap');
  await expect(till.title(words.outcomes.paid.heading)).toBeVisible();
  expect((await till.ask((own) => own.payment.list({}))).map(({ amountMinor }) => amountMinor)).toEqual([
    1250, 900, 4260,
  ]);
});
