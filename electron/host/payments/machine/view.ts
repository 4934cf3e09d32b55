/** An attempt as the screen sees it: pure derivation from the machine's state and the live prompt. */
import type { AttemptState, AttemptView, CardView, Prompt, ReversalView } from '../../../contract/index.ts';
import { canDecide } from './decisions.ts';
import { wasApproved } from './parts.ts';
import { canDecideReversal, reversedMinorOf } from './reversals.ts';
import {
  surchargeChangeOf,
  terminalTipOf,
  totalOf,
  type Attempt,
  type Inquiry,
  type Reversal,
  type ReversalPhase,
} from './state.ts';

const iso = (at: number): string => new Date(at).toISOString();

/**
 * `prompt` is what the terminal last asked the customer for, `choices` what it left to choose from; they are progress,
 * not state, and are not journaled.
 */
export function viewOf(attempt: Attempt, prompt: Prompt | null, choices: readonly string[] | null = null): AttemptView {
  const { intent, phase, authorization } = attempt;
  const outcome = phase.name === 'done' ? phase.outcome : null;
  const inquiry = inquiryOf(attempt);
  const state = stateOf(attempt, inquiry);
  const shown = state === 'working' ? promptOf(attempt, prompt) : null;
  const isRefund = intent.kind === 'refund';
  const hasMoved = outcome?.kind === 'captured' || outcome?.kind === 'refunded';
  return {
    id: intent.attempt,
    state,
    kind: intent.kind,
    route: intent.route,
    prompt: shown,
    ...(shown === 'choose-application' && choices ? { choices: [...choices] } : {}),
    ...amountsOf(attempt),
    reversals: attempt.reversals.map(reversalView),
    order: intent.order,
    note: intent.note,
    startedAt: iso(intent.startedAt),
    updatedAt: iso(attempt.updatedAt),
    finishedAt: phase.name === 'done' ? iso(phase.at) : null,
    terminal: { id: intent.terminal, serialNumber: intent.terminalSerialNumber, link: intent.terminalLink },
    authorization: isRefund ? null : (authorization?.id ?? null),
    transfer: hasMoved ? outcome.transfer : null,
    card: cardOf(attempt),
    ...(attempt.terminalEnd?.kind === 'approved' && attempt.terminalEnd.wantsSignature ? { wantsSignature: true } : {}),
    ...(attempt.terminalEnd?.kind === 'failed' && attempt.terminalEnd.isCardOut ? { isCardOut: true } : {}),
    checking: inquiry
      ? {
          reason: inquiry.reason,
          since: iso(inquiry.since),
          tries: inquiry.tries,
          nextTryAt: inquiry.nextTryAt === null ? null : iso(inquiry.nextTryAt),
        }
      : null,
    cancelAsked: attempt.cancel !== null,
    canCancel: attempt.cancel === null && isCancellable(attempt),
    cancelTooLate: hasMoved && attempt.cancel !== null,
    cancelledBy: outcome?.kind === 'cancelled' ? outcome.by : null,
    declineCode: outcome?.kind === 'declined' ? outcome.code : null,
    failure: failureOf(attempt),
    decision: outcome?.kind === 'decided' ? { verdict: outcome.verdict, by: outcome.by, reason: outcome.reason } : null,
    canDecide: canDecide(attempt),
    timings: [...attempt.timings],
  };
}

type Amounts =
  | 'amountMinor'
  | 'tipMinor'
  | 'surchargeMinor'
  | 'tipRoomMinor'
  | 'totalMinor'
  | 'terminalTipMinor'
  | 'surchargeChangeMinor'
  | 'currency'
  | 'authorizedMinor'
  | 'expiresAt'
  | 'capturedMinor'
  | 'reversedMinor';

function amountsOf(attempt: Attempt): Pick<AttemptView, Amounts> {
  const { intent, phase, authorization } = attempt;
  const outcome = phase.name === 'done' ? phase.outcome : null;
  const terminalTipMinor = terminalTipOf(attempt);
  const surchargeChangeMinor = surchargeChangeOf(attempt);
  // A record that failed or waits names an amount too, and nobody has approved that.
  const isHold =
    authorization !== null && intent.kind !== 'refund' && authorization.amountMinor > 0 && wasApproved(attempt);
  const moved =
    outcome?.kind === 'captured' ? outcome.capturedMinor : outcome?.kind === 'refunded' ? outcome.refundedMinor : null;
  return {
    amountMinor: intent.amountMinor,
    tipMinor: outcome?.kind === 'captured' ? outcome.tipMinor : (authorization?.tipMinor ?? intent.tipMinor),
    // Taken from the reply where it names one (rule 9).
    surchargeMinor: authorization?.surchargeMinor ?? intent.surchargeMinor,
    ...(intent.tipRoomMinor === undefined ? {} : { tipRoomMinor: intent.tipRoomMinor }),
    totalMinor: totalOf(intent),
    ...(terminalTipMinor > 0 ? { terminalTipMinor } : {}),
    ...(surchargeChangeMinor === 0 ? {} : { surchargeChangeMinor }),
    currency: intent.currency,
    authorizedMinor: isHold ? authorization.amountMinor : null,
    expiresAt: typeof authorization?.expiresAt === 'number' ? iso(authorization.expiresAt) : null,
    capturedMinor: moved,
    reversedMinor: reversedMinorOf(attempt),
  };
}

