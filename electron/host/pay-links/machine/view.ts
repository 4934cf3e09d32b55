/** A link as the rest of the program sees it. Pure. */
import type { LinkDoubtReason, PayLinkState, PayLinkView } from '../../../contract/index.ts';
import { linkTotalOf, type Link } from './state.ts';

/** State that only the runner keeps, and that a restart loses. */
export interface LinkVolatileState {
  /** Time of the platform's last answer about the link, milliseconds since 1970, or null. */
  polledAt: number | null;
  missedPolls: number;
  /** Reversed amount of the payments through the link. */
  reversedMinor?: number;
}

const iso = (at: number): string => new Date(at).toISOString();

export function linkViewOf(link: Link, volatile: LinkVolatileState): PayLinkView {
  const { intent, phase } = link;
  const outcome = phase.name === 'done' ? phase.outcome : null;
  const payments = outcome?.kind === 'paid' ? outcome.payments : [];
  const inquiry = inquiryOf(link);
  return {
    id: intent.link,
    state: inquiry ? 'checking' : stateOf(link),
    platformId: link.id,
    url: link.url,
    order: intent.order,
    note: intent.note,
    part: intent.part,
    amountMinor: intent.amountMinor,
    tipMinor: intent.tipMinor,
    tipMaxMinor: intent.tipMaxMinor,
    totalMinor: linkTotalOf(intent),
    currency: intent.currency,
    openedAt: iso(intent.startedAt),
    endsAt: iso(link.endsAt),
    polledAt: volatile.polledAt === null ? null : iso(volatile.polledAt),
    missedPolls: volatile.missedPolls,
    isBeingPaid: phase.name === 'open' ? phase.isBeingPaid : inquiry?.reason === 'being-paid',
    refusedTries: link.refusedTries,
    deliveries: link.deliveries,
    checking: inquiry && { reason: inquiry.reason, since: iso(inquiry.since) },
    payments,
    paidMinor: payments.length === 0 ? null : payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    ...(volatile.reversedMinor ? { reversedMinor: volatile.reversedMinor } : {}),
    isTooLate: outcome?.kind === 'paid' && outcome.isTooLate,
    isLate: outcome?.kind === 'paid' && outcome.isLate,
    closedBy: link.closeAsked,
    failure: outcome?.kind === 'failed' ? outcome.failure : null,
    updatedAt: iso(link.updatedAt),
    finishedAt: phase.name === 'done' ? iso(phase.at) : null,
  };
}

function inquiryOf({ phase }: Link): { reason: LinkDoubtReason; since: number } | null {
  if (phase.name === 'in-doubt') return { reason: phase.why, since: phase.since };
  if (phase.name === 'confirming')
    return { reason: phase.isOtherCurrency ? 'other-currency' : 'unnamed', since: phase.since };
  return phase.name === 'closing' && phase.inquiry ? { reason: phase.inquiry, since: phase.since } : null;
}

function stateOf({ phase, closeAsked }: Link): Exclude<PayLinkState, 'checking'> {
  if (phase.name === 'done') return phase.outcome.kind;
  if (phase.name === 'open' || phase.name === 'closing') return phase.name;
  return closeAsked === null ? 'creating' : 'closing';
}
