/** What a person decides about: money taken, money given back, or a hold that nobody has asked to capture yet. */
import type { AttemptView, ReversalView } from './attempt-view.ts';

export type Verdict = 'paid' | 'not-paid';
export type DecisionWord = Verdict | 'held' | 'not-held' | 'given-back' | 'not-given-back';

/** True where "paid" can only mean that the hold stands: nothing was to be captured. */
export function isAboutHold({ kind, timings }: Pick<AttemptView, 'kind' | 'timings'>): boolean {
  return kind === 'authorization' && !timings.some(({ step }) => step === 'capture-asked');
}

/** What is decided about money given back of a payment. */
export const aboutReversal = { kind: 'refund', timings: [] } as const satisfies Parameters<typeof decisionWord>[0];

/** The bank has taken it, or a person says so, or nobody knows: false only where it is taken as not given back. */
export function mayBeGiven({ state, decision }: Pick<ReversalView, 'state' | 'decision'>): boolean {
  return state !== 'failed' && decision?.verdict !== 'not-paid';
}

/** The word for a verdict about this payment. */
export function decisionWord(attempt: Pick<AttemptView, 'kind' | 'timings'>, verdict: Verdict): DecisionWord {
  if (attempt.kind === 'refund') return verdict === 'paid' ? 'given-back' : 'not-given-back';
  if (!isAboutHold(attempt)) return verdict;
  return verdict === 'paid' ? 'held' : 'not-held';
}
