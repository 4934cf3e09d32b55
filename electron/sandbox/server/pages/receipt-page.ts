/** The buyer's view of a Receipt, from the payment's data; every card detail may be absent. */
import { readableAmount } from '../../rules/payment-link-rules.ts';
import { equals } from '../../store/collection.ts';
import { html, notice, page } from './html.ts';
import type { Page } from './html.ts';
import type { World } from '../../world/world.ts';

const titles = {
  SALE: 'Receipt',
  REFUND: 'Refund receipt',
  CREDIT: 'Credit receipt',
  AUTHORIZATION: 'Authorization: not charged yet',
} as const;

/** Turns `tip_amount` into `Tip amount`. */
const readable = (key: string) => `${key.charAt(0).toUpperCase()}${key.slice(1).replaceAll('_', ' ')}`;

export function showReceipt(world: World, token: string): Page {
  const receipt = world.store.receipts.first(equals('token', token));
  if (!receipt) return notice(404, 'No such receipt', 'This receipt does not exist.');
  const money = (amount: number) => readableAmount(amount, receipt.currency);
  const row = (name: string, value: string) =>
    html`<tr>
      <td>${name}</td>
      <td>${value}</td>
    </tr> `;
  const card = receipt.card_present_details;
  const emv = card?.emv_data;
  const details: [string, string | null | undefined][] = [
    ['Card', card?.brand],
    ['Number', card?.masked_account_number],
    ['Entry', card?.entry_mode],
    ['Approval code', card?.approval_code],
    ['Application', emv?.application_label],
    ['AID', emv?.application_identifier],
    ['Cryptogram', emv?.cryptogram],
    ['Reference', receipt.entity_id],
    ['Date', `${new Date(receipt.created_at).toISOString().slice(0, 16).replace('T', ' ')} UTC`],
  ];
  const rows = [
    ...receipt.items.map(({ name, quantity, amount }) => row(`${quantity} × ${name}`, money(amount))),
    ...Object.entries(receipt.amount_breakdown ?? {}).map(([name, amount]) => row(readable(name), money(amount))),
    ...details.flatMap(([name, value]) => (value === null || value === undefined ? [] : [row(name, value)])),
  ];
  const title = titles[receipt.type];
  const body = html`<h1>${receipt.merchant_name}</h1>
    <p>${title}</p>
    <p class="amount">${money(receipt.amount)}</p>
    <table>
      ${rows}
    </table>`;
  return page(200, title, body);
}
