/**
 * The payment machine: (attempt, event) -> attempt and effects. Pure and total: a pair it does not know gives
 * undefined, which the runner logs. Money rules are numbered as in the README.
 */
import { operatorDecided } from './decisions.ts';
import type { Effect, NoAnswer, TimedEvent } from './events.ts';
import { authorizationMissing, decided, found, pollAgain, stillResolving } from './bank.ts';
import { captureAsked, completed, holdExpired, partKept, releaseHold, voidAsked } from './holding.ts';
import { lateAnswer } from './late.ts';
import { captureMissing, captureRead, transferRead, voidMissing, voidRead } from './money.ts';
import {
  afterWait,
  cancelOnDevice,
  done,
  continueInquiry,
  enterResolving,
  lookUp,
  notPaid,
  read,
  stamp,
  withReason,
  unpaidOutcome,
  type Step,
} from './parts.ts';
import {
  reversalAdopted,
  reversalAsked,
  reversalDecided,
  reversalFound,
  reversalLookupMissing,
  reversalMissing,
  reversalRead,
  reversalRetry,
  reversalsRestarted,
} from './reversals.ts';
import { isOpen, type Attempt, type Inquiry, type Intent, type TerminalEnd } from './state.ts';

/** Between two CANCELs while the create is held open, milliseconds. */
const CANCEL_AGAIN_MS = 4_000;

/** Journals of the first version know sales over the cable only. */
function completeIntent(intent: Partial<Intent> & Omit<Intent, 'kind' | 'route'>): Intent {
  return {
    ...intent,
    kind: intent.kind ?? 'sale',
    route: intent.route ?? 'cable',
    tipMinor: intent.tipMinor ?? 0,
    surchargeMinor: intent.surchargeMinor ?? 0,
    isTipOnTerminal: intent.isTipOnTerminal ?? false,
    partialApproval: intent.partialApproval ?? 'accept',
  };
}

/** The first state of an attempt, from its first event. */
export function begin(event: Extract<TimedEvent, { type: 'begin' | 'adopted' }>): Step {
  const intent = completeIntent(event.intent);
  const attempt: Attempt = {
    intent,
    phase: { name: 'starting' },
    isTerminalBusy: false,
    terminalEnd: null,
    cancel: null,
    isCancelTooLate: false,
    authorization: null,
    entryMode: 'unknown',
    reversals: [],
    timings: [],
    updatedAt: event.at,
  };
  if (event.type === 'adopted') return enterResolving(attempt, 'restarted', event.at);
  if (intent.route === 'cloud') {
    return { attempt: { ...attempt, phase: { name: 'authorizing' } }, effects: [{ type: 'authorize' }] };
  }
  return { attempt, effects: [{ type: 'start-terminal' }] };
}

/** The next state; undefined when this event means nothing in this state. */
export function transition(attempt: Attempt, event: TimedEvent): Step | undefined {
  const step = next(attempt, event);
  if (!step) return undefined;
  return { attempt: { ...step.attempt, updatedAt: event.at }, effects: step.effects };
}

