/**
 * Attempts that will behave alike from here on, made equal. The machine reads the clock only by comparing it with moments it
 * kept; so the model stands still at NOW, and "time passes" moves those moments back beyond every window instead. Counters
 * are cut to what the machine tells apart, words and history that no transition reads are left out. That this loses nothing
 * is checked: traces are run again with a moving clock and whole attempts, and must end in the same canonical state.
 */
import type {
  Attempt,
  AuthorizationFacts,
  Inquiry,
  Outcome,
  Phase,
  Reversal,
  ReversalPhase,
} from '../../electron/host/payments/machine/index.ts';

/** The model's moment, milliseconds since 1970. */
export const NOW = 1_790_000_000_000;
/** Longer than every window in which something is waited for (refunds: ten minutes), shorter than the reconciliation poll's watch. */
export const LONG_MS = 700_000;
const BEFORE = NOW - LONG_MS;
/** When the model's holds run out: far away, and then past. */
export const EXPIRY = NOW + 7 * 24 * 3_600_000;
export const EXPIRED = NOW - 1;

/** Steps of the past that a transition or the reconciliation poll looks at. */
const READ_STEPS = new Set(['checking', 'refused']);

export function canonical(attempt: Attempt): Attempt {
  const { intent, timings } = attempt;
  return {
    ...attempt,
    intent: { ...intent, startedAt: moment(intent.startedAt) },
    phase: phaseOf(attempt),
    terminalEnd: attempt.terminalEnd?.kind === 'failed' ? { kind: 'failed', reason: '' } : attempt.terminalEnd,
    reversals: attempt.reversals.map(reversalOf),
    timings: [...READ_STEPS]
      .filter((step) => timings.some((one) => one.step === step))
      .map((step) => ({ step, atMs: 0 })),
    updatedAt: NOW,
  };
}

const moment = (at: number): number => (NOW - at >= LONG_MS ? BEFORE : NOW);

/** 1, 2 and 3 are told apart, after that only odd from even. */
const triesOf = (tries: number): number => (tries <= 3 ? tries : 2 + (tries % 2));

function inquiryOf({ since, tries }: Inquiry): Inquiry {
  return { reason: 'no-answer', since: moment(since), tries: triesOf(tries), nextTryAt: null };
}

function phaseOf({ phase, cancel, intent }: Attempt): Phase {
  switch (phase.name) {
    case 'polling': {
      // A cancel over the cloud is sent again at every other one.
      const tries = cancel !== null && intent.route === 'cloud' ? phase.tries % 2 : 0;
      return { name: 'polling', tries, until: phase.until > NOW ? NOW + 1 : NOW - 1 };
    }
    case 'in-doubt':
      return { ...phase, inquiry: inquiryOf(phase.inquiry), notFound: Math.min(phase.notFound, 3) };
    case 'capturing':
      return { ...phase, inquiry: phase.inquiry && inquiryOf(phase.inquiry), refused: wordless(phase.refused) };
    case 'confirming':
      return { ...phase, inquiry: phase.inquiry && inquiryOf(phase.inquiry) };
    case 'voiding':
      return { ...phase, outcome: outcomeOf(phase.outcome), inquiry: inquiryOf(phase.inquiry) };
    case 'held':
      return { ...phase, refused: wordless(phase.refused) };
    case 'refusing':
      return { ...phase, outcome: outcomeOf(phase.outcome) };
    case 'done':
      return { ...phase, outcome: outcomeOf(phase.outcome), at: isStopping(phase, intent) ? moment(phase.at) : NOW };
    case 'asking':
      return { name: 'asking', since: NOW };
    case 'authorizing':
    case 'completing':
    case 'deciding':
    case 'finishing':
    case 'starting':
    case 'stopping':
    case 'waiting':
      return phase;
  }
}

/** For a while after this decision a terminal that still asks for a card is stopped. */
function isStopping(phase: Phase, { route }: Attempt['intent']): phase is Extract<Phase, { name: 'done' }> {
  if (phase.name !== 'done' || phase.outcome.kind !== 'decided') return false;
  return route === 'cloud' && phase.outcome.verdict === 'not-paid';
}

function outcomeOf<T extends Outcome>(outcome: T): T {
  return 'failure' in outcome ? { ...outcome, failure: wordless(outcome.failure) } : outcome;
}

/** A failure is its code; the words beside it decide nothing. */
function wordless<T extends { code: string } | null>(failure: T): T {
  return failure && ({ code: failure.code, message: '' } as unknown as T);
}

function reversalOf(reversal: Reversal): Reversal {
  return { ...reversal, askedAt: NOW, phase: reversalPhaseOf(reversal.phase) };
}

function reversalPhaseOf(phase: ReversalPhase): ReversalPhase {
  switch (phase.name) {
    case 'sending':
      return phase;
    case 'in-doubt':
      return {
        ...phase,
        inquiry: inquiryOf(phase.inquiry),
        notFound: Math.min(phase.notFound, 3),
        refused: wordless(phase.refused),
      };
    case 'pending':
      return { ...phase, tries: 0, nextTryAt: NOW };
    case 'succeeded':
    case 'decided':
      return { ...phase, at: NOW };
    case 'failed':
      return { ...phase, failure: wordless(phase.failure), at: NOW };
  }
}

/** The same attempt, long after. */
export function older(attempt: Attempt): Attempt {
  const { phase } = attempt;
  const back = (inquiry: Inquiry): Inquiry => ({ ...inquiry, since: BEFORE });
  let next: Phase = phase;
  if (phase.name === 'polling') next = { ...phase, until: NOW - 1 };
  if (isStopping(phase, attempt.intent)) next = { ...phase, at: BEFORE };
  if (phase.name === 'in-doubt' || phase.name === 'voiding') next = { ...phase, inquiry: back(phase.inquiry) };
  if ((phase.name === 'capturing' || phase.name === 'confirming') && phase.inquiry)
    next = { ...phase, inquiry: back(phase.inquiry) };
  const reversals = attempt.reversals.map((one): Reversal =>
    one.phase.name === 'in-doubt' ? { ...one, phase: { ...one.phase, inquiry: back(one.phase.inquiry) } } : one,
  );
  return { ...attempt, intent: { ...attempt.intent, startedAt: BEFORE }, phase: next, reversals };
}

/** The same attempt once its hold has run out. */
export function expired(attempt: Attempt): Attempt {
  const { authorization } = attempt;
  if (!authorization || authorization.expiresAt === null) return attempt;
  const gone: AuthorizationFacts = { ...authorization, expiresAt: EXPIRED };
  return { ...attempt, authorization: gone };
}
