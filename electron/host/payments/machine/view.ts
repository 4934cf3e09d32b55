/** An attempt as the screen sees it: pure derivation from the machine's state and the live prompt. */
import type { AttemptView, CardView, Prompt } from '../../../contract/index.ts';
import type { Attempt, Doubt } from './state.ts';

const iso = (at: number): string => new Date(at).toISOString();

/**
 * `prompt` is what the terminal last asked the customer for, `choices` what it left to choose from; they are progress,
 * not state, and are not journaled.
 */
export function viewOf(attempt: Attempt, prompt: Prompt | null, choices: readonly string[] | null = null): AttemptView {
  const { intent, phase } = attempt;
  const outcome = phase.name === 'done' ? phase.outcome : null;
  const doubt = doubtOf(attempt);
  const failure = outcome && (outcome.kind === 'failed' || outcome.kind === 'voided') ? outcome.failure : null;
  const shown = outcome || doubt ? null : promptOf(attempt, prompt);
  return {
    id: intent.attempt,
    state: outcome ? outcome.kind : doubt ? 'checking' : 'working',
    prompt: shown,
    ...(shown === 'choose-application' && choices ? { choices: [...choices] } : {}),
    amountMinor: intent.amountMinor,
    currency: intent.currency,
    capturedMinor: outcome?.kind === 'captured' ? outcome.capturedMinor : null,
    order: intent.order,
    note: intent.note,
    startedAt: iso(intent.startedAt),
    updatedAt: iso(attempt.updatedAt),
    finishedAt: phase.name === 'done' ? iso(phase.at) : null,
    terminal: { id: intent.terminal, serialNumber: intent.terminalSerialNumber, link: intent.terminalLink },
    authorization: attempt.authorization?.id ?? null,
    transfer: outcome?.kind === 'captured' ? outcome.transfer : null,
    card: cardOf(attempt),
    checking: doubt
      ? {
          reason: doubt.reason,
          since: iso(doubt.since),
          tries: doubt.tries,
          nextTryAt: doubt.nextTryAt === null ? null : iso(doubt.nextTryAt),
        }
      : null,
    cancelAsked: attempt.cancel !== null,
    canCancel: attempt.cancel === null && isCancellable(attempt),
    cancelTooLate: outcome?.kind === 'captured' && attempt.cancel !== null,
    cancelledBy: outcome?.kind === 'cancelled' ? outcome.by : null,
    declineCode: outcome?.kind === 'declined' ? outcome.code : null,
    failure,
    timings: [...attempt.timings],
  };
}

function isCancellable(attempt: Attempt): boolean {
  switch (attempt.phase.name) {
    case 'created':
    case 'starting':
    case 'waiting':
    case 'authorizing':
    case 'completing':
      return true;
    case 'stopping':
    case 'resolving':
    case 'refusing':
    case 'capturing':
    case 'confirming':
    case 'voiding':
    case 'done':
      return false;
  }
}

/** What makes the screen say "checking"; null while things run as they should. */
function doubtOf(attempt: Attempt): Doubt | null {
  const { phase } = attempt;
  switch (phase.name) {
    case 'authorizing': {
      // The terminal is gone or gave up while the bank is being asked: the customer must not be told anything yet.
      if (!attempt.terminalEnd) return null;
      const reason = attempt.terminalEnd.kind === 'lost' ? 'terminal-lost' : 'taking-back';
      return { reason, since: attempt.updatedAt, tries: 1, nextTryAt: null };
    }
    case 'resolving':
      return phase.doubt;
    case 'capturing':
    case 'confirming':
      return phase.doubt;
    case 'voiding':
      // A cancel that is being carried out shows as "cancelling" until the first void fails.
      return attempt.cancel && phase.doubt.tries === 1 ? null : phase.doubt;
    case 'created':
    case 'starting':
    case 'waiting':
    case 'stopping':
    case 'completing':
    case 'refusing':
    case 'done':
      return null;
  }
}

function promptOf(attempt: Attempt, prompt: Prompt | null): Prompt {
  if (attempt.cancel) return 'cancelling';
  switch (attempt.phase.name) {
    case 'created':
    case 'starting':
      return 'starting';
    case 'waiting':
      return prompt ?? 'present-card';
    case 'stopping':
    case 'voiding':
      return 'cancelling';
    case 'authorizing':
    case 'resolving':
      return 'asking-bank';
    case 'completing':
      return prompt === 'remove-card' ? 'remove-card' : 'processing';
    case 'refusing':
    case 'capturing':
    case 'confirming':
    case 'done':
      return 'processing';
  }
}

function cardOf(attempt: Attempt): CardView | null {
  const card = attempt.authorization?.card;
  if (card) return { ...card, entryMode: card.entryMode === 'unknown' ? attempt.entryMode : card.entryMode };
  if (attempt.entryMode === 'unknown') return null;
  return {
    brand: null,
    lastFour: null,
    entryMode: attempt.entryMode,
    approvalCode: null,
    applicationLabel: null,
    applicationIdentifier: null,
  };
}