function next(attempt: Attempt, event: TimedEvent): Step | undefined {
  const { phase } = attempt;
  const { at } = event;
  switch (event.type) {
    case 'begin':
    case 'adopted':
      return undefined;
    case 'terminal-started':
      return terminalStarted(attempt, at);
    case 'terminal-refused':
      if (phase.name !== 'starting') return undefined;
      if (attempt.cancel) return done(attempt, { kind: 'cancelled', by: attempt.cancel }, at);
      return done(attempt, { kind: 'failed', failure: event.failure }, at);
    case 'online-request':
      return onlineRequest(attempt, at, event.entryMode);
    case 'not-recorded': {
      if (phase.name !== 'starting' && phase.name !== 'waiting') return undefined;
      const told = { ...attempt, isTerminalBusy: true };
      if (attempt.cancel) return notPaid(told, { kind: 'cancelled', by: attempt.cancel }, '05', at);
      return notPaid(told, { kind: 'failed', failure: event.failure }, '05', at);
    }
    case 'authorization':
      if (phase.name === 'done') return lateAnswer(attempt, event.answer, at);
      return phase.name === 'authorizing' ? decided(attempt, event.answer, at) : undefined;
    case 'authorization-missing':
      return phase.name === 'authorizing' ? authorizationMissing(attempt, event.missing, at) : undefined;
    case 'found':
      return found(attempt, event.answer, at);
    case 'lookup-missing':
      return lookupMissing(attempt, event.missing, at);
    case 'respond-failed':
      return respondFailed(attempt, at, event.failure.message);
    case 'terminal-finished':
      return terminalFinished(attempt, event.end, at);
    case 'capture':
      return phase.name === 'capturing'
        ? captureRead(attempt, phase, event.answer, at)
        : lateAnswer(attempt, event.answer, at);
    case 'capture-missing':
      return phase.name === 'capturing' ? captureMissing(attempt, phase, event.missing, at) : undefined;
    case 'transfer':
      return transferRead(attempt, event.transfer, at);
    case 'transfer-missing':
      return phase.name === 'confirming' ? continueInquiry(attempt, phase, phase.inquiry, at) : undefined;
    case 'void':
      if (phase.name === 'done') return lateAnswer(attempt, event.answer, at);
      return phase.name === 'voiding' ? voidRead(attempt, phase, event.answer, at) : undefined;
    case 'void-missing':
      return phase.name === 'voiding' ? voidMissing(attempt, phase, event.missing, at) : undefined;
    case 'cancel-asked':
      return cancelAsked(attempt, event.by, at);
    case 'cancel-too-late':
      return { attempt: { ...attempt, isCancelTooLate: true }, effects: [] };
    case 'cancel-failed':
      if (!isOpen(attempt)) return undefined; // nothing hangs on it any more
      // The terminal did not take the cancel; its own end (which the driver bounds in time) decides.
      return { attempt, effects: cancelAgainLater(attempt) };
    case 'device-cancelled':
      if (!isOpen(attempt)) return undefined;
      // Whatever that reply looked like, the payment is read (facts, 1.5). A create still held open brings its own end.
      return { attempt, effects: phase.name === 'polling' ? read(attempt) : cancelAgainLater(attempt) };
    case 'part-kept':
      return partKept(attempt, at);
    case 'capture-asked':
      return captureAsked(attempt, event);
    case 'void-asked':
      return voidAsked(attempt, event.by, at);
    case 'hold-expired':
      return holdExpired(attempt, at);
    case 'operator-decided':
      return event.reversal === undefined
        ? operatorDecided(attempt, event)
        : reversalDecided(attempt, event.reversal, event);
    case 'reversal-asked':
      return reversalAsked(attempt, event);
    case 'reversal-adopted':
      return reversalAdopted(attempt, event);
    case 'reversal':
      return reversalRead(attempt, event.reversal, event.answer, at);
    case 'reversal-missing':
      return reversalMissing(attempt, event.reversal, event.missing, at);
    case 'reversal-found':
      return reversalFound(attempt, event.reversal, event.answer, at);
    case 'reversal-lookup-missing':
      return reversalLookupMissing(attempt, event.reversal, at);
    case 'retry':
      return event.about
        ? reversalRetry(attempt, event.about, event.waitedMs)
        : retry(afterWait(attempt, event.waitedMs));
    case 'restarted':
      return restarted(attempt, at);
  }
}

// --- before the platform

function terminalStarted(attempt: Attempt, at: number): Step | undefined {
  if (attempt.phase.name !== 'starting') return undefined;
  const running = stamp({ ...attempt, isTerminalBusy: true }, 'terminal-started', at);
  if (attempt.cancel)
    return { attempt: { ...running, phase: { name: 'stopping' } }, effects: [{ type: 'cancel-terminal' }] };
  return { attempt: { ...running, phase: { name: 'waiting' } }, effects: [] };
}

function onlineRequest(attempt: Attempt, at: number, entryMode: Attempt['entryMode']): Step | undefined {
  const known = stamp({ ...attempt, entryMode }, 'card-read', at);
  switch (attempt.phase.name) {
    case 'starting': // a terminal may be quicker than its own "started"
    case 'waiting':
      return {
        attempt: { ...known, isTerminalBusy: true, phase: { name: 'authorizing' } },
        effects: [{ type: 'authorize' }],
      };
    case 'stopping':
      // The cancel was first: nothing is sent to the platform, the card is told no.
      return { attempt: known, effects: [{ type: 'respond-declined', code: 'Z3' }] };
    // A terminal that lost patience asks again: the request under way is the same one (rule 2).
    case 'authorizing':
    case 'polling':
    case 'resolving':
    case 'completing':
      return { attempt, effects: [] };
    case 'capturing':
    case 'confirming':
    case 'deciding':
    case 'done':
    case 'finishing':
    case 'held':
    case 'refusing':
    case 'voiding':
      return undefined;
  }
}

