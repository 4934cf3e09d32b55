/** The view of an attempt that screens show, derived from the machine's state and the live prompt. Pure. */
import {
  chargeTotalOf,
  type AttemptState,
  type AttemptView,
  type CardView,
  type Prompt,
  type ReversalView,
} from '../../../contract/index.ts';
import { canDecide } from './decisions.ts';
import { ANSWER_WITHIN_MS } from './release-hold.ts';
import { wasApproved } from './inquiry.ts';
import { canDecideReversal, reversedMinorOf } from './reversals.ts';
import {
  mayHaveCharged,
  surchargeChangeOf,
  terminalTipOf,
  type Attempt,
  type Inquiry,
  type Outcome,
  type PhaseName,
  type Reversal,
  type ReversalPhase,
} from './state.ts';

const iso = (at: number): string => new Date(at).toISOString();

/**
 * `prompt` is the terminal's last request to the customer, `choices` the options that it offers. Both are progress
 * rather than state, so they are not journaled.
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
    ...(intent.person ? { person: intent.person } : {}),
    ...(intent.paidByLink ? { payLink: intent.paidByLink.link } : {}),
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
    canCancel: attempt.cancel === null && screens[phase.name].canCancel,
    cancelTooLate: hasMoved && attempt.cancel !== null,
    mayHaveCharged: mayHaveCharged(attempt),
    cancelledBy: outcome?.kind === 'cancelled' ? outcome.by : null,
    ...(outcome?.kind === 'cancelled' && attempt.cancelPerson ? { cancelPerson: attempt.cancelPerson } : {}),
    declineCode: outcome?.kind === 'declined' ? outcome.code : null,
    failure: failureOf(attempt),
    decision: outcome?.kind === 'decided' ? { verdict: outcome.verdict, by: outcome.by, reason: outcome.reason } : null,
    canDecide: canDecide(attempt),
    ...askingOf(attempt),
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
  | 'overCapturedMinor'
  | 'capturedElsewhere'
  | 'reversedMinor';

function amountsOf(attempt: Attempt): Pick<AttemptView, Amounts> {
  const { intent, phase, authorization } = attempt;
  const outcome = phase.name === 'done' ? phase.outcome : null;
  const terminalTipMinor = terminalTipOf(attempt);
  const surchargeChangeMinor = surchargeChangeOf(attempt);
  // A record that failed or waits contains an amount too, but the bank has not approved it.
  const isHold =
    authorization !== null && intent.kind !== 'refund' && authorization.amountMinor > 0 && wasApproved(attempt);
  const moved =
    outcome?.kind === 'captured' ? outcome.capturedMinor : outcome?.kind === 'refunded' ? outcome.refundedMinor : null;
  return {
    amountMinor: intent.amountMinor,
    tipMinor: outcome?.kind === 'captured' ? outcome.tipMinor : (authorization?.tipMinor ?? intent.tipMinor),
    // A surcharge in the reply counts (rule 9).
    surchargeMinor: authorization?.surchargeMinor ?? intent.surchargeMinor,
    ...(intent.tipRoomMinor === undefined ? {} : { tipRoomMinor: intent.tipRoomMinor }),
    totalMinor: chargeTotalOf(intent),
    ...(terminalTipMinor > 0 ? { terminalTipMinor } : {}),
    ...(surchargeChangeMinor === 0 ? {} : { surchargeChangeMinor }),
    currency: intent.currency,
    authorizedMinor: isHold ? authorization.amountMinor : null,
    expiresAt: typeof authorization?.expiresAt === 'number' ? iso(authorization.expiresAt) : null,
    capturedMinor: moved,
    ...overCaptured(outcome),
    ...(outcome?.kind === 'captured' && outcome.isElsewhere
      ? { capturedElsewhere: { askedMinor: outcome.askedMinor ?? null } }
      : {}),
    reversedMinor: reversedMinorOf(attempt),
  };
}

/** More was captured than was asked for: the customer paid the excess without owing it. */
function overCaptured(outcome: Outcome | null): Pick<AttemptView, 'overCapturedMinor'> {
  if (outcome?.kind !== 'captured' || outcome.askedMinor === undefined) return {};
  const overCapturedMinor = outcome.capturedMinor - outcome.askedMinor;
  return overCapturedMinor > 0 ? { overCapturedMinor } : {};
}

