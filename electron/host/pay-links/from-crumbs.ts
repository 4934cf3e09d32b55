/**
 * What the breadcrumbs say about links that the journal does not know: the database was lost, or put aside as damaged. Each
 * is looked for at the platform by our tag; one that can still be paid is watched again.
 */
import { toFailure } from '../../contract/index.ts';
import type { Breadcrumb } from '../journal/index.ts';
import type { LinkIntent } from './machine/index.ts';
import type { PayLinks } from './service.ts';

/** Links live for minutes; one of last week was settled long before. */
const WITHIN_MS = 7 * 24 * 60 * 60_000;
const NOTE = 'Recovered from the breadcrumbs: the payment journal was lost.';

/** Whether a crumb is about a link, and none of a payment. */
export function isLinkCrumb({ what }: Breadcrumb): boolean {
  return what === 'link';
}

/** The intents of lost links, as far as their crumbs tell: the platform says the rest. Pure. */
export function lostLinks(crumbs: readonly Breadcrumb[], now: number, has: (link: string) => boolean): LinkIntent[] {
  const lost = crumbs.filter((crumb) => isLinkCrumb(crumb) && crumb.at >= now - WITHIN_MS && !has(crumb.attempt));
  const first = new Map<string, Breadcrumb>();
  for (const crumb of lost) if (!first.has(crumb.attempt)) first.set(crumb.attempt, crumb);
  return [...first.values()].map(({ attempt, amountMinor, currency, at }) => ({
    link: attempt,
    amountMinor,
    tipMinor: 0,
    tipMaxMinor: 0,
    currency,
    order: null,
    note: NOTE,
    part: null,
    minutes: 15,
    startedAt: at,
  }));
}

export interface LinksFromCrumbsOptions {
  links: Pick<PayLinks, 'adopt'>;
  /** From a moment on, oldest first. Throws JRNL_UNWRITABLE. */
  crumbs: (since: number) => readonly Breadcrumb[];
  has: (link: string) => boolean;
  now: () => number;
  log: (level: 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

/** Takes them all up. How many there were. */
export function takeUpLinks({ links, crumbs, has, now, log }: LinksFromCrumbsOptions): number {
  try {
    const lost = lostLinks(crumbs(now() - WITHIN_MS), now(), has);
    for (const intent of lost) links.adopt(intent);
    if (lost.length > 0) log('warn', 'payment links taken up from their breadcrumbs', { count: lost.length });
    return lost.length;
  } catch (error) {
    log('error', 'payment links could not be taken up from their breadcrumbs', { failure: toFailure(error) });
    return 0;
  }
}
