/**
 * Payments through a link as payments of this till: History finds them, and they are reversed in the same way as a card
 * payment at the terminal (host/payments). The link's own record describes them until one of them is reversed. Pure.
 */
import { linkTipOf, type AttemptView } from '../../contract/index.ts';
import { firstView, type Intent } from '../payments/index.ts';
import { linkViewOf, type Link, type LinkRecord } from './machine/index.ts';

/** Separator between a link's id, which never contains it, and the number of a further payment through the link. */
const PLACE = '.';

/** Id of a payment through a link: the link's own id for the first payment, which is usually the only payment. */
function paymentIdOf(link: string, index: number): string {
  return index === 0 ? link : `${link}${PLACE}${index + 1}`;
}

/** Link that a payment with this id would have come through. */
export function linkIdOf(payment: string): string {
  return payment.split(PLACE)[0] ?? payment;
}

/** Payments through a link that the platform has reported: only these can be reversed. */
export function linkPaymentsOf(link: Link): Intent[] {
  const { intent, phase } = link;
  if (phase.name !== 'done' || phase.outcome.kind !== 'paid') return [];
  const { payments } = phase.outcome;
  const tipMinor = payments.length > 1 ? 0 : linkTipOf(linkViewOf(link, { polledAt: null, missedPolls: 0 }));
  return payments.flatMap(({ transfer, amountMinor: paidMinor }, index): Intent[] => {
    if (transfer === null || paidMinor === 0) return [];
    const ownTipMinor = Math.min(tipMinor, paidMinor);
    return [
      {
        attempt: paymentIdOf(intent.link, index),
        kind: 'sale',
        route: 'cloud',
        amountMinor: paidMinor - ownTipMinor,
        tipMinor: ownTipMinor,
        surchargeMinor: 0,
        isTipOnTerminal: false,
        partialApproval: 'accept',
        currency: intent.currency,
        terminal: '-',
        terminalSerialNumber: null,
        terminalLink: null,
        order: intent.order,
        note: intent.note,
        cardTimeoutMs: 0,
        startedAt: intent.startedAt,
        paidByLink: { link: intent.link, transfer, at: phase.at },
      },
    ];
  });
}

/**
 * Keeps the places of reversed payments, because a platform lists payments in any order: another payment in such a
 * place would get the id of the reversed one.
 * @param transferOf the Transfer of a payment that has journal entries
 */
export function inTheirPlaces(
  record: LinkRecord,
  { link, currency }: Pick<Link['intent'], 'link' | 'currency'>,
  transferOf: (payment: string) => string | null,
): LinkRecord {
  const isOurs = (one: LinkRecord['payments'][number]): boolean =>
    one.state === 'SUCCEEDED' && one.currency === currency;
  const ours = record.payments.filter(isOurs);
  if (ours.length < 2) return record;
  const places = ours.map((_, index) => transferOf(paymentIdOf(link, index)));
  const free = ours.filter(({ transfer }) => transfer === null || !places.includes(transfer));
  const placed = places.map(
    (transfer) => ours.find((one) => transfer !== null && one.transfer === transfer) ?? free.shift(),
  );
  const others = record.payments.filter((one) => !isOurs(one));
  return { ...record, payments: [...placed.filter((one) => one !== undefined), ...free, ...others] };
}

/** The same payments as the rest of the program sees them. */
export function linkPaymentViews(link: Link): AttemptView[] {
  return linkPaymentsOf(link).map(firstView);
}
