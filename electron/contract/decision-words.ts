/** Words for the manager's decision: about a charge, a reversal, or a hold without a capture request. */
import type { AttemptView, ReversalView } from './attempt-view.ts';

export type Verdict = 'paid' | 'not-paid';
export type DecisionWord = Verdict | 'held' | 'not-held' | 'given-back' | 'not-given-back';

/** True if "paid" can only mean that the hold exists, because no capture was requested. */
export function isAboutHold({ kind, timings }: Pick<AttemptView, 'kind' | 'timings'>): boolean {
  return kind === 'authorization' && !timings.some(({ step }) => step === 'capture-asked');
}

/** Substitute for a payment in a decision about a reversal. */
export const aboutReversal = { kind: 'refund', timings: [] } as const satisfies Parameters<typeof decisionWord>[0];

/** False only if the reversal failed or the manager decided that no money was returned. */
export function mayHaveBeenGiven({ state, decision }: Pick<ReversalView, 'state' | 'decision'>): boolean {
  return state !== 'failed' && decision?.verdict !== 'not-paid';
}

export function decisionWord(attempt: Pick<AttemptView, 'kind' | 'timings'>, verdict: Verdict): DecisionWord {
  if (attempt.kind === 'refund') return verdict === 'paid' ? 'given-back' : 'not-given-back';
  if (!isAboutHold(attempt)) return verdict;
  return verdict === 'paid' ? 'held' : 'not-held';
}
