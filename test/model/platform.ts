/**
 * The platform of the model behind the payments port: the possible outcomes of an arriving request, and its answer as
 * an event for the machine. The rules are the sandbox's: PENDING at first or a decision at once, partial approvals, one
 * capture per hold, no void after a capture, reversals of SUCCEEDED Transfers only, and never above the captured
 * amount.
 */
import type {
  AuthorizationAnswer,
  Effect,
  MachineEvent,
  FailedCall,
  PlatformState,
  TransferAnswer,
} from '../../electron/host/payments/machine/index.ts';
import type { FailureCode } from '../../electron/contract/index.ts';
import { EXPIRED, EXPIRY } from './canonical.ts';
import { CANARY } from './machine.ts';
import {
  askedOf,
  CANCELED,
  ELSEWHERE,
  FAILED,
  GOODS,
  ghost,
  NONE,
  OVER,
  PART,
  PENDING,
  SUCCEEDED,
  TERMINAL_TIP,
  UNKNOWN,
  type Back,
  type BankWord,
  type Context,
  type Ledger,
  type Plan,
  type Side,
  sentBitOf,
} from './world.ts';

/** One possible outcome of a request. */
export interface Arrival {
  label: string;
  ledger: Ledger;
  /** The answer on its way back, or null when it is held open until the record is decided. */
  answer: MachineEvent | null;
  isFault: boolean;
  /** The answer comes now, but the request is still being processed, and will be carried out. */
  isUnderWay?: true;
  /** The platform will never do it, and gives the reason. */
  isForGood?: true;
}

const stateNames: Record<number, PlatformState> = {
  [PENDING]: 'PENDING',
  [SUCCEEDED]: 'SUCCEEDED',
  [FAILED]: 'FAILED',
  [CANCELED]: 'CANCELED',
  [UNKNOWN]: 'UNKNOWN',
};
const reasons = [null, 'INSUFFICIENT_FUNDS', 'CANCELLATION_VIA_DEVICE', 'CANCELLATION_VIA_API'] as const;

const missing = (kind: FailedCall['kind'], code: FailureCode): FailedCall => ({
  kind,
  failure: { code, message: '' },
});
const silence = missing('unknown', 'API_TIMEOUT');
const garbage = missing('unknown', 'API_UNREADABLE');
const notSent = missing('not-sent', 'API_UNREACHABLE');

export function isHeld(ledger: Ledger, plan: Plan): boolean {
  const isKept = ledger.state === SUCCEEDED && !ledger.isVoid && !ledger.isExpired && ledger.transfer === NONE;
  return (plan.kind !== 'refund' && isKept) || ledger.extra > 0;
}

/** Amount that has moved or is moving, minor units: captured, or refunded to the card. */
export function movedMinor(ledger: Ledger, plan: Plan): number {
  if (plan.kind === 'refund') return ledger.state === SUCCEEDED ? ledger.amount : 0;
  return ledger.transfer === SUCCEEDED || ledger.transfer === PENDING ? ledger.captured : 0;
}

/** The platform's description of a card that was read. */
export const chipCard = {
  brand: 'VISA',
  lastFour: '1111',
  entryMode: 'chip',
  approvalCode: null,
  applicationLabel: null,
  applicationIdentifier: null,
} as const;

/** The record in the form of the port, with a card number that must not get any further. */
export function recordOf(ctx: Context, index: number, ledger: Ledger, plan: Plan): AuthorizationAnswer {
  const answer: AuthorizationAnswer & { pan: string } = {
    id: index === 0 ? 'AU-first' : 'AU-second',
    state: stateNames[ledger.state] ?? 'UNKNOWN',
    isVoid: ledger.isVoid,
    amountMinor: ledger.amount,
    requestedMinor: askedOf(plan),
    tipMinor: plan.isTipOnTerminal && ledger.amount > GOODS ? TERMINAL_TIP : null,
    expiresAt: ctx.scenario.hasExpiry ? (ledger.isExpired ? EXPIRED : EXPIRY) : null,
    transfer: ledger.transfer === NONE ? null : transferId(index),
    failureCode: reasons[ledger.why] ?? null,
    card: { ...chipCard, approvalCode: 'A1' },
    pan: CANARY,
  };
  return answer;
}

/** The record of a payment outside the model. */
export const OTHERS_RECORD = 'AU-of-another';

const transferId = (index: number): string => (index === 0 ? 'TR-first' : 'TR-second');
const reversalPlace = (id: string): 0 | 1 => (id === 'r1' ? 0 : 1);

function transferOf(index: number, ledger: Ledger): TransferAnswer {
  const state = stateNames[ledger.transfer] ?? 'UNKNOWN';
  const captureAsked = ledger.captured === ELSEWHERE ? null : String(ledger.captured);
  return {
    id: transferId(index),
    state,
    amountMinor: ledger.captured,
    tipMinor: null,
    failureCode: null,
    captureAsked,
  };
}

