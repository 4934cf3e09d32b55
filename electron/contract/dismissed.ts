/**
 * Outcomes that were shown and then dismissed at this till. The host keeps their names for every window, so that no
 * clock decides whether an outcome has been seen.
 */
import { z } from 'zod';
import { base } from './procedure-base.ts';

/** Maximum number of dismissed names; more than any till shows. */
export const MAX_DISMISSED = 300;

const nameSchema = z.string().min(1).max(160);

/** `add` is dismissed, `remove` is shown again. */
export const dismissedChangeSchema = z.object({
  add: z.array(nameSchema).max(MAX_DISMISSED).default([]),
  remove: z.array(nameSchema).max(MAX_DISMISSED).default([]),
});
export type DismissedChange = z.infer<typeof dismissedChangeSchema>;

/** Stored on disk if possible; on a full disk, kept in memory until the host exits. */
export const dismissProcedure = base.input(dismissedChangeSchema).output(z.void());

/**
 * Name of one outcome of a payment or payment link: a later outcome of the same payment has another name and is shown.
 * A hold has no finish time, so its update time counts.
 */
export function outcomeNameOf({
  id,
  finishedAt,
  updatedAt,
}: {
  id: string;
  finishedAt: string | null;
  updatedAt: string;
}): string {
  return `${id}/${finishedAt ?? updatedAt}`;
}

/** Dismissed names after a change, newest last. */
export function withDismissed(names: readonly string[], { add, remove }: DismissedChange): string[] {
  const changed = new Set([...add, ...remove]);
  return [...names.filter((one) => !changed.has(one)), ...add].slice(-MAX_DISMISSED);
}
