/**
 * Reversals of a captured attempt: money that is returned in full or in parts, up to the captured amount. Each reversal
 * has its own key; like a payment, it is looked up by its key if the answer is missing. Pure.
 */
import { backoff } from '../../../domain/index.ts';
import type { Effect, FailedCall, TimedEvent, TransferAnswer } from './events.ts';
import { searchOfReversal } from './late-responses.ts';
import {
  NOT_FOUND_TRIES,
  REFUND_WINDOW_MS,
  nextTry,
  resumed,
  inquiredMs,
  firstInquiry,
  isFinalRefusal,
  newInquiry,
  stamp,
  actionableReason,
  waited,
  type Step,
} from './inquiry.ts';
import { isReversalOpen, listLagOf, type Attempt, type Reversal, type ReversalPhase } from './state.ts';

type EventOf<Type extends TimedEvent['type']> = Extract<TimedEvent, { type: Type }>;

/** Events that are always about a reversal. */
export type ReversalEventType = Extract<TimedEvent['type'], `reversal${string}`>;

type ReversalEvent =
  | EventOf<ReversalEventType>
  | (EventOf<'retry'> & { about: string })
  | (EventOf<'operator-decided'> & { reversal: string });

/** True for an event about a reversal of an attempt, and not about the attempt itself. */
export function isAboutReversal(event: TimedEvent): event is ReversalEvent {
  if (event.type === 'retry') return Boolean(event.about);
  return 'reversal' in event && event.reversal !== undefined;
}

/** Applies an event to a reversal, in any phase of the attempt. */
export function reversalStep(attempt: Attempt, event: ReversalEvent): Step | undefined {
  switch (event.type) {
    case 'reversal-asked':
      return reversalAsked(attempt, event);
    case 'reversal-adopted':
      return reversalAdopted(attempt, event);
    case 'reversal':
      return reversalRead(attempt, event.reversal, event.answer, event.at);
    case 'reversal-seen':
      return reversalSeen(attempt, event);
    case 'reversal-missing':
      return reversalCallFailed(attempt, event.reversal, event.missing, event.at);
    case 'reversal-found':
      return reversalFound(attempt, event);
    case 'reversal-lookup-missing':
      return reversalLookUpFailed(attempt, event);
    case 'retry':
      return reversalRetry(attempt, event.about, event.waitedMs);
    case 'operator-decided':
      return reversalDecided(attempt, event);
  }
}

type ReversalInDoubt = Extract<ReversalPhase, { name: 'in-doubt' }>;

/** After a conflict ("is being processed") the platform may still do it, for as long as a refund. */
const windowOf = ({ intent }: Attempt, phase: ReversalInDoubt): number =>
  phase.isConflict ? REFUND_WINDOW_MS : listLagOf(intent);

/** Delay between two reads of a reversal that the platform has accepted. */
const pendingDelayMs = backoff({ firstMs: 2_000, maxMs: 10 * 60_000 });

/** Captured amount; 0 if nothing was captured. */
export function capturedMinorOf(attempt: Attempt): number {
  const { phase } = attempt;
  return phase.name === 'done' && phase.outcome.kind === 'captured' ? phase.outcome.capturedMinor : 0;
}

/** False for a reversal that is proven to have failed, or that the manager decided was not paid out. */
function countsAsGiven({ phase }: Reversal): boolean {
  if (phase.name === 'decided') return phase.verdict === 'paid';
  return phase.name !== 'failed' || !phase.isProven;
}

/**
 * Latest reversal that another reversal of this amount seems to repeat: it moved or may have moved money, recently or
 * with an unknown outcome.
 */
export function repeatedReversal(
  { reversals }: Attempt,
  amountMinor: number,
  isRecent: (reversal: Reversal) => boolean,
): Reversal | undefined {
  return reversals.findLast(
    (one) => one.amountMinor === amountMinor && countsAsGiven(one) && (isRecent(one) || !isReversalProven(one.phase)),
  );
}

/** True once it is proven whether the platform has the reversal. */
function isReversalProven(phase: ReversalPhase): boolean {
  if (phase.name === 'failed') return phase.isProven;
  return phase.name !== 'sending' && phase.name !== 'in-doubt';
}

