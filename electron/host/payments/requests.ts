/** What callers ask of the engine, checked and put into the machine's terms. */
import { chargeTotalOf, TillError, type AttemptView, type ChargeRequest, type Failure } from '../../contract/index.ts';
import { RECOVERED_NOTE } from '../journal/index.ts';
import { LIST_LAG_MS, type Attempt, type Intent, type Verdict } from './machine/index.ts';
import type { TerminalPort } from './ports.ts';

/** A charge request on the terminal that will take it. */
export interface PaymentRequest extends ChargeRequest {
  terminal: string;
  cardTimeoutMs: number;
  /** Name of the person who is signed in and takes it. */
  person?: string | undefined;
}

export interface CaptureRequest {
  /** In all, tip included; not more than was authorized. */
  amountMinor: number;
  tipMinor: number;
  /** Who asks. */
  by: string;
}

export interface ReversalRequest {
  /** The caller's own id for this reversal: the same id twice is the same reversal. */
  reversal: string;
  amountMinor: number;
  by: string;
  reason: string | null;
  /** Absent or false: the same amount of the same payment again is refused with PAY_DUPLICATE. */
  isRepeatMeant?: boolean;
}

export interface DecisionRequest {
  /** About this reversal of the payment; absent: about the payment itself. */
  reversal?: string | undefined;
  verdict: Verdict;
  by: string;
  reason: string;
}

/** For people: at least one; null for an age that a clock set back has made nonsense of. */
export function minutesOf(ageMs: number): number | null {
  return ageMs < 0 ? null : Math.max(1, Math.round(ageMs / 60_000));
}

/** The first journal entry's content. Throws PAY_AMOUNT for amounts that make no sense together. */
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

/** Whether a request under a known id is about the payment that has it. A recovered one knows its total, and no order. */
export function isAbout(known: Intent, request: PaymentRequest): boolean {
  const { kind, currency, order, note } = known;
  return (
    kind === request.kind &&
    currency === request.currency &&
    chargeTotalOf(known) === chargeTotalOf(request) &&
    (note === RECOVERED_NOTE || order === request.order)
  );
}

/** The same amount was given back of this payment minutes ago. */
export function duplicateReversalOf({ intent }: Attempt, like: Attempt['reversals'][number], ageMs: number): TillError {
  return new TillError('PAY_DUPLICATE', 'The same amount of this payment was given back earlier.', {
    context: { attempt: intent.attempt, reversal: like.id, minutes: minutesOf(ageMs) },
  });
}

/** An operation that does not fit how the payment stands; who came second is told what was done instead. */
export function wrongState(view: AttemptView, what: string, attempt?: Attempt): TillError {
  return new TillError('PAY_STATE', `This payment cannot be ${what}: it is ${view.state}.`, {
    context: { attempt: view.id, state: view.state, ...(attempt ? insteadOf(attempt, what === 'decided') : {}) },
  });
}

/** `instead`: a person's verdict and who gave it (`by`), what is taken (`amountMinor`), or that it is given back. */
function insteadOf({ phase, intent: { currency } }: Attempt, isVerdict: boolean): Failure['context'] {
  const outcome = phase.name === 'done' || phase.name === 'voiding' ? phase.outcome : null;
  if (outcome?.kind === 'decided') return { instead: outcome.verdict, by: outcome.by };
  // How it stands is no person's verdict.
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
