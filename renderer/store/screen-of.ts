import {
  isOpenAttempt,
  isPartlyPaid,
  type AttemptView,
  type FailureCode,
  type HostState,
  type PayLinkView,
  type TerminalView,
} from '../../electron/contract/index.ts';
import type { PayLinkSubmission, LinkRepeat } from './link-slice.ts';
import { shownLink } from './shown-links.ts';
import { activeTip, awaitsTip, hasOpenAttempt, shownAttempt, tillTerminal } from './selectors.ts';
import type { AmountCheck, RepeatQuestion } from './sale-slice.ts';
import type { ChargeSubmission } from './session.ts';
import { needsSignIn } from './sign-in.ts';
import type { TillState } from './till-store.ts';
import type { TipStep } from './tip.ts';

/** Kind of a finished payment; each has its own heading on screen. */
export type OutcomeKind =
  | 'paid'
  | 'too-late'
  | 'partly-paid'
  | 'held'
  /** Approved and held with room for a tip: captured after the cashier enters the tip. */
  | 'add-tip'
  | 'declined'
  | 'cancelled'
  | 'not-completed'
  | 'no-card'
  /** A card was inserted, but the customer or the platform responded too late, or the card stayed in the terminal. */
  | 'too-slow'
  | 'failed'
  | 'refunded'
  | 'released'
  | 'decided';

/** Reason why the till's terminal cannot take a payment. */
export type TerminalTrouble = 'lost' | 'failed' | 'rebooting' | 'none';

/** Reason why Charge is locked on the idle screen. */
type IdleLock = 'looking' | 'busy' | 'open-payment';

/**
 * Content of the sale screen, also at a kiosk, where the customer answers instead of the cashier. Except for input in
 * this window, it follows from the host's state and the connection.
 */
export type Screen =
  /** The host is disconnected, or has not sent a snapshot yet. */
  | { kind: 'moment'; isFirst: boolean; sinceMs: number }
  /** The host has stopped or is unable to write its journal. `isPaying`: a payment is open. */
  | { kind: 'stopped'; why: FailureCode; isPaying: boolean; sinceMs: number }
  /** The cashier pressed Charge, and the host has not shown the attempt yet. */
  | { kind: 'sending'; submission: ChargeSubmission }
  /** The order was already paid, or an open link may be this customer's: the cashier decides. */
  | { kind: 'repeat'; repeat: RepeatQuestion }
  /** The amount or the tip is far above the usual: the cashier confirms it. */
  | { kind: 'amount-check'; check: AmountCheck }
  | { kind: 'live'; attempt: AttemptView }
  | { kind: 'checking'; attempt: AttemptView }
  /** Partial approval: the cashier decides. */
  | { kind: 'part'; attempt: AttemptView }
  /** The same card paid the same amount minutes ago: the cashier confirms whether a second payment is intended. */
  | { kind: 'same-card'; attempt: AttemptView }
  | { kind: 'outcome'; outcome: OutcomeKind; attempt: AttemptView }
  /** The cashier pressed Pay link, and the host has not shown the link yet. */
  | { kind: 'link-asked'; submission: PayLinkSubmission }
  /** The same question as `repeat`, before a payment link is created. */
  | { kind: 'link-repeat'; repeat: LinkRepeat }
  /** An unfinished payment link, or an outcome of a link that is not dismissed. */
  | { kind: 'link'; link: PayLinkView }
  | { kind: 'terminal'; trouble: TerminalTrouble; terminal: TerminalView | undefined }
  | { kind: 'platform'; trouble: 'unreachable' | 'refused' | 'not-configured' }
  /** A tip is being chosen. */
  | { kind: 'tip'; tip: TipStep }
  /** A live till with an unfinished setup: it accepts only the setup's test payment. */
  | { kind: 'set-up' }
  /** Signed out; no payment is running, or the cashier tried to cancel the running payment. */
  | { kind: 'sign-in' }
  | { kind: 'idle'; lock: IdleLock | null };

/** Outcome of a finished attempt, or undefined while it is open. */
export function outcomeOf(attempt: AttemptView): OutcomeKind | undefined {
  switch (attempt.state) {
    case 'working':
    case 'checking':
    case 'partial':
    case 'asking':
      return undefined;
    case 'captured':
      // The unpaid rest comes before a late cancel: the screen of a partly paid order mentions the late cancel as well.
      if (isPartlyPaid(attempt)) return 'partly-paid';
      return attempt.cancelTooLate ? 'too-late' : 'paid';
    case 'authorized':
      return awaitsTip(attempt) ? 'add-tip' : 'held';
    case 'declined':
      return 'declined';
    case 'cancelled':
      return 'cancelled';
    case 'voided':
      return 'not-completed';
    case 'refunded':
    case 'released':
    case 'decided':
      return attempt.state;
    case 'failed':
      return failedOutcomes[attempt.failure?.code ?? ''] ?? 'failed';
  }
}

/** Failures that the equipment did not cause. */
const failedOutcomes: Readonly<Partial<Record<string, OutcomeKind>>> = {
  PAY_NEVER_ARRIVED: 'too-slow',
  PAY_NO_ANSWER: 'too-slow',
  PAY_NO_CARD: 'no-card',
  TERM_CARD_IN: 'too-slow',
  PAY_NO_PIN: 'too-slow',
  PAY_NO_CHOICE: 'too-slow',
};

