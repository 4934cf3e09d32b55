/** Requests of the runner's callers, checked and converted into the machine's terms. */
import { LINK_MINUTES, TillError, type PayLinkRequest, type PayLinkView } from '../../contract/index.ts';
import type { LinkIntent } from './machine/index.ts';

/** A request with cleaned texts and a known order. */
export type LinkRequest = Omit<PayLinkRequest, 'order' | 'note' | 'part'> & Pick<LinkIntent, 'order' | 'note' | 'part'>;

/**
 * Content of the first entry.
 * @throws PAY_AMOUNT
 */
export function intentOf(request: LinkRequest, startedAt: number): LinkIntent {
  const { tipMinor = 0, tipMaxMinor = 0, minutes = LINK_MINUTES } = request;
  const amounts = [request.amountMinor, tipMinor, tipMaxMinor];
  if (!amounts.every((one) => Number.isSafeInteger(one) && one >= 0) || request.amountMinor === 0) {
    throw new TillError('PAY_AMOUNT', 'Amounts are whole numbers of minor units, and not zero.', {
      context: { reason: 'malformed' },
    });
  }
  const { id, amountMinor, currency, order, note, part } = request;
  return { link: id, amountMinor, tipMinor, tipMaxMinor, currency, order, note, part, minutes, startedAt };
}

/** Only a link that can be paid is sent to a customer. */
export function notOpen(view: PayLinkView): TillError {
  return new TillError('PAY_STATE', `This link cannot be sent: it is ${view.state}.`, {
    context: { link: view.id, state: view.state },
  });
}