function backOf(index: number, place: 0 | 1, { state, amount }: Back): TransferAnswer {
  return {
    id: `RV-${index}-${place}`,
    state: stateNames[state] ?? 'UNKNOWN',
    amountMinor: amount,
    tipMinor: null,
    failureCode: null,
  };
}

/** All possible outcomes of this request now. A recovering world uses the first. */
export function arrivals(ctx: Context, index: number, side: Side, effect: Effect, plan: Plan): Arrival[] {
  const all = honest(ctx, index, side, effect, plan);
  const read = all.find(({ answer, isFault }) => !isFault && answer !== null && recordIn(answer) !== null);
  return read?.answer ? [...all, ...misread(read, read.answer)] : all;
}

type RecordIn = { id: string; currency?: string };

export function recordIn(event: MachineEvent): RecordIn | null {
  if (event.type === 'transfer') return event.transfer;
  return 'answer' in event ? event.answer : null;
}

/**
 * The request is done, but the answer has another payment's record, or another currency. It is as useless as a missing
 * answer.
 */
function misread(arrival: Arrival, answer: MachineEvent): Arrival[] {
  const record = recordIn(answer);
  const saying = (label: string, change: RecordIn): Arrival => {
    const other = { ...record, ...change };
    const event = answer.type === 'transfer' ? { ...answer, transfer: other } : { ...answer, answer: other };
    return {
      ...arrival,
      label: `${arrival.label}, and the answer is ${label}`,
      answer: event as MachineEvent,
      isFault: true,
    };
  };
  return [
    saying("another payment's record", { id: OTHERS_RECORD }),
    saying('in another currency', { id: record?.id ?? '', currency: 'EUR' }),
  ];
}

function honest(ctx: Context, index: number, side: Side, effect: Effect, plan: Plan): Arrival[] {
  const { ledger } = side;
  switch (effect.type) {
    case 'authorize':
      return [
        ...creates(ctx, index, side, plan),
        ...neverLeaves(ctx, side, effect, { type: 'authorization-missing', missing: notSent }),
      ];
    case 'look-up':
    case 'read-authorization': {
      const answer = ledger.state === NONE ? null : recordOf(ctx, index, ledger, plan);
      return [
        { label: 'is answered', ledger, answer: { type: 'found', answer }, isFault: false },
        unanswered(ledger, { type: 'lookup-missing', missing: silence }),
      ];
    }
    case 'capture':
      return [
        ...captures(ctx, index, side, effect.amountMinor, plan),
        ...neverLeaves(ctx, side, effect, { type: 'capture-missing', missing: notSent }),
      ];
    case 'void':
      return [
        ...voids(ctx, index, side, plan),
        ...neverLeaves(ctx, side, effect, { type: 'void-missing', missing: notSent }),
      ];
    case 'read-transfer': {
      const transfer = ledger.transfer === NONE ? null : transferOf(index, ledger);
      return [
        { label: 'is answered', ledger, answer: { type: 'transfer', transfer }, isFault: false },
        unanswered(ledger, { type: 'transfer-missing', missing: silence }),
      ];
    }
    case 'reverse':
      return [
        ...reverses(ctx, index, ledger, effect),
        ...neverLeaves(ctx, side, effect, {
          type: 'reversal-missing',
          reversal: effect.reversal,
          missing: notSent,
        }),
      ];
    case 'find-reversal':
    case 'read-reversal': {
      const { reversal } = effect;
      const place = reversalPlace(reversal);
      const at = ledger.back[place];
      const answer = at.state === NONE ? null : backOf(index, place, at);
      return [
        { label: 'is answered', ledger, answer: { type: 'reversal-found', reversal, answer }, isFault: false },
        unanswered(ledger, { type: 'reversal-lookup-missing', reversal, missing: silence }),
      ];
    }
    case 'cancel-device':
      return [
        { label: 'is taken', ledger, answer: { type: 'device-cancelled' }, isFault: false },
        unanswered(ledger, { type: 'cancel-failed', failure: silence.failure }),
      ];
    case 'start-terminal':
    case 'give-up-start':
    case 'cancel-terminal':
    case 'respond-approved':
    case 'respond-declined':
    case 'wait':
      return [];
  }
}

/**
 * The request never leaves. Impossible if a copy is on its way or has arrived, unless that copy may belong to an
 * earlier try.
 */
