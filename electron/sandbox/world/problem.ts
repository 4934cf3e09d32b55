/** Represents a failure as an exception: operations throw it, and the server answers with it. */
import type { Refusal } from '../rules/refusal.ts';

/** A failure to answer with. Several refusals become several errors in one envelope. */
export class Problem extends Error {
  readonly refusals: readonly [Refusal, ...Refusal[]];
  readonly headers: Readonly<Record<string, string>>;

  constructor(refusals: Refusal | readonly [Refusal, ...Refusal[]], headers: Readonly<Record<string, string>> = {}) {
    const list: readonly [Refusal, ...Refusal[]] = 'status' in refusals ? [refusals] : refusals;
    super(list[0].message);
    this.name = 'Problem';
    this.refusals = list;
    this.headers = headers;
  }

  get status(): number {
    return this.refusals[0].status;
  }
}

/** @throws Problem with every refusal in the list, if any */
export function throwIfRefused(refusals: readonly (Refusal | null)[]): void {
  const [first, ...rest] = refusals.filter((one) => one !== null);
  if (first) throw new Problem([first, ...rest]);
}
