/**
 * Maps attempts that will behave alike from now on to the same value. The machine reads the clock only to compare it
 * with stored times. So the model's clock always shows NOW, and "time passes" moves the stored times back beyond every
 * window. Counters are limited to the values that the machine distinguishes; texts and history that no transition reads
 * are left out. A test verifies that this loses nothing: traces are replayed with a moving clock and whole attempts,
 * and must end in the same canonical state.
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

/** The model's current time, milliseconds since 1970. */
export const NOW = 1_790_000_000_000;
/**
 * Longer than every window in which the machine waits (refunds: ten minutes), but shorter than the reconciliation
 * poll's watch.
 */
export const LONG_MS = 700_000;
const BEFORE = NOW - LONG_MS;
/** Expiry of the model's holds: far in the future, and in the past. */
export const EXPIRY = NOW + 7 * 24 * 3_600_000;
export const EXPIRED = NOW - 1;

/** Past steps that a transition or the reconciliation poll reads. */
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

/** The machine distinguishes 1, 2 and 3, and after that only odd and even. */
const triesOf = (tries: number): number => (tries <= 3 ? tries : 2 + (tries % 2));

function inquiryOf({ since, tries }: Inquiry): Inquiry {
  return { reason: 'no-answer', since: moment(since), tries: triesOf(tries), nextTryAt: null };
}

function phaseOf({ phase, cancel, intent }: Attempt): Phase {
  switch (phase.name) {
    case 'polling': {
      // On the cloud route, a cancel is sent again at every second try.
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

/** For some time after this decision, a terminal that still asks for a card is stopped. */
function isStopping(phase: Phase, { route }: Attempt['intent']): phase is Extract<Phase, { name: 'done' }> {
  if (phase.name !== 'done' || phase.outcome.kind !== 'decided') return false;
  return route === 'cloud' && phase.outcome.verdict === 'not-paid';
}

function outcomeOf<T extends Outcome>(outcome: T): T {
  return 'failure' in outcome ? { ...outcome, failure: wordless(outcome.failure) } : outcome;
}

/** Only the code of a failure matters; its message decides nothing. */
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

/** The same attempt, a long time later. */
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

/** The same attempt, after its hold has expired. */
export function expired(attempt: Attempt): Attempt {
  const { authorization } = attempt;
  if (!authorization || authorization.expiresAt === null) return attempt;
  const gone: AuthorizationFacts = { ...authorization, expiresAt: EXPIRED };
  return { ...attempt, authorization: gone };
}