function cancelAsked(attempt: Attempt, by: NonNullable<Attempt['cancel']>, at: number): Step | undefined {
  const { phase } = attempt;
  if (phase.name === 'done' || phase.name === 'held') return undefined;
  if (attempt.cancel) return { attempt, effects: [] };
  const asked = stamp({ ...attempt, cancel: by }, 'cancel-asked', at);
  switch (phase.name) {
    case 'waiting':
      return { attempt: { ...asked, phase: { name: 'stopping' } }, effects: [{ type: 'cancel-terminal' }] };
    case 'completing':
      // The card may be completing this instant: the terminal's own end decides between "cancelled" and "too late".
      return { attempt: asked, effects: [{ type: 'cancel-terminal' }] };
    case 'deciding':
      return releaseHold(asked, at);
    case 'capturing':
    case 'confirming':
    case 'finishing':
      return { attempt: { ...asked, isCancelTooLate: true }, effects: [] };
    case 'authorizing': // answered when the platform has: what it approved is voided
    case 'resolving':
      return { attempt: asked, effects: cancelOnDevice(attempt) };
    case 'polling': // the reads are counted anew: after some more of them the cancel is sent again (bank.ts)
      return { attempt: { ...asked, phase: { ...phase, tries: 0 } }, effects: cancelOnDevice(attempt) };
    case 'starting': // answered when the terminal has started
    case 'refusing':
    case 'voiding':
    case 'stopping':
      return { attempt: asked, effects: [] };
  }
}

/**
 * The create is held open and a CANCEL was lost, or came to a Device that had not heard of the payment yet: it is sent
 * again until the create is answered. What is PENDING or looked up is asked about anyway (bank.ts).
 */
function cancelAgainLater({ phase, cancel, intent }: Attempt): Effect[] {
  if (phase.name !== 'authorizing' || cancel === null || intent.route !== 'cloud') return [];
  return [{ type: 'wait', delayMs: CANCEL_AGAIN_MS, about: null }];
}

// --- at the terminal

function respondFailed(attempt: Attempt, at: number, reason: string): Step | undefined {
  const { phase } = attempt;
  switch (phase.name) {
    case 'completing': {
      // The card never got the bank's yes (or the terminal cannot say so): take the hold back (rule 5).
      const end: TerminalEnd = attempt.terminalEnd ?? { kind: 'failed', reason };
      return releaseHold({ ...attempt, terminalEnd: end }, at);
    }
    case 'refusing':
    case 'finishing':
      return done(attempt, phase.outcome, at);
    case 'stopping':
    case 'voiding':
      return { attempt, effects: [] };
    case 'authorizing':
    case 'capturing':
    case 'confirming':
    case 'deciding':
    case 'done':
    case 'held':
    case 'polling':
    case 'resolving':
    case 'starting':
    case 'waiting':
      return undefined;
  }
}

function terminalFinished(attempt: Attempt, end: TerminalEnd, at: number): Step | undefined {
  const { phase } = attempt;
  const mayRepeat = phase.name === 'refusing' || phase.name === 'voiding' || phase.name === 'finishing';
  if (attempt.terminalEnd && !mayRepeat) return undefined;
  const ended = stamp(
    { ...attempt, terminalEnd: attempt.terminalEnd ?? end, isTerminalBusy: false },
    'terminal-finished',
    at,
  );
  switch (phase.name) {
    case 'starting':
    case 'waiting':
    case 'stopping':
      return done(ended, unpaidOutcome(ended), at);
    case 'refusing':
    case 'finishing':
      return done(ended, phase.outcome, at);
    case 'completing':
      if (end.kind !== 'approved') return releaseHold(ended, at);
      return completed({ ...ended, isCancelTooLate: attempt.cancel !== null }, at);
    case 'authorizing':
    case 'polling':
    case 'resolving':
    case 'voiding':
      // The platform's answer is still to come, and what it approved will be taken back.
      return { attempt: ended, effects: [] };
    case 'capturing':
    case 'confirming':
    case 'deciding':
    case 'done':
    case 'held':
      return undefined;
  }
}

