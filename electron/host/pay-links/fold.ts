/** A link from its journal entries. */
import type { Entry } from '../journal/index.ts';
import { beginLink, nextLink, type Link, type TimedLinkEvent } from './machine/index.ts';

/** Whether this is an entry that a link begins with. */
export function isFirst(event: TimedLinkEvent): event is TimedLinkEvent & { type: 'begin' | 'adopted' } {
  return event.type === 'begin' || event.type === 'adopted';
}

/** The link that a list of journal entries describes; undefined when they do not begin with its first. */
export function foldLink(entries: readonly Entry[]): Link | undefined {
  let link: Link | undefined;
  for (const entry of entries) {
    // The journal is ours and versioned: what was written as a TimedLinkEvent is read back as one.
    const event = entry as unknown as TimedLinkEvent;
    link = isFirst(event) ? beginLink(event).link : link && (nextLink(link, event)?.link ?? link);
  }
  return link;
}
