/** Requests of the engine's callers, checked and converted into the machine's terms. */
import { chargeTotalOf, TillError, type AttemptView, type ChargeRequest, type Failure } from '../../contract/index.ts';
import { RECOVERED_NOTE } from '../journal/index.ts';
import { LIST_LAG_MS, type Attempt, type Intent, type Verdict } from './machine/index.ts';
import type { TerminalPort } from './ports.ts';

/** A charge request with the terminal that will take it. */
export interface PaymentRequest extends ChargeRequest {
  terminal: string;
  cardTimeoutMs: number;
  /** Name of the signed-in person who takes the payment. */
  person?: string | undefined;
}

export interface CaptureRequest {
  /** Total with tip; at most the authorized amount. */
  amountMinor: number;
  tipMinor: number;
  /** Name of the user who makes the request. */
  by: string;
}

export interface ReversalRequest {
  /** The caller's own id for this reversal: the same id twice is the same reversal. */
  reversal: string;
  amountMinor: number;
  by: string;
  reason: string | null;
  /** Absent or false: a second reversal of the same amount of the payment is refused with PAY_DUPLICATE. */
  isRepeatMeant?: boolean;
}

export interface DecisionRequest {
  /** Reversal of the payment that is decided about; absent for the payment itself. */
  reversal?: string | undefined;
  verdict: Verdict;
  by: string;
  reason: string;
}

/** Minutes for display, at least 1, or null if a clock that was set back makes the age meaningless. */
export function minutesOf(ageMs: number): number | null {
  return ageMs < 0 ? null : Math.max(1, Math.round(ageMs / 60_000));
}

/**
 * Content of the first journal entry.
 * @throws PAY_AMOUNT when the amounts make no sense together
 */
export function intentOf(
  request: PaymentRequest,
  terminal: ReturnType<TerminalPort['describe']>,
  startedAt: number,
): Intent {
  const { kind, amountMinor, tipMinor, surchargeMinor, tipRoomMinor, isRepeatMeant, onRepeat } = request;
  const amounts = [amountMinor, tipMinor, surchargeMinor, tipRoomMinor ?? 0];
  if (!amounts.every((one) => Number.isSafeInteger(one) && one >= 0) || amountMinor === 0) {
    throw new TillError('PAY_AMOUNT', 'Amounts are whole numbers of minor units, and not zero.', {
      context: { reason: 'malformed' },
    });
  }
  if (kind === 'refund' && tipMinor + surchargeMinor > 0) {
    throw new TillError('PAY_AMOUNT', 'A refund has neither tip nor surcharge.', { context: { reason: 'malformed' } });
  }
  if (tipRoomMinor !== null && kind !== 'authorization') {
    throw new TillError('PAY_AMOUNT', 'Only a hold has room for a tip.', { context: { reason: 'malformed' } });
  }
  return {
    attempt: request.id,
    kind,
    route: request.route ?? terminal.route ?? 'cable',
    amountMinor,
    tipMinor,
    surchargeMinor,
    ...(tipRoomMinor === null ? {} : { tipRoomMinor }),
    ...(isRepeatMeant ? {} : { repeat: onRepeat }),
    isTipOnTerminal: request.isTipOnTerminal,
    partialApproval: request.partialApproval,
    currency: request.currency,
    terminal: request.terminal,
    terminalSerialNumber: terminal.serialNumber,
    terminalLink: terminal.link,
    order: request.order,
    note: request.note,
    cardTimeoutMs: request.cardTimeoutMs,
    listLagMs: LIST_LAG_MS,
    startedAt,
    ...(request.person === undefined ? {} : { person: request.person }),
  };
}

/**
 * True if a request under a known id is about the payment that has this id. A recovered payment has its total, but may
 * lack its order.
 */
export function isAbout(known: Intent, request: PaymentRequest): boolean {
  const { kind, currency, order, note } = known;
  return (
    kind === request.kind &&
    currency === request.currency &&
    chargeTotalOf(known) === chargeTotalOf(request) &&
    (note === RECOVERED_NOTE || order === request.order)
  );
}

/** Error for a second reversal of the same amount within minutes. */
export function duplicateReversalOf({ intent }: Attempt, like: Attempt['reversals'][number], ageMs: number): TillError {
  return new TillError('PAY_DUPLICATE', 'The same amount of this payment was given back earlier.', {
    context: { attempt: intent.attempt, reversal: like.id, minutes: minutesOf(ageMs) },
  });
}

/**
 * Error for an operation that does not fit the payment's state. The second of two callers receives the action that was
 * done instead.
 */
export function wrongState(view: AttemptView, what: string, attempt?: Attempt): TillError {
  return new TillError('PAY_STATE', `This payment cannot be ${what}: it is ${view.state}.`, {
    context: { attempt: view.id, state: view.state, ...(attempt ? insteadOf(attempt, what === 'decided') : {}) },
  });
}

/**
 * `instead`: the manager's verdict and its author (`by`), the captured amount (`amountMinor`), or that the money is to
 * be returned.
 */
function insteadOf({ phase, intent: { currency } }: Attempt, isVerdict: boolean): Failure['context'] {
  const outcome = phase.name === 'done' || phase.name === 'voiding' ? phase.outcome : null;
  if (outcome?.kind === 'decided') return { instead: outcome.verdict, by: outcome.by };
  // The payment's state is not the manager's verdict.
  if (isVerdict) return {};
  const isRefused = outcome?.kind === 'failed' && outcome.failure.code === 'PAY_DUPLICATE';
  if (outcome?.kind === 'released' || isRefused) return { instead: 'given-back' };
  const takenMinor =
    phase.name === 'capturing'
      ? phase.amountMinor
      : phase.name === 'confirming'
        ? phase.askedMinor
        : outcome?.kind === 'captured'
          ? outcome.capturedMinor
          : undefined;
  return takenMinor === undefined ? {} : { instead: 'taken', amountMinor: takenMinor, currency };
}

export function tooMuch(view: AttemptView, limitMinor: number): TillError {
  return new TillError('PAY_AMOUNT', 'That is more than this payment allows.', {
    context: { reason: 'too-much', attempt: view.id, limitMinor },
  });
}