/** Amount that was or may have been reversed. */
export function reversedMinorOf(attempt: Attempt): number {
  return attempt.reversals.filter(countsAsGiven).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

export function reversibleMinorOf(attempt: Attempt): number {
  return Math.max(0, capturedMinorOf(attempt) - reversedMinorOf(attempt));
}

function reversalAsked(attempt: Attempt, event: EventOf<'reversal-asked'>): Step | undefined {
  const transfer = transferOf(attempt);
  if (transfer === null || capturedMinorOf(attempt) === 0) return undefined;
  const known = attempt.reversals.find(({ id }) => id === event.reversal);
  if (known) return repeat(attempt, known, transfer, event.at);
  if (event.amountMinor <= 0 || event.amountMinor > reversibleMinorOf(attempt)) return undefined;
  const { reversal: id, amountMinor, by, reason, at } = event;
  const reversal: Reversal = { id, amountMinor, by, reason, askedAt: at, phase: { name: 'sending' } };
  return {
    attempt: stamp({ ...attempt, reversals: [...attempt.reversals, reversal] }, 'reversal-asked', at),
    effects: [{ type: 'reverse', reversal: id, transfer, amountMinor }],
  };
}

/** The request may have been sent; its operator and reason were lost with the journal. */
function reversalAdopted(
  attempt: Attempt,
  { reversal: id, amountMinor, at }: EventOf<'reversal-adopted'>,
): Step | undefined {
  const transfer = transferOf(attempt);
  if (transfer === null) return undefined;
  const inquiry = firstInquiry('restarted', at);
  const phase: ReversalPhase = { name: 'in-doubt', inquiry, notFound: 0, refused: null };
  const known = attempt.reversals.find((one) => one.id === id);
  if (known) return sentAgainUnseen(attempt, known, phase, transfer);
  const unknown = { by: 'unknown', reason: null, askedAt: at, isAdopted: true } as const;
  const reversal: Reversal = { id, amountMinor, ...unknown, phase };
  return {
    attempt: stamp({ ...attempt, reversals: [...attempt.reversals, reversal] }, 'reversal-asked', at),
    effects: [{ type: 'find-reversal', reversal: id, transfer }],
  };
}

/**
 * Adds a reversal that was made elsewhere. Returns undefined if the reversal is known, or if it may be this till's own
 * and its answer is missing: then it is found by its own key.
 */
function reversalSeen(
  attempt: Attempt,
  { reversal: id, answer, givenAt, at }: EventOf<'reversal-seen'>,
): Step | undefined {
  if (transferOf(attempt) === null) return undefined;
  const mayBeOurs = attempt.reversals.some(({ amountMinor, phase }) => {
    if (phase.name === 'pending' || phase.name === 'succeeded') return phase.transfer === answer.id;
    return amountMinor === answer.amountMinor && !(phase.name === 'failed' && phase.isFinal);
  });
  if (mayBeOurs || attempt.reversals.some((one) => one.id === id)) return undefined;
  const { amountMinor } = answer;
  const elsewhere = { by: 'elsewhere', reason: null, askedAt: givenAt, isElsewhere: true } as const;
  const reversal: Reversal = { id, amountMinor, ...elsewhere, phase: { name: 'sending' } };
  return reversalRead({ ...attempt, reversals: [...attempt.reversals, reversal] }, id, answer, at);
}

/** The reversal was sent again and the journal has lost that, so an end in the journal is out of date. */
function sentAgainUnseen(attempt: Attempt, known: Reversal, phase: ReversalPhase, transfer: string): Step {
  const effects: Effect[] = [{ type: 'find-reversal', reversal: known.id, transfer }];
  if (known.phase.name === 'decided') return { attempt, effects };
  if (known.phase.name !== 'failed') return { attempt, effects: [] };
  const reversals = attempt.reversals.map((one) => (one.id === known.id ? { ...one, isSentAgain: true } : one));
  return change({ ...attempt, reversals }, known.id, phase, effects);
}

/**
 * Handles a repeated request for a known reversal. The reversal is sent again, under the same key, only if it failed
 * because it was never found.
 */
function repeat(attempt: Attempt, known: Reversal, transfer: string, at: number): Step | undefined {
  if (known.phase.name !== 'failed' || known.phase.isProven) return undefined;
  // Since then the platform may have reported a smaller capture, or other reversals.
  if (reversedMinorOf(attempt) > capturedMinorOf(attempt)) return undefined;
  const { id, amountMinor } = known;
  const reversals = attempt.reversals.map((one) => (one.id === id ? { ...one, isSentAgain: true } : one));
  return change(stamp({ ...attempt, reversals }, 'reversal-asked', at), id, { name: 'sending' }, [
    { type: 'reverse', reversal: id, transfer, amountMinor },
  ]);
}

/** True if the platform was asked about the reversal without an answer, so that the manager may have to decide. */
export function canDecideReversal({ phase }: Reversal): boolean {
  return phase.name === 'in-doubt' && phase.inquiry.tries > 1;
}

/**
 * Applies the manager's decision. The reversal is still searched for, and a record that is found replaces the decision
 * (`reversalRead`).
 */
function reversalDecided(
  attempt: Attempt,
  { reversal: id, verdict, by, reason, at }: EventOf<'operator-decided'> & { reversal: string },
): Step | undefined {
  const reversal = attempt.reversals.find((one) => one.id === id);
  if (!reversal || !canDecideReversal(reversal)) return undefined;
  return change(attempt, id, { name: 'decided', verdict, by, reason, at });
}

function reversalRead(attempt: Attempt, id: string, answer: TransferAnswer, at: number): Step | undefined {
  const reversal = attempt.reversals.find((one) => one.id === id);
  if (!reversal || reversal.phase.name === 'succeeded') return undefined;
  switch (answer.state) {
    case 'SUCCEEDED':
      return change(attempt, id, { name: 'succeeded', transfer: answer.id, at });
    case 'PENDING': {
      const tries = reversal.phase.name === 'pending' ? reversal.phase.tries + 1 : 0;
      return waitPending(attempt, id, answer.id, tries, at);
    }
    case 'FAILED':
    case 'CANCELED': {
      const failure = {
        code: 'PAY_REVERSAL_FAILED',
        message: 'The platform could not give the money back.',
        context: { reason: answer.failureCode ?? 'unknown' },
      } as const;
      return change(attempt, id, { name: 'failed', failure, isProven: true, isFinal: true, at });
    }
    case 'UNKNOWN':
      return waitPending(attempt, id, answer.id, reversal.phase.name === 'pending' ? reversal.phase.tries + 1 : 0, at);
  }
}

function waitPending(attempt: Attempt, id: string, transfer: string, tries: number, at: number): Step {
  const delayMs = pendingDelayMs(tries + 1);
  const phase: ReversalPhase = { name: 'pending', transfer, tries, nextTryAt: at + delayMs };
  return change(attempt, id, phase, [{ type: 'wait', delayMs, about: id }]);
}

function reversalCallFailed(attempt: Attempt, id: string, call: FailedCall, at: number): Step | undefined {
  const reversal = attempt.reversals.find((one) => one.id === id);
  const transfer = transferOf(attempt);
  if (!reversal || transfer === null || reversal.phase.name !== 'sending') return undefined;
  if (call.kind === 'not-sent') {
    if (reversal.isSentAgain) return change(attempt, id, neverArrived(at));
    return change(attempt, id, { name: 'failed', failure: call.failure, isProven: true, isFinal: true, at });
  }
  // A refusal may be about a key that was used before: accept it once nothing is found under the key.
  const refused = call.kind === 'refused' && isFinalRefusal(call) ? call.failure : null;
  const isConflict = call.kind === 'unknown' && call.failure.code === 'API_CONFLICT';
  const phase: ReversalPhase = {
    name: 'in-doubt',
    inquiry: newInquiry(call, at),
    notFound: 0,
    refused,
    ...(isConflict ? { isConflict } : {}),
  };
  return change(attempt, id, phase, [{ type: 'find-reversal', reversal: id, transfer }]);
}

function reversalFound(
  attempt: Attempt,
  { reversal: id, answer, at, heardAt }: EventOf<'reversal-found'>,
): Step | undefined {
  if (answer) return reversalRead(attempt, id, answer, at);
  const reversal = attempt.reversals.find((one) => one.id === id);
  const phase = reversal?.phase;
  if (phase?.name === 'pending') return waitPending(attempt, id, phase.transfer, phase.tries + 1, at);
  if (phase?.name === 'failed' && !phase.isFinal) {
    const searched = searchOfReversal(phase, { at, heardAt });
    return searched && change(attempt, id, { ...phase, ...(searched === 'over' ? { isFinal: true } : searched) });
  }
  if (phase?.name !== 'in-doubt') return undefined;
  if (phase.refused && !reversal?.isSentAgain) {
    const failed = { name: 'failed', failure: phase.refused, isProven: true, isFinal: false, at } as const;
    return change(attempt, id, failed);
  }
  const notFound = phase.notFound + 1;
  if (notFound >= NOT_FOUND_TRIES && inquiredMs(phase.inquiry, at) >= windowOf(attempt, phase))
    return change(attempt, id, neverArrived(at));
  return continueReversalInquiry(attempt, id, { ...phase, notFound }, at);
}

/**
 * The platform had no record for as long as a request may take: the till may send the reversal again under its key, and
 * still searches for it.
 */
function neverArrived(at: number): ReversalPhase {
  const failure = {
    code: 'PAY_NEVER_ARRIVED',
    message: 'The platform has no record of the reversal, which still counts as given back.',
  } as const;
  return { name: 'failed', failure, isProven: false, isFinal: false, at };
}

function reversalLookUpFailed(
  attempt: Attempt,
  { reversal: id, missing: call, at }: EventOf<'reversal-lookup-missing'>,
): Step | undefined {
  const phase = attempt.reversals.find((one) => one.id === id)?.phase;
  if (phase?.name === 'pending') return waitPending(attempt, id, phase.transfer, phase.tries + 1, at);
  if (phase?.name !== 'in-doubt') return undefined;
  const inquiry = { ...phase.inquiry, reason: actionableReason(call) ?? phase.inquiry.reason };
  return continueReversalInquiry(attempt, id, { ...phase, inquiry }, at);
}

function continueReversalInquiry(attempt: Attempt, id: string, phase: ReversalInDoubt, at: number): Step {
  const { inquiry, delayMs } = nextTry(phase.inquiry, at, windowOf(attempt, phase) - inquiredMs(phase.inquiry, at));
  return change(attempt, id, { ...phase, inquiry }, [{ type: 'wait', delayMs, about: id }]);
}

function reversalRetry(attempt: Attempt, id: string, waitedMs: number | undefined): Step | undefined {
  const reversal = attempt.reversals.find((one) => one.id === id);
  const effects = askAbout(attempt, reversal);
  if (!reversal || effects.length === 0) return undefined;
  const { phase } = reversal;
  if (phase.name !== 'in-doubt') return { attempt, effects };
  return change(attempt, id, { ...phase, inquiry: waited(phase.inquiry, waitedMs) }, effects);
}

/**
 * Asks about every unfinished reversal after a restart. A reversal whose request may not have been sent is looked up
 * first.
 */
export function reversalsRestarted(attempt: Attempt, at: number): Step {
  const reversals = attempt.reversals.map((one): Reversal => {
    if (one.phase.name === 'in-doubt') return { ...one, phase: { ...one.phase, inquiry: resumed(one.phase.inquiry) } };
    if (one.phase.name !== 'sending') return one;
    const inquiry = firstInquiry('restarted', at);
    return { ...one, phase: { name: 'in-doubt', inquiry, notFound: 0, refused: null } };
  });
  const back = { ...attempt, reversals };
  return { attempt: back, effects: reversals.flatMap((one) => askAbout(back, one)) };
}

function askAbout(attempt: Attempt, reversal: Reversal | undefined): Effect[] {
  const transfer = transferOf(attempt);
  if (!reversal || transfer === null || !isReversalOpen(reversal)) return [];
  const { phase, id } = reversal;
  if (phase.name === 'pending') return [{ type: 'read-reversal', reversal: id, transfer: phase.transfer }];
  return phase.name === 'in-doubt' ? [{ type: 'find-reversal', reversal: id, transfer }] : [];
}

function transferOf(attempt: Attempt): string | null {
  const { phase, authorization, reversals } = attempt;
  if (phase.name === 'done' && phase.outcome.kind === 'captured') return phase.outcome.transfer;
  // The capture failed after a reversal was requested: the end of the reversal still has to be found.
  return reversals.length > 0 ? (authorization?.transfer ?? null) : null;
}

function change(attempt: Attempt, id: string, phase: ReversalPhase, effects: Effect[] = []): Step {
  const reversals = attempt.reversals.map((one) => (one.id === id ? { ...one, phase } : one));
  return { attempt: { ...attempt, reversals }, effects };
}