function stateOf(attempt: Attempt, inquiry: Inquiry | null): AttemptState {
  const { phase } = attempt;
  if (phase.name === 'done') return phase.outcome.kind;
  if (phase.name === 'held') return 'authorized';
  if (phase.name === 'deciding') return 'partial';
  if (phase.name === 'asking') return 'asking';
  return inquiry ? 'checking' : 'working';
}

function askingOf({ phase, repeated }: Attempt): Pick<AttemptView, 'asking'> {
  if (phase.name !== 'asking' || !repeated) return {};
  const { attempt, as, minutes } = repeated;
  return { asking: { attempt, as, minutes, since: iso(phase.since), withinMs: ANSWER_WITHIN_MS } };
}

function failureOf({ phase }: Attempt): AttemptView['failure'] {
  if (phase.name === 'held') return phase.refused;
  if (phase.name !== 'done') return null;
  const { outcome } = phase;
  return outcome.kind === 'failed' || outcome.kind === 'voided' ? outcome.failure : null;
}

const reversalStates = {
  sending: 'working',
  'in-doubt': 'checking',
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
    ...(reversal.isElsewhere ? { isElsewhere: true } : {}),
    askedAt: iso(askedAt),
    transfer: phase.name === 'pending' || phase.name === 'succeeded' ? phase.transfer : null,
    failure: phase.name === 'failed' ? phase.failure : null,
    ...(phase.name === 'in-doubt' ? { checking: doubtOf(phase.inquiry, canDecideReversal(reversal)) } : {}),
    ...(phase.name === 'decided' ? { decision: { verdict: phase.verdict, by: phase.by, reason: phase.reason } } : {}),
  };
}

function doubtOf({ since, reason }: Inquiry, canDecide: boolean): NonNullable<ReversalView['checking']> {
  return { since: iso(since), reason, canDecide };
}

/** Display of each phase while it runs: whether a cancel can still be requested, and the prompt. */
const screens: Readonly<Record<PhaseName, { canCancel: boolean; prompt: Prompt }>> = {
  starting: { canCancel: true, prompt: 'starting' },
  waiting: { canCancel: true, prompt: 'present-card' },
  stopping: { canCancel: false, prompt: 'cancelling' },
  authorizing: { canCancel: true, prompt: 'asking-bank' },
  polling: { canCancel: true, prompt: 'asking-bank' },
  'in-doubt': { canCancel: false, prompt: 'asking-bank' },
  completing: { canCancel: true, prompt: 'processing' },
  refusing: { canCancel: false, prompt: 'processing' },
  finishing: { canCancel: false, prompt: 'processing' },
  deciding: { canCancel: true, prompt: 'processing' },
  asking: { canCancel: true, prompt: 'processing' },
  held: { canCancel: false, prompt: 'processing' },
  capturing: { canCancel: false, prompt: 'processing' },
  confirming: { canCancel: false, prompt: 'processing' },
  voiding: { canCancel: false, prompt: 'cancelling' },
  done: { canCancel: false, prompt: 'processing' },
};

function promptOf({ cancel, intent, phase: { name } }: Attempt, prompt: Prompt | null): Prompt {
  if (cancel) return 'cancelling';
  if (name === 'waiting' && prompt) return prompt;
  if (name === 'starting' && prompt === 'card-left-in') return prompt;
  if ((name === 'completing' || name === 'finishing') && prompt === 'remove-card') return prompt;
  const shown = screens[name].prompt;
  return shown === 'asking-bank' && intent.route === 'cloud' ? 'follow-terminal' : shown;
}

/** Reason for the state `checking`, or null while the payment proceeds normally. */
function inquiryOf({ phase, cancel, terminalEnd, updatedAt }: Attempt): Inquiry | null {
  // The terminal disconnected or ended the payment while the bank is being asked: the cashier cannot tell the customer
  // anything yet.
  if ((phase.name === 'authorizing' || phase.name === 'polling') && terminalEnd) {
    const reason = terminalEnd.kind === 'lost' ? 'terminal-lost' : 'taking-back';
    return { reason, since: updatedAt, tries: 1, nextTryAt: null };
  }
  // A cancel in progress shows as "cancelling" until the first void fails.
  if (phase.name === 'voiding' && cancel && phase.inquiry.tries === 1) return null;
  return 'inquiry' in phase ? phase.inquiry : null;
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