function stateOf(attempt: Attempt, inquiry: Inquiry | null): AttemptState {
  const { phase } = attempt;
  if (phase.name === 'done') return phase.outcome.kind;
  if (phase.name === 'held') return 'authorized';
  if (phase.name === 'deciding') return 'partial';
  return inquiry ? 'checking' : 'working';
}

function failureOf({ phase }: Attempt): AttemptView['failure'] {
  if (phase.name === 'held') return phase.refused;
  if (phase.name !== 'done') return null;
  const { outcome } = phase;
  return outcome.kind === 'failed' || outcome.kind === 'voided' ? outcome.failure : null;
}

const reversalStates = {
  sending: 'working',
  resolving: 'checking',
  pending: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  decided: 'decided',
} as const satisfies Record<ReversalPhase['name'], ReversalView['state']>;

function reversalView(reversal: Reversal): ReversalView {
  const { id, amountMinor, by, reason, askedAt, phase } = reversal;
  return {
    id,
    amountMinor,
    state: reversalStates[phase.name],
    by,
    reason,
    askedAt: iso(askedAt),
    transfer: phase.name === 'pending' || phase.name === 'succeeded' ? phase.transfer : null,
    failure: phase.name === 'failed' ? phase.failure : null,
    ...(phase.name === 'resolving'
      ? { checking: { since: iso(phase.inquiry.since), canDecide: canDecideReversal(reversal) } }
      : {}),
    ...(phase.name === 'decided' ? { decision: { verdict: phase.verdict, by: phase.by, reason: phase.reason } } : {}),
  };
}

function isCancellable(attempt: Attempt): boolean {
  switch (attempt.phase.name) {
    case 'starting':
    case 'waiting':
    case 'authorizing':
    case 'polling':
    case 'completing':
    case 'deciding':
      return true;
    case 'stopping':
    case 'resolving':
    case 'refusing':
    case 'finishing':
    case 'held':
    case 'capturing':
    case 'confirming':
    case 'voiding':
    case 'done':
      return false;
  }
}

/** What makes the screen say "checking"; null while things run as they should. */
function inquiryOf(attempt: Attempt): Inquiry | null {
  const { phase } = attempt;
  switch (phase.name) {
    case 'authorizing':
    case 'polling': {
      // The terminal is gone or gave up while the bank is being asked: the customer must not be told anything yet.
      if (!attempt.terminalEnd) return null;
      const reason = attempt.terminalEnd.kind === 'lost' ? 'terminal-lost' : 'taking-back';
      return { reason, since: attempt.updatedAt, tries: 1, nextTryAt: null };
    }
    case 'resolving':
    case 'capturing':
    case 'confirming':
      return phase.inquiry;
    case 'voiding':
      // A cancel that is being carried out shows as "cancelling" until the first void fails.
      return attempt.cancel && phase.inquiry.tries === 1 ? null : phase.inquiry;
    case 'completing':
    case 'deciding':
    case 'done':
    case 'finishing':
    case 'held':
    case 'refusing':
    case 'starting':
    case 'stopping':
    case 'waiting':
      return null;
  }
}

function promptOf(attempt: Attempt, prompt: Prompt | null): Prompt {
  if (attempt.cancel) return 'cancelling';
  switch (attempt.phase.name) {
    case 'starting':
      return 'starting';
    case 'waiting':
      return prompt ?? 'present-card';
    case 'stopping':
    case 'voiding':
      return 'cancelling';
    case 'authorizing':
    case 'polling':
    case 'resolving':
      return attempt.intent.route === 'cloud' ? 'follow-terminal' : 'asking-bank';
    case 'completing':
    case 'finishing':
      return prompt === 'remove-card' ? 'remove-card' : 'processing';
    case 'capturing':
    case 'confirming':
    case 'deciding':
    case 'done':
    case 'held':
    case 'refusing':
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