function idleLock(host: HostState, terminal: TerminalView): IdleLock | null {
  if (host.attempts.some((attempt) => isOpenAttempt(attempt) && attempt.terminal.id === terminal.id)) {
    return 'open-payment';
  }
  if (terminal.state === 'looking' || terminal.state === 'identifying') return 'looking';
  return terminal.state === 'busy' ? 'busy' : null;
}

function equipmentScreen(host: HostState): Screen | undefined {
  const terminal = tillTerminal(host);
  if (!terminal) return { kind: 'terminal', trouble: 'none', terminal };
  const { state, device } = terminal;
  if (state === 'ready' && device?.failure) return { kind: 'terminal', trouble: 'failed', terminal };
  if (state === 'lost' || state === 'failed' || state === 'rebooting') {
    return { kind: 'terminal', trouble: state, terminal };
  }
  const { state: platform } = host.platform;
  if (platform === 'unreachable' || platform === 'refused' || platform === 'not-configured') {
    return { kind: 'platform', trouble: platform };
  }
  return undefined;
}

/** A running payment comes before a link, and a link before the outcome of a payment. Kiosks have no links. */
function linkScreen(state: TillState, attempt: AttemptView | undefined): Screen | undefined {
  const { host } = state.mirror;
  if (!host || host.till.isKiosk || (attempt && isOpenAttempt(attempt))) return undefined;
  const { submission, repeat } = state.sale.link;
  if (submission) return { kind: 'link-asked', submission };
  if (repeat) return { kind: 'link-repeat', repeat };
  const link = shownLink(state);
  return link && { kind: 'link', link };
}

/** Computes the content of the sale screen. Pure. */
export function screenOf(state: TillState): Screen {
  const { host, connection } = state.mirror;
  if (!host || connection.state !== 'live') {
    const { stopped: why, sinceMs } = connection;
    const isPaying = state.sale.submission !== null || (host?.attempts.some(isOpenAttempt) ?? false);
    if (why) return { kind: 'stopped', why, isPaying, sinceMs };
    return { kind: 'moment', isFirst: host === null, sinceMs: connection.sinceMs };
  }
  const { submission, repeat } = state.sale;
  const tip = activeTip(state);
  if (submission && !host.attempts.some(({ id }) => id === submission.id)) return { kind: 'sending', submission };
  const attempt = shownAttempt(state);
  const record = host.journal;
  // A running payment cannot continue while the journal is unwritable, so its last prompt would be misleading.
  if (record?.failure && (!attempt || attempt.state === 'working')) {
    const isPaying = hasOpenAttempt(state);
    return { kind: 'stopped', why: record.failure.code, isPaying, sinceMs: Date.parse(record.since) };
  }
  const isRunning = attempt !== null && attempt !== undefined && isOpenAttempt(attempt);
  if (needsSignIn(state) && (!isRunning || state.cancelBeforeSignIn === attempt.id)) {
    const { sinceMs } = connection;
    return state.signedIn === null ? { kind: 'sign-in' } : { kind: 'moment', isFirst: true, sinceMs };
  }
  if (repeat && !(attempt && isOpenAttempt(attempt))) return { kind: 'repeat', repeat };
  const { amountCheck: check } = state.sale;
  if (tip && tip.attempt !== null) return check ? { kind: 'amount-check', check } : { kind: 'tip', tip };
  const link = linkScreen(state, attempt);
  if (link) return link;
  if (attempt) {
    const outcome = outcomeOf(attempt);
    if (outcome) return { kind: 'outcome', outcome, attempt };
    if (attempt.state === 'partial') return { kind: 'part', attempt };
    if (attempt.state === 'asking') return { kind: 'same-card', attempt };
    return attempt.state === 'checking' ? { kind: 'checking', attempt } : { kind: 'live', attempt };
  }
  if (host.setup?.refusesPayments) return { kind: 'set-up' };
  const trouble = equipmentScreen(host);
  if (trouble) return trouble;
  if (check) return { kind: 'amount-check', check };
  if (tip) return { kind: 'tip', tip };
  const terminal = tillTerminal(host);
  return { kind: 'idle', lock: terminal ? idleLock(host, terminal) : hasOpenAttempt(state) ? 'open-payment' : null };
}

/** Key of the screen. A new key moves the focus to the title and briefly disables keys that changed. */
export function screenKeyOf(screen: Screen): string {
  switch (screen.kind) {
    case 'moment':
    case 'set-up':
    case 'sign-in':
    case 'idle':
      return screen.kind;
    case 'tip':
      return screen.tip.attempt === null ? screen.kind : `tip/${screen.tip.attempt}`;
    case 'amount-check':
      return `amount-check/${screen.check.way}/${screen.check.totalMinor}`;
    case 'repeat':
      return `repeat/${screen.repeat.submission.id}`;
    case 'sending':
      return `live/${screen.submission.id}/starting`;
    case 'live':
      return `live/${screen.attempt.id}/${screen.attempt.prompt ?? 'starting'}`;
    case 'checking':
    case 'part':
    case 'same-card':
      return `${screen.kind}/${screen.attempt.id}`;
    case 'outcome':
      return `${screen.outcome}/${screen.attempt.id}`;
    case 'link-asked':
      return `link/${screen.submission.id}/creating`;
    case 'link-repeat':
      return `link-repeat/${screen.repeat.submission.id}`;
    case 'link':
      return `link/${screen.link.id}/${screen.link.state}`;
    case 'stopped':
      return `stopped/${screen.why}`;
    case 'terminal':
    case 'platform':
      return `${screen.kind}/${screen.trouble}`;
  }
}
