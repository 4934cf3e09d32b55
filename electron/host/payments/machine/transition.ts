/**
 * The payment machine: (attempt, event) -> attempt and effects. Pure and total: a pair it does not know gives
 * undefined, which the runner logs. Money rules are numbered as in the README.
 */
import type { Effect, TimedEvent } from './events.ts';
import { authorizationMissing, decided, enterResolving, found, stillResolving } from './bank.ts';
import { captureMissing, captureRead, releaseHold, transferRead, voidMissing, voidRead } from './money.ts';
import { done, doubtAgain, read, readFailed, stamp, unpaidOutcome, type Step } from './parts.ts';
import type { Attempt, Doubt, Phase, TerminalEnd } from './state.ts';

/** The first state of an attempt, from its first event. */
export function begin(event: Extract<TimedEvent, { type: 'begin' }>): Step {
  const attempt: Attempt = {
    intent: event.intent,
    phase: { name: 'starting' },
    isTerminalBusy: false,
    terminalEnd: null,
    cancel: null,
    isCancelTooLate: false,
    authorization: null,
    entryMode: 'unknown',
    timings: [],
    updatedAt: event.at,
  };
  return { attempt, effects: [{ type: 'start-terminal' }] };
}

/** The next state; undefined when this event means nothing in this state. */
export function transition(attempt: Attempt, event: TimedEvent): Step | undefined {
  const step = next(attempt, event);
  if (!step) return undefined;
  return { attempt: { ...step.attempt, updatedAt: event.at }, effects: step.effects };
}