function neverLeaves(ctx: Context, side: Side, effect: Effect, answer: MachineEvent): Arrival[] {
  const bit = sentBitOf(effect);
  const isRepeat = bit !== null && (side.ghost & (bit * 2)) > 0;
  const isOnItsWay = side.lateRequests.some((number) => ctx.book.effectAt(number).type === effect.type);
  if ((isOnItsWay || hasCome(side.ledger, effect)) && !isRepeat) return [];
  return [{ label: 'never leaves', ledger: side.ledger, answer, isFault: true }];
}

function hasCome({ state, transfer, isVoid, back }: Ledger, effect: Effect): boolean {
  if (effect.type === 'capture') return transfer !== NONE;
  if (effect.type === 'void') return isVoid;
  return effect.type === 'reverse' ? back[reversalPlace(effect.reversal)].state !== NONE : state !== NONE;
}

function unanswered(ledger: Ledger, answer: MachineEvent): Arrival {
  return { label: 'gets no answer', ledger, answer, isFault: true };
}

function creates(ctx: Context, index: number, side: Side, plan: Plan): Arrival[] {
  const { ledger } = side;
  const { scenario, deviations } = ctx;
  const saying = (to: Ledger): MachineEvent => ({ type: 'authorization', answer: recordOf(ctx, index, to, plan) });
  const lost = (to: Ledger, how: FailedCall): Arrival => ({
    label: to === ledger ? 'is lost, or fails before anything is done' : 'is done, and its answer lost',
    ledger: to,
    answer: { type: 'authorization-missing', missing: how },
    isFault: true,
  });
  if (ledger.state !== NONE) {
    // For a repeated key the port reads the record in the refusal, or looks it up by the key, and either may fail.
    const answer = saying(ledger);
    // A create under a new key would make a second payment.
    const to = deviations.isKeyRenewed && side.ghost & ghost.sent ? { ...ledger, extra: 1 } : ledger;
    return [
      { label: `is a repeat (${scenario.repeats})`, ledger: to, answer, isFault: false },
      ...(scenario.repeats === 'original' ? [] : [lost(ledger, silence)]),
    ];
  }
  const made = scenario.bank.map((word) => ({ word, to: decide(ledger, word, plan) }));
  const isCloud = plan.route === 'cloud';
  return [
    ...made.map(({ word, to }) => ({ label: `becomes ${word}`, ledger: to, answer: saying(to), isFault: false })),
    // Held open until the customer has finished (facts, 2.2).
    ...made
      .filter(({ word }) => isCloud && word === 'pending')
      .map(({ to }) => ({ label: 'is held open', ledger: to, answer: null, isFault: false })),
    ...made.map(({ to }) => lost(to, garbage)),
    ...made.flatMap(({ to }) =>
      ctx.refusals.ofGateway.map((missing) => ({
        ...lost(to, missing),
        label: `is done, and a gateway answers (${missing.failure.code})`,
      })),
    ),
    lost(ledger, silence),
    {
      label: 'is refused',
      ledger,
      answer: { type: 'authorization-missing', missing: ctx.refusals.invalid },
      isFault: true,
    },
    {
      label: 'is being processed already, it is said (409)',
      ledger,
      answer: { type: 'authorization-missing', missing: ctx.refusals.beingMade },
      isFault: true,
      isUnderWay: true,
    },
  ];
}

/** The platform's decision about an existing payment. */
export function decide(ledger: Ledger, word: BankWord, plan: Plan): Ledger {
  const total = askedOf(plan);
  const tipped = plan.isTipOnTerminal ? total + TERMINAL_TIP : total;
  switch (word) {
    case 'approve':
      return { ...ledger, state: SUCCEEDED, amount: tipped };
    case 'part':
      return { ...ledger, state: SUCCEEDED, amount: PART };
    case 'over':
      return { ...ledger, state: SUCCEEDED, amount: tipped + OVER };
    case 'part-tipped':
      return { ...ledger, state: SUCCEEDED, amount: total + TERMINAL_TIP / 2 };
    case 'decline':
      return { ...ledger, state: FAILED, amount: total, why: 1 };
    case 'pending':
      return { ...ledger, state: PENDING, amount: total };
    case 'unknown':
      return { ...ledger, state: UNKNOWN, amount: total };
  }
}

const canTake = (ledger: Ledger): boolean =>
  ledger.state === SUCCEEDED && !ledger.isVoid && !ledger.isExpired && ledger.transfer === NONE;

