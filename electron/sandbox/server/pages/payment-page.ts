/** The page of a Payment Link, which a buyer sees and submits. */
import { parseAmount } from '../../../domain/index.ts';
import { choicesOf, payThroughLink } from '../../operations/link-payments.ts';
import type { StoredLink } from '../../operations/link-payments.ts';
import { failureMessage } from '../../rules/decide.ts';
import { closedFor, readableAmount } from '../../rules/payment-link-rules.ts';
import type { Closed } from '../../rules/payment-link-rules.ts';
import { limits } from '../../../platform-api/index.ts';
import { randomText } from '../../store/ids.ts';
import { html, notice, page } from './html.ts';
import type { Markup, Page } from './html.ts';
import { pagePaths } from '../../views/page-paths.ts';
import type { World } from '../../world/world.ts';

const FORM_TOKEN_LENGTH = 24;
/** Interval at which a page polls a pending payment. */
const REFRESH_SECONDS = 2;

const missing = notice(404, 'No such link', 'This payment link does not exist.');

const closedPages: Readonly<Record<Closed, Page>> = {
  COMPLETED: notice(410, 'Already paid', 'This link was paid. Nothing more is to be done.'),
  EXPIRED: notice(410, 'Link expired', 'This link can no longer be paid. Ask for a new one.'),
  DEACTIVATED: notice(410, 'Link not in use', 'The merchant has taken this link out of use.'),
  BEING_PAID: notice(409, 'Being paid', 'Somebody is paying through this link right now.'),
};

function itemRows(link: StoredLink): Markup | null {
  if (link.items.length === 0) return null;
  const rows = link.items.map(
    ({ name, quantity, price_details: { sale_amount } }) =>
      html`<tr>
        <td>${quantity} × ${name}</td>
        <td>${readableAmount(sale_amount * quantity, link.amount_details.currency)}</td>
      </tr> `,
  );
  return html`<table>
    ${rows}
  </table> `;
}

function amountPart({ amount_details: details }: StoredLink): Markup {
  const { currency, total_amount: total, min_amount: min, max_amount: max } = details;
  if (total !== null) return html`<p class="amount">${readableAmount(total, currency)}</p>`;
  const bounds = [
    min === null ? null : `from ${readableAmount(min, currency)}`,
    max === null ? null : `to ${readableAmount(max, currency)}`,
  ].filter((one) => one !== null);
  const label = `Amount in ${currency}${bounds.length > 0 ? `, ${bounds.join(' ')}` : ''}`;
  return html`<label
    >${label} <input type="text" name="amount" inputmode="decimal" autocomplete="off" required
  /></label>`;
}

function form(world: World, link: StoredLink, status: number, problem: string | null): Page {
  const merchant = world.store.merchants.find(link.merchant)?.name ?? '';
  const { first_name, last_name } = link.buyer_details ?? {};
  const buyer = [first_name, last_name].filter(Boolean).join(' ');
  const choices = choicesOf(link).map(
    ({ id, name }, index) =>
      html`<label
        ><input type="radio" name="choice" value="${id}" ${index === 0 ? html`checked` : null} /> ${name}</label
      > `,
  );
  const body = html`<h1>${merchant}</h1>
    ${buyer === '' ? null : html`<p>For ${buyer}</p> `}${problem === null ? null : html`<p class="problem" role="alert">${problem}</p> `}${itemRows(link)}
    <form method="post" action="${pagePaths.pay(link.id)}">
      ${amountPart(link)}
      <fieldset>
        <legend>Pay with a test card or account</legend>
        ${choices}
      </fieldset>
      <input type="hidden" name="form_token" value="${randomText(FORM_TOKEN_LENGTH, world.random)}" />
      <button type="submit">Pay</button>
    </form>`;
  return page(status, `Pay ${merchant}`, body);
}

/** The form if the link can be paid, otherwise the reason. */
function formOf(world: World, link: StoredLink, status = 200, problem: string | null = null): Page {
  const why = closedFor(link);
  return why === null ? form(world, link, status, problem) : closedPages[why];
}

export function showPaymentPage(world: World, linkId: string): Page {
  world.settle();
  const link = world.store.paymentLinks.find(linkId);
  return link ? formOf(world, link) : missing;
}

/** A page, an address to redirect to, or a lost reply, whose connection must break. */
export type Submitted = { kind: 'page'; page: Page } | { kind: 'goto'; path: string } | { kind: 'lost' };

const asPage = (shown: Page): Submitted => ({ kind: 'page', page: shown });

/**
 * Makes one attempt to pay.
 * @param fields raw fields of the form
 */
export function submitPayment(world: World, linkId: string, fields: ReadonlyMap<string, string>): Submitted {
  world.settle();
  const link = world.store.paymentLinks.find(linkId);
  if (!link) return asPage(missing);
  const formToken = fields.get('form_token') ?? '';
  if (!/^[A-Za-z0-9]{16,64}$/.test(formToken)) {
    return asPage(notice(400, 'Not understood', 'Open the link again and pay from there.'));
  }
  const choice = choicesOf(link).find(({ id }) => id === fields.get('choice'));
  if (!choice) return asPage(formOf(world, link, 422, 'Choose how to pay.'));
  let chosenAmount: number | null = null;
  if (link.amount_details.amount_type === 'VARIABLE') {
    const parsed = parseAmount(fields.get('amount') ?? '', link.amount_details.currency, limits.amountMinor);
    if (!parsed.ok) return asPage(formOf(world, link, 422, 'That is no amount that can be paid.'));
    chosenAmount = parsed.amountMinor;
  }
  const paid = payThroughLink(world, link.id, { choice, chosenAmount, formToken });
  if (paid === null) return asPage(missing);
  switch (paid.kind) {
    case 'closed':
      return asPage(closedPages[paid.why]);
    case 'refused':
      return asPage(formOf(world, link, 422, paid.refusal.message));
    case 'attempt':
      return paid.losesReply ? { kind: 'lost' } : { kind: 'goto', path: pagePaths.attempt(link.id, paid.attempt.id) };
  }
}

/** Codes that a buyer must not see: a generic decline is shown instead. */
const hiddenCodes: readonly string[] = ['LOST_OR_STOLEN_CARD', 'PICK_UP_CARD'];

export function showAttempt(world: World, linkId: string, attemptId: string): Page {
  world.settle();
  const { store } = world;
  const attempt = store.transferAttempts.find(attemptId);
  const link = store.paymentLinks.find(linkId);
  if (!link || attempt?.entity_id !== link.id) return missing;
  const amount = html`<p class="amount">${readableAmount(attempt.amount, attempt.currency)}</p>`;
  if (attempt.state === 'PENDING') {
    const body = html`<h1>Payment under way</h1>
      ${amount}
      <p>This page looks again by itself.</p>`;
    return page(200, 'Payment under way', body, REFRESH_SECONDS);
  }
  if (attempt.state === 'SUCCEEDED') {
    const merchant = store.merchants.find(link.merchant)?.name ?? '';
    return page(
      200,
      'Paid',
      html`<h1>Paid</h1>
        ${amount}
        <p>To ${merchant}. Thank you.</p>`,
    );
  }
  const code = attempt.failure_code ?? 'GENERIC_DECLINE';
  const why = failureMessage(hiddenCodes.includes(code) ? 'GENERIC_DECLINE' : code);
  const again = closedFor(link) === null ? html`<p><a href="${pagePaths.pay(link.id)}">Pay another way</a></p>` : null;
  const body = html`<h1>Not paid</h1>
    ${amount}
    <p class="problem" role="alert">${why}</p>
    ${again}`;
  return page(200, 'Not paid', body);
}