function next(attempt: Attempt, event: TimedEvent): Step | undefined {
  switch (event.type) {
    case 'begin':
      return undefined;
    case 'terminal-started':
      return terminalStarted(attempt, event.at);
    case 'terminal-refused':
      if (attempt.phase.name !== 'starting') return undefined;
      if (attempt.cancel) return done(attempt, { kind: 'cancelled', by: attempt.cancel }, event.at);
      return done(attempt, { kind: 'failed', failure: event.failure }, event.at);
    case 'online-request':
      return onlineRequest(attempt, event.at, event.entryMode);
    case 'authorization':
      if (attempt.phase.name !== 'authorizing') return undefined;
      return decided(attempt, event.answer, event.at);
    case 'authorization-missing':
      if (attempt.phase.name !== 'authorizing') return undefined;
      return authorizationMissing(attempt, event.missing, event.at);
    case 'found':
      return found(attempt, event.answer, event.at);
    case 'lookup-missing':
      if (attempt.phase.name === 'resolving') return stillResolving(attempt, attempt.phase, event.at);
      return readFailed(attempt, event.at);
    case 'respond-failed':
      return respondFailed(attempt, event.at, event.failure.message);
    case 'terminal-finished':
      return terminalFinished(attempt, event.end, event.at);
    case 'capture':
      if (attempt.phase.name !== 'capturing') return undefined;
      return captureRead(attempt, event.answer, event.at);
    case 'capture-missing':
      if (attempt.phase.name !== 'capturing') return undefined;
      return captureMissing(attempt, attempt.phase, event.missing, event.at);
    case 'transfer':
      return transferRead(attempt, event.transfer, event.at);
    case 'transfer-missing':
      if (attempt.phase.name !== 'confirming') return undefined;
      return doubtAgain(attempt, attempt.phase, attempt.phase.doubt, event.at);
    case 'void':
      if (attempt.phase.name !== 'voiding') return undefined;
      return voidRead(attempt, attempt.phase, event.answer, event.at);
    case 'void-missing':
      if (attempt.phase.name !== 'voiding') return undefined;
      return voidMissing(attempt, attempt.phase, event.missing, event.at);
    case 'cancel-asked':
      return cancelAsked(attempt, event.by, event.at);
    case 'cancel-too-late':
      return { attempt: { ...attempt, isCancelTooLate: true }, effects: [] };
    case 'cancel-failed':
      // The terminal did not take the cancel; its own end (which the driver bounds in time) decides.
      return { attempt, effects: [] };
    case 'retry':
      return retry(attempt);
    case 'restarted':
      return restarted(attempt, event.at);
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
  const read = stamp({ ...attempt, entryMode }, 'card-read', at);
  switch (attempt.phase.name) {
    case 'starting': // a terminal may be quicker than its own "started"
    case 'waiting':
      return {
        attempt: { ...read, isTerminalBusy: true, phase: { name: 'authorizing' } },
        effects: [{ type: 'authorize' }],
      };
    case 'stopping':
      // The cancel was first: nothing is sent to the platform, the card is told no.
      return { attempt: read, effects: [{ type: 'respond-declined', code: 'Z3' }] };
    // A terminal that lost patience asks again: the request under way is the same one (rule 2).
    case 'authorizing':
    case 'resolving':
    case 'completing':
      return { attempt, effects: [] };
    case 'created':
    case 'refusing':
    case 'capturing':
    case 'confirming':
    case 'voiding':
    case 'done':
      return undefined;
  }
}

function cancelAsked(attempt: Attempt, by: NonNullable<Attempt['cancel']>, at: number): Step | undefined {
  if (attempt.phase.name === 'done') return undefined;
  if (attempt.cancel) return { attempt, effects: [] };
  const asked = stamp({ ...attempt, cancel: by }, 'cancel-asked', at);
  switch (attempt.phase.name) {
    case 'waiting':
      return { attempt: { ...asked, phase: { name: 'stopping' } }, effects: [{ type: 'cancel-terminal' }] };
    case 'completing':
      // The card may be completing this instant: the terminal's own end decides between "cancelled" and "too late".
      return { attempt: asked, effects: [{ type: 'cancel-terminal' }] };
    case 'capturing':
    case 'confirming':
      return { attempt: { ...asked, isCancelTooLate: true }, effects: [] };
    case 'created':
    case 'starting': // answered when the terminal has started
    case 'authorizing': // answered when the platform has: what it approved is voided
    case 'resolving':
    case 'refusing':
    case 'voiding':
    case 'stopping':
      return { attempt: asked, effects: [] };
  }
}

// --- at the terminal

function respondFailed(attempt: Attempt, at: number, reason: string): Step | undefined {
  switch (attempt.phase.name) {
    case 'completing': {
      // The card never got the bank's yes (or the terminal cannot say so): take the hold back (rule 5).
      const end: TerminalEnd = attempt.terminalEnd ?? { kind: 'failed', reason };
      return releaseHold({ ...attempt, terminalEnd: end }, at);
    }
    case 'refusing':
      return done(attempt, attempt.phase.outcome, at);
    case 'stopping':
    case 'voiding':
      return { attempt, effects: [] };
    case 'created':
    case 'starting':
    case 'waiting':
    case 'authorizing':
    case 'resolving':
    case 'capturing':
    case 'confirming':
    case 'done':
      return undefined;
  }
}

function terminalFinished(attempt: Attempt, end: TerminalEnd, at: number): Step | undefined {
  if (attempt.terminalEnd && attempt.phase.name !== 'refusing' && attempt.phase.name !== 'voiding') return undefined;
  const ended = stamp(
    { ...attempt, terminalEnd: attempt.terminalEnd ?? end, isTerminalBusy: false },
    'terminal-finished',
    at,
  );
  switch (attempt.phase.name) {
    case 'starting':
    case 'waiting':
    case 'stopping':
      return done(ended, unpaidOutcome(ended), at);
    case 'refusing':
      return done(ended, attempt.phase.outcome, at);
    case 'completing': {
      const authorization = attempt.authorization;
      if (end.kind !== 'approved' || !authorization) return releaseHold(ended, at);
      const phase: Phase = { name: 'capturing', doubt: null, refused: null };
      const effect: Effect = {
        type: 'capture',
        authorization: authorization.id,
        amountMinor: authorization.amountMinor,
      };
      return { attempt: { ...ended, phase, isCancelTooLate: attempt.cancel !== null }, effects: [effect] };
    }
    case 'authorizing':
    case 'resolving':
    case 'voiding':
      // The platform's answer is still to come, and what it approved will be taken back.
      return { attempt: ended, effects: [] };
    case 'created':
    case 'capturing':
    case 'confirming':
    case 'done':
      return undefined;
  }
}

// --- retries and restarts

function retry(attempt: Attempt): Step | undefined {
  const phase = attempt.phase;
  switch (phase.name) {
    case 'resolving':
      return { attempt, effects: [{ type: 'look-up' }] };
    case 'capturing': {
      const authorization = attempt.authorization;
      if (!authorization) return undefined;
      // Read first: a capture whose answer was lost shows as a transfer. Only a proven "not captured" is sent again.
      if (phase.refused || (phase.doubt && phase.doubt.tries % 2 === 0)) return { attempt, effects: read(attempt) };
      return {
        attempt,
        effects: [{ type: 'capture', authorization: authorization.id, amountMinor: authorization.amountMinor }],
      };
    }
    case 'confirming':
      return { attempt, effects: [{ type: 'read-transfer', transfer: phase.transfer }] };
    case 'voiding': {
      const authorization = attempt.authorization;
      if (!authorization) return undefined;
      if (phase.doubt.tries % 2 === 0) return { attempt, effects: read(attempt) };
      return { attempt, effects: [{ type: 'void', authorization: authorization.id }] };
    }
    case 'created':
    case 'starting':
    case 'waiting':
    case 'stopping':
    case 'authorizing':
    case 'completing':
    case 'refusing':
    case 'done':
      return undefined;
  }
}

/** Start-up is recovery: what had not left for the platform is off, everything else is asked about. */
function restarted(attempt: Attempt, at: number): Step | undefined {
  const back: Attempt = { ...attempt, isTerminalBusy: false };
  const phase = attempt.phase;
  switch (phase.name) {
    case 'created':
    case 'starting':
    case 'waiting':
    case 'stopping':
      return done(back, { kind: 'cancelled', by: attempt.cancel ?? 'restart' }, at);
    case 'refusing':
      return done(back, phase.outcome, at);
    case 'authorizing':
      return enterResolving(back, 'restarted', at);
    case 'completing':
      return releaseHold(back, at);
    case 'resolving':
      return {
        attempt: { ...back, phase: { ...phase, doubt: { ...phase.doubt, nextTryAt: null } } },
        effects: [{ type: 'look-up' }],
      };
    case 'capturing': {
      const doubt: Doubt = phase.doubt ?? { reason: 'restarted', since: at, tries: 2, nextTryAt: null };
      return { attempt: { ...back, phase: { ...phase, doubt } }, effects: read(attempt) };
    }
    case 'confirming':
      return { attempt: back, effects: [{ type: 'read-transfer', transfer: phase.transfer }] };
    case 'voiding':
      return { attempt: back, effects: read(attempt) };
    case 'done':
      return undefined;
  }
}