function captures(ctx: Context, index: number, { ledger }: Side, amount: number, plan: Plan): Arrival[] {
  const saying = (to: Ledger): MachineEvent => ({ type: 'capture', answer: recordOf(ctx, index, to, plan) });
  const { passing, forGood, busy } = ctx.refusals;
  const refused = (label: string, missing: FailedCall): Arrival => ({
    label,
    ledger,
    answer: { type: 'capture-missing', missing },
    isFault: true,
  });
  const faults: Arrival[] = [
    unanswered(ledger, { type: 'capture-missing', missing: silence }),
    ...passing.map((missing) => refused(`is refused for now (${missing.failure.code})`, missing)),
    { ...refused('is refused for good', forGood), isForGood: true },
    refused('is put off (429)', busy),
  ];
  if (!canTake(ledger) || amount > ledger.amount) {
    // "Captured already" is a refusal; the port reads the record before it returns the refusal.
    const conflict = { ...refused('meets a conflict', forGood), isFault: false, isForGood: true } as const;
    return [
      ledger.transfer === NONE
        ? conflict
        : { ...conflict, answer: { ...saying(ledger), isRefused: true } as MachineEvent },
      ...faults,
    ];
  }
  const ends = ctx.scenario.isBatched ? [PENDING, SUCCEEDED, FAILED, UNKNOWN] : [SUCCEEDED];
  const made = ends.map((transfer) => ({ ...ledger, transfer, captured: amount }));
  return [
    ...made.map((to) => ({
      label: `makes a Transfer (${stateNames[to.transfer]})`,
      ledger: to,
      answer: saying(to),
      isFault: false,
    })),
    ...made.map((to) => ({
      label: `makes a Transfer (${stateNames[to.transfer]}), and its answer is lost`,
      ledger: to,
      answer: { type: 'capture-missing', missing: garbage } as const,
      isFault: true,
    })),
    ...faults,
  ];
}

function voids(ctx: Context, index: number, { ledger }: Side, plan: Plan): Arrival[] {
  const saying = (to: Ledger): MachineEvent => ({ type: 'void', answer: recordOf(ctx, index, to, plan) });
  const { conflict, busy } = ctx.refusals;
  const faults: Arrival[] = [
    unanswered(ledger, { type: 'void-missing', missing: silence }),
    { label: 'is refused', ledger, answer: { type: 'void-missing', missing: conflict }, isFault: true },
    { label: 'is put off (429)', ledger, answer: { type: 'void-missing', missing: busy }, isFault: true },
  ];
  if (!canTake(ledger)) {
    const isTold = ledger.isVoid || ledger.transfer !== NONE;
    const answer: MachineEvent = isTold ? saying(ledger) : { type: 'void-missing', missing: conflict };
    return [{ label: 'meets a conflict', ledger, answer, isFault: false }, ...faults];
  }
  const gone = { ...ledger, isVoid: true };
  return [
    { label: 'gives the hold back', ledger: gone, answer: saying(gone), isFault: false },
    {
      label: 'gives the hold back, and its answer is lost',
      ledger: gone,
      answer: { type: 'void-missing', missing: garbage },
      isFault: true,
    },
    ...faults,
  ];
}

function reverses(
  ctx: Context,
  index: number,
  ledger: Ledger,
  { reversal, amountMinor }: Extract<Effect, { type: 'reverse' }>,
): Arrival[] {
  const place = reversalPlace(reversal);
  const at = ledger.back[place];
  const saying = (back: Back): MachineEvent => ({ type: 'reversal', reversal, answer: backOf(index, place, back) });
  const refused = (label: string, missing: FailedCall): Arrival => ({
    label,
    ledger,
    answer: { type: 'reversal-missing', reversal, missing },
    isFault: true,
  });
  const { invalid, beingMade, ofGateway } = ctx.refusals;
  const faults: Arrival[] = [
    unanswered(ledger, { type: 'reversal-missing', reversal, missing: silence }),
    refused('is refused', invalid),
  ];
  if (at.state !== NONE) {
    const to = ctx.deviations.isReversalKeyRenewed ? { ...ledger, extra: 1 } : ledger;
    return [
      { label: `is a repeat (${ctx.scenario.repeats})`, ledger: to, answer: saying(at), isFault: false },
      ...faults,
    ];
  }
  const given = ledger.back.reduce((sum, one) => sum + (one.state === FAILED ? 0 : one.amount), 0);
  if (ledger.transfer !== SUCCEEDED || given + amountMinor > ledger.captured) {
    return [{ ...refused('is refused: nothing to give back', invalid), isFault: false }, ...faults];
  }
  const back = { state: PENDING, amount: amountMinor };
  const to: Ledger = { ...ledger, back: place === 0 ? [back, ledger.back[1]] : [ledger.back[0], back] };
  return [
    { label: 'is taken', ledger: to, answer: saying(back), isFault: false },
    {
      label: 'is taken, and its answer lost',
      ledger: to,
      answer: { type: 'reversal-missing', reversal, missing: garbage },
      isFault: true,
    },
    ...ofGateway.map((missing) => ({
      ...refused(`is taken, and a gateway answers (${missing.failure.code})`, missing),
      ledger: to,
    })),
    { ...refused('is being processed already, it is said (409)', beingMade), isUnderWay: true },
    ...faults,
  ];
}
