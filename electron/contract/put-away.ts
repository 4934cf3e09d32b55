/**
 * What was shown at this till and put away. It is kept by the host, for every window, and known by name: no clock decides
 * whether an outcome has been seen.
 */
import { z } from 'zod';
import { base } from './procedure-base.ts';

/** More are not remembered: no till shows so many. */
export const MAX_PUT_AWAY = 300;

const nameSchema = z.string().min(1).max(160);

/** `add` are put away, `remove` come up again. */
export const putAwayChangeSchema = z.object({
  add: z.array(nameSchema).max(MAX_PUT_AWAY).default([]),
  remove: z.array(nameSchema).max(MAX_PUT_AWAY).default([]),
});
export type PutAwayChange = z.infer<typeof putAwayChangeSchema>;

/** Kept as far as the disk allows; on a full one until the host ends. */
export const putAwayProcedure = base.input(putAwayChangeSchema).output(z.void());

/** Names one end of a payment or of a payment link: another end of the same one comes up again. A hold rests without an end. */
export function endNameOf({
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

/** The names after a change, the newest last. */
export function withPutAway(names: readonly string[], { add, remove }: PutAwayChange): string[] {
  const changed = new Set([...add, ...remove]);
  return [...names.filter((one) => !changed.has(one)), ...add].slice(-MAX_PUT_AWAY);
}