// --- retries and restarts

function lookupMissing(attempt: Attempt, missing: NoAnswer, at: number): Step | undefined {
  const { phase } = attempt;
  switch (phase.name) {
    case 'resolving':
      return stillResolving(attempt, { ...phase, inquiry: withReason(phase.inquiry, missing) }, at);
    case 'polling':
      return pollAgain(attempt, at);
    case 'capturing':
    case 'voiding':
      return continueInquiry(attempt, phase, phase.inquiry, at);
    case 'authorizing':
    case 'completing':
    case 'confirming':
    case 'deciding':
    case 'done':
    case 'finishing':
    case 'held':
    case 'refusing':
    case 'starting':
    case 'stopping':
    case 'waiting':
      return undefined;
  }
}

function retry(attempt: Attempt): Step | undefined {
  const { phase, authorization } = attempt;
  switch (phase.name) {
    case 'authorizing':
      return attempt.cancel && attempt.intent.route === 'cloud'
        ? { attempt, effects: [{ type: 'cancel-device' }] }
        : undefined;
    case 'resolving':
      return { attempt, effects: lookUp(attempt) };
    case 'polling':
      return { attempt, effects: read(attempt) };
    case 'capturing': {
      if (!authorization) return undefined;
      // Read first: a capture whose answer was lost shows as a transfer. Only a proven "not captured" is sent again.
      if (phase.refused || (phase.inquiry && phase.inquiry.tries % 2 === 0)) return { attempt, effects: read(attempt) };
      const { amountMinor, tipMinor } = phase;
      return { attempt, effects: [{ type: 'capture', authorization: authorization.id, amountMinor, tipMinor }] };
    }
    case 'confirming':
      return { attempt, effects: [{ type: 'read-transfer', transfer: phase.transfer }] };
    case 'voiding':
      if (!authorization) return undefined;
      if (phase.inquiry.tries % 2 === 0) return { attempt, effects: read(attempt) };
      return { attempt, effects: [{ type: 'void', authorization: authorization.id }] };
    case 'completing':
    case 'deciding':
    case 'done':
    case 'finishing':
    case 'held':
    case 'refusing':
    case 'starting':
    case 'stopping':
    case 'waiting':
      return undefined;
  }
}

/** Start-up is recovery: what had not left for the platform is off, everything else is asked about. */
function restarted(attempt: Attempt, at: number): Step | undefined {
  const back: Attempt = { ...attempt, isTerminalBusy: false };
  const { phase } = attempt;
  switch (phase.name) {
    case 'starting':
    case 'waiting':
    case 'stopping':
      return done(back, { kind: 'cancelled', by: attempt.cancel ?? 'restart' }, at);
    case 'refusing':
    case 'finishing':
      return done(back, phase.outcome, at);
    case 'authorizing':
      return enterResolving(back, 'restarted', at);
    case 'polling':
      return { attempt: back, effects: read(attempt) };
    case 'completing':
      return releaseHold(back, at);
    case 'deciding':
    case 'held':
      return { attempt: back, effects: [] };
    case 'resolving': {
      // Whose account this till has now is found out anew.
      const reason = phase.inquiry.reason === 'other-account' ? 'restarted' : phase.inquiry.reason;
      const inquiry: Inquiry = { ...phase.inquiry, reason, nextTryAt: null };
      return { attempt: { ...back, phase: { ...phase, inquiry } }, effects: lookUp(attempt) };
    }
    case 'capturing': {
      const inquiry: Inquiry = phase.inquiry ?? { reason: 'restarted', since: at, tries: 2, nextTryAt: null };
      return { attempt: { ...back, phase: { ...phase, inquiry } }, effects: read(attempt) };
    }
    case 'confirming':
      return { attempt: back, effects: [{ type: 'read-transfer', transfer: phase.transfer }] };
    case 'voiding':
      return { attempt: back, effects: read(attempt) };
    case 'done':
      return attempt.reversals.length === 0 ? undefined : reversalsRestarted(back, at);
  }
}
